"""Cards, and what hands of them are worth."""

from fairdeal.cards.card import (
    CARD_COUNT,
    NAMES,
    BadCards,
    Card,
    card_text,
    cards_text,
    check_distinct,
    full_deck,
    parse_card,
    parse_cards,
    pretty,
    rank_of,
    suit_of,
)
from fairdeal.cards.describe import Category, Description, describe
from fairdeal.cards.evaluate import rank, rank_holdem, rank_omaha

__all__ = [
    "CARD_COUNT",
    "NAMES",
    "BadCards",
    "Card",
    "Category",
    "Description",
    "card_text",
    "cards_text",
    "check_distinct",
    "describe",
    "full_deck",
    "parse_card",
    "parse_cards",
    "pretty",
    "rank",
    "rank_holdem",
    "rank_of",
    "rank_omaha",
    "suit_of",
]
