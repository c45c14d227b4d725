/** What is published of a tournament's lots and of a live table's scanner, read strictly: a field more or less, or of another kind, is no proof. */
import { BadProof, type Bytes, ID_BYTES, unhex } from "./bytes";
import { exactly, fields, number, row } from "./fields";
import { CARDS } from "./pfp1";
import { PROTOCOL, SIGNATURE_BYTES } from "./published";
import { CHAIN_MAX } from "./published-rounds";

export const LOT_KINDS = ["entrants", "seats", "table", "seat", "moved", "leavers", "tie"] as const;
/** What lots were drawn for. */
export type LotKind = (typeof LOT_KINDS)[number];
export const SCAN_KINDS = ["card", "unread", "refused", "correction", "redealt"] as const;
/** What a scanner wrote; their order is that of the log's bytes. */
export type ScanKind = (typeof SCAN_KINDS)[number];
/** Stands for the card of an entry that has none. */
export const NO_CARD = CARDS;
const OF_MAX = 100_000;
const DRAWS_MAX = 20_000;
const ENTRIES_MAX = 1_000;
const TIME_MAX = Number.MAX_SAFE_INTEGER;

/** Numbers that were drawn of so many: one, or all of them in an order. */
export interface LotDraw {
  readonly what: LotKind;
  readonly of: number;
  readonly drawn: readonly number[];
}

/** Lots of a tournament as they were published; nothing of them has been checked but their form. */
export interface PublishedLots {
  readonly kind: "lots";
  /** 16 bytes that stand for the chain, and the place in it. */
  readonly place: Bytes;
  readonly number: number;
  readonly fixed: Bytes;
  /** The heads of the tables' logs, up to the lots before and with those heard of since. */
  readonly before: Bytes;
  readonly after: Bytes;
  readonly logs: readonly { readonly table: Bytes; readonly log: Bytes }[];
  readonly secret: Bytes;
  readonly draws: readonly LotDraw[];
}

/** An entry of a scanner's log; `card` is `null` where nobody was shown it. */
export interface ScanEntry {
  readonly what: ScanKind;
  /** Counted from 1; 0 is the dealer's. */
  readonly seat: number;
  readonly hand: number;
  readonly card: number | null;
  readonly video: number | null;
  readonly salt: Bytes;
  readonly face: Bytes;
}

/** What a scanner read in a round, as it was published. */
export interface PublishedScans {
  readonly kind: "scans";
  readonly place: Bytes;
  readonly number: number;
  readonly before: Bytes;
  readonly after: Bytes;
  readonly entries: readonly ScanEntry[];
  readonly signature: Bytes;
  readonly key: Bytes;
}

export type PublishedRecord = PublishedLots | PublishedScans;

const LOTS = "protocol kind tournament number anchor heads logs secret draws".split(" ");
const SCANS = "protocol kind table round log entries signatures key".split(" ");
const ENTRY = "what seat hand card video salt face".split(" ");

const kindOf = <T extends string>(value: unknown, known: readonly T[]): T => {
  const found = known.find((each) => each === value);
  if (found === undefined) throw new BadProof("other_kind");
  return found;
};

/** Lots or scans from the object that was published; throws `BadProof` for anything that is not exactly that. */
export function readRecord(value: unknown): PublishedRecord {
  const kind = typeof value === "object" && value !== null && "kind" in value ? value.kind : null;
  return kindOf(kind, ["lots", "scans"]) === "lots" ? readLots(value) : readScans(value);
}

function readLots(value: unknown): PublishedLots {
  const found = fields(value, LOTS);
  const heads = fields(found.heads, ["before", "after"]);
  const place = number(found.number, CHAIN_MAX);
  const draws = row(found.draws, DRAWS_MAX).map(drawOf);
  // The anchor of a chain is never drawn from, and where nothing was drawn nothing is published.
  if (found.protocol !== PROTOCOL || place === 0 || draws.length === 0) throw new BadProof("bad_fields");
  return {
    kind: "lots",
    place: unhex(found.tournament, ID_BYTES),
    number: place,
    fixed: unhex(found.anchor),
    before: unhex(heads.before),
    after: unhex(heads.after),
    logs: row(found.logs, OF_MAX).map((each) => {
      const { table, log } = fields(each, ["table", "log"]);
      return { table: unhex(table, ID_BYTES), log: unhex(log) };
    }),
    secret: unhex(found.secret),
    draws,
  };
}

function drawOf(value: unknown): LotDraw {
  const found = fields(value, ["what", "of", "drawn"]);
  const of = number(found.of, OF_MAX);
  const drawn = row(found.drawn, of).map((each) => number(each, of - 1));
  if (of < 2 || (drawn.length !== 1 && drawn.length !== of)) throw new BadProof("bad_row");
  return { what: kindOf(found.what, LOT_KINDS), of, drawn };
}

function readScans(value: unknown): PublishedScans {
  const found = fields(value, SCANS);
  const log = fields(found.log, ["before", "after"]);
  const entries = row(found.entries, ENTRIES_MAX).map(entryOf);
  if (found.protocol !== PROTOCOL || entries.length === 0) throw new BadProof("bad_fields");
  return {
    kind: "scans",
    place: unhex(found.table, ID_BYTES),
    number: number(found.round, TIME_MAX),
    before: unhex(log.before),
    after: unhex(log.after),
    entries,
    signature: unhex(exactly(found.signatures, 1)[0], SIGNATURE_BYTES),
    key: unhex(found.key),
  };
}

function entryOf(value: unknown): ScanEntry {
  const found = fields(value, ENTRY);
  return {
    what: kindOf(found.what, SCAN_KINDS),
    seat: number(found.seat, 255),
    hand: number(found.hand, 255),
    card: found.card === null ? null : number(found.card, NO_CARD),
    video: found.video === null ? null : number(found.video, TIME_MAX),
    salt: unhex(found.salt),
    face: unhex(found.face),
  };
}
