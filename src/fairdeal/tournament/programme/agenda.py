"""What a programme waits for: the instant at which each series announces its next tournament."""

from collections.abc import Iterator
from typing import Final

from fairdeal.kernel import Instant, Task, Timer, Zones
from fairdeal.tournament.programme.commands import AnnounceNext, ProgrammeCommand
from fairdeal.tournament.programme.state import Programme, has_open_sit_and_go, start_to_announce

_AT_ONCE: Final = Instant(0)


def agenda(state: Programme, zones: Zones) -> frozenset[Task[ProgrammeCommand]]:
    """The next announcement of every series."""
    return frozenset(_tasks(state, zones))


def _tasks(state: Programme, zones: Zones) -> Iterator[Timer[ProgrammeCommand]]:
    for number, series in enumerate(state.schedule.series):  # of one instant as the schedule lists them
        start = start_to_announce(state, series, zones)
        if start is not None:
            yield Timer(Instant(start - series.announced), AnnounceNext(series.key, start), number)
        elif series.recurrence is None and not has_open_sit_and_go(state, series):
            yield Timer(_AT_ONCE, AnnounceNext(series.key, None), number)
