import { describe, expect, it } from "vitest";
import { columnsOf, DISCS_MAX, discsFor } from "../src/model/table/chips";
import { LATE_MS, myTimeBank, remaining, roomTime, secondsLeft, shareUntil } from "../src/model/table/clock";
import { layoutFor, type Shape } from "../src/model/table/geometry";
import { lineOf, ruleInQuestion } from "../src/model/table/line";
import { avatarsAt, awaitsMyTurn, entryOffer, fromMe, myEntry } from "../src/model/table/read";
import { reduceTable } from "../src/model/table/reduce";
import { rulingAt, stepsOf, streetsOf } from "../src/model/table/replay";
import { NOTICE_MS, type Table } from "../src/model/table/types";
import { record } from "../src/stories/hands";
import { newcomer } from "../src/stories/tables";
import { BASE, tallinnAt, tallinnStart, toAct, toClosed, toEnd, toPre } from "./tables";

describe("the clock", () => {
  const turn = { number: 1, seat: 0, started: 0, thinksUntil: 10_000, bank: 20_000, bankRuns: true };

  it("runs the decision time first, then the time bank, and changes colour in the last five seconds", () => {
    expect(remaining(turn, 4_000)).toEqual({ phase: "decision", ms: 6_000, share: 0.6 });
    expect(remaining(turn, 15_000)).toEqual({ phase: "bank", ms: 15_000, share: 0.75 });
    expect(remaining(turn, 30_000 - LATE_MS).phase).toBe("late");
    expect(remaining(turn, 40_000)).toEqual({ phase: "late", ms: 0, share: 0 });
  });

  it("is late five seconds before the end where no bank runs", () => {
    expect(remaining({ ...turn, bankRuns: false }, 6_000).phase).toBe("late");
    expect(remaining(turn, 6_000).phase).toBe("decision");
  });

  it("shows the room's deadline less half the round trip", () => {
    expect(roomTime(1_000, { offset: 250, roundTrip: 80 })).toBe(1_290);
  });

  it("counts the last second as 1", () => {
    expect([10_000, 9_001, 1, 0, -5].map(secondsLeft)).toEqual([10, 10, 1, 0, 0]);
  });

  it("shrinks my time bank only while it runs in my turn", () => {
    const table = tallinnAt(toAct);
    expect(myTimeBank(table, BASE)).toBe(14_400);
    expect(myTimeBank(tallinnAt(toPre), BASE)).toBe(20_000);
    expect(myTimeBank({ ...table, timeBank: null }, BASE)).toBeNull();
  });

  it("gives shares between nothing and all", () => {
    expect(shareUntil(15, 30, 0)).toBe(0.5);
    expect(shareUntil(15, 30, 100)).toBe(0);
    expect(shareUntil(90, 30, 0)).toBe(1);
  });
});

describe("the event line", () => {
  it("says my turn with the bet I face", () => {
    expect(lineOf(tallinnAt(toAct), BASE)).toMatchObject({
      kind: "turn",
      aggressor: { name: "Sten.V", act: "bet", amount: 420 },
    });
  });

  it("repeats the last acts and says who is next", () => {
    const line = lineOf(tallinnAt(toPre), BASE);
    expect(line).toMatchObject({ kind: "course", toAct: "d0ina" });
    expect(line.kind === "course" && line.happened.map((what) => what.kind)).toEqual(["acted"]);
  });

  it("keeps a ruling as long as it closes raising, others for six seconds", () => {
    const closed = tallinnAt(toClosed);
    expect(lineOf(closed, BASE + 60_000).kind).toBe("notice");
    const told = { code: "stale_turn", rule: null, numbers: {} };
    const refused = reduceTable(tallinnAt(toAct), { kind: "refused", told, at: BASE, why: null });
    expect(lineOf(refused, BASE + NOTICE_MS - 1).kind).toBe("notice");
    expect(lineOf(refused, BASE + NOTICE_MS).kind).toBe("turn");
  });

  it("keeps a rollback until it is dismissed", () => {
    const told = { code: "hand_voided", rule: "TIME-16", numbers: {} };
    const table = reduceTable(tallinnAt(toAct), { kind: "handVoided", stacks: [], told, at: BASE });
    expect(lineOf(table, BASE + 3_600_000)).toMatchObject({ kind: "notice", dismissable: true });
    expect(lineOf(reduceTable(table, { kind: "dismissed" }), BASE).kind).toBe("waiting");
  });

  it("shows the rollback again after something else was said there", () => {
    const told = { code: "hand_voided", rule: "TIME-16", numbers: {} };
    const table = reduceTable(tallinnAt(toAct), { kind: "handVoided", stacks: [], told, at: BASE });
    const refusal = { code: "stale_turn", rule: "BET-09", numbers: {} };
    const refused = reduceTable(table, { kind: "refused", told: refusal, at: BASE, why: null });
    expect(lineOf(refused, BASE)).toMatchObject({ notice: { kind: "refusal" }, dismissable: false });
    expect(ruleInQuestion(refused, BASE)).toBe("BET-09");
    const later = BASE + NOTICE_MS;
    expect(lineOf(refused, later)).toMatchObject({ notice: { kind: "rolledBack" }, dismissable: true });
    expect(ruleInQuestion(refused, later)).toBe("TIME-16");
    expect(lineOf(reduceTable(refused, { kind: "dismissed" }), later).kind).toBe("waiting");
  });

  it("tells the winners and the rake at the end", () => {
    const line = lineOf(tallinnAt(toEnd), BASE);
    expect(line.kind === "ended" && line.happened.map((what) => what.kind)).toEqual(["won", "rake"]);
  });

  it("says how many players are missing", () => {
    expect(lineOf({ ...tallinnStart, missing: 2 }, BASE)).toEqual({ kind: "waiting", missing: 2 });
  });
});

