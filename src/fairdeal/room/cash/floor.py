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
"""Events between snapshots; the state holds all tables and players, and is too large to be written for every seat."""


class HostedFloor(Hosted[Floor, FloorCommand, FloorEvent]):
    """One floor of cash games; has no watchers, because the lobby is a separate read model."""

    prefix = FLOORS
    snapshot_every = SNAPSHOT_EVERY
    is_place = True
    comes_back = 1

    def __init__(
        self, stream: StreamId, house: CashHouse, entropy: Entropy, guest: Callable[[PlayerId, StakeId], Guest]
    ) -> None:
        """`guest` returns what a floor must know of a player who wants a seat at a stake."""
        super().__init__(stream)
        self._machine = FloorMachine(house.revisions[stream], house.settings, house.closed)
        self._edition = house.in_force[stream]
        self._offered = house.offered
        self._entropy = entropy
        self._guest = guest

    @property
    def durable(self) -> Coded[Floor, FloorEvent]:
        """The codec for the events and states of this stream."""
        return codecs.FLOOR

    def open(self) -> Floor:
        """The opening state: a floor without tables, under the revision in force."""
        return Floor(self._edition)

    def decide(self, state: Floor, command: FloorCommand, now: Instant) -> Decision[Floor, FloorEvent]:
        """The steps that the command causes now, or the rejection."""
        return self._machine.decide(state, command, now)

    def evolve(self, state: Floor, event: FloorEvent) -> Floor:
        """The floor after the event."""
        return self._machine.evolve(state, event)

    def agenda(self, state: Floor) -> frozenset[Task[object]]:
        """The tasks the floor waits for."""
        return self._machine.agenda(state)

    def supply(self, _state: Floor, command: FloorCommand) -> FloorCommand:
        """The command with a random draw, and with the facts about the player who wants a seat."""
        if isinstance(command, Join | ServeQueue | OpenNext) and command.draw is None:
            command = replace(command, draw=self._entropy.below(DRAW_BOUND))
        if (
            isinstance(command, Join | ServeQueue | ConfirmBuyIn)
            and command.guest is None
            and command.stake in self._offered
        ):
            command = replace(command, guest=self._guest(command.player, command.stake))
        return command

    def amend(self, command: FloorCommand, refusal: Rejection) -> FloorCommand | None:
        """After the seat of a waiting player was refused: the command that takes the player off the list with the reason."""
        if isinstance(command, ServeQueue):
            return TurnAway(command.stake, command.player, refusal)
        return None

    def joint_commands(self, step: Step[Floor, FloorEvent]) -> tuple[JointCommand[object], ...]:
        """Commands to the player's and the table's stream, so that a seat is given in one commit."""
        return self._machine.joint_commands(step.event)

    def view(self, state: Floor, viewer: PlayerId | None) -> object:
        """The stakes of the floor, with the viewer's own requests for seats."""
        return self._machine.view(state, viewer)

    def after_silence(self, since: Instant) -> FloorCommand:
        """The command that shifts the deadlines of reserved seats by the time the room stood still."""
        return Recover(since)
