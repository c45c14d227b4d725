"""
The rank of a hand as one number: 1 is a royal flush, 7462 the worst high card; equal numbers are ties.

Theory. Every card has a key; the keys of a hand are simply added. The low 23 bits of the sum name the multiset of ranks
(the rank keys are chosen so that no two multisets of up to seven cards have the same sum), the bits above say whether
five or more are of one suit. So a hand without a flush is a few additions and a look-up, and the keys of a board are added
once for all players. Suits never break ties (HAND-13).

The ranks of seven cards stand in one table of 2-byte numbers, which unlike a dictionary of them fits into a processor's
cache: the low bits of a sum choose a row, the others the column, and the rows lie over each other, each in the gaps of the rest.
"""

from array import array
from collections.abc import Sequence
from typing import Final

from fairdeal.cards._ranks import (
    COLUMN_MASK,
    FLUSH_RANKS,
    KEYS,
    RANK_SUM_MASK,
    ROW_BITS,
    ROW_MASK,
    ROWS,
    SUIT_SHIFT,
    flush_suits,
    ranks_by_sum,
    ranks_in_rows,
)

KEY: Final[list[int]] = KEYS
SUM_MASK: Final[int] = RANK_SUM_MASK
SHIFT: Final[int] = SUIT_SHIFT
FLUSH: Final[list[int]] = FLUSH_RANKS
FLUSH_SUIT_5: Final[list[int]] = flush_suits(5)
FLUSH_SUIT_6: Final[list[int]] = flush_suits(6)
FLUSH_SUIT_7: Final[list[int]] = flush_suits(7)
BY_SUM_5: Final[dict[int, int]] = ranks_by_sum(5)
BY_SUM_6: Final[dict[int, int]] = ranks_by_sum(6)
BY_SUM_7: Final[dict[int, int]] = ranks_by_sum(7)
ROW: Final[list[int]] = ROWS
SEVEN: Final["array[int]"] = ranks_in_rows(BY_SUM_7)

WORST: Final = 7462


def rank(cards: Sequence[int]) -> int:
    """The rank of the best five among five to seven distinct cards."""
    if len(cards) != 7:
        return _rank_fewer(tuple(cards))
    a, b, c, d, e, f, g = cards
    key = KEY[a] + KEY[b] + KEY[c] + KEY[d] + KEY[e] + KEY[f] + KEY[g]
    suit = FLUSH_SUIT_7[key >> SHIFT]
    if suit < 0:
        return SEVEN[ROW[key & ROW_MASK] + (key >> ROW_BITS & COLUMN_MASK)]
    return flush_rank((a, b, c, d, e, f, g), suit)


def _rank_fewer(hand: tuple[int, ...]) -> int:
    key = 0
    for card in hand:
        key += KEY[card]
    if len(hand) == 5:
        suit = FLUSH_SUIT_5[key >> SHIFT]
        return BY_SUM_5[key & SUM_MASK] if suit < 0 else flush_rank(hand, suit)
    if len(hand) == 6:
        suit = FLUSH_SUIT_6[key >> SHIFT]
        return BY_SUM_6[key & SUM_MASK] if suit < 0 else flush_rank(hand, suit)
    raise ValueError(f"a hand is made of five to seven cards, not {len(hand)}")


def flush_rank(cards: tuple[int, ...], suit: int) -> int:
    """The rank of cards that hold five or more of that suit; with seven cards nothing better can be beside it."""
    held = 0
    for card in cards:
        if card & 3 == suit:
            held |= 1 << (card >> 2)
    return FLUSH[held]


def board_key(board: tuple[int, ...]) -> int:
    """What the board adds to every hold'em hand's key."""
    key = 0
    for card in board:
        key += KEY[card]
    return key


def rank_with_board(hole: list[int], board: tuple[int, ...], key: int) -> int:
    """Hold'em: any of two hole cards with a full board whose key is known (SHOW-02)."""
    first = hole[0]
    second = hole[1]
    key += KEY[first] + KEY[second]
    suit = FLUSH_SUIT_7[key >> SHIFT]
    if suit < 0:
        return SEVEN[ROW[key & ROW_MASK] + (key >> ROW_BITS & COLUMN_MASK)]
    return flush_rank((first, second, board[0], board[1], board[2], board[3], board[4]), suit)


def board_triples(board: tuple[int, ...]) -> list[int]:
    """Omaha: the rank sums of every three board cards; board pairings that repeat are told once."""
    keys = [KEY[card] & SUM_MASK for card in board]
    count = len(keys)
    return list(
        {
            keys[a] + keys[b] + keys[c]
            for a in range(count - 2)
            for b in range(a + 1, count - 1)
            for c in range(b + 1, count)
        }
    )


def flush_board(board: tuple[int, ...]) -> int:
    """Omaha: the suit of which the board holds three or more, or -1; there is at most one."""
    for suit in range(4):
        held = 0
        for card in board:
            if card & 3 == suit:
                held += 1
        if held >= 3:
            return suit
    return -1


def rank_omaha_with(hole: list[int], board: tuple[int, ...], triples: list[int], suit: int) -> int:
    """Omaha: exactly two of the hole cards with exactly three of the board, which was looked at before (SHOW-03)."""
    a = KEY[hole[0]] & SUM_MASK
    b = KEY[hole[1]] & SUM_MASK
    c = KEY[hole[2]] & SUM_MASK
    d = KEY[hole[3]] & SUM_MASK
    pairs = {a + b, a + c, a + d, b + c, b + d, c + d}
    by_sum = BY_SUM_5
    best = WORST
    for pair in pairs:
        for triple in triples:
            found = by_sum[pair + triple]
            if found < best:
                best = found
    if suit >= 0:
        found = _omaha_flush(hole, board, suit)
        if found < best:
            best = found
    return best


def _omaha_flush(hole: list[int], board: tuple[int, ...], suit: int) -> int:
    own = [1 << (card >> 2) for card in hole if card & 3 == suit]
    if len(own) < 2:
        return WORST
    shared = [1 << (card >> 2) for card in board if card & 3 == suit]
    best = WORST
    for first in range(len(own) - 1):
        for second in range(first + 1, len(own)):
            pair = own[first] | own[second]
            for a in range(len(shared) - 2):
                for b in range(a + 1, len(shared) - 1):
                    for c in range(b + 1, len(shared)):
                        found = FLUSH[pair | shared[a] | shared[b] | shared[c]]
                        if found < best:
                            best = found
    return best


def rank_holdem(hole: Sequence[int], board: Sequence[int]) -> int:
    """Hold'em: the best five of two hole cards and three to five board cards."""
    return rank((*hole, *board))


def rank_omaha(hole: Sequence[int], board: Sequence[int]) -> int:
    """Omaha: the best of exactly two of four hole cards and exactly three of three to five board cards."""
    shared = tuple(board)
    return rank_omaha_with(list(hole), shared, board_triples(shared), flush_board(shared))
