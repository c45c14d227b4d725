"""What happened in a player's cash games; stored, so names and fields never change."""

from dataclasses import dataclass
from typing import ClassVar

from fairdeal.cash.offer import StakeId
from fairdeal.cash.player.state import Departure
from fairdeal.kernel import Duration, Instant, RuleId, TableId
from fairdeal.play.events import ClocksPaused, ClocksResumed


@dataclass(frozen=True, slots=True)
class Seated:
    """The player was given a seat at a table."""

    durable: ClassVar[bool] = True

    table: TableId
    stake: StakeId
    at: Instant


@dataclass(frozen=True, slots=True)
class ReturnCounted:
    """The player brought a large stack back to its table, for the `count`th time that day."""

    durable: ClassVar[bool] = True

    scope: str
    day: int
    count: int
    rule: RuleId


@dataclass(frozen=True, slots=True)
class ChoiceCounted:
    """The player could choose between resume and reset, for the `count`th time that day."""

    durable: ClassVar[bool] = True

    scope: str
    day: int
    count: int
    rule: RuleId


@dataclass(frozen=True, slots=True)
class ObligationIncurred:
    """The player left a Banzai table with a stack that must be brought back within the window."""

    durable: ClassVar[bool] = True

    obligation: Departure
    rule: RuleId


@dataclass(frozen=True, slots=True)
class ObligationUsed:
    """The player brought the stack back: that departure binds no longer."""

    durable: ClassVar[bool] = True

    obligation: Departure
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Departed:
    """The player left a table with a stack."""

    durable: ClassVar[bool] = True

    departure: Departure


@dataclass(frozen=True, slots=True)
class SitOutNoted:
    """The player sits out at a table."""

    durable: ClassVar[bool] = True

    table: TableId
    since: Instant


@dataclass(frozen=True, slots=True)
class SatInNoted:
    """The player no longer sits out at a table."""

    durable: ClassVar[bool] = True

    table: TableId


@dataclass(frozen=True, slots=True)
class BigBlindOptionNoted:
    """The option "sit out next big blind" was switched at a table."""

    durable: ClassVar[bool] = True

    table: TableId
    on: bool


@dataclass(frozen=True, slots=True)
class BigBlindOptionSpread:
    """The option "Sit out next big blind" was switched at one table and is to be switched at all; each then sits out by itself."""

    durable: ClassVar[bool] = True

    on: bool
    rule: RuleId


@dataclass(frozen=True, slots=True)
class SitOutSpread:
    """Sitting out at `table` means sitting out at all these tables, with one timer for them."""

    durable: ClassVar[bool] = True

    table: TableId
    since: Instant
    limit: Duration
    tables: tuple[TableId, ...]
    rule: RuleId
    removal_rule: RuleId


@dataclass(frozen=True, slots=True)
class AbsenceExpired:
    """The player sat out at all tables for too long, and is removed from those where the sit-out still lasts."""

    durable: ClassVar[bool] = True

    since: Instant
    tables: tuple[TableId, ...]
    rule: RuleId


@dataclass(frozen=True, slots=True)
class ExclusionSet:
    """Staff excluded the player from a format, or lifted it."""

    durable: ClassVar[bool] = True

    format: str
    on: bool
    staff: str
    reason: str
    rule: RuleId


@dataclass(frozen=True, slots=True)
class AccountClosedSet:
    """The account was closed for play, or opened again."""

    durable: ClassVar[bool] = True

    on: bool
    staff: str
    reason: str


@dataclass(frozen=True, slots=True)
class PeriodsShifted:
    """Sit-outs were moved by the length of an outage or pause, so that it counts against nobody."""

    durable: ClassVar[bool] = True

    stood_since: Instant
    until: Instant
    rule: RuleId


PlayerStreamEvent = (
    Seated
    | ReturnCounted
    | ChoiceCounted
    | ObligationIncurred
    | ObligationUsed
    | Departed
    | SitOutNoted
    | SatInNoted
    | BigBlindOptionNoted
    | BigBlindOptionSpread
    | SitOutSpread
    | AbsenceExpired
    | ExclusionSet
    | AccountClosedSet
    | PeriodsShifted
    | ClocksPaused
    | ClocksResumed
)
