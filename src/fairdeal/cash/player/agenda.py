"""The agenda of a player's cash games: timers, and messages to the tables where the player sits."""

from collections.abc import Iterator, Mapping
from typing import Any

from fairdeal.cash.offer import Offered, StakeId
from fairdeal.cash.player.commands import SitOutExpired
from fairdeal.cash.player.state import Absence, CashPlayer
from fairdeal.cash.streams import table_stream
from fairdeal.cash.table.commands import RemoveAbsent, SitOutAtBigBlind, TakeBreak
from fairdeal.kernel import Message, TableId, Task, Timer


def tasks(offered: Mapping[StakeId, Offered], state: CashPlayer) -> Iterator[Task[Any]]:
    """The timers of sit-outs at all tables, and messages to tables that have not adopted a sit-out or option yet."""
    for absence in state.absences:
        yield from _of_absence(state, absence)
    yield from _options(offered, state)


def knows_everywhere(offered: Mapping[StakeId, Offered], state: CashPlayer, table: TableId) -> bool:
    """Whether sitting out at this table means sitting out at all tables, by the rules it plays by."""
    found = offered.get(state.tables[table].stake)
    return found is not None and found.rules.everywhere is not None


def _of_absence(state: CashPlayer, absence: Absence) -> Iterator[Task[Any]]:
    if not absence.expired and state.pause is None:
        yield Timer(absence.until, SitOutExpired(absence.since))
    for table in absence.tables:
        since = state.tables[table].out_since
        if since is None:
            yield Message(table_stream(table), TakeBreak(state.player, absence.rule))
        elif absence.expired:
            yield Message(table_stream(table), RemoveAbsent(state.player, since, absence.removal_rule))


def _options(offered: Mapping[StakeId, Offered], state: CashPlayer) -> Iterator[Task[Any]]:
    """Messages to tables where "sit out next big blind" is not yet switched as the player wants it."""
    on = state.at_big_blind
    if on is None:
        return
    for table, sitting in state.tables.items():
        if sitting.at_big_blind != on and sitting.out_since is None and knows_everywhere(offered, state, table):
            yield Message(table_stream(table), SitOutAtBigBlind(state.player, on))
