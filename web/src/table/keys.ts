import type { App } from "../app/app.svelte";
import { readBoard, readMine, readOpponents, readPots } from "../i18n/speech";
import { actionFor, type KeyAction, type Stroke, tableNumber } from "../model/keys";
import { tablesOf, waitingForMe } from "../model/model";
import { GUARD_MS } from "../model/table/bar";
import { ruleInQuestion } from "../model/table/line";
import { isAsking } from "../model/table/purchase";
import { entryOffer, isMyTurn } from "../model/table/read";
import { nudge, type Preset, presetAmount, type Stride, sizingOf } from "../model/table/sizing";
import type { Table } from "../model/table/types";
import { speakClock } from "./tournament/speak";
import { pressMoney, soldNow, stopAsking } from "./tournament/spend";
import type { TableUi } from "./ui-state.svelte";

/** The table that keys act on, what is open around it, and since when it is that table. */
export interface Keyed {
  readonly table: Table;
  readonly ui: TableUi;
  readonly since: number;
  pick(table: Table): void;
}

const PRESET_KEYS: Partial<Record<KeyAction, Preset>> = {
  presetMin: "min",
  presetHalf: "half",
  presetThreeQuarters: "threeQuarters",
  presetPot: "pot",
  presetAllIn: "allIn",
};
const SLOT_KEYS: Partial<Record<KeyAction, "fold" | "call" | "raise">> = { fold: "fold", call: "call", raise: "raise" };
const READ_KEYS = { readMine, readBoard, readPots, readOpponents } as const;

/** Does what a key means at the table; `true` if it meant something. */
export function pressKey(app: App, stroke: Stroke, keyed: Keyed): boolean {
  const number = tableNumber(stroke);
  if (number !== null) return pickTable(app, number, keyed);
  if (stroke.key === "Enter" && !stroke.repeat && payAsked(app, keyed)) return true;
  const action = actionFor(stroke, app.settings.value.keys);
  if (action === null) return false;
  const { table } = keyed;
  const preset = PRESET_KEYS[action];
  const slot = SLOT_KEYS[action];
  if (preset) return setPreset(app, table, preset);
  if (slot) return pressSlot(app, keyed, slot);
  if (action in READ_KEYS) {
    app.live.say(table.id, READ_KEYS[action as keyof typeof READ_KEYS](table, app.speaker(table)));
    return true;
  }
  return pressOther(app, action, stroke, keyed);
}

function pressSlot(app: App, { table, since }: Keyed, slot: "fold" | "call" | "raise"): boolean {
  const now = app.clock.read();
  // Where checking is free the key of folding checks: nobody gives a hand up by a slip.
  const free = slot === "fold" && isMyTurn(table) && table.hand?.options?.toCall === 0;
  // Keys that came to this table only now were meant for another one.
  if (now >= since + GUARD_MS) app.room.press(table, free ? "call" : slot, now);
  return true;
}

function pressOther(app: App, action: KeyAction, stroke: Stroke, keyed: Keyed): boolean {
  const { table, ui } = keyed;
  switch (action) {
    case "more":
    case "less":
      return step(app, table, action === "more" ? 1 : -1, stroke.altKey ? "step" : stroke.shiftKey ? "five" : "big");
    case "amount":
      return focus(`amount-${table.id}`);
    case "close":
      if (stopAsking(app, ui)) return true;
      ui.close();
      app.room.disarm(table);
      return true;
    case "why":
      if (ui.whyOpen) ui.whyOpen = false;
      else if (ruleInQuestion(table, app.roomSecond) !== null) ui.explain();
      return true;
    case "sitOut":
      app.room.send({ kind: "sitOutNext", table: table.id, on: !table.myOptions.sitOutNext });
      return true;
    case "lastHand":
      if (table.lastHand !== null) app.router.go({ page: "history", hand: table.lastHand, step: null });
      return true;
    case "units":
      app.settings.change({ units: app.settings.value.units === "bb" ? "money" : "bb" });
      return true;
    case "chat":
      ui.show("chat");
      queueMicrotask(() => focus(`say-${table.id}`));
      return true;
    case "readClock":
      return readClock(app, table);
    case "tournament":
      if (table.tournament) ui.show("event");
      return table.tournament !== null;
    case "buyChips":
      return buyChips(app, keyed);
    case "postBlind":
      return postBlind(app, keyed);
    case "nextTable":
      return nextTable(app, keyed);
    default:
      return false;
  }
}

function readClock(app: App, table: Table): boolean {
  if (table.tournament) app.live.say(table.id, speakClock(app, table, table.tournament));
  return table.tournament !== null;
}

/** Asks whether chips are to be bought; Enter pays, and nothing else does. */
function buyChips(app: App, { table, ui, since }: Keyed): boolean {
  const slot = soldNow(table);
  const now = app.clock.read();
  if (slot && now >= since + GUARD_MS && !isAsking(ui.asking, slot, now)) pressMoney(app, table, ui, slot, now);
  return slot !== null;
}

/** Enter pays what is being asked, wherever the focus is. */
function payAsked(app: App, { table, ui }: Keyed): boolean {
  const now = app.clock.read();
  if (!ui.asking || !isAsking(ui.asking, ui.asking.slot, now)) return false;
  pressMoney(app, table, ui, ui.asking.slot, now);
  return true;
}

function postBlind(app: App, { table, since }: Keyed): boolean {
  const offer = entryOffer(table);
  if (offer && app.clock.read() >= since + GUARD_MS)
    app.room.send({ kind: "postBlind", table: table.id, post: offer.post });
  return offer !== null;
}

function setPreset(app: App, table: Table, preset: Preset): boolean {
  const options = table.hand?.options;
  const amount = options && options.raiseMax > 0 ? presetAmount(preset, table, options) : null;
  if (amount !== null) app.room.setAmount(table, amount);
  return true;
}

function step(app: App, table: Table, direction: 1 | -1, stride: Stride): boolean {
  const options = table.hand?.options;
  if (!options || options.raiseMax === 0) return false;
  app.room.setAmount(table, nudge(app.room.bar(table.id).amount, direction, stride, sizingOf(table, options)));
  return true;
}

function nextTable(app: App, { table, pick }: Keyed): boolean {
  const waiting = waitingForMe(app.room.model, app.clock.read()).filter((each) => each.id !== table.id);
  if (waiting[0]) pick(waiting[0]);
  return true;
}

function pickTable(app: App, number: number, { pick }: Keyed): boolean {
  const table = tablesOf(app.room.model)[number];
  if (table) pick(table);
  return table !== undefined;
}

function focus(id: string): boolean {
  document.getElementById(id)?.focus();
  return true;
}
