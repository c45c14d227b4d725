"""Floors of cash games as the room runs them."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from fairdeal.cash.draw import DRAW_BOUND
from fairdeal.cash.floor.commands import ConfirmBuyIn, FloorCommand, Join, OpenNext, Recover, ServeQueue, TurnAway
from fairdeal.cash.floor.events import FloorEvent
from fairdeal.cash.floor.machine import FloorMachine
from fairdeal.cash.floor.state import Floor
from fairdeal.cash.guest import Guest
from fairdeal.cash.offer import StakeId
from fairdeal.cash.streams import FLOORS
from fairdeal.kernel import Decision, Instant, PlayerId, Rejection, Step, StreamId
from fairdeal.kernel.agenda import JointCommand, Task
from fairdeal.room.cash import codecs
from fairdeal.room.cash.house import CashHouse
from fairdeal.room.codecs import Coded
from fairdeal.runtime.hosted import Hosted
from fairdeal.runtime.ports import Entropy

SNAPSHOT_EVERY: Final = 64
"""A floor holds all its tables and players; to write all of it for every seat would cost more than the seat."""


class HostedFloor(Hosted[Floor, FloorCommand, FloorEvent]):
    """A floor; the lobby is a read model of its own, nobody watches the floor itself."""

    prefix = FLOORS
    snapshot_every = SNAPSHOT_EVERY
    is_place = True
    comes_back = 1

    def __init__(
        self, stream: StreamId, house: CashHouse, entropy: Entropy, guest: Callable[[PlayerId, StakeId], Guest]
    ) -> None:
        """`guest` finds the facts about a player who wants a seat."""
        super().__init__(stream)
        self._machine = FloorMachine(house.revisions[stream], house.settings)
        self._edition = house.in_force[stream]
        self._entropy = entropy
        self._guest = guest

    @property
    def durable(self) -> Coded[Floor, FloorEvent]:
        """How it is written."""
        return codecs.FLOOR

    def open(self) -> Floor:
        """A floor without tables, under the revision in force."""
        return Floor(self._edition)

    def decide(self, state: Floor, command: FloorCommand, now: Instant) -> Decision[Floor, FloorEvent]:
        """What happens, or why not."""
        return self._machine.decide(state, command, now)

    def evolve(self, state: Floor, event: FloorEvent) -> Floor:
        """The floor after the event."""
        return self._machine.evolve(state, event)

    def agenda(self, state: Floor) -> frozenset[Task[object]]:
        """What the floor waits for."""
        return self._machine.agenda(state)

    def supply(self, _state: Floor, command: FloorCommand) -> FloorCommand:
        """The command with a draw, and with the facts about the player who wants a seat."""
        if isinstance(command, Join | ServeQueue | OpenNext) and command.draw is None:
            command = replace(command, draw=self._entropy.below(DRAW_BOUND))
        if isinstance(command, Join | ServeQueue | ConfirmBuyIn) and command.guest is None:
            command = replace(command, guest=self._guest(command.player, command.stake))
        return command

    def amend(self, command: FloorCommand, refusal: Rejection) -> FloorCommand | None:
        """Who waited and cannot be seated hears why, and waits no longer."""
        if isinstance(command, ServeQueue):
            return TurnAway(command.stake, command.player, refusal)
        return None

    def joint_commands(self, step: Step[Floor, FloorEvent]) -> tuple[JointCommand[object], ...]:
        """A seat is one for the player, the table and the floor."""
        return self._machine.joint_commands(step.event)

    def view(self, state: Floor, viewer: PlayerId | None) -> object:
        """The stakes, and the viewer's own requests."""
        return self._machine.view(state, viewer)

    def after_silence(self, since: Instant) -> FloorCommand:
        """Kept seats run on from where they stood."""
        return Recover(since)
