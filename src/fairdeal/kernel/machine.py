"""
The shape of a machine: steps, decisions and drafts, for cash tables, floors, players, tournaments, casino tables and the rest.

A machine is the rules of one kind of stream as pure functions: `decide` returns the steps of a command or its rejection, `evolve` the
state after an event, `agenda` what a state waits for. It has no clock, no IO and no randomness. `runtime.Hosted` is the contract by
which one actor class runs all of them.
"""

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

from fairdeal.kernel.outcome import Rejection

State = TypeVar("State")
Event = TypeVar("Event")
State_co = TypeVar("State_co", covariant=True)
Event_co = TypeVar("Event_co", covariant=True)


class Step(NamedTuple, Generic[State_co, Event_co]):
    """One event with the state before and after it; computed once, when it is decided."""

    before: State_co
    event: Event_co
    after: State_co


Steps = tuple[Step[State, Event], ...]
Decision = Steps[State, Event] | Rejection
"""What `decide` returns: the steps that happen, or the rejection. No steps mean that nothing needs to change."""

Evolve = Callable[[State, Event], State]


class Draft(Generic[State, Event]):
    """
    The events of a decision so far, with the state they lead to.

    A raise may end the street, deal cards and end the hand; each of these is decided from the state after the earlier events.
    """

    __slots__ = ("_evolve", "_steps", "state")

    def __init__(self, state: State, evolve: Evolve[State, Event]) -> None:
        self.state = state
        self._evolve = evolve
        self._steps: list[Step[State, Event]] = []

    def emit(self, *events: Event) -> None:
        """Append events in order, and apply each to the state."""
        for event in events:
            before = self.state
            self.state = after = self._evolve(before, event)
            self._steps.append(Step(before, event, after))

    @property
    def steps(self) -> Steps[State, Event]:
        """The steps emitted so far."""
        return tuple(self._steps)

    @property
    def events(self) -> tuple[Event, ...]:
        """The events emitted so far."""
        return tuple([step.event for step in self._steps])


Verdict = tuple[Event, ...] | Draft[Any, Event] | Rejection
"""What a machine's handler of one command returns: events, or a draft that has applied them already, or a rejection."""


def followed(state: State, verdict: Verdict[Event], evolve: Evolve[State, Event]) -> Decision[State, Event]:
    """The verdict as a decision; applies the events to the state unless a draft has done so."""
    if isinstance(verdict, Rejection):
        return verdict
    if isinstance(verdict, Draft):
        return verdict.steps
    if len(verdict) == 1:  # by far the most frequent
        return (Step(state, verdict[0], evolve(state, verdict[0])),)
    draft = Draft(state, evolve)
    draft.emit(*verdict)
    return draft.steps


def events_of(decision: Decision[State, Event]) -> tuple[Event, ...] | Rejection:
    """The events of a decision without their states, or its rejection."""
    return decision if isinstance(decision, Rejection) else tuple([step.event for step in decision])
