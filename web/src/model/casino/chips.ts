import type { Cents } from "../basics";
import type { CasinoTable, SpotBet } from "./types";

/** How a chip is drawn: five colours, from the smallest to the largest of the table. */
export const CHIP_LOOKS = ["k1", "k5", "k25", "k100", "k500"] as const;
export type ChipLook = (typeof CHIP_LOOKS)[number];

/** The look of an amount: that of the largest chip in it. */
export function chipLook(amount: Cents, chips: readonly Cents[]): ChipLook {
  const place = Math.max(
    0,
    chips.findLastIndex((chip) => chip <= amount),
  );
  const last = CHIP_LOOKS.length - 1;
  return CHIP_LOOKS[chips.length <= 1 ? 0 : Math.min(last, Math.round((place * last) / (chips.length - 1)))] ?? "k1";
}

/** "5", "2.5k": short enough for a chip. */
export function chipText(amount: Cents, locale: string): string {
  const money = amount / 100;
  if (money >= 10_000) return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(money / 1000)}k`;
  return new Intl.NumberFormat(locale, { maximumFractionDigits: money < 100 ? 2 : 0, useGrouping: false }).format(
    money,
  );
}

/** Chips that make up an amount, the largest first; null: these chips cannot. */
export function chipsFor(amount: Cents, chips: readonly Cents[]): readonly Cents[] | null {
  const found: Cents[] = [];
  let left = amount;
  for (const chip of chips.toSorted((a, b) => b - a))
    while (chip > 0 && left >= chip) {
      found.push(chip);
      left -= chip;
    }
  return left === 0 && amount > 0 ? found : null;
}

export const sumOf = (bets: readonly SpotBet[]): Cents => bets.reduce((sum, { amount }) => sum + amount, 0);

/** What lies on a spot for the reader: chips that count, and chips that do not yet. */
export interface Laid {
  readonly placed: Cents;
  readonly loose: Cents;
}

export function laidOn(table: CasinoTable, spot: string): Laid {
  const { bets = [], staged = [] } = table.own?.layout ?? {};
  const on = (those: readonly SpotBet[]) => sumOf(those.filter((bet) => bet.spot === spot));
  return { placed: on(bets), loose: on(staged) };
}

/** What the reader has on the layout: counting or not. */
export function currentBet(table: CasinoTable): Cents {
  const layout = table.own?.layout;
  return layout ? sumOf(layout.bets) + sumOf(layout.staged) : (table.own?.staked ?? 0);
}

/** Why chips would be refused when they are placed; said before that. */
export type LimitBroken =
  | { readonly kind: "below"; readonly spot: string; readonly least: Cents; readonly rule: string }
  | { readonly kind: "above"; readonly spot: string; readonly most: Cents; readonly rule: string }
  | { readonly kind: "round"; readonly most: Cents; readonly rule: string }
  | { readonly kind: "purse"; readonly missing: Cents };

/** The first limit that the chips as they lie would break, or null. */
export function brokenLimit(table: CasinoTable): LimitBroken | null {
  const { own, rules } = table;
  const layout = own?.layout;
  if (!own || !layout || layout.staged.length === 0) return null;
  const { betMin, betMax, roundMax, clauses } = rules.limits;
  const spots = new Set(layout.staged.map(({ spot }) => spot));
  for (const spot of spots) {
    const { placed, loose } = laidOn(table, spot);
    if (placed + loose < betMin) return { kind: "below", spot, least: betMin, rule: clauses.betMin ?? "" };
    if (placed + loose > betMax) return { kind: "above", spot, most: betMax, rule: clauses.betMax ?? "" };
  }
  if (currentBet(table) > roundMax) return { kind: "round", most: roundMax, rule: clauses.roundMax ?? "" };
  const missing = sumOf(layout.staged) - own.purse;
  return missing > 0 ? { kind: "purse", missing } : null;
}
