/** What is published of a hand, read strictly: a field more or less, or of another kind, is no proof. */
import { BadProof, type Bytes, HASH_BYTES, ID_BYTES, NOTHING, unhex } from "./bytes";
import { exactly, fields, number, row } from "./fields";
import { BOARD_CARDS, CARDS, DEFAULT, type Opening, PATH_NODES, type Roots, type SeatSeed } from "./pfp1";

export const PROTOCOL = "PFP-1";
export const SIGNATURE_BYTES = 64;
const SEATS_MAX = 10;
const HOLE_CARDS_MAX = 6;

/** A card as it travels. */
export interface OpeningJson {
  readonly k: number;
  readonly i: number;
  readonly card: number;
  readonly salt: string;
  readonly path: readonly string[];
}

export interface SeatJson {
  readonly seat: number;
  readonly pid: string;
  readonly flag: number;
  readonly commitment: string;
  readonly seed?: string;
}

interface LockedJson {
  readonly protocol: string;
  readonly table: string;
  readonly hand: number;
  readonly roots: readonly string[];
  readonly hole: number;
  readonly order: readonly number[];
  readonly seats: readonly SeatJson[];
  readonly log: { readonly before: string; readonly after: string };
  readonly lock: string;
  readonly signatures: readonly string[];
  readonly key: string;
}

/** A hand as verifiers read it. */
export interface HandJson extends LockedJson {
  readonly mix: string;
  readonly deck: number;
  readonly unused_key: string;
  readonly openings: readonly OpeningJson[];
  readonly deal: string;
  readonly end: string;
}

export interface VoidJson extends LockedJson {
  readonly kind: "void";
  readonly reason: number;
  readonly void: string;
}

export type ProofJson = HandJson | VoidJson;

interface PublishedLock {
  readonly table: Bytes;
  readonly hand: number;
  readonly roots: Roots;
  readonly hole: number;
  readonly order: readonly number[];
  readonly seats: readonly SeatSeed[];
  readonly before: Bytes;
  readonly after: Bytes;
  readonly lock: Bytes;
  readonly signatures: readonly Bytes[];
  readonly key: Bytes;
}

export interface PublishedHand extends PublishedLock {
  readonly kind: "hand";
  readonly mix: Bytes;
  readonly deck: number;
  readonly unusedKey: Bytes;
  readonly openings: readonly Opening[];
  readonly deal: Bytes;
  readonly end: Bytes;
}

export interface PublishedVoid extends PublishedLock {
  readonly kind: "void";
  readonly reason: number;
  readonly void: Bytes;
}

export type Published = PublishedHand | PublishedVoid;

const HAND =
  "protocol table hand roots hole order seats mix deck unused_key openings log lock deal end signatures key".split(" ");
const VOID = "protocol kind table hand roots hole order seats reason log lock void signatures key".split(" ");
const SEAT = ["seat", "pid", "flag", "commitment"];

/** A proof from the object that was published; throws `BadProof` for anything that is not exactly one of a hand. */
export function readProof(value: unknown): Published {
  const isVoid = typeof value === "object" && value !== null && "kind" in value;
  const found = fields(value, isVoid ? VOID : HAND);
  if (found.protocol !== PROTOCOL || (isVoid && found.kind !== "void")) throw new BadProof("other_protocol");
  const order = row(found.order, SEATS_MAX).map((each) => number(each, 255));
  const hole = number(found.hole, HOLE_CARDS_MAX);
  if (order.length < 2 || hole === 0 || order.length * hole + BOARD_CARDS > CARDS) throw new BadProof("bad_order");
  const [first, second] = exactly(found.roots, 2).map((each) => unhex(each)) as [Bytes, Bytes];
  const log = fields(found.log, ["before", "after"]);
  const locked: PublishedLock = {
    table: unhex(found.table, ID_BYTES),
    hand: number(found.hand, Number.MAX_SAFE_INTEGER),
    roots: [first, second],
    hole,
    order,
    seats: exactly(found.seats, order.length).map((each) => seatOf(each, !isVoid)),
    before: unhex(log.before),
    after: unhex(log.after),
    lock: unhex(found.lock),
    signatures: exactly(found.signatures, isVoid ? 2 : 3).map((each) => unhex(each, SIGNATURE_BYTES)),
    key: unhex(found.key),
  };
  if (isVoid) return { ...locked, kind: "void", reason: number(found.reason, 255), void: unhex(found.void) };
  return {
    ...locked,
    kind: "hand",
    mix: unhex(found.mix),
    deck: number(found.deck, 1),
    unusedKey: unhex(found.unused_key),
    openings: row(found.openings, CARDS).map(openingOf),
    deal: unhex(found.deal),
    end: unhex(found.end),
  };
}

function seatOf(value: unknown, seeded: boolean): SeatSeed {
  const found = fields(value, seeded ? [...SEAT, "seed"] : SEAT);
  return {
    seat: number(found.seat, 255),
    pid: unhex(found.pid, ID_BYTES),
    flag: number(found.flag, DEFAULT),
    commitment: unhex(found.commitment),
    seed: seeded ? unhex(found.seed) : NOTHING,
  };
}

export function openingOf(value: unknown): Opening {
  const found = fields(value, ["k", "i", "card", "salt", "path"]);
  return {
    k: number(found.k, CARDS - 1),
    i: number(found.i, CARDS - 1),
    card: number(found.card, CARDS - 1),
    salt: unhex(found.salt, HASH_BYTES),
    path: exactly(found.path, PATH_NODES).map((each) => unhex(each)),
  };
}
