/** The hashes of PFP-1: numbers from a key, decks and their fingerprints, seeds and the cut, and the messages that the room signs. */
import { type Bytes, be, ID_BYTES, join, NOTHING, u64, utf8 } from "./bytes";
import { hmac, sha256 } from "./sha2";

export const CARDS = 52;
export const BOARD_CARDS = 5;
export const PATH_NODES = 6;
/** Promised and not told; zeros count in its place. */
export const UNREVEALED = 0;
/** The player's own seed. */
export const OWN = 1;
/** The seed of somebody who takes no part; fixed by what the house had already fixed. */
export const DEFAULT = 2;

export type Roots = readonly [Bytes, Bytes];

/** A seat that is dealt in, as it counts in the cut. */
export interface SeatSeed {
  readonly seat: number;
  readonly pid: Bytes;
  readonly flag: number;
  readonly commitment: Bytes;
  readonly seed: Bytes;
}

/** One card shown to be in the locked deck: the `k`-th off the deck, which lies at place `i`. */
export interface Opening {
  readonly k: number;
  readonly i: number;
  readonly card: number;
  readonly salt: Bytes;
  readonly path: readonly Bytes[];
}

export const tagged = (tag: string, ...parts: readonly Uint8Array[]): Bytes =>
  sha256(join(utf8(`PFP1/${tag}\0`), ...parts));

/** The 16 bytes that stand for a table, a game or a tournament: the first half of SHA-256 over its id. */
export const id16 = (name: string): Bytes => sha256(utf8(name)).slice(0, ID_BYTES);

// ---- numbers from a key

const STREAM = utf8("PFP1/stream\0");

/** Whole numbers that follow from a key, each as likely as any other. */
export class Stream {
  #block = new DataView(new ArrayBuffer(0));
  #at = 0;
  #next = 0;

  constructor(private readonly key: Bytes) {}

  u32(): number {
    if (this.#at === this.#block.byteLength) {
      this.#block = new DataView(hmac(this.key, join(STREAM, u64(this.#next))).buffer);
      this.#next += 1;
      this.#at = 0;
    }
    this.#at += 4;
    return this.#block.getUint32(this.#at - 4);
  }

  uniform(n: number): number {
    for (;;) {
      const word = this.u32();
      if (word < 2 ** 32 - (2 ** 32 % n)) return word % n;
    }
  }

  shuffle(n: number): number[] {
    const row = Array.from({ length: n }, (_, at) => at);
    for (let i = 0; i < n - 1; i++) {
      const j = i + this.uniform(n - i);
      [row[i], row[j]] = [row[j] as number, row[i] as number];
    }
    return row;
  }
}

// ---- decks

const SALT = utf8("PFP1/salt\0");
const LEAVES = 64;

const leafOf = (table: Bytes, hand: number, deck: number, place: number, card: number, salt: Bytes): Bytes =>
  tagged("leaf", table, u64(hand), be(deck), be(place, 2), be(card), salt);

const nodeOf = (left: Bytes, right: Bytes): Bytes => tagged("node", left, right);

export const deckOrder = (key: Bytes): readonly number[] => new Stream(tagged("deck", key)).shuffle(CARDS);

export function saltsOf(key: Bytes): readonly Bytes[] {
  const saltKey = tagged("saltkey", key);
  return Array.from({ length: CARDS }, (_, place) => hmac(saltKey, join(SALT, be(place, 2))));
}

/** A deck that follows from a key: its cards by place, and all levels of its tree, leaves first. */
export function deckOf(table: Bytes, hand: number, deck: number, key: Bytes) {
  const cards = deckOrder(key);
  const salts = saltsOf(key);
  const pad = tagged("pad");
  let level = Array.from({ length: LEAVES }, (_, place) => {
    const [card, salt] = [cards[place], salts[place]];
    return card === undefined || salt === undefined ? pad : leafOf(table, hand, deck, place, card, salt);
  });
  const tree = [level];
  while (level.length > 1) {
    const below = level;
    level = Array.from({ length: below.length / 2 }, (_, at) =>
      nodeOf(below[2 * at] as Bytes, below[2 * at + 1] as Bytes),
    );
    tree.push(level);
  }
  return { cards, salts, tree, root: level[0] as Bytes };
}

/** The root that an opened card leads to. */
export const rootOfOpening = (table: Bytes, hand: number, deck: number, opening: Opening): Bytes =>
  opening.path.reduce<Bytes>(
    (found, node, height) => ((opening.i >> height) & 1 ? nodeOf(node, found) : nodeOf(found, node)),
    leafOf(table, hand, deck, opening.i, opening.card, opening.salt),
  );

