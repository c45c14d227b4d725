"""
The shape of everything we run: cash table, floor, player, tournament, casino table, fraud case, monthly job.

A machine is the rules of one kind of thing as pure functions. It knows no clock, no socket, no database and no dice;
one actor class runs them all.
"""

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from fairdeal.kernel.agenda import Task
from fairdeal.kernel.ids import EventRef
from fairdeal.kernel.instants import Instant
from fairdeal.kernel.outcome import Rejection

State = TypeVar("State")
Command = TypeVar("Command")
Event = TypeVar("Event")
Viewer = TypeVar("Viewer", contravariant=True)
View = TypeVar("View", covariant=True)
Transfer = TypeVar("Transfer", covariant=True)

Decision = tuple[Event, ...] | Rejection


class Machine(Protocol[State, Command, Event, Viewer, View, Transfer]):
    """Rules of one kind of table or event."""

    def decide(self, state: State, command: Command, now: Instant) -> Decision[Event]:
        """What happens, or why not; changes nothing."""
        ...

    def evolve(self, state: State, event: Event) -> State:
        """The state after the event; never refuses."""
        ...

    def agenda(self, state: State) -> frozenset[Task[Command]]:
        """Everything the state waits for."""
        ...

    def view(self, state: State, viewer: Viewer) -> View:
        """What that viewer may see, built from what may be shown."""
        ...

    def transfers(self, event: Event, ref: EventRef) -> tuple[Transfer, ...]:
        """What the event means in money."""
        ...


class Draft(Generic[State, Event]):
    """
    Events being decided, together with the state they already lead to.

    A raise may end the street, deal cards and end the hand; each later question is asked of the state after the
    earlier events.
    """

    __slots__ = ("_events", "_evolve", "state")

    def __init__(self, state: State, evolve: Callable[[State, Event], State]) -> None:
        self.state = state
        self._evolve = evolve
        self._events: list[Event] = []

    def emit(self, *events: Event) -> None:
        """Add events, in order, and let the state follow."""
        for event in events:
            self.state = self._evolve(self.state, event)
            self._events.append(event)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything emitted so far: the decision."""
        return tuple(self._events)
