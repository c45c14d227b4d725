"""What a rank means: its category and the ranks that decide, for any language to word."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import combinations
from typing import Final

from fairdeal.cards.card import RANKS


class Category(StrEnum):
    """Kinds of hands, the strongest first; a royal flush is the ace-high straight flush (HAND-04)."""

    STRAIGHT_FLUSH = "straight_flush"
    FOUR_OF_A_KIND = "four_of_a_kind"
    FULL_HOUSE = "full_house"
    FLUSH = "flush"
    STRAIGHT = "straight"
    THREE_OF_A_KIND = "three_of_a_kind"
    TWO_PAIR = "two_pair"
    ONE_PAIR = "one_pair"
    HIGH_CARD = "high_card"


@dataclass(frozen=True, slots=True)
class Description:
    """
    A hand without its suits.

    `ranks` decide, in this order, between two hands of the category: the pair before its kickers, the three of a full
    house before its two; a straight has only its highest card, which is the five where the ace counts as one.
    """

    category: Category
    ranks: tuple[int, ...]

    @property
    def is_royal(self) -> bool:
        """Whether people call it a royal flush."""
        return self.category is Category.STRAIGHT_FLUSH and self.ranks == (12,)

    def __str__(self) -> str:
        name = "royal flush" if self.is_royal else self.category.replace("_", " ")
        return f"{name}, {' '.join(RANKS[rank] for rank in self.ranks)}"


_DOWN: Final = range(12, -1, -1)
_STRAIGHTS: Final = range(12, 2, -1)
_CATEGORIES: Final = tuple(Category)
_WIDTH: Final = 5
_PAD: Final = b"\xff"


def describe(rank: int) -> Description:
    """The description of a rank from 1 to 7462."""
    starts, packed = _all()
    most = len(packed) // _WIDTH
    if not 1 <= rank <= most:
        raise ValueError(f"ranks go from 1 to {most}, not {rank}")
    category = _CATEGORIES[bisect_right(starts, rank) - 1]
    return Description(category, tuple(packed[(rank - 1) * _WIDTH : rank * _WIDTH].rstrip(_PAD)))


@cache
def _all() -> tuple[list[int], bytes]:
    """The first rank of each category, and the deciding ranks of all hands in order of strength; packed, as objects take megabytes."""
    starts: list[int] = []
    packed = bytearray()
    for category in _CATEGORIES:
        starts.append(len(packed) // _WIDTH + 1)
        for ranks in _ranks_of(category):
            packed += bytes(ranks).ljust(_WIDTH, _PAD)
    return starts, bytes(packed)


def _ranks_of(category: Category) -> Iterator[tuple[int, ...]]:
    """The deciding ranks of a category, the strongest first."""
    match category:
        case Category.STRAIGHT_FLUSH | Category.STRAIGHT:
            yield from ((high,) for high in _STRAIGHTS)
        case Category.FOUR_OF_A_KIND | Category.FULL_HOUSE:
            yield from ((first, second) for first in _DOWN for second in _DOWN if first != second)
        case Category.FLUSH | Category.HIGH_CARD:
            yield from (ranks for ranks in combinations(_DOWN, 5) if not _is_straight(ranks))
        case Category.THREE_OF_A_KIND:
            yield from _with_kickers(2)
        case Category.ONE_PAIR:
            yield from _with_kickers(3)
        case Category.TWO_PAIR:
            for pairs in combinations(_DOWN, 2):
                yield from ((*pairs, kicker) for kicker in _DOWN if kicker not in pairs)


def _with_kickers(count: int) -> Iterator[tuple[int, ...]]:
    for first in _DOWN:
        yield from ((first, *kickers) for kickers in combinations([rank for rank in _DOWN if rank != first], count))


def _is_straight(ranks: tuple[int, ...]) -> bool:
    return ranks[0] - ranks[4] == 4 or ranks == (12, 3, 2, 1, 0)
