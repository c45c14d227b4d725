import { type Card, type HandName, RANKS, type Rank, rankOf, suitOf } from "../model/cards";
import { bring } from "./languages";
import { capital, type Voice } from "./messages";
import { words } from "./words/en/cards";

bring("cards", words);

/** "ace of spades". */
export function cardName(card: Card, voice: Voice): string {
  return voice.say("card.name", { rank: voice.say(`rank.${rankOf(card)}`), suit: voice.say(`suit.${suitOf(card)}`) });
}

export function cardNames(cards: readonly Card[], voice: Voice): string {
  return cards.map((card) => cardName(card, voice)).join(", ");
}

/** Hands that two players can share down to the last card are told with the first kicker. */
const KICKER_AFTER: Partial<Record<HandName["category"], number>> = {
  four_of_a_kind: 1,
  three_of_a_kind: 1,
  two_pair: 2,
  one_pair: 1,
};

/** "pair of queens, ace kicker"; as `held`, as it stands after "wins with". */
export function handName(hand: HandName, voice: Voice, form: "hand" | "held" = "hand"): string {
  const named = withoutKicker(hand, voice, form);
  const kicker = hand.ranks[KICKER_AFTER[hand.category] ?? hand.ranks.length];
  return kicker ? voice.say("hand.kicker", { hand: named, rank: voice.say(`rank.${kicker}`) }) : named;
}

function withoutKicker({ category, ranks }: HandName, voice: Voice, form: "hand" | "held"): string {
  const [first = "2", second = "2"] = ranks;
  const rank = voice.say(`rank.${first}`);
  const many = voice.say(`ranks.${first}`);
  const others = voice.say(`ranks.${second}`);
  switch (category) {
    case "straight_flush":
      return first === "A" ? voice.say(`${form}.royal_flush`) : voice.say(`${form}.straight_flush`, { rank });
    case "flush":
    case "straight":
    case "high_card":
      return voice.say(`${form}.${category}`, { rank });
    case "full_house":
    case "two_pair":
      return voice.say(`${form}.${category}`, { ranks: many, others });
    case "four_of_a_kind":
    case "three_of_a_kind":
    case "one_pair":
      return voice.say(`${form}.${category}`, { ranks: many });
  }
}

/** What two hole cards are before the flop: "ace and queen, suited". */
export function holeName(cards: readonly Card[], voice: Voice): string | null {
  const [one, other] = cards.toSorted((a, b) => strength(rankOf(b)) - strength(rankOf(a)));
  if (!one || !other || cards.length !== 2) return null;
  if (rankOf(one) === rankOf(other)) return handName({ category: "one_pair", ranks: [rankOf(one)] }, voice);
  const words = { high: voice.say(`rank.${rankOf(one)}`), low: voice.say(`rank.${rankOf(other)}`) };
  return suitOf(one) === suitOf(other) ? voice.say("hand.suited", words) : voice.say("hand.offsuit", words);
}

const strength = (rank: Rank): number => RANKS.indexOf(rank);

export function asLabel(text: string, voice: Voice): string {
  return capital(text, voice.locale);
}
