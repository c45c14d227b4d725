"""Disconnected and reconnected players at a cash table, and pauses of all clocks in an outage (TIME-10 to TIME-13, X-143)."""

from dataclasses import replace

from fairdeal.cash.table.events import PeriodsShifted, SatIn, TableEvent
from fairdeal.cash.table.facts import TableFacts
from fairdeal.cash.table.state import CashTable, Entry
from fairdeal.kernel import Instant, Verdict
from fairdeal.play import connections
from fairdeal.play.events import ClocksPaused
from fairdeal.play.messages import Disconnected, GiveTimeBack, PauseClocks, Reconnected, ResumeClocks


def disconnect(facts: TableFacts, table: CashTable, command: Disconnected, now: Instant) -> Verdict[TableEvent]:
    """A seated player disconnected; during the player's own turn this may grant a disconnect extension."""
    if table.seat_of(command.player) < 0 or table.dropped_since(command.player) is not None:
        return ()
    return (connections.lose(facts.rules_of(table), table, command.player, command.at, now),)


def reconnect(facts: TableFacts, table: CashTable, command: Reconnected, now: Instant) -> Verdict[TableEvent]:
    """A player reconnected; where the edition says so, this ends a sit-out forced for the disconnection (TIME-13)."""
    seat = table.seat_of(command.player)
    if seat < 0 or table.dropped_since(command.player) is None:
        return ()
    rules = facts.rules_of(table)
    back = connections.come_back(rules, table, command.player, now)
    chair = table.chair_at(seat)
    lifts = chair.sit_out is not None and connections.ends_by_reconnection(rules, chair.sit_out.rule)
    if lifts and chair.stack > 0:
        rule = rules.forced_sit_out_ends_by.rule
        return back, SatIn(seat, chair.player, now, chair.entry is Entry.POSTING, rule)
    return (back,)


def pause_clocks(facts: TableFacts, table: CashTable, _command: PauseClocks, now: Instant) -> Verdict[TableEvent]:
    """Pause all clocks from now on."""
    if table.paused_since is not None or table.closed:
        return ()
    return (ClocksPaused(now, facts.rules_of(table).downtime_shifts_periods.rule),)


def resume_clocks(facts: TableFacts, table: CashTable, _command: ResumeClocks, now: Instant) -> Verdict[TableEvent]:
    """Let all clocks run again; stored periods (sit-outs) are moved by the pause with a durable event."""
    return () if table.paused_since is None else _run_on(facts, table, table.paused_since, now)


def give_time_back(facts: TableFacts, table: CashTable, command: GiveTimeBack, now: Instant) -> Verdict[TableEvent]:
    """The room stood still: move everything that ran by that time, as after a pause; nothing happens where nothing ran."""
    shifts = facts.rules_of(table).downtime_shifts_periods
    if table.paused_since is not None or table.closed or not shifts.value or command.since >= now:
        return ()
    has_turn = table.running is not None and table.running.turn is not None
    has_turn = has_turn or (table.fair_play is not None and table.fair_play.locking is not None)
    keeps_periods = not command.hand_only and _keeps_periods(table)
    if not (has_turn or keeps_periods):
        return ()
    stood = replace(table, paused_since=command.since)
    run_on = (
        _run_on(facts, stood, command.since, now) if keeps_periods else (connections.resume(shifts.rule, stood, now),)
    )
    return ClocksPaused(command.since, shifts.rule), *run_on


def _run_on(facts: TableFacts, table: CashTable, since: Instant, now: Instant) -> tuple[TableEvent, ...]:
    resumed = connections.resume(facts.rules_of(table).downtime_shifts_periods.rule, table, now)
    if _keeps_periods(table):
        return PeriodsShifted(since, now, table.waits_until, resumed.rule), resumed
    return (resumed,)


def _keeps_periods(table: CashTable) -> bool:
    """Whether the table has stored periods to move: any player sits out, now or from the next deal on."""
    return any(chair is not None and (chair.sit_out or chair.sits_out_next) for chair in table.chairs)
