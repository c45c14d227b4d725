import type { PlayerId } from "./basics";
import { DEFAULT_KEYS, KEY_ACTIONS, type KeyMap } from "./keys";
import type { StakeId } from "./lobby";
import { LANGUAGES, type Language } from "./rulebook";
import { GAMES, KIND_FILTERS, NO_FILTERS, type TournamentFilters } from "./tournament/lists";

export const THEMES = ["system", "dark", "light", "contrast"] as const;
export const LAYOUTS = ["tile", "stack", "one"] as const;
export const SOUND_GROUPS = ["mine", "table", "notices"] as const;
export const NOTE_COLOURS = ["none", "mint", "blue", "amber", "coral"] as const;
export type Theme = (typeof THEMES)[number];
export type TablesLayout = (typeof LAYOUTS)[number];
export type SoundGroup = (typeof SOUND_GROUPS)[number];
export type NoteColour = (typeof NOTE_COLOURS)[number];

export interface PlayerNote {
  readonly colour: NoteColour;
  readonly text: string;
}

/** What this device remembers. */
export interface Settings {
  readonly theme: Theme;
  readonly deck: "4" | "2";
  /** `null`: what the browser asks for. */
  readonly language: Language | null;
  readonly units: "money" | "bb";
  readonly sound: boolean;
  /** 0 to 100. */
  readonly volumes: Readonly<Record<SoundGroup, number>>;
  readonly motion: "system" | "reduced";
  readonly layout: TablesLayout;
  readonly keysOn: boolean;
  readonly keys: KeyMap;
  readonly favourites: readonly StakeId[];
  readonly muted: readonly PlayerId[];
  readonly notes: Readonly<Record<PlayerId, PlayerNote>>;
  /** What the lobbies of tournaments are narrowed to. */
  readonly tournaments: TournamentFilters;
  /** A text of the player's own, mixed into every seed of the cut. */
  readonly ownText: string;
}

export const DEFAULT_SETTINGS: Settings = {
  theme: "system",
  deck: "4",
  language: null,
  units: "money",
  sound: true,
  volumes: { mine: 70, table: 30, notices: 30 },
  motion: "system",
  layout: "tile",
  keysOn: true,
  keys: DEFAULT_KEYS,
  favourites: [],
  muted: [],
  notes: {},
  tournaments: NO_FILTERS,
  ownText: "",
};

export const OWN_TEXT_MAX = 200;

/** Settings from what was stored; anything unknown or damaged falls back to its default, one by one. */
export function readSettings(stored: string | null): Settings {
  const given = parsed(stored);
  const volumes = record(given.volumes);
  const keys = record(given.keys);
  return {
    theme: oneOf(given.theme, THEMES, DEFAULT_SETTINGS.theme),
    deck: oneOf(given.deck, ["4", "2"] as const, DEFAULT_SETTINGS.deck),
    language: given.language === null ? null : oneOf(given.language, [null, ...LANGUAGES] as const, null),
    units: oneOf(given.units, ["money", "bb"] as const, DEFAULT_SETTINGS.units),
    sound: typeof given.sound === "boolean" ? given.sound : DEFAULT_SETTINGS.sound,
    volumes: {
      mine: percent(volumes.mine, DEFAULT_SETTINGS.volumes.mine),
      table: percent(volumes.table, DEFAULT_SETTINGS.volumes.table),
      notices: percent(volumes.notices, DEFAULT_SETTINGS.volumes.notices),
    },
    motion: oneOf(given.motion, ["system", "reduced"] as const, DEFAULT_SETTINGS.motion),
    layout: oneOf(given.layout, LAYOUTS, DEFAULT_SETTINGS.layout),
    keysOn: typeof given.keysOn === "boolean" ? given.keysOn : DEFAULT_SETTINGS.keysOn,
    keys: Object.fromEntries(
      KEY_ACTIONS.map((action) => [action, typeof keys[action] === "string" ? keys[action] : DEFAULT_KEYS[action]]),
    ) as KeyMap,
    favourites: texts(given.favourites),
    muted: texts(given.muted),
    notes: notes(given.notes),
    tournaments: filters(record(given.tournaments)),
    ownText: typeof given.ownText === "string" ? given.ownText.slice(0, OWN_TEXT_MAX) : "",
  };
}

function parsed(stored: string | null): Record<string, unknown> {
  try {
    return record(JSON.parse(stored ?? "{}"));
  } catch {
    return {};
  }
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

function oneOf<T>(value: unknown, allowed: readonly T[], fallback: T): T {
  return allowed.includes(value as T) ? (value as T) : fallback;
}

const percent = (value: unknown, fallback: number): number =>
  typeof value === "number" && value >= 0 && value <= 100 ? value : fallback;

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : [];

function notes(value: unknown): Record<PlayerId, PlayerNote> {
  const found = Object.entries(record(value)).map(([player, kept]): [PlayerId, PlayerNote] => {
    const { colour, text } = record(kept);
    return [player, { colour: oneOf(colour, NOTE_COLOURS, "none"), text: typeof text === "string" ? text : "" }];
  });
  return Object.fromEntries(found.filter(([, note]) => note.colour !== "none" || note.text !== ""));
}

function filters(given: Record<string, unknown>): TournamentFilters {
  const some = <T extends string>(value: unknown, allowed: readonly T[]) =>
    allowed.filter((each) => texts(value).includes(each));
  return {
    games: some(given.games, GAMES),
    kinds: some(given.kinds, KIND_FILTERS),
    withinWallet: given.withinWallet === true,
    hideFinished: given.hideFinished === true,
    almostFull: given.almostFull === true,
  };
}

/** A list with something in it or not. */
export function toggled(list: readonly string[], item: string): readonly string[] {
  return list.includes(item) ? list.filter((each) => each !== item) : [...list, item];
}
