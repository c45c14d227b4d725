import type { Cents } from "../basics";
import { highestBet, totalPot } from "./read";
import type { Options, Table } from "./types";

export const PRESETS = ["min", "half", "threeQuarters", "pot", "allIn"] as const;
export type Preset = (typeof PRESETS)[number];

/** From what to what a bet or raise may go, and in which steps. */
export interface Sizing {
  readonly min: Cents;
  readonly max: Cents;
  readonly step: Cents;
  readonly big: Cents;
}

export function sizingOf(table: Table, options: Options): Sizing {
  return { min: options.raiseMin, max: options.raiseMax, step: table.step, big: table.blinds.big };
}

export function clamp(amount: Cents, { min, max }: Sizing): Cents {
  return Math.min(max, Math.max(min, amount));
}

/** To the nearest step of the table, within the range; the ends of the range are always reachable. */
function fit(amount: number, sizing: Sizing, step: Cents): Cents {
  if (amount >= sizing.max) return sizing.max;
  if (amount <= sizing.min) return sizing.min;
  return clamp(Math.round(amount / step) * step, sizing);
}

/**
 * What a preset sets: a part of the pot is counted after the call, as players count it. `null` when it cannot be reached: all-in
 * where the limit of the game is lower than the stack.
 */
export function presetAmount(preset: Preset, table: Table, options: Options): Cents | null {
  const sizing = sizingOf(table, options);
  switch (preset) {
    case "min":
      return sizing.min;
    case "half":
      return potRaise(table, options, 1, 2);
    case "threeQuarters":
      return potRaise(table, options, 3, 4);
    case "pot":
      return potRaise(table, options, 1, 1);
    case "allIn":
      return isAllInAmount(sizing.max, table) ? sizing.max : null;
  }
}

function potRaise(table: Table, options: Options, parts: number, of: number): Cents {
  const pot = totalPot(table) + options.toCall;
  const sizing = sizingOf(table, options);
  return fit(highestBet(table) + (pot * parts) / of, sizing, sizing.step);
}

/** Whether betting to that amount puts in everything I have. */
export function isAllInAmount(amount: Cents, table: Table): boolean {
  const seat = table.me === null ? null : table.seats[table.me];
  return !!seat && amount >= seat.bet + seat.stack;
}

/** Where the thumb stands, 0 to 1. */
export function shareOf(amount: Cents, { min, max }: Sizing): number {
  return max > min ? (Math.min(max, Math.max(min, amount)) - min) / (max - min) : 0;
}

/** What a place on the rail means: in halves of the big blind, because a finger is no finer. */
export function amountAt(share: number, sizing: Sizing): Cents {
  const step = Math.max(sizing.step, Math.floor(sizing.big / 2 / sizing.step) * sizing.step);
  return fit(sizing.min + (sizing.max - sizing.min) * share, sizing, step);
}

/** What kept a typed amount from being taken as it is. */
export type Bound = "least" | "most" | "step";

export type Stride = "big" | "five" | "step";

/** One key press or turn of the wheel up (1) or down (-1). */
export function nudge(amount: Cents, direction: 1 | -1, stride: Stride, sizing: Sizing): Cents {
  const by = { big: sizing.big, five: 5 * sizing.big, step: sizing.step }[stride];
  return clamp(amount + direction * by, sizing);
}

/** What a typed amount becomes when the field is left, and whether the least, the most or the step below had to be taken. */
export function settle(typed: Cents, sizing: Sizing): { amount: Cents; bound: Bound | null } {
  if (typed < sizing.min) return { amount: sizing.min, bound: "least" };
  if (typed > sizing.max) return { amount: sizing.max, bound: "most" };
  const amount = Math.floor(typed / sizing.step) * sizing.step;
  return { amount: Math.max(sizing.min, amount), bound: amount === typed ? null : "step" };
}
