import type { Cents, Duration, EditionId, Instant, RuleId, TableId, Unit } from "../basics";
import type { WalletId } from "../wallet";

export type TournamentId = string;

/** What a tournament can be; several apply to one. */
export const TOURNAMENT_TYPES = [
  "guaranteed",
  "sit_and_go",
  "freezeout",
  "satellite",
  "freeroll",
  "multi_buy_in",
  "re_buy",
  "add_on",
  "bounty",
  "progressive_bounty",
  "vip_bounty",
  "phased",
] as const;
export type TournamentType = (typeof TOURNAMENT_TYPES)[number];

/** A price and its parts; the fee is named last. */
export interface Price {
  /** As it is advertised. */
  readonly label: Cents;
  readonly total: Cents;
  readonly pool: Cents;
  readonly bounty: Cents;
  readonly fee: Cents;
  /** The clause that divides it. */
  readonly rule: RuleId;
}

/** A pause of all tables; without an end while tables still finish their hands, or until the house lets play go on. */
export interface Pause {
  readonly kind: "break" | "add_on" | "phase_end" | "house";
  readonly length: Duration;
  readonly until: Instant | null;
}

/** Another tournament; the name is empty where it is not announced yet. */
export interface Named {
  readonly id: TournamentId;
  readonly name: string;
}

export type TournamentStatus = "announced" | "running" | "finished" | "cancelled";

/** What changes often in a tournament, in its row and on its page. */
export interface Numbers {
  readonly status: TournamentStatus;
  readonly startsAt: Instant | null;
  readonly registrationOpen: boolean;
  /** When the last late level ends, breaks counted in; the money may close it earlier. */
  readonly registrationEnds: Instant | null;
  /** Whether an entry can be given back, and until when; `null`: until a sit & go is full. */
  readonly mayUnregister: boolean;
  readonly unregisterUntil: Instant | null;
  readonly entries: number;
  readonly remaining: number;
  readonly tables: number;
  readonly level: number;
  readonly levelEnds: Instant | null;
  readonly breakDue: Instant | null;
  readonly pause: Pause | null;
  /** What is played for: the guarantee, or what was paid in. */
  readonly pool: Cents;
  readonly prizesFinal: boolean;
  readonly paidPlaces: number;
  readonly averageStack: number;
  readonly handForHand: boolean;
  readonly finalTable: boolean;
  /** What players paid into the pool. */
  readonly paidIn: Cents;
  readonly reBuys: number;
}

export interface RowNumbers extends Numbers {
  /** The name of who won it. */
  readonly winner: string | null;
}

/** What each place from the first to the last of a band wins: money, and in a satellite an entry worth that much. */
export interface PrizeBand {
  readonly first: number;
  readonly last: number;
  readonly money: Cents;
  readonly ticket: Cents;
}

/** A tournament as a row of its lobby. */
export interface TournamentRow {
  readonly id: TournamentId;
  readonly edition: EditionId;
  readonly name: string;
  readonly types: readonly TournamentType[];
  readonly unit: Unit;
  /** Entries are paid from it, and winnings go there. */
  readonly wallet: WalletId;
  readonly family: string;
  readonly seats: number;
  readonly price: Price;
  readonly stack: number;
  readonly levelTime: Duration;
  readonly numbers: RowNumbers;
  readonly guarantee: Cents;
  readonly entriesMax: number | null;
  /** Registration opens; `null`: it is open since the tournament was announced. */
  readonly opensAt: Instant | null;
  readonly lateLevels: number;
  readonly reEntries: number;
  readonly target: Named | null;
  /** What a satellite awards is worth. */
  readonly ticket: Cents;
  /** How many things are asked of who enters. */
  readonly conditions: number;
  readonly hasPassword: boolean;
  /** Of a sit & go, once all seats are taken; of others they are on its page. */
  readonly prizes: readonly PrizeBand[];
  readonly mine: Standing;
}

/** How I stand to a tournament. */
export type Standing =
  | { readonly kind: "none" }
  /** Something was asked for and is not answered yet. */
  | { readonly kind: "asked" }
  | {
      readonly kind: "registered";
      readonly mayUnregister: boolean;
      readonly unregisterUntil: Instant | null;
      readonly changed: boolean;
    }
  | { readonly kind: "seated"; readonly table: TableId | null }
  | { readonly kind: "out"; readonly place: number | null; readonly mayReEnter: boolean };

export const NOT_IN: Standing = { kind: "none" };

/** A tournament I am registered for, play in, or was in until a while ago. */
export interface MyEntry {
  readonly tournament: TournamentId;
  readonly name: string;
  readonly edition: EditionId;
  readonly unit: Unit;
  readonly state: "waiting" | "seated" | "out";
  readonly status: TournamentStatus;
  readonly startsAt: Instant | null;
  readonly entries: number;
  readonly table: TableId | null;
  readonly seat: number | null;
  readonly place: number | null;
  readonly prizes: Cents;
  readonly bounties: Cents;
  /** A review keeps back what was won. */
  readonly held: boolean;
  /** The worth of an entry that was won, and to what. */
  readonly ticket: Cents;
  readonly target: Named | null;
  /** What a cancellation paid, and by which clause. */
  readonly refunded: Cents | null;
  readonly rule: RuleId | null;
  readonly mayUnregister: boolean;
  readonly unregisterUntil: Instant | null;
  readonly mayReEnter: boolean;
  readonly mayBuyUntil: Instant | null;
  /** The house changed something since I registered. */
  readonly changed: boolean;
  readonly disqualified: boolean;
  /** The lobby it comes from, where it is a game of HexaPro. */
  readonly hexapro: string | null;
}

/** A game of HexaPro I am in: it waits for players, or is drawn and played as a tournament. */
export interface MyGame {
  readonly lobby: string;
  readonly game: number;
  readonly tournament: TournamentId | null;
  /** In hundredths of a buy-in. */
  readonly multiplier: number | null;
}

/** A HexaPro lobby as a row: seats taken in each game that fills, the oldest first. */
export interface HexaProRow {
  readonly id: string;
  readonly edition: EditionId;
  readonly product: "hexapro" | "extreme";
  readonly unit: Unit;
  readonly wallet: WalletId;
  readonly buyIn: Cents;
  readonly seats: number;
  readonly taken: readonly number[];
  readonly running: number;
  readonly closed: boolean;
  /** How many games one may wait for at once. */
  readonly mostGames: number;
}

/** The lobby of everything that is entered by registering. */
export interface TournamentLobby {
  readonly rows: readonly TournamentRow[];
  readonly hexapro: readonly HexaProRow[];
  readonly asOf: Instant;
}

export const isSitAndGo = (row: Pick<TournamentRow, "types">): boolean => row.types.includes("sit_and_go");

/** How I stand to a tournament by what the room keeps of me there. */
export function standingOf(mine: MyEntry | undefined): Standing {
  if (!mine) return NOT_IN;
  switch (mine.state) {
    case "waiting":
      return {
        kind: "registered",
        mayUnregister: mine.mayUnregister,
        unregisterUntil: mine.unregisterUntil,
        changed: mine.changed,
      };
    case "seated":
      return { kind: "seated", table: mine.table };
    case "out":
      return { kind: "out", place: mine.place, mayReEnter: mine.mayReEnter };
  }
}

/** Whether an entry can be given back at that moment. */
export const mayLeave = (
  { mayUnregister, unregisterUntil }: Pick<MyEntry, "mayUnregister" | "unregisterUntil">,
  now: Instant,
): boolean => mayUnregister && (unregisterUntil === null || now < unregisterUntil);
