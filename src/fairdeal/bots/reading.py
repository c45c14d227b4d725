"""
The strength of a hold'em hand on a board, as a bot estimates it.

Hold'em hands are compared with every holding an opponent may have, by ranks: there are 91 pairs of ranks, and each makes one look-up.
Flushes, which ranks do not show, are counted apart. What may still come is counted in outs.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from fairdeal.bots.charts import share_of_ranks
from fairdeal.cards.evaluate import BY_SUM_5, BY_SUM_6, BY_SUM_7, KEY, SUM_MASK, rank

RANK_KEY: Final = tuple(KEY[4 * each] & SUM_MASK for each in range(13))
BY_SUM: Final = {3: BY_SUM_5, 4: BY_SUM_6, 5: BY_SUM_7}
"""Rank tables by the number of board cards; the holding adds two."""

BEST_FLUSH: Final = 323  # ranks of the evaluator; lower is better
WORST_FLUSH: Final = 1599
BEST_STRAIGHT: Final = 1600
WORST_STRAIGHT: Final = 1609
BEST_PAIR: Final = 3326
WORST_PAIR: Final = 6185

_MORE_SUITED: Final = 1.25  # people hold suited cards more often than chance deals them
_COMPANY: Final = 1.5  # hands a little below the range are held sometimes
_COMPANY_WEIGHT: Final = 0.3


class Reading(NamedTuple):
    """An estimate of a hand on a board: made strength, outs, and how wet the board is."""

    made: float  # the share of an opponent's holdings that it beats now
    outs: float  # cards that would make it good, a doubtful one counted in part
    wet: float  # how much the board threatens to change, 0 to 1


class Range(NamedTuple):
    """Holdings of an opponent, as weights of pairs of ranks with the key they add."""

    pairs: tuple[tuple[int, int, float], ...]
    others: tuple[tuple[int, int, int, float], ...]


def _range(width: float) -> Range:
    """The best hands up to that share of all."""

    def weight(share: float) -> float:
        return 1.0 if share <= width else _COMPANY_WEIGHT if share <= width * _COMPANY else 0.0

    pairs = []
    others = []
    for high in range(13):
        if (held := weight(share_of_ranks(high, high, suited=True)) / 2) > 0:
            pairs.append((high, 2 * RANK_KEY[high], held))
        for low in range(high):
            suited, not_suited = (weight(share_of_ranks(high, low, suited=same)) for same in (True, False))
            if suited + not_suited > 0:
                others.append((high, low, RANK_KEY[high] + RANK_KEY[low], suited / 4 + not_suited * 3 / 4))
    return Range(tuple(pairs), tuple(others))


RANGES: Final = (_range(0.75), _range(0.42), _range(0.16), _range(0.07))
"""What opponents hold, by the number of raises before the flop."""


def read_holdem(hole: Sequence[int], board: Sequence[int], raises: int) -> Reading:
    """Estimate two cards on a board of three to five; `raises` is the number of raises before the flop."""
    left = [4] * 13
    key = 0
    for card in board:
        left[card >> 2] -= 1
        key += RANK_KEY[card >> 2]
    for card in hole:
        left[card >> 2] -= 1
    mine = rank((*hole, *board))
    suits = suit_counts(board)
    beaten = _beaten(RANGES[raises if raises < 4 else 3], left, key, BY_SUM[len(board)], mine)
    made = with_flushes(beaten, mine, hole, board, suits)
    outs = 0.0 if len(board) == 5 else _outs(hole, board, left, key, mine, suits)
    return Reading(made, outs, wetness(board, suits))


def _beaten(held: Range, left: Sequence[int], key: int, by_sum: dict[int, int], mine: int) -> float:
    """The share of an opponent's holdings that are worse, flushes apart; ties count half."""
    total = won = 0.0
    for each, added, weight in held.pairs:
        count = left[each]
        if count > 1:
            ways = weight * count * (count - 1)
            total += ways
            theirs = by_sum[key + added]
            if theirs > mine:
                won += ways
            elif theirs == mine:
                won += ways / 2
    for high, low, added, weight in held.others:
        ways = weight * left[high] * left[low]
        if ways:
            total += ways
            theirs = by_sum[key + added]
            if theirs > mine:
                won += ways
            elif theirs == mine:
                won += ways / 2
    return won / total if total else 0.5


