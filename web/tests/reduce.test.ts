import { describe, expect, it } from "vitest";
import { highestBet, isAllIn, myPrice, seatAt, totalPot } from "../src/model/table/read";
import { reduceTable } from "../src/model/table/reduce";
import type { Table } from "../src/model/table/types";
import { BASE, played, seatOf, tableOf, tallinnAt, tallinnStart, toAct, toClosed, toEnd, toPre } from "./tables";

const stacks = (table: Table) => table.seats.map((seat) => seat?.stack ?? null);
const money = (table: Table) => totalPot(table) + table.seats.reduce((sum, seat) => sum + (seat?.stack ?? 0), 0);

describe("the hand of the design pictures", () => {
  it("stands as drawn when I face 4.20", () => {
    const table = tallinnAt(toAct);
    expect(stacks(table)).toEqual([5695, 4370, 5000, 0, 1280, 9835]);
    expect(totalPot(table)).toBe(2410);
    expect(table.hand?.pots).toEqual([1150, 840]);
    expect(myPrice(table)).toBe(420);
    expect(isAllIn(seatAt(table, 3))).toBe(true);
  });

  it("stands as drawn when raising is closed", () => {
    const table = tallinnAt(toClosed);
    expect(stacks(table)).toEqual([4435, 3110, 5000, 0, 0, 9835]);
    expect(totalPot(table)).toBe(6210);
    expect(myPrice(table)).toBe(440);
    expect(table.notice?.told.rule).toBe("BET-13");
  });

  it("ends as drawn, and only the rake is gone", () => {
    const table = tallinnAt(toEnd);
    expect(stacks(table)).toEqual([10_445, 3110, 5000, 0, 0, 9835]);
    expect(table.hand?.result).toMatchObject({ pot: 6650, rake: 200 });
    expect(seatAt(table, 0).won).toBe(6450);
    expect(table.lastHand).toBe("h-18204");
  });

  it("keeps every chip at every step until the pots are paid", () => {
    let table = tallinnStart;
    const before = money(table);
    for (const change of toEnd) {
      table = reduceTable(table, change);
      if (!table.hand?.result) expect(money(table)).toBe(before);
    }
  });

  it("never changes a table that was there before", () => {
    const frozen = (table: Table): Table => {
      for (const seat of table.seats) Object.freeze(seat);
      return Object.freeze({ ...table, seats: Object.freeze(table.seats) as Table["seats"] });
    };
    expect(() =>
      toEnd.reduce((table, change) => frozen(reduceTable(table, change)), frozen(tallinnStart)),
    ).not.toThrow();
  });
});

describe("seats", () => {
  const empty = tableOf({ id: "t", name: "T", seats: [null, seatOf("b", "owl", 500)], me: null });

  it("are taken and left", () => {
    const sat = played(empty, [
      { kind: "seated", seat: 0, player: "me", name: "Me", avatar: "fox", stack: 1000, entry: "waiting", me: true },
    ]);
    expect(sat.me).toBe(0);
    expect(seatAt(sat, 0)).toMatchObject({ stack: 1000, entry: "waiting" });
    const gone = reduceTable(sat, { kind: "left", seat: 0, rule: null });
    expect(gone.seats[0]).toBeNull();
    expect(gone.me).toBeNull();
  });

  it("say who sat there when a line of the log is read later", () => {
    const gone = played(empty, [
      { kind: "satOut", seat: 1, away: { until: null, rule: "TIME-01" } },
      { kind: "left", seat: 1, rule: "TIME-02" },
    ]);
    expect(gone.log.map(({ what }) => what)).toEqual([
      { kind: "away", name: "b", rule: "TIME-01" },
      { kind: "left", name: "b", rule: "TIME-02" },
    ]);
  });

  it("an empty one named by the room is a fault that shows", () => {
    expect(() => reduceTable(empty, { kind: "left", seat: 0, rule: null })).toThrow("nobody sits at seat 0");
  });

  it("sit out and come back", () => {
    const out = reduceTable(empty, { kind: "satOut", seat: 1, away: { until: BASE, rule: "TIME-01" } });
    expect(seatAt(out, 1).away).toEqual({ until: BASE, rule: "TIME-01" });
    expect(seatAt(reduceTable(out, { kind: "satIn", seat: 1, entry: "posting" }), 1)).toMatchObject({
      away: null,
      entry: "posting",
    });
  });

  it("top-ups during a hand wait beside the stack", () => {
    const waits = reduceTable(empty, { kind: "toppedUp", seat: 1, amount: 200, pending: true });
    expect(seatAt(waits, 1)).toMatchObject({ stack: 500, pendingTopUp: 200 });
    expect(seatAt(reduceTable(waits, { kind: "toppedUp", seat: 1, amount: 200, pending: false }), 1)).toMatchObject({
      stack: 700,
      pendingTopUp: 0,
    });
  });
});

