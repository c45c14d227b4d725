import { describe, expect, it } from "vitest";
import {
  ASKED_MS,
  accepts,
  type Bar,
  DIED_MS,
  disarm,
  follow,
  GUARD_MS,
  isFoldAsked,
  isGuarded,
  leaveUnread,
  meaningOf,
  preActionAt,
  press,
  restingBar,
  type Slot,
  setAmount,
  unsend,
} from "../src/model/table/bar";
import type { TableChange } from "../src/model/table/changes";
import { reduceTable } from "../src/model/table/reduce";
import type { Table } from "../src/model/table/types";
import { BASE, oslo, tallinnAt, toAct, toPre } from "./tables";

const T = BASE;
const LATER = T + GUARD_MS;
const SLOTS: readonly Slot[] = ["fold", "call", "raise", "any"];
const pre = tallinnAt(toPre);
const act = tallinnAt(toAct);

const followed = (table: Table, bar: Bar = restingBar, now = T): Bar => follow(bar, table, now).bar;
const armed = (table: Table, slot: Slot): Bar => press(followed(table), table, slot, LATER).bar;
const then = (table: Table, ...changes: readonly TableChange[]): Table => changes.reduce(reduceTable, table);
const raise: TableChange = { kind: "acted", seat: 5, act: "raise", bet: 960, allIn: false };
const fold: TableChange = { kind: "acted", seat: 5, act: "fold", bet: 0, allIn: false };
const myTurn = (toCall: number): TableChange => ({
  kind: "turn",
  turn: { number: 16, seat: 0, started: T, thinksUntil: T + 10_000, bank: 0, bankRuns: false },
  options: { toCall, raiseMin: 840, raiseMax: 5695, closedBy: null },
});

describe("modes", () => {
  it("acts in my turn, arms before it, rests otherwise", () => {
    expect(followed(act).mode).toBe("act");
    expect(followed(pre).mode).toBe("pre");
    expect(followed({ ...pre, hand: null }).mode).toBe("rest");
  });

  it("rests for a spectator, for who folded, and for who is all-in", () => {
    expect(followed({ ...pre, me: null }).mode).toBe("rest");
    const seats = (part: object) => pre.seats.map((seat, index) => (index === 0 && seat ? { ...seat, ...part } : seat));
    expect(followed({ ...pre, seats: seats({ folded: true }) }).mode).toBe("rest");
    expect(followed({ ...pre, seats: seats({ stack: 0 }) }).mode).toBe("rest");
  });
});

describe("folding where checking is free", () => {
  const free = then(act, fold, myTurn(0));

  it("asks once more in the same place, and folds only then", () => {
    const first = press(followed(free), free, "fold", LATER);
    expect(first.send).toBeNull();
    // A second press of the same finger is not the answer.
    expect(press(first.bar, free, "fold", LATER + GUARD_MS - 1).send).toBeNull();
    expect(press(first.bar, free, "fold", LATER + GUARD_MS).send).toEqual({ kind: "fold" });
    expect(press(first.bar, free, "fold", LATER + ASKED_MS).send).toBeNull();
    expect(press(first.bar, free, "call", LATER).send).toEqual({ kind: "check" });
  });

  it("does not ask where there is a price", () => {
    expect(press(followed(act), act, "fold", LATER).send).toEqual({ kind: "fold" });
  });

  it("forgets the question with the turn", () => {
    const asked = press(followed(free), free, "fold", LATER).bar;
    expect(isFoldAsked(asked, LATER + 1)).toBe(true);
    expect(isFoldAsked(followed({ ...free, hand: null }, asked, LATER), LATER + 1)).toBe(false);
  });
});

describe("an amount that cannot be read", () => {
  it("is not raised, nor is the one before it, until another is set or a new turn begins", () => {
    const unread = leaveUnread(followed(act));
    expect(press(unread, act, "raise", LATER).send).toBeNull();
    expect(press(unread, act, "call", LATER).send).not.toBeNull();
    expect(press(setAmount(unread, 1260), act, "raise", LATER).send).toEqual({ kind: "raise", to: 1260 });
    expect(followed(act, unread, LATER).unread).toBe(true);
    expect(
      followed(
        then(act, fold, {
          ...myTurn(420),
          turn: { number: 99, seat: 0, started: T, thinksUntil: T, bank: 0, bankRuns: false },
        } as TableChange),
        unread,
        LATER,
      ).unread,
    ).toBe(false);
  });
});

