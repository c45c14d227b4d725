"""Whether the phases of a tournament still wait for each other (MTT-71a)."""

from fairdeal.tournament.director.state import Status, Tournament
from fairdeal.tournament.setup import FirstPhase, LastPhase


def waits_for_phases(state: Tournament) -> bool:
    """Whether players of a first phase are still to come."""
    phase = state.setup.phase
    return isinstance(phase, LastPhase) and not state.received >= set(phase.sources)


def owes_players(state: Tournament) -> bool:
    """Whether a first phase that is over has not handed its players, perhaps none, to the next phase yet."""
    if not isinstance(state.setup.phase, FirstPhase) or state.handed_over:
        return False
    return bool(state.advancing) or state.status is Status.CANCELLED
