/** What the page and the worker that checks deals say to each other. */
import type { Instant, TableId } from "../model/basics";
import type { AnyProof, CheckState, Dispute, HandCheck, RecordList } from "../model/fair";
import type * as wire from "../protocol/messages";

/** Changes of a table that the worker must know, in the order in which they came. */
export type Told =
  | wire.FairLocked
  | wire.FairDealt
  | wire.FairEnded
  | wire.FairVoided
  | wire.FairOpened
  | wire.FairPart
  | wire.HandOpened
  | wire.Board
  | wire.HandShown
  | wire.Dealt;

/** Changes of a casino table that the worker must know. */
export type ChanceTold = wire.SecretTold | wire.BallFell | wire.ShoeShuffled | wire.CardDealt | wire.HoleShown;

/** What the room told of a draw once it was over: its secret, and everybody's seeds as one value. */
export type DrawTold = Pick<wire.SecretTold, "seeds" | "secret">;

/** What a device was told of a draw, as it keeps it for whoever must judge it. */
export type DrawReceived =
  | { readonly kind: "chanceFixed"; readonly fixed: string }
  | { readonly kind: "chanceLocked"; readonly number: number; readonly digest: string }
  | ({ readonly kind: "chanceTold" } & DrawTold)
  | { readonly kind: "chanceProven"; readonly proof: string }
  /** What was seen: the pocket, the number, the cards. */
  | { readonly kind: "chanceSeen"; readonly result: number | null; readonly cards: readonly (string | null)[] };

/** What a device read of lots or of a scanner's log, as it keeps it: the record that fails last, the one before it first. */
export type RecordReceived =
  | { readonly kind: "recordFixed"; readonly fixed: string }
  | { readonly kind: "recordRead"; readonly proof: string };

/** A row of the history whose proof is looked for. */
export interface RowAsked {
  readonly id: string;
  readonly table: TableId;
  readonly number: number;
  readonly at: Instant;
  /** My cards. */
  readonly hole: readonly string[];
}

export type ToWorker =
  /** A whole table, and the seat I sit in. */
  | { readonly kind: "shown"; readonly table: TableId; readonly fair: wire.Fair | null; readonly seat: number | null }
  | { readonly kind: "frame"; readonly table: TableId; readonly told: readonly Told[]; readonly seat: number | null }
  /** The room took what was said, or refused it. */
  | { readonly kind: "answered"; readonly saying: number; readonly ok: boolean }
  | { readonly kind: "gone"; readonly table: TableId }
  /** A casino table whose draws can be checked: its chain, my part, and what was told since. */
  | {
      readonly kind: "chance";
      readonly table: TableId;
      readonly fair: wire.CasinoFair;
      readonly own: wire.CasinoOwnFair | null;
      readonly told: readonly ChanceTold[];
    }
  /** The draw of one of my HexaPro games: how to take part, that it is locked, what came. */
  | { readonly kind: "hexapro"; readonly told: wire.HexaProPart | wire.HexaProLocked | wire.HexaProDrawShown }
  /** Marks of draws that this device checked before, by their pages. */
  | { readonly kind: "checkDraws"; readonly pages: readonly string[] }
  /** A text of the player's own, that is mixed into every seed from now on. */
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "checkRows"; readonly rows: readonly RowAsked[] }
  | { readonly kind: "prove"; readonly hand: string }
  /** All lots of a tournament, or all that a live table's scanner read: `lots/TOURNAMENT`, `scans/TABLE`. */
  | { readonly kind: "records"; readonly page: string }
  /** Keep what a tournament has fixed for its lots. */
  | { readonly kind: "keepLots"; readonly tournament: string }
  /** The desk has the dispute about a hand. */
  | { readonly kind: "disputed"; readonly proof: string; readonly dispute: Dispute };

/** Everything this device received of a hand, for whoever must judge it. */
export interface Evidence {
  readonly protocol: "PFP-1";
  readonly step: string;
  readonly table: string;
  readonly hand: number;
  readonly at: Instant;
  /** The key that this device knows the room by. */
  readonly key: string;
  readonly pid: string | null;
  readonly seat: number | null;
  /** Messages of the room, as they came. */
  readonly received: readonly ((Told | DrawReceived | RecordReceived) & { readonly at?: Instant })[];
  /** The record as verifiers read it, as far as all of it came. */
  readonly record: object | null;
}

export type FromWorker =
  | {
      readonly kind: "say";
      readonly saying: number;
      readonly message:
        | { readonly type: "promiseSeeds"; readonly table: TableId; readonly promises: readonly wire.SeedPromise[] }
        | {
            readonly type: "revealSeed";
            readonly table: TableId;
            readonly hand: number;
            readonly seed: string;
            readonly promises: readonly wire.SeedPromise[];
          }
        | { readonly type: "promiseDraw"; readonly lobby: string; readonly game: number; readonly commitment: string }
        | { readonly type: "revealDraw"; readonly lobby: string; readonly game: number; readonly seed: string };
    }
  | { readonly kind: "checked"; readonly check: HandCheck }
  | { readonly kind: "failed"; readonly check: HandCheck; readonly evidence: Evidence }
  /** A dispute from before that the desk does not have yet. */
  | { readonly kind: "unsent"; readonly check: HandCheck; readonly evidence: Evidence }
  | { readonly kind: "rows"; readonly checks: Readonly<Record<string, CheckState>> }
  | { readonly kind: "proof"; readonly hand: string; readonly proof: AnyProof | null }
  | { readonly kind: "records"; readonly page: string; readonly list: RecordList | null };
