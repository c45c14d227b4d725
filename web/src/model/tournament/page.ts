import type { Cents, Duration, EditionId, Instant, Loadable, PlayerId, RuleId, TableId, Told, Unit } from "../basics";
import type { WalletId } from "../wallet";
import type { Named, Numbers, Price, PrizeBand, TournamentId, TournamentType } from "./rows";

export interface BlindLevel {
  readonly level: number;
  readonly smallBlind: number;
  readonly bigBlind: number;
  readonly ante: number;
}

export interface ReBuyTerms {
  readonly price: Price;
  readonly chips: number;
  readonly untilLevel: number;
  /** Only with fewer chips; `null`: with any number. */
  readonly below: number | null;
  readonly times: number | null;
  readonly window: Duration;
}

export interface AddOnTerms {
  readonly price: Price;
  readonly chips: number;
  readonly afterLevel: number;
  readonly window: Duration;
}

export interface BountyTerms {
  readonly head: Cents;
  readonly progressive: boolean;
  readonly vips: readonly { readonly player: PlayerId; readonly name: string; readonly prize: Cents }[];
}

/** What a tournament is, as announced. */
export interface TournamentTerms {
  readonly id: TournamentId;
  readonly edition: EditionId;
  readonly editionHash: string;
  readonly name: string;
  readonly types: readonly TournamentType[];
  readonly unit: Unit;
  readonly wallet: WalletId;
  readonly family: string;
  readonly seats: number;
  readonly price: Price;
  readonly stack: number;
  readonly levels: readonly BlindLevel[];
  readonly levelTime: Duration;
  readonly afterLastLevel: "stay" | "continue_by_ratio";
  readonly entriesMin: number;
  readonly entriesMax: number | null;
  readonly opensAt: Instant | null;
  /** How long before the start entries can no longer be given back; `null`: they cannot be. */
  readonly unregisterBefore: Duration | null;
  readonly lateLevels: number;
  readonly reEntries: number;
  readonly guarantee: Cents;
  readonly added: Cents;
  readonly handForHandPlaces: number;
  /** What a failure of the server does (CANC-61). */
  readonly failure: { readonly onFailure: "cancel_and_refund" | "resume" | "by_stage"; readonly rule: RuleId };
  readonly rules: readonly RuleId[];
  readonly conditions: readonly string[];
  readonly hasPassword: boolean;
  /** The least and the most where the player chooses the buy-in. */
  readonly choice: { readonly min: Cents; readonly max: Cents } | null;
  readonly reBuy: ReBuyTerms | null;
  readonly addOn: AddOnTerms | null;
  readonly bounties: BountyTerms | null;
  readonly satellite: { readonly ticket: Cents; readonly target: Named | null; readonly label: string } | null;
  readonly phase: {
    readonly untilLevel: number | null;
    readonly next: Named | null;
    readonly sources: readonly Named[];
  } | null;
  readonly breaks: {
    readonly minute: number;
    readonly length: Duration;
    readonly inFirstLevel: boolean;
    readonly rule: RuleId;
  } | null;
  readonly timeBank: { readonly start: Duration; readonly most: Duration } | null;
  readonly hexapro: string | null;
}

export interface Cancellation {
  readonly cause: "too_few" | "house" | "server_failure";
  readonly stage: "before_start" | "before_money" | "in_the_money" | "final_table" | "hexapro" | "running";
  readonly at: Instant;
  readonly rule: RuleId;
  /** The clause that decided who got what. */
  readonly settledBy: RuleId;
  readonly total: Cents;
}

export interface TournamentNumbers extends Numbers {
  /** Tables that play a hand, or decide about re-buys. */
  readonly busy: number;
  readonly blinds: BlindLevel | null;
  readonly nextBlinds: BlindLevel;
  /** What the next player to go out wins. */
  readonly nextPrize: Cents;
  readonly largestStack: number;
  readonly smallestStack: number;
  readonly addOns: number;
  readonly cancelled: Cancellation | null;
}