def suit_counts(board: Sequence[int]) -> tuple[int, int]:
    """The most frequent suit of the board, and its count."""
    counts = [0, 0, 0, 0]
    for card in board:
        counts[card & 3] += 1
    most = max(counts)
    return counts.index(most), most


def with_flushes(beaten: float, mine: int, hole: Sequence[int], board: Sequence[int], suits: tuple[int, int]) -> float:
    """The share of holdings beaten when flushes count too; `beaten` is the share among those without one."""
    suit, count = suits
    if count < 3 or mine < BEST_FLUSH:
        return beaten
    seen = 0
    top = -1
    for card in board:
        if card & 3 == suit:
            seen |= 1 << (card >> 2)
    own = [card >> 2 for card in hole if card & 3 == suit]
    for each in own:
        seen |= 1 << each
        top = max(top, each)
    unseen = 13 - seen.bit_count()
    flushes = _holds(unseen, count, len(board))
    if mine > WORST_FLUSH:
        return beaten * (1 - flushes)
    higher = ((1 << 13) - (1 << (top + 1)) & ~seen).bit_count() if own else unseen
    better = _holds(higher, 4, len(board)) * (0.5 if count == 3 else 1.0) * (unseen / 10)
    return beaten * (1 - flushes) + max(0.0, flushes - better)


def _holds(cards: int, on_board: int, board: int) -> float:
    """How likely an opponent holds two of that many cards, or one where the board has four of the suit."""
    unseen = 50 - board
    if on_board == 3:
        return min(1.0, _MORE_SUITED * cards * (cards - 1) / (unseen * (unseen - 1)))
    return 1 - (unseen - cards) * (unseen - cards - 1) / (unseen * (unseen - 1))


def _outs(
    hole: Sequence[int], board: Sequence[int], left: Sequence[int], key: int, mine: int, suits: tuple[int, int]
) -> float:
    """Cards that make a straight, a flush or a better pair."""
    flush = _flush_outs(hole, board, suits)
    outs = flush
    highest = max([card >> 2 for card in board])
    if mine > WORST_STRAIGHT:
        own = key + RANK_KEY[hole[0] >> 2] + RANK_KEY[hole[1] >> 2]
        by_sum = BY_SUM[len(board) + 1]
        quality = 0.9 if suits[1] < 3 else 0.6
        for each in range(13):
            if left[each] and BEST_STRAIGHT <= by_sum[own + RANK_KEY[each]] <= WORST_STRAIGHT:
                outs += quality * (left[each] - (1 if flush else 0))
    if mine > WORST_PAIR:
        outs += sum([1.6 for card in hole if card >> 2 > highest])
    elif mine >= BEST_PAIR:
        outs += 1.5
    return min(outs, 16.0)


def _flush_outs(hole: Sequence[int], board: Sequence[int], suits: tuple[int, int]) -> float:
    """Outs to a flush with own cards; draws to low flushes count in part."""
    suit, count = suits
    if count == 2:
        # Both pairs of a turn board may make the draw.
        for each in {hole[0] & 3, hole[1] & 3}:
            on_board = sum([card & 3 == each for card in board])
            if on_board == 2 and hole[0] & 3 == hole[1] & 3:
                return 8.1 if max(hole) >> 2 > 8 else 7.2
        return 0.0
    if count == 3:
        own = [card >> 2 for card in hole if card & 3 == suit]
        if len(own) == 1:
            return 8.0 if own[0] > 10 else 3.0
    return 0.0


def wetness(board: Sequence[int], suits: tuple[int, int]) -> float:
    """How many draws a board offers: two or three of a suit, ranks near each other."""
    if len(board) == 5:
        return 0.0
    near = 0
    for at, card in enumerate(board):
        for other in board[at + 1 :]:
            if 0 < abs((card >> 2) - (other >> 2)) < 5:
                near += 1
    return min(1.0, (0.0, 0.0, 0.35, 0.45, 0.3)[suits[1]] + 0.18 * near)
