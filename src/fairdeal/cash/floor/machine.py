"""
The machine of a floor: draws seats, keeps waiting lists, opens, closes and breaks tables.

Every decision seats at most one player, so that a commit concerns one player, one table and the floor. Whatever is left to do (the
next on the waiting list, a table to open or to close) is in the agenda and follows at once. Tables are sent the command to close,
and note in their own commit who left.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from fairdeal.bank.transfer import Transfer
from fairdeal.cash.floor import guests, tables
from fairdeal.cash.floor.agenda import tasks
from fairdeal.cash.floor.commands import (
    AdoptRulebook,
    BreakShort,
    CloseEmpty,
    CloseStakes,
    ConfirmBuyIn,
    FloorCommand,
    Join,
    LapseReservation,
    LeaveQueue,
    NoteAway,
    NoteBack,
    NoteRulebook,
    NoteSeatFreed,
    NoteTableClosed,
    NoteTableClosing,
    OpenNext,
    Recover,
    ServeQueue,
    TurnAway,
)
from fairdeal.cash.floor.events import FloorEvent, SeatGiven, TableOpened
from fairdeal.cash.floor.evolve import evolve
from fairdeal.cash.floor.house import House
from fairdeal.cash.floor.pools import next_to_seat, should_open
from fairdeal.cash.floor.state import Floor
from fairdeal.cash.floor.view import (
    FloorStep,
    FloorView,
    LobbyChange,
    PrivateChange,
    private_changes,
    public_change,
    view_of,
)
from fairdeal.cash.offer import Offered, StakeId
from fairdeal.cash.player.commands import NoteSeated
from fairdeal.cash.settings import HouseSettings
from fairdeal.cash.streams import player_stream, table_stream
from fairdeal.cash.table import commands as table_commands
from fairdeal.kernel import Decision, EventRef, Instant, PlayerId, Task, Verdict, followed, reject
from fairdeal.kernel.agenda import JointCommand


class FloorMachine:
    """The machine of one floor; `revisions` are its stakes under every revision of the rulebook, by content hash."""

    def __init__(
        self,
        revisions: Mapping[str, Mapping[StakeId, Offered]],
        settings: HouseSettings | None = None,
        closed: Sequence[str] = (),
    ) -> None:
        """`closed` are stakes that the house does not offer at present, by their ids with `*` for any part."""
        self.house = House(revisions, settings or HouseSettings(), closed)

    def decide(self, state: Floor, command: FloorCommand, now: Instant) -> Decision[Floor, FloorEvent]:
        """The steps a command leads to, or a rejection; changes nothing."""
        handle = _DECIDE.get(type(command))
        return (
            reject("unknown_command")
            if handle is None
            else followed(state, handle(self.house, state, command, now), evolve)
        )

    def evolve(self, state: Floor, event: FloorEvent) -> Floor:
        """The floor after the event."""
        return evolve(state, event)

    def agenda(self, state: Floor) -> frozenset[Task[Any]]:
        """The agenda of the floor: next steps of its pools, timers of reserved seats and idle tables, messages to tables."""
        return frozenset(tasks(self.house, state))

    def view(self, state: Floor, viewer: PlayerId | None) -> FloorView:
        """The stakes as the lobby shows them, and the viewer's own requests."""
        return view_of(self.house, state, viewer)

    def transfers(self, _event: FloorEvent, _ref: EventRef) -> tuple[Transfer, ...]:
        """Always empty: tables move the money."""
        return ()

    def joint_commands(self, event: FloorEvent) -> tuple[JointCommand[Any], ...]:
        """The commands to decide in the same commit: a seat is given by floor, player and table together."""
        match event:
            case TableOpened():
                return (JointCommand(table_stream(event.table), table_commands.OpenTable(event.edition, event.stake)),)
            case SeatGiven():
                noted = NoteSeated(
                    event.table, event.stake, event.return_counted, event.obligation, event.choice_counted
                )
                seat = table_commands.Seat(event.player, event.buy_in, event.post, event.bot)
                return JointCommand(player_stream(event.player), noted), JointCommand(table_stream(event.table), seat)
            case _:
                return ()

    def public_change(self, step: FloorStep) -> LobbyChange | None:
        """What everybody is shown of an event; None: nothing."""
        return public_change(self.house, step)

    def private_changes(self, step: FloorStep) -> dict[PlayerId, PrivateChange]:
        """What single players are shown of an event."""
        return private_changes(step)

    def unseated_but_seatable(self, state: Floor) -> tuple[tuple[StakeId, PlayerId], ...]:
        """Players who wait although a seat is free or a table could open; empty once the agenda is done (a check for tests)."""
        found: list[tuple[StakeId, PlayerId]] = []
        for stake, pool in state.pools.items():
            offered = self.house.offered(state, stake)
            if (waiting := next_to_seat(pool)) is not None:
                found.append((stake, waiting.player))
            elif offered is not None and should_open(pool, offered.rules.players_min.value):
                found += [(stake, each.player) for each in pool.queue]
        return tuple(found)


_DECIDE: Final[dict[type, Callable[[House, Floor, Any, Instant], Verdict[FloorEvent]]]] = {
    Join: guests.join,
    ConfirmBuyIn: guests.confirm,
    LeaveQueue: guests.leave_queue,
    ServeQueue: guests.serve,
    LapseReservation: guests.lapse,
    TurnAway: guests.turn_away,
    OpenNext: tables.open_next,
    CloseEmpty: tables.close_empty,
    BreakShort: tables.break_short,
    NoteSeatFreed: tables.note_seat_freed,
    NoteAway: tables.note_away,
    NoteBack: tables.note_back,
    NoteTableClosing: tables.note_closing,
    NoteTableClosed: tables.note_closed,
    NoteRulebook: tables.note_rulebook,
    AdoptRulebook: tables.adopt,
    CloseStakes: tables.close_stakes,
    Recover: tables.recover,
}
