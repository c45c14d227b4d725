"""The decision of a bot in a tournament: by the chart with a short stack, otherwise as in any game, more careful near the money."""

from dataclasses import replace
from functools import lru_cache

from fairdeal.bots.decide import decide
from fairdeal.bots.push_fold import Stage, short_stack
from fairdeal.bots.spot import Spot
from fairdeal.bots.style import Style
from fairdeal.poker import CALL, FOLD, HOLDEM, NO_LIMIT


def decide_in_tournament(spot: Spot, style: Style, stage: Stage, chance: float) -> int:
    """
    A legal act of the engine: FOLD, CALL or an amount to raise to.

    The same spot, style, stage and chance (from 0 to below 1) give the same act. A free check is never folded.
    """
    if not spot.board and spot.structure == NO_LIMIT and len(spot.hole) == HOLDEM:
        act = short_stack(spot, style, stage, chance)
        if act is not None:
            return CALL if act == FOLD and spot.to_call == 0 else act
    return decide(spot, careful(style, round(stage.pressure, 1)), chance)


@lru_cache(maxsize=512)
def careful(style: Style, pressure: float) -> Style:
    """The style under pressure: it stakes its chips on fewer hands, and believes bets more."""
    if pressure <= 1.0:
        return style
    return replace(
        style,
        gambles=style.gambles / pressure,
        calls=style.calls / pressure**0.5,
        three_bets=style.three_bets / pressure**0.5,
        doubt=style.doubt / pressure,
        sticks=style.sticks - 0.12 * (pressure - 1.0),
    )
