"""What the programme of a house is asked, and what happened there."""

from dataclasses import dataclass
from typing import ClassVar, Final

from fairdeal.kernel import Instant, RuleId, StreamId, TournamentId
from fairdeal.tournament.programme.schedule import Schedule
from fairdeal.tournament.setup import TournamentSetup

PROGRAMMES: Final = "programme"
"""The prefix of its streams; durable."""


def programme_stream(edition: str, money: str) -> StreamId:
    """The stream of the tournaments of an edition for one kind of money."""
    return StreamId(f"{PROGRAMMES}:{edition}/{money}")


# ---- commands


@dataclass(frozen=True, slots=True)
class Publish:
    """Announce by this schedule from now on; tournaments that are announced stay."""

    schedule: Schedule
    staff: str


@dataclass(frozen=True, slots=True)
class ListTournament:
    """Announce one tournament; chance for its id is filled in by the runtime."""

    setup: TournamentSetup
    staff: str = ""
    id: TournamentId | None = None  # a phase or a satellite names its target beforehand
    chance: bytes | None = None


@dataclass(frozen=True, slots=True)
class AnnounceNext:
    """It is time to announce the next tournament of a series; None: a sit & go, which has no start."""

    series: str
    starts_at: Instant | None
    chance: bytes | None = None


@dataclass(frozen=True, slots=True)
class NoteFull:
    """A sit & go has all its players."""

    tournament: TournamentId


@dataclass(frozen=True, slots=True)
class NoteOver:
    """A tournament is over, and nobody waits for anything from it."""

    tournament: TournamentId


ProgrammeCommand = Publish | ListTournament | AnnounceNext | NoteFull | NoteOver

# ---- events


@dataclass(frozen=True, slots=True)
class SchedulePublished:
    """There is another schedule."""

    durable: ClassVar[bool] = True

    schedule: Schedule
    at: Instant
    staff: str


@dataclass(frozen=True, slots=True)
class TournamentListed:
    """A tournament is announced."""

    durable: ClassVar[bool] = True

    tournament: TournamentId
    setup: TournamentSetup
    series: str
    staff: str
    rule: RuleId


@dataclass(frozen=True, slots=True)
class TournamentFull:
    """A sit & go takes nobody any more; the next of its series can be announced."""

    durable: ClassVar[bool] = True

    tournament: TournamentId
    rule: RuleId


@dataclass(frozen=True, slots=True)
class TournamentOver:
    """A tournament is in the programme no longer."""

    durable: ClassVar[bool] = True

    tournament: TournamentId


ProgrammeEvent = SchedulePublished | TournamentListed | TournamentFull | TournamentOver
