import type { Language } from "../model/rulebook";

type Endings = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** What a number takes to become a place: "14th", "14.", "14:e"; Romanian puts a word before it instead. */
const ENDINGS: Readonly<Record<Language, Endings>> = {
  en: { one: "st", two: "nd", few: "rd", other: "th" },
  et: { other: "." },
  sv: { one: ":a", other: ":e" },
  ro: { other: "" },
};

/** A place as people write it in that language. */
export function formatOrdinal(place: number, language: Language): string {
  const endings = ENDINGS[language];
  const rule = new Intl.PluralRules(language, { type: "ordinal" }).select(place);
  return `${place}${endings[rule] ?? endings.other}`;
}