describe("geometry", () => {
  const shapes: readonly Shape[] = ["landscape", "portrait", "short"];

  it.each([2, 3, 4, 5, 6, 7, 8, 9])("has a place for everything at %i seats", (count) => {
    for (const [shape, event] of shapes.flatMap((each) => [[each, false] as const, [each, true] as const])) {
      const layout = layoutFor(count, shape, event);
      for (const spots of [layout.seats, layout.bets, layout.buttons]) {
        expect(spots).toHaveLength(count);
        for (const [x, y] of spots) expect(x >= 0 && x <= 100 && y >= 0 && y <= 100).toBe(true);
        expect(new Set(spots.map(String)).size).toBe(count);
      }
    }
  });

  it("knows no larger table", () => {
    expect(() => layoutFor(10, "landscape")).toThrow("no table has 10 seats");
  });

  it("puts the viewer at place 0 and the others clockwise", () => {
    expect(fromMe({ ...tallinnStart, me: 4 }).map(({ place }) => place)).toEqual([2, 3, 4, 5, 0, 1]);
    expect(fromMe({ ...tallinnStart, me: null })[0]?.place).toBe(0);
  });
});

describe("chips", () => {
  it("are at most seven, the largest first, and never worth more than the amount", () => {
    for (const amount of [1, 25, 50, 420, 1700, 11_250, 99_999, 12_345_678]) {
      const discs = discsFor(amount);
      expect(discs.length).toBeGreaterThan(0);
      expect(discs.length).toBeLessThanOrEqual(DISCS_MAX);
      expect(discs.reduce((sum, disc) => sum + disc.value, 0)).toBeLessThanOrEqual(amount);
      expect(discs.map((disc) => disc.value)).toEqual(discs.map((disc) => disc.value).toSorted((a, b) => b - a));
    }
  });

  it("stand in two piles when there are more than four", () => {
    expect(columnsOf(discsFor(420), 2).map((pile) => pile.length)).toEqual([4, 3]);
    expect(columnsOf(discsFor(420), 1).map((pile) => pile.length)).toEqual([4]);
    expect(columnsOf(discsFor(50), 2)).toHaveLength(1);
  });
});

describe("the replayer", () => {
  const steps = stepsOf(record);

  it("steps through everything that happened, and ends with the pots", () => {
    expect(steps[0]?.change.kind).toBe("handOpened");
    expect(steps.at(-1)?.change.kind).toBe("awarded");
    expect(steps.at(-1)?.table.seats[0]?.stack).toBe(10_445);
  });

  it("does not stop at cards and clocks, but shows them with the step before", () => {
    expect(steps.some(({ change }) => change.kind === "dealt" || change.kind === "turn")).toBe(false);
    expect(steps[2]?.table.seats[0]?.cards).toEqual(["As", "Qs"]);
  });

  it("divides the time line by streets without a gap", () => {
    const streets = streetsOf(steps);
    expect(streets.map(({ street }) => street)).toEqual([0, 1, 2, 3]);
    expect(streets[0]?.from).toBe(0);
    for (const [index, { from }] of streets.slice(1).entries()) expect(from).toBe(streets[index]?.to);
    expect(streets.at(-1)?.to).toBe(steps.length);
  });

  it("marks where the room ruled", () => {
    expect(steps.map(rulingAt).filter((rule) => rule !== null)).toEqual(["BET-13", "TIME-11", "BET-13"]);
  });
});

