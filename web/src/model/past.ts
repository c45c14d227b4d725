/** What is findable afterwards: tournaments that are over, my own, and my tickets. */
import type { Cents, EditionId, Instant, Loadable, RuleId, Unit } from "./basics";
import { LOADING, within } from "./basics";
import type { Payout } from "./tournament/page";
import type { PrizeBand } from "./tournament/rows";

export interface PastRow {
  readonly id: string;
  readonly name: string;
  readonly rulebook: EditionId;
  readonly unit: Unit;
  readonly product: string;
  readonly price: Cents;
  readonly status: "announced" | "running" | "finished" | "cancelled";
  readonly startsAt: Instant | null;
  readonly endedAt: Instant | null;
  readonly entries: number;
  readonly players: number;
  readonly pool: Cents;
  readonly winner: string | null;
}

/** Rows as far as they were read, and where the next ones begin. */
export interface Pages<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

export interface PastQuery {
  readonly search: string;
  readonly rulebook: EditionId | null;
}

/** My part in a tournament. */
export interface OwnPart {
  readonly enteredAt: Instant;
  readonly entries: number;
  readonly reBuys: number;
  readonly addOns: number;
  readonly paid: Cents;
  readonly place: number | null;
  readonly prize: Cents;
  readonly bounties: Cents;
  readonly returned: Cents;
  readonly endedAt: Instant | null;
}

export interface OwnTournament {
  readonly tournament: PastRow;
  readonly part: OwnPart;
}

export interface PlayerResult {
  /** Of the first entry; names one player of this tournament. */
  readonly number: number;
  readonly name: string;
  readonly isOwn: boolean;
  readonly place: number | null;
  readonly prize: Cents;
  readonly bounties: Cents;
  readonly entries: number;
  readonly reBuys: number;
  readonly addOns: number;
  readonly disqualified: boolean;
  readonly payout: Payout | null;
}

export interface ResultTerms {
  readonly poolPart: Cents;
  readonly fee: Cents;
  readonly bounty: Cents;
  readonly stack: number;
  readonly levelMs: number;
  readonly levels: readonly { readonly smallBlind: number; readonly bigBlind: number; readonly ante: number }[];
  readonly target: { readonly id: string; readonly name: string } | null;
}

/** Why a tournament was cancelled and by which clause it was settled. */
export interface Cancelled {
  readonly at: Instant;
  readonly cause: "too_few" | "house" | "server_failure";
  readonly reason: string;
  readonly rule: RuleId;
  readonly stage: "before_start" | "before_money" | "in_the_money" | "final_table" | "hexapro" | "running";
  readonly settledBy: RuleId;
  readonly total: Cents;
}

export interface TournamentResult {
  readonly tournament: PastRow;
  readonly terms: ResultTerms;
  readonly prizes: readonly PrizeBand[];
  readonly startedAt: Instant | null;
  readonly cancelled: Cancelled | null;
  readonly own: PlayerResult | null;
}

export interface ResultPlayers {
  readonly tournament: string;
  readonly search: string;
  readonly page: number;
  readonly rows: readonly PlayerResult[];
  readonly total: number;
}

export const PLAYERS_PAGE = 50;

export interface NamedTournament {
  readonly id: string;
  readonly name: string;
}

/** An entry, a registration for a game, or what a satellite without a target awards. */
export interface Ticket {
  readonly id: string;
  readonly kind: "entry" | "game" | "package";
  readonly worth: Cents;
  readonly unit: Unit;
  readonly source: NamedTournament | null;
  readonly target: NamedTournament | null;
  readonly validFor: readonly (NamedTournament & { readonly startsAt: Instant | null })[];
  readonly package: string;
  readonly lobby: string | null;
  readonly game: number | null;
}

export interface Past {
  readonly query: PastQuery;
  readonly list: Loadable<Pages<PastRow>>;
  /** The one that is looked at. */
  readonly result: { readonly id: string; readonly value: Loadable<TournamentResult> } | null;
  readonly players: ResultPlayers | null;
  readonly mine: Loadable<Pages<OwnTournament>>;
  readonly tickets: Loadable<readonly Ticket[]>;
}

export const NO_PAST: Past = {
  query: { search: "", rulebook: null },
  list: LOADING,
  result: null,
  players: null,
  mine: LOADING,
  tickets: LOADING,
};

export type PastChange =
  | { readonly kind: "pastAsked"; readonly query: PastQuery }
  | {
      readonly kind: "pastLoaded";
      readonly query: PastQuery;
      readonly page: Loadable<Pages<PastRow>>;
      /** Below what is there. */
      readonly more: boolean;
    }
  | { readonly kind: "resultLoaded"; readonly id: string; readonly value: Loadable<TournamentResult> }
  | { readonly kind: "resultPlayersLoaded"; readonly players: ResultPlayers }
  | { readonly kind: "mineLoaded"; readonly page: Loadable<Pages<OwnTournament>>; readonly more: boolean }
  | { readonly kind: "ticketsLoaded"; readonly tickets: Loadable<readonly Ticket[]> };

export function reducePast(past: Past, change: PastChange): Past {
  switch (change.kind) {
    case "pastAsked":
      return isSame(past.query, change.query) ? past : { ...past, query: change.query, list: LOADING };
    case "pastLoaded":
      // An answer to what is no longer looked for came too late.
      return isSame(past.query, change.query) ? { ...past, list: grown(past.list, change.page, change.more) } : past;
    case "resultLoaded":
      return {
        ...past,
        result: { id: change.id, value: change.value },
        players: past.players?.tournament === change.id ? past.players : null,
      };
    case "resultPlayersLoaded":
      return { ...past, players: change.players };
    case "mineLoaded":
      return { ...past, mine: grown(past.mine, change.page, change.more) };
    case "ticketsLoaded":
      return { ...past, tickets: change.tickets };
  }
}

const isSame = (one: PastQuery, other: PastQuery) => one.search === other.search && one.rulebook === other.rulebook;

function grown<Row>(known: Loadable<Pages<Row>>, page: Loadable<Pages<Row>>, more: boolean): Loadable<Pages<Row>> {
  if (!more || known.state !== "ready") return page;
  if (page.state !== "ready") return known;
  return within(known, ({ rows }) => ({ rows: [...rows, ...page.value.rows], next: page.value.next }));
}

/** Places that win the same are one band. */
export function bandsOf(
  prizes: readonly { readonly place: number; readonly money: Cents; readonly ticket: Cents }[],
): readonly PrizeBand[] {
  const bands: PrizeBand[] = [];
  for (const { place, money, ticket } of prizes) {
    const last = bands.at(-1);
    if (last && last.money === money && last.ticket === ticket && last.last === place - 1)
      bands[bands.length - 1] = { ...last, last: place };
    else bands.push({ first: place, last: place, money, ticket });
  }
  return bands;
}

/** What a tournament cost and brought me; below zero it cost more. */
export const netOf = ({ paid, prize, bounties, returned }: OwnPart): Cents => prize + bounties + returned - paid;