describe("between turns", () => {
  it("keeps what is armed while nobody is named yet", () => {
    const between = then(pre, fold);
    expect(between.hand?.turn).toBeNull();
    const waiting = follow(armed(pre, "call"), between, LATER);
    expect(waiting.bar.armed?.action).toBe("call");
    expect(follow(waiting.bar, then(between, myTurn(420)), LATER).fire).toEqual({ kind: "call", amount: 420 });
  });

  it("offers nothing when all others are all-in and the board is run out", () => {
    const alone = pre.seats.map((seat, index) => (seat && index !== 0 ? { ...seat, stack: 0, bet: 0 } : seat));
    expect(followed({ ...pre, seats: alone }).mode).toBe("rest");
  });
});

describe("the guard", () => {
  it("ignores presses for 300 ms after a control changed its meaning", () => {
    const bar = followed(act);
    expect(accepts(bar, "call", T + GUARD_MS - 1)).toBe(false);
    expect(accepts(bar, "call", T + GUARD_MS)).toBe(true);
    expect(isGuarded(bar, "call", T + GUARD_MS - 1)).toBe(true);
    expect(isGuarded(bar, "call", T + GUARD_MS)).toBe(false);
  });

  it("drops a press that began before the change", () => {
    const bar = followed(act, followed(pre), T + 5000);
    expect(press(bar, act, "call", T + 4999).send).toBeNull();
    expect(press(bar, act, "call", T + 5000 + GUARD_MS).send).toEqual({ kind: "call", amount: 420 });
  });

  it("is not started by changes that leave the meaning alone", () => {
    const bar = followed(pre);
    const told = then(pre, { kind: "connectionBack", seat: 1 });
    expect(followed(told, bar, T + 5000).meanings).toEqual(bar.meanings);
  });

  it("starts for the call when its price changes, and not for the fold", () => {
    const before = followed(act);
    const dearer = then(act, { kind: "acted", seat: 4, act: "raise", bet: 600, allIn: false }, myTurn(600));
    const after = followed(dearer, before, T + 5000);
    expect(after.meanings.call.since).toBe(T + 5000);
    expect(after.meanings.fold.since).toBe(T);
  });
});

