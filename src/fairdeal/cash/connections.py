"""Lost and returning players, and pauses of all clocks when the fault is ours, at a cash table (TIME-10 to TIME-13, X-143)."""

from fairdeal.cash.table_events import PeriodsShifted, SatIn, TableEvent
from fairdeal.cash.table_facts import TableFacts
from fairdeal.cash.table_state import CashTable, Entry
from fairdeal.kernel import Decision, Instant
from fairdeal.play import connections
from fairdeal.play.events import ClocksPaused
from fairdeal.play.messages import Drop, PauseClocks, ResumeClocks, Return


def drop(facts: TableFacts, table: CashTable, command: Drop, now: Instant) -> Decision[TableEvent]:
    """A seated player is not connected any more; in the player's turn that may grant time to come back."""
    if table.seat_of(command.player) < 0 or table.dropped_since(command.player) is not None:
        return ()
    return (connections.lose(facts.rules_of(table), table, command.player, command.at, now),)


def return_(facts: TableFacts, table: CashTable, command: Return, now: Instant) -> Decision[TableEvent]:
    """A player is connected again; where the edition says so, that ends a sit-out imposed for the absence (TIME-13)."""
    seat = table.seat_of(command.player)
    if seat < 0 or table.dropped_since(command.player) is None:
        return ()
    rules = facts.rules_of(table)
    back = connections.come_back(rules, table, command.player, now)
    chair = table.chair_at(seat)
    lifts = chair.sit_out is not None and connections.ends_by_return(rules, chair.sit_out.rule)
    if lifts and chair.stack > 0:
        rule = rules.imposed_sit_out_ends_by.rule
        return back, SatIn(seat, chair.player, now, chair.entry is Entry.POSTING, rule)
    return (back,)


def pause_clocks(facts: TableFacts, table: CashTable, _command: PauseClocks, now: Instant) -> Decision[TableEvent]:
    """All clocks stand from now on."""
    if table.paused_since is not None or table.closed:
        return ()
    return (ClocksPaused(now, facts.rules_of(table).downtime_shifts_periods.rule),)


def resume_clocks(facts: TableFacts, table: CashTable, _command: ResumeClocks, now: Instant) -> Decision[TableEvent]:
    """All clocks run on; periods that are kept for good are shifted for good."""
    since = table.paused_since
    if since is None:
        return ()
    resumed = connections.resume(facts.rules_of(table).downtime_shifts_periods.rule, table, now)
    if any(chair is not None and (chair.sit_out or chair.sits_out_next) for chair in table.chairs):
        return PeriodsShifted(since, now, table.waits_until, resumed.rule), resumed
    return (resumed,)
