"""What the programme of tournaments is asked to do."""

from dataclasses import dataclass

from fairdeal.kernel import Instant, TournamentId
from fairdeal.tournament.programme.schedule import Schedule
from fairdeal.tournament.setup import TournamentSetup


@dataclass(frozen=True, slots=True)
class Publish:
    """Announce tournaments by this schedule from now on; those already announced stay."""

    schedule: Schedule
    staff: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ListTournament:
    """Announce one tournament; chance for its id is filled in by the runtime."""

    setup: TournamentSetup
    staff: str = ""
    id: TournamentId | None = None  # a phase or a satellite names its target beforehand
    chance: bytes | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AnnounceNext:
    """Announce the next tournament of a series; `starts_at` None: a sit & go, which has no start."""

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
