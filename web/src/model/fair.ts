/** Dealing that players can check: what this device found out about hands, proofs step by step, and what the room publishes. */

import type { LotKind, ScanKind } from "../fair/published-records";
import type { Instant, Loadable, TableId } from "./basics";
import { LOADING } from "./basics";
import type { Card } from "./cards";

/** What a hand's mark says; decided by this device, never by the room's word. */
export const CHECK_STATES = ["checking", "checked", "notByYou", "uncut", "shown", "void", "failed"] as const;
export type CheckState = (typeof CHECK_STATES)[number];

/** The steps a proof is told in. */
export const PROOF_STEPS = ["lock", "cut", "order", "unused", "cards", "log"] as const;
export type ProofStep = (typeof PROOF_STEPS)[number];

/** One hand as this device judged it. */
export interface HandCheck {
  readonly table: TableId;
  /** Number of the hand at its table, and the room's id of it where that was told. */
  readonly number: number;
  readonly hand: string | null;
  readonly state: CheckState;
  /** The name of the check that failed. */
  readonly step: string | null;
  /** By what its page is found. */
  readonly proof: string;
  readonly at: Instant;
}

export interface ProofSeat {
  readonly seat: number;
  readonly flag: number;
  readonly seed: string;
  /** The seat that this copy of the proof belongs to. */
  readonly mine: boolean;
}

export interface ProofCard {
  readonly k: number;
  readonly card: number;
  readonly fits: boolean;
  /** Opened to its owner alone. */
  readonly own: boolean;
  readonly root: string;
}

/** What every proof has, as a page tells it; every value was recomputed on this device. */
interface Shown {
  readonly check: HandCheck;
  readonly checks: readonly { readonly name: string; readonly passed: boolean }[];
  /** Whether this device itself received the lock before anybody's number was told. */
  readonly witnessed: boolean;
  /** One JSON object, as the offline verifiers read it; and everything that was received, where a check failed. */
  readonly record: string | null;
  readonly evidence: string | null;
  /** What the desk has of it. */
  readonly dispute: Dispute | null;
}

/** The proof of a hand. */
export interface ProofShown extends Shown {
  readonly kind: "hand";
  /** 16 bytes that stand for the table. */
  readonly place: string;
  readonly roots: readonly string[];
  readonly seats: readonly ProofSeat[];
  readonly order: readonly number[];
  readonly hole: number;
  readonly mix: string | null;
  readonly deck: number | null;
  readonly places: readonly number[];
  readonly unusedKey: string | null;
  readonly unused: readonly number[];
  readonly cards: readonly ProofCard[];
  readonly log: { readonly before: string; readonly after: string } | null;
  readonly reason: number | null;
  readonly key: string;
  /** Whether that is the key by which this device knows the room. */
  readonly pinned: boolean;
}

/** The steps that the proof of a draw is told in. */
export const DRAW_STEPS = ["fixed", "numbers", "result"] as const;
export type DrawStep = (typeof DRAW_STEPS)[number];

/** The proof of a round of a wheel, of a shoe, or of HexaPro's multiplier. */
export interface DrawShown extends Shown {
  readonly kind: "round" | "shoe" | "draw";
  /** 16 bytes that stand for the table's chain, or for the game. */
  readonly place: string;
  /** The place in the chain; 0 for a game. */
  readonly number: number;
  /** What the house published beforehand, and whether this device knew it before the draw. */
  readonly fixed: string;
  readonly pinned: boolean;
  readonly secret: string;
  readonly seeds: string;
  readonly players: readonly {
    readonly pid: string;
    readonly flag: number;
    readonly seed: string;
    readonly mine: boolean;
  }[];
  readonly result: number | null;
  readonly cards: readonly number[];
}

/** The steps that lots are told in, and those of a scanner's log. */
export const LOTS_STEPS = ["fixed", "logs", "lots"] as const;
export const SCAN_STEPS = ["entries", "log", "signed"] as const;
export type RecordStep = (typeof LOTS_STEPS)[number] | (typeof SCAN_STEPS)[number];

/** Lots of a tournament: seats, moves and ties that were drawn at once. `witnessed`: this device knew what was fixed before them. */
export interface LotsShown extends Shown {
  readonly kind: "lots";
  /** 16 bytes that stand for the tournament's chain, and the place in it. */
  readonly place: string;
  readonly number: number;
  readonly fixed: string;
  readonly secret: string;
  readonly heads: { readonly before: string; readonly after: string };
  readonly logs: readonly { readonly table: string; readonly log: string }[];
  readonly draws: readonly {
    readonly what: LotKind;
    readonly of: number;
    readonly drawn: readonly number[];
    readonly fits: boolean;
  }[];
}

/** What a live table's scanner read in one round; `log` is `null` where nothing of it can be read. */
export interface ScansShown extends Shown {
  readonly kind: "scans";
  readonly place: string;
  /** The round. */
  readonly number: number;
  readonly log: { readonly before: string; readonly after: string } | null;
  readonly entries: readonly {
    readonly what: ScanKind;
    /** Counted from 1; 0 is the dealer's. */
    readonly seat: number;
    readonly hand: number;
    /** `null`: nobody was shown it; 52: there was none. */
    readonly card: number | null;
    readonly video: number | null;
    readonly fits: boolean;
  }[];
  readonly key: string;
}

export type RecordShown = LotsShown | ScansShown;
export type AnyProof = ProofShown | DrawShown | RecordShown;

export type { LotKind };

/** Whether a proof is of lots or of a scanner's log. */
export const isRecord = (proof: AnyProof): proof is RecordShown => proof.kind === "lots" || proof.kind === "scans";

