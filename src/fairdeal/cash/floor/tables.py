"""How a floor decides about its tables: opening, closing, breaking, and what tables note on it."""

from typing import Final

from fairdeal.cash.draw import Lot
from fairdeal.cash.floor.commands import (
    AdoptRulebook,
    BreakShort,
    CloseEmpty,
    CloseStakes,
    NoteAway,
    NoteBack,
    NoteRulebook,
    NoteSeatFreed,
    NoteTableClosed,
    NoteTableClosing,
    OpenNext,
    Recover,
)
from fairdeal.cash.floor.events import (
    CameBack,
    FloorEvent,
    PeriodsShifted,
    QueueJoined,
    QueueLeft,
    ReservationEnded,
    RulebookAdopted,
    SeatFreed,
    TableClosed,
    TableClosing,
    TableFollowed,
    TableOpened,
    TurnedAway,
    WentAway,
)
from fairdeal.cash.floor.evolve import evolve
from fairdeal.cash.floor.house import House
from fairdeal.cash.floor.pools import closes_at, should_open, table_to_break
from fairdeal.cash.floor.seating import QUEUE, Refusal
from fairdeal.cash.floor.state import Floor, FloorTable, Pool
from fairdeal.cash.offer import StakeId, is_named
from fairdeal.kernel import Draft, Duration, Instant, PlayerId, RuleId, TableId, Verdict, make_id, reject
from fairdeal.kernel.ids import CHANCE_BYTES

ADOPTION: Final = RuleId("CASH-22")

FloorDraft = Draft[Floor, FloorEvent]


def open_next(house: House, floor: Floor, command: OpenNext, now: Instant) -> Verdict[FloorEvent]:
    """Open a table if enough players wait for one."""
    offered = house.offered(floor, command.stake)
    pool = floor.pools.get(command.stake, Pool())
    due = offered is not None and should_open(pool, offered.rules.players_min.value)
    if offered is None or not due or command.number != pool.opened + 1:
        return reject("stale_timer", QUEUE)
    assert command.draw is not None, "the runtime fills in the draw"
    chance = Lot(command.draw).below(1 << 8 * CHANCE_BYTES).to_bytes(CHANCE_BYTES, "big")
    rules = offered.rules
    table = TableId(make_id(now, chance))
    return (TableOpened(offered.id, table, rules.seats.value, rules.players_min.value, floor.edition, now, QUEUE),)


def close_empty(house: House, floor: Floor, command: CloseEmpty, now: Instant) -> Verdict[FloorEvent]:
    """Close an empty table where nobody is about to be seated."""
    pool = floor.pools.get(command.stake, Pool())
    table = pool.tables.get(command.table)
    due = None if table is None else closes_at(pool, command.table, house.settings.empty_table)
    if table is None or due is None or table.empty_since != command.since or now < due:
        return reject("stale_timer")
    return (TableClosing(command.stake, command.table, broken=False, rule=_minimum_rule(house, floor, command.stake)),)


def break_short(house: House, floor: Floor, command: BreakShort, now: Instant) -> Verdict[FloorEvent]:
    """Break a table that cannot deal; its players get seats at other tables."""
    pool = floor.pools.get(command.stake, Pool())
    since = pool.short.get(command.table)
    waited = since == command.since and now >= command.since + house.settings.short_table
    if not waited or table_to_break(pool) != command.table:
        return reject("stale_timer")
    return (TableClosing(command.stake, command.table, broken=True, rule=_minimum_rule(house, floor, command.stake)),)


def note_seat_freed(_house: House, floor: Floor, command: NoteSeatFreed, now: Instant) -> Verdict[FloorEvent]:
    """
    A player left a table; from a broken table the player goes to the front of the waiting list with the same stack.

    A player who sits out or has no chips left is not put on the list.
    """
    stake, table = _find(floor, command.table)
    if stake is None or table is None or command.player not in table.players:
        return ()
    draft = Draft(floor, evolve)
    draft.emit(SeatFreed(stake, command.table, command.player, now, command.rule))
    broken_by = table.closing if table.broken else None
    if broken_by is not None and command.rule == broken_by and command.player not in table.away and command.stack > 0:
        _withdraw(draft, stake, command.player, broken_by)
        draft.emit(
            QueueJoined(
                stake=stake,
                player=command.player,
                at=now,
                buy_in=command.stack,
                post=False,
                choice=None,
                bot=command.player in table.bots,
                carried=command.stack,
                rule=broken_by,
            )
        )
    return draft


def note_away(_house: House, floor: Floor, command: NoteAway, now: Instant) -> Verdict[FloorEvent]:
    """A player sits out, and does not count for the minimum to deal."""
    stake, table = _find(floor, command.table)
    if stake is None or table is None or command.player not in table.players or command.player in table.away:
        return ()
    return (WentAway(stake, command.table, command.player, now),)