export const PAYOUT_PARTS = [
  "entry",
  "fee",
  "equal_part",
  "by_chips",
  "lowest_prize",
  "each_part",
  "by_icm",
  "bounty",
] as const;
export type PayoutKind = (typeof PAYOUT_PARTS)[number];

/** What one player got from a cancelled tournament, part by part. */
export interface Payout {
  readonly player: PlayerId;
  readonly name: string;
  readonly amount: Cents;
  readonly parts: readonly { readonly what: PayoutKind; readonly amount: Cents; readonly rule: RuleId }[];
  readonly tickets: readonly { readonly worth: Cents; readonly returned: boolean; readonly rule: RuleId }[];
  /** Won before, and not paid again. */
  readonly deducted: Cents;
  readonly forfeited: RuleId | null;
  readonly held: boolean;
}

/** A re-buy or an add-on of mine. */
export interface Extra {
  readonly possible: boolean;
  readonly why: Told | null;
  readonly taken: number;
  readonly left: number | null;
}

export interface OwnEntry {
  readonly entries: number;
  readonly table: TableId | null;
  readonly seat: number | null;
  readonly stack: number;
  readonly rank: number | null;
  readonly sitsOut: RuleId | null;
  readonly place: number | null;
  readonly placeRule: RuleId | null;
  readonly prizes: Cents;
  readonly bounty: Cents;
  readonly bounties: Cents;
  readonly mayBuyUntil: Instant | null;
  readonly reBuy: Extra | null;
  readonly addOn: Extra | null;
  readonly mayUnregister: boolean;
  readonly unregisterUntil: Instant | null;
  readonly mayReEnter: boolean;
  readonly changed: boolean;
  readonly disqualified: boolean;
  readonly held: boolean;
  readonly payout: Payout | null;
}

/** A player of a tournament: with chips a rank, afterwards a place and a prize. */
export interface StandingRow {
  readonly player: PlayerId;
  readonly name: string;
  readonly rank: number | null;
  readonly stack: number;
  readonly table: number | null;
  readonly place: number | null;
  readonly prize: Cents;
  readonly bounty: Cents;
  readonly bounties: Cents;
  readonly entries: number;
  readonly away: boolean;
}

export interface TournamentTable {
  readonly id: TableId;
  readonly number: number;
  readonly players: number;
  readonly largest: number;
  readonly smallest: number;
  readonly average: number;
  readonly playing: boolean;
}

/** A page of a long list, counted from 0: how many pages there are, how many were found, and what was looked for. */
export interface Listing<Row> {
  readonly rows: readonly Row[];
  readonly page: number;
  readonly pages: number;
  readonly found: number;
  readonly search: string;
}

/** What would be paid with that many entries, and how long it would be likely to last; `null`: nobody can tell. */
export interface Forecast {
  readonly entries: number;
  readonly pool: Cents;
  readonly prizes: readonly PrizeBand[];
  readonly level: number | null;
  readonly length: Duration | null;
}

/** What an entry of a chosen buy-in costs and brings. */
export interface Quote {
  readonly amount: Cents;
  readonly price: Price;
  readonly chips: number;
}

/** One tournament, with as much of its lists as was asked for. */
export interface TournamentPage {
  readonly terms: TournamentTerms;
  readonly numbers: TournamentNumbers;
  readonly own: OwnEntry | null;
  readonly prizes: readonly PrizeBand[];
  readonly players: Listing<StandingRow> | null;
  readonly tables: Listing<TournamentTable> | null;
  readonly payouts: Listing<Payout> | null;
  readonly forecast: Forecast | null;
  readonly quote: Quote | null;
  readonly asOf: Instant;
}

/** What is asked for apart, and stays until its next answer comes. */
export const NO_LISTS = { players: null, tables: null, payouts: null, forecast: null, quote: null } as const;

/** One tournament as it was shown, with the lists that were asked for before. */
export function shownAgain(known: Loadable<TournamentPage> | undefined, page: TournamentPage): TournamentPage {
  if (known?.state !== "ready") return page;
  const { players, tables, payouts, forecast, quote } = known.value;
  return { ...page, players, tables, payouts, forecast, quote };
}
