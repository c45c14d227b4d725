import { describe, expect, it } from "vitest";
import { countOf, handView, houseEdge, outcomesOf, roadView, sharesOf, toldOf } from "../src/model/casino/baccarat";
import type { BaccaratFelt, RoadCell } from "../src/protocol/messages";

const felt: BaccaratFelt = {
  game: "baccarat",
  player: [],
  banker: [],
  playerTotal: 0,
  bankerTotal: 0,
  draws: null,
  outcome: null,
  told: [],
};
const told = (code: string, rule: string) => ({ code, rule, numbers: {}, names: {} });

describe("a coup", () => {
  it.each([
    [["9s", "7d"], 6],
    [["5s", "5d", "5c"], 5],
    [["Ts", "9d"], 9],
    [["9s", "6d", "9c"], 4],
    [["Ah", "Kc", "Qd"], 1],
  ] as const)("counts %j as %i", (cards, total) => {
    expect(countOf(cards)).toBe(total);
  });

  it("has empty places first, then cards, and an outline for a third card that will come", () => {
    expect(handView(felt, "player")).toEqual({
      side: "player",
      first: [null, null],
      third: { is: "empty" },
      total: null,
      wins: false,
    });
    const dealt = { ...felt, player: ["Ah", "4c"], banker: ["Ks", "6h"], playerTotal: 5, bankerTotal: 6 };
    expect(handView({ ...dealt, draws: "player" }, "player").third).toEqual({ is: "due" });
    expect(handView({ ...dealt, draws: "player" }, "banker").third).toEqual({ is: "empty" });
    const third = { ...dealt, player: ["Ah", "4c", "6d"], playerTotal: 1, outcome: "banker" } as const;
    expect(handView(third, "player")).toMatchObject({ third: { is: "drawn", card: "6d" }, total: 1, wins: false });
    expect(handView(third, "banker").wins).toBe(true);
  });

  it("expects no third card before both hands have two", () => {
    const begun = { ...felt, player: ["Ah", "4c"], banker: ["Ks"], draws: "banker" } as const;
    expect(handView(begun, "banker").third).toEqual({ is: "empty" });
  });

  it("tells each hand its own clause, and a natural to both", () => {
    const both = { ...felt, told: [told("player_draws", "BAC-14"), told("banker_draws_on_third", "BAC-16")] };
    expect(toldOf(both, "player")?.rule).toBe("BAC-14");
    expect(toldOf(both, "banker")?.rule).toBe("BAC-16");
    const natural = { ...felt, told: [told("natural", "BAC-13")] };
    expect([toldOf(natural, "player")?.rule, toldOf(natural, "banker")?.rule]).toEqual(["BAC-13", "BAC-13"]);
    expect(toldOf(felt, "banker")).toBeNull();
  });
});

describe("the shoe", () => {
  it("shows how often each spot won beside what was expected", () => {
    const shares = sharesOf({ banker: 20, player: 22, tie: 4 });
    expect(shares.map(({ spot, times, percent }) => [spot, times, Math.round(percent)])).toEqual([
      ["banker", 20, 43],
      ["player", 22, 48],
      ["tie", 4, 9],
    ]);
    expect(shares.reduce((sum, { expected }) => sum + expected, 0)).toBeCloseTo(100);
    expect(sharesOf({}).every(({ percent }) => percent === 0)).toBe(true);
  });

  it("knows what the house keeps of each bet", () => {
    expect(houseEdge("banker", { pays: 95, per: 100 })).toBeCloseTo(1.06, 2);
    expect(houseEdge("player", { pays: 1, per: 1 })).toBeCloseTo(1.24, 2);
    expect(houseEdge("tie", { pays: 8, per: 1 })).toBeCloseTo(14.36, 2);
  });
});

describe("roads", () => {
  const cell = (column: number, row = 0): RoadCell => ({ column, row, mark: "banker", ties: 0 });

  it("keep every mark where it is as long as there is room", () => {
    const before = roadView([cell(0), cell(0, 1), cell(1)], 6);
    const after = roadView([cell(0), cell(0, 1), cell(1), cell(1, 1)], 6);
    expect(after.from).toBe(0);
    expect(after.cells.slice(0, 3).map(({ key, x, row }) => [key, x, row])).toEqual(
      before.cells.map(({ key, x, row }) => [key, x, row]),
    );
    expect(after.cells.map(({ newest }) => newest)).toEqual([false, false, false, true]);
  });

  it("go out on the left by whole columns, with one free on the right", () => {
    const { from, cells } = roadView(
      [0, 1, 2, 3, 4, 5].map((column) => cell(column)),
      6,
    );
    expect(from).toBe(1);
    expect(cells.map(({ key, x }) => [key, x])).toEqual([
      ["1:0", 0],
      ["2:0", 1],
      ["3:0", 2],
      ["4:0", 3],
      ["5:0", 4],
    ]);
  });

  it("are empty without coups, and read in the order of dealing", () => {
    expect(roadView([], 6)).toEqual({ from: 0, cells: [] });
    expect(outcomesOf([cell(0), { ...cell(0, 1), mark: "tie" }])).toEqual(["banker", "tie"]);
  });
});
