import { describe, expect, it } from "vitest";
import { amountAt, nudge, presetAmount, settle, shareOf, sizingOf } from "../src/model/table/sizing";
import type { Options, Table } from "../src/model/table/types";
import { tallinnAt, toAct } from "./tables";

const table = tallinnAt(toAct);
const options = table.hand?.options as Options;
const sizing = sizingOf(table, options);

describe("presets", () => {
  it("count the pot after the call, from the bet that is faced", () => {
    expect(presetAmount("min", table, options)).toBe(840);
    expect(presetAmount("half", table, options)).toBe(420 + (2410 + 420) / 2);
    expect(presetAmount("threeQuarters", table, options)).toBe(Math.round(420 + ((2410 + 420) * 3) / 4));
    expect(presetAmount("pot", table, options)).toBe(420 + 2410 + 420);
    expect(presetAmount("allIn", table, options)).toBe(5695);
  });

  it("never leave the range", () => {
    const narrow: Options = { ...options, raiseMin: 840, raiseMax: 1000 };
    expect(presetAmount("pot", table, narrow)).toBe(1000);
    expect(presetAmount("half", { ...table, hand: null, seats: [] } as Table, { ...narrow, toCall: 0 })).toBe(840);
  });

  it("have no all-in where the limit of the game is lower than the stack", () => {
    expect(presetAmount("allIn", table, { ...options, raiseMax: 3250 })).toBeNull();
  });
});

describe("the slider", () => {
  it("stands at its ends exactly", () => {
    expect(shareOf(840, sizing)).toBe(0);
    expect(shareOf(5695, sizing)).toBe(1);
    expect(amountAt(0, sizing)).toBe(840);
    expect(amountAt(1, sizing)).toBe(5695);
  });

  it("moves in halves of a big blind", () => {
    for (let share = 0.01; share < 0.99; share += 0.013) expect(amountAt(share, sizing) % 25).toBe(0);
  });

  it("gives back about the place it was put to", () => {
    for (const share of [0.1, 0.35, 0.5, 0.9]) expect(shareOf(amountAt(share, sizing), sizing)).toBeCloseTo(share, 2);
  });

  it("does not divide by nothing when only one amount is possible", () => {
    const one = { ...sizing, min: 5695 };
    expect(shareOf(5695, one)).toBe(0);
    expect(amountAt(0.5, one)).toBe(5695);
  });
});

describe("keys and wheel", () => {
  it("move one big blind, five, or the smallest step", () => {
    expect(nudge(1260, 1, "big", sizing)).toBe(1310);
    expect(nudge(1260, -1, "five", sizing)).toBe(1010);
    expect(nudge(1260, 1, "step", sizing)).toBe(1261);
  });

  it("stop at the ends", () => {
    expect(nudge(860, -1, "big", sizing)).toBe(840);
    expect(nudge(5690, 1, "five", sizing)).toBe(5695);
  });
});

describe("a typed amount", () => {
  it("is clamped, and says which bound it met", () => {
    expect(settle(500, sizing)).toEqual({ amount: 840, bound: "least" });
    expect(settle(9000, sizing)).toEqual({ amount: 5695, bound: "most" });
    expect(settle(1260, sizing)).toEqual({ amount: 1260, bound: null });
  });

  it("is never rounded up to the table's step, and says that it was put on one", () => {
    expect(settle(1264, { ...sizing, step: 5 })).toEqual({ amount: 1260, bound: "step" });
    expect(settle(1265, { ...sizing, step: 5 })).toEqual({ amount: 1265, bound: null });
  });
});
