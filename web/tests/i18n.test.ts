import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cardName, handName, holeName } from "../src/i18n/cards";
import { preferred } from "../src/i18n/languages";
import { capital, listed } from "../src/i18n/messages";
import type { Key, Message } from "../src/i18n/sections";
import { type Figures, wordTold } from "../src/i18n/told";
import { RANKS, SUITS } from "../src/model/cards";
import { LANGUAGES } from "../src/model/rulebook";
import { dictionaries, SECTIONS, sections, voiceIn } from "./voices";

const { en } = dictionaries;
const keys = Object.keys(en) as Key[];
const forms = (message: Message): string[] => (typeof message === "string" ? [message] : Object.values(message));
const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string).toSorted();

/** Words that really are the same in two of the four languages. */
const SHARED = new Set([
  // names
  "Dealer {name}",
  "Fairdeal",
  "HexaPro",
  "HexaPro Extreme",
  "Omaha",
  "Omaha hi-lo",
  "Hold’em",
  "Deepstack",
  "Shortstack",
  "Banzai",
  "CSV",
  "BB",
  "BJ",
  "blackjack",
  "{name}: blackjack",
  "Hand {hand}: {total}, {amount}.",
  "Bead plate",
  "Big eye boy",
  "Small road",
  "Cockroach road",
  "Roulette",
  "Blackjack",
  "Baccarat",
  // loans of the trade, as terms.toml has them
  "Dealer",
  "Player",
  "Banker",
  "Split",
  "Street",
  "Split {numbers}",
  "Street {numbers}",
  "Hand {numbers}",
  "Zero",
  "0, zero",
  "All-in",
  "Add-on {chips}",
  "{count} add-on",
  "Buy-in",
  "ante {amount}",
  "bounty {amount}",
  "all-in",
  "Lobby",
  "Flop",
  "Turn",
  "River",
  "Pot",
  "Pott",
  "Pre-flop",
  "royal flush",
  "Flop: {cards}",
  "Turn: {cards}",
  "River: {cards}",
  "Pot {pot}, rake {amount}",
  "Add-on",
  "Bounty",
  "Freeroll",
  "VIP",
  "Turbo",
  "Ante",
  "ante {amount}",
  // words that languages share
  "{count} min",
  "{hours} h {minutes}",
  "Start",
  "{count} s",
  "{count} min",
  "Paus",
  "{count} sekund",
  "{count} minut",
  "{count} minute",
  "{count} test",
  "Total {total}. {pots}",
  "Konto",
  "Kassa",
  "Filter",
  "coral",
  "korall",
  "live",
  "Chat",
  "Salt",
  "Runda {round}",
  "Number {number}",
  "System",
  "support",
  "auditor",
  "dealer",
  "Hand",
  "pot",
  "pott",
  "bounties",
  "Punkt",
  "hand",
  "Version",
  "Number",
  "Rake",
  "Debit",
  "Credit",
  "Period",
  "Texas hold’em",
  "Banzai Omaha",
  "Hold’em deep stack",
  "Omaha short stack",
  "Fixed limit hold’em",
  "Fixed limit Omaha",
  "Export:",
  "Kontroll",
  "number {number}",
  "Protocol",
  "Protokoll",
]);

/** Keys that are put together from what the room sends: kinds of hands, codes of rulings and of their reasons. */
const FROM_THE_ROOM = /^(hand|held|ruling|why)\./;

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "stories" ? [] : sources(path);
    return /\.(ts|svelte)$/.test(entry.name) && !path.includes("/i18n/words/") ? [readFileSync(path, "utf8")] : [];
  });
}

