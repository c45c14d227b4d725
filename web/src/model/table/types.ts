import type { Cents, Duration, EditionId, Instant, PlayerId, RuleId, TableId, Told, Unit } from "../basics";
import type { Card, HandName, Hole } from "../cards";
import type { Draw } from "../hexapro";
import type { Level, TableTournament } from "./tournament";

export type Game = "texas" | "omaha" | "omaha_hi_lo";
export type Structure = "no_limit" | "pot_limit" | "fixed_limit";
export const AVATARS = ["moon", "fir", "wave", "peak", "sun", "fish", "leaf", "fox", "owl"] as const;
export type Avatar = (typeof AVATARS)[number];
export type ActKind = "fold" | "check" | "call" | "bet" | "raise";
export type Street = 0 | 1 | 2 | 3;
export type BlindKind = "small" | "big" | "ante" | "entry";

/** One decision and its clock: first the decision time, then the time bank if it runs. */
export interface Turn {
  readonly number: number;
  readonly seat: number;
  readonly started: Instant;
  readonly thinksUntil: Instant;
  readonly bank: Duration;
  readonly bankRuns: boolean;
}

/** What I may do now; `raiseMax` is 0 when betting or raising is closed, and `closedBy` says by which clause. */
export interface Options {
  readonly toCall: Cents;
  readonly raiseMin: Cents;
  readonly raiseMax: Cents;
  readonly closedBy: RuleId | null;
}

export interface SeatAct {
  readonly act: ActKind;
  readonly allIn: boolean;
}

export interface Away {
  /** When the room takes the seat back; `null`: no limit runs. */
  readonly until: Instant | null;
  readonly rule: RuleId;
}

export interface Lost {
  readonly until: Instant | null;
  readonly total: Duration;
}

export interface Seat {
  readonly player: PlayerId;
  readonly name: string;
  readonly avatar: Avatar;
  /** What can still be bet. */
  readonly stack: Cents;
  /** What lies in front of the player in this betting round. */
  readonly bet: Cents;
  readonly cards: readonly Hole[];
  readonly folded: boolean;
  readonly lastAct: SeatAct | null;
  readonly entry: "in" | "waiting" | "posting";
  readonly away: Away | null;
  readonly lost: Lost | null;
  readonly pendingTopUp: Cents;
  readonly won: Cents;
  readonly shown: HandName | null;
  readonly bot: boolean;
}

export interface Winner {
  readonly seat: number;
  readonly amount: Cents;
}

/** How a hand ended: what everybody saw. */
export interface HandResult {
  readonly winners: readonly Winner[];
  /** Cards that make the best winning hand, if it was shown. */
  readonly best: readonly Card[];
  readonly pot: Cents;
  readonly rake: Cents;
  readonly rakeRule: RuleId | null;
}

export interface Hand {
  readonly id: string;
  readonly number: number;
  readonly street: Street;
  readonly board: readonly Card[];
  /** Collected pots, the main pot first; bets of this round lie with their seats. */
  readonly pots: readonly Cents[];
  readonly turn: Turn | null;
  /** Mine, while it is my turn. */
  readonly options: Options | null;
  readonly strength: HandName | null;
  readonly result: HandResult | null;
}

/** What I switched at this table. */
export interface MyOptions {
  readonly sitOutNext: boolean;
  /** Set when the room decided it, because my time ran out: the clause. */
  readonly sitOutRule?: RuleId | null;
  readonly sitOutBigBlind: boolean;
  readonly autoTopUp: boolean;
}

/** What a top-up may be, and the clauses that say so. */
export interface TopUpOffer {
  readonly min: Cents;
  readonly max: Cents;
  /** What the stack may be filled to. */
  readonly target: Cents;
  /** What who has lost everything brings at least. */
  readonly enter?: Cents;
  /** Where every stack is filled to the same height, nothing less may be added. */
  readonly exact: boolean;
  /** Whether it may be done by itself after every hand. */
  readonly auto: boolean;
  readonly rule: RuleId;
}

