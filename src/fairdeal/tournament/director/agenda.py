"""
What a director waits for: clocks, orders to dealers, and answers of other tournaments.

The whole agenda is read after a crash, and a change of it otherwise. The tasks of a table follow from that table and from whether
clocks stand, so that a change is found by comparing the tables that differ.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from fairdeal.kernel import Message, RuleId, Task, Timer
from fairdeal.kernel.values import dataclass
from fairdeal.tournament.director.commands import (
    Advance,
    CallBreak,
    EndLevel,
    EndPause,
    EndReBuyTime,
    SeatWinner,
    Start,
    TournamentCommand,
)
from fairdeal.tournament.director.phases import owes_players, waits_for_phases
from fairdeal.tournament.director.seating.floor import numbers
from fairdeal.tournament.director.state import NOTHING, Status, Table, Tournament
from fairdeal.tournament.orders import (
    TABLE_BREAKS,
    Attendance,
    CloseTable,
    DealerCommand,
    PlayHand,
    ReportNoted,
    dealer_stream,
    director_stream,
)
from fairdeal.tournament.rules import DELAY_OR_CANCEL, FREEZEOUT, PHASES
from fairdeal.tournament.setup import FirstPhase
from fairdeal.tournament.stakes import stakes_of

TournamentTask = Task[TournamentCommand | DealerCommand]
Agenda = frozenset[TournamentTask]

# Which of several clocks of one instant comes first. A level has run its time when the minute of the break comes, so a break at
# the end of level one is none in level one (MTT-47c); a break that is due prolongs a pause before that could end; and players
# decide about re-buys table by table.
_LEVEL: Final = 0
_BREAK: Final = 1
_PAUSE: Final = 2
_DECISIONS: Final = 3


@dataclass(frozen=True, slots=True)
class AgendaChange:
    """The tasks that an event adds to the agenda and removes from it."""

    added: Agenda
    removed: Agenda


def agenda(state: Tournament | None) -> Agenda:
    """Every task of a tournament in that state."""
    if state is None:
        return frozenset()
    tables = (task for table in state.floor.tables.values() for task in _table_tasks(state, table))
    return frozenset((*_clocks(state), *_letters(state), *tables))


def agenda_between(before: Tournament | None, after: Tournament) -> AgendaChange:
    """How the agenda changes from one state to a later one, found by comparing only the tables that differ."""
    if before is None:
        return AgendaChange(agenda(after), frozenset())
    old = {*_clocks(before), *_letters(before)}
    new = {*_clocks(after), *_letters(after)}
    for number in _changed_tables(before, after):
        was = tuple(_table_tasks(before, before.floor.tables.get(number)))
        now = tuple(_table_tasks(after, after.floor.tables.get(number)))
        if was != now:  # comparing an order with itself is quick, hashing it is not
            old.update(was)
            new.update(now)
    return AgendaChange(frozenset(new - old), frozenset(old - new))


def _changed_tables(before: Tournament, after: Tournament) -> Iterable[int]:
    """The tables whose tasks may be others: those that differ, and where a clock stops or goes on by a word of the house."""
    found = after.floor.tables.changed(before.floor.tables)
    if before.clock.halt is after.clock.halt:
        return found
    return {*found, *numbers(before.floor.deciding | after.floor.deciding)}


def _clocks(state: Tournament) -> Iterator[TournamentTask]:
    clock = state.clock
    if state.status is Status.ANNOUNCED:
        if state.starts_at is not None and not waits_for_phases(state):
            yield Timer(state.starts_at, Start(state.starts_at))
    elif state.status is Status.RUNNING and clock.halt is None:
        if clock.level_ends is not None:
            yield Timer(clock.level_ends, EndLevel(clock.level), _LEVEL)
        if clock.break_due is not None:
            yield Timer(clock.break_due, CallBreak(clock.break_due), _BREAK)
        if clock.pause is not None and clock.pause.until is not None:
            yield Timer(clock.pause.until, EndPause(clock.pause.until), _PAUSE)


def _letters(state: Tournament) -> Iterator[TournamentTask]:
    if state.status is Status.FINISHED:
        for won in state.tickets:
            letter = SeatWinner(won.player, won.ticket, won.value, state.id)
            yield Message(director_stream(won.target), letter)
    phase = state.setup.phase
    if isinstance(phase, FirstPhase) and owes_players(state):
        letter_on = Advance(state.id, (), NOTHING)
        if state.advancing:
            letter_on = Advance(state.id, state.advancing, state.purse.supplied, state.fees_on, stakes_of(state))
        yield Message(director_stream(phase.next), letter_on)


def _closed_by(state: Tournament) -> RuleId:
    """The clause by which a table closes: the tournament was cancelled, its phase or all of it is over, or tables break."""
    if state.status is Status.CANCELLED:
        return DELAY_OR_CANCEL
    if state.status is Status.FINISHED:
        return PHASES if isinstance(state.setup.phase, FirstPhase) else FREEZEOUT
    return TABLE_BREAKS


def _table_tasks(state: Tournament, table: Table | None) -> Iterator[TournamentTask]:
    """The hand to play, the report that was noted, or the end of the table; and the time to decide about re-buys."""
    if table is None:
        return
    dealer = dealer_stream(state.id, table.number)
    if table.closing:
        yield Message(dealer, CloseTable(table.number, _closed_by(state)))
    elif table.held:
        pass  # ordered again when play goes on
    elif table.order is not None:
        yield Message(dealer, table.order)
        if table.called:
            yield Message(dealer, Attendance(table.number, table.order.number, _away(table, table.order)))
    elif table.hands:
        yield Message(dealer, ReportNoted(table.number, table.hands))
    if table.decide_until is not None and state.clock.halt is None:
        yield Timer(table.decide_until, EndReBuyTime(table.number, table.hands), _DECISIONS + table.number)


def _away(table: Table, order: PlayHand) -> tuple[int, ...]:
    chairs = ((place.seat, table.chairs[place.seat]) for place in order.places)
    return tuple(seat for seat, chair in chairs if chair is not None and chair.away is not None)
