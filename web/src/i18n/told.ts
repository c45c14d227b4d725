import type { Told } from "../model/basics";
import { counts, wordedAs } from "./codes";
import { listed, type Voice } from "./messages";
import type { Key } from "./sections";

/** Numbers that are amounts, not counts, of what the room tells. */
const AMOUNTS: ReadonlySet<string> = new Set([
  "to_call",
  "least",
  "most",
  "min",
  "max",
  "stack",
  "amount",
  "to",
  "from",
  "added",
  "needed",
  "balance",
  "wallet",
  "left",
  "left_with",
  "limit",
  "waiting",
  "unit",
  "chip",
]);
/** Money beside the chips of a tournament. */
const MONEY: ReadonlySet<string> = new Set(["cash", "head"]);
const INSTANTS: ReadonlySet<string> = new Set(["until", "opens"]);
const HANDS: ReadonlySet<string> = new Set(["number"]);

/** How the numbers of a ruling are written. */
export interface Figures {
  amount(value: number): string;
  /** Money with its sign, also where amounts are chips. */
  money(value: number): string;
  bigBlinds(value: number): string;
  date(value: number): string;
  handNumber(value: number): string;
  /** The title of a clause, if its words are known. */
  ruleTitle(rule: string): string | null;
}

/**
 * A refusal or ruling in the reader's language. A code that has no words of its own here is told by the title of its clause, so that
 * a new ruling of the room is never silent.
 */
export function wordTold(told: Told, voice: Voice, figures: Figures, group: "ruling" | "why" = "ruling"): string {
  const key =
    (told.numbers.waiting ? keyFor(`${wordedAs(told.code)}_waiting`, group, voice) : null) ??
    keyFor(told.code, group, voice);
  if (key) return (voice.say as (key: Key, params: object) => string)(key, wordsOf(told, voice, figures));
  const title = told.rule === null ? null : figures.ruleTitle(told.rule);
  return title === null ? voice.say("ruling.unknown") : voice.say("ruling.byRule", { title });
}

function keyFor(code: string, group: "ruling" | "why", voice: Voice): Key | null {
  const keys = [`${group}.${code}`, `${group}.${wordedAs(code)}`];
  return keys.find((key) => voice.knows(key)) ?? null;
}

function wordsOf(told: Told, voice: Voice, figures: Figures): Record<string, string | number> {
  const words: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(told.numbers)) {
    if (counts(told.code)) words[name] = value;
    else if (AMOUNTS.has(name) || (name === "used" && "limit" in told.numbers)) words[name] = figures.amount(value);
    else if (MONEY.has(name)) words[name] = figures.money(value);
    else if (INSTANTS.has(name)) words[name] = figures.date(value);
    else if (HANDS.has(name)) words[name] = figures.handNumber(value);
    else words[name] = value;
  }
  if (told.numbers.left !== undefined) words.leftBb = figures.bigBlinds(told.numbers.left);
  for (const [name, value] of Object.entries(told.names ?? {})) {
    // Several names come as one text, parted by commas; "@me" is the reader.
    const names = value.split(",").map((each) => (each === "@me" ? voice.say("why.you") : each));
    words[name] = listed(names, voice);
  }
  return words;
}
