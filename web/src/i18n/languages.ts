import { LANGUAGES, type Language } from "../model/rulebook";
import { en } from "./en";
import { type Dictionary, type Voice, voiceOf } from "./messages";

const loaders: Readonly<Record<Exclude<Language, "en">, () => Promise<Dictionary>>> = {
  et: async () => (await import("./et")).et,
  sv: async () => (await import("./sv")).sv,
  ro: async () => (await import("./ro")).ro,
};

/** English is always at hand; the others are fetched when they are wanted. */
export const englishVoice: Voice = voiceOf("en", en);

export async function loadVoice(language: Language): Promise<Voice> {
  return language === "en" ? englishVoice : voiceOf(language, await loaders[language]());
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
