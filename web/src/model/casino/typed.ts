import type { Cents } from "../basics";
import type { BetSpot } from "./types";

/** A bet as it was typed: on which field, and how much where that was said. */
export type Typed =
  | { readonly kind: "bet"; readonly spot: string; readonly amount: Cents | null }
  | { readonly kind: "unknown" };

/**
 * Reads `17`, `16/17` split, `16-18` street, `13/17` corner by its ends, `13-18` line, `c2` column, `d1` dozen, `1-18`, and the boxes
 * by the names given; an amount follows an x: `17 x5`.
 */
export function readTyped(text: string, spots: readonly BetSpot[], names: Readonly<Record<string, string>>): Typed {
  const [, what = "", money] = /^\s*(.*?)\s*(?:[x×*]\s*(\d+(?:[.,]\d{1,2})?))?\s*$/i.exec(text) ?? [];
  const spot = spotFor(what.trim().toLocaleLowerCase(), spots, names);
  if (spot === null) return { kind: "unknown" };
  return { kind: "bet", spot, amount: money === undefined ? null : Math.round(Number(money.replace(",", ".")) * 100) };
}

function spotFor(what: string, spots: readonly BetSpot[], names: Readonly<Record<string, string>>): string | null {
  const has = (name: string): string | null => (spots.some((spot) => spot.name === name) ? name : null);
  const named = Object.entries(names).find(([, name]) => name.toLocaleLowerCase().replaceAll(/\s/g, "") === what);
  if (named) return has(named[0]);
  if (/^\d{1,2}$/.test(what)) return has(`straight-${Number(what)}`);
  const short = /^([cd])([123])$/.exec(what);
  if (short) return has(`${short[1] === "c" ? "column" : "dozen"}-${short[2]}`);
  const pair = /^(\d{1,2})\s*([/\-–])\s*(\d{1,2})$/.exec(what);
  if (pair)
    return pairFor(
      Math.min(Number(pair[1]), Number(pair[3])),
      Math.max(Number(pair[1]), Number(pair[3])),
      pair[2] === "/",
      spots,
    );
  return has(what);
}

/** Two numbers stand for the one field whose ends they are: parted by a stroke a split or a corner, by a dash a row or two of them. */
function pairFor(low: number, high: number, stroke: boolean, spots: readonly BetSpot[]): string | null {
  const kinds = stroke ? ["split", "corner"] : ["street", "line", "low", "high"];
  const found = spots.find(
    ({ name, numbers }) =>
      kinds.includes(name.split("-")[0] ?? "") && numbers[0] === low && numbers.at(-1) === high && low !== high,
  );
  return found?.name ?? null;
}
