"""What happened in the programme of tournaments."""

from dataclasses import dataclass
from typing import ClassVar

from fairdeal.kernel import Instant, RuleId, TournamentId
from fairdeal.tournament.programme.schedule import Schedule
from fairdeal.tournament.setup import TournamentSetup


@dataclass(frozen=True, slots=True)
class SchedulePublished:
    """A new schedule was published."""

    durable: ClassVar[bool] = True

    schedule: Schedule
    at: Instant
    staff: str
    reason: str = ""
    rule: RuleId = RuleId("MTT-39b")


@dataclass(frozen=True, slots=True)
class TournamentListed:
    """A tournament is announced."""

    durable: ClassVar[bool] = True

    tournament: TournamentId
    setup: TournamentSetup
    series: str
    staff: str
    rule: RuleId
    reason: str = ""  # of the staff who announced it


@dataclass(frozen=True, slots=True)
class TournamentFull:
    """A sit & go takes nobody any more; the next of its series can be announced."""

    durable: ClassVar[bool] = True

    tournament: TournamentId
    rule: RuleId


@dataclass(frozen=True, slots=True)
class TournamentOver:
    """A tournament ended and left the programme."""

    durable: ClassVar[bool] = True

    tournament: TournamentId


ProgrammeEvent = SchedulePublished | TournamentListed | TournamentFull | TournamentOver
