"""
Short stacks before the flop: all-in or fold, by a chart (`_push_fold`), the bubble and bounties.

The chart holds for blinds without antes, chips that are worth what they are, and players who all have the same stack. Antes are
counted as blinds: a stack is as deep as it is in rounds of blinds and antes. Where chips lost weigh more than chips won, a stack counts
as deeper, for a call more than for an all-in of one's own; where a head is worth something, as less deep.
"""

from typing import Final, NamedTuple

from fairdeal.bots._push_fold import CALL_BLIND, CALL_COLD, PUSH, Table
from fairdeal.bots.chance import sub_chance
from fairdeal.bots.preflop import COMMITTED, behind_place
from fairdeal.bots.sizing import all_in
from fairdeal.bots.spot import Spot
from fairdeal.bots.style import Style
from fairdeal.poker import CALL, FOLD

SHORT: Final = 12.0
"""With a stack of so many big blinds or fewer, antes counted, the choice is all-in or fold."""
BLINDS: Final = 1.5
"""Big blinds that a round costs where there are no antes."""
_ACE: Final = 12
_PUSHING: Final = 0.7
_CALLING: Final = 1.5
"""By which power of the pressure a stack counts as deeper, for an all-in of one's own and for a call."""
_SQUEEZED: Final = 0.55
"""The part of its depth a hand keeps against two players who show strength."""
_CHEAP: Final = 0.12
"""Whoever has to add less than this part of the pot calls with anything."""


class Stage(NamedTuple):
    """What a tournament adds to a decision."""

    round_cost: int  # blinds and antes of one hand, in chips
    pressure: float = 1.0  # how much more a chip lost weighs than a chip won
    heads: float = 0.0  # the most that a head which can be won here is worth, in chips


def pressure_of(left: int, paid: int, *, flat: bool = False) -> float:
    """
    How much more a chip lost weighs than a chip won, with that many players left of whom so many are paid.

    Most of all just before the first prize, more in a satellite, whose prizes are all alike (`flat`), and not at all where the
    winner takes everything or two play for the last difference.
    """
    if paid < _SEVERAL or left <= _SEVERAL:
        return 1.0
    if left > paid:
        far = (left - paid) / paid
        return 1.0 + (2.2 if flat else 0.9) * float(0.11**far)
    return 1.8 if flat else 1.0 + 0.3 * (1.0 - 1.0 / (left - 1))


_SEVERAL: Final = 2


def push_depth(hole: tuple[int, ...], behind: int) -> float:
    """The deepest stack, in big blinds, with which these cards go all-in before that many players; by the chart alone."""
    return _cell(_of(PUSH, behind), hole) / 10


def call_depth(hole: tuple[int, ...], behind: int, *, blind: bool) -> float:
    """The deepest all-in, in big blinds, that these cards call; `behind` acted after the one who made it, `blind` is the big blind."""
    if blind or behind < _SEVERAL:
        return _cell(_of(CALL_BLIND, behind), hole) / 10
    return _cell(_of(CALL_COLD, behind - 1), hole) / 10


def short_stack(spot: Spot, style: Style, stage: Stage, chance: float) -> int | None:
    """All-in, call or fold with a short stack or against an all-in; None: neither, so the hand is played as any other."""
    raises = spot.betting[0].raises
    if raises and spot.to_call >= COMMITTED * (spot.stack + spot.bet):
        return _answer(spot, style, stage, chance, min(spot.current, spot.effective))
    if _depth(spot.effective, stage) > SHORT:
        return None
    return _answer(spot, style, stage, chance, spot.effective) if raises else _open(spot, style, stage, chance)


def _open(spot: Spot, style: Style, stage: Stage, chance: float) -> int:
    """The act when nobody has raised: all-in by the chart, a free look, or fold."""
    limpers = spot.betting[0].callers
    deepest = push_depth(spot.hole, spot.behind + limpers)
    worth = (1.0 + 0.5 * _heads(spot, stage)) / stage.pressure**_PUSHING
    if _depth(spot.effective, stage) <= deepest * worth * _mood(style, chance):
        return all_in(spot)
    return FOLD if spot.to_call else CALL


def _answer(spot: Spot, style: Style, stage: Stage, chance: float, risk: int) -> int:
    """The act against a raise: as much as there is, or nothing."""
    first = spot.betting[0]
    deepest = call_depth(spot.hole, behind_place(spot, first.aggressor), blind=spot.bet >= spot.big_blind)
    worth = (1.0 + _heads(spot, stage)) / stage.pressure**_CALLING
    if first.raises > 1 or first.callers:
        worth *= _SQUEEZED
    if _depth(risk, stage) <= deepest * worth * _mood(style, chance):
        return all_in(spot) if spot.able else CALL
    return CALL if spot.to_call <= _CHEAP * spot.pot else FOLD


def _depth(chips: int, stage: Stage) -> float:
    """Chips in big blinds, as if the antes were blinds too."""
    return chips * BLINDS / max(1, stage.round_cost)


def _heads(spot: Spot, stage: Stage) -> float:
    return stage.heads / max(1, spot.effective)


def _mood(style: Style, chance: float) -> float:
    """How far a style leaves the chart, and a little chance."""
    return float(style.gambles**0.5) * (0.94 + 0.12 * sub_chance(chance, 1))


def _of(charts: tuple[Table, ...], number: int) -> Table:
    return charts[min(max(number, 1), len(charts)) - 1]


def _cell(chart: Table, hole: tuple[int, ...]) -> int:
    one, other = hole
    row, column = _ACE - (max(one, other) >> 2), _ACE - (min(one, other) >> 2)
    return chart[row][column] if one & 3 == other & 3 else chart[column][row]
