"""How long a bot thinks: plausible times that reveal nothing about the cards."""

from typing import Final

from fairdeal.bots.chance import sub_chance
from fairdeal.bots.spot import Spot
from fairdeal.bots.style import Style
from fairdeal.kernel import Duration
from fairdeal.poker import CALL, FOLD

LEAST: Final = Duration(600)
MOST: Final = Duration(12_000)

_FOLDS: Final = 1_300.0
_CHECKS: Final = 1_500.0
_CALLS: Final = 2_000.0
_RAISES: Final = 2_500.0
_LATER_STREET: Final = 350.0
_WEIGHT: Final = 4_500.0
"""Additional time for a decision for the whole stack."""
_QUESTION: Final = 4  # of the chance; the decision itself looks at others


def time_to_think(spot: Spot, act: int, style: Style, chance: float) -> Duration:
    """
    The thinking time, about half a second to twelve: a pure function of the decision and a chance.

    Large bets take longer than small ones, raises longer than folds, with an occasional long pause. It depends only on what the
    whole table sees: the price, the street and the act, never the cards.
    """
    if act == FOLD:
        usual = _FOLDS
    elif act == CALL:
        usual = _CALLS if spot.to_call else _CHECKS
    else:
        usual = _RAISES
    at_stake = spot.to_call if act <= CALL else act - spot.bet
    usual += _LATER_STREET * spot.street + _WEIGHT * min(1.0, at_stake / max(1, spot.stack)) ** 0.7
    drawn = sub_chance(chance, _QUESTION)
    spread = 0.55 + 0.7 * drawn + 1.3 * drawn**8  # mostly near the usual, rarely much longer
    return Duration(int(max(LEAST, min(MOST, usual * style.tempo * spread))))