def note_back(_house: House, floor: Floor, command: NoteBack, now: Instant) -> Verdict[FloorEvent]:
    """A player no longer sits out, and counts for the minimum to deal again."""
    stake, table = _find(floor, command.table)
    if stake is None or table is None or command.player not in table.away:
        return ()
    return (CameBack(stake, command.table, command.player, now),)


def note_closing(_house: House, floor: Floor, command: NoteTableClosing, _now: Instant) -> Verdict[FloorEvent]:
    """A table deals no further hand: it takes nobody, and its reserved seats are released."""
    stake, table = _find(floor, command.table)
    if stake is None or table is None or table.closing is not None:
        return ()
    return (
        *(ReservationEnded(stake, player, command.table, command.rule) for player in table.held),
        TableClosing(stake, command.table, broken=False, rule=command.rule),
    )


def note_closed(_house: House, floor: Floor, command: NoteTableClosed, _now: Instant) -> Verdict[FloorEvent]:
    """A table is closed: remove it from its pool."""
    stake, table = _find(floor, command.table)
    if stake is None or table is None:
        return ()
    held = (ReservationEnded(stake, player, command.table, QUEUE) for player in table.held)
    return (*held, TableClosed(stake, command.table))


def note_rulebook(house: House, floor: Floor, command: NoteRulebook, now: Instant) -> Verdict[FloorEvent]:
    """A table has adopted a revision of the rulebook."""
    stake, table = _find(floor, command.table)
    offered = None if stake is None else house.revisions.get(command.edition, {}).get(stake)
    if stake is None or table is None or offered is None or table.edition == command.edition:
        return ()
    return (TableFollowed(stake, command.table, command.edition, offered.rules.players_min.value, now),)


def adopt(house: House, floor: Floor, command: AdoptRulebook, _now: Instant) -> Verdict[FloorEvent]:
    """Adopt another revision of the rulebook; tables of stakes that it does not have are closed."""
    stakes = house.revisions.get(command.edition)
    if stakes is None:
        return reject("no_such_rulebook", ADOPTION)
    if command.edition == floor.edition:
        return ()
    draft = Draft(floor, evolve)
    for stake, pool in floor.pools.items():
        if stake not in stakes:
            _dissolve(draft, stake, pool, ADOPTION)
    draft.emit(RulebookAdopted(command.edition, tuple(stake for stake in floor.pools if stake in stakes), ADOPTION))
    return draft


def close_stakes(_house: House, floor: Floor, command: CloseStakes, _now: Instant) -> Verdict[FloorEvent]:
    """Close the tables of stakes that are not offered any more; who waits for a seat there is turned away."""
    draft = Draft(floor, evolve)
    for stake, pool in floor.pools.items():
        if is_named(stake, command.stakes):
            _dissolve(draft, stake, pool, QUEUE)
    return draft


def recover(house: House, floor: Floor, command: Recover, now: Instant) -> Verdict[FloorEvent]:
    """Move running periods by the outage, as the edition says (X-143)."""
    by = Duration(now - command.down_since)
    shifts = next((row.rules.downtime_shifts_periods for row in house.revisions[floor.edition].values()), None)
    if shifts is None or not shifts.value or by <= 0 or not floor.pools:
        return ()
    return (PeriodsShifted(by, shifts.rule),)


def _find(floor: Floor, table: TableId) -> tuple[StakeId, FloorTable] | tuple[None, None]:
    for stake, pool in floor.pools.items():
        if (found := pool.tables.get(table)) is not None:
            return stake, found
    return None, None


def _minimum_rule(house: House, floor: Floor, stake: StakeId) -> RuleId:
    """The rule that sets the minimum of players to deal."""
    offered = house.offered(floor, stake)
    return QUEUE if offered is None else offered.rules.players_min.rule


def _withdraw(draft: FloorDraft, stake: StakeId, player: PlayerId, rule: RuleId) -> None:
    """Cancel a player's other request at the stake: the stack of a broken table comes first, and each player waits once."""
    pool = draft.state.pools[stake]
    if (kept := pool.reservations.get(player)) is not None:
        draft.emit(ReservationEnded(stake, player, kept.table, rule))
    elif any(waiting.player == player for waiting in pool.queue):
        draft.emit(QueueLeft(stake, player, rule))


def _dissolve(draft: FloorDraft, stake: StakeId, pool: Pool, rule: RuleId) -> None:
    for waiting in pool.queue:
        draft.emit(TurnedAway(stake, waiting.player, Refusal.NO_SUCH_STAKE, rule, ()))
    for player, kept in pool.reservations.items():
        draft.emit(ReservationEnded(stake, player, kept.table, rule))
    for table_id, table in pool.tables.items():
        if table.closing is None:
            draft.emit(TableClosing(stake, table_id, broken=False, rule=rule))
