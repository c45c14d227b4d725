import type { Cents, Instant } from "../basics";
import { awaitsMyTurn, isMyTurn, myPrice } from "./read";
import { clamp, sizingOf } from "./sizing";
import type { Table } from "./types";

/** A control whose meaning changed ignores presses for this long. */
export const GUARD_MS = 300;
/** How long a pre-action that died says so. */
export const DIED_MS = 3000;
/** How long a question in the place of a button stays. */
export const ASKED_MS = 5000;

export type Choice =
  | { readonly kind: "fold" }
  | { readonly kind: "check" }
  | { readonly kind: "call"; readonly amount: Cents }
  | { readonly kind: "raise"; readonly to: Cents };

/** `any` is the place above Call, where sizing controls are when it is my turn. */
export type Slot = "fold" | "call" | "raise" | "any";

export type PreAction = "fold" | "checkFold" | "call" | "check" | "callAny";

/** A pre-action and all it is bound to; those that name no price are good for any price of this turn. */
export interface Armed {
  readonly action: PreAction;
  readonly hand: string;
  readonly street: number;
  readonly price: Cents | null;
}

export type BarMode = "act" | "pre" | "rest";

export interface Bar {
  readonly mode: BarMode;
  /** What the raise button would do. */
  readonly amount: Cents;
  /** What was typed into the amount field cannot be read: nothing is raised until it can, or another amount is set. */
  readonly unread: boolean;
  /** Folding was pressed where checking is free: until then the same place asks once more. */
  readonly foldAskedUntil: Instant;
  readonly armed: Armed | null;
  readonly died: { readonly price: Cents; readonly until: Instant } | null;
  /** Sent and not yet answered. */
  readonly sent: { readonly choice: Choice; readonly turn: number } | null;
  readonly meanings: Readonly<Record<Slot, { readonly is: string; readonly since: Instant }>>;
  /** What the amount was fitted to, so that a new turn starts anew. */
  readonly turn: string | null;
}

const SLOTS: readonly Slot[] = ["fold", "call", "raise", "any"];
const NOTHING = { is: "", since: 0 };

export const restingBar: Bar = {
  mode: "rest",
  amount: 0,
  unread: false,
  foldAskedUntil: 0,
  armed: null,
  died: null,
  sent: null,
  meanings: { fold: NOTHING, call: NOTHING, raise: NOTHING, any: NOTHING },
  turn: null,
};

export function modeOf(table: Table): BarMode {
  if (isMyTurn(table)) return "act";
  return awaitsMyTurn(table) ? "pre" : "rest";
}

/** What pressing a place means now; the same words mean the same thing. */
export function meaningOf(table: Table, slot: Slot): string {
  const mode = modeOf(table);
  const price = myPrice(table);
  const hand = table.hand?.id ?? "";
  if (mode === "rest") return "";
  if (mode === "pre") {
    if (slot === "raise") return "";
    return slot === "any" ? `pre:any:${hand}` : `pre:${slot}:${hand}:${price}`;
  }
  const turn = `${hand}:${table.hand?.turn?.number}`;
  if (slot === "any") return "";
  return slot === "call" ? `call:${turn}:${price}` : `${slot}:${turn}`;
}

/**
 * The bar after the table changed: pre-actions whose hand, turn or price is gone die; one that still holds is played when its turn
 * comes (`fire`); a new turn starts with the least raise.
 */
export function follow(bar: Bar, table: Table, now: Instant): { readonly bar: Bar; readonly fire: Choice | null } {
  const mode = modeOf(table);
  const meanings = Object.fromEntries(SLOTS.map((slot) => [slot, remeaning(bar, table, slot, now)])) as Bar["meanings"];
  const { armed, died } = judgeArmed(bar, table, now);
  const turn = mode === "act" ? `${table.hand?.id}:${table.hand?.turn?.number}` : null;
  const fire = mode === "act" && armed ? choiceOf(armed.action, table) : null;
  const sent = fire ? sending(table, fire) : stillSent(bar, table);
  const next: Bar = {
    mode,
    amount: amountFor(bar, table, turn),
    unread: bar.unread && turn !== null && turn === bar.turn,
    foldAskedUntil: turn !== null && turn === bar.turn ? bar.foldAskedUntil : 0,
    armed: fire ? null : armed,
    died,
    sent,
    meanings,
    turn,
  };
  return { bar: next, fire };
}

function remeaning(bar: Bar, table: Table, slot: Slot, now: Instant): { is: string; since: Instant } {
  const is = meaningOf(table, slot);
  const before = bar.meanings[slot];
  return before.is === is ? before : { is, since: now };
}

function amountFor(bar: Bar, table: Table, turn: string | null): Cents {
  const options = table.hand?.options;
  if (turn === null || !options || options.raiseMax === 0) return 0;
  const sizing = sizingOf(table, options);
  return turn === bar.turn ? clamp(bar.amount, sizing) : sizing.min;
}

