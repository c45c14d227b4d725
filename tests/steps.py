"""Steps of a decision, made by hand."""

from typing import Protocol, TypeVar

from fairdeal.kernel import Step

S = TypeVar("S")
E = TypeVar("E")
E_contra = TypeVar("E_contra", contravariant=True)


class Evolves(Protocol[S, E_contra]):
    """Whatever follows events."""

    def evolve(self, state: S, event: E_contra, /) -> S:
        """The state after the event."""
        ...


def step_of(machine: Evolves[S, E], before: S, event: E) -> Step[S, E]:
    """An event between the states before and after it."""
    return Step(before, event, machine.evolve(before, event))
