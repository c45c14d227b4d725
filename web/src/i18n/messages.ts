import { formatCount } from "../format/amount";
import type { Language } from "../model/rulebook";
import type { English, Key, Message, Plural } from "./sections";

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type NamesOf<M> = M extends string ? Names<M> : M extends Plural ? "count" | Names<M["other"]> : never;
/** The parameters a message wants, none or all of them. */
export type Params<K extends Key> = [NamesOf<English<K>>] extends [never]
  ? []
  : [Readonly<Record<NamesOf<English<K>>, string | number>>];

/** A part of a sentence; `of` names the parameter it came from. */
export interface Piece {
  readonly text: string;
  readonly of: string | null;
}

/** A voice in one language; nothing else turns keys into words. */
export interface Voice {
  readonly language: Language;
  readonly locale: string;
  /** Whether there are words for a key that somebody else put together. */
  knows(key: string): key is Key;
  say<K extends Key>(key: K, ...params: Params<K>): string;
  /** The same in pieces, so that names and amounts can be set off. */
  pieces<K extends Key>(key: K, ...params: Params<K>): readonly Piece[];
}

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  et: "Eesti",
  sv: "Svenska",
  ro: "Română",
};

/** How each language writes numbers and dates here; English as in Europe, with the day first. */
const LOCALES: Readonly<Record<Language, string>> = { en: "en-GB", et: "et-EE", sv: "sv-SE", ro: "ro-RO" };

/** Speaks with the words that `dictionary` holds when something is said; sections may be added to it later. */
export function voiceOf(language: Language, dictionary: ReadonlyMap<string, Message>): Voice {
  const plurals = new Intl.PluralRules(language);
  const pieces = <K extends Key>(key: K, ...params: Params<K>): readonly Piece[] => {
    const message = dictionary.get(key);
    if (message === undefined) {
      // A page that did not wait for its words: nobody is shown a key, and tests fail by what the console says.
      console.error(`the words of ${key} were not loaded`);
      return [];
    }
    const given: Readonly<Record<string, string | number>> = params[0] ?? {};
    return filled(formOf(message, given.count, plurals), given, LOCALES[language]);
  };
  return {
    language,
    locale: LOCALES[language],
    knows: (key): key is Key => dictionary.has(key),
    pieces,
    say: (key, ...params) => textOf(pieces(key, ...params)),
  };
}

function formOf(message: Message, count: string | number | undefined, plurals: Intl.PluralRules): string {
  if (typeof message === "string") return message;
  const form = plurals.select(Number(count));
  return (form === "one" ? message.one : form === "few" ? message.few : undefined) ?? message.other;
}

function filled(text: string, given: Readonly<Record<string, string | number>>, locale: string): readonly Piece[] {
  return text
    .split(/(\{\w+\})/)
    .filter((part) => part !== "")
    .map((part) => {
      const of = /^\{(\w+)\}$/.exec(part)?.[1];
      if (of === undefined) return { text: part, of: null };
      const value = given[of] ?? "";
      return { text: typeof value === "number" ? formatCount(value, locale) : value, of };
    });
}

export function textOf(pieces: readonly Piece[]): string {
  return pieces.map((piece) => piece.text).join("");
}

/** With a large first letter. */
export function capital(text: string, locale: string): string {
  const [first = "", ...rest] = text;
  return first.toLocaleUpperCase(locale) + rest.join("");
}

/** "a, b and c" in the reader's language. */
export function listed(names: readonly string[], voice: Voice): string {
  const last = names.at(-1) ?? "";
  if (names.length < 2) return last;
  return voice.say("common.and", { first: names.slice(0, -1).join(", "), last });
}
