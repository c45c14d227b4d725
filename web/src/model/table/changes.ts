import type { Cents, Duration, Instant, PlayerId, RuleId, Told } from "../basics";
import type { Card, HandName } from "../cards";
import type { Level, TableTournament } from "./tournament";
import type {
  ActKind,
  Avatar,
  Away,
  BlindKind,
  MyOptions,
  Options,
  Seat,
  Street,
  Table,
  TopUpOffer,
  Turn,
  Why,
  Winner,
} from "./types";

/** What of a seat the room may set anew without anything to tell. */
export type Chair = Pick<Seat, "stack" | "bet" | "pendingTopUp" | "entry" | "away" | "lost">;

/** What can happen at a table, as the room tells it to one viewer. Amounts are whole cents or chips. */
export type TableChange =
  /** The whole table as it is: first sight, or after the stream was lost. */
  | { readonly kind: "viewed"; readonly table: Table }
  | {
      readonly kind: "seated";
      readonly seat: number;
      readonly player: PlayerId;
      readonly name: string;
      readonly avatar: Avatar;
      readonly stack: Cents;
      readonly entry: "in" | "waiting" | "posting";
      readonly bot?: boolean;
      readonly me?: boolean;
    }
  | { readonly kind: "left"; readonly seat: number; readonly rule: RuleId | null }
  | { readonly kind: "satOut"; readonly seat: number; readonly away: Away }
  | { readonly kind: "satIn"; readonly seat: number; readonly entry: "in" | "waiting" | "posting" }
  | { readonly kind: "toppedUp"; readonly seat: number; readonly amount: Cents; readonly pending: boolean }
  | {
      readonly kind: "handOpened";
      readonly hand: string;
      readonly number: number;
      readonly button: number;
      /** Seats dealt in, in order of play. */
      readonly seats: readonly number[];
      readonly holeCards: number;
    }
  | { readonly kind: "posted"; readonly seat: number; readonly blind: BlindKind; readonly amount: Cents }
  | { readonly kind: "dealt"; readonly cards: readonly Card[]; readonly strength: HandName | null }
  | { readonly kind: "turn"; readonly turn: Turn; readonly options: Options | null }
  /** The same turn with another clock: a reconnection allowance. */
  | { readonly kind: "turnClock"; readonly turn: Turn }
  | {
      readonly kind: "acted";
      readonly seat: number;
      readonly act: ActKind;
      /** What now lies in front of the player. */
      readonly bet: Cents;
      readonly allIn: boolean;
      /** Set when the room acted for the player. */
      readonly rule?: RuleId;
    }
  | {
      readonly kind: "board";
      readonly street: Street;
      readonly board: readonly Card[];
      readonly pots: readonly Cents[];
      readonly strength: HandName | null;
    }
  | { readonly kind: "uncalled"; readonly seat: number; readonly amount: Cents }
  | { readonly kind: "shown"; readonly seat: number; readonly cards: readonly Card[]; readonly hand: HandName | null }
  | {
      readonly kind: "awarded";
      readonly winners: readonly Winner[];
      readonly best: readonly Card[];
      readonly pot: Cents;
      readonly rake: Cents;
      readonly rakeRule: RuleId | null;
    }
  | { readonly kind: "handEnded"; readonly nextHandAt: Instant | null }
  | {
      readonly kind: "handVoided";
      readonly stacks: readonly (Cents | null)[];
      readonly told: Told;
      readonly at: Instant;
      /** The table closes with it: there is nothing to wait for. */
      readonly last?: boolean;
    }
  | {
      readonly kind: "connectionLost";
      readonly seat: number;
      readonly until: Instant | null;
      readonly total: Duration;
      readonly rule: RuleId | null;
    }
  | { readonly kind: "connectionBack"; readonly seat: number }
  | { readonly kind: "clocksPaused"; readonly rule: RuleId }
  | { readonly kind: "clocksResumed" }
  | { readonly kind: "ruled"; readonly told: Told; readonly at: Instant; readonly why: Why | null }
  | { readonly kind: "refused"; readonly told: Told; readonly at: Instant; readonly why: Why | null }
  | { readonly kind: "dismissed" }
  | {
      readonly kind: "said";
      readonly player: PlayerId;
      readonly name: string;
      readonly text: string;
      readonly at: Instant;
    }
  | { readonly kind: "chatRead" }
  | { readonly kind: "optionsSet"; readonly options: MyOptions }
  | { readonly kind: "postOffered"; readonly rule: RuleId | null }
  | { readonly kind: "topUpOffered"; readonly offer: TopUpOffer | null }
  | { readonly kind: "strength"; readonly strength: HandName | null }
  | { readonly kind: "chairs"; readonly chairs: Readonly<Record<number, Chair>> }
  /** After a failure of the room, told with a table that is already as it was before the hand. */
  | { readonly kind: "rolledBack"; readonly told: Told; readonly at: Instant }
  /** What the whole tournament tells at its tables; what is not named stays as it was. */
  | { readonly kind: "tournament"; readonly now: Partial<TableTournament> }
  /** Who plays the next hand of a tournament, from which stacks, at which level and when. */
  | {
      readonly kind: "nextHand";
      readonly seats: Readonly<Record<number, Seat>>;
      readonly me: number | null;
      readonly button: number;
      /** `null`: nobody posts it, after the last big blind went out. */
      readonly smallBlind: number | null;
      /** How button and blinds were found. */
      readonly rule: RuleId;
      readonly level: Level;
      readonly at: Instant | null;
    }
  | { readonly kind: "timeBank"; readonly bank: Duration | null }
  | { readonly kind: "waiting"; readonly missing: number; readonly nextHandAt: Instant | null }
  | { readonly kind: "closing"; readonly told: Told; readonly at: Instant };

export type ChangeOf<K extends TableChange["kind"]> = Extract<TableChange, { kind: K }>;