describe("a hand", () => {
  it("hides the cards of others when they fold, and keeps mine", () => {
    const table = tallinnAt(toAct);
    expect(seatAt(table, 5).cards).toEqual([]);
    const mine = reduceTable(table, { kind: "acted", seat: 0, act: "fold", bet: 0, allIn: false });
    expect(seatAt(mine, 0).cards).toEqual(["As", "Qs"]);
  });

  it("collects antes into the pot and not into bets", () => {
    const table = played(tallinnStart, [
      { kind: "handOpened", hand: "h", number: 1, button: 1, seats: [3, 4, 5, 0, 1], holeCards: 2 },
      { kind: "posted", seat: 4, blind: "ante", amount: 10 },
    ]);
    expect(highestBet(table)).toBe(0);
    expect(totalPot(table)).toBe(10);
  });

  it("gives back what nobody matched", () => {
    const table = played(tallinnAt(toAct), [{ kind: "uncalled", seat: 4, amount: 420 }]);
    expect(seatAt(table, 4)).toMatchObject({ stack: 1700, bet: 0 });
  });

  it("tells who acts when: the player after the big blind is first", () => {
    const dealt = tallinnAt(toPre).log.find(({ what }) => what.kind === "dealt");
    expect(dealt?.what).toMatchObject({ place: 2 });
  });

  it("that is void leaves stacks as they were, and a notice that stays", () => {
    const told = { code: "hand_voided", rule: "TIME-16", numbers: { number: 18_204, stack: 6135 } };
    const table = played(tallinnAt(toAct), [{ kind: "handVoided", stacks: stacks(tallinnStart), told, at: BASE }]);
    expect(stacks(table)).toEqual(stacks(tallinnStart));
    expect(table.hand).toBeNull();
    expect(table.standing?.kind).toBe("rolledBack");
    const next = reduceTable(table, {
      kind: "handOpened",
      hand: "n",
      number: 18_205,
      button: 3,
      seats: [0, 1],
      holeCards: 2,
    });
    expect(next.standing?.kind).toBe("rolledBack");
    expect(reduceTable(next, { kind: "dismissed" }).standing).toBeNull();
  });

  it("my own act answers the ruling on the line", () => {
    const table = reduceTable(tallinnAt(toClosed), { kind: "acted", seat: 0, act: "call", bet: 1700, allIn: false });
    expect(table.notice).toBeNull();
  });
});

describe("talk", () => {
  it("counts what is unread", () => {
    const table = tallinnAt(toAct);
    expect(table.unread).toBe(2);
    expect(reduceTable(table, { kind: "chatRead" }).unread).toBe(0);
  });

  it("keeps the last two hundred lines", () => {
    const talk = Array.from({ length: 205 }, (_, at) => ({
      kind: "said" as const,
      player: "p",
      name: "p",
      text: String(at),
      at,
    }));
    const table = played(tallinnStart, talk);
    expect(table.chat).toHaveLength(200);
    expect(table.chat[0]?.text).toBe("5");
  });
});
