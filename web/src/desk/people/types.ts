import type { Cents, Instant, RuleId } from "../../model/basics";
import type { KeptLine } from "../../net/statement";
import type { DeskRequest, PersonName, Wallet } from "../types";

export interface HeldMoney {
  readonly hold: string;
  readonly edition: string;
  readonly why: string;
  readonly rule: RuleId;
  readonly amount: Cents;
  readonly since: Instant;
  readonly deadline: Instant | null;
  readonly staff: PersonName;
  readonly reason: string;
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

export interface LimitLine {
  readonly limit: string;
  readonly period: string;
  readonly currency: string | null;
  readonly amount: number | null;
  readonly byHouse: boolean;
}

export interface Complaint {
  readonly id: string;
  readonly hand: string;
  readonly at: Instant;
  readonly text: string;
  readonly state: "open" | "answered";
  readonly answer: string;
  readonly answeredAt: Instant | null;
}

export interface PlayerPage {
  readonly player: string;
  readonly name: string;
  readonly kind: "guest" | "player";
  readonly email: string;
  readonly born: string;
  readonly createdAt: Instant;
  readonly closedAt: Instant | null;
  readonly secondFactor: boolean;
  readonly roles: readonly string[];
  readonly wallets: readonly Wallet[];
  readonly tables: readonly {
    readonly table: string;
    readonly name: string;
    readonly currency: string;
    readonly amount: Cents;
    readonly pending: Cents;
  }[];
  readonly holds: readonly HeldMoney[];
  readonly withdrawals: readonly Payment[];
  readonly owed: readonly Wallet[];
  readonly bars: readonly { readonly scope: string; readonly until: Instant | null; readonly rule: RuleId }[];
  readonly limits: readonly LimitLine[];
  readonly excludedUntil: Instant | null;
  readonly isExcluded: boolean;
  readonly chatBlocked: boolean;
  readonly complaints: readonly Complaint[];
  readonly requests: readonly DeskRequest[];
}

/** An account as lists show it. */
export interface PersonFound {
  readonly player: string;
  readonly name: string;
  readonly kind: string;
  readonly email: string;
  readonly roles: readonly string[];
  readonly secondFactor: boolean;
  readonly createdAt: Instant;
  readonly closedAt: Instant | null;
}

export interface Note {
  readonly id: string;
  readonly at: Instant;
  readonly staff: PersonName;
  readonly words: string;
}

export interface StaffMember {
  readonly player: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly secondFactor: boolean;
}

/** Lines of a wallet, the newest first. */
export interface PlayerStatement {
  readonly currency: string;
  readonly opening: Cents;
  readonly closing: Cents;
  readonly lines: readonly KeptLine[];
  readonly more: boolean;
}

/** A hand as the table saw it. */
export interface PlayerHand {
  readonly id: string;
  readonly number: number;
  readonly at: Instant;
  readonly stake: string;
  readonly currency: string | null;
  readonly label: string;
  readonly hole: readonly string[];
  readonly board: readonly string[];
  readonly result: number;
  readonly void: boolean;
  readonly rulings: readonly RuleId[];
  readonly tournament: { readonly id: string; readonly name: string } | null;
}

export interface PlayerTournament {
  readonly tournament: {
    readonly id: string;
    readonly name: string;
    readonly label: string;
    readonly currency: string;
  };
  readonly part: {
    readonly enteredAt: Instant;
    readonly entries: number;
    readonly reBuys: number;
    readonly addOns: number;
    readonly paid: Cents;
    readonly place: number | null;
    readonly prize: Cents;
    readonly bounties: Cents;
    readonly returned: Cents;
  };
}

export interface PlayerRound {
  readonly id: string;
  readonly table: string;
  readonly name: string;
  readonly game: string;
  readonly round: number;
  readonly at: Instant;
  readonly rule: RuleId;
  readonly currency: string;
  readonly money: string;
  readonly voided: boolean;
  readonly result: string;
  readonly bets: readonly { readonly staked: Cents }[];
  readonly lost: Cents;
  readonly won: Cents;
}

export interface PlayerSessions {
  readonly sessions: readonly {
    readonly id: string;
    readonly device: string;
    readonly agent: string;
    readonly place: string;
    readonly since: Instant;
    readonly lastSeen: Instant;
  }[];
  readonly log: readonly {
    readonly at: Instant;
    readonly what: string;
    readonly actor: PersonName;
    readonly about: string;
  }[];
}
