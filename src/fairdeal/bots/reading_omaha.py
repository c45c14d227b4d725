"""
The strength of an Omaha hand on a board, as a bot estimates it.

An opponent has six pairs of cards, so a hand is only as good as the few pairs that beat it: they are counted exactly, by ranks and, for
flushes, by suit. Outs count in full when they make the nuts.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from fairdeal.bots.reading import (
    BEST_FLUSH,
    BEST_STRAIGHT,
    RANK_KEY,
    WORST_FLUSH,
    WORST_STRAIGHT,
    Reading,
    suit_counts,
    wetness,
)
from fairdeal.cards.evaluate import BY_SUM_5, board_triples, flush_board, rank_omaha_with

_PAIRS: Final = tuple((high, low, RANK_KEY[high] + RANK_KEY[low]) for high in range(13) for low in range(high + 1))
_STRAIGHTS: Final = tuple(sum(1 << (top - down) % 13 for down in range(5)) for top in range(12, 2, -1))
"""The ranks of each straight, the highest first; the last is five-high."""
_WORST_SET: Final = 2467
_WORST_TWO_PAIR: Final = 3325
_HANDS: Final = (5.0, 5.8, 6.6, 7.4)
"""How many independent pairs an opponent's four cards count for, by the number of raises before the flop."""


def read_omaha(hole: Sequence[int], board: Sequence[int], raises: int) -> Reading:
    """Estimate four cards on a board of three to five; `raises` is the number of raises before the flop."""
    shared = tuple(board)
    triples = board_triples(shared)
    mine = rank_omaha_with(list(hole), shared, triples, flush_board(shared))
    left = [4] * 13
    for card in (*hole, *board):
        left[card >> 2] -= 1
    suits = suit_counts(board)
    worse = 1.0 - _beating(left, triples, mine, len(board)) - _better_flushes(hole, board, suits, mine)
    made = max(0.0, worse) ** _HANDS[raises if raises < 4 else 3]
    outs = 0.0 if len(board) == 5 else _outs(hole, board, left, suits, mine)
    return Reading(made, outs, wetness(board, suits))


def _beating(left: Sequence[int], triples: Sequence[int], mine: int, board: int) -> float:
    """The share of all pairs of cards that beat the hand by their ranks; a tie counts half."""
    beating = 0.0
    by_sum = BY_SUM_5
    for high, low, key in _PAIRS:
        ways = left[high] * left[low] if high != low else left[high] * (left[high] - 1) / 2
        if ways:
            best = min([by_sum[key + triple] for triple in triples])
            if best < mine:
                beating += ways
            elif best == mine:
                beating += ways / 2
    unseen = 48 - board
    return beating * 2 / (unseen * (unseen - 1))


def _better_flushes(hole: Sequence[int], board: Sequence[int], suits: tuple[int, int], mine: int) -> float:
    """The share of all pairs of cards that are a flush which beats the hand."""
    suit, count = suits
    if count < 3 or mine < BEST_FLUSH:
        return 0.0
    own, unseen = _suit_cards(hole, board, suit)
    unseen_count = unseen.bit_count()
    pairs = unseen_count * (unseen_count - 1) / 2
    if mine <= WORST_FLUSH:
        lower = (unseen & (1 << max(own)) - 1).bit_count()
        pairs -= lower * (lower - 1) / 2
    cards = 48 - len(board)
    return pairs * 2 / (cards * (cards - 1))


def _suit_cards(hole: Sequence[int], board: Sequence[int], suit: int) -> tuple[list[int], int]:
    """The own ranks of a suit, and the unseen ones as bits."""
    own = [card >> 2 for card in hole if card & 3 == suit]
    unseen = (1 << 13) - 1
    for each in own:
        unseen &= ~(1 << each)
    for card in board:
        if card & 3 == suit:
            unseen &= ~(1 << (card >> 2))
    return own, unseen


def _outs(hole: Sequence[int], board: Sequence[int], left: Sequence[int], suits: tuple[int, int], mine: int) -> float:
    """Cards that make a straight, a flush or a full house."""
    outs = 0.0
    if mine > WORST_FLUSH:
        outs += _flush_outs(hole, board)
        outs += _straight_outs(hole, board, left, mine) * (1.0 if suits[1] < 2 else 0.8 if suits[1] == 2 else 0.35)
    if mine > WORST_STRAIGHT:
        if mine <= _WORST_SET:
            outs += 7.0
        elif mine <= _WORST_TWO_PAIR:
            outs += 2.5
    return min(outs, 20.0)


def _flush_outs(hole: Sequence[int], board: Sequence[int]) -> float:
    """Cards of a suit of which hand and board have two each; the second-best flush is worth half."""
    best = 0.0
    for suit in range(4):
        own, unseen = _suit_cards(hole, board, suit)
        if len(own) >= 2 and 13 - unseen.bit_count() - len(own) == 2:
            higher = (unseen >> max(own)).bit_count()
            best = max(best, unseen.bit_count() * (0.95, 0.6, 0.4)[min(higher, 2)])
    return best


def _straight_outs(hole: Sequence[int], board: Sequence[int], left: Sequence[int], mine: int) -> float:
    """Cards that make a straight better than the hand; one that is not the best possible is worth less."""
    ranks = sorted({card >> 2 for card in hole})
    pairs = [(1 << one | 1 << other) for at, one in enumerate(ranks) for other in ranks[:at]]
    on_board = 0
    for card in board:
        on_board |= 1 << (card >> 2)
    outs = 0.0
    for each in range(13):
        if left[each]:
            outs += left[each] * _straight_with(pairs, on_board | 1 << each, mine)
    return outs


def _straight_with(pairs: Sequence[int], on_board: int, mine: int) -> float:
    """What the best straight on a board is worth: 1 for the nuts, less for the others, 0 for none that is new."""
    worth = 1.0
    for number, straight, missing in _straights(on_board):
        if BEST_STRAIGHT + number >= mine:
            return 0.0
        for pair in pairs:
            if pair & ~straight == 0 and missing & ~pair == 0:
                return worth
        worth = 0.5 if worth == 1.0 else 0.2
    return 0.0


@cache
def _straights(on_board: int) -> tuple[tuple[int, int, int], ...]:
    """The straights two cards can make with these ranks on the board, the highest first, and what they lack."""
    return tuple(
        (number, straight, straight & ~on_board)
        for number, straight in enumerate(_STRAIGHTS)
        if (straight & ~on_board).bit_count() <= 2
    )
