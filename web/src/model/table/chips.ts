import type { Cents } from "../basics";

/** Discs by value, the largest first; colours are roles of the drawing, not of money. */
export const DISCS = [
  { value: 1_000_000, face: "#2b2f36", edge: "#d9c48a" },
  { value: 100_000, face: "#86613d", edge: "#f3e6d3" },
  { value: 10_000, face: "#2b2f36", edge: "#e6e2d6" },
  { value: 2_500, face: "#2f6b4f", edge: "#e2f0e6" },
  { value: 500, face: "#8c3b34", edge: "#f3e3dc" },
  { value: 100, face: "#e6e2d6", edge: "#5c6d7a" },
  { value: 50, face: "#3f6186", edge: "#e3ecf5" },
  { value: 5, face: "#7a6a8c", edge: "#efe9f5" },
  { value: 1, face: "#8a8f94", edge: "#eceff1" },
] as const;

export type Disc = (typeof DISCS)[number];

export const DISCS_MAX = 7;
const COLUMN_MAX = 4;

/** At most seven discs for an amount, the largest first; small change that does not fit is left out: the number says it. */
export function discsFor(amount: Cents): readonly Disc[] {
  const discs: Disc[] = [];
  let left = amount;
  for (const disc of DISCS) {
    while (left >= disc.value && discs.length < DISCS_MAX) {
      discs.push(disc);
      left -= disc.value;
    }
  }
  return discs;
}

/** The discs as they are piled: one column, or two when there are more than four. */
export function columnsOf(discs: readonly Disc[], columnsMax: 1 | 2): readonly (readonly Disc[])[] {
  const first = discs.slice(0, COLUMN_MAX);
  const second = discs.slice(COLUMN_MAX);
  return columnsMax === 2 && second.length > 0 ? [first, second] : [first];
}
