import type { Cents, Duration, Instant, PlayerId, RuleId, TableId, Unit } from "../basics";
import type { Draw } from "../hexapro";
import type { WalletId } from "../wallet";
import type { Table } from "./types";

export type TournamentId = string;
export type TournamentKind = "tournament" | "sitAndGo" | "hexapro" | "extreme";

/** Blinds and ante of one level, in chips. */
export interface Level {
  readonly number: number;
  readonly small: number;
  readonly big: number;
  readonly ante: number;
}

/** A pause of the whole tournament: nothing is dealt until `until`; `null` while tables finish their hands, or until the house resumes. */
export interface Pause {
  readonly kind: "break" | "addOn" | "phaseEnd" | "house";
  readonly until: Instant | null;
}

/** Whether more chips can be bought now and, if not, why. */
export type PurchaseState =
  | { readonly kind: "open" }
  /** Only with fewer chips than this. */
  | { readonly kind: "below"; readonly chips: number }
  /** In the break after that level. */
  | { readonly kind: "after"; readonly level: number }
  | { readonly kind: "taken" }
  | { readonly kind: "over" };

/** What more chips cost, and whether they can be had. */
export interface Purchase {
  readonly chips: number;
  readonly price: Cents;
  readonly pool: Cents;
  readonly fee: Cents;
  readonly rule: RuleId;
  readonly state: PurchaseState;
}

/** Hand for hand: how many tables still play, while this one is done. */
export interface Waiting {
  readonly playing: number;
  readonly tables: number;
}

export interface OwnSeat {
  readonly table: TableId;
  /** As people count. */
  readonly seat: number;
  readonly stack: number;
}

/** How it ended for me. */
export interface Finish {
  readonly place: number;
  readonly of: number;
  /** Money, and what a ticket is worth. */
  readonly prize: Cents;
  /** Of it, what the ticket is worth that was won in a satellite. */
  readonly ticket: Cents;
  readonly bountyMoney: Cents;
  /** Held by a review instead of paid. */
  readonly held: boolean;
  readonly rule: RuleId;
  /** How the place was found: by chips, by lot, or with others of the same synchronised hand. */
  readonly placeRule: RuleId | null;
}

/** It ended before I had a place: cancelled, with what I got and by which clause, or a phase from which I go on. */
export type Ended =
  | { readonly kind: "cancelled"; readonly amount: Cents; readonly rule: RuleId }
  | { readonly kind: "phase" };

/** Somebody still in, as the ladder beside the table lists them. */
export interface Rival {
  readonly player: PlayerId;
  readonly name: string;
  readonly place: number;
  readonly stack: number;
}

/** What each place from `first` to `last` wins. */
export interface PrizeStep {
  readonly first: number;
  readonly last: number;
  readonly money: Cents;
  readonly ticket: Cents;
}

/** What a tournament adds to one of its tables; prices, prizes and bounties count in `unit`, everything else in chips. */
export interface TableTournament {
  readonly id: TournamentId;
  readonly kind: TournamentKind;
  readonly name: string;
  readonly unit: Unit;
  /** It pays entries, and winnings go there; empty until it is told. */
  readonly wallet: WalletId;
  /** What one entry costs. */
  readonly price: Cents;
  /** The lobby it comes from, where it is a game of HexaPro. */
  readonly hexapro: string | null;
  readonly table: number;
  readonly level: Level | null;
  readonly levelEnds: Instant | null;
  readonly next: Level | null;
  readonly pause: Pause | null;
  readonly entries: number;
  readonly remaining: number;
  readonly average: number;
  /** Where I sit and with how much; of a seat that was drawn just now, before any hand is dealt to it. */
  readonly mine: OwnSeat | null;
  /** My rank by chips, ties at the better place; `null`: not told, or I do not play. */
  readonly place: number | null;
  readonly paid: number;
  /** What the next one to go out wins; `null`: nothing, or it is not settled yet. */
  readonly outNow: Cents | null;
  readonly bounties: Readonly<Record<PlayerId, Cents>>;
  /** How bounties are paid, by that clause. */
  readonly bountyRule: RuleId | null;
  readonly handForHand: boolean;
  readonly waiting: Waiting | null;
  readonly finalTable: boolean;
  readonly reBuy: Purchase | null;
  /** Re-buys are sold through that level. */
  readonly reBuyLevel: number | null;
  readonly addOn: Purchase | null;
  /** I have no chips: until then a re-buy keeps my seat. */
  readonly offerUntil: Instant | null;
  readonly offerTotal: Duration;
  readonly finish: Finish | null;
  readonly ended: Ended | null;
  /** The prize pool of a HexaPro game, drawn before its first hand. */
  readonly draw: Draw | null;
  /** Those still in, the largest stack first; only where they are few. */
  readonly ladder: readonly Rival[];
  readonly prizes: readonly PrizeStep[];
}

/** Blinds count as those of the level that is played; in a break, of the one that comes next, because that is what will be paid. */
export function levelThatCounts({ level, next, pause }: TableTournament): Level | null {
  return (pause?.until ? next : level) ?? level ?? next;
}

/** Whether I sit here without a chip and may still buy some. */
export const isOffered = (table: Table): boolean => table.tournament?.offerUntil != null;

/** Whether the hand that is on the table, or none, gives way to what the felt says instead. */
export function feltSays(table: Table): "draw" | "break" | "wait" | null {
  const { tournament, hand } = table;
  if (!tournament || (hand && !hand.result)) return null;
  // Whoever comes back after going out sees no hand yet either, and knows what was drawn.
  if (tournament.draw && !hand && table.lastHand === null && !isDone(tournament)) return "draw";
  if (tournament.pause?.until) return "break";
  return tournament.waiting ? "wait" : null;
}

/** Whether it is over for me, one way or another. */
export const isDone = ({ finish, ended }: TableTournament): boolean => finish !== null || ended !== null;

/** Left in the money already, or how many must still go out. */
export const toGo = ({ remaining, paid }: TableTournament): number => Math.max(0, remaining - paid);

/** Whether nothing of it will be sold to me any more. */
export const isSoldOut = ({ state }: Purchase): boolean => state.kind === "over" || state.kind === "taken";
