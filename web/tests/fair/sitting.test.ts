import { beforeEach, describe, expect, it } from "vitest";
import { hex, unhex } from "../../src/fair/bytes";
import { keyDigest } from "../../src/fair/desk";
import { deckOf, defaultSeed, type Roots } from "../../src/fair/pfp1";
import type { Told } from "../../src/fair/talk";
import type * as wire from "../../src/protocol/messages";
import { type Dealing, Device, House, ME, OTHER, PLACE, Signer, toldSeed } from "./house";

let house: House;
let device: Device;

beforeEach(async () => {
  house = new House();
  device = new Device();
  await house.seat(device);
});

const board = (cards: readonly string[]): Told => ({ kind: "board", street: 1, board: cards, pots: [3] });

/** A whole hand: the lock goes out, the device answers, and the rest comes as the room says it. */
async function play(change: (dealing: Dealing) => Partial<Dealing> = () => ({})): Promise<Dealing> {
  const promises = device.promises;
  const { hand } = house;
  // The lock does not depend on the seed, so it can be sent before the seed is known.
  const before = { log: house.log, hand };
  const draft = house.deal(promises, () => null);
  Object.assign(house, before);
  await device.frame({ ...draft.locked, ...change(draft).locked });
  await device.answer();
  const seed = toldSeed(device, hand);
  Object.assign(house, { log: before.log, hand: before.hand });
  const honest = redeal(draft, seed);
  const dealing = { ...honest, ...change(honest) };
  await device.frame(dealing.dealt, ...dealing.opened);
  await device.frame(board(dealing.board));
  await device.frame(dealing.ended);
  return dealing;
}

/** The same lock, cut with the seed that was told. */
function redeal(draft: Dealing, seed: Uint8Array<ArrayBuffer> | null): Dealing {
  const { locked } = draft;
  const hand = locked.hand;
  const keys = [2 * hand - 1, 2 * hand].map((at) => new Uint8Array(32).fill(100 + at));
  const decks = keys.map((key, number) => deckOf(PLACE, hand, number, key));
  const roots = decks.map(({ root }) => root) as unknown as Roots;
  const seats = locked.seats.map(({ seat, pid, flag, commitment }) => {
    const each = { seat, pid: unhex(pid, 16), flag, commitment: unhex(commitment), seed: new Uint8Array(32) };
    if (flag === 2) return { ...each, seed: defaultSeed(PLACE, hand, seat, each.pid, roots) };
    return seed ? { ...each, seed } : { ...each, flag: 0 };
  });
  return house.cut(locked, roots, seats, decks, keys);
}

describe("taking part", () => {
  it("promises the next hand and two spare ones, and tells each seed once it is locked", async () => {
    expect(device.promises.map(({ hand }) => hand)).toEqual([1, 2, 3]);
    await play();
    expect(device.promises.map(({ hand }) => hand)).toEqual([2, 3, 4]);
    await play();
    await play();
    expect(device.states).toEqual(["checking", "checked", "checking", "checked", "checking", "checked"]);
    const seeds = [1, 2, 3].map((hand) => hex(toldSeed(device, hand) ?? new Uint8Array()));
    expect(new Set(seeds).size).toBe(3);
    expect(device.draws).toBe(6);
  });

  it("mixes a text of one's own into seeds that are drawn from then on", async () => {
    const plain = new Device();
    const texted = new Device();
    await texted.desk.take({ kind: "text", text: "õun" });
    await house.seat(plain);
    await house.seat(texted);
    expect(plain.promises[0]?.commitment).not.toBe(texted.promises[0]?.commitment);
  });

  it("answers after the page was loaded anew between lock and seed", async () => {
    const draft = house.deal(device.promises, () => null);
    const reloaded = new Device(device.store);
    const promised = device.promises.slice();
    house.hand = 2;
    await house.seat(reloaded, { locked: draft.locked, promised });
    expect(reloaded.said[0]?.message).toMatchObject({ type: "revealSeed", hand: 1 });
    expect(house.commitment(1, toldSeed(reloaded, 1) ?? new Uint8Array())).toBe(promised[0]?.commitment);
  });

  it("keeps no seed longer than its hand", async () => {
    await play();
    expect((await device.store.keys("seed:")).map((key) => Number(key.slice(-16)))).toEqual([2, 3, 4]);
  });

  it("asks to take part again where the lock has the default", async () => {
    const { locked } = house.deal([], () => null);
    await device.frame(locked);
    expect(device.said.at(-1)?.message).toMatchObject({ type: "promiseSeeds" });
    expect(device.promises.map(({ hand }) => hand)).toEqual([2, 3, 4]);
  });

  it("leaves the cut to another device that has promised already, and disputes nothing of it", async () => {
    const seed = new Uint8Array(32).fill(9);
    const promised = [1, 2, 3].map((hand) => ({ hand, commitment: house.commitment(hand, seed) }));
    const second = new Device();
    await house.seat(second, { promised });
    expect(second.said).toEqual([]);
    const dealing = house.deal(promised, () => seed);
    await second.frame(dealing.locked);
    await second.frame(dealing.dealt, ...dealing.opened, board(dealing.board));
    await second.frame(dealing.ended);
    expect(second.states).toEqual(["checking", "notByYou"]);
  });

  it("asks for a pid where it has none, and promises once it is told", async () => {
    const moved = new Device();
    await moved.desk.take({ kind: "shown", table: "T", fair: house.fair({ pid: null }), seat: ME });
    expect(moved.said[0]?.message).toEqual({ type: "promiseSeeds", table: "T", promises: [] });
    await moved.frame({ kind: "fairPart", table: hex(PLACE), pid: "07".repeat(16), hand: 4 });
    expect(moved.promises.map(({ hand }) => hand)).toEqual([4, 5, 6]);
  });
});