// ---- seeds and the cut

/** What a player's seed is the HMAC of, under 32 bytes of the device's generator: a text of one's own adds to it, never replaces it. */
export const seedMessage = (text: string, table: Bytes, hand: number, seat: number): Bytes =>
  join(utf8(text), table, u64(hand), be(seat));

export const commitmentTo = (table: Bytes, hand: number, seat: number, pid: Bytes, seed: Bytes): Bytes =>
  tagged("cli", table, u64(hand), be(seat), pid, seed);

/** `fixed`: both roots, or in the casino what was published beforehand and zeros. */
export const defaultSeed = (table: Bytes, hand: number, seat: number, pid: Bytes, fixed: Roots): Bytes =>
  tagged("default", table, u64(hand), be(seat), pid, ...fixed);

/** Whether a seat's seed is the one that was fixed before the cut. */
export function isRightSeed(table: Bytes, hand: number, roots: Roots, each: SeatSeed): boolean {
  const { seat, pid, flag, commitment, seed } = each;
  const is = (one: Bytes, other: Bytes) => one.every((byte, at) => byte === other[at]);
  if (flag === OWN) return is(commitment, commitmentTo(table, hand, seat, pid, seed));
  if (flag === UNREVEALED) return is(seed, NOTHING) && !is(commitment, NOTHING);
  return flag === DEFAULT && is(commitment, NOTHING) && is(seed, defaultSeed(table, hand, seat, pid, roots));
}

export const mixOf = (table: Bytes, hand: number, roots: Roots, seats: readonly SeatSeed[]): Bytes =>
  tagged(
    "mix",
    table,
    u64(hand),
    ...roots,
    be(seats.length),
    ...seats.map(({ seat, pid, flag, seed }) => join(be(seat), pid, be(flag), seed)),
    NOTHING,
  );

/** Which deck is played, and the places of its cards in the order in which they come off. */
export interface Cut {
  readonly deck: number;
  readonly places: readonly number[];
}

export function cutBy(mix: Bytes): Cut {
  const stream = new Stream(mix);
  return { deck: stream.u32() & 1, places: stream.shuffle(CARDS) };
}

// ---- what the room signs

export const lockDigest = (
  table: Bytes,
  hand: number,
  roots: Roots,
  hole: number,
  seats: readonly SeatSeed[],
  order: readonly number[],
  before: Bytes,
): Bytes =>
  tagged(
    "lock",
    table,
    u64(hand),
    ...roots,
    be(hole),
    be(seats.length),
    // After the lock an own seed can only go missing.
    ...seats.map(({ seat, pid, flag, commitment }) =>
      join(be(seat), pid, be(flag === DEFAULT ? DEFAULT : OWN), commitment),
    ),
    join(...order.map((seat) => be(seat))),
    before,
  );

export const dealDigest = (table: Bytes, hand: number, lock: Bytes, seats: readonly SeatSeed[], mix: Bytes): Bytes =>
  tagged(
    "deal",
    table,
    u64(hand),
    lock,
    be(seats.length),
    ...seats.map(({ seat, flag, seed }) => join(be(seat), be(flag), seed)),
    mix,
  );

export function endDigest(
  table: Bytes,
  hand: number,
  deal: Bytes,
  unusedKey: Bytes,
  shown: readonly Pick<Opening, "k" | "card">[],
): Bytes {
  const rows = shown.toSorted((one, other) => one.k - other.k).map(({ k, card }) => join(be(k), be(card)));
  return tagged("end", table, u64(hand), deal, unusedKey, be(rows.length), ...rows);
}

export const voidDigest = (table: Bytes, hand: number, lock: Bytes, reason: number): Bytes =>
  tagged("void", table, u64(hand), lock, be(reason));

export const logAfter = (before: Bytes, ...messages: readonly Bytes[]): Bytes => tagged("log", before, ...messages);

// ---- who gets which card

/** The seat whose hole card the k-th card is; `null`: it lies on the board. */
export const seatOfCard = (k: number, order: readonly number[], hole: number): number | null =>
  k < order.length * hole ? (order[k % order.length] ?? null) : null;

/** Whether seats are in an order in which they could be dealt: clockwise from some seat, each once. */
export function isClockwise(order: readonly number[]): boolean {
  const start = order.indexOf(Math.min(...order));
  const turned = [...order.slice(start), ...order.slice(0, start)];
  return turned.every((seat, at) => at === 0 || (turned[at - 1] as number) < seat);
}
