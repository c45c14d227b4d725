import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { TableChange } from "../src/model/table/changes";
import { mySeat, seatAt } from "../src/model/table/read";
import { reduceTable } from "../src/model/table/reduce";
import type { Table } from "../src/model/table/types";
import { changesOf } from "../src/net/wire-changes";
import { editionOf, mineOf } from "../src/net/wire-lobby";
import { tableOf } from "../src/net/wire-table";
import type * as wire from "../src/protocol/messages";

interface Recorded {
  readonly reader: string;
  readonly table: wire.TableShown;
  readonly frames: readonly wire.Frame[];
}

/** What a room sent to one player: a seat taken in the middle of a hand, and three hands, the last one shown down. */
const recorded = JSON.parse(
  readFileSync(new URL("./recorded-hand.json", import.meta.url), "utf8"),
) as unknown as Recorded;
const AT = 1_000_000;
const first = tableOf(recorded.table.table);

function follow(frames: readonly wire.Frame[], start = first): { table: Table; changes: TableChange[] } {
  const changes: TableChange[] = [];
  let table = start;
  for (const frame of frames) {
    for (const change of changesOf(() => table, frame, { reader: recorded.reader, at: AT })) {
      changes.push(change);
      table = reduceTable(table, change);
    }
  }
  return { table, changes };
}

const frame = (changes: readonly wire.PublicChange[], own: readonly wire.OwnChange[] = []): wire.Frame => ({
  type: "frame",
  table: first.id,
  epoch: 1,
  number: 1,
  changes,
  own,
  done: null,
});

const chair = (index: number, more: Partial<wire.Seat> = {}): wire.Seat => {
  const seat = recorded.table.table.seats[index];
  if (!seat) throw new Error(`nobody sits at ${index}`);
  return { ...seat, ...more };
};

describe("a recorded table", () => {
  it("is shown with my seat, everybody's chips and nobody's cards", () => {
    expect(first.me).toBe(3);
    expect(first.unit).toEqual({ kind: "money", currency: "EUR", label: "test" });
    expect(first.blinds).toEqual({ small: 5, big: 10, ante: 0 });
    expect(seatAt(first, 0).cards).toEqual([null, null]);
    expect(first.seats.flatMap((seat) => seat?.cards ?? []).every((card) => card === null)).toBe(true);
    expect(first.topUp).toMatchObject({ target: 1000, max: 0 });
  });

  it("ends every hand with exactly the stacks the room tells", () => {
    let table = first;
    let ended = 0;
    for (const each of recorded.frames) {
      const { table: after, changes: told } = follow([each], table);
      const beforeSync = told.filter(({ kind }) => kind !== "chairs").reduce(reduceTable, table);
      table = after;
      const end = each.changes.find((change) => change.kind === "handEnded");
      if (!end) continue;
      ended += 1;
      for (const [index, seat] of Object.entries(end.seats))
        expect(seatAt(beforeSync, Number(index)).stack).toBe(seat.stack);
    }
    expect(ended).toBeGreaterThan(2);
  });

  it("gives me cards, turns with options, and the end with its rake and rule", () => {
    const { table, changes } = follow(recorded.frames);
    const dealt = changes.filter((change) => change.kind === "dealt");
    expect(dealt.every(({ cards }) => cards.length === 2)).toBe(true);
    const mine = changes.filter((change) => change.kind === "turn" && change.turn.seat === 3);
    expect(mine.length).toBeGreaterThan(3);
    expect(mine.every((change) => change.kind === "turn" && change.options !== null)).toBe(true);
    const others = changes.filter((change) => change.kind === "turn" && change.turn.seat !== 3);
    expect(others.every((change) => change.kind === "turn" && change.options === null)).toBe(true);
    expect(table.hand?.result).toMatchObject({ rake: 37, pot: 1044 });
    expect(table.hand?.result?.rakeRule).toMatch(/^RAKE-/);
    expect(table.log.filter(({ what }) => what.kind === "shown")).not.toEqual([]);
    expect(table.timeBank).toBe(15_000);
  });
});