export type Happening =
  | { readonly kind: "opened"; readonly number: number }
  | { readonly kind: "posted"; readonly name: string; readonly blind: BlindKind; readonly amount: Cents }
  | { readonly kind: "dealt"; readonly cards: readonly Card[]; readonly place: number }
  | {
      readonly kind: "acted";
      readonly name: string;
      readonly mine: boolean;
      readonly act: ActKind;
      readonly allIn: boolean;
      /** Calls: what was added. Bets and raises: to what. */
      readonly amount: Cents;
      /** Set when the room acted for the player. */
      readonly rule: RuleId | null;
    }
  | {
      readonly kind: "street";
      readonly street: Street;
      readonly cards: readonly Card[];
      readonly board: readonly Card[];
      readonly pot: Cents;
    }
  | { readonly kind: "returned"; readonly name: string; readonly amount: Cents }
  | { readonly kind: "shown"; readonly name: string; readonly cards: readonly Card[]; readonly hand: HandName | null }
  | {
      readonly kind: "won";
      readonly name: string;
      readonly mine: boolean;
      readonly amount: Cents;
      readonly hand: HandName | null;
    }
  | { readonly kind: "rake"; readonly amount: Cents; readonly pot: Cents; readonly rule: RuleId | null }
  | { readonly kind: "seated"; readonly name: string; readonly amount: Cents }
  | { readonly kind: "left"; readonly name: string; readonly rule: RuleId | null }
  /** All chips of a tournament player are gone. */
  | { readonly kind: "busted"; readonly name: string; readonly mine: boolean }
  /** The prize pool of a HexaPro game was drawn. */
  | { readonly kind: "drawn"; readonly draw: Draw; readonly unit: Unit; readonly rule: RuleId }
  /** The button of a tournament's next hand, where it does not just go on: the clause that puts it there. */
  | { readonly kind: "button"; readonly name: string; readonly noSmallBlind: boolean; readonly rule: RuleId }
  /** The next hand of a tournament is played at another level. */
  | { readonly kind: "level"; readonly level: Level }
  | { readonly kind: "away"; readonly name: string; readonly rule: RuleId }
  | { readonly kind: "back"; readonly name: string }
  | { readonly kind: "lost"; readonly name: string; readonly seconds: number; readonly rule: RuleId | null }
  | { readonly kind: "found"; readonly name: string }
  | { readonly kind: "toppedUp"; readonly name: string; readonly amount: Cents; readonly pending: boolean }
  | { readonly kind: "ruling"; readonly told: Told };

export interface LogEntry {
  readonly id: number;
  readonly what: Happening;
}

export interface ChatLine {
  readonly id: number;
  readonly player: PlayerId;
  readonly name: string;
  readonly text: string;
  readonly at: Instant;
}

export type NoticeKind = "ruling" | "refusal" | "rolledBack" | "closing";

/** A ruling or refusal stays on the line at least this long. */
export const NOTICE_MS = 6000;

/** What the event line says besides the course of the hand. */
export interface Notice {
  readonly kind: NoticeKind;
  readonly told: Told;
  readonly at: Instant;
}

/** One line of the sum that explains a ruling: a worded code, an amount, and whether it is the one that decides. */
export interface WhyLine {
  readonly code: string;
  readonly amount: Cents;
  readonly signed: boolean;
  readonly total: boolean;
  readonly numbers: Readonly<Record<string, number>>;
  readonly names: Readonly<Record<string, string>>;
}

/** Why the room ruled: the clause, the sum and the outcome. */
export interface Why {
  readonly rule: RuleId;
  readonly lines: readonly WhyLine[];
  readonly outcome: Told | null;
}

export interface Table {
  readonly id: TableId;
  readonly name: string;
  readonly stake: string;
  readonly game: Game;
  readonly structure: Structure;
  readonly edition: EditionId;
  readonly editionName: string;
  readonly blinds: { readonly small: Cents; readonly big: Cents; readonly ante: Cents };
  readonly unit: Unit;
  /** The wallet buy-ins come from; empty where it does not matter. */
  readonly wallet: string;
  /** The smallest amount that can be bet more or less. */
  readonly step: Cents;
  readonly seats: readonly (Seat | null)[];
  readonly me: number | null;
  readonly button: number | null;
  readonly hand: Hand | null;
  readonly log: readonly LogEntry[];
  readonly chat: readonly ChatLine[];
  readonly unread: number;
  readonly notice: Notice | null;
  /** A rollback or a closing: on the line until it is dismissed, whatever else is said there meanwhile. */
  readonly standing: Notice | null;
  readonly why: Why | null;
  readonly myOptions: MyOptions;
  /** The clause by which I may post the big blind instead of waiting for it; `null`: I may not, or have no need to. */
  readonly mayPost: RuleId | null;
  readonly topUp: TopUpOffer | null;
  /** What is left in my time bank; `null`: there is none, or it was not told yet. */
  readonly timeBank: Duration | null;
  readonly clocksPaused: RuleId | null;
  readonly nextHandAt: Instant | null;
  /** How many players are missing for a hand (CASH-12). */
  readonly missing: number;
  readonly closing: RuleId | null;
  /** The last hand that ended here, for the replayer. */
  readonly lastHand: string | null;
  /** What a tournament adds; `null` at a cash table. */
  readonly tournament: TableTournament | null;
}
