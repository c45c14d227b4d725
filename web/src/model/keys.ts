/** What keys do; the names are kept in settings, so they stay. */
export const KEY_ACTIONS = [
  "fold",
  "call",
  "raise",
  "presetMin",
  "presetHalf",
  "presetThreeQuarters",
  "presetPot",
  "presetAllIn",
  "more",
  "less",
  "amount",
  "close",
  "why",
  "sitOut",
  "lastHand",
  "units",
  "chat",
  "nextTable",
  "readMine",
  "readBoard",
  "readPots",
  "readOpponents",
  "postBlind",
  "readClock",
  "tournament",
  "buyChips",
] as const;
export type KeyAction = (typeof KEY_ACTIONS)[number];

/** A key by action; an empty text switches the action's key off. */
export type KeyMap = Readonly<Record<KeyAction, string>>;

export const DEFAULT_KEYS: KeyMap = {
  fold: "f",
  call: "c",
  raise: "r",
  presetMin: "1",
  presetHalf: "2",
  presetThreeQuarters: "3",
  presetPot: "4",
  presetAllIn: "5",
  more: "ArrowUp",
  less: "ArrowDown",
  amount: "a",
  close: "Escape",
  why: "w",
  sitOut: "s",
  lastHand: "l",
  units: "u",
  chat: "/",
  nextTable: "n",
  readMine: "i",
  readBoard: "b",
  readPots: "p",
  readOpponents: "o",
  postBlind: "d",
  readClock: "t",
  tournament: "m",
  buyChips: "y",
};

/** As much of a keyboard event as decides. */
export interface Stroke {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly repeat: boolean;
}

const STEPPING: ReadonlySet<KeyAction> = new Set(["more", "less"]);

/** A held key steps amounts, and does nothing else: no act is made twice by a heavy finger. */
export function actionFor(stroke: Stroke, keys: KeyMap): KeyAction | null {
  if (stroke.ctrlKey || stroke.metaKey) return null;
  const pressed = normal(stroke.key);
  const action = KEY_ACTIONS.find((each) => keys[each] !== "" && normal(keys[each]) === pressed) ?? null;
  if (action === null) return null;
  if (STEPPING.has(action)) return action;
  return stroke.repeat || stroke.altKey ? null : action;
}

/** Alt 1 to 9: which table to go to, counted from 0. */
export function tableNumber(stroke: Stroke): number | null {
  return stroke.altKey && /^[1-9]$/.test(stroke.key) ? Number(stroke.key) - 1 : null;
}

const normal = (key: string): string => (key.length === 1 ? key.toLowerCase() : key);

/** Give a key to an action; another action that had it loses it. */
export function remap(keys: KeyMap, action: KeyAction, key: string): KeyMap {
  const taken = KEY_ACTIONS.find((each) => each !== action && key !== "" && normal(keys[each]) === normal(key));
  return { ...keys, ...(taken ? { [taken]: "" } : {}), [action]: normal(key) };
}

const SHOWN: Readonly<Record<string, string>> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Escape: "Esc",
  " ": "␣",
};

export function keyLabel(key: string): string {
  return SHOWN[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}