function judgeArmed(bar: Bar, table: Table, now: Instant): Pick<Bar, "armed" | "died"> {
  const died = bar.died && bar.died.until > now ? bar.died : null;
  const { armed } = bar;
  if (!armed) return { armed, died };
  const hand = table.hand;
  const price = myPrice(table);
  const sameTurn = hand !== null && hand.id === armed.hand && hand.street === armed.street && modeOf(table) !== "rest";
  if (!sameTurn) return { armed: null, died };
  if (armed.price !== null && armed.price !== price) return { armed: null, died: { price, until: now + DIED_MS } };
  return { armed, died };
}

function stillSent(bar: Bar, table: Table): Bar["sent"] {
  return bar.sent && isMyTurn(table) && table.hand?.turn?.number === bar.sent.turn ? bar.sent : null;
}

const sending = (table: Table, choice: Choice): Bar["sent"] => ({ choice, turn: table.hand?.turn?.number ?? 0 });

function choiceOf(action: PreAction, table: Table): Choice {
  const toCall = table.hand?.options?.toCall ?? 0;
  const stay: Choice = toCall === 0 ? { kind: "check" } : { kind: "call", amount: toCall };
  if (action === "fold") return { kind: "fold" };
  if (action === "checkFold") return toCall === 0 ? { kind: "check" } : { kind: "fold" };
  return stay;
}

/** Which pre-action a place offers; never one in the raise slot. */
export function preActionAt(slot: Slot, table: Table): PreAction | null {
  const free = myPrice(table) === 0;
  if (slot === "fold") return free ? "checkFold" : "fold";
  if (slot === "call") return free ? "check" : "call";
  return slot === "any" ? "callAny" : null;
}

/** Whether a press that began at `pressedAt` counts: not if it began before the meaning changed, nor right after. */
export function accepts(bar: Bar, slot: Slot, pressedAt: Instant): boolean {
  const { is, since } = bar.meanings[slot];
  return is !== "" && pressedAt >= since + GUARD_MS;
}

export function isGuarded(bar: Bar, slot: Slot, now: Instant): boolean {
  const { is, since } = bar.meanings[slot];
  return is !== "" && now < since + GUARD_MS;
}

export interface Pressed {
  readonly bar: Bar;
  readonly send: Choice | null;
}

/** A press on a place of the bar: arms or disarms before my turn, acts in it. */
export function press(bar: Bar, table: Table, slot: Slot, pressedAt: Instant): Pressed {
  if (!accepts(bar, slot, pressedAt) || bar.sent) return { bar, send: null };
  if (bar.mode === "pre") return { bar: toggle(bar, table, slot), send: null };
  if (slot === "fold" && table.hand?.options?.toCall === 0 && !isFoldAsked(bar, pressedAt)) {
    const meanings = { ...bar.meanings, fold: { ...bar.meanings.fold, since: pressedAt } };
    return { bar: { ...bar, meanings, foldAskedUntil: pressedAt + ASKED_MS }, send: null };
  }
  const send = chosen(bar, table, slot);
  return send ? { bar: { ...bar, sent: sending(table, send), armed: null }, send } : { bar, send };
}

/** Whether the place of folding asks if a hand is really to be given up that could be checked for nothing. */
export const isFoldAsked = (bar: Bar, now: Instant): boolean => now < bar.foldAskedUntil;

function chosen(bar: Bar, table: Table, slot: Slot): Choice | null {
  const options = table.hand?.options;
  if (!options) return null;
  if (slot === "fold") return { kind: "fold" };
  if (slot === "call") return choiceOf("call", table);
  if (slot === "raise" && options.raiseMax > 0 && !bar.unread)
    return { kind: "raise", to: clamp(bar.amount, sizingOf(table, options)) };
  return null;
}

function toggle(bar: Bar, table: Table, slot: Slot): Bar {
  const action = preActionAt(slot, table);
  const hand = table.hand;
  if (!action || !hand) return bar;
  if (bar.armed?.action === action) return { ...bar, armed: null };
  const price = action === "checkFold" || action === "callAny" ? null : myPrice(table);
  return { ...bar, armed: { action, hand: hand.id, street: hand.street, price }, died: null };
}

export function disarm(bar: Bar): Bar {
  return bar.armed ? { ...bar, armed: null } : bar;
}

/** The room refused what was sent: the buttons are mine again. */
export function unsend(bar: Bar): Bar {
  return { ...bar, sent: null };
}

export function setAmount(bar: Bar, amount: Cents): Bar {
  return bar.mode === "act" && !bar.sent ? { ...bar, amount, unread: false } : bar;
}

/** The amount field holds what is no amount. */
export function leaveUnread(bar: Bar): Bar {
  return bar.mode === "act" && !bar.sent ? { ...bar, unread: true } : bar;
}
