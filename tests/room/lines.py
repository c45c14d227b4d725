"""A table, its clock and the connections of its players, without a server: whoever is lost is lost as in a room."""

from collections.abc import Callable
from typing import Any

from fairdeal.kernel import Instant, PlayerId, Rejection, StreamId, events_of
from fairdeal.kernel.agenda import Timer
from fairdeal.play.connections import with_loss
from fairdeal.play.events import Played
from fairdeal.play.messages import Disconnected, PauseClocks, Reconnected, ResumeClocks, TurnExpired
from fairdeal.play.state import Turn
from fairdeal.runtime.presence import Presence, PresenceSettings
from fairdeal.testing.clock import ManualClock

TABLE = StreamId("cash:1")


class Lines:
    """A running hand of any table from a given state on, until somebody is decided for or acts."""

    def __init__(self, machine: Any, state: Any, now: Instant) -> None:
        self.machine = machine
        self.state = state
        self.clock = ManualClock(now)
        self.events: list[tuple[Instant, Any]] = []
        self._cancel: Callable[[], None] = lambda: None
        self._due: Timer[Any] | None = None
        self.presence = Presence(self.clock, self, PresenceSettings())
        for player in state.running.lineup.players:
            self.presence.connect(player, "phone")
            self.presence.seated(player, TABLE)
        self._pursue()

    # ---- what presence tells tables

    def disconnected(self, player: PlayerId, _table: StreamId, at: Instant) -> None:
        self.tell(Disconnected(player, at))

    def reconnected(self, player: PlayerId, _table: StreamId) -> None:
        self.tell(Reconnected(player))

    def pause(self, _tables: set[StreamId]) -> None:
        self.tell(PauseClocks())

    def resume(self, _tables: set[StreamId]) -> None:
        self.tell(ResumeClocks())

    # ---- the table

    @property
    def turn(self) -> Turn:
        turn = self.state.running.turn
        assert isinstance(turn, Turn)
        return turn

    @property
    def to_act(self) -> PlayerId:
        running = self.state.running
        player: PlayerId = running.lineup.players[running.hand.turn]
        return player

    def tell(self, command: Any) -> None:
        if isinstance(command, TurnExpired):
            command = with_loss(command, self.state.running, self.presence.disconnected_since)
        decision = events_of(self.machine.decide(self.state, command, self.clock.now()))
        assert not isinstance(decision, Rejection), (command, decision)
        for event in decision:
            self.state = self.machine.evolve(self.state, event)
            self.events.append((self.clock.now(), event))
        self._pursue()

    def _pursue(self) -> None:
        """Only the clock of the turn: what follows a hand is of no interest here."""
        tasks = self.machine.agenda(self.state)
        due = next((task for task in tasks if isinstance(getattr(task, "command", None), TurnExpired)), None)
        if due != self._due:
            self._cancel()
            self._due = due
            if due is not None:
                self._cancel = self.clock.at(due.at, lambda: self.tell(due.command))

    # ---- people

    def lose(self, player: PlayerId) -> None:
        self.presence.disconnect(player, "phone")

    def come_back(self, player: PlayerId) -> None:
        self.presence.connect(player, "phone")

    def go_to(self, at: int) -> "Lines":
        self.clock.run_until(Instant(at))
        return self

    def until_decided(self) -> tuple[Instant, Played]:
        """When the house decides for the player to act, and how."""
        while True:
            for at, event in self.events:
                if isinstance(event, Played):
                    return at, event
            assert self.clock.step(), "nobody is ever decided for"
