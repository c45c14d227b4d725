"""
Basic strategy for blackjack as these rules have it: the best decision by total, derived for eight decks.

One split, split aces take one card, any two cards may be doubled, no look under a ten. A dealer's blackjack takes split
stakes but gives doubling amounts back, so eights are hit against a ten and eleven is doubled against it; where the split
stakes come back too, eights are split there. The tests derive the same tables by calculation.

Columns are the dealer's up-card: 2 3 4 5 6 7 8 9 ten ace. S stand, H hit, P split, D double or else hit, d double or else
stand.
"""

from collections.abc import Mapping
from typing import Final, final

from fairdeal.casino.games.blackjack.rules import DOUBLE, HIT, SPLIT, STAND, BlackjackRules, Round

HARD: Final[Mapping[int, str]] = {
    **dict.fromkeys(range(2, 9), "HHHHHHHHHH"),
    9: "HDDDDHHHHH",
    10: "DDDDDDDDHH",
    11: "DDDDDDDDDH",
    12: "HHSSSHHHHH",
    13: "SSSSSHHHHH",
    14: "SSSSSHHHHH",
    15: "SSSSSHHHHH",
    16: "SSSSSHHHHH",
    **dict.fromkeys(range(17, 22), "SSSSSSSSSS"),
}
SOFT: Final[Mapping[int, str]] = {
    12: "HHHHHHHHHH",
    13: "HHHDDHHHHH",
    14: "HHHDDHHHHH",
    15: "HHDDDHHHHH",
    16: "HHDDDHHHHH",
    17: "HDDDDHHHHH",
    18: "SddddSSHHH",
    19: "SSSSSSSSSS",
    20: "SSSSSSSSSS",
    21: "SSSSSSSSSS",
}
PAIRS: Final[Mapping[int, str]] = {
    1: "PPPPPPPPPP",
    2: "PPPPPPHHHH",
    3: "PPPPPPHHHH",
    4: "HHHPPHHHHH",
    5: "DDDDDDDDHH",
    6: "PPPPPHHHHH",
    7: "PPPPPPHHHH",
    8: "PPPPPPPPHP",
    9: "PPPPPSPPSS",
    10: "SSSSSSSSSS",
}
HARD_IF_DEALER_HITS_SOFT_17: Final[Mapping[int, str]] = {11: "DDDDDDDDDD"}
SOFT_IF_DEALER_HITS_SOFT_17: Final[Mapping[int, str]] = {18: "dddddSSHHH", 19: "SSSSdSSSSS"}
PAIRS_IF_SPLIT_RETURNED: Final[Mapping[int, str]] = {8: "PPPPPPPPPP"}


@final
class BasicStrategy:
    """The best decision for the hand to act, of those that look at its total and the up-card only."""

    __slots__ = ("hard", "pairs", "soft")

    def __init__(self, *, hits_soft: bool, split_lost: bool) -> None:
        self.hard = _by_value({**HARD, **(HARD_IF_DEALER_HITS_SOFT_17 if hits_soft else {})})
        self.soft = _by_value({**SOFT, **(SOFT_IF_DEALER_HITS_SOFT_17 if hits_soft else {})})
        self.pairs = _by_value({**PAIRS, **({} if split_lost else PAIRS_IF_SPLIT_RETURNED)})

    def choose(self, played: Round) -> int:
        """The decision of the hand to act; always one of its options."""
        hand = played.hands[played.turn]
        values = played.rules.values
        up = values[played.up_card]
        two_cards = len(hand.cards) == 2
        if two_cards and values[hand.cards[0]] == values[hand.cards[1]]:
            value = values[hand.cards[0]]
            if self.pairs[value][up] == "P" and played.can_split():
                return SPLIT
        letter = (self.hard if hand.total == hand.hard else self.soft)[hand.total][up]
        if letter == "S":
            return STAND
        if letter == "H":
            return HIT
        if two_cards and played.can_double():
            return DOUBLE
        return HIT if letter == "D" else STAND


def _by_value(rows: Mapping[int, str]) -> dict[int, str]:
    """Rows whose places are the values 1 to 10 of the up-card; place 0 is empty."""
    return {total: f" {row[9]}{row[:9]}" for total, row in rows.items()}


def basic_strategy(rules: BlackjackRules, *, split_lost: bool) -> BasicStrategy:
    """The basic strategy of a table."""
    return BasicStrategy(hits_soft=rules.hits_soft, split_lost=split_lost)
