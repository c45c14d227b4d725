/** What the desk's pages of data answer; amounts are cents, instants milliseconds. */
import type { Cents, EditionId, Instant, PlayerId, RuleId, Told } from "../model/basics";

export interface PersonName {
  readonly player: PlayerId;
  readonly name: string;
}

/** A deed as it is sent: its kind and its fields. */
export type Deed = Readonly<Record<string, unknown>> & { readonly kind: string };

/** What can be asked for, by which clauses, by whom, and whether the reader may. */
export interface DeedRule {
  readonly kind: string;
  readonly clauses: readonly { readonly rule: RuleId; readonly editions: readonly EditionId[] }[];
  readonly asks: readonly string[];
  readonly signs: readonly string[];
  readonly atOnce: boolean;
  readonly inPlay: boolean;
  readonly final: boolean;
  /** Milliseconds between the second signature and the deed. */
  readonly waits: number;
  readonly mayAsk: boolean;
  readonly maySign: boolean;
}

export interface Balance {
  readonly account: string;
  readonly purpose: string;
  readonly currency: string;
  readonly money: string;
  /** Whose it is; nobody's where it is the house's. */
  readonly holder: PersonName | null;
  readonly before: Cents;
  readonly after: Cents;
}

export interface PlanPart {
  readonly what: string;
  readonly amount: Cents;
  readonly rule: RuleId;
}

/** Everything one player gets from a cancelled tournament, part by part. */
export interface Payout {
  readonly player: PlayerId;
  readonly amount: Cents;
  readonly parts: readonly PlanPart[];
  readonly tickets: readonly { readonly worth: Cents; readonly returned: boolean; readonly rule: RuleId }[];
  readonly receivedBefore: Cents;
  readonly forfeited: RuleId | null;
}

export interface Plan {
  readonly tournament: string;
  readonly stage: string;
  readonly outcome: string;
  readonly rule: RuleId;
  readonly total: Cents;
  readonly payouts: readonly Payout[];
  readonly house: Readonly<Record<string, Cents>>;
  readonly lines: readonly string[];
}

/** What a deed would do now; `figures` is what is signed. */
export interface Figures {
  readonly figures: string;
  readonly events: readonly {
    readonly event: string;
    readonly rule: RuleId | null;
    readonly player: PlayerId | null;
  }[];
  readonly money: readonly { readonly source: string; readonly target: string; readonly amount: Cents }[];
  readonly balances: readonly Balance[];
  readonly house: Cents;
  readonly plan: Plan | null;
}

export type RequestStatus = "asked" | "frozen" | "signed" | "done" | "withdrawn" | "denied" | "expired" | "failed";

export interface DeskRequest {
  readonly id: string;
  readonly kind: string;
  readonly deed: Readonly<Record<string, unknown>>;
  /** The tournament, table or lobby, as players read it. */
  readonly about: string;
  readonly players: readonly PersonName[];
  readonly edition: EditionId;
  readonly clause: RuleId | null;
  readonly reason: string;
  readonly staff: PersonName;
  readonly at: Instant;
  readonly until: Instant;
  readonly status: RequestStatus;
  readonly figures: string;
  readonly final: boolean;
  readonly atOnce: boolean;
  readonly signs: readonly string[];
  readonly maySign: boolean;
  /** It is signed, and takes effect later unless it is stopped. */
  readonly mayStop: boolean;
  readonly isOwn: boolean;
  readonly by: PersonName | null;
  readonly why: string;
  /** The house has one person: nobody else signed. */
  readonly waived: boolean;
  readonly endedAt: Instant | null;
  readonly now: Figures | null;
  readonly refusedNow: Told | null;
  readonly changed: boolean;
}

/** What a player was told to bring by a deadline. */
export interface Duty {
  readonly request: string;
  readonly kind: string;
  readonly player: PersonName;
  readonly deadline: Instant;
  readonly overdue: boolean;
}

export interface Inbox {
  readonly requests: readonly DeskRequest[];
  readonly duties: readonly Duty[];
  readonly ended: number;
  readonly lastEnd: Instant | null;
  readonly ofOne: boolean;
}

/** Whether the books balance over all accounts, as read at an instant, and how many streams stopped. */
export interface HouseState {
  readonly balanced: boolean;
  readonly accounts: number;
  readonly stopped: number;
  readonly at: Instant;
}

export interface TrailLine {
  readonly number: number;
  readonly at: Instant;
  readonly what: string;
  readonly staff: PersonName | null;
  readonly request: string | null;
  readonly kind: string | null;
  readonly about: readonly PersonName[];
  readonly clause: RuleId | null;
  readonly words: string;
  readonly digest: string;
}

export interface Trail {
  readonly lines: readonly TrailLine[];
  readonly next: number | null;
  readonly length: number;
}

export interface Wallet {
  readonly account: string;
  readonly currency: string;
  readonly money: string;
  readonly balance: Cents;
}

/** What goes on in the room now, and over the last day as far as the server has seen it. */
export interface RoomNow {
  readonly at: Instant;
  readonly connected: number;
  readonly players: number;
  readonly cashTables: number;
  readonly casinoTables: number;
  readonly hands: number;
  readonly waiting: number;
  readonly tournaments: number;
  readonly registering: number;
  readonly inPlay: readonly { readonly currency: string; readonly money: string; readonly amount: Cents }[];
  readonly withdrawals: number;
  readonly complaints: number;
  readonly past: readonly {
    readonly at: Instant;
    readonly players: number;
    readonly tables: number;
    readonly hands: number;
  }[];
}