describe("the dictionaries", () => {
  it.each(LANGUAGES)("%s has every message and no other", (language) => {
    expect(Object.keys(dictionaries[language]).toSorted()).toEqual(keys.toSorted());
  });

  it.each(LANGUAGES)("%s has every message in the section where English has it, and no message twice", (language) => {
    for (const section of SECTIONS)
      expect(Object.keys(sections[language][section]).toSorted(), section).toEqual(
        Object.keys(sections.en[section]).toSorted(),
      );
    const all = SECTIONS.flatMap((section) => Object.keys(sections[language][section]));
    expect(all.filter((key, place) => all.indexOf(key) !== place)).toEqual([]);
  });

  it.each(LANGUAGES)("%s has no empty message", (language) => {
    expect(keys.filter((key) => forms(dictionaries[language][key]).some((text) => text.trim() === ""))).toEqual([]);
  });

  it.each(LANGUAGES)("%s uses the parameters that English has", (language) => {
    const wrong = keys.filter((key) => {
      const wanted = new Set(forms(en[key]).flatMap(names));
      // A form for one need not say the number; every other parameter must be there.
      return forms(dictionaries[language][key]).some((text) => {
        const given = new Set(names(text));
        const missing = [...wanted].filter((name) => !given.has(name) && name !== "count");
        return missing.length > 0 || [...given].some((name) => !wanted.has(name));
      });
    });
    expect(wrong).toEqual([]);
  });

  it.each(LANGUAGES)("%s has exactly the plural forms of its language", (language) => {
    const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
    for (const key of keys) {
      const message = dictionaries[language][key];
      expect(typeof message === "string", key).toBe(typeof en[key] === "string");
      if (typeof message !== "string") expect(Object.keys(message).toSorted(), key).toEqual(wanted);
    }
  });

  it("speak to players in Romanian as its rulebook does, politely, on every page", () => {
    const familiar =
      /(?<!\p{L})(ai(?! dvs| unui)|tău|tale|ta|tu|tine|ți|îți|ți-a|te|ești|poți|joci|pleci|primești|faci|stai|rămâi|scrii|pariezi|fii|(?<!se )așază|privești)(?!\p{L})/iu;
    // Dealers and their pit are colleagues.
    const toPlayers = SECTIONS.filter((section) => section !== "station");
    const found = toPlayers.flatMap((section) =>
      Object.entries(sections.ro[section]).filter(([, message]) => forms(message).some((text) => familiar.test(text))),
    );
    expect(found).toEqual([]);
  });

  it("end a sentence with one full stop, also after a word that is cut short by one", () => {
    const twice = LANGUAGES.flatMap((language) =>
      keys.filter((key) => forms(dictionaries[language][key]).some((text) => /(?<!\.)\.\.(?!\.)/u.test(text))),
    );
    expect(twice).toEqual([]);
  });

  it("never say in one language what another one says", () => {
    const same = keys.flatMap((key) =>
      LANGUAGES.flatMap((one, index) =>
        LANGUAGES.slice(index + 1).flatMap((other) => {
          const texts = forms(dictionaries[one][key]).filter((text) => forms(dictionaries[other][key]).includes(text));
          const worded = texts.filter((text) => /\p{L}/u.test(text.replaceAll(/\{\w+\}/g, "")) && !SHARED.has(text));
          return worded.map((text) => `${key} ${one}=${other}: ${text}`);
        }),
      ),
    );
    expect(same).toEqual([]);
  });

  it("share no word that is not shared any more", () => {
    const texts = keys.flatMap((key) => {
      const all = LANGUAGES.flatMap((language) => [...new Set(forms(dictionaries[language][key]))]);
      return all.filter((text, index) => all.indexOf(text) !== index);
    });
    expect([...SHARED].filter((text) => !texts.includes(text))).toEqual([]);
  });

  it("hold no message that nothing says", () => {
    const text = sources(join(import.meta.dirname, "../src")).join("\n");
    const quoted = new Set(text.match(/"[\w.-]+"/g));
    const patterns = [...text.matchAll(/`([a-zA-Z]*(?:\$\{[^}]+\}|[\w.-])*)`/g)]
      .map(([, template]) => template as string)
      .filter((template) => /^[a-zA-Z]+\..*\$\{/.test(template))
      .map((template) => new RegExp(`^${template.replaceAll(".", "\\.").replaceAll(/\$\{[^}]+\}/g, "[\\w-]+")}$`));
    const isSaid = (key: Key) =>
      quoted.has(`"${key}"`) || patterns.some((pattern) => pattern.test(key)) || FROM_THE_ROOM.test(key);
    const unused = keys.filter((key) => !isSaid(key));
    expect(unused).toEqual([]);
  });
});

describe("a voice", () => {
  it.each([
    ["en", 1, "1 player"],
    ["en", 2, "2 players"],
    ["et", 1, "1 mängija"],
    ["et", 5, "5 mängijat"],
    ["ro", 1, "1 jucător"],
    ["ro", 2, "2 jucători"],
    ["ro", 20, "20 de jucători"],
    ["ro", 101, "101 jucători"],
  ] as const)("%s counts %i", (language, count, text) => {
    expect(voiceIn(language).say("lobby.players", { count })).toBe(text);
  });

  it("gives the pieces of a sentence with what they came from", () => {
    const pieces = voiceIn("en").pieces("said.raise", { name: "d0ina", amount: "1.50" });
    expect(pieces).toEqual([
      { text: "d0ina", of: "name" },
      { text: " raises to ", of: null },
      { text: "1.50", of: "amount" },
    ]);
  });

  it("does not read parameters for parameters", () => {
    expect(voiceIn("en").say("said.raise", { name: "{amount}", amount: "1" })).toBe("{amount} raises to 1");
  });

  it("lists names", () => {
    const voice = voiceIn("ro");
    expect(listed(["a"], voice)).toBe("a");
    expect(listed(["a", "b", "c"], voice)).toBe("a, b și c");
  });

  it("is chosen by the reader's own list", () => {
    expect(preferred(["de-DE", "sv-FI", "en"])).toBe("sv");
    expect(preferred(["fr"])).toBe("en");
    expect(preferred([])).toBe("en");
  });

  it("sets large letters as the language does", () => {
    expect(capital("äss", "et-EE")).toBe("Äss");
    expect(capital("", "en-GB")).toBe("");
  });
});

describe("cards in words", () => {
  it.each([
    ["en", "queen of hearts", "ace of spades"],
    ["et", "ärtu emand", "poti äss"],
    ["sv", "hjärter dam", "spader ess"],
    ["ro", "damă de inimă roșie", "as de inimă neagră"],
  ] as const)("in %s", (language, queen, ace) => {
    const voice = voiceIn(language);
    expect(cardName("Qh", voice)).toBe(queen);
    expect(cardName("As", voice)).toBe(ace);
  });

  it.each(LANGUAGES)("%s has a name of its own for each of the 52", (language) => {
    const voice = voiceIn(language);
    const all = RANKS.flatMap((rank) => SUITS.map((suit) => cardName(`${rank}${suit}`, voice)));
    expect(new Set(all).size).toBe(52);
  });

  it("names hands with the kicker that tells them apart", () => {
    const voice = voiceIn("en");
    expect(handName({ category: "one_pair", ranks: ["Q", "A", "9", "4"] }, voice)).toBe("pair of queens, ace kicker");
    expect(handName({ category: "one_pair", ranks: ["Q", "A", "9", "4"] }, voice, "held")).toBe(
      "a pair of queens, ace kicker",
    );
    expect(handName({ category: "full_house", ranks: ["J", "6"] }, voice)).toBe("full house, jacks full of sixes");
    expect(handName({ category: "two_pair", ranks: ["K", "3", "9"] }, voice)).toBe(
      "two pair, kings and threes, nine kicker",
    );
    expect(handName({ category: "straight_flush", ranks: ["A"] }, voice)).toBe("royal flush");
    expect(handName({ category: "straight", ranks: ["5"] }, voice)).toBe("straight, five high");
    expect(handName({ category: "one_pair", ranks: ["Q", "A"] }, voiceIn("et"))).toBe("emandate paar, kõrvalkaart äss");
  });

  it("names two hole cards, the higher first", () => {
    const voice = voiceIn("en");
    expect(holeName(["Qs", "As"], voice)).toBe("ace and queen, suited");
    expect(holeName(["3c", "8h"], voice)).toBe("eight and three");
    expect(holeName(["Kh", "Kd"], voice)).toBe("pair of kings");
    expect(holeName(["Kh", "Kd", "Ac", "2c"], voice)).toBeNull();
  });
});

describe("what a page has no words for", () => {
  const figures: Figures = {
    amount: String,
    money: String,
    bigBlinds: String,
    date: String,
    handNumber: String,
    ruleTitle: (rule) => (rule === "BET-09" ? "The least raise" : null),
  };

  it.each(LANGUAGES)("is told by a general sentence in %s, never by nothing or by a key", (language) => {
    const voice = voiceIn(language);
    const general = voice.say("ruling.unknown");
    for (const code of ["fireworks", "constructor", "toString", "", "ruling.unknown", "a.b"])
      for (const group of ["ruling", "why"] as const) {
        const told = { code, rule: null, numbers: { least: 5, odd: 7 } };
        expect(wordTold(told, voice, figures, group)).toBe(general);
        expect(wordTold({ ...told, rule: "NEW-01" }, voice, figures, group)).toBe(general);
        expect(wordTold({ ...told, rule: "BET-09" }, voice, figures, group)).toContain("The least raise");
      }
    expect(general.length).toBeGreaterThan(10);
  });
});
