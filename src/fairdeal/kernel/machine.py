"""
The shape of everything we run: cash table, floor, player, tournament, casino table, monthly job.

A machine is the rules of one kind of thing as pure functions: `decide` says what happens or why not, `evolve` is the state after an
event, `agenda` what a state waits for. It knows no clock, no socket, no database and no dice. `runtime.Hosted` is the contract by
which one actor class runs them all.
"""

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

from fairdeal.kernel.outcome import Rejection

State = TypeVar("State")
Event = TypeVar("Event")
State_co = TypeVar("State_co", covariant=True)
Event_co = TypeVar("Event_co", covariant=True)


class Step(NamedTuple, Generic[State_co, Event_co]):
    """One event with the state before it and the state after it: decided and followed once, used by everybody."""

    before: State_co
    event: Event_co
    after: State_co


Steps = tuple[Step[State, Event], ...]
Decision = Steps[State, Event] | Rejection
"""What a machine answers: what happens, step by step, or why not. No steps mean that it is so already."""

Evolve = Callable[[State, Event], State]


class Draft(Generic[State, Event]):
    """
    Events being decided, together with the states they already lead to.

    A raise may end the street, deal cards and end the hand; each later question is asked of the state after the
    earlier events.
    """

    __slots__ = ("_evolve", "_steps", "state")

    def __init__(self, state: State, evolve: Evolve[State, Event]) -> None:
        self.state = state
        self._evolve = evolve
        self._steps: list[Step[State, Event]] = []

    def emit(self, *events: Event) -> None:
        """Add events, in order, and let the state follow."""
        for event in events:
            before = self.state
            self.state = after = self._evolve(before, event)
            self._steps.append(Step(before, event, after))

    @property
    def steps(self) -> Steps[State, Event]:
        """Everything emitted so far."""
        return tuple(self._steps)

    @property
    def events(self) -> tuple[Event, ...]:
        """The events emitted so far."""
        return tuple([step.event for step in self._steps])


Verdict = tuple[Event, ...] | Draft[Any, Event] | Rejection
"""What one of a machine's verbs answers: events, or the draft that has followed them already, or why not."""


def followed(state: State, verdict: Verdict[Event], evolve: Evolve[State, Event]) -> Decision[State, Event]:
    """A verdict as a decision; nothing is followed twice."""
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
    """A decision as plain events."""
    return decision if isinstance(decision, Rejection) else tuple([step.event for step in decision])
