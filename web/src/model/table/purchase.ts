import type { Instant } from "../basics";
import { ASKED_MS, GUARD_MS } from "./bar";
import type { Purchase } from "./tournament";
import type { Table } from "./types";

/** The rectangles in which money is spent. They never stand where an action stood. */
export type MoneySlot = "reBuy" | "addOn";

/** A rectangle that asks once more. */
export interface Asking {
  readonly slot: MoneySlot;
  readonly since: Instant;
}

export const purchaseAt = (table: Table, slot: MoneySlot): Purchase | null => table.tournament?.[slot] ?? null;

export const isForSale = (table: Table, slot: MoneySlot): boolean => purchaseAt(table, slot)?.state.kind === "open";

/** Whether the question still stands; after five seconds the rectangle is what it was. */
export const isAsking = (asking: Asking | null, slot: MoneySlot, now: Instant): boolean =>
  asking?.slot === slot && now < asking.since + ASKED_MS;

export interface Spent {
  readonly asking: Asking | null;
  /** Whether this press buys. */
  readonly buys: boolean;
}

/**
 * A press on a rectangle: the first asks in the same place, a second one pays. Presses right after a change, also after the question
 * came up, are dropped, so that nobody pays by a double click.
 */
export function pressSlot(
  asking: Asking | null,
  table: Table,
  slot: MoneySlot,
  pressedAt: Instant,
  shownAt: Instant,
): Spent {
  if (!isForSale(table, slot) || pressedAt < shownAt + GUARD_MS) return { asking, buys: false };
  if (!isAsking(asking, slot, pressedAt)) return { asking: { slot, since: pressedAt }, buys: false };
  if (asking && pressedAt < asking.since + GUARD_MS) return { asking, buys: false };
  return { asking: null, buys: true };
}
