"""What each event makes of the state of a player's cash games."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from fairdeal.cash.player.events import (
    AbsenceExpired,
    AccountClosedSet,
    BigBlindOptionNoted,
    BigBlindOptionSpread,
    ChoiceCounted,
    Departed,
    ExclusionSet,
    ObligationIncurred,
    ObligationUsed,
    PeriodsShifted,
    PlayerStreamEvent,
    ReturnCounted,
    SatInNoted,
    Seated,
    SitOutNoted,
    SitOutSpread,
)
from fairdeal.cash.player.state import VISITED_MAX, Absence, CashPlayer, DayCount, Departure, Sitting
from fairdeal.kernel import Instant, TableId
from fairdeal.kernel.instants import shifted
from fairdeal.play.events import ClocksPaused, ClocksResumed


def evolve(state: CashPlayer, event: PlayerStreamEvent) -> CashPlayer:
    """The state after the event."""
    return _EVOLVE[type(event)](state, event)


def _seated(state: CashPlayer, event: Seated) -> CashPlayer:
    visited = (*(table for table in state.visited if table != event.table), event.table)[-VISITED_MAX:]
    tables = {**state.tables, event.table: Sitting(event.stake, event.at)}
    return replace(state, tables=tables, visited=visited, at_big_blind=None)


def _departed(state: CashPlayer, event: Departed) -> CashPlayer:
    left = event.departure
    others = tuple(each for each in _remembered(state.departures, left.at) if each.table != left.table)
    departures = (*others, left) if left.until > left.at else others
    tables = {table: sitting for table, sitting in state.tables.items() if table != left.table}
    return _without(replace(state, tables=tables, departures=departures), left.table)


def _return_counted(state: CashPlayer, event: ReturnCounted) -> CashPlayer:
    return replace(state, returns={**state.returns, event.scope: DayCount(event.day, event.count)})


def _choice_counted(state: CashPlayer, event: ChoiceCounted) -> CashPlayer:
    return replace(state, choices={**state.choices, event.scope: DayCount(event.day, event.count)})


def _obliged(state: CashPlayer, event: ObligationIncurred) -> CashPlayer:
    kept = _remembered(state.obligations, event.obligation.at)
    return replace(state, obligations=(*kept, event.obligation))


def _obligation_used(state: CashPlayer, event: ObligationUsed) -> CashPlayer:
    return replace(state, obligations=tuple(left for left in state.obligations if left != event.obligation))


def _sat_out(state: CashPlayer, event: SitOutNoted) -> CashPlayer:
    return _out_since(state, event.table, event.since)


def _sat_in(state: CashPlayer, event: SatInNoted) -> CashPlayer:
    # A player who stops sitting out, or takes another seat, is not to be sat out there by an older request.
    return _without(replace(_out_since(state, event.table, None), at_big_blind=None), event.table)


def _option_noted(state: CashPlayer, event: BigBlindOptionNoted) -> CashPlayer:
    sitting = replace(state.tables[event.table], at_big_blind=event.on)
    return replace(state, tables={**state.tables, event.table: sitting})


def _option_spread(state: CashPlayer, event: BigBlindOptionSpread) -> CashPlayer:
    return replace(state, at_big_blind=event.on)


def _spread(state: CashPlayer, event: SitOutSpread) -> CashPlayer:
    new = Absence(event.since, event.limit, event.tables, event.rule, event.removal_rule)
    return replace(state, absences=(*state.absences, new))


def _expired(state: CashPlayer, event: AbsenceExpired) -> CashPlayer:
    absences = (replace(each, expired=True) if each.since == event.since else each for each in state.absences)
    return replace(state, absences=tuple(absences))


def _exclusion_set(state: CashPlayer, event: ExclusionSet) -> CashPlayer:
    formats = state.excluded_from | {event.format} if event.on else state.excluded_from - {event.format}
    return replace(state, excluded_from=formats)


def _closed_set(state: CashPlayer, event: AccountClosedSet) -> CashPlayer:
    return replace(state, closed=event.on)


def _shifted(state: CashPlayer, event: PeriodsShifted) -> CashPlayer:
    tables = {
        table: sitting if sitting.out_since is None else replace(sitting, out_since=_later(sitting.out_since, event))
        for table, sitting in state.tables.items()
    }
    absences = tuple(replace(each, since=_later(each.since, event)) for each in state.absences)
    return replace(state, tables=tables, absences=absences)


def _later(instant: Instant, event: PeriodsShifted) -> Instant:
    return shifted(instant, event.stood_since, event.until)


def _paused(state: CashPlayer, event: ClocksPaused) -> CashPlayer:
    return replace(state, pause=event)


def _resumed(state: CashPlayer, _event: ClocksResumed) -> CashPlayer:
    return replace(state, pause=None)


def _remembered(departures: tuple[Departure, ...], now: Instant) -> tuple[Departure, ...]:
    return tuple(left for left in departures if left.until >= now)


def _out_since(state: CashPlayer, table: TableId, since: Instant | None) -> CashPlayer:
    # A table that sits a player out has used the option up.
    sitting = replace(state.tables[table], out_since=since, at_big_blind=False)
    return replace(state, tables={**state.tables, table: sitting})


def _without(state: CashPlayer, table: TableId) -> CashPlayer:
    """Remove a table from the sit-outs at all tables; one without any table left ends."""
    if not state.absences:
        return state
    left = (replace(each, tables=tuple(t for t in each.tables if t != table)) for each in state.absences)
    return replace(state, absences=tuple(each for each in left if each.tables))


_EVOLVE: Final[dict[type, Callable[[CashPlayer, Any], CashPlayer]]] = {
    Seated: _seated,
    Departed: _departed,
    ReturnCounted: _return_counted,
    ChoiceCounted: _choice_counted,
    ObligationIncurred: _obliged,
    ObligationUsed: _obligation_used,
    SitOutNoted: _sat_out,
    SatInNoted: _sat_in,
    BigBlindOptionNoted: _option_noted,
    BigBlindOptionSpread: _option_spread,
    SitOutSpread: _spread,
    AbsenceExpired: _expired,
    ExclusionSet: _exclusion_set,
    AccountClosedSet: _closed_set,
    PeriodsShifted: _shifted,
    ClocksPaused: _paused,
    ClocksResumed: _resumed,
}
