"""English names of hands and players, as hand-tracking tools expect them."""

from collections.abc import Sequence
from typing import Final

from fairdeal.cards import Category, describe

_RANKS: Final = (
    "Deuce",
    "Three",
    "Four",
    "Five",
    "Six",
    "Seven",
    "Eight",
    "Nine",
    "Ten",
    "Jack",
    "Queen",
    "King",
    "Ace",
)  # fmt: skip
_PATTERNS: Final = {
    Category.STRAIGHT_FLUSH: "a straight flush, {low} to {high}",
    Category.FOUR_OF_A_KIND: "four of a kind, {many}",
    Category.FULL_HOUSE: "a full house, {many} full of {others}",
    Category.FLUSH: "a flush, {high} high",
    Category.STRAIGHT: "a straight, {low} to {high}",
    Category.THREE_OF_A_KIND: "three of a kind, {many}",
    Category.TWO_PAIR: "two pair, {many} and {others}",
    Category.ONE_PAIR: "a pair of {many}",
    Category.HIGH_CARD: "high card {high}",
}


def hand_words(rank: int) -> str:
    """What a hand of that rank is called: "two pair, Aces and Kings"."""
    description = describe(rank)
    if description.is_royal:
        return "a Royal Flush"
    first, *rest = description.ranks
    return _PATTERNS[description.category].format(
        high=_RANKS[first],
        many=_many(first),
        others=_many(rest[0]) if rest else "",
        low=_RANKS[first - 4],  # the ace is also the card below the two, at -1
    )


def _many(rank: int) -> str:
    return "Sixes" if _RANKS[rank] == "Six" else f"{_RANKS[rank]}s"


def printable(text: str) -> str:
    """External text on one line, without control characters."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def player_names(names: Sequence[str], count: int) -> list[str]:
    """A unique name for every place: the given one, or p1, p2 and so on."""
    found: list[str] = []
    for place in range(count):
        own = f"p{place + 1}"
        name = printable(names[place]).strip() if place < len(names) else ""
        while not name or name in found or (name != own and name in _plain_names(count)):
            name = f"{name} {own}".strip()
        found.append(name)
    return found


def _plain_names(count: int) -> set[str]:
    return {f"p{place + 1}" for place in range(count)}
