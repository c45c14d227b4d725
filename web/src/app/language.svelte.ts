import { ALWAYS_THERE, loadWords } from "../i18n/languages";
import { type Voice, voiceOf } from "../i18n/messages";
import type { Message, Section, Words } from "../i18n/sections";
import type { Language } from "../model/rulebook";

type Load = (language: Language, section: Section) => Promise<Partial<Words>>;

/** One language, with as much of it as was fetched. */
class Vocabulary {
  readonly voice: Voice;
  readonly #dictionary = new Map<string, Message>();
  readonly #fetched = new Map<Section, Promise<void>>();

  constructor(
    language: Language,
    private readonly load: Load,
  ) {
    this.voice = voiceOf(language, this.#dictionary);
  }

  add(words: Partial<Words>): void {
    for (const [key, message] of Object.entries(words)) this.#dictionary.set(key, message);
  }

  /** Fetches what is missing, nothing twice; what could not be fetched is asked for again the next time. */
  async learn(sections: Iterable<Section>): Promise<void> {
    await Promise.all(Array.from(sections, (section) => this.#fetch(section)));
  }

  #fetch(section: Section): Promise<void> {
    const known = this.#fetched.get(section);
    if (known) return known;
    const fetched = this.load(this.voice.language, section).then((words) => this.add(words));
    this.#fetched.set(section, fetched);
    fetched.catch(() => this.#fetched.delete(section));
    return fetched;
  }
}

/** The language the client speaks now; switching changes every word on the page at once. */
export class LanguageStore {
  #spoken: Vocabulary;
  #voice: Voice;
  #wanted: Language = "en";
  /** What the pages opened so far say. */
  readonly #sections = new Set<Section>(["common"]);

  constructor(private readonly load: Load = loadWords) {
    this.#spoken = new Vocabulary("en", load);
    this.#spoken.add(ALWAYS_THERE);
    this.#voice = $state.raw(this.#spoken.voice);
  }

  get voice(): Voice {
    return this.#voice;
  }

  /** Resolves when the words of these sections are there; a page waits for it before it says anything. */
  async need(...sections: readonly Section[]): Promise<void> {
    for (const section of sections) this.#sections.add(section);
    await this.#spoken.learn(sections);
  }

  /** Speaks another language as soon as its words are there; where they cannot be fetched, nothing changes. */
  async choose(language: Language): Promise<void> {
    this.#wanted = language;
    if (language === this.#voice.language) return;
    const next = new Vocabulary(language, this.load);
    // Pages that were opened meanwhile need their words as well.
    for (let known = -1; known !== this.#sections.size; ) {
      known = this.#sections.size;
      await next.learn([...this.#sections]);
    }
    // The last choice wins, however long the others took to come.
    if (this.#wanted !== language) return;
    this.#spoken = next;
    this.#voice = next.voice;
  }
}
