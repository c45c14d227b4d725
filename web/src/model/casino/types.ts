import type {
  BaccaratBoard,
  BaccaratFelt,
  BetResult,
  BetSpot,
  BlackjackFelt,
  CasinoCrowd,
  CasinoFair,
  CasinoLimits,
  CasinoLine,
  CasinoMoment,
  CasinoOwn,
  CasinoShoe,
  OwnPayment,
  RoadCell,
  RouletteBoard,
  RouletteFelt,
  SpotBet,
  VideoFeed,
  CasinoChange as WireChange,
  CasinoRow as WireRow,
} from "../../protocol/messages";
import type { Cents, Instant, RuleId, TableId, Told, Unit } from "../basics";

/**
 * A casino table is told in parts, each whole. So the parts are here as the room sends them; what has to be read with the table as it
 * was before (chips that went back, what is new) is worked out once, by the reducer.
 */
export type {
  BaccaratBoard,
  BaccaratFelt,
  BetResult,
  BetSpot,
  BlackjackFelt,
  CasinoCrowd,
  CasinoFair,
  CasinoLimits,
  CasinoLine,
  CasinoMoment,
  CasinoOwn,
  CasinoShoe,
  OwnPayment,
  RoadCell,
  RouletteBoard,
  RouletteFelt,
  SpotBet,
  VideoFeed,
};

export const CASINO_GAMES = ["roulette", "blackjack", "baccarat"] as const;
export type CasinoGameName = (typeof CASINO_GAMES)[number];
export const isCasinoGame = (name: string): name is CasinoGameName =>
  (CASINO_GAMES as readonly string[]).includes(name);

export type CasinoPhase = CasinoMoment["phase"];
export type CasinoFelt = RouletteFelt | BaccaratFelt | BlackjackFelt;
export type CasinoBoard = RouletteBoard | BaccaratBoard;

/** What does not change while a table is open. */
export interface CasinoRules {
  readonly game: CasinoGameName;
  readonly live: boolean;
  readonly unit: Unit;
  readonly wallet: string;
  readonly edition: string;
  readonly limits: CasinoLimits;
  readonly notices: readonly Told[];
  readonly spots: readonly BetSpot[];
  readonly red: readonly number[];
  readonly seats: number;
  readonly video: VideoFeed | null;
}

/** A table as a row of the lobby. */
export type CasinoRow = Omit<WireRow, "unit" | "game"> & { readonly unit: Unit; readonly game: CasinoGameName };

/** Something that happened at a table, for everybody or for the reader alone. */
export type CasinoHappening =
  | WireChange
  /** A rule did something with the reader's bets. */
  | { readonly kind: "told"; readonly told: Told }
  | { readonly kind: "refused"; readonly told: Told }
  /** Chips that were laid and not confirmed went back when the bets closed. */
  | {
      readonly kind: "chipsReturned";
      readonly amount: Cents;
      readonly bets: readonly SpotBet[];
      readonly rule: RuleId;
    }
  /** Chips of the reader became bets. */
  | { readonly kind: "placed"; readonly added: Cents; readonly total: Cents; readonly fields: number }
  /** The reader's own result. */
  | { readonly kind: "paid"; readonly payment: OwnPayment }
  /** The reader's bets of a round that is void went back. */
  | { readonly kind: "betsBack"; readonly amount: Cents; readonly rule: RuleId };

export interface CasinoEntry {
  readonly id: number;
  readonly at: Instant;
  readonly round: number;
  readonly what: CasinoHappening;
}

/** What stands on the event line before what the phase says. */
export interface CasinoNotice {
  readonly kind: "refusal" | "ruling" | "info";
  readonly what: CasinoHappening;
  readonly at: Instant;
}

/** A casino table as the reader knows it. */
export interface CasinoTable {
  readonly id: TableId;
  readonly name: string;
  readonly rules: CasinoRules;
  readonly moment: CasinoMoment;
  readonly felt: CasinoFelt;
  readonly crowd: CasinoCrowd;
  readonly board: CasinoBoard | null;
  readonly shoe: CasinoShoe | null;
  /** What draws are fixed by, where they can be checked. */
  readonly fair: CasinoFair | null;
  /** Null for those who only watch. */
  readonly own: CasinoOwn | null;
  readonly chat: readonly CasinoLine[];
  /** What happened since the table was opened here, the oldest first. */
  readonly log: readonly CasinoEntry[];
  readonly notice: CasinoNotice | null;
  readonly unread: number;
}

/** What the room shows of a table. */
export type ShownTable = Omit<CasinoTable, "log" | "notice" | "unread">;
