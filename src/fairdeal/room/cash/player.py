"""What follows a player from cash table to cash table, as the room runs it."""

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
    """A player's stream; nobody watches it, tables show what happens there."""

    prefix = PLAYERS
    is_personal = True
    stops_in_every_outage = True  # it keeps the time of sit-outs everywhere
    comes_back = 0

    def __init__(self, stream: StreamId, machine: PlayerMachine) -> None:
        super().__init__(stream)
        self._machine = machine

    @property
    def durable(self) -> Coded[CashPlayer, PlayerStreamEvent]:
        """How it is written."""
        return codecs.PLAYER

    def open(self) -> CashPlayer:
        """A player who never sat down."""
        return CashPlayer(PlayerId(self.name))

    def decide(
        self, state: CashPlayer, command: PlayerStreamCommand, now: Instant
    ) -> Decision[CashPlayer, PlayerStreamEvent]:
        """What happens, or why not."""
        return self._machine.decide(state, command, now)

    def evolve(self, state: CashPlayer, event: PlayerStreamEvent) -> CashPlayer:
        """The state after the event."""
        return self._machine.evolve(state, event)

    def agenda(self, state: CashPlayer) -> frozenset[Task[object]]:
        """What the stream waits for."""
        return self._machine.agenda(state)

    def view(self, state: CashPlayer, viewer: PlayerId | None) -> object:
        """One's own seats and obligations."""
        return self._machine.view(state, viewer)

    def after_silence(self, since: Instant) -> PlayerStreamCommand:
        """Sit-outs run on from where they stood."""
        return Recover(since)

    def clocks_pause(self) -> PlayerStreamCommand:
        """Stop the clocks of sit-outs."""
        return PauseClocks()

    def clocks_resume(self) -> PlayerStreamCommand:
        """Let them run on."""
        return ResumeClocks()