describe("a newcomer", () => {
  const entered = (entry: "in" | "waiting" | "posting") => reduceTable(newcomer, { kind: "satIn", seat: 0, entry });

  it("may post the big blind instead of waiting, and take that back, by one clause", () => {
    expect(entryOffer(newcomer)).toEqual({ post: true, price: 50, rule: "CASH-16" });
    expect(entryOffer(entered("posting"))).toEqual({ post: false, price: 50, rule: "CASH-16" });
    expect(ruleInQuestion(newcomer, BASE)).toBe("CASH-16");
  });

  it("posts no more than the stack", () => {
    const seats = newcomer.seats.map((seat, index) => (seat && index === 0 ? { ...seat, stack: 30 } : seat));
    expect(entryOffer({ ...newcomer, seats })?.price).toBe(30);
  });

  it("only waits where posting is not offered", () => {
    const strict = { ...newcomer, mayPost: null };
    expect(myEntry(strict)).toBe("waiting");
    expect(entryOffer(strict)).toBeNull();
    expect(ruleInQuestion(strict, BASE)).toBeNull();
  });

  it("has nothing to choose once in, away, or in the hand that was posted for", () => {
    expect(entryOffer(entered("in"))).toBeNull();
    const away = { until: null, rule: "TIME-01" };
    expect(entryOffer(reduceTable(newcomer, { kind: "satOut", seat: 0, away }))).toBeNull();
    const dealt = [
      { kind: "handOpened", hand: "h-32", number: 3101, button: 2, seats: [4, 0, 1, 2], holeCards: 2 },
      { kind: "dealt", cards: ["As", "Qs"], strength: null },
    ] as const;
    expect(entryOffer(dealt.reduce<Table>(reduceTable, entered("posting")))).toBeNull();
  });

  it("is asked about a ruling first", () => {
    const told = { code: "table_full", rule: "CASH-01", numbers: {} };
    expect(ruleInQuestion(reduceTable(newcomer, { kind: "refused", told, at: BASE, why: null }), BASE)).toBe("CASH-01");
  });
});

describe("while others think", () => {
  const seats = (table: Table, part: (index: number) => object) =>
    table.seats.map((seat, index) => (seat ? { ...seat, ...part(index) } : seat));

  it("a decision may still come to who has checked, as long as somebody else may bet", () => {
    const pre = tallinnAt(toPre);
    const checked = seats(pre, (index) => ({
      bet: 0,
      lastAct: index === 0 ? { act: "check" as const, allIn: false } : null,
    })) as Table["seats"];
    expect(awaitsMyTurn({ ...pre, seats: checked })).toBe(true);
    const broke = checked.map((seat, index) => (seat && index > 0 ? { ...seat, stack: 0 } : seat));
    expect(awaitsMyTurn({ ...pre, seats: broke })).toBe(false);
  });

  it("no two seats are drawn with one picture", () => {
    const table = tallinnAt(toPre);
    const same = { ...table, seats: seats(table, () => ({ avatar: "fox" })) as Table["seats"] };
    const shown = avatarsAt(same).filter((each) => each !== null);
    expect(new Set(shown).size).toBe(shown.length);
    expect(avatarsAt(same)[table.me ?? 0]).toBe("fox");
    expect(avatarsAt(table)).toEqual(table.seats.map((seat) => seat?.avatar ?? null));
  });
});

describe("a pot that was eaten by the rake", () => {
  it("is won by nobody in the log", () => {
    const end = toEnd.map((change) =>
      change.kind === "awarded"
        ? {
            ...change,
            winners: [
              { seat: 4, amount: 0 },
              { seat: 0, amount: 6450 },
            ],
          }
        : change,
    );
    const won = tallinnAt(end).log.filter(({ what }) => what.kind === "won");
    expect(won).toHaveLength(1);
  });
});
