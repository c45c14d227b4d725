"""Tournament programmes as the room runs them."""

from dataclasses import replace
from typing import Final

from fairdeal.kernel import Decision, Instant, PlayerId, Step, StreamId
from fairdeal.kernel.agenda import JointCommand, Task
from fairdeal.kernel.ids import CHANCE_BYTES
from fairdeal.room.codecs import Coded
from fairdeal.room.tournament import codecs
from fairdeal.runtime.hosted import Hosted
from fairdeal.runtime.ports import Entropy
from fairdeal.tournament.programme.commands import AnnounceNext, ListTournament, ProgrammeCommand
from fairdeal.tournament.programme.events import ProgrammeEvent
from fairdeal.tournament.programme.machine import ProgrammeMachine
from fairdeal.tournament.programme.state import PROGRAMMES, Programme
from fairdeal.zones import database_zone

_MACHINE: Final = ProgrammeMachine(database_zone)


class HostedProgramme(Hosted[Programme, ProgrammeCommand, ProgrammeEvent]):
    """One programme; has no watchers, because the lobby of tournaments is a separate read model."""

    prefix = PROGRAMMES
    snapshot_every = 20

    def __init__(self, stream: StreamId, entropy: Entropy) -> None:
        super().__init__(stream)
        self._entropy = entropy

    @property
    def durable(self) -> Coded[Programme, ProgrammeEvent]:
        """The codec for the events and states of this stream."""
        return codecs.PROGRAMME

    def open(self) -> Programme:
        """The opening state: a programme without tournaments."""
        return Programme()

    def decide(self, state: Programme, command: ProgrammeCommand, now: Instant) -> Decision[Programme, ProgrammeEvent]:
        """The steps that the command causes now, or the rejection."""
        return _MACHINE.decide(state, command, now)

    def evolve(self, state: Programme, event: ProgrammeEvent) -> Programme:
        """The programme after the event."""
        return _MACHINE.evolve(state, event)

    def agenda(self, state: Programme) -> frozenset[Task[object]]:
        """The tasks the programme waits for."""
        return _MACHINE.agenda(state)

    def supply(self, _state: Programme, command: ProgrammeCommand) -> ProgrammeCommand:
        """The command with entropy for the ids of tournaments."""
        if isinstance(command, ListTournament | AnnounceNext) and command.chance is None:
            return replace(command, chance=self._entropy.bytes(CHANCE_BYTES))
        return command

    def joint_commands(self, step: Step[Programme, ProgrammeEvent]) -> tuple[JointCommand[object], ...]:
        """Commands to the directors of tournaments that are listed, which are announced in the same commit."""
        return _MACHINE.joint_commands(step.event)

    def view(self, state: Programme, _viewer: PlayerId | None) -> object:
        """The whole programme, which is public."""
        return state
