import { createHash, createHmac, generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type Bytes, hex, join, unhex, utf8 } from "../../src/fair/bytes";
import { chainBack, hexaProNumber, roundStream, seedsOf } from "../../src/fair/casino";
import { isSigned } from "../../src/fair/ed25519";
import {
  commitmentTo,
  cutBy,
  dealDigest,
  deckOf,
  defaultSeed,
  endDigest,
  id16,
  lockDigest,
  logAfter,
  mixOf,
  type Roots,
  Stream,
  seedMessage,
} from "../../src/fair/pfp1";
import { hmac, sha256, sha512 } from "../../src/fair/sha2";
import { macBy, verifierBy } from "../../src/fair/signatures";

const filled = (size: number, value: number): Bytes => new Uint8Array(size).fill(value);
const TABLE = Uint8Array.from({ length: 16 }, (_, at) => at);
const SEATS = [0, 3, 5].map((seat) => ({
  seat,
  pid: filled(16, seat),
  flag: 1,
  seed: filled(32, seat + 10),
  commitment: commitmentTo(TABLE, 1, seat, filled(16, seat), filled(32, seat + 10)),
}));
const DECKS = [0, 1].map((number) => deckOf(TABLE, 1, number, filled(32, number)));
const ROOTS = DECKS.map(({ root }) => root) as unknown as Roots;
const ORDER = [3, 5, 0];

describe("the values of the specification", () => {
  it("fixes both decks", () => {
    expect(ROOTS.map(hex)).toEqual([
      "f28298d89b6208843906f3bd99709222987499dc98cecc895c003276deb1bc48",
      "da5c113a70a0bd1e23ca18e18d51cdcedd2c166fe754b09097be2edd7be46b22",
    ]);
  });

  it("commits to a seed, and has a default for who takes no part", () => {
    expect(hex(SEATS[0]?.commitment ?? filled(0, 0))).toBe(
      "71ba97a80451730e8516b45e10ca55a5c694e50057f3e15cf9bc98856f021e54",
    );
    expect(hex(defaultSeed(TABLE, 1, 5, filled(16, 5), ROOTS))).toBe(
      "a42ac904bfc0391cf967a3751e877be0a3224e029b65f5ce0d105d1e0510c02b",
    );
  });

  it("cuts, and deals in that order", () => {
    const mix = mixOf(TABLE, 1, ROOTS, SEATS);
    const { deck, places } = cutBy(mix);
    expect(hex(mix)).toBe("45a856f5e06ab9644ccdc5515a619908dc2865e3ebd6294d1dfa8275cd686493");
    expect(deck).toBe(0);
    expect(places.slice(0, 11)).toEqual([26, 24, 38, 18, 36, 19, 46, 25, 32, 37, 43]);
    expect(places.slice(0, 11).map((place) => DECKS[deck]?.cards[place])).toEqual([
      32, 16, 11, 12, 0, 28, 26, 6, 29, 41, 21,
    ]);
  });

  it("hashes the lock, the deal, the end and the log", () => {
    const mix = mixOf(TABLE, 1, ROOTS, SEATS);
    const { places } = cutBy(mix);
    const lock = lockDigest(TABLE, 1, ROOTS, 2, SEATS, ORDER, filled(32, 0));
    const deal = dealDigest(TABLE, 1, lock, SEATS, mix);
    const board = [6, 7, 8, 9, 10].map((k) => ({ k, card: DECKS[0]?.cards[places[k] ?? 0] ?? 0 }));
    const end = endDigest(TABLE, 1, deal, filled(32, 1), board);
    expect([lock, deal, end, logAfter(filled(32, 0), lock, deal, end)].map(hex)).toEqual([
      "e61aeac2a377fa8a8dec0caeea9e494412f2f1f7a08bd9c6a2748ec823260cbf",
      "b7905b0e04c2fbfab250964a5b4d7c647f4b1177248f3f46526dc3168bd899fa",
      "d3462d8f544fe678f8c4f466d48f51324c9b24902b0bdd71355f81eed239d5e8",
      "dfffc39d5f495923ed130411a8529e57bac6ccbac081afcf90dc8a800cd6cf0f",
    ]);
  });

  it("makes numbers, casino rounds and HexaPro's draw", () => {
    const seeds = seedsOf(SEATS);
    expect(new Stream(filled(32, 0)).u32()).toBe(840751173);
    expect(hex(seeds)).toBe("35e3860c1d4707651e5bc1dcd61f421ebaa5413c1a432c435ff84468e0a892bc");
    expect(roundStream(filled(32, 2), TABLE, 7, seeds).uniform(37)).toBe(32);
    expect(hexaProNumber(filled(32, 3), TABLE, seeds)).toBe(50680);
    expect(chainBack(filled(32, 2), 2)).toEqual(chainBack(chainBack(filled(32, 2), 1), 1));
  });

  it("knows tables by the first half of a hash over their id", () => {
    expect(hex(id16("T1"))).toBe(createHash("sha256").update("T1").digest("hex").slice(0, 32));
  });
});

describe("hashes and signatures of our own", () => {
  it("says what the platform says, at every length around a block", async () => {
    const mac = macBy(crypto.subtle);
    for (let length = 0; length < 140; length++) {
      const message = Uint8Array.from({ length }, (_, at) => (at * 7 + length) % 256);
      expect(hex(sha256(message))).toBe(createHash("sha256").update(message).digest("hex"));
      expect(hex(sha512(message))).toBe(createHash("sha512").update(message).digest("hex"));
      const key = message.slice(0, 70);
      expect(hex(hmac(key, message))).toBe(createHmac("sha256", key).update(message).digest("hex"));
    }
    const message = seedMessage("my own text: õun", TABLE, 17, 3);
    expect(await mac(filled(32, 4), message)).toEqual(await macBy(undefined)(filled(32, 4), message));
  });

  it("verifies what others signed, and nothing else", async () => {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    const key = new Uint8Array(publicKey.export({ format: "der", type: "spki" }).subarray(-32));
    const message = utf8("lock");
    const signature = new Uint8Array(sign(null, message, privateKey));
    const order = (1n << 252n) + 27742317777372353535851937790883648493n;
    const s = BigInt(`0x${hex(signature.slice(32).reverse())}`) + order;
    const malleable = join(signature.slice(0, 32), unhex(s.toString(16).padStart(64, "0")).reverse());
    for (const verify of [verifierBy(crypto.subtle), verifierBy(undefined)]) {
      expect(await verify(key, message, signature)).toBe(true);
      expect(await verify(key, utf8("look"), signature)).toBe(false);
      expect(await verify(filled(32, 2), message, signature)).toBe(false);
      expect(await verify(key, message, malleable)).toBe(false);
      expect(
        await verify(
          key,
          message,
          signature.map((byte, at) => (at === 3 ? byte ^ 1 : byte)),
        ),
      ).toBe(false);
    }
  });

  it("agrees with RFC 8032", () => {
    const key = unhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
    const signature = unhex(
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
      64,
    );
    expect(isSigned(key, new Uint8Array(0), signature)).toBe(true);
  });
});
