import { formatAmount } from "../format/amount";
import { placesOf, readAmount, type Typed } from "../format/read-amount";
import type { Cents } from "../model/basics";
import type { Voice } from "./messages";

/** What a field made of its text: an amount that can be used, or the words that stand beside it. */
export type Entry =
  | { readonly amount: Cents; readonly wrong: null }
  | { readonly amount: null; readonly wrong: string };

/** Reads a field and, where it cannot be used, says why in the reader's language. */
export function entryOf(
  text: string,
  typed: Typed,
  voice: Voice,
  range: { min?: Cents | undefined; max?: Cents | undefined } = {},
): Entry {
  const read = readAmount(text, typed);
  const write = (amount: Cents) => formatAmount(amount, typed);
  if (!read.ok)
    return { amount: null, wrong: voice.say(`amount.${read.why}`, { text: text.trim(), example: example(typed) }) };
  const { amount } = read;
  const { min, max } = range;
  if (min !== undefined && amount < min)
    return { amount: null, wrong: voice.say("amount.least", { amount: write(min) }) };
  if (max !== undefined && amount > max)
    return { amount: null, wrong: voice.say("amount.most", { amount: write(max) }) };
  return { amount, wrong: null };
}

/** An amount as it may be written here: with its decimals, where there are some. */
function example(typed: Typed): string {
  const { bigBlind } = typed;
  if (bigBlind) return formatAmount(bigBlind * 3, typed);
  return formatAmount(placesOf(typed) === 0 ? 1500 : 1250, typed);
}
