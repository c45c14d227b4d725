"""What a programme knows: every tournament of an edition that is announced or running, and the schedule of those to come."""

from dataclasses import dataclass
from typing import Final

from fairdeal.kernel import Instant, StreamId, TournamentId, Zones
from fairdeal.tournament.programme.schedule import NO_SCHEDULE, Schedule, Series, next_start
from fairdeal.tournament.setup import LastPhase

PROGRAMMES: Final = "programme"
"""The prefix of the streams of programmes; durable."""


def programme_stream(edition: str, money: str) -> StreamId:
    """The stream of the programme of an edition for one kind of money."""
    return StreamId(f"{PROGRAMMES}:{edition}/{money}")


@dataclass(frozen=True, slots=True)
class Listed:
    """A tournament that is announced or running."""

    tournament: TournamentId
    series: str  # of the schedule; nothing: announced by itself
    starts_at: Instant | None
    full: bool = False  # a sit & go that takes nobody any more


@dataclass(frozen=True, slots=True)
class Programme:
    """All tournaments that are not over, oldest announcement first."""

    listed: tuple[Listed, ...] = ()
    schedule: Schedule = NO_SCHEDULE
    published_at: Instant = Instant(0)
    latest: tuple[tuple[str, Instant], ...] = ()  # the last start that was announced, by series

    def find(self, tournament: TournamentId) -> Listed | None:
        """The tournament, if it is not over."""
        return next((each for each in self.listed if each.tournament == tournament), None)

    def announced_until(self, series: str) -> Instant:
        """The last start of a series that was announced; without one, when the schedule was published."""
        return max(self.published_at, dict(self.latest).get(series, self.published_at))


def start_to_announce(programme: Programme, series: Series, zones: Zones) -> Instant | None:
    """The next start of a series that is to be announced; a sit & go has none, and a last phase comes with its first ones."""
    if series.recurrence is None or isinstance(series.setup.phase, LastPhase):
        return None
    return next_start(series, programme.announced_until(series.key), zones)


def has_open_sit_and_go(programme: Programme, series: Series) -> bool:
    """Whether a sit & go of the series is announced and still takes players."""
    return series.recurrence is None and any(
        each.series == series.key and each.starts_at is None and not each.full for each in programme.listed
    )
