import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { BadProof, type Bytes, hex, NOTHING, unhex } from "../../src/fair/bytes";
import { chainBack, drawCommitment, lockOf, seedsOf } from "../../src/fair/casino";
import { cardName } from "../../src/fair/hand";
import { defaultSeed, type SeatSeed } from "../../src/fair/pfp1";
import { type PublishedDraw, readDraw } from "../../src/fair/published-rounds";
import { MemoryStore } from "../../src/fair/store";
import type { ChanceTold } from "../../src/fair/talk";
import { drawnBy, shoeOf, verifyDraw } from "../../src/fair/verify-draw";
import type * as wire from "../../src/protocol/messages";
import { Device } from "./house";

/** Rounds, a shoe and a HexaPro draw made by the reference; `tests/fair/test_shared_hands.py` verifies the same file. */
const LINES = readFileSync(new URL("../../../tests/fair/published_rounds.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n");
const failed = (text: string, pinned: Bytes | null = null) =>
  verifyDraw(readDraw(JSON.parse(text)), pinned).flatMap(({ name, passed }) => (passed ? [] : [name]));
const flip = (digits: string) => (digits.startsWith("0") ? `1${digits.slice(1)}` : `0${digits.slice(1)}`);

describe("published draws", () => {
  it("are proven: rounds, a withheld seed, a shoe, one that came to nothing, and HexaPro's", () => {
    expect(LINES.map((line) => readDraw(JSON.parse(line)).kind)).toEqual(["round", "round", "shoe", "round", "draw"]);
    for (const line of LINES) expect(failed(line)).toEqual([]);
  });

  it("are not, where any value is another one", () => {
    const [round, , shoe, , draw] = LINES.map((line) => JSON.parse(line) as Record<string, unknown>);
    const change = (of: unknown, more: object) => failed(JSON.stringify({ ...(of as object), ...more }));
    const players = (round as { players: { seed: string; flag: number }[] }).players;
    expect(change(round, { secret: flip(String(round?.secret)) })).toContain("secret");
    expect(change(round, { result: (Number(round?.result) + 1) % 37 })).toEqual(["result"]);
    expect(change(round, { seeds: flip(String(round?.seeds)) })).toEqual(["mix"]);
    expect(change(round, { players: players.toReversed().slice(1) })).toContain("mix");
    expect(change(round, { players: [{ ...players[0], seed: "ab".repeat(32) }, ...players.slice(1)] })).toContain(
      "seeds",
    );
    expect(change(round, { players: [{ ...players[0], flag: 2 }, ...players.slice(1)] })).toContain("seeds");
    const cards = (shoe as { cards: number[] }).cards;
    expect(change(shoe, { cards: [cards[1], cards[0], ...cards.slice(2)] })).toEqual(["cards"]);
    expect(change(draw, { result: (Number(draw?.result) + 1) % 100_000 })).toEqual(["result"]);
    expect(change(draw, { commitment: flip(String(draw?.commitment)) })).toContain("secret");
    expect(failed(JSON.stringify(round), new Uint8Array(32))).toEqual(["pinned"]);
  });

  it("are read strictly", () => {
    const [round] = LINES.map((line) => JSON.parse(line) as Record<string, unknown>);
    for (const wrong of [
      { ...round, more: 1 },
      { ...round, result: 37 },
      { ...round, round: 0 },
      { ...round, kind: "spin" },
      { ...round, protocol: "PFP-2" },
      { ...round, secret: "00" },
    ])
      expect(() => readDraw(wrong)).toThrow(BadProof);
  });
});

const PLACE = Uint8Array.from({ length: 16 }, (_, at) => at);
const ME = "07".repeat(16);
const OTHER = "08".repeat(16);
const LENGTH = 12;
const LAST = new Uint8Array(32).fill(5);
const secretOf = (index: number) => chainBack(LAST, LENGTH - index);
const ANCHOR = hex(secretOf(0));
const OWN: wire.CasinoOwnFair = { pid: ME, promised: [], defaultUntil: 0, locked: null, among: false };
type Seat = Omit<wire.HexaProSeat, "seat">;
const digestOf = (index: number, players: readonly Seat[]): string =>
  hex(
    lockOf(
      PLACE,
      index,
      players.map(({ pid, flag, commitment }) => ({
        seat: 0,
        pid: unhex(pid, 16),
        flag,
        commitment: unhex(commitment),
      })),
    ),
  );

/** A house with a chain of secrets, one device, and a player with the default. */
class ChanceHouse {
  readonly promised = new Map<number, string>();
  fair: wire.CasinoFair = { proven: hex(PLACE), anchor: ANCHOR, length: LENGTH, next: 1, lock: null, shoe: null };

  constructor(readonly device: Device) {}

  async tell(change: Partial<wire.CasinoFair>, ...told: readonly ChanceTold[]): Promise<void> {
    this.fair = { ...this.fair, ...change };
    const own = { ...OWN, locked: this.fair.lock && (this.promised.get(this.fair.lock.index) ?? null) };
    await this.device.desk.take({ kind: "chance", table: "W", fair: this.fair, own, told });
    for (const { message } of this.device.said)
      for (const { hand, commitment } of "promises" in message ? message.promises : [])
        if (!this.promised.has(hand)) this.promised.set(hand, commitment);
  }

  players(index: number): readonly Seat[] {
    const commitment = this.promised.get(index);
    const mine = commitment ? { flag: 1, commitment } : { flag: 2, commitment: hex(NOTHING) };
    return [
      { pid: ME, ...mine },
      { pid: OTHER, flag: 2, commitment: hex(NOTHING) },
    ];
  }

  lock(index: number, draws: "round" | "shoe" = "round", players = this.players(index)): Promise<void> {
    return this.tell({ next: index + 1, lock: { index, draws, digest: digestOf(index, players), until: 1_500 } });
  }

  seedOf(index: number): string | null {
    const said = this.device.said.find(({ message }) => message.type === "revealSeed" && message.hand === index);
    return said?.message.type === "revealSeed" ? said.message.seed : null;
  }

  /** What is published of a place of the chain, with the seed that the device told. */
  proof(kind: "round" | "shoe", index: number, { seed = this.seedOf(index), cards = 40 } = {}): string {
    const seeds = this.players(index).map(({ pid, flag, commitment }): SeatSeed => {
      const each = { seat: 0, pid: unhex(pid, 16), flag, commitment: unhex(commitment), seed: NOTHING };
      if (flag === 2) return { ...each, seed: defaultSeed(PLACE, index, 0, each.pid, [unhex(ANCHOR), NOTHING]) };
      return seed === null ? { ...each, flag: 0 } : { ...each, seed: unhex(seed) };
    });
    const digest = seedsOf(seeds);
    const secret = secretOf(index);
    const draw: PublishedDraw = {
      kind,
      place: PLACE,
      number: index,
      fixed: unhex(ANCHOR),
      players: seeds,
      seeds: digest,
      secret,
      result: null,
      cards: [],
    };
    const came = kind === "shoe" ? { cards: shoeOf(draw, digest).slice(0, cards) } : { result: drawnBy(draw, digest) };
    return JSON.stringify({
      protocol: "PFP-1",
      kind,
      table: hex(PLACE),
      round: index,
      anchor: ANCHOR,
      players: seeds.map(({ pid, flag, commitment, seed: told }) => ({
        pid: hex(pid),
        flag,
        commitment: hex(commitment),
        seed: hex(told),
      })),
      seeds: hex(digest),
      secret: hex(secret),
      ...came,
    });
  }

  /** What is told of a proof to everybody; the room publishes it. */
  told(index: number, proof: string, honest = proof): ChanceTold {
    this.device.pages[pathOf(index)] = proof;
    const { seeds, secret, players } = JSON.parse(honest) as { seeds: string; secret: string; players: unknown[] };
    return { kind: "secretTold", proven: hex(PLACE), index, players: players.length, seeds, secret };
  }

  /** The ball falls, the secret is told with it, and the device asks for the proof. */
  async fall(index: number, proof = this.proof("round", index), pocket?: number): Promise<void> {
    await this.spin(index, proof, pocket);
    await this.device.pass();
  }

  async spin(index: number, proof = this.proof("round", index), pocket?: number): Promise<void> {
    const honest = this.proof("round", index);
    const { result = null } = JSON.parse(proof) as { result?: number };
    const fell = { kind: "ballFell", pocket: pocket ?? result ?? 0, colour: "red", video: null } as const;
    const isWhole = "seeds" in (JSON.parse(proof) as object);
    await this.tell({ lock: null }, fell, this.told(index, proof, isWhole ? proof : honest));
  }
}

const pathOf = (index: number) => `/api/casino/tables/W/proofs/${hex(PLACE)}-${index}`;
let device: Device;
let house: ChanceHouse;

beforeEach(async () => {
  device = new Device();
  house = new ChanceHouse(device);
  await house.tell({});
});

describe("a device at a wheel", () => {
  it("promises three places, tells each seed to its lock alone, and finds the pocket right", async () => {
    expect([...house.promised.keys()]).toEqual([1, 2, 3]);
    expect(house.seedOf(1)).toBeNull();
    await house.lock(1);
    expect(house.seedOf(1)).not.toBeNull();
    const said = device.said.length;
    await house.tell({});
    expect(device.said.length, "told once, however often the lock is shown").toBe(said);
    await device.answer();
    await house.fall(1);
    expect(device.results).toEqual(["checked"]);
    await house.lock(2);
    await device.answer();
    await house.fall(2);
    expect(device.results).toEqual(["checked", "checked"]);
    expect([...house.promised.keys()]).toEqual([1, 2, 3, 4, 5]);
    expect(house.seedOf(1)).not.toBe(house.seedOf(2));
  });

  it("answers after the page was loaded anew between lock and seed, with the same seed", async () => {
    const store = new MemoryStore();
    const before = new ChanceHouse(new Device(store));
    await before.tell({});
    const after = new ChanceHouse(new Device(store));
    for (const [index, commitment] of before.promised) after.promised.set(index, commitment);
    await after.lock(1);
    expect(after.seedOf(1)).not.toBeNull();
    await after.device.answer();
    await after.fall(1);
    expect(after.device.results).toEqual(["checked"]);
  });

  it("leaves a lock to another device of the same player, and says so", async () => {
    house.promised.set(1, "ab".repeat(32));
    const players = house.players(1);
    await house.lock(1, "round", players);
    expect(house.seedOf(1)).toBeNull();
    await house.fall(1);
    expect(device.results).toEqual(["uncut"]);
  });

  it("finds fault where a seed that was taken in time is left out", async () => {
    await house.lock(1);
    await device.answer();
    await house.fall(1, house.proof("round", 1, { seed: null }));
    expect(device.failedAt).toBe("seeds");
  });

  it("allows it where the room did not take the seed in time", async () => {
    await house.lock(1);
    await device.answer(false);
    await house.fall(1, house.proof("round", 1, { seed: null }));
    expect(device.results).toEqual(["uncut"]);
  });

  it("finds fault with another pocket than fell, another secret, other players, and what cannot be read", async () => {
    const lies: readonly [string, (proof: Record<string, unknown>) => unknown, number?][] = [
      ["cards_seen", (proof) => proof, 99],
      ["secret", (proof) => ({ ...proof, secret: "cd".repeat(32) })],
      ["mix", (proof) => ({ ...proof, players: (proof.players as unknown[]).slice(0, 1) })],
      ["result", (proof) => ({ ...proof, result: (Number(proof.result) + 1) % 37 })],
      ["lock", () => ({})],
    ];
    for (const [step, lie, pocket] of lies) {
      const each = new ChanceHouse(new Device());
      await each.tell({});
      await each.lock(1);
      await each.device.answer();
      const honest = each.proof("round", 1);
      await each.fall(1, JSON.stringify(lie(JSON.parse(honest) as Record<string, unknown>)), pocket);
      expect(each.device.failedAt, step).toBe(step);
    }
  });

  it("tells no seed to a second lock of the same place, nor once its secret is known", async () => {
    await house.lock(1);
    const told = device.said.length;
    const others: readonly Seat[] = house.players(1).slice(0, 1);
    await house.lock(1, "round", others);
    expect(device.failedAt).toBe("order_in_time");
    expect(device.said.length).toBe(told);
    const again = new ChanceHouse(new Device());
    await again.tell({});
    await again.fall(2, again.proof("round", 2, { seed: null }));
    await again.lock(2);
    expect(again.seedOf(2)).toBeNull();
    expect(again.device.failedAt).toBe("order_in_time");
  });

  it("asks for the proof in a while of its own, again while the room is away, and after the page was loaded anew", async () => {
    await house.lock(1);
    await device.answer();
    await house.spin(1);
    expect(device.told.at(-1)).toMatchObject({ kind: "checked", check: { state: "checking" } });
    const proof = device.pages[pathOf(1)] as string;
    delete device.pages[pathOf(1)];
    const [first = -1, ...again] = await device.pass();
    expect(first).toBeGreaterThanOrEqual(0);
    expect(first, "ten milliseconds for each of two players").toBeLessThan(20);
    expect(again).toEqual([2_000, 10_000, 60_000]);
    expect(device.results, "a room that is away is not blamed").toEqual([]);
    const later = new Device(device.store);
    later.pages[pathOf(1)] = proof;
    await later.desk.remind();
    await later.pass();
    expect(later.results).toEqual(["checked"]);
    await later.desk.remind();
    expect(await later.pass(), "and asks no more").toEqual([]);
  });

  it("finds fault with a proof that is never published", async () => {
    await house.lock(1);
    await device.answer();
    await house.spin(1);
    device.pages[pathOf(1)] = "";
    expect(await device.pass()).toHaveLength(4);
    expect(device.failedAt).toBe("lock");
  });

  it("finds fault with a proof of other seeds or another secret than were told, right as it may be", async () => {
    for (const more of [{ seed: null }, {}]) {
      const each = new ChanceHouse(new Device());
      await each.tell({});
      await each.lock(1);
      await each.device.answer(false);
      await each.spin(1);
      each.device.pages[pathOf(1)] = each.proof("round", 1, more);
      await each.device.pass();
      expect(each.device.failedAt).toBe("seed" in more ? "order_in_time" : null);
    }
    await house.lock(1);
    await house.spin(1);
    await house.tell({}, house.told(1, house.proof("round", 1, { seed: null })));
    expect(device.failedAt, "told twice, and not the same").toBe("order_in_time");
  });

  it("tells no seed once the secret was told, before the proof is there", async () => {
    await house.tell({}, house.told(1, house.proof("round", 1, { seed: null })));
    await house.lock(1);
    expect(house.seedOf(1)).toBeNull();
    expect(device.failedAt).toBe("order_in_time");
  });

  it("keeps to the anchor that it saw first, and fails once for it", async () => {
    await house.tell({ anchor: "ee".repeat(32) });
    await house.tell({ anchor: "ee".repeat(32), next: 2 });
    expect(device.failedAt).toBe("pinned");
    expect(device.results).toEqual(["failed"]);
  });

  it("promises nothing while it has the default, and nothing past the chain", async () => {
    const barred = new Device();
    const own = { ...OWN, defaultUntil: 9 };
    await barred.desk.take({ kind: "chance", table: "W", fair: house.fair, own, told: [] });
    expect(barred.said).toEqual([]);
    const last = new ChanceHouse(new Device());
    await last.tell({ next: LENGTH });
    expect([...last.promised.keys()]).toEqual([LENGTH]);
  });
});

const card = (name: string | null): ChanceTold => ({ kind: "cardDealt", seat: 0, hand: 0, card: name, video: null });
const shuffled: ChanceTold = { kind: "shoeShuffled", number: 1, cards: 416, commitment: "" };

describe("a device at a shoe", () => {
  async function shuffle(): Promise<readonly string[]> {
    await house.lock(1, "shoe");
    await device.answer();
    const players = house.players(1);
    await house.tell({ lock: null, shoe: { index: 1, players: players.length, own: 1 } }, shuffled);
    return (JSON.parse(house.proof("shoe", 1)) as { cards: number[] }).cards.map(cardName);
  }
  const over = async () => {
    await house.tell({ shoe: null }, house.told(1, house.proof("shoe", 1)));
    await device.pass();
  };

  it("finds the cards that it saw in the order of the proof, the burnt ones between them, and one face down", async () => {
    const taken = await shuffle();
    const [first, , third, fourth, fifth] = taken as [string, string, string, string, string];
    await house.tell({}, card(first), card(third), card(null), card(fifth));
    await house.tell({}, { kind: "holeShown", card: fourth, rule: "BJ-16" });
    await over();
    expect(device.results).toEqual(["checked"]);
  });

  it("finds fault with a card that does not lie there", async () => {
    const taken = await shuffle();
    const missing = ["2c", "3d", "4h", "5s", "6c", "7d", "8h", "9s", "Tc", "Jd", "Qh", "Ks", "Ac"].find(
      (name) => !taken.includes(name),
    ) as string;
    await house.tell({}, card(taken[0] ?? null), card(missing));
    await over();
    expect(device.failedAt).toBe("cards_seen");
  });

  it("shows the proof step by step afterwards, and keeps its mark", async () => {
    await shuffle();
    await over();
    const page = `round/W/${hex(PLACE)}-1`;
    await device.desk.take({ kind: "prove", hand: page });
    await device.desk.take({ kind: "checkDraws", pages: [page, "round/W/none"] });
    const shown = device.told.find((each) => each.kind === "proof");
    expect(shown).toMatchObject({
      proof: { kind: "shoe", pinned: true, witnessed: true, check: { state: "checked" } },
    });
    expect(device.told.at(-1)).toEqual({ kind: "rows", checks: { [page]: "checked" } });
  });
});

describe("a device in HexaPro's draw", () => {
  const GAME = new Uint8Array(16).fill(9);
  const SECRET = new Uint8Array(32).fill(6);
  const game: wire.HexaProFair = { game: 4, proven: hex(GAME), commitment: hex(drawCommitment(GAME, SECRET)) };
  const part = (promised = false): wire.HexaProPart => ({
    type: "hexaproPart",
    at: 0,
    lobby: "L",
    game,
    seat: 1,
    pid: ME,
    promised,
  });

  const locked = (commitment: string): readonly wire.HexaProSeat[] => [
    { seat: 0, pid: OTHER, flag: 2, commitment: hex(NOTHING) },
    { seat: 1, pid: ME, flag: 1, commitment },
  ];

  /** The drawn game, with the seed that the device told. */
  function drawn(commitment: string, seed: string | null, lie: Partial<wire.HexaProDraw> = {}): wire.HexaProDrawShown {
    const seeds = locked(commitment).map(({ seat, pid, flag }): SeatSeed => {
      const each = { seat, pid: unhex(pid, 16), flag, commitment: NOTHING, seed: NOTHING };
      if (flag === 2) return { ...each, seed: defaultSeed(GAME, 0, seat, each.pid, [unhex(game.commitment), NOTHING]) };
      const own = { ...each, commitment: unhex(commitment) };
      return seed === null ? { ...own, flag: 0 } : { ...own, seed: unhex(seed) };
    });
    const digest = seedsOf(seeds);
    const shared = { place: GAME, number: 0, fixed: unhex(game.commitment), secret: SECRET, players: seeds, cards: [] };
    const number = drawnBy({ ...shared, kind: "draw", seeds: digest, result: null }, digest);
    const proof = JSON.stringify({
      protocol: "PFP-1",
      kind: "draw",
      game: hex(GAME),
      commitment: game.commitment,
      players: seeds.map(({ seat, pid, flag, commitment: by, seed: told }) => ({
        seat,
        pid: hex(pid),
        flag,
        commitment: hex(by),
        seed: hex(told),
      })),
      seeds: hex(digest),
      secret: hex(SECRET),
      result: number,
    });
    const odds = [
      { multiplier: 200, chances: 50_000, firstDraw: 0, lastDraw: 49_999 },
      { multiplier: 300, chances: 50_000, firstDraw: 50_000, lastDraw: 99_999 },
    ].map((band) => ({ ...band, pool: 0, prizes: [], stack: 500, levelTime: 0, bank: 0 }));
    const slot = number < 50_000 ? 0 : 1;
    return {
      type: "hexaproDrawn",
      at: 0,
      drawn: {
        lobby: "L",
        tournament: "T-1",
        table: "",
        unit: { kind: "money", currency: "EUR", label: "test" },
        buyIn: 100,
        draw: { game: 4, draw: number, multiplier: odds[slot]?.multiplier ?? 0, editionHash: "", at: 0, ...lie },
        slot,
        odds,
        chances: 100_000,
        rule: "HEXA-05",
        dealsAt: null,
        proof,
      },
    };
  }

  async function draw(lie: Partial<wire.HexaProDraw> = {}, isKept = true): Promise<void> {
    await device.desk.take({ kind: "hexapro", told: part() });
    const promise = device.said.at(-1)?.message;
    const commitment = promise?.type === "promiseDraw" ? promise.commitment : "";
    await device.answer();
    const message = { type: "hexaproLocked", at: 0, lobby: "L", game, players: locked(commitment), until: 5 } as const;
    await device.desk.take({ kind: "hexapro", told: message });
    const told = device.said.at(-1)?.message;
    expect(told).toMatchObject({ type: "revealDraw", lobby: "L", game: 4 });
    await device.answer();
    const seed = told?.type === "revealDraw" && isKept ? told.seed : null;
    await device.desk.take({ kind: "hexapro", told: drawn(commitment, seed, lie) });
  }

  it("promises, tells its seed to the lock, and finds the number and its multiplier right", async () => {
    await draw();
    expect(device.results).toEqual(["checked"]);
    const check = device.told.find((each) => each.kind === "checked");
    expect(check).toMatchObject({ check: { hand: "draw/T-1", state: "checked" } });
  });

  it("finds fault with another multiplier than the number means, and with a seed left out", async () => {
    await draw({ multiplier: 100_000 });
    expect(device.failedAt).toBe("cards_seen");
    device = new Device();
    await draw({}, false);
    expect(device.failedAt).toBe("seeds");
  });

  it("promises nothing where another device of the player has", async () => {
    const told = device.said.length;
    await device.desk.take({ kind: "hexapro", told: part(true) });
    expect(device.said.length).toBe(told);
  });
});
