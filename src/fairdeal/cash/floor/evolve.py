"""What each event makes of a floor; only the pool an event names is copied."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeVar

from fairdeal.cash.floor.events import (
    BuyInAsked,
    CameBack,
    FloorEvent,
    PeriodsShifted,
    QueueJoined,
    QueueLeft,
    ReservationEnded,
    RulebookAdopted,
    SeatFreed,
    SeatGiven,
    TableClosed,
    TableClosing,
    TableFollowed,
    TableOpened,
    TurnedAway,
    WentAway,
)
from fairdeal.cash.floor.state import Floor, FloorTable, Pool, Reservation, Waiting
from fairdeal.cash.offer import StakeId
from fairdeal.kernel import Instant, PlayerId, TableId

Key = TypeVar("Key")
Value = TypeVar("Value")


def evolve(floor: Floor, event: FloorEvent) -> Floor:
    """The floor after the event."""
    return _EVOLVE[type(event)](floor, event)


def _opened(floor: Floor, event: TableOpened) -> Floor:
    pool = floor.pools.get(event.stake, Pool())
    table = FloorTable(event.seats, event.players_min, event.edition, event.at, empty_since=event.at)
    return _with_pool(
        floor, event.stake, _with_table(replace(pool, opened=pool.opened + 1), event.table, table, event.at)
    )


def _queue_joined(floor: Floor, event: QueueJoined) -> Floor:
    pool = floor.pools.get(event.stake, Pool())
    new = Waiting(event.player, event.at, event.buy_in, event.post, event.choice, event.bot, event.carried)
    # Players of a broken table stand before all others, in the order in which they left it.
    place = len(pool.queue) if event.carried is None else sum(each.carried is not None for each in pool.queue)
    return _with_pool(floor, event.stake, replace(pool, queue=(*pool.queue[:place], new, *pool.queue[place:])))


def _left_queue(floor: Floor, event: QueueLeft | TurnedAway) -> Floor:
    return _with_pool(floor, event.stake, _unqueued(floor.pools[event.stake], event.player))


def _asked(floor: Floor, event: BuyInAsked) -> Floor:
    pool = _unqueued(floor.pools[event.stake], event.player)
    kept = Reservation(event.table, event.until, event.minimum, event.maximum, event.amounts, event.why, event.bot)
    pool = replace(pool, reservations={**pool.reservations, event.player: kept})
    table = pool.tables[event.table]
    return _with_pool(
        floor, event.stake, _with_table(pool, event.table, replace(table, held=(*table.held, event.player)), event.at)
    )


def _reservation_ended(floor: Floor, event: ReservationEnded) -> Floor:
    return _with_pool(floor, event.stake, _unreserved(floor.pools[event.stake], event.player))


def _seat_given(floor: Floor, event: SeatGiven) -> Floor:
    pool = _unreserved(_unqueued(floor.pools[event.stake], event.player), event.player)
    table = pool.tables[event.table]
    table = replace(
        table,
        players=(*table.players, event.player),
        bots=(*table.bots, event.player) if event.bot else table.bots,
        empty_since=None,
    )
    return _with_pool(floor, event.stake, _with_table(pool, event.table, table, event.at))


def _seat_freed(floor: Floor, event: SeatFreed) -> Floor:
    pool = floor.pools[event.stake]
    table = pool.tables[event.table]
    players = _others(table.players, event.player)
    table = replace(
        table,
        players=players,
        away=_others(table.away, event.player),
        bots=_others(table.bots, event.player),
        empty_since=None if players else event.at,
    )
    return _with_pool(floor, event.stake, _with_table(pool, event.table, table, event.at))


def _went_away(floor: Floor, event: WentAway) -> Floor:
    pool = floor.pools[event.stake]
    table = pool.tables[event.table]
    table = replace(table, away=(*table.away, event.player))
    return _with_pool(floor, event.stake, _with_table(pool, event.table, table, event.at))


def _came_back(floor: Floor, event: CameBack) -> Floor:
    pool = floor.pools[event.stake]
    table = pool.tables[event.table]
    table = replace(table, away=_others(table.away, event.player))
    return _with_pool(floor, event.stake, _with_table(pool, event.table, table, event.at))


def _closing(floor: Floor, event: TableClosing) -> Floor:
    pool = floor.pools[event.stake]
    table = replace(pool.tables[event.table], closing=event.rule, broken=event.broken)
    pool = replace(
        pool,
        tables={**pool.tables, event.table: table},
        free=_put(pool.free, event.table, None),
        short=_put(pool.short, event.table, None),
        closing={**pool.closing, event.table: event.rule},
        outdated=_others(pool.outdated, event.table),
    )
    return _with_pool(floor, event.stake, pool)


def _closed(floor: Floor, event: TableClosed) -> Floor:
    pool = floor.pools[event.stake]
    pool = replace(
        pool,
        tables=_put(pool.tables, event.table, None),
        seated=pool.seated - len(pool.tables[event.table].players),
        free=_put(pool.free, event.table, None),
        short=_put(pool.short, event.table, None),
        closing=_put(pool.closing, event.table, None),
        outdated=_others(pool.outdated, event.table),
    )
    return _with_pool(floor, event.stake, pool)


def _adopted(floor: Floor, event: RulebookAdopted) -> Floor:
    followers = set(event.stakes)
    pools = {
        stake: replace(pool, outdated=tuple(each for each in pool.tables if each not in pool.closing))
        if stake in followers
        else pool
        for stake, pool in floor.pools.items()
    }
    return Floor(event.edition, pools)


def _followed(floor: Floor, event: TableFollowed) -> Floor:
    pool = floor.pools[event.stake]
    table = replace(pool.tables[event.table], edition=event.edition, players_min=event.players_min)
    pool = replace(pool, outdated=_others(pool.outdated, event.table))
    return _with_pool(floor, event.stake, _with_table(pool, event.table, table, event.at))


def _shifted(floor: Floor, event: PeriodsShifted) -> Floor:
    return replace(floor, pools={stake: _shifted_pool(pool, event) for stake, pool in floor.pools.items()})


def _shifted_pool(pool: Pool, event: PeriodsShifted) -> Pool:
    def later(instant: Instant) -> Instant:
        return Instant(instant + event.by)

    return replace(
        pool,
        tables={
            table_id: table if table.empty_since is None else replace(table, empty_since=later(table.empty_since))
            for table_id, table in pool.tables.items()
        },
        queue=tuple(replace(waiting, since=later(waiting.since)) for waiting in pool.queue),
        reservations={player: replace(kept, until=later(kept.until)) for player, kept in pool.reservations.items()},
        short={table_id: later(since) for table_id, since in pool.short.items()},
    )


def _with_pool(floor: Floor, stake: StakeId, pool: Pool) -> Floor:
    return replace(floor, pools={**floor.pools, stake: pool})


def _with_table(pool: Pool, table_id: TableId, table: FloorTable, at: Instant) -> Pool:
    """The pool with a table changed, and what follows from it."""
    before = pool.tables.get(table_id)
    is_open = table.closing is None
    short = is_open and table.present < table.players_min
    return replace(
        pool,
        tables={**pool.tables, table_id: table},
        seated=pool.seated + len(table.players) - (0 if before is None else len(before.players)),
        free=_put(pool.free, table_id, table.free if is_open and table.free > 0 else None),
        short=_put(pool.short, table_id, pool.short.get(table_id, at) if short else None),
    )


def _unqueued(pool: Pool, player: PlayerId) -> Pool:
    queue = tuple(waiting for waiting in pool.queue if waiting.player != player)
    return pool if len(queue) == len(pool.queue) else replace(pool, queue=queue)


def _unreserved(pool: Pool, player: PlayerId) -> Pool:
    kept = pool.reservations.get(player)
    if kept is None:
        return pool
    table = pool.tables[kept.table]
    pool = replace(pool, reservations=_put(pool.reservations, player, None))
    # A reserved seat is not occupied: whether the table can deal does not change, so no instant is needed.
    return _with_table(pool, kept.table, replace(table, held=_others(table.held, player)), table.opened_at)


def _others(items: tuple[Value, ...], item: Value) -> tuple[Value, ...]:
    return tuple(each for each in items if each != item) if item in items else items


def _put(mapping: Mapping[Key, Value], key: Key, value: Value | None) -> Mapping[Key, Value]:
    """A copy of the mapping with the key set, or for None removed; the same mapping where nothing changes."""
    if mapping.get(key) == value:
        return mapping
    changed = dict(mapping)
    if value is None:
        del changed[key]
    else:
        changed[key] = value
    return changed


_EVOLVE: Final[dict[type, Callable[[Floor, Any], Floor]]] = {
    TableOpened: _opened,
    QueueJoined: _queue_joined,
    QueueLeft: _left_queue,
    TurnedAway: _left_queue,
    BuyInAsked: _asked,
    ReservationEnded: _reservation_ended,
    SeatGiven: _seat_given,
    SeatFreed: _seat_freed,
    WentAway: _went_away,
    CameBack: _came_back,
    TableClosing: _closing,
    TableClosed: _closed,
    RulebookAdopted: _adopted,
    TableFollowed: _followed,
    PeriodsShifted: _shifted,
}
