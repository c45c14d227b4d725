"""The plan of a cash simulation: how many players, how long, which rulebooks, how many crashes."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final

from fairdeal.cash.offer import Offered, StakeId
from fairdeal.kernel import HOUR, SECOND, Duration
from fairdeal.rulebook.clause import PUBLISHED
from fairdeal.rulebook.loader import find_edition, published_edition
from fairdeal.rulebook.ruled import Ruled
from fairdeal.rulebook.schema.edition import Edition

Dice = random.Random

_PLAYERS_PER_STAKE: Final = 12
_STAKES_MAX: Final = 24
_MORE_TIME: Final = 2 * SECOND  # added to the decision time by the other revision of a rulebook


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """One simulation; the same plan always gives the same history."""

    seed: int
    players: int = 60
    length: Duration = Duration(2 * HOUR)
    crashes: int = 3
    stalls: int = 6  # how often the process stands still and goes on
    proofs: bool = False  # hands are dealt by PFP-1
    editions: tuple[str, ...] = ()  # names of published ones, or files; empty: all published ones with poker

    def dice(self, whose: str) -> Dice:
        """Random numbers from the plan's seed for one purpose, so that no purpose changes the numbers of another."""
        return Dice(f"{self.seed}/{whose}")


def rulebooks(plan: Plan) -> list[Edition]:
    """The editions that a plan names, or all published ones with poker."""
    if plan.editions:
        return [find_edition(name) for name in plan.editions]
    return [edition for name in PUBLISHED if (edition := published_edition(name)).poker is not None]


def reworded(edition: Edition) -> Edition:
    """Another revision of the same rulebook: the decision time is a little longer."""
    poker = edition.poker
    assert poker is not None, edition.id
    connection = poker.connection
    longer: Ruled[Duration] = replace(
        connection.decision_seconds, value=Duration(connection.decision_seconds.value + _MORE_TIME)
    )
    return replace(edition, poker=replace(poker, connection=replace(connection, decision_seconds=longer)))


def menu(offered: Mapping[StakeId, Offered], dice: Dice, players: int) -> tuple[StakeId, ...]:
    """
    The stakes that players choose from, the most popular first; few enough that players meet.

    They alternate between rulebooks; every kind of game is there at most once, at a random stake.
    """
    kinds: dict[tuple[str, ...], list[StakeId]] = {}
    for stake, row in offered.items():
        rules = row.rules
        kinds.setdefault((rules.edition, rules.family, rules.money.value, str(rules.seats.value)), []).append(stake)
    by_edition: dict[str, list[StakeId]] = {}
    for kind, stakes in kinds.items():
        by_edition.setdefault(kind[0], []).append(dice.choice(stakes))
    for stakes in by_edition.values():
        dice.shuffle(stakes)
    turns = [stake for row in zip_longest(*by_edition.values()) for stake in row if stake is not None]
    count = max(2, min(_STAKES_MAX, players // _PLAYERS_PER_STAKE))
    return tuple(turns[:count])