describe("a frame", () => {
  it("tells who sits down, and that it is me", () => {
    const seat = chair(3, { player: "p9", name: "Nine" });
    const { changes } = follow([frame([{ kind: "seat", at: 2, seat, rule: "CASH-02" }])]);
    expect(changes[0]).toMatchObject({ kind: "seated", seat: 2, name: "Nine", me: false });
    const own = chair(3, { player: recorded.reader });
    expect(follow([frame([{ kind: "seat", at: 2, seat: own, rule: null }])], { ...first, me: null }).table.me).toBe(2);
  });

  it("tells what became different about a chair, and nothing else", () => {
    const away = { rule: "TIME-01", until: AT + 5 };
    const out = follow([frame([{ kind: "seat", at: 0, seat: chair(0, { away }), rule: "TIME-01" }])]);
    expect(out.changes.map(({ kind }) => kind)).toEqual(["satOut", "chairs"]);
    const back = follow([frame([{ kind: "seat", at: 0, seat: chair(0), rule: null }])], out.table);
    expect(back.changes.map(({ kind }) => kind)).toEqual(["satIn", "chairs"]);
    const more = follow([frame([{ kind: "seat", at: 0, seat: chair(0, { pending: 300 }), rule: "BUY-04" }])]);
    expect(more.changes[0]).toEqual({ kind: "toppedUp", seat: 0, amount: 300, pending: true });
    const applied = chair(0, { stack: 1300 });
    const grown = follow([frame([{ kind: "seat", at: 0, seat: applied, rule: null }])], more.table);
    expect(grown.changes[0]).toEqual({ kind: "toppedUp", seat: 0, amount: 300, pending: false });
    expect(seatAt(grown.table, 0)).toMatchObject({ stack: 1300, pendingTopUp: 0 });
  });

  it("keeps a switch that the room set for me", () => {
    const seat = chair(3, { sitsOutNext: true });
    expect(follow([frame([{ kind: "seat", at: 3, seat, rule: null }])]).table.myOptions.sitOutNext).toBe(true);
    const { table } = follow([frame([{ kind: "sitsOutNext", at: 3, rule: "TIME-13" }])]);
    expect(table.myOptions.sitOutNext).toBe(true);
  });

  it("tells by which clause I may post instead of waiting, and when I may no longer", () => {
    expect(first.mayPost).toBe("CASH-16");
    const own = recorded.table.table.own;
    if (!own) throw new Error("the recorded reader has a seat");
    const offered = (more: Partial<wire.Own>) =>
      follow([frame([], [{ kind: "own", own: { ...own, ...more } }])]).table.mayPost;
    expect(offered({ missedBlind: true })).toBe("CASH-17");
    expect(offered({ mayPost: false })).toBeNull();
  });

  it("makes one end of several pots", () => {
    const pot = (amount: number, seat: number): wire.PublicChange => ({
      kind: "awarded",
      pot: amount,
      rake: 1,
      winners: [{ seat, amount: amount - 1 }],
      best: [],
    });
    const { changes } = follow([frame([pot(100, 0), pot(50, 1)])]);
    expect(changes.filter(({ kind }) => kind === "awarded")).toEqual([
      {
        kind: "awarded",
        pot: 150,
        rake: 2,
        winners: [
          { seat: 0, amount: 99 },
          { seat: 1, amount: 49 },
        ],
        best: [],
        rakeRule: null,
      },
    ]);
  });

  it("rolls a void hand back with its clause and my stack", () => {
    const seats = { 0: chair(0), 1: chair(1, { stack: 990 }), 3: chair(3, { stack: 1000 }) };
    const voided = frame([{ kind: "handVoided", number: 3, seats, rule: "TIME-16", reason: "" }]);
    const { table } = follow([voided]);
    expect(table.hand).toBeNull();
    expect(table.standing).toMatchObject({
      kind: "rolledBack",
      told: { code: "hand_voided", rule: "TIME-16", numbers: { number: 3, stack: 1000 } },
    });
    expect(seatAt(table, 1).stack).toBe(990);
  });

  it("prolongs the same turn for a lost connection", () => {
    const turn = { number: 4, seat: 0, started: AT, thinksUntil: AT + 10_000, bank: 0, bankRuns: false };
    const dealt = follow([frame([{ kind: "turn", turn }])]).table;
    const longer = { ...turn, thinksUntil: AT + 30_000 };
    const lost = frame([
      { kind: "connection", at: 0, connected: false, turn: longer, rule: "TIME-10", sitsOutNext: null },
    ]);
    const { table } = follow([lost], dealt);
    expect(table.hand?.turn?.thinksUntil).toBe(AT + 30_000);
    expect(seatAt(table, 0).lost).toEqual({ until: AT + 30_000, total: 30_000 });
    const found = frame([{ kind: "connection", at: 0, connected: true, turn: null, rule: null, sitsOutNext: null }]);
    expect(seatAt(follow([found], table).table, 0).lost).toBeNull();
  });

  it("says that the table closes, once", () => {
    const closing: wire.PublicChange = {
      kind: "room",
      edition: "x",
      closing: "CASH-12",
      closed: false,
      rule: "CASH-12",
      seats: {},
    };
    const once = follow([frame([closing])]);
    expect(once.table.standing).toMatchObject({ kind: "closing", told: { rule: "CASH-12", numbers: { stack: 1000 } } });
    expect(follow([frame([closing])], once.table).changes).toEqual([]);
  });

  it("keeps what was shown while players are missing", () => {
    const { table } = follow(recorded.frames);
    const waiting = frame([{ kind: "waiting", nextHandAt: null, missing: 1 }]);
    const after = follow([waiting], table).table;
    expect(after.hand?.result).not.toBeNull();
    expect(after.missing).toBe(1);
  });

  it("counts anew what I may add", () => {
    const seat = chair(3, { stack: 400 });
    const { table } = follow([frame([{ kind: "seat", at: 3, seat, rule: null }])]);
    expect(table.topUp).toMatchObject({ max: 600, min: 1 });
    expect(mySeat(table)?.stack).toBe(400);
  });
});

