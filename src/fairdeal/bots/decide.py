"""What a bot does: one pure function of what it sees, how it plays and a number."""

from fairdeal.bots.postflop import after_flop
from fairdeal.bots.preflop import before_flop
from fairdeal.bots.spot import Spot
from fairdeal.bots.style import Style
from fairdeal.poker import CALL, FOLD


def decide(spot: Spot, style: Style, chance: float) -> int:
    """
    An act of the engine that the options hold: FOLD, CALL or an amount to raise to.

    The same spot, style and chance (from 0 to below 1) give the same act. A free check is never folded.
    """
    act = after_flop(spot, style, chance) if spot.board else before_flop(spot, style, chance)
    return CALL if act == FOLD and spot.to_call == 0 else act
