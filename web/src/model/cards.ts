/** Cards as two letters, rank then suit: "As", "Td". */
export const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"] as const;
export const SUITS = ["s", "h", "d", "c"] as const;
export type Rank = (typeof RANKS)[number];
export type Suit = (typeof SUITS)[number];
export type Card = `${Rank}${Suit}`;

/** A card one may see, or `null` for its back. */
export type Hole = Card | null;

export const rankOf = (card: Card): Rank => card[0] as Rank;
export const suitOf = (card: Card): Suit => card[1] as Suit;

/** Kinds of hands, as the room names them. */
export type Category =
  | "straight_flush"
  | "four_of_a_kind"
  | "full_house"
  | "flush"
  | "straight"
  | "three_of_a_kind"
  | "two_pair"
  | "one_pair"
  | "high_card";

/** A hand without its suits: the ranks that decide, in the order in which they decide. */
export interface HandName {
  readonly category: Category;
  readonly ranks: readonly Rank[];
}
