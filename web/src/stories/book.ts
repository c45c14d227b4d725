import { chapters, words } from "virtual:rule-words";
import type { Catalogue, Chapter, Comparison, Language, Operator, Rule } from "../model/rulebook";

const TITLES: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  "01-cash": { en: "Cash games", et: "Rahamängud", sv: "Cashgame", ro: "Jocuri pe bani" },
  "02-betting": {
    en: "Betting and showdown",
    et: "Panustamine ja kaartide avamine",
    sv: "Satsning och visning",
    ro: "Pariere și showdown",
  },
  "03-timing": {
    en: "Time, connection, sitting out",
    et: "Aeg, ühendus, eemalolek",
    sv: "Tid, anslutning, att sitta ute",
    ro: "Timp, conexiune, absență",
  },
  "04-buy-in": {
    en: "Buy-in, ratholing, Banzai",
    et: "Sisseost, ratholing, Banzai",
    sv: "Inköp, ratholing, Banzai",
    ro: "Buy-in, ratholing, Banzai",
  },
  "05-money": {
    en: "Rake, fees, wallets",
    et: "Teenustasu ja rahakotid",
    sv: "Rake, avgifter, plånböcker",
    ro: "Rake, taxe, portofele",
  },
  "06-tournaments": { en: "Tournaments", et: "Turniirid", sv: "Turneringar", ro: "Turnee" },
  "07-hexapro": { en: "HexaPro", et: "HexaPro", sv: "HexaPro", ro: "HexaPro" },
  "08-cancellation": { en: "Cancellation", et: "Tühistamine", sv: "Inställda turneringar", ro: "Anulare" },
  "09-integrity": { en: "Integrity", et: "Ausus", sv: "Ärligt spel", ro: "Integritate" },
  "10-hands": { en: "Hand rankings", et: "Käte järjestus", sv: "Händernas rangordning", ro: "Ierarhia mâinilor" },
  "11-roulette": { en: "Roulette", et: "Rulett", sv: "Roulette", ro: "Ruletă" },
  "12-blackjack": { en: "Blackjack", et: "Blackjack", sv: "Blackjack", ro: "Blackjack" },
  "13-baccarat": { en: "Baccarat", et: "Baccarat", sv: "Baccarat", ro: "Baccarat" },
  "14-chat-glossary": { en: "Chat", et: "Vestlus", sv: "Chatt", ro: "Conversație" },
};

const plain = (id: string): Rule => ({
  id,
  kind: "executable",
  sources: { "unibet-2.7": "", "unibet-2.6": "", "unibet-2.2": "", publicwin: "" },
  seeAlso: [],
  tests: [],
  values: [],
  readings: [],
});

const known: Readonly<Record<string, Partial<Rule>>> = {
  "BET-13": {
    sources: {
      "unibet-2.7": "All In, bullet 3",
      "unibet-2.6": "All-in, bullet 3",
      "unibet-2.2": "All In, bullet 3",
      publicwin: "Art. 4.3 e, bullet 3",
    },
    seeAlso: ["BET-09", "BET-14", "BET-15"],
    tests: [
      "caller may not raise",
      "checker keeps the raise",
      "legal raise reopens",
      "…",
      "all-in call",
      "two short all-ins",
    ],
  },
  "TIME-11": {
    sources: { "unibet-2.7": "Disconnects", "unibet-2.6": "Disconnects", "unibet-2.2": "Disconnects" },
    values: [{ name: "seconds to return", byEdition: { "unibet-2.7": "30", "unibet-2.6": "30", "unibet-2.2": "30" } }],
    readings: [{ id: "X-142", decision: "The allowance is given twice in one hand." }],
  },
};

const all = chapters.flatMap((chapter) => chapter.rules);

export const catalogue: Catalogue = {
  editions: [],
  chapters: chapters.map(
    (chapter): Chapter => ({
      key: chapter.key,
      titles: TITLES[chapter.key] ?? { en: chapter.key, et: chapter.key, sv: chapter.key, ro: chapter.key },
      rules: chapter.rules.filter((id) => !id.startsWith("GLO-")),
    }),
  ),
  rules: Object.fromEntries(all.map((id) => [id, { ...plain(id), ...known[id] }])),
  words,
  ownCases: [
    { rule: "BET-13", hand: "h-18204", number: 18_204, step: 8 },
    { rule: "BET-13", hand: "h-18204", number: 18_204, step: 27 },
  ],
};

export const operator: Operator = {
  name: "A Fairdeal room",
  licence: "",
  contact: "floor@room.test",
  address: "",
  money: ["test"],
  editions: [
    {
      id: "unibet-2.7",
      title: "Unibet 2.7",
      date: "2019-05-02",
      language: "en",
      digest: "5f0c2a91be77d03c",
    },
    {
      id: "publicwin",
      title: "PublicWin",
      date: null,
      language: "ro",
      digest: "a21cc09d14f8e6b0",
    },
  ],
};

export const comparison: Comparison = {
  before: "unibet-2.6",
  after: "unibet-2.7",
  same: 226,
  differences: [
    {
      rule: "RAKE-05",
      effect: true,
      path: "p.1",
      about: "Rounding of the rake",
      before: "up to the next cent",
      after: "to the nearest cent",
    },
    {
      rule: "RAKE-09",
      effect: true,
      path: "p.2",
      about: "Banzai NL20, 1 / 2",
      before: "2.5 %, cap 1.00",
      after: "2 %, cap 1.00",
    },
    {
      rule: "BZ-01",
      effect: true,
      path: "p.3",
      about: "Banzai is played as",
      before: "Texas and Omaha",
      after: "Texas only",
    },
    { rule: "INT-14b", effect: true, path: "p.4", about: "Video on demand", before: "not offered", after: "offered" },
    {
      rule: "TIME-13",
      effect: false,
      path: "p.5",
      about: "Sitting out after an automatic decision",
      before: "when the next hand begins",
      after: "“also set as sitting out”",
    },
    {
      rule: "CASH-16",
      effect: false,
      path: "p.6",
      about: "New player who does not wait",
      before: "posts an extra big blind",
      after: "posts the big blind",
    },
    {
      rule: "RAT-02",
      effect: false,
      path: "p.7",
      about: "“Exactly the same table”",
      before: "in the text and the table",
      after: "in the table only",
    },
    {
      rule: "CASH-08",
      effect: false,
      path: "p.8",
      about: "The deck is shuffled",
      before: "after every round",
      after: "after every hand",
    },
  ],
};