describe("several tables at once", () => {
  it("has seeds of its own at each, and a failure at one leaves the other alone", async () => {
    const other = "5a".repeat(16);
    const fair = house.fair({ table: other, pid: "09".repeat(16) });
    await device.desk.take({ kind: "shown", table: "U", fair, seat: 1 });
    const said = device.said.at(-1)?.message;
    expect(said).toMatchObject({ type: "promiseSeeds", table: "U" });
    const [here, there] = device.said.map(({ message }) => ("promises" in message ? message.promises : []));
    expect(new Set([...(here ?? []), ...(there ?? [])].map(({ commitment }) => commitment)).size).toBe(6);
    const { locked } = new House().deal([], () => null);
    await device.desk.take({ kind: "frame", table: "U", told: [locked], seat: 1 });
    expect(device.failedAt).toBe("lock");
    const promises = here ?? [];
    const draft = house.deal(promises, () => null);
    await device.frame(draft.locked);
    await device.answer();
    const seed = toldSeed(device, 1);
    Object.assign(house, { hand: 1, log: new Uint8Array(32) });
    const { dealt, opened, board: cards, ended } = redeal(draft, seed);
    await device.frame(dealt, ...opened, board(cards), ended);
    expect(device.states).toEqual(["failed", "checking", "checked"]);
  });
});

describe("marks", () => {
  it("says that nobody cut, where no own seed counted", async () => {
    const dealing = house.deal([], () => null);
    await device.frame(dealing.locked, dealing.dealt, ...dealing.opened, board(dealing.board), dealing.ended);
    expect(device.states).toEqual(["checking", "uncut"]);
  });

  it("says that only shown cards were checked for whoever watches", async () => {
    const watcher = new Device();
    await watcher.desk.take({ kind: "shown", table: "T", fair: house.fair({ pid: null }), seat: null });
    const { locked, dealt, ended } = house.deal([], () => null);
    await watcher.desk.take({ kind: "frame", table: "T", told: [locked, dealt, ended], seat: null });
    expect(watcher.said).toEqual([]);
    expect(watcher.states).toEqual(["checking", "shown"]);
  });

  it("marks a void hand, also one whose end never came", async () => {
    const first = house.deal(device.promises, () => null);
    await device.frame(first.locked, house.voided(first.locked, 3));
    const second = house.deal(device.promises, () => null);
    await device.frame(second.locked);
    house.voided(second.locked, 1);
    await device.frame(house.deal([], () => null).locked);
    expect(device.states).toEqual(["void", "void"]);
    expect(device.failedAt).toBeNull();
  });
});

