/** What the pages of the house are answered; amounts are cents unless it is said, instants milliseconds. */
import type { Cents, Instant, RuleId } from "../../model/basics";
import type { PersonName } from "../types";

export interface TenderName {
  readonly currency: string;
  readonly money: string;
}

export interface Income {
  readonly day: Instant;
  readonly kind: "rake" | "fees";
  readonly rulebook: string;
  readonly game: string;
  readonly taken: Cents;
  readonly rakeback: Cents;
  readonly net: Cents;
}

/** Hundredths of a cent, as the ledger keeps them. */
export interface AccountGroup {
  readonly purpose: string;
  readonly accounts: number;
  readonly debit: number;
  readonly credit: number;
}

export interface HouseMoney {
  readonly tender: TenderName;
  readonly tenders: readonly TenderName[];
  readonly since: Instant;
  readonly until: Instant;
  readonly now: Instant;
  readonly income: readonly Income[];
  readonly trial: readonly AccountGroup[];
  readonly debit: number;
  readonly credit: number;
  readonly owedToPlayers: Cents;
  readonly waiting: number;
  readonly waitingSum: Cents;
  readonly rakeback: readonly { readonly month: string; readonly players: number; readonly owed: Cents }[];
}

/** A table of the casino on one day. */
export interface DayFigures {
  readonly table: string;
  readonly name: string;
  readonly game: string;
  readonly currency: string;
  readonly money: string;
  readonly day: Instant;
  readonly rounds: number;
  readonly staked: Cents;
  readonly house: Cents;
  readonly expected: Cents;
  readonly low: Cents;
  readonly high: Cents;
  readonly isWithin: boolean;
}

export interface Payment {
  readonly player: PersonName;
  readonly name: string;
  readonly currency: string;
  readonly money: string;
  readonly amount: Cents;
  readonly stage: string;
  readonly reference: string;
  readonly at: Instant;
}

/** A paper of what the house offers: the text in force, and where it comes from. */
export interface Offer {
  readonly paper: "schedule" | "stakes" | "casino";
  readonly text: string;
  readonly source: "desk" | "file" | "usual";
  readonly file: string;
  readonly revisions: readonly {
    readonly digest: string;
    readonly request: string;
    readonly staff: PersonName;
    readonly at: Instant;
  }[];
}

/** What is wrong with a draft of a paper, what it would change, and its lines beside those in force. */
export interface PaperAnswer {
  readonly faults: readonly { readonly line: number; readonly problem: string }[];
  readonly opens: readonly string[];
  readonly closes: readonly string[];
  readonly changes: readonly string[];
  readonly diff: readonly {
    readonly kind: "same" | "added" | "removed" | "gap";
    readonly number: number;
    readonly text: string;
  }[];
  readonly text: string;
}

export interface Book {
  readonly id: string;
  readonly title: string;
  readonly version: string;
  readonly digest: string;
  readonly parent: string;
  readonly parentTitle: string;
  readonly changed: number;
  readonly tables: number;
  readonly clauses: readonly RuleId[];
  readonly revisions: readonly {
    readonly digest: string;
    readonly title: string;
    readonly version: string;
    readonly request: string;
    readonly staff: PersonName;
    readonly at: Instant;
  }[];
}

export interface Cell {
  readonly path: string;
  readonly section: string;
  readonly name: string;
  readonly rule: RuleId;
  readonly about: string;
  readonly written: string;
  readonly shown: string;
  readonly printed: string;
  readonly unit: string;
  readonly choices: readonly { readonly value: string; readonly name: string }[];
  readonly expects: string;
  readonly locked: boolean;
  readonly changed: boolean;
}

export interface BookPage {
  readonly book: Book;
  readonly sections: readonly { readonly key: string; readonly name: string }[];
  readonly values: readonly Cell[];
}

export interface CheckAnswer {
  readonly faults: readonly { readonly path: string; readonly name: string; readonly problem: string }[];
  readonly changes: readonly {
    readonly path: string;
    readonly name: string;
    readonly before: string;
    readonly after: string;
    readonly rules: readonly RuleId[];
  }[];
  readonly digest: string;
  readonly text: string;
  readonly stakes: number;
  readonly stakesChanged: number;
  readonly stakesClosed: readonly string[];
  readonly tables: number;
  readonly tablesChanged: number;
  readonly samples: readonly {
    readonly stake: string;
    readonly label: string;
    readonly players: number;
    readonly pot: Cents;
    readonly before: Cents;
    readonly after: Cents;
  }[];
}

export interface NoticeRow {
  readonly number: number;
  readonly texts: Readonly<Record<string, string>>;
  readonly at: Instant;
  readonly since: Instant;
  readonly until: Instant;
  readonly state: "planned" | "shown" | "over" | "ended";
}

export interface SystemAnswer {
  readonly build: string;
  readonly schema: string;
  readonly protocol: number;
  readonly python: string;
  readonly database: string;
  readonly databaseBytes: number | null;
  readonly databaseAnswers: boolean;
  readonly commitsWaiting: number;
  readonly writerRestarts: number;
  readonly streams: number;
  readonly tables: number;
  readonly players: number;
  readonly revived: number;
  readonly stopped: readonly {
    readonly stream: string;
    readonly why: string;
    readonly since: Instant | null;
    readonly returns: boolean;
  }[];
  readonly sizes: readonly { readonly table: string; readonly rows: number }[];
  readonly anchorMinutes: number;
  readonly anchor: { readonly number: number; readonly at: string; readonly lines: number } | null;
  readonly schedule: string;
  readonly scheduleFaults: readonly string[];
  readonly fair: FairAnswer;
}

/** How hands and draws have been dealt since the server started. */
export interface FairAnswer {
  readonly alarms: readonly { readonly what: "voids" | "absent" | "uneven" | "contradicted"; readonly of: string }[];
  readonly own: number;
  readonly default: number;
  readonly absent: number;
  readonly restarts: number;
  readonly stops: number;
  readonly calledOff: number;
  readonly evenness: readonly { readonly drawn: "deck" | "cut" | "shoe" | "pocket"; readonly chance: number }[];
}
