"""Lost and returning players, and pauses of all clocks when the fault is ours (TIME-10, TIME-11, TIME-13, X-143)."""

from fairdeal.cash.clock import when_back, when_lost, when_resumed
from fairdeal.cash.playing import clock_now
from fairdeal.cash.rules import CashRules
from fairdeal.cash.table_events import (
    ClocksPaused,
    ClocksResumed,
    ConnectionBack,
    ConnectionLost,
    PeriodsShifted,
    SatIn,
    TableEvent,
)
from fairdeal.cash.table_facts import TableFacts
from fairdeal.cash.table_messages import Drop, PauseClocks, ResumeClocks, Return
from fairdeal.cash.table_state import CashTable, Entry, SitOut, Turn
from fairdeal.kernel import Decision, Instant
from fairdeal.rulebook.schema.choices import SitOutEnd


def drop(facts: TableFacts, table: CashTable, command: Drop, now: Instant) -> Decision[TableEvent]:
    """A seated player is not connected any more; in the player's turn that may grant time to come back."""
    seat = table.seat_of(command.player)
    if seat < 0 or table.dropped_since(command.player) is not None:
        return ()
    running = table.running
    turn = _turn_of(table, seat)
    if turn is None or running is None:
        return (ConnectionLost(command.player, now),)
    rules = facts.rules_of(table)
    turn, prolonged = when_lost(rules, turn, clock_now(table, now), running.drops[running.hand.turn])
    return (ConnectionLost(command.player, now, turn, rules.reconnect_extra.rule if prolonged else None),)


def return_(facts: TableFacts, table: CashTable, command: Return, now: Instant) -> Decision[TableEvent]:
    """A player is connected again; where the edition says so, that ends a sit-out imposed for the absence (TIME-13)."""
    seat = table.seat_of(command.player)
    if seat < 0 or table.dropped_since(command.player) is None:
        return ()
    rules = facts.rules_of(table)
    turn = _turn_of(table, seat)
    turn = turn and when_back(turn, clock_now(table, now))
    lifts = rules.imposed_sit_out_ends_by
    in_hand = _ends_by_return(rules, table.imposed_on(seat))
    events: list[TableEvent] = [ConnectionBack(command.player, now, turn, lifts.rule if in_hand else None)]
    chair = table.chair_at(seat)
    if _ends_by_return(rules, chair.sit_out) and chair.stack > 0:
        events.append(SatIn(seat, chair.player, now, chair.entry is Entry.POSTING, lifts.rule))
    return tuple(events)


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
    rule = facts.rules_of(table).downtime_shifts_periods.rule
    running = table.running
    turn = None if running is None or running.turn is None else when_resumed(running.turn, since, now)
    resumed = ClocksResumed(now, turn, rule)
    if any(chair is not None and (chair.sit_out or chair.sits_out_next) for chair in table.chairs):
        return (PeriodsShifted(since, now, table.waits_until, rule), resumed)
    return (resumed,)


def _turn_of(table: CashTable, seat: int) -> Turn | None:
    """The turn, if it is that seat's."""
    turn = None if table.running is None else table.running.turn
    return turn if turn is not None and turn.seat == seat else None


def _ends_by_return(rules: CashRules, sit_out: SitOut | None) -> bool:
    """Whether the sit-out was imposed for a lost connection, and coming back ends it."""
    ends = rules.imposed_sit_out_ends_by.value is SitOutEnd.RECONNECTION
    return ends and sit_out is not None and sit_out.rule == rules.sits_out_after_automatic_decision.rule
