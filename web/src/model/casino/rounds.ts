import type { Cents, Instant, Loadable, RuleId, TableId, Unit } from "../basics";
import { LOADING, ready } from "../basics";
import type { BetResult, CasinoGameName } from "./types";

/** The cards of one hand: of a seat, of the dealer (-1), or of Player (0) and Banker (1) at baccarat. */
export interface RoundHand {
  readonly seat: number;
  readonly hand: number;
  readonly cards: readonly string[];
}

/** A round of the reader: what they bet and got, and what happened. */
export interface Round {
  readonly id: string;
  readonly table: TableId;
  readonly name: string;
  readonly game: CasinoGameName;
  readonly round: number;
  readonly closedAt: Instant;
  readonly at: Instant;
  readonly rule: RuleId;
  readonly edition: string;
  readonly unit: Unit;
  readonly voided: boolean;
  readonly result: string;
  readonly bets: readonly BetResult[];
  readonly lost: Cents;
  readonly returned: Cents;
  readonly won: Cents;
  readonly seat: number | null;
  readonly ownSeat: boolean;
  readonly hands: readonly RoundHand[];
  readonly shoe: number | null;
  readonly dealer: string;
  readonly correction: string;
  /** Time code of the recording, in milliseconds, where there is one. */
  readonly video: number | null;
  /** What its draw is published by; of cards, once their shoe is over. `null`: a live dealer's, or from before draws could be checked. */
  readonly proof: string | null;
}

/** A draw of a table that is published. */
export interface PublishedChance {
  /** Of its proof. */
  readonly name: string;
  readonly kind: string;
  /** Its place in the chain. */
  readonly number: number;
  readonly at: Instant;
  readonly result: number | null;
  readonly cards: number;
  /** How many players' own numbers counted, of all. */
  readonly own: number;
  readonly players: number;
}

/** The reader's rounds, of one table or of all, the newest first. */
export interface Rounds {
  readonly table: TableId | null;
  readonly found: Loadable<readonly Round[]>;
  /** Where the next page begins; null: there is none. */
  readonly next: string | null;
}

export const NO_ROUNDS: Rounds = { table: null, found: LOADING, next: null };

interface Page {
  readonly table: TableId | null;
  readonly more: boolean;
  readonly page: Loadable<{ readonly rows: readonly Round[]; readonly next: string | null }>;
}

export function withPage(rounds: Rounds, { table, more, page }: Page): Rounds {
  if (page.state !== "ready") return more ? rounds : { table, found: page, next: null };
  const { rows, next } = page.value;
  const before = more && rounds.table === table && rounds.found.state === "ready" ? rounds.found.value : [];
  const known = new Set(before.map(({ id }) => id));
  return { table, found: ready([...before, ...rows.filter(({ id }) => !known.has(id))]), next };
}

/** The page of a proof, as the worker and the router know it. */
export const proofPage = (table: TableId, proof: string): string => `round/${table}/${proof}`;

/** What a round brought: what came back and was won, less what was staked. */
export const resultOf = ({ bets }: Pick<Round, "bets">): Cents =>
  bets.reduce((sum, { staked, returned, won }) => sum + returned + won - staked, 0);

/** "1:02:07.4" of a recording. */
export function timeCode(ms: number): string {
  const tenths = Math.floor(ms / 100);
  const parts = [Math.floor(tenths / 36_000), Math.floor(tenths / 600) % 60, Math.floor(tenths / 10) % 60];
  return `${parts.map((part, place) => (place === 0 ? String(part) : String(part).padStart(2, "0"))).join(":")}.${tenths % 10}`;
}

/** A shoe whose order is open, and what this page found when it checked it itself. */
export interface CheckedShoe {
  readonly number: number;
  readonly openedAt: Instant;
  readonly commitment: string;
  readonly salt: string;
  readonly order: string;
  readonly cards: readonly string[];
  /** Whether the SHA-256 of salt and order, worked out here, is the commitment; null: this browser cannot work it out. */
  readonly fits: boolean | null;
}