const flip = (digits: string) => (digits.startsWith("0") ? `1${digits.slice(1)}` : `0${digits.slice(1)}`);
const resigned = (locked: wire.FairLocked, seats: wire.FairLocked["seats"]): wire.FairLocked =>
  house.lock(
    locked.hand,
    locked.roots.map((root) => unhex(root)) as unknown as Roots,
    seats.map((each) => ({
      ...each,
      pid: unhex(each.pid, 16),
      commitment: unhex(each.commitment),
      seed: new Uint8Array(32),
    })),
  );

describe("a room that lies", () => {
  const lies: readonly [string, string, (dealing: Dealing) => Partial<Dealing>][] = [
    [
      "a lock that is not what it names",
      "lock",
      ({ locked }) => ({ locked: { ...locked, roots: [flip(locked.roots[0] ?? ""), locked.roots[1] ?? ""] } }),
    ],
    [
      "a lock that is not signed",
      "signatures",
      ({ locked }) => ({ locked: { ...locked, signature: flip(locked.signature) } }),
    ],
    ["a key that nobody knows", "pinned", ({ locked }) => ({ locked: { ...locked, key: hex(new Signer(2).public) } })],
    [
      "another commitment in my place",
      "seeds",
      ({ locked }) => ({
        locked: resigned(
          locked,
          locked.seats.map((each) =>
            each.seat === ME ? { ...each, commitment: house.commitment(1, new Uint8Array(32).fill(5)) } : each,
          ),
        ),
      }),
    ],
    [
      "a cut that leaves out my seed",
      "seeds",
      ({ dealt }) => ({
        dealt: {
          ...dealt,
          seats: dealt.seats.map((each) => (each.seat === ME ? { ...each, flag: 0, seed: "00".repeat(32) } : each)),
        },
      }),
    ],
    [
      "a default of the house's choosing",
      "seeds",
      ({ dealt }) => ({
        dealt: {
          ...dealt,
          seats: dealt.seats.map((each) => (each.seat === OTHER ? { ...each, seed: flip(each.seed) } : each)),
        },
      }),
    ],
    [
      "a flag that was not locked",
      "deal",
      ({ dealt }) => ({
        dealt: { ...dealt, seats: dealt.seats.map((each) => (each.seat === OTHER ? { ...each, flag: 1 } : each)) },
      }),
    ],
    [
      "a seat more",
      "deal",
      ({ dealt }) => ({ dealt: { ...dealt, seats: [...dealt.seats, { seat: 8, flag: 2, seed: "00".repeat(32) }] } }),
    ],
    ["the other deck", "cut", ({ dealt }) => ({ dealt: { ...dealt, deck: 1 - dealt.deck } })],
    [
      "a deal that is not signed",
      "signatures",
      ({ dealt }) => ({ dealt: { ...dealt, signature: flip(dealt.signature) } }),
    ],
    [
      "a card of mine that was not locked",
      "cards",
      ({ opened }) => ({
        opened: opened.map((each) =>
          each.kind === "fairOpened"
            ? { ...each, openings: each.openings.map((card) => ({ ...card, card: (card.card + 1) % 52 })) }
            : each,
        ),
      }),
    ],
    [
      "cards that are not those of the proof",
      "cards_seen",
      ({ opened }) => ({
        opened: opened.map((each) => (each.kind === "dealt" ? { ...each, cards: ["As", "Ad"] } : each)),
      }),
    ],
    ["a board that is not that of the proof", "cards_seen", ({ board: seen }) => ({ board: seen.toReversed() })],
    [
      "a deal that begins at the wrong seat",
      "order",
      ({ opened }) => ({ opened: opened.map((each) => (each.kind === "handOpened" ? { ...each, button: ME } : each)) }),
    ],
    [
      "a swapped card of the board",
      "cards",
      ({ ended }) => ({
        ended: {
          ...ended,
          openings: ended.openings.map((each, at) => (at === 0 ? { ...each, card: (each.card + 1) % 52 } : each)),
        },
      }),
    ],
    [
      "a key that opens another deck",
      "unused_deck",
      ({ ended }) => ({ ended: { ...ended, unusedKey: flip(ended.unusedKey) } }),
    ],
    [
      "an end that names other cards",
      "end",
      ({ ended }) => ({ ended: { ...ended, openings: ended.openings.slice(1) } }),
    ],
    ["a log that goes elsewhere", "log", ({ ended }) => ({ ended: { ...ended, after: flip(ended.after) } })],
    [
      "an end that is not signed",
      "signatures",
      ({ ended }) => ({ ended: { ...ended, signature: flip(ended.signature) } }),
    ],
  ];

  for (const [what, step, change] of lies)
    it(`is caught: ${what}`, async () => {
      await play(change);
      expect(device.failedAt).toBe(step);
      expect(device.states.filter((state) => state === "failed")).toHaveLength(1);
    });

  it("is caught with a root that comes after the seeds", async () => {
    const first = house.deal(device.promises, () => null);
    await device.frame(first.locked);
    await device.answer();
    Object.assign(house, { hand: 1, log: new Uint8Array(32) });
    const late = house.deal([], () => toldSeed(device, 1));
    await device.frame(late.locked, late.dealt);
    expect(device.failedAt).toBe("order_in_time");
  });

  it("is caught with a late root after this page was loaded anew", async () => {
    const first = house.deal(device.promises, () => null);
    await device.frame(first.locked);
    Object.assign(house, { hand: 1, log: new Uint8Array(32) });
    const late = house.deal([], () => null);
    const reloaded = new Device(device.store);
    await house.seat(reloaded, { locked: late.locked, dealt: late.dealt });
    expect(reloaded.failedAt).toBe("order_in_time");
  });

  it("is caught dealing what was never locked", async () => {
    const { dealt } = house.deal([], () => null);
    await device.frame(dealt);
    expect(device.failedAt).toBe("order_in_time");
  });

  it("is caught where the log does not go on from hand to hand", async () => {
    await play();
    house.log = new Uint8Array(32).fill(1);
    await device.frame(house.deal([], () => null).locked);
    expect(device.failedAt).toBe("log");
  });

  it("tells nobody's seed to a lock that is wrong, and keeps what was received", async () => {
    await play(({ locked }) => ({ locked: { ...locked, signature: flip(locked.signature) } }));
    expect(toldSeed(device, 1)).toBeNull();
    const [key] = await device.store.keys("failed:");
    const kept = await device.store.get<{ evidence: { received: readonly Told[]; step: string } }>(key ?? "");
    expect(kept?.evidence.step).toBe("signatures");
    expect(kept?.evidence.received.map(({ kind }) => kind)).toEqual(["fairLocked"]);
  });

  it("may only lose a seed that it did not say it had taken", async () => {
    const promises = device.promises;
    const draft = house.deal(promises, () => null);
    await device.frame(draft.locked);
    await device.frame(draft.dealt, ...draft.opened, board(draft.board));
    await device.frame(draft.ended);
    expect(device.failedAt).toBeNull();
    expect(device.states.at(-1)).toBe("uncut");
  });
});

