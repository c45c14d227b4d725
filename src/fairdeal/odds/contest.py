"""
Who wins on which board, computed from the board's ranks and suited cards alone.

Theory. Without flushes a hand's rank depends only on the ranks of the board, of which there are at most 6,175 sets. A
flush depends only on the board's cards of that suit: three or more of them, so at most one suit can make one. Ranks of
flushes and of other hands never coincide. So on every board either the best plain hand wins, or the best flush does, and
two small tables answer for every board whatever the number of hands.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Final

from fairdeal.cards import Card, rank_of, suit_of
from fairdeal.cards.evaluate import BY_SUM_5, BY_SUM_7, FLUSH, KEY, SUM_MASK, WORST
from fairdeal.odds.deal import Deal, Game

RANK_KEY: Final = tuple(KEY[4 * rank] & SUM_MASK for rank in range(13))
NO_FLUSH: Final = WORST + 1

Verdict = tuple[int, int]
"""The best rank, and the hands that have it: bit n for hand n."""
Choice = tuple[tuple[int, ...], int]
"""A set of ranks, and the number of ways to make it."""


@dataclass(frozen=True, slots=True)
class Contest:
    """
    Verdicts on every board that can come.

    `plain` answers by the rank sum of the full board, `ways` says how many boards have each of them, in the same order;
    `flushes` answers, suit by suit, by the bits of the board's suited ranks, where any hand makes a flush.
    """

    plain: dict[int, Verdict]
    ways: tuple[int, ...]
    flushes: tuple[dict[int, Verdict], ...]


def contest_of(deal: Deal) -> Contest:
    """The tables for one deal."""
    to_come = choices(deal.live, deal.to_come)
    plain = _plain(deal, [ranks for ranks, _ in to_come])
    return Contest(plain, tuple(ways for _, ways in to_come), tuple(_flushes(deal, suit) for suit in range(4)))


def choices(live: Sequence[Card], count: int) -> list[Choice]:
    """Every set of that many ranks the live cards can make, highest first, and in how many ways they make it."""
    of_rank = [0] * 13
    for card in live:
        of_rank[rank_of(card)] += 1
    found: list[list[Choice]] = [[((), 1)], *([] for _ in range(count))]  # by the number of cards
    for rank, there in enumerate(of_rank):
        for size in range(count, 0, -1):  # downwards: the smaller sets do not have this rank yet
            for taken in range(1, min(there, size) + 1):
                ways = comb(there, taken)
                own = (rank,) * taken
                found[size] += [(own + others, ways * other) for others, other in found[size - taken]]
    return found[count]


def rank_sum(ranks: Sequence[int]) -> int:
    """The sum of the rank keys, which names the set of ranks."""
    return sum([RANK_KEY[rank] for rank in ranks])


def suited_bits(cards: Sequence[Card], suit: int) -> int:
    """The ranks of that suit's cards, a bit each."""
    return sum(1 << rank_of(card) for card in cards if suit_of(card) == suit)


def _plain(deal: Deal, to_come: Sequence[tuple[int, ...]]) -> dict[int, Verdict]:
    seen = tuple(rank_of(card) for card in deal.board)
    boards = [[RANK_KEY[rank] for rank in seen + ranks] for ranks in to_come]
    sums = [sum(board) for board in boards]
    holes = [[RANK_KEY[rank_of(card)] for card in hand] for hand in deal.hands]
    if deal.game is Game.HOLDEM:
        by_hand = [_holdem_ranks(sum(hole), sums) for hole in holes]
    else:
        triples = [[a + b + c for a, b, c in combinations(board, 3)] for board in boards]
        by_hand = [_omaha_ranks(hole, triples) for hole in holes]
    return dict(zip(sums, map(_verdict, zip(*by_hand, strict=True)), strict=True))


def _verdict(ranks: Sequence[int]) -> Verdict:
    best = min(ranks)
    return best, sum([1 << hand for hand, rank in enumerate(ranks) if rank == best])


def _holdem_ranks(hole: int, boards: Sequence[int]) -> list[int]:
    return [BY_SUM_7[hole + board] for board in boards]


def _omaha_ranks(hole: Sequence[int], boards: Sequence[Sequence[int]]) -> list[int]:
    """Best ranks of Omaha hands on boards given by the rank sums of their triples."""
    pairs = {a + b for a, b in combinations(hole, 2)}
    best = {
        triple: min([BY_SUM_5[pair + triple] for pair in pairs])
        for triple in {each for board in boards for each in board}
    }
    return [min([best[triple] for triple in triples]) for triples in boards]


def _flushes(deal: Deal, suit: int) -> dict[int, Verdict]:
    held = [suited_bits(hand, suit) for hand in deal.hands]
    held_most = max(own.bit_count() for own in held)
    holdem = deal.game is Game.HOLDEM
    if not holdem and held_most < 2:
        return {}
    flush_of = _holdem_flush if holdem else _omaha_flush
    needed = 5 - held_most if holdem else 3
    seen = suited_bits(deal.board, suit)
    live = [1 << rank_of(card) for card in deal.live if suit_of(card) == suit]
    found: dict[int, Verdict] = {}
    for count in range(max(0, needed - seen.bit_count()), deal.to_come + 1):
        for more in combinations(live, count):
            board = seen + sum(more)
            found[board] = _verdict([flush_of(own, board) for own in held])
    return found


def _holdem_flush(own: int, board: int) -> int:
    suited = own | board
    return FLUSH[suited] if suited.bit_count() >= 5 else NO_FLUSH


def _omaha_flush(own: int, board: int) -> int:
    if own.bit_count() < 2:
        return NO_FLUSH
    triples = [sum(triple) for triple in combinations(_bits(board), 3)]
    pairs = [sum(pair) for pair in combinations(_bits(own), 2)]
    return min([FLUSH[pair | triple] for pair in pairs for triple in triples])


def _bits(held: int) -> list[int]:
    return [1 << rank for rank in range(13) if held >> rank & 1]
