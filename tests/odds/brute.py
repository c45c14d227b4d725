"""Equity the slow way: every board dealt and every hand ranked."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from fairdeal.cards import Card, full_deck, rank_holdem, rank_omaha
from fairdeal.odds import Equity, HandEquity


def dealt_out(hands: Sequence[Sequence[Card]], board: Sequence[Card] = (), dead: Sequence[Card] = ()) -> Equity:
    used = {*board, *dead, *(card for hand in hands for card in hand)}
    live = [card for card in full_deck() if card not in used]
    rank = rank_holdem if len(hands[0]) == 2 else rank_omaha
    won, tied, shares = ([0] * len(hands), [0] * len(hands), [Fraction(0)] * len(hands))
    boards = 0
    for more in combinations(live, 5 - len(board)):
        boards += 1
        ranks = [rank(hand, [*board, *more]) for hand in hands]
        best = [number for number, each in enumerate(ranks) if each == min(ranks)]
        for number in best:
            (won if len(best) == 1 else tied)[number] += 1
            shares[number] += Fraction(1, len(best))
    return Equity(boards, tuple(map(HandEquity, won, tied, (share / boards for share in shares))))
