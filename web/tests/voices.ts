import "../src/account/words";
import "../src/cashier/words";
import "../src/casino/baccarat/words";
import "../src/casino/blackjack/words";
import "../src/casino/roulette/words";
import "../src/casino/words";
import "../src/decisions/words";
import "../src/desk/house/words";
import "../src/desk/play/words";
import "../src/desk/words";
import "../src/fairness/mark-words";
import "../src/fairness/words";
import "../src/hexapro/words";
import "../src/history/words";
import "../src/lobby/words";
import "../src/past/words";
import "../src/rounds/words";
import "../src/rules/words";
import "../src/settings/words";
import "../src/station/words";
import "../src/table/words";
import "../src/tournaments/words";
import "../src/i18n/cards";
import { loadWords } from "../src/i18n/languages";
import { type Voice, voiceOf } from "../src/i18n/messages";
import type { Key, Message, Section } from "../src/i18n/sections";
import { LANGUAGES, type Language } from "../src/model/rulebook";

export const SECTIONS: readonly Section[] = [
  "common",
  "cards",
  "table",
  "tourney",
  "hexapro",
  "rulings",
  "lobby",
  "cashier",
  "history",
  "rules",
  "account",
  "settings",
  "tournaments",
  "past",
  "fair",
  "marks",
  "casino",
  "roulette",
  "blackjack",
  "baccarat",
  "rounds",
  "decisions",
  "station",
  "desk",
  "deskPlay",
  "deskHouse",
];

export type Dictionary = Readonly<Record<Key, Message>>;

/** Every section of every language, as it is fetched. */
export const sections = Object.fromEntries(
  await Promise.all(
    LANGUAGES.map(async (language) => {
      const loaded = SECTIONS.map(async (section) => [section, await loadWords(language, section)] as const);
      return [language, Object.fromEntries(await Promise.all(loaded))] as const;
    }),
  ),
) as Readonly<Record<Language, Readonly<Record<Section, Partial<Dictionary>>>>>;

/** All words of a language. */
export const dictionaries = Object.fromEntries(
  LANGUAGES.map((language) => [language, Object.assign({}, ...Object.values(sections[language]))]),
) as Readonly<Record<Language, Dictionary>>;

/** A voice that was told everything. */
export const voiceIn = (language: Language): Voice =>
  voiceOf(language, new Map(Object.entries(dictionaries[language])));
