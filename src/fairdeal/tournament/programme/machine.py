"""
The programme: which tournaments of an edition are announced or running, and which come next.

It announces tournaments in the same commit as their directors hear of it, and directors tell it when they are over, so that after
a crash it knows every tournament there is. HexaPro games are their lobby's business.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, get_args

from fairdeal.kernel import Decision, Instant, Task, Timer, TournamentId, Zones, make_id, reject
from fairdeal.kernel.agenda import Joint
from fairdeal.tournament.director.commands import Announce
from fairdeal.tournament.orders import director_stream
from fairdeal.tournament.programme.messages import (
    AnnounceNext,
    ListTournament,
    NoteFull,
    NoteOver,
    ProgrammeCommand,
    ProgrammeEvent,
    Publish,
    SchedulePublished,
    TournamentFull,
    TournamentListed,
    TournamentOver,
)
from fairdeal.tournament.programme.schedule import NO_SCHEDULE, Schedule, Series, next_start, setup_at
from fairdeal.tournament.rules import PROMPT_START, SIT_AND_GO

_AT_ONCE: Final = Instant(0)
_COMMANDS: Final = frozenset(get_args(ProgrammeCommand))


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


class ProgrammeMachine:
    """The programme of one edition for one kind of money; `zones` finds the time zones of its schedule."""

    def __init__(self, zones: Zones) -> None:
        self._zones = zones

    def decide(self, state: Programme, command: ProgrammeCommand, now: Instant) -> Decision[ProgrammeEvent]:
        """What happens, or why not."""
        if type(command) not in _COMMANDS:
            return reject("not_here")
        match command:
            case Publish(schedule=schedule, staff=staff):
                return () if schedule == state.schedule else (SchedulePublished(schedule, now, staff),)
            case ListTournament():
                return _list(state, command, now)
            case AnnounceNext():
                return _announce_next(state, command, now, self._zones)
            case NoteFull(tournament=tournament):
                known = state.find(tournament)
                return () if known is None or known.full else (TournamentFull(tournament, SIT_AND_GO),)
            case NoteOver(tournament=tournament):
                return () if state.find(tournament) is None else (TournamentOver(tournament),)

    def evolve(self, state: Programme, event: ProgrammeEvent) -> Programme:
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
                return replace(
                    state, listed=tuple(each for each in state.listed if each.tournament != event.tournament)
                )

    def agenda(self, state: Programme) -> frozenset[Task[ProgrammeCommand]]:
        """The next announcement of every series."""
        return frozenset(_tasks(state, self._zones))

    def joins(self, event: ProgrammeEvent) -> tuple[Joint[Announce], ...]:
        """A director hears of its tournament in the same commit."""
        if not isinstance(event, TournamentListed):
            return ()
        return (Joint(director_stream(event.tournament), Announce(event.setup)),)


def _tasks(state: Programme, zones: Zones) -> Iterator[Timer[ProgrammeCommand]]:
    for number, series in enumerate(state.schedule.series):  # of one instant as the schedule lists them
        start = _next(state, series, zones)
        if start is not None:
            yield Timer(Instant(start - series.announced), AnnounceNext(series.key, start), number)
        elif not _has_open(state, series):
            yield Timer(_AT_ONCE, AnnounceNext(series.key, None), number)


def _list(state: Programme, command: ListTournament, now: Instant) -> Decision[ProgrammeEvent]:
    if command.id is not None and state.find(command.id) is not None:
        return ()
    tournament = command.id or _new_id(command.chance, now)
    rule = SIT_AND_GO if command.setup.sit_and_go else PROMPT_START
    return (TournamentListed(tournament, command.setup, "", command.staff, rule),)


def _announce_next(state: Programme, command: AnnounceNext, now: Instant, zones: Zones) -> Decision[ProgrammeEvent]:
    """The tournament that is due; what should have started while nobody was there is passed over."""
    series = next((each for each in state.schedule.series if each.key == command.series), None)
    if series is None or command.starts_at != _next(state, series, zones) or _has_open(state, series):
        return reject("stale_timer", PROMPT_START)
    starts_at = command.starts_at
    if starts_at is not None:
        if now < starts_at - series.announced:
            return reject("too_early", PROMPT_START, due=starts_at - series.announced)
        starts_at = starts_at if starts_at > now else next_start(series, now, zones)
    rule = SIT_AND_GO if starts_at is None else PROMPT_START
    setup = setup_at(series, starts_at)
    return (TournamentListed(_new_id(command.chance, now), setup, series.key, "", rule),)


def _next(state: Programme, series: Series, zones: Zones) -> Instant | None:
    """The start that is announced next; a sit & go has none."""
    return None if series.recurrence is None else next_start(series, state.announced_until(series.key), zones)


def _has_open(state: Programme, series: Series) -> bool:
    """Whether a sit & go of the series still takes players."""
    return series.recurrence is None and any(
        each.series == series.key and each.starts_at is None and not each.full for each in state.listed
    )


def _new_id(chance: bytes | None, now: Instant) -> TournamentId:
    assert chance is not None, "the runtime fills the slot"
    return TournamentId(make_id(now, chance))
