"""Bots that play engine hands directly: for practice, simulations and tests."""

from collections.abc import Callable, Sequence

from fairdeal.bots.betting import NOTHING, betting_of, noted_act
from fairdeal.bots.decide import decide
from fairdeal.bots.spot import spot_of_hand
from fairdeal.bots.style import Style
from fairdeal.poker import Hand


def choose(hand: Hand, style: Style, chance: float) -> int:
    """The act of a bot for the player to act: a legal act of the engine."""
    return decide(spot_of_hand(hand, betting_of(hand)), style, chance)


def play_out(hand: Hand, styles: Sequence[Style], chance: Callable[[], float]) -> Hand:
    """Play a new hand to its end, each place with its style."""
    betting = NOTHING
    while hand.turn >= 0:
        act = decide(spot_of_hand(hand, betting), styles[hand.turn], chance())
        betting = noted_act(betting, hand, act)
        hand.act(act)
    return hand
