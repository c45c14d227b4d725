"""How events change the programme."""

from dataclasses import replace

from fairdeal.tournament.programme.events import (
    ProgrammeEvent,
    SchedulePublished,
    TournamentFull,
    TournamentListed,
    TournamentOver,
)
from fairdeal.tournament.programme.state import Listed, Programme


def evolve(state: Programme, event: ProgrammeEvent) -> Programme:
    """The programme after the event."""
    match event:
        case SchedulePublished():
            return replace(state, schedule=event.schedule, published_at=event.at)
        case TournamentListed():
            starts_at = event.setup.starts_at
            listed = (*state.listed, Listed(event.tournament, event.series, starts_at))
            latest = state.latest
            if event.series and starts_at is not None:
                latest = (*(each for each in latest if each[0] != event.series), (event.series, starts_at))
            return replace(state, listed=listed, latest=latest)
        case TournamentFull():
            full = tuple(
                replace(each, full=True) if each.tournament == event.tournament else each for each in state.listed
            )
            return replace(state, listed=full)
        case TournamentOver():
            return replace(state, listed=tuple(each for each in state.listed if each.tournament != event.tournament))
