import "./voices";
import { describe, expect, it } from "vitest";
import { LanguageStore } from "../src/app/language.svelte";
import { loadWords } from "../src/i18n/languages";
import type { Section, Words } from "../src/i18n/sections";
import type { Language } from "../src/model/rulebook";

/** A shelf that hands out words when it is told to. */
class Shelf {
  readonly asked: string[] = [];
  broken = false;
  #waiting: (() => void)[] = [];
  #held = false;

  readonly load = async (language: Language, section: Section): Promise<Partial<Words>> => {
    this.asked.push(`${language}/${section}`);
    if (this.#held) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (this.broken) throw new Error("no connection");
    return loadWords(language, section);
  };

  hold(): void {
    this.#held = true;
  }

  async release(): Promise<void> {
    this.#held = false;
    for (const go of this.#waiting.splice(0)) go();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe("the language of the client", () => {
  it("has the words of the shell at once, and those of a page when the page asked for them", async () => {
    const shelf = new Shelf();
    const store = new LanguageStore(shelf.load);
    expect(store.voice.say("common.save")).toBe("Save");
    expect(store.voice.knows("cashier.deposit")).toBe(false);
    await store.need("cashier");
    expect(store.voice.say("cashier.deposit")).toBe("Deposit");
    await store.need("cashier");
    expect(shelf.asked).toEqual(["en/cashier"]);
  });

  it("changes every word at once, with the words of all pages that were opened", async () => {
    const shelf = new Shelf();
    const store = new LanguageStore(shelf.load);
    await store.need("lobby");
    shelf.hold();
    const chosen = store.choose("et");
    void store.need("rules");
    expect(store.voice.language).toBe("en");
    await shelf.release();
    await chosen;
    expect(store.voice.language).toBe("et");
    for (const key of ["common.save", "lobby.play", "rules.search"] as const)
      expect([key, store.voice.knows(key)]).toEqual([key, true]);
  });

  it("follows the last choice, however long the others took to come", async () => {
    const shelf = new Shelf();
    const store = new LanguageStore(shelf.load);
    shelf.hold();
    const both = [store.choose("sv"), store.choose("ro"), store.choose("en")];
    await shelf.release();
    await Promise.all(both);
    expect(store.voice.language).toBe("en");
  });

  it("stays as it is where words cannot be fetched, and asks again the next time", async () => {
    const shelf = new Shelf();
    const store = new LanguageStore(shelf.load);
    shelf.broken = true;
    await expect(store.choose("sv")).rejects.toThrow();
    await expect(store.need("history")).rejects.toThrow();
    expect(store.voice.say("failed.title")).toBe("This did not load");
    shelf.broken = false;
    await store.need("history");
    await store.choose("sv");
    expect(store.voice.language).toBe("sv");
    expect(store.voice.knows("history.result")).toBe(true);
  });

  it("shows nobody a key", () => {
    const error = console.error;
    const complaints: unknown[] = [];
    console.error = (text: unknown) => complaints.push(text);
    try {
      expect(new LanguageStore(new Shelf().load).voice.say("cashier.deposit")).toBe("");
    } finally {
      console.error = error;
    }
    expect(complaints).toEqual(["the words of cashier.deposit were not loaded"]);
  });
});
