import { describe, expect, it } from "vitest";
import { lineOf } from "../src/model/table/line";
import { isAsking, pressSlot } from "../src/model/table/purchase";
import { reduceTable } from "../src/model/table/reduce";
import { feltSays, levelThatCounts } from "../src/model/table/tournament";
import type { Seat, Table } from "../src/model/table/types";
import { BASE } from "../src/stories/time";
import { tournamentStories } from "../src/stories/tourneys";

function storied(name: string): Table {
  for (const change of tournamentStories[name]?.changes ?? [])
    if (change.to === "table" && change.change.kind === "viewed" && change.change.table.tournament)
      return change.change.table;
  throw new Error(`no tournament table in ${name}`);
}

const level = (number: number, big: number) => ({ number, small: big / 2, big, ante: 0 });
const seatsOf = (table: Table): Record<number, Seat> =>
  Object.fromEntries(table.seats.flatMap((seat, index) => (seat ? [[index, seat]] : [])));

describe("a tournament table between hands", () => {
  it("plays the level of the next hand, and tells it once", () => {
    const table = storied("t-play");
    const next = reduceTable(table, {
      kind: "nextHand",
      seats: seatsOf(table),
      me: 0,
      button: 3,
      smallBlind: 1,
      rule: "MTT-46a",
      level: level(13, 2400),
      at: BASE + 1000,
    });
    expect(next.blinds.big).toBe(2400);
    expect(next.log.at(-1)?.what).toMatchObject({ kind: "level", level: { number: 13 } });
    const again = reduceTable(next, {
      kind: "nextHand",
      seats: seatsOf(next),
      me: 0,
      button: 4,
      smallBlind: 1,
      rule: "MTT-46a",
      level: level(13, 2400),
      at: null,
    });
    expect(again.log).toEqual(next.log);
  });

  it("keeps whoever went out on the same chair, tells it once, and gives the chair to whoever is put there", () => {
    const table = storied("t-out");
    const hand = (from: Table, seats: Record<number, Seat>) =>
      reduceTable(from, {
        kind: "nextHand",
        seats,
        me: null,
        button: 3,
        smallBlind: 1,
        rule: "MTT-46a",
        level: level(14, 3000),
        at: null,
      });
    const { 0: mine, ...others } = seatsOf(table);
    const out = hand(table, others);
    expect(out.me).toBe(0);
    expect(out.seats[0]).toMatchObject({ name: "Helve", stack: 0 });
    const busts = (from: Table) => from.log.filter(({ what }) => what.kind === "busted").length;
    expect(busts(out)).toBe(1);
    const opened = reduceTable(out, {
      kind: "handOpened",
      hand: "h-2",
      number: 245,
      button: 3,
      seats: [1, 2, 3],
      holeCards: 2,
    });
    expect(busts(hand(opened, others))).toBe(1);
    const newcomer = { ...(mine as Seat), player: "p-new", name: "newcomer", stack: 5000 };
    const taken = hand(opened, { ...others, 0: newcomer });
    expect(taken.me).toBeNull();
    expect(taken.seats[0]?.name).toBe("newcomer");
  });

  it("tells the button where it does not just go on, with the clause, and once for each clause", () => {
    const table = { ...storied("t-play"), button: 2 };
    const hand = (from: Table, button: number, smallBlind: number | null, rule: string) =>
      reduceTable(from, {
        kind: "nextHand",
        seats: seatsOf(from),
        me: 0,
        button,
        smallBlind,
        rule,
        level: level(12, 2000),
        at: null,
      });
    const told = (next: Table) =>
      next.log
        .slice(table.log.length)
        .map(({ what }) => what)
        .filter(({ kind }) => kind === "button");
    const on = hand(table, 3, 4, "MTT-46a");
    expect(told(on)).toEqual([]);
    const stays = hand(on, 3, 5, "MTT-46a");
    expect(told(stays)).toMatchObject([{ noSmallBlind: false, rule: "MTT-46a" }]);
    const dead = hand(stays, 4, null, "MTT-46a");
    expect(told(dead).at(-1)).toMatchObject({ noSmallBlind: true, rule: "MTT-46a" });
    const duel = hand(dead, 5, 5, "MTT-46b");
    expect(told(duel).at(-1)).toMatchObject({ noSmallBlind: false, rule: "MTT-46b" });
    expect(told(hand(duel, 0, 0, "MTT-46b"))).toHaveLength(3);
  });

  it("tells who is out, who was moved away and who came", () => {
    const table = storied("t-rebuy");
    const { 1: _, ...rest } = seatsOf(table);
    const guest = { ...(table.seats[4] as Seat), player: "p-new", name: "Newman", stack: 900 };
    const next = reduceTable(table, {
      kind: "nextHand",
      seats: Object.fromEntries(Object.entries({ ...rest, 1: guest }).filter(([index]) => index !== "0")),
      me: null,
      button: 3,
      smallBlind: 1,
      rule: "MTT-46a",
      level: level(4, 150),
      at: null,
    });
    const told = next.log.slice(table.log.length).map(({ what }) => what);
    expect(told).toMatchObject([
      { kind: "busted", name: "Helve", mine: true },
      { kind: "left", name: "kaspar77" },
      { kind: "seated", name: "Newman", amount: 900 },
    ]);
    expect(next.me).toBe(0);
  });

  it("counts stacks in the blinds that will be paid: in a break those of the next level", () => {
    const { tournament } = storied("t-break");
    if (!tournament) throw new Error("no tournament");
    expect(levelThatCounts(tournament)).toMatchObject({ number: 12, big: 2000 });
    expect(levelThatCounts({ ...tournament, pause: null })).toMatchObject({ number: 11 });
  });

  it("tells a level that begins between hands when it begins", () => {
    const table = storied("t-handforhand");
    const now = { level: level(14, 3000), next: level(15, 4000) };
    const next = reduceTable(table, { kind: "tournament", now });
    expect(next.log.at(-1)?.what).toMatchObject({ kind: "level", level: { number: 14 } });
    expect(next.blinds.big).toBe(3000);
    expect(reduceTable(next, { kind: "tournament", now }).log).toEqual(next.log);
  });

  it("shows what I bought at once between hands, and in a hand with the next one", () => {
    const bought = (name: string) => {
      const table = storied(name);
      const now = { mine: { table: table.id, seat: 1, stack: 99_000 } };
      return reduceTable(table, { kind: "tournament", now }).seats[table.me ?? 0]?.stack;
    };
    expect(bought("t-break")).toBe(99_000);
    expect(bought("t-play")).toBe(47_800);
  });

  it("keeps the blinds of the hand that is played when the level changes meanwhile", () => {
    const table = storied("t-play");
    const now = { level: level(13, 2400), next: level(14, 3000) };
    expect(reduceTable(table, { kind: "tournament", now }).blinds.big).toBe(2000);
  });

  it.each([
    ["t-break", "break"],
    ["t-handforhand", "handForHand"],
    ["t-rebuy", "offer"],
    ["t-out", "finished"],
    ["hexa-drawn", "draw"],
  ] as const)("%s says %s on the line", (name, says) => {
    expect(lineOf(storied(name), BASE)).toEqual({ kind: "tournament", says });
  });

  it("puts the draw in the board's place before the first hand, and never later", () => {
    const table = storied("hexa-drawn");
    expect(feltSays(table)).toBe("draw");
    expect(feltSays({ ...table, lastHand: "h-1" })).toBeNull();
    expect(feltSays(storied("hexa-end"))).toBeNull();
  });

  it("writes the draw into the log when it becomes known, once", () => {
    const table = storied("hexa-drawn");
    const draw = table.tournament?.draw ?? null;
    const before = { ...table, tournament: table.tournament && { ...table.tournament, draw: null } };
    const after = reduceTable(before, { kind: "tournament", now: { draw } });
    expect(after.log.at(-1)?.what).toMatchObject({ kind: "drawn", rule: "HEXA-04" });
    expect(reduceTable(after, { kind: "tournament", now: { draw } }).log).toEqual(after.log);
  });
});

