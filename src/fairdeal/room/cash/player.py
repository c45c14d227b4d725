"""The stream of a cash player, which holds what applies across tables, as the room runs it."""

from fairdeal.cash.player.commands import PlayerStreamCommand, Recover
from fairdeal.cash.player.events import PlayerStreamEvent
from fairdeal.cash.player.machine import PlayerMachine
from fairdeal.cash.player.state import CashPlayer
from fairdeal.cash.streams import PLAYERS
from fairdeal.kernel import Decision, Instant, PlayerId, StreamId
from fairdeal.kernel.agenda import Task
from fairdeal.play.messages import PauseClocks, ResumeClocks
from fairdeal.room.cash import codecs
from fairdeal.room.codecs import Coded
from fairdeal.runtime.hosted import Hosted


class HostedPlayer(Hosted[CashPlayer, PlayerStreamCommand, PlayerStreamEvent]):
    """One cash player's stream; has no watchers, because tables show what concerns them."""

    prefix = PLAYERS
    is_personal = True
    stops_in_every_outage = True  # it holds the clocks of sit-outs at all tables
    comes_back = 0

    def __init__(self, stream: StreamId, machine: PlayerMachine) -> None:
        super().__init__(stream)
        self._machine = machine

    @property
    def durable(self) -> Coded[CashPlayer, PlayerStreamEvent]:
        """The codec for the events and states of this stream."""
        return codecs.PLAYER

    def open(self) -> CashPlayer:
        """The opening state: a player who never sat down."""
        return CashPlayer(PlayerId(self.name))

    def decide(
        self, state: CashPlayer, command: PlayerStreamCommand, now: Instant
    ) -> Decision[CashPlayer, PlayerStreamEvent]:
        """The steps that the command causes now, or the rejection."""
        return self._machine.decide(state, command, now)

    def evolve(self, state: CashPlayer, event: PlayerStreamEvent) -> CashPlayer:
        """The state after the event."""
        return self._machine.evolve(state, event)

    def agenda(self, state: CashPlayer) -> frozenset[Task[object]]:
        """The tasks the player's stream waits for."""
        return self._machine.agenda(state)

    def view(self, state: CashPlayer, viewer: PlayerId | None) -> object:
        """The viewer's own seats and obligations."""
        return self._machine.view(state, viewer)

    def after_silence(self, since: Instant) -> PlayerStreamCommand:
        """The command that shifts the clocks of sit-outs by the time the room stood still."""
        return Recover(since)

    def clocks_pause(self) -> PlayerStreamCommand:
        """The command that stops the clocks of sit-outs during an outage."""
        return PauseClocks()

    def clocks_resume(self) -> PlayerStreamCommand:
        """The command that lets the clocks run again after an outage."""
        return ResumeClocks()
