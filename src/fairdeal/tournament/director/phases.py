"""What phases of a tournament wait for from each other (MTT-71a)."""

from fairdeal.tournament.director.state import Status, Tournament
from fairdeal.tournament.setup import FirstPhase, LastPhase


def waits_for_phases(state: Tournament) -> bool:
    """Whether players of a first phase are still to come."""
    phase = state.setup.phase
    return isinstance(phase, LastPhase) and not state.received >= set(phase.sources)


def owes_players(state: Tournament) -> bool:
    """Whether the next phase has not heard yet who comes from this one; from one that was cancelled nobody does."""
    if not isinstance(state.setup.phase, FirstPhase) or state.handed_over:
        return False
    return bool(state.advancing) or state.status is Status.CANCELLED
