import type { BaccaratFelt, RoadCell } from "../../protocol/messages";
import type { Told } from "../basics";

export type Side = "player" | "banker";
export type Spot = Side | "tie";
export const SPOTS = ["player", "tie", "banker"] as const;
/** The letters of the trade, in every language, and the keys that lay a chip. */
export const LETTERS: Readonly<Record<string, string>> = { player: "P", tie: "T", banker: "B" };

// ---- hands

/** The place of a hand's third card: it is still to come, will be drawn, lies there, or does not come. */
export type Third = { readonly is: "empty" } | { readonly is: "drawn"; readonly card: string } | { readonly is: "due" };

/** A hand as it is drawn. */
export interface HandView {
  readonly side: Side;
  readonly first: readonly (string | null)[];
  readonly third: Third;
  /** What it counts, once it has a card. */
  readonly total: number | null;
  readonly wins: boolean;
}

export function handView(felt: BaccaratFelt, side: Side): HandView {
  const cards = felt[side];
  const [one = null, two = null, third] = cards;
  return {
    side,
    first: [one, two],
    third: third ? { is: "drawn", card: third } : willDraw(felt, side) ? { is: "due" } : { is: "empty" },
    total: cards.length === 0 ? null : side === "player" ? felt.playerTotal : felt.bankerTotal,
    wins: felt.outcome === side,
  };
}

/** Whether the rules have decided that this hand gets a third card that is not there yet. */
function willDraw(felt: BaccaratFelt, side: Side): boolean {
  return felt[side].length === 2 && felt.draws === side && felt.player.length >= 2 && felt.banker.length >= 2;
}

/** What a hand of baccarat counts: tens and pictures nothing, only the last digit (BAC-11, BAC-12). */
export function countOf(cards: readonly string[]): number {
  return cards.reduce((sum, card) => sum + pipsOf(card), 0) % 10;
}

export function pipsOf(card: string): number {
  const rank = card[0] ?? "";
  if (rank === "A") return 1;
  return "TJQK".includes(rank) ? 0 : Number(rank);
}

/** What is told of one hand: its own ruling, or the natural that ends both. */
export function toldOf(felt: BaccaratFelt, side: Side): Told | null {
  return felt.told.find(({ code }) => code === "natural" || code.startsWith(`${side}_`)) ?? null;
}

// ---- statistics

/** How likely each outcome is with eight full decks, in millionths (BAC-20). */
const CHANCES: Readonly<Record<Spot, number>> = { banker: 458_597, player: 446_247, tie: 95_156 };

/** How often a spot won, beside what was to be expected. */
export interface Share {
  readonly spot: Spot;
  readonly times: number;
  /** In percent of the coups. */
  readonly percent: number;
  readonly expected: number;
}

export function sharesOf(counts: Readonly<Record<string, number>>): readonly Share[] {
  const times = (spot: Spot) => counts[spot] ?? 0;
  const all = SPOTS.reduce((sum, spot) => sum + times(spot), 0);
  return (["banker", "player", "tie"] as const).map((spot) => ({
    spot,
    times: times(spot),
    percent: all === 0 ? 0 : (times(spot) * 100) / all,
    expected: CHANCES[spot] / 10_000,
  }));
}

/** What the house keeps of a bet in the long run, in percent; a tie gives Player and Banker bets back (BAC-19). */
export function houseEdge(spot: Spot, { pays, per }: { readonly pays: number; readonly per: number }): number {
  const wins = CHANCES[spot];
  const loses = 1_000_000 - wins - (spot === "tie" ? 0 : CHANCES.tie);
  return (loses - (wins * pays) / per) / 10_000;
}

// ---- roads

/** The part of a road that fits: it scrolls by whole columns, so that no mark moves but when it must. */
export interface RoadView {
  /** Columns that have gone out on the left. */
  readonly from: number;
  readonly cells: readonly PlacedCell[];
}
export interface PlacedCell extends RoadCell {
  /** Stays with the cell for ever, so that a new mark redraws nothing else. */
  readonly key: string;
  /** Column in the part that is shown. */
  readonly x: number;
  readonly newest: boolean;
}

export function roadView(cells: readonly RoadCell[], columns: number): RoadView {
  const last = cells.reduce((most, cell) => Math.max(most, cell.column), -1);
  // One column stays free for what comes next.
  const from = Math.max(0, last + 2 - columns);
  return {
    from,
    cells: cells.flatMap((cell, index) =>
      cell.column < from
        ? []
        : [{ ...cell, key: `${cell.column}:${cell.row}`, x: cell.column - from, newest: index === cells.length - 1 }],
    ),
  };
}

/** The outcomes of the shoe in the order of dealing. */
export const outcomesOf = (bead: readonly RoadCell[]): readonly Spot[] => bead.map(({ mark }) => mark as Spot);