describe("the room's key", () => {
  it("is followed where the known one signed for the new one, and not otherwise", async () => {
    const [older, newer] = [house.signer, new Signer(2)];
    const keys = (handover: string | null) =>
      JSON.stringify({
        keys: [
          { number: 1, key: hex(older.public), handover: null },
          { number: 2, key: hex(newer.public), handover },
        ],
      });
    house.signer = newer;
    device.pages["/api/fair"] = keys("00".repeat(64));
    await device.frame(house.deal([], () => null).locked);
    expect(device.failedAt).toBe("pinned");
    const trusting = new Device();
    house = new House();
    await house.seat(trusting);
    house.signer = newer;
    trusting.pages["/api/fair"] = keys(older.sign(keyDigest(older.public, newer.public)));
    await trusting.frame(house.deal([], () => null).locked);
    expect(trusting.failedAt).toBeNull();
  });
});

describe("proofs that are asked for later", () => {
  it("are compared with what this device received", async () => {
    await play();
    const record = { protocol: "PFP-1" };
    device.pages["/api/hands/T-1/proof"] = JSON.stringify(record);
    await device.desk.take({ kind: "prove", hand: "T-1" });
    const told = device.told.at(-1);
    expect(told?.kind === "proof" ? told.proof?.check.state : null).toBe("failed");
    await device.desk.take({ kind: "prove", hand: "unknown" });
    expect(device.told.at(-1)).toEqual({ kind: "proof", hand: "unknown", proof: null });
  });
});
