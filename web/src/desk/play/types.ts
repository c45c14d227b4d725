/** What the desk's pages about play answer; amounts are cents, or chips of a tournament, instants milliseconds. */
import type { Cents, EditionId, Instant, PlayerId, RuleId } from "../../model/basics";
import type { HandDetail } from "../../net/hand-record";
import type { DeskRequest, PersonName } from "../types";

export interface Complaint {
  readonly id: string;
  readonly hand: string;
  readonly player: PlayerId;
  readonly at: Instant;
  readonly text: string;
  readonly state: "open" | "answered";
}

export interface SeatLine {
  readonly seat: number;
  readonly player: PersonName;
  readonly stack: number;
  readonly put: number;
  readonly inHand: boolean;
  readonly allIn: boolean;
  readonly away: boolean;
  readonly connected: boolean;
  readonly leaves: boolean;
}

export interface ClockLine {
  readonly what: "turn" | "bank" | "dropped";
  readonly player: PersonName;
  readonly at: Instant | null;
  readonly left: number | null;
}

interface Share {
  readonly player: PlayerId;
  readonly wallet: { readonly currency: string; readonly money: string; readonly side: string };
  readonly amount: Cents;
}

export interface HandPage {
  readonly hand: string;
  readonly number: number;
  readonly table: string;
  readonly tableName: string;
  readonly state: "playing" | "settled" | "void";
  readonly at: Instant;
  readonly edition: EditionId;
  readonly moneyKind: string;
  readonly dealtIn: readonly PersonName[];
  readonly detail: HandDetail | null;
  readonly money: readonly {
    readonly player: PersonName;
    readonly before: number;
    readonly put: number;
    readonly won: number;
    readonly after: number;
  }[];
  readonly sights: readonly {
    readonly player: PersonName;
    readonly cards: readonly string[] | null;
    readonly hole: number;
    readonly others: number;
    readonly seed: "own" | "default" | "absent" | null;
  }[];
  /** Cards of players that nobody showed; they never leave the room. */
  readonly sealed: number;
  readonly dealing: {
    readonly deck: number;
    readonly own: number;
    readonly default: number;
    readonly absent: number;
    readonly lock: string;
  } | null;
  readonly seats: readonly SeatLine[];
  readonly clocks: readonly ClockLine[];
  readonly board: readonly string[];
  readonly pot: number;
  readonly cases: readonly Complaint[];
  readonly requests: readonly DeskRequest[];
  readonly looks: readonly { readonly at: Instant; readonly staff: PersonName }[];
  readonly reversal: {
    readonly takes: readonly Share[];
    readonly gives: readonly Share[];
    readonly fromHouse: Cents;
  } | null;
}

export interface TableLine {
  readonly table: string;
  /** As players read it. */
  readonly name: string;
  readonly stake: string;
  readonly edition: EditionId;
  readonly money: string;
  readonly currency: string;
  readonly seats: number;
  readonly seated: number;
  readonly away: number;
  readonly openedAt: Instant;
  readonly closing: RuleId | null;
  readonly hand: number | null;
  readonly stopped: boolean;
}

export interface TablePage {
  readonly table: string;
  readonly name: string;
  readonly tournament: string | null;
  readonly tournamentName: string;
  readonly stake: string;
  readonly edition: EditionId;
  readonly money: string;
  readonly currency: string | null;
  readonly state: "open" | "closing" | "closed" | "stopped";
  readonly closing: RuleId | null;
  readonly clocksStand: boolean;
  readonly hand: string | null;
  readonly handNumber: number | null;
  readonly board: readonly string[];
  readonly pot: number;
  readonly seats: readonly SeatLine[];
  readonly seatCount: number;
  readonly clocks: readonly ClockLine[];
  readonly hands: readonly {
    readonly hand: string;
    readonly number: number;
    readonly at: Instant;
    readonly players: number;
    readonly void: boolean;
  }[];
  readonly requests: readonly DeskRequest[];
}

export interface TournamentLine {
  readonly tournament: string;
  readonly name: string;
  readonly edition: EditionId;
  readonly money: string;
  readonly status: string;
  readonly startsAt: Instant | null;
  readonly entries: number;
  readonly remaining: number;
  readonly tables: number;
  readonly level: number;
  readonly pausedAt: Instant | null;
}

export interface LobbyLine {
  readonly lobby: string;
  readonly closed: boolean;
  readonly running: number;
  readonly waiting: readonly number[];
  readonly full: readonly number[];
}

export interface Entrant {
  readonly player: PersonName;
  readonly place: number | null;
  readonly stack: number;
  readonly table: number | null;
  readonly seat: number | null;
  readonly entries: number;
  readonly byTicket: boolean;
  readonly bounties: Cents;
  readonly head: Cents;
  readonly prizes: Cents;
  readonly connected: boolean;
  readonly lostAt: Instant | null;
  readonly away: boolean;
  readonly disqualified: boolean;
}