/** One record among all of a tournament or table. */
export interface RecordRow {
  readonly page: string;
  readonly number: number;
  readonly state: CheckState;
  readonly draws: readonly LotKind[];
  readonly entries: number;
}

/** All records of a tournament or table, the newest first, and what the house fixed beforehand. */
export interface RecordList {
  readonly kind: RecordShown["kind"];
  readonly chains: readonly { readonly anchor: string; readonly length: number }[];
  readonly rows: readonly RecordRow[];
}

export interface FairRates {
  readonly hands: number;
  readonly restarts: number;
  readonly stops: number;
  readonly calledOff: number;
  readonly own: number;
  readonly default: number;
  readonly absent: number;
  readonly uncut: number;
}

/** A card by the number that proofs have it as. */
export const cardOf = (card: number): Card => `${"23456789TJQKA"[card >> 2]}${"cdhs"[card & 3]}` as Card;

/** The seat whose hole card the k-th card is; `null`: it lies on the board. */
export const seatOfCard = ({ order, hole }: Pick<ProofShown, "order" | "hole">, k: number): number | null =>
  k < order.length * hole ? (order[k % order.length] ?? null) : null;

/** What the room publishes about its own dealing. */
export interface FairRoom {
  readonly fairDealing: boolean;
  readonly keys: readonly { readonly number: number; readonly key: string }[];
  readonly rates: FairRates;
  readonly tables: readonly {
    /** What players read; with a number it is a tournament's, and that of its table. */
    readonly name: string;
    readonly number: number | null;
    readonly proven: string;
    readonly rates: FairRates;
  }[];
}

/** A dispute that this device raised by itself. */
export interface Dispute {
  readonly id: string;
  readonly number: number;
  readonly at: Instant;
  readonly answerBy: Instant;
}

export interface Fair {
  /** The last hand at each table. */
  readonly last: Readonly<Record<TableId, HandCheck>>;
  /** Rows of the history, by the room's id of the hand. */
  readonly hands: Readonly<Record<string, CheckState>>;
  readonly open: { readonly hand: string; readonly proof: Loadable<AnyProof> } | null;
  /** All lots of a tournament, or all that a live table's scanner read. */
  readonly records: { readonly page: string; readonly list: Loadable<RecordList> } | null;
  readonly room: Loadable<FairRoom>;
  /** Failed hands, the newest last; with the dispute once the desk has it. */
  readonly failed: readonly { readonly check: HandCheck; readonly dispute: Dispute | null }[];
}

export const NO_FAIR: Fair = { last: {}, hands: {}, open: null, records: null, room: LOADING, failed: [] };

export type FairChange =
  | { readonly kind: "handChecked"; readonly check: HandCheck }
  | { readonly kind: "rowsChecked"; readonly checks: Readonly<Record<string, CheckState>> }
  | { readonly kind: "proofAsked"; readonly hand: string }
  | { readonly kind: "proofKnown"; readonly hand: string; readonly proof: Loadable<AnyProof> }
  | { readonly kind: "recordsAsked"; readonly page: string }
  | { readonly kind: "recordsKnown"; readonly page: string; readonly list: Loadable<RecordList> }
  | { readonly kind: "fairRoomKnown"; readonly room: Loadable<FairRoom> }
  | { readonly kind: "disputeKept"; readonly proof: string; readonly dispute: Dispute };

export function reduceFair(fair: Fair, change: FairChange): Fair {
  switch (change.kind) {
    case "handChecked":
      return checked(fair, change.check);
    case "rowsChecked":
      return { ...fair, hands: { ...fair.hands, ...change.checks } };
    case "proofAsked":
      return { ...fair, open: { hand: change.hand, proof: LOADING } };
    case "proofKnown":
      // An answer for what is no longer looked at came too late.
      if (fair.open?.hand !== change.hand) return fair;
      return { ...fair, open: { hand: change.hand, proof: withDispute(fair.failed, change.proof) } };
    case "recordsAsked":
      return { ...fair, records: { page: change.page, list: LOADING } };
    case "recordsKnown":
      return fair.records?.page === change.page ? { ...fair, records: { page: change.page, list: change.list } } : fair;
    case "fairRoomKnown":
      return { ...fair, room: change.room };
    case "disputeKept":
      return {
        ...fair,
        open: disputed(fair.open, change.proof, change.dispute),
        failed: fair.failed.map((each) =>
          each.check.proof === change.proof ? { ...each, dispute: change.dispute } : each,
        ),
      };
  }
}

/** A proof that was put together before the desk had the dispute is told of it. */
function withDispute(failed: Fair["failed"], proof: Loadable<AnyProof>): Loadable<AnyProof> {
  if (proof.state !== "ready" || proof.value.dispute) return proof;
  const known = failed.find(({ check }) => check.proof === proof.value.check.proof)?.dispute ?? null;
  return known ? { state: "ready", value: { ...proof.value, dispute: known } } : proof;
}

/** The page of the hand learns of it too. */
function disputed(open: Fair["open"], proof: string, dispute: Dispute): Fair["open"] {
  if (open?.proof.state !== "ready" || open.proof.value.check.proof !== proof) return open;
  return { ...open, proof: { state: "ready", value: { ...open.proof.value, dispute } } };
}

function checked(fair: Fair, check: HandCheck): Fair {
  const last = { ...fair.last, [check.table]: check };
  const hands = check.hand === null ? fair.hands : { ...fair.hands, [check.hand]: check.state };
  const others = fair.failed.filter((each) => each.check.proof !== check.proof);
  const failed = check.state === "failed" ? [...others, { check, dispute: null }] : fair.failed;
  return { ...fair, last, hands, failed };
}
