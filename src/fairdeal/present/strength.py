"""Cards and hand strength as protocol values."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations

from fairdeal.cards import NAMES, describe, rank
from fairdeal.cards.card import RANKS
from fairdeal.cards.evaluate import board_triples, flush_board, rank_omaha_with
from fairdeal.protocol.table import Card, Strength

_HOLDEM_HOLE = 2


def cards_to_wire(cards: Sequence[int]) -> tuple[Card, ...]:
    """Cards as text: rank and suit."""
    return tuple([NAMES[card] for card in cards])


@cache
def strength_of(hand_rank: int) -> Strength:
    """The category and deciding ranks of an evaluator rank."""
    found = describe(hand_rank)
    return Strength(category=found.category.value, ranks=tuple(RANKS[each] for each in found.ranks))


def strength_with(hole: Sequence[int], board: Sequence[int]) -> Strength | None:
    """The strength of hole cards with the board; None before the flop."""
    return strengths_with([hole], board)[0]


def strengths_with(holes: Sequence[Sequence[int]], board: Sequence[int]) -> Sequence[Strength | None]:
    """The strengths of several players' hole cards with the same board; None before the flop."""
    if len(board) < 3:
        return [None] * len(holes)
    if holes and len(holes[0]) == _HOLDEM_HOLE:
        return [strength_of(rank((*hole, *board))) for hole in holes]
    shared = tuple(board)
    triples, suit = board_triples(shared), flush_board(shared)
    return [strength_of(rank_omaha_with(list(hole), shared, triples, suit)) for hole in holes]


def best_five(hole: Sequence[int], board: Sequence[int], hand_rank: int) -> tuple[Card, ...]:
    """The five cards that make a rank; empty while the board is incomplete."""
    if len(board) < 5:
        return ()
    fives: Iterable[tuple[int, ...]] = combinations([*hole, *board], 5)
    if len(hole) != _HOLDEM_HOLE:
        fives = ((*pair, *three) for pair in combinations(hole, 2) for three in combinations(board, 3))
    return next((cards_to_wire(five) for five in fives if rank(five) == hand_rank), ())
