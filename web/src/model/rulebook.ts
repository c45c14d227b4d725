import type { EditionId, Loadable, RuleId } from "./basics";
import { LOADING } from "./basics";

export const LANGUAGES = ["en", "et", "sv", "ro"] as const;
export type Language = (typeof LANGUAGES)[number];

export interface RuleWords {
  readonly title: string;
  readonly text: string;
}

export type RuleKind = "executable" | "displayed" | "operator" | "policy";

/** A rule of the digest: where each edition says it, and how the room proves it. */
export interface Rule {
  readonly id: RuleId;
  readonly kind: RuleKind;
  /** The clause of every edition that has the rule. */
  readonly sources: Readonly<Record<EditionId, string>>;
  readonly seeAlso: readonly RuleId[];
  /** What the tests that prove it are called. */
  readonly tests: readonly string[];
  /** Values the editions set, by name. */
  readonly values: readonly { readonly name: string; readonly byEdition: Readonly<Record<EditionId, string>> }[];
  /** Decisions on unclear words, in English as they were made. */
  readonly readings: readonly { readonly id: string; readonly decision: string }[];
}

export interface Chapter {
  readonly key: string;
  readonly titles: Readonly<Record<Language, string>>;
  readonly rules: readonly RuleId[];
}

/** Where a rule decided something in my own games. */
export interface OwnCase {
  readonly rule: RuleId;
  readonly hand: string;
  readonly number: number;
  readonly step: number;
}

export interface Catalogue {
  /** All editions that are known here, also those by which this room does not play. */
  readonly editions: readonly { readonly id: EditionId; readonly name: string; readonly date: string | null }[];
  readonly chapters: readonly Chapter[];
  readonly rules: Readonly<Record<RuleId, Rule>>;
  /** Rule titles and texts; a language whose words are missing shows the English ones. */
  readonly words: Readonly<Partial<Record<Language, Readonly<Record<RuleId, RuleWords>>>>>;
  readonly ownCases: readonly OwnCase[];
}

export interface Difference {
  readonly rule: RuleId;
  readonly effect: boolean;
  readonly path: string;
  /** What stands under the path, in words. */
  readonly about: string;
  readonly before: string;
  readonly after: string;
}

export interface Comparison {
  readonly before: EditionId;
  readonly after: EditionId;
  readonly differences: readonly Difference[];
  readonly same: number;
}

/** Who runs the room, as it says itself; what it does not say is empty. */
export interface Operator {
  readonly name: string;
  readonly licence: string;
  readonly contact: string;
  readonly address: string;
  /** Kinds of money that are played for. */
  readonly money: readonly ("real" | "play" | "test")[];
  /** The rulebooks tables are offered under. */
  readonly editions: readonly {
    readonly id: EditionId;
    readonly title: string;
    readonly date: string | null;
    readonly language: string;
    readonly digest: string;
  }[];
}

/** A room without a licence that plays for no real money shows how a room works, and is none. */
export const isDemo = ({ licence, money }: Operator): boolean => licence === "" && !money.includes("real");

/** In one language: what stands under a path, and values in words. */
export interface ValueWords {
  readonly labels: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string>>;
}

export interface Rulebook {
  readonly catalogue: Loadable<Catalogue>;
  readonly values: Readonly<Partial<Record<Language, ValueWords>>>;
  readonly comparison: Loadable<Comparison> | null;
  readonly operator: Loadable<Operator>;
}

export type RulebookChange =
  | { readonly kind: "catalogueLoaded"; readonly catalogue: Loadable<Catalogue> }
  | { readonly kind: "valuesLoaded"; readonly language: Language; readonly words: ValueWords }
  | { readonly kind: "comparisonAsked" }
  | { readonly kind: "comparisonLoaded"; readonly comparison: Loadable<Comparison> }
  | { readonly kind: "operatorLoaded"; readonly operator: Loadable<Operator> };

export function reduceRulebook(rulebook: Rulebook, change: RulebookChange): Rulebook {
  switch (change.kind) {
    case "catalogueLoaded":
      return { ...rulebook, catalogue: change.catalogue };
    case "valuesLoaded":
      return { ...rulebook, values: { ...rulebook.values, [change.language]: change.words } };
    case "comparisonAsked":
      return { ...rulebook, comparison: LOADING };
    case "comparisonLoaded":
      return { ...rulebook, comparison: change.comparison };
    case "operatorLoaded":
      return { ...rulebook, operator: change.operator };
  }
}

/** The words of a rule in a language, or in English where they are not translated. */
export function wordsOf(
  catalogue: Catalogue,
  id: RuleId,
  language: Language,
): { words: RuleWords; language: Language } | null {
  const own = catalogue.words[language]?.[id];
  if (own) return { words: own, language };
  const english = catalogue.words.en?.[id];
  if (english) return { words: english, language: "en" };
  const reading = readingRule(catalogue, id)?.readings.find((each) => each.id === id);
  return reading ? { words: { title: id, text: reading.decision }, language: "en" } : null;
}

/** The rule on whose words a decision was made, for a ruling that cites the decision. */
export function readingRule(catalogue: Catalogue, reading: string): Rule | null {
  return Object.values(catalogue.rules).find(({ readings }) => readings.some(({ id }) => id === reading)) ?? null;
}

/** Rules whose id or words contain every sought word, chapter by chapter. */
export function findRules(catalogue: Catalogue, sought: string, language: Language): ReadonlySet<RuleId> {
  const wanted = fold(sought).split(/\s+/).filter(Boolean);
  const found = new Set<RuleId>();
  if (wanted.length === 0) return found;
  for (const id of catalogue.chapters.flatMap((chapter) => chapter.rules)) {
    const said = wordsOf(catalogue, id, language)?.words;
    const text = fold(`${id} ${said?.title ?? ""} ${said?.text ?? ""}`);
    if (wanted.every((word) => text.includes(word))) found.add(id);
  }
  return found;
}

/** Letters without case and marks, so that "tõste" is found as "toste". */
export function fold(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/** A text in pieces, those that were sought marked. */
export function marked(text: string, sought: string): readonly { text: string; hit: boolean }[] {
  const wanted = fold(sought)
    .split(/\s+/)
    .filter((word) => word.length > 1);
  if (wanted.length === 0) return [{ text, hit: false }];
  const words = text.split(/(?<=\s)|(?=\s)/u);
  return words.map((word) => ({ text: word, hit: wanted.some((each) => fold(word).includes(each)) }));
}

export function chapterOf(catalogue: Catalogue, id: RuleId): Chapter | null {
  return catalogue.chapters.find((chapter) => chapter.rules.includes(id)) ?? null;
}
