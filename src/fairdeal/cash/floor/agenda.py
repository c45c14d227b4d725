"""The agenda of a floor: its timers, and messages to its tables."""

from collections.abc import Iterator
from typing import Any, Final

from fairdeal.cash.floor.commands import BreakShort, CloseEmpty, LapseReservation, OpenNext, ServeQueue
from fairdeal.cash.floor.house import House
from fairdeal.cash.floor.pools import closes_at, next_to_seat, should_open, table_to_break
from fairdeal.cash.floor.state import Floor, Pool
from fairdeal.cash.offer import StakeId
from fairdeal.cash.streams import table_stream
from fairdeal.cash.table import commands as table_commands
from fairdeal.kernel import Instant, Message, Task, Timer

ADOPTIONS_AT_ONCE: Final = 64
"""The number of tables that are asked at a time to adopt a new revision; the next follow when these have done so."""


def tasks(house: House, state: Floor) -> Iterator[Task[Any]]:
    """The agenda of a floor: next steps of its pools, timers of reserved seats and idle tables, messages to tables."""
    for stake, pool in state.pools.items():
        yield from _of_pool(house, state, stake, pool)


def _of_pool(house: House, state: Floor, stake: StakeId, pool: Pool) -> Iterator[Task[Any]]:
    for player, kept in pool.reservations.items():
        yield Timer(kept.until, LapseReservation(stake, player, kept.until))
    for table, rule in pool.closing.items():
        yield Message(table_stream(table), table_commands.Close(rule))
    for table in pool.outdated[:ADOPTIONS_AT_ONCE]:
        yield Message(table_stream(table), table_commands.AdoptRulebook(state.edition))
    offered = house.offered(state, stake)
    waiting = next_to_seat(pool)
    if waiting is not None:
        yield Timer(waiting.since, ServeQueue(stake, waiting.player, waiting.since))
    elif offered is not None and should_open(pool, offered.rules.players_min.value):
        yield Timer(pool.queue[-1].since, OpenNext(stake, pool.opened + 1))
    elif pool.short:
        yield from _idle(house, stake, pool)


def _idle(house: House, stake: StakeId, pool: Pool) -> Iterator[Task[Any]]:
    """Timers of tables that cannot deal: empty ones close, others are broken if other tables have room for their players."""
    settings = house.settings
    for table in pool.short:
        empty_since = pool.tables[table].empty_since
        at = closes_at(pool, table, settings.empty_table)
        if at is not None and empty_since is not None:
            yield Timer(at, CloseEmpty(stake, table, empty_since))
    if (table_id := table_to_break(pool)) is not None:
        since = pool.short[table_id]
        yield Timer(Instant(since + settings.short_table), BreakShort(stake, table_id, since))
