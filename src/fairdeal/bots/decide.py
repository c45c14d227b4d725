"""The decision of a bot: a pure function of the situation, the style and a chance."""

from fairdeal.bots.postflop import after_flop
from fairdeal.bots.preflop import before_flop
from fairdeal.bots.spot import Spot
from fairdeal.bots.style import Style
from fairdeal.poker import CALL, FOLD


def decide(spot: Spot, style: Style, chance: float) -> int:
    """
    A legal act of the engine: FOLD, CALL or an amount to raise to.

    The same spot, style and chance (from 0 to below 1) give the same act. A free check is never folded.
    """
    act = after_flop(spot, style, chance) if spot.board else before_flop(spot, style, chance)
    return CALL if act == FOLD and spot.to_call == 0 else act