describe("the lobby on the wire", () => {
  const offer: wire.Offer = {
    until: AT,
    min: 500,
    max: 1000,
    usualMin: 500,
    usualMax: 1000,
    why: { code: "buy_in_range", rule: "BUY-02", numbers: {} },
    amounts: [],
    post: 10,
    autoTopUp: true,
  };
  const stand = (more: Partial<wire.Mine>): wire.Mine => ({
    stake: "s",
    position: null,
    offer: null,
    seated: [],
    ...more,
  });

  it("puts a kept seat before the queue, and the queue before a table", () => {
    expect(mineOf(stand({ offer, position: 2 })).kind).toBe("offered");
    expect(mineOf(stand({ position: 2, seated: ["t"] }))).toEqual({ kind: "queued", position: 2 });
    expect(mineOf(stand({ seated: ["t"] }))).toEqual({ kind: "seated", table: "t" });
    expect(mineOf(stand({})).kind).toBe("none");
  });

  it("gives a reason only where the range is not the usual one", () => {
    const usual = mineOf(stand({ offer }));
    const narrow = mineOf(stand({ offer: { ...offer, min: 900 } }));
    expect(usual.kind === "offered" && usual.offer.buyIn.reasons).toEqual([]);
    expect(narrow.kind === "offered" && narrow.offer.buyIn.reasons).toEqual([offer.why]);
  });

  it("calls a rulebook by its number where it has one", () => {
    expect(editionOf({ id: "a", name: "Unibet Poker 2.7", version: "2.7", date: null }).short).toBe("2.7");
    expect(editionOf({ id: "b", name: "PublicWin Poker", version: "undated", date: null }).short).toBe(
      "PublicWin Poker",
    );
  });
});
