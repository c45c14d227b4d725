"""
The machine of a programme: it announces the tournaments of an edition and knows those that are not over.

It announces tournaments in the same commit as their directors hear of it, and directors tell it when they are over, so that after
a crash it knows every tournament there is whose format is `in_programme`.
"""

from typing import Final, get_args

from fairdeal.kernel import Decision, Instant, Task, TournamentId, Verdict, Zones, followed, make_id, reject
from fairdeal.kernel.agenda import JointCommand
from fairdeal.tournament.director.commands import Announce
from fairdeal.tournament.orders import director_stream
from fairdeal.tournament.programme.agenda import agenda
from fairdeal.tournament.programme.commands import (
    AnnounceNext,
    ListTournament,
    NoteFull,
    NoteOver,
    ProgrammeCommand,
    Publish,
)
from fairdeal.tournament.programme.events import (
    ProgrammeEvent,
    SchedulePublished,
    TournamentFull,
    TournamentListed,
    TournamentOver,
)
from fairdeal.tournament.programme.evolve import evolve
from fairdeal.tournament.programme.links import Announcer
from fairdeal.tournament.programme.schedule import next_start
from fairdeal.tournament.programme.state import Programme, has_open_sit_and_go, start_to_announce
from fairdeal.tournament.rules import CHANGE_SCHEDULE, PROMPT_START, SIT_AND_GO

_COMMANDS: Final = frozenset(get_args(ProgrammeCommand))


class ProgrammeMachine:
    """The programme of one edition for one kind of money; `zones` finds the time zones of its schedule."""

    def __init__(self, zones: Zones) -> None:
        self._zones = zones

    def decide(self, state: Programme, command: ProgrammeCommand, now: Instant) -> Decision[Programme, ProgrammeEvent]:
        """What happens, or why not."""
        return followed(state, self._verdict(state, command, now), self.evolve)

    def _verdict(self, state: Programme, command: ProgrammeCommand, now: Instant) -> Verdict[ProgrammeEvent]:
        if type(command) not in _COMMANDS:
            return reject("unknown_command")
        match command:
            case Publish(schedule=schedule):
                told = (schedule, now, command.staff, command.reason, CHANGE_SCHEDULE)
                return () if schedule == state.schedule else (SchedulePublished(*told),)
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
        return evolve(state, event)

    def agenda(self, state: Programme) -> frozenset[Task[ProgrammeCommand]]:
        """The next announcement of every series."""
        return agenda(state, self._zones)

    def joint_commands(self, event: ProgrammeEvent) -> tuple[JointCommand[Announce], ...]:
        """A director hears of its tournament in the same commit."""
        if not isinstance(event, TournamentListed):
            return ()
        return (JointCommand(director_stream(event.tournament), Announce(event.setup)),)


def _list(state: Programme, command: ListTournament, now: Instant) -> Verdict[ProgrammeEvent]:
    if command.id is not None and state.find(command.id) is not None:
        return ()
    assert command.chance is not None, "the runtime fills the slot"
    tournament = command.id or TournamentId(make_id(now, command.chance))
    rule = SIT_AND_GO if command.setup.sit_and_go else PROMPT_START
    return (TournamentListed(tournament, command.setup, "", command.staff, rule, command.reason),)


def _announce_next(state: Programme, command: AnnounceNext, now: Instant, zones: Zones) -> Verdict[ProgrammeEvent]:
    """The tournament that is due; what should have started while nobody was there is passed over."""
    series = state.schedule.find(command.series)
    if (
        series is None
        or command.starts_at != start_to_announce(state, series, zones)
        or has_open_sit_and_go(state, series)
    ):
        return reject("stale_timer", PROMPT_START)
    starts_at = command.starts_at
    if starts_at is not None:
        if now < starts_at - series.announced:
            return reject("too_early", PROMPT_START, due=starts_at - series.announced)
        starts_at = starts_at if starts_at > now else next_start(series, now, zones)
    assert command.chance is not None, "the runtime fills the slot"
    announcer = Announcer(state, now, command.chance, zones)
    announcer.announce(series, starts_at)
    return tuple(announcer.events)