export interface TournamentPage {
  readonly tournament: string;
  readonly name: string;
  readonly edition: EditionId;
  readonly moneyKind: string;
  readonly currency: string;
  readonly status: "announced" | "running" | "finished" | "cancelled";
  readonly startsAt: Instant | null;
  readonly startedAt: Instant | null;
  readonly price: Cents;
  readonly fee: Cents;
  readonly bounty: Cents;
  readonly entries: number;
  readonly again: number;
  readonly remaining: number;
  readonly registrationOpen: boolean;
  readonly level: {
    readonly number: number;
    readonly small: number;
    readonly big: number;
    readonly ante: number;
    readonly ends: Instant | null;
  } | null;
  readonly halt: { readonly at: Instant; readonly staff: PersonName; readonly reason: string } | null;
  readonly players: readonly Entrant[];
  readonly tables: readonly {
    readonly table: string;
    readonly number: number;
    readonly players: number;
    readonly hands: number;
    readonly hand: string | null;
    readonly stopped: boolean;
  }[];
  readonly money: {
    readonly paidIn: Cents;
    readonly added: Cents;
    readonly pool: Cents;
    readonly places: number;
    readonly prizesPaid: Cents;
    readonly fees: Cents;
    readonly bountiesPaid: Cents;
    readonly heads: Cents;
  };
  readonly requests: readonly DeskRequest[];
}

export interface LobbyPage {
  readonly lobby: string;
  readonly edition: EditionId;
  readonly moneyKind: string;
  readonly currency: string;
  readonly buyIn: Cents;
  readonly closed: boolean;
  readonly games: readonly {
    readonly number: number;
    readonly state: "filling" | "full" | "playing";
    readonly players: readonly PersonName[];
    readonly since: Instant | null;
    readonly tournament: string | null;
    readonly multiplier: number | null;
  }[];
  readonly requests: readonly DeskRequest[];
}

export interface CasinoLine {
  readonly table: string;
  readonly name: string;
  readonly game: string;
  readonly live: boolean;
  readonly currency: string;
  readonly money: string;
  readonly players: number;
  readonly phase: string;
  readonly round: number;
  readonly held: boolean;
  readonly stopped: boolean;
}

export interface CasinoPage {
  readonly table: string;
  readonly name: string;
  readonly game: string;
  readonly live: boolean;
  readonly edition: EditionId;
  readonly currency: string;
  readonly money: string;
  readonly phase: string;
  readonly round: number;
  readonly since: Instant;
  readonly deadline: Instant;
  readonly dealer: string;
  readonly hold: {
    readonly reason: string;
    readonly rule: RuleId;
    readonly since: Instant;
    readonly staff: string;
    readonly words: string;
  } | null;
  readonly proposal: string;
  readonly guests: readonly { readonly player: PersonName; readonly connected: boolean; readonly staked: Cents }[];
  readonly rounds: readonly {
    readonly round: number;
    readonly at: Instant;
    readonly result: string;
    readonly players: number;
    readonly staked: Cents;
    readonly house: Cents;
    readonly voided: boolean;
    readonly correction: string;
    readonly dealer: string;
  }[];
  readonly requests: readonly DeskRequest[];
}

export interface RoundPage {
  readonly table: string;
  readonly name: string;
  readonly game: string;
  readonly round: number;
  readonly closedAt: Instant;
  readonly at: Instant;
  readonly rule: RuleId;
  readonly edition: string;
  readonly currency: string;
  readonly money: string;
  readonly voided: boolean;
  readonly result: string;
  readonly hands: readonly { readonly seat: number; readonly hand: number; readonly cards: readonly string[] }[];
  readonly players: number;
  readonly staked: Cents;
  readonly house: Cents;
  readonly dealer: string;
  readonly correction: string;
  readonly video: number | null;
  readonly cases: readonly Complaint[];
  readonly requests: readonly DeskRequest[];
}

export interface CaseLine {
  readonly id: string;
  readonly what: "hand" | "table" | "round" | "payment" | "dispute";
  readonly about: string;
  readonly player: PersonName;
  readonly at: Instant;
  readonly text: string;
  readonly state: "open" | "answered";
  readonly deadline: Instant | null;
  readonly rule: RuleId | null;
  readonly overdue: boolean;
}

export interface CasePage {
  readonly case: CaseLine;
  readonly answer: string;
  readonly answeredAt: Instant | null;
  readonly staff: PersonName | null;
  readonly edition: EditionId | null;
  readonly holds: readonly {
    readonly hold: string;
    readonly edition: EditionId;
    readonly why: string;
    readonly rule: RuleId;
    readonly amount: Cents;
    readonly since: Instant;
    readonly deadline: Instant | null;
    readonly staff: PersonName;
    readonly reason: string;
  }[];
  /** Whose payment is suspended until the answer. */
  readonly withdrawal: string | null;
  readonly others: readonly CaseLine[];
  readonly requests: readonly DeskRequest[];
}

/** A dispute with what a device received, and what the room's own check says of it. */
export interface DisputeEvidence {
  readonly step: string;
  readonly signed: boolean;
  readonly failed: readonly string[];
  /** Those that fail by what the room signed alone. */
  readonly failedAsSigned: readonly string[];
  readonly evidence: {
    readonly received: readonly { readonly kind: string; readonly at?: number }[];
  };
}
