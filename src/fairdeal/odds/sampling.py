"""Random sampling of boards in batches; the only module here that needs NumPy."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.random import PCG64
from numpy.typing import NDArray

from fairdeal.cards import Card, full_deck, rank_of, suit_of
from fairdeal.odds.contest import NO_FLUSH, RANK_KEY, Contest, rank_sum
from fairdeal.odds.deal import Deal

_BATCH: Final = 1 << 14  # part of what a seed means: another size draws other boards
_SUIT_BITS: Final = 13
_RANK_SETS: Final = 1 << _SUIT_BITS

Numbers = NDArray[np.int64]


def count_drawn(
    deal: Deal, contest: Contest, boards: int, seed: int, progress: Callable[[int, int], None] | None = None
) -> Counter[int]:
    """Draw boards and count them by their winners, bit n for hand n."""
    source = PCG64(seed)  # NumPy promises that its raw numbers stay the same
    judge = _Judge(deal, contest)
    counted = np.zeros(1 << len(deal.hands), np.int64)
    for done in range(0, boards, _BATCH):
        batch = min(_BATCH, boards - done)
        counted += np.bincount(judge.winners(_draw(deal, source, batch)), minlength=len(counted))
        if progress is not None:
            progress(done + batch, boards)
    return Counter({who: int(number) for who, number in enumerate(counted) if number})


def _draw(deal: Deal, source: PCG64, count: int) -> Numbers:
    """
    The cards to come of that many boards: a row of first cards, a row of second cards, and so on.

    Floyd's algorithm: each card is drawn from one card more than the last, and a duplicate is replaced by the newly added
    card. All sets are equally likely, which is all a board needs.
    """
    live = len(deal.live)
    drawn = np.empty((deal.to_come, count), np.int64)
    for row in range(deal.to_come):
        newest = live - deal.to_come + row
        # The remainder of 64 bits is uneven by less than one part in 10**17.
        drawn[row] = source.random_raw(count) % np.uint64(newest + 1)
        drawn[row][(drawn[:row] == drawn[row]).any(axis=0)] = newest
    return np.array(deal.live, np.int64)[drawn]


class _Judge:
    """The contest's tables as arrays."""

    def __init__(self, deal: Deal, contest: Contest) -> None:
        sums = sorted(contest.plain)
        self._sums = np.array(sums, np.int64)
        self._best = np.array([contest.plain[each][0] for each in sums], np.int64)
        self._winners = np.array([contest.plain[each][1] for each in sums], np.int64)
        self._seen_sum = rank_sum([rank_of(card) for card in deal.board])
        self._seen_bits = sum(_deck_bits(deal.board))
        self._flushes = [(suit, *_by_bits(contest, suit)) for suit in range(4) if contest.flushes[suit]]

    def winners(self, drawn: Numbers) -> Numbers:
        """Who wins each board, as bits."""
        sums = self._seen_sum + _KEY_OF[drawn].sum(axis=0)
        bits = self._seen_bits + _BITS_OF[drawn].sum(axis=0)
        at = np.searchsorted(self._sums, sums)
        best = self._best[at]
        found: Numbers = self._winners[at]
        for suit, flush, makers in self._flushes:
            suited = bits >> (_SUIT_BITS * suit) & (_RANK_SETS - 1)
            better = flush[suited] < best
            found[better] = makers[suited[better]]
        return found


def _deck_bits(cards: Sequence[Card]) -> list[int]:
    """A bit for each card: thirteen of clubs, then diamonds, hearts and spades."""
    return [1 << (_SUIT_BITS * suit_of(card) + rank_of(card)) for card in cards]


_KEY_OF: Final = np.array([RANK_KEY[rank_of(card)] for card in full_deck()], np.int64)
_BITS_OF: Final = np.array(_deck_bits(full_deck()), np.int64)


def _by_bits(contest: Contest, suit: int) -> tuple[Numbers, Numbers]:
    flush = np.full(_RANK_SETS, NO_FLUSH, np.int64)
    makers = np.zeros(_RANK_SETS, np.int64)
    for bits, (best, who) in contest.flushes[suit].items():
        flush[bits], makers[bits] = best, who
    return flush, makers