describe("pre-actions", () => {
  it("never stand in the raise slot", () => {
    expect(preActionAt("raise", pre)).toBeNull();
    expect(meaningOf(pre, "raise")).toBe("");
    expect(press(followed(pre), pre, "raise", LATER).bar.armed).toBeNull();
  });

  it("offer fold and call against a price, check/fold and check without one", () => {
    expect(SLOTS.map((slot) => preActionAt(slot, pre))).toEqual(["fold", "call", null, "callAny"]);
    expect(SLOTS.map((slot) => preActionAt(slot, oslo))).toEqual(["checkFold", "check", null, "callAny"]);
  });

  it("arm on hand, street and price, and disarm on a second press", () => {
    const bar = armed(pre, "call");
    expect(bar.armed).toEqual({ action: "call", hand: "h-18204", street: 2, price: 420 });
    expect(press(bar, pre, "call", LATER).bar.armed).toBeNull();
    expect(disarm(bar).armed).toBeNull();
  });

  it("are played when the turn comes at the same price", () => {
    const { bar, fire } = follow(armed(pre, "call"), then(pre, fold, myTurn(420)), LATER);
    expect(fire).toEqual({ kind: "call", amount: 420 });
    expect(bar.armed).toBeNull();
    expect(bar.sent).toEqual({ choice: { kind: "call", amount: 420 }, turn: 16 });
  });

  it("die when the price rises, say so for three seconds, and play nothing", () => {
    const { bar, fire } = follow(armed(pre, "call"), then(pre, raise), LATER);
    expect(fire).toBeNull();
    expect(bar.armed).toBeNull();
    expect(bar.died).toEqual({ price: 960, until: LATER + DIED_MS });
    const turned = follow(bar, then(pre, raise, myTurn(960)), LATER + 1);
    expect(turned.fire).toBeNull();
    expect(follow(bar, then(pre, raise), LATER + DIED_MS).bar.died).toBeNull();
  });

  it("die even when the price rises in the very change that brings the turn", () => {
    const { bar, fire } = follow(armed(pre, "call"), then(pre, raise, myTurn(960)), LATER);
    expect(fire).toBeNull();
    expect(bar.died?.price).toBe(960);
  });

  it("kill an armed fold as well when the price changes", () => {
    expect(follow(armed(pre, "fold"), then(pre, raise), LATER).bar.armed).toBeNull();
  });

  it("die with the street and with the hand", () => {
    const bar = armed(pre, "any");
    const river = then(pre, fold, {
      kind: "board",
      street: 3,
      board: ["Qh", "9s", "4d", "7c", "2h"],
      pots: [2410],
      strength: null,
    });
    const nextTurn = {
      ...myTurn(0),
      turn: { number: 17, seat: 4, started: T, thinksUntil: T, bank: 0, bankRuns: false },
      options: null,
    };
    expect(follow(bar, then(river, nextTurn as TableChange), LATER).bar.armed).toBeNull();
    const other = { ...pre, hand: pre.hand && { ...pre.hand, id: "another" } };
    expect(follow(bar, other, LATER).bar.armed).toBeNull();
  });

  it("call any plays any price of this turn, and check/fold folds against one", () => {
    expect(follow(armed(pre, "any"), then(pre, raise, myTurn(960)), LATER).fire).toEqual({ kind: "call", amount: 960 });
    const bet: TableChange = { kind: "acted", seat: 4, act: "bet", bet: 100, allIn: false };
    const facing = then(oslo, bet, myTurn(100));
    expect(follow(armed(oslo, "fold"), facing, LATER).fire).toEqual({ kind: "fold" });
    expect(
      follow(
        armed(oslo, "fold"),
        then(oslo, { kind: "acted", seat: 4, act: "check", bet: 0, allIn: false }, myTurn(0)),
        LATER,
      ).fire,
    ).toEqual({
      kind: "check",
    });
  });

  it("a check that is no longer free dies and folds nothing", () => {
    const bet: TableChange = { kind: "acted", seat: 4, act: "bet", bet: 100, allIn: false };
    const { bar, fire } = follow(armed(oslo, "call"), then(oslo, bet, myTurn(100)), LATER);
    expect(fire).toBeNull();
    expect(bar.died?.price).toBe(100);
  });
});

describe("acting", () => {
  it("sends what the button says and waits for the room", () => {
    const bar = setAmount(followed(act), 1260);
    const pressed = press(bar, act, "raise", LATER);
    expect(pressed.send).toEqual({ kind: "raise", to: 1260 });
    expect(press(pressed.bar, act, "fold", LATER).send).toBeNull();
  });

  it("gives the buttons back when the room refuses or the turn is over", () => {
    const { bar } = press(followed(act), act, "fold", LATER);
    expect(press(unsend(bar), act, "fold", LATER).send).toEqual({ kind: "fold" });
    expect(
      follow(bar, then(act, { kind: "acted", seat: 0, act: "fold", bet: 0, allIn: false }), LATER).bar.sent,
    ).toBeNull();
  });

  it("starts every turn with the least raise, and keeps the amount within it", () => {
    const bar = setAmount(followed(act), 1260);
    expect(followed(act, bar, LATER).amount).toBe(1260);
    expect(
      followed(
        then(act, { ...myTurn(420), turn: { ...(myTurn(420) as { turn: object }).turn, number: 30 } } as TableChange),
        bar,
        LATER,
      ).amount,
    ).toBe(840);
  });

  it("does not raise where raising is closed", () => {
    const closed = then(act, {
      ...myTurn(420),
      options: { toCall: 420, raiseMin: 0, raiseMax: 0, closedBy: "BET-13" },
    } as TableChange);
    const bar = followed(closed);
    expect(bar.amount).toBe(0);
    expect(press(bar, closed, "raise", LATER).send).toBeNull();
  });
});
