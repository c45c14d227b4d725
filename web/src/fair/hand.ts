/** One hand as a device received it: messages in the order in which they came, put together as verifiers read them. */
import type { Instant } from "../model/basics";
import type * as wire from "../protocol/messages";
import { type Bytes, HASH_BYTES, hex, ID_BYTES, NOTHING, same, unhex } from "./bytes";
import { lockDigest, type Opening, type Roots, type SeatSeed, seatOfCard } from "./pfp1";
import { type HandJson, type OpeningJson, PROTOCOL, type VoidJson } from "./published";
import type { Told } from "./talk";
import type { CheckName } from "./verify";

/** What the room said does not fit; `step` is the check that failed. */
export class Dispute extends Error {
  constructor(readonly step: CheckName) {
    super(step);
  }
}

/** What was seen of a hand at the table, in words of the game. */
export interface Seen {
  id: string | null;
  button: number | null;
  own: readonly string[] | null;
  board: readonly string[];
  shown: Record<number, readonly string[]>;
}

/** A hand from its lock on. */
export interface Running {
  readonly locked: wire.FairLocked;
  readonly roots: Roots;
  readonly seats: readonly SeatSeed[];
  /** Whether this device received the lock before the cut. */
  readonly witnessed: boolean;
  /** My seed, where the lock asks for it. */
  seed: Bytes | null;
  /** Whether the room said that it took it in time: from then on it must count. */
  accepted: boolean;
  dealt: wire.FairDealt | null;
  own: readonly OpeningJson[];
  readonly seen: Seen;
  readonly received: (Told & { readonly at?: Instant })[];
}

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
export const cardName = (card: number): string => `${RANKS[card >> 2]}${SUITS[card & 3]}`;

/** A locked hand, if the lock is the hash of what it names; throws `Dispute` otherwise. */
export function begin(table: Bytes, locked: wire.FairLocked, witnessed: boolean): Running {
  const [first, second] = locked.roots.map((root) => unhex(root));
  if (!first || !second || same(first, second)) throw new Dispute("lock");
  const seats = locked.seats.map(({ seat, pid, flag, commitment }) => ({
    seat,
    pid: unhex(pid, ID_BYTES),
    flag,
    commitment: unhex(commitment),
    seed: NOTHING,
  }));
  const roots: Roots = [first, second];
  const digest = lockDigest(table, locked.hand, roots, locked.hole, seats, locked.order, unhex(locked.before));
  if (!same(digest, unhex(locked.lock))) throw new Dispute("lock");
  return {
    locked,
    roots,
    seats,
    witnessed,
    seed: null,
    accepted: false,
    dealt: null,
    own: [],
    seen: { id: null, button: null, own: null, board: [], shown: {} },
    received: [],
  };
}

/** The seats as the cut counts them; throws `Dispute` where it names others than were locked, or a flag that cannot be. */
export function cutSeats({ seats }: Running, dealt: wire.FairDealt): readonly SeatSeed[] {
  const by = new Map(dealt.seats.map((each) => [each.seat, each]));
  if (by.size !== seats.length || dealt.seats.length !== seats.length) throw new Dispute("deal");
  return seats.map((each) => {
    const found = by.get(each.seat);
    // After the lock a flag changes only from an own seed to a missing one.
    if (!found || (found.flag !== each.flag && !(each.flag === 1 && found.flag === 0))) throw new Dispute("deal");
    return { ...each, flag: found.flag, seed: unhex(found.seed, HASH_BYTES) };
  });
}

/** The hand as verifiers read it, with my own cards opened. */
export function recordOf(table: Bytes, hand: Running, ended: wire.FairEnded): HandJson {
  const { locked, dealt } = hand;
  if (!dealt) throw new Dispute("order_in_time");
  const openings = new Map([...ended.openings, ...hand.own].map((each) => [each.k, each]));
  return {
    ...lockedPart(table, locked, ended.after, [dealt.signature, ended.signature]),
    seats: locked.seats.map((each) => {
      const cut = dealt.seats.find(({ seat }) => seat === each.seat);
      return { ...each, flag: cut?.flag ?? each.flag, seed: cut?.seed ?? hex(NOTHING) };
    }),
    mix: dealt.mix,
    deck: dealt.deck,
    unused_key: ended.unusedKey,
    openings: [...openings.values()].toSorted((one, other) => one.k - other.k),
    deal: dealt.deal,
    end: ended.end,
  };
}

export function voidRecordOf(table: Bytes, { locked }: Running, voided: wire.FairVoided): VoidJson {
  return {
    ...lockedPart(table, locked, voided.after, [voided.signature]),
    kind: "void",
    reason: voided.reason,
    void: voided.void,
  };
}

const lockedPart = (table: Bytes, locked: wire.FairLocked, after: string, signatures: readonly string[]) => ({
  protocol: PROTOCOL,
  table: hex(table),
  hand: locked.hand,
  roots: locked.roots,
  hole: locked.hole,
  order: locked.order,
  seats: locked.seats.map(({ seat, pid, flag, commitment }) => ({ seat, pid, flag, commitment })),
  log: { before: locked.before, after },
  lock: locked.lock,
  signatures: [locked.signature, ...signatures],
  key: locked.key,
});

/** Whether the dealing order begins after the button and goes on clockwise. */
export function isDealtInTurn({ locked, seen }: Running): boolean {
  const { button } = seen;
  if (button === null) return true;
  const after = (seat: number) => (seat - button - 1 + 256) % 256;
  return locked.order.every((seat, at) => at === 0 || after(locked.order[at - 1] ?? 0) < after(seat));
}

/** Whether the cards that were seen at the table are those that are opened now: mine, the board, and hands that were shown. */
export function areThoseSeen({ locked, seen }: Running, seat: number | null, openings: readonly Opening[]): boolean {
  const of = (owner: number | null) =>
    openings.filter(({ k }) => seatOfCard(k, locked.order, locked.hole) === owner).map(({ card }) => cardName(card));
  const equal = (one: readonly string[], other: readonly string[]) =>
    one.length === other.length && one.toSorted().join() === other.toSorted().join();
  const board = of(null);
  return (
    seen.board.every((card, at) => card === board[at]) &&
    Object.entries(seen.shown).every(([owner, cards]) => equal(of(Number(owner)), cards)) &&
    (seen.own === null || seat === null || equal(of(seat), seen.own))
  );
}
