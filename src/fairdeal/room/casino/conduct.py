"""Conduct: whether staff blocked a player from chat, as the room runs it."""

from typing import Final

from fairdeal.casino.chat import BlockChat, ChatBlocked
from fairdeal.casino.conduct import CONDUCT, Conduct, ConductMachine
from fairdeal.kernel import Decision, Instant, PlayerId, StreamId
from fairdeal.kernel.agenda import Task
from fairdeal.room.codecs import Coded
from fairdeal.runtime.hosted import Hosted
from fairdeal.storage.codec import Codec

CONDUCT_EVENTS: Final = Codec("conduct events", 1, {"chat_blocked": ChatBlocked})
CONDUCT_STATES: Final = Codec("conduct", 1, {"conduct": Conduct})
_CODED: Final = Coded[Conduct, ChatBlocked](CONDUCT_EVENTS, CONDUCT_STATES)
_MACHINE: Final = ConductMachine()


class HostedConduct(Hosted[Conduct, BlockChat, ChatBlocked]):
    """One player's conduct; read by tables, without watchers."""

    prefix = CONDUCT
    is_personal = True

    def __init__(self, stream: StreamId) -> None:
        super().__init__(stream)

    @property
    def durable(self) -> Coded[Conduct, ChatBlocked]:
        """The codec for the events and states of this stream."""
        return _CODED

    def open(self) -> Conduct:
        """The opening state: a player who is not blocked."""
        return Conduct()

    def decide(self, state: Conduct, command: BlockChat, now: Instant) -> Decision[Conduct, ChatBlocked]:
        """The steps that the command causes now, or the rejection."""
        return _MACHINE.decide(state, command, now)

    def evolve(self, state: Conduct, event: ChatBlocked) -> Conduct:
        """The conduct after the event."""
        return _MACHINE.evolve(state, event)

    def agenda(self, state: Conduct) -> frozenset[Task[object]]:
        """Nothing: a block ends only when staff ends it."""
        return _MACHINE.agenda(state)

    def view(self, state: Conduct, viewer: PlayerId | None) -> object:
        """The conduct itself."""
        return _MACHINE.view(state, viewer)
