"""
Cards as small integers: rank times four plus suit.

Two to ace are ranks 0 to 12; clubs, diamonds, hearts and spades are suits 0 to 3. Written as "As", "Td", "2c".
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NewType

Card = NewType("Card", int)

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
CARD_COUNT: Final = 52
NAMES: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
_BY_NAME: Final = {name: Card(number) for number, name in enumerate(NAMES)}
_SYMBOLS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_SPELLINGS: Final = {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "10": "T"}


class BadCards(ValueError):
    """Text that is not cards, or cards that cannot lie together; `code` is stable."""

    def __init__(self, code: str, told: str) -> None:
        self.code = code
        super().__init__(told)

    def __reduce__(self) -> tuple[Any, ...]:
        """How it travels between processes: a pool whose worker raises it would hang otherwise."""
        return BadCards, (self.code, str(self))


def parse_card(text: str) -> Card:
    """The card a text such as "As", "10h" or "T♥" names."""
    name = text.strip()
    for spelling, letter in _SPELLINGS.items():
        name = name.replace(spelling, letter)
    card = _BY_NAME.get(name[:1].upper() + name[1:].lower())
    if card is None:
        raise BadCards("bad_card", f'"{text}" is not a card; write rank and suit, such as As, Td or 2c')
    return card


def parse_cards(text: str) -> list[Card]:
    """Cards one after the other, with or without blanks or commas between; the same card twice is refused."""
    for spelling, letter in _SPELLINGS.items():
        text = text.replace(spelling, letter)
    joined = "".join(text.replace(",", " ").split())
    if len(joined) % 2:
        raise BadCards("bad_card", f'"{text}" is not a row of cards; write each as rank and suit, such as AsKd')
    cards = [parse_card(joined[at : at + 2]) for at in range(0, len(joined), 2)]
    check_distinct(cards)
    return cards


def check_distinct(cards: Sequence[int]) -> None:
    """Refuse cards of which one appears twice."""
    if len(set(cards)) != len(cards):
        twice = next(card for at, card in enumerate(cards) if card in cards[:at])
        raise BadCards("duplicate_card", f"{NAMES[twice]} is there twice")


def card_text(card: int) -> str:
    """The card as it is written: "As"."""
    return NAMES[card]


def cards_text(cards: Iterable[int], joint: str = "") -> str:
    """Cards as they are written, one after the other."""
    return joint.join(NAMES[card] for card in cards)


def pretty(cards: Iterable[int]) -> str:
    """Cards with suit symbols, for people: "A♠ K♦"."""
    return " ".join(NAMES[card][0] + _SYMBOLS[NAMES[card][1]] for card in cards)


def rank_of(card: int) -> int:
    """0 for a two … 12 for an ace."""
    return card >> 2


def suit_of(card: int) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card & 3


def full_deck() -> list[Card]:
    """All 52 cards in order; the core never shuffles."""
    return [Card(number) for number in range(CARD_COUNT)]
