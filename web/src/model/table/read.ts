import type { Cents, RuleId } from "../basics";
import { AVATARS, type Avatar, type Hand, type Seat, type Table } from "./types";

/** The seat that is taken, or a clear error: the room never names an empty one. */
export function seatAt(table: Table, seat: number): Seat {
  const found = table.seats[seat];
  if (!found) throw new Error(`nobody sits at seat ${seat} of ${table.id}`);
  return found;
}

export function mySeat(table: Table): Seat | null {
  return table.me === null ? null : (table.seats[table.me] ?? null);
}

/** Whether I sit here, also before a hand was dealt to a seat that was drawn just now. */
export const isMine = ({ id, me, tournament }: Table): boolean => me !== null || tournament?.mine?.table === id;

/** Whether a seat still has cards in the running hand. */
export function isInHand(seat: Seat): boolean {
  return seat.cards.length > 0 && !seat.folded;
}

export function isAllIn(seat: Seat): boolean {
  return isInHand(seat) && seat.stack === 0;
}

/** Everything in the middle: collected pots and the bets of this round. */
export function totalPot(table: Table): Cents {
  const pots = table.hand?.pots.reduce((sum, pot) => sum + pot, 0) ?? 0;
  return table.seats.reduce((sum, seat) => sum + (seat?.bet ?? 0), pots);
}

export function highestBet(table: Table): Cents {
  return Math.max(0, ...table.seats.map((seat) => seat?.bet ?? 0));
}

/** What a call would add for me now, at most my stack. */
export function myPrice(table: Table): Cents {
  const seat = mySeat(table);
  return seat ? Math.min(seat.stack, Math.max(0, highestBet(table) - seat.bet)) : 0;
}

/** Whether I sit here without a chip, and none is on its way: nothing but buying in again brings me back. */
export function isBust(table: Table): boolean {
  const seat = mySeat(table);
  return !!seat?.away && seat.stack === 0 && seat.bet === 0 && seat.pendingTopUp === 0;
}

/** How I stand to the blinds while I have no cards for want of one; `null`: I am in, away, or nobody. */
export function myEntry(table: Table): "waiting" | "posting" | null {
  const seat = mySeat(table);
  if (!seat || seat.away || seat.entry === "in" || (!isOver(table.hand) && seat.cards.length > 0)) return null;
  return seat.entry;
}

/** What I may choose instead of how I stand to the blinds: to post now at that price, or to wait after all. */
export interface EntryOffer {
  readonly post: boolean;
  readonly price: Cents;
  readonly rule: RuleId;
}

export function entryOffer(table: Table): EntryOffer | null {
  const entry = myEntry(table);
  if (entry === null || table.mayPost === null) return null;
  const price = Math.min(table.blinds.big, mySeat(table)?.stack ?? 0);
  return { post: entry === "waiting", price, rule: table.mayPost };
}

export function isMyTurn(table: Table): boolean {
  return table.me !== null && table.hand?.turn?.seat === table.me && table.hand.options !== null;
}

/** Whether a decision of mine may still come in this betting round. */
export function awaitsMyTurn(table: Table): boolean {
  const seat = mySeat(table);
  const hand = table.hand;
  // Between two turns nobody is named for a moment; what was armed must live through it.
  if (!seat || !hand || hand.result || hand.turn?.seat === table.me) return false;
  if (!isInHand(seat) || seat.stack === 0) return false;
  if (myPrice(table) > 0) return true;
  const high = highestBet(table);
  return table.seats.some((other, index) => {
    if (!other || other === seat || !isInHand(other) || other.stack <= high - other.bet) return false;
    // I have not acted yet, or they have not: then a bet may still come to me.
    return seat.lastAct === null || index === hand.turn?.seat || other.lastAct === null || other.bet < high;
  });
}

/** Pictures tell seats apart: whoever has the same as somebody before them at this table is drawn with one that is free. */
export function avatarsAt(table: Table): readonly (Avatar | null)[] {
  const order = fromMe(table);
  const taken = new Set(table.seats.flatMap((seat) => seat?.avatar ?? []));
  const seen = new Set<Avatar>();
  const shown: (Avatar | null)[] = table.seats.map(() => null);
  for (const { seat, index } of order) {
    if (!seat) continue;
    const free = seen.has(seat.avatar) ? AVATARS.find((each) => !taken.has(each)) : undefined;
    shown[index] = free ?? seat.avatar;
    seen.add(shown[index] ?? seat.avatar);
    taken.add(shown[index] ?? seat.avatar);
  }
  return shown;
}

/** Seats from the viewer on, clockwise; spectators look from seat 0. */
export function fromMe(table: Table): { seat: Seat | null; index: number; place: number }[] {
  const first = table.me ?? 0;
  const count = table.seats.length;
  return table.seats.map((seat, index) => ({ seat, index, place: (index - first + count) % count }));
}

/** The last bet or raise of this round, for "Sten.V bets 4.20; call …". */
export function lastAggressor(table: Table): { seat: Seat; kind: "bet" | "raise" } | null {
  const highest = highestBet(table);
  for (const seat of table.seats) {
    if (seat && seat.bet === highest && (seat.lastAct?.act === "bet" || seat.lastAct?.act === "raise")) {
      return { seat, kind: seat.lastAct.act };
    }
  }
  return null;
}

export function isOver(hand: Hand | null): boolean {
  return hand === null || hand.result !== null;
}
