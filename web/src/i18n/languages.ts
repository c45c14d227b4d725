import { LANGUAGES, type Language } from "../model/rulebook";
import type { Section, Words } from "./sections";
import { words as common } from "./words/en/common";

type Loaded<S extends Section> = () => Promise<{ readonly words: Words<S> }>;
type Shelf = { readonly [S in Section]: Loaded<S> };

/** English words that are fetched by themselves; the others come with what says them, which brings them. */
const APART: { readonly [S in Section]?: Loaded<S> } = { rulings: () => import("./words/en/rulings") };

/** Where the words of the other languages are fetched from. */
const SHELVES: Readonly<Record<Exclude<Language, "en">, Shelf>> = {
  et: {
    common: () => import("./words/et/common"),
    cards: () => import("./words/et/cards"),
    table: () => import("./words/et/table"),
    tourney: () => import("./words/et/tourney"),
    hexapro: () => import("./words/et/hexapro"),
    rulings: () => import("./words/et/rulings"),
    lobby: () => import("./words/et/lobby"),
    cashier: () => import("./words/et/cashier"),
    history: () => import("./words/et/history"),
    rules: () => import("./words/et/rules"),
    account: () => import("./words/et/account"),
    settings: () => import("./words/et/settings"),
    tournaments: () => import("./words/et/tournaments"),
    past: () => import("./words/et/past"),
    fair: () => import("./words/et/fair"),
    marks: () => import("./words/et/marks"),
    station: () => import("./words/et/station"),
    casino: () => import("./words/et/casino"),
    roulette: () => import("./words/et/roulette"),
    blackjack: () => import("./words/et/blackjack"),
    baccarat: () => import("./words/et/baccarat"),
    rounds: () => import("./words/et/rounds"),
    decisions: () => import("./words/et/decisions"),
    desk: () => import("./words/et/desk"),
    deskPlay: () => import("./words/et/deskPlay"),
    deskHouse: () => import("./words/et/deskHouse"),
  },
  sv: {
    common: () => import("./words/sv/common"),
    cards: () => import("./words/sv/cards"),
    table: () => import("./words/sv/table"),
    tourney: () => import("./words/sv/tourney"),
    hexapro: () => import("./words/sv/hexapro"),
    rulings: () => import("./words/sv/rulings"),
    lobby: () => import("./words/sv/lobby"),
    cashier: () => import("./words/sv/cashier"),
    history: () => import("./words/sv/history"),
    rules: () => import("./words/sv/rules"),
    account: () => import("./words/sv/account"),
    settings: () => import("./words/sv/settings"),
    tournaments: () => import("./words/sv/tournaments"),
    past: () => import("./words/sv/past"),
    fair: () => import("./words/sv/fair"),
    marks: () => import("./words/sv/marks"),
    station: () => import("./words/sv/station"),
    casino: () => import("./words/sv/casino"),
    roulette: () => import("./words/sv/roulette"),
    blackjack: () => import("./words/sv/blackjack"),
    baccarat: () => import("./words/sv/baccarat"),
    rounds: () => import("./words/sv/rounds"),
    decisions: () => import("./words/sv/decisions"),
    desk: () => import("./words/sv/desk"),
    deskPlay: () => import("./words/sv/deskPlay"),
    deskHouse: () => import("./words/sv/deskHouse"),
  },
  ro: {
    common: () => import("./words/ro/common"),
    cards: () => import("./words/ro/cards"),
    table: () => import("./words/ro/table"),
    tourney: () => import("./words/ro/tourney"),
    hexapro: () => import("./words/ro/hexapro"),
    rulings: () => import("./words/ro/rulings"),
    lobby: () => import("./words/ro/lobby"),
    cashier: () => import("./words/ro/cashier"),
    history: () => import("./words/ro/history"),
    rules: () => import("./words/ro/rules"),
    account: () => import("./words/ro/account"),
    settings: () => import("./words/ro/settings"),
    tournaments: () => import("./words/ro/tournaments"),
    past: () => import("./words/ro/past"),
    fair: () => import("./words/ro/fair"),
    marks: () => import("./words/ro/marks"),
    station: () => import("./words/ro/station"),
    casino: () => import("./words/ro/casino"),
    roulette: () => import("./words/ro/roulette"),
    blackjack: () => import("./words/ro/blackjack"),
    baccarat: () => import("./words/ro/baccarat"),
    rounds: () => import("./words/ro/rounds"),
    decisions: () => import("./words/ro/decisions"),
    desk: () => import("./words/ro/desk"),
    deskPlay: () => import("./words/ro/deskPlay"),
    deskHouse: () => import("./words/ro/deskHouse"),
  },
};

/** Words that are there without asking: the English ones of the shell, so that the page can always say what went wrong. */
export const ALWAYS_THERE: Words<"common"> = common;

interface Brought {
  readonly words: Promise<Words>;
  readonly arrive: (words: Words) => void;
}
const brought = new Map<Section, Brought>();

function awaited(section: Section): Brought {
  const known = brought.get(section);
  if (known) return known;
  let arrive: Brought["arrive"] = () => {};
  const words = new Promise<Words>((resolve) => {
    arrive = resolve;
  });
  brought.set(section, { words, arrive });
  return { words, arrive };
}

/** What was fetched brings the English words it says. */
export function bring<S extends Section>(section: S, words: Words<S>): void {
  awaited(section).arrive(words as Words);
}
bring("common", common);

async function english(section: Section): Promise<Partial<Words>> {
  return (await APART[section]?.())?.words ?? awaited(section).words;
}

/** Fetches one section of one language; fails where it cannot be fetched, and waits for what brings its English words. */
export async function loadWords(language: Language, section: Section): Promise<Partial<Words>> {
  if (language === "en") return english(section);
  const [keys, own] = await Promise.all([english(section), SHELVES[language][section]()]);
  // A build keeps the keys in English alone, and the other languages as lists in its order: `tools/tight-words.ts`.
  const list: unknown = own.words;
  if (!Array.isArray(list)) return own.words;
  return Object.fromEntries(Object.keys(keys).map((key, place) => [key, list[place]]));
}

/** The first language of the reader's list that is spoken here. */
export function preferred(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const base = tag.toLowerCase().split("-")[0];
    const found = LANGUAGES.find((language) => language === base);
    if (found) return found;
  }
  return "en";
}
