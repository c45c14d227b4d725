"""
Opponents to practise against: a few recognisable styles, no more knowledge than a player at the table has.

A choice is a pure function of the hand, the place and a number between 0 and 1: the same number, the same choice.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fairdeal.cards import Category, describe, rank_holdem, rank_of, rank_omaha, suit_of
from fairdeal.poker import CALL, FOLD, OMAHA, Hand


@dataclass(frozen=True)
class Style:
    """How somebody plays: how good a hand must be to stay in, how often it bets, how often it bluffs."""

    name: str
    patience: float  # strength needed to call a bet of the pot
    aggression: float  # how often a strong hand bets or raises
    bluff: float  # how often a weak hand does


STYLES: Final = (
    Style("rock", patience=0.62, aggression=0.55, bluff=0.02),
    Style("regular", patience=0.52, aggression=0.65, bluff=0.10),
    Style("caller", patience=0.34, aggression=0.04, bluff=0.0),
    Style("gambler", patience=0.40, aggression=0.75, bluff=0.25),
)

_CATEGORY_STRENGTH: Final = {
    Category.HIGH_CARD: 0.25,
    Category.ONE_PAIR: 0.50,
    Category.TWO_PAIR: 0.72,
    Category.THREE_OF_A_KIND: 0.80,
    Category.STRAIGHT: 0.88,
    Category.FLUSH: 0.91,
    Category.FULL_HOUSE: 0.96,
    Category.FOUR_OF_A_KIND: 0.99,
    Category.STRAIGHT_FLUSH: 1.0,
}


def choose(hand: Hand, style: Style, chance: float) -> int:
    """What the player to act does: an act of the engine that the options hold."""
    options = hand.options()
    strength = strength_of(hand.hole(hand.turn), list(hand.board))
    strong = strength > style.patience + 0.15
    if options.can_raise and chance < (style.aggression if strong else style.bluff):
        # Between half and the whole pot, by how strong it is.
        wanted = hand.current + int(hand.pot * (0.5 + strength / 2))
        return min(max(wanted, options.raise_min), options.raise_max)
    if options.can_check:
        return CALL
    price = options.to_call / (hand.pot + options.to_call)
    return CALL if strength >= style.patience * (0.5 + price) else FOLD


def strength_of(hole: Sequence[int], board: Sequence[int]) -> float:
    """A rough feeling for a hand, from 0 to 1."""
    if len(board) < 3:
        return max(_two_cards(one, other) for at, one in enumerate(hole) for other in hole[at + 1 :])
    read = describe((rank_omaha if len(hole) == OMAHA else rank_holdem)(hole, board))
    strength = _CATEGORY_STRENGTH[read.category]
    if read.category is Category.ONE_PAIR:
        # A pair that lies on the board is everybody's.
        own = any(rank_of(card) == read.ranks[0] for card in hole)
        strength = 0.42 + read.ranks[0] / 80 if own else 0.30
    return strength


def _two_cards(one: int, other: int) -> float:
    high, low = sorted((rank_of(one), rank_of(other)), reverse=True)
    if high == low:
        return 0.55 + high / 30
    suited = 0.05 if suit_of(one) == suit_of(other) else 0.0
    close = 0.05 if high - low <= 2 else 0.0
    return 0.12 + high / 32 + low / 50 + suited + close