describe("money is never spent by one press", () => {
  const table = storied("t-rebuy");

  it("asks in the same place, and pays on a second press that is no double click", () => {
    const first = pressSlot(null, table, "reBuy", 1000, 0);
    expect(first).toEqual({ asking: { slot: "reBuy", since: 1000 }, buys: false });
    expect(pressSlot(first.asking, table, "reBuy", 1200, 0)).toEqual({ asking: first.asking, buys: false });
    expect(pressSlot(first.asking, table, "reBuy", 1300, 0)).toEqual({ asking: null, buys: true });
  });

  it("asks anew after five seconds", () => {
    const { asking } = pressSlot(null, table, "reBuy", 1000, 0);
    expect(isAsking(asking, "reBuy", 5999)).toBe(true);
    expect(isAsking(asking, "reBuy", 6000)).toBe(false);
    expect(pressSlot(asking, table, "reBuy", 6000, 0)).toEqual({
      asking: { slot: "reBuy", since: 6000 },
      buys: false,
    });
  });

  it("drops presses right after the rectangle came to mean this, and where nothing is sold", () => {
    expect(pressSlot(null, table, "reBuy", 1000, 900)).toEqual({ asking: null, buys: false });
    expect(pressSlot(null, table, "addOn", 1000, 0)).toEqual({ asking: null, buys: false });
    expect(pressSlot(null, storied("t-play"), "reBuy", 1000, 0)).toEqual({ asking: null, buys: false });
  });

  it("asks for one thing at a time", () => {
    const both = {
      ...table,
      tournament: table.tournament && {
        ...table.tournament,
        addOn: table.tournament.addOn && { ...table.tournament.addOn, state: { kind: "open" as const } },
      },
    };
    const { asking } = pressSlot(null, both, "reBuy", 1000, 0);
    expect(pressSlot(asking, both, "addOn", 2000, 0)).toEqual({
      asking: { slot: "addOn", since: 2000 },
      buys: false,
    });
  });
});
