import { englishVoice, loadVoice } from "../i18n/languages";
import type { Voice } from "../i18n/messages";
import type { Language } from "../model/rulebook";

/** The language the client speaks now; switching changes every word on the page at once. */
export class LanguageStore {
  #voice = $state.raw<Voice>(englishVoice);
  #wanted: Language = "en";

  get voice(): Voice {
    return this.#voice;
  }

  async choose(language: Language): Promise<void> {
    this.#wanted = language;
    const voice = await loadVoice(language);
    // The last choice wins, however long the others took to come.
    if (this.#wanted === language) this.#voice = voice;
  }
}
