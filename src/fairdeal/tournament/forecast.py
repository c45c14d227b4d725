"""How long a tournament is likely to last, and what it would pay with so many entries; aids for operators and players, no rules."""

from dataclasses import dataclass
from itertools import islice
from typing import Final

from fairdeal.kernel import Cents, Chips, Duration
from fairdeal.rulebook.schema.choices import LastLevel
from fairdeal.tournament.director.prizes.payouts import Prizes
from fairdeal.tournament.director.prizes.pools import pool_now, prizes_for
from fairdeal.tournament.setup import TournamentSetup
from fairdeal.tournament.structure import BlindStructure

BIG_BLINDS_AT_END: Final = 20
"""Two players are left and have ten big blinds each: it is over soon."""

_LEVELS_MAX: Final = 1000


@dataclass(frozen=True, slots=True)
class Forecast:
    """The level in which a tournament is likely to end, and how long play lasts until then, breaks apart."""

    level: int
    length: Duration


def forecast(blinds: BlindStructure, after_last: LastLevel, entrants: int, stack: Chips) -> Forecast | None:
    """The first level at which all chips are few big blinds; None: the blinds never rise so far."""
    chips = entrants * stack
    for number, level in enumerate(islice(blinds.all_levels(after_last), _LEVELS_MAX), 1):
        if chips <= BIG_BLINDS_AT_END * level.big_blind:
            return Forecast(number, Duration(number * blinds.level_time))
        if number >= len(blinds.levels) and after_last is LastLevel.STAY:
            return None
    return None


def prizes_if(setup: TournamentSetup, entries: int) -> tuple[Cents, Prizes]:
    """The pool and the prizes with that many entries at the tournament's price, if nobody bought anything else."""
    most = entries if setup.full_at is None else min(entries, setup.full_at)
    supplied = Cents(most * (setup.price.pool - setup.bounty))
    return pool_now(setup, supplied), prizes_for(setup, supplied, most)
