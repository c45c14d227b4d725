"""What happened on a floor; all events are durable, and those that no player asked for carry their rule."""

from dataclasses import dataclass
from typing import ClassVar

from fairdeal.cash.banzai import Comeback
from fairdeal.cash.offer import StakeId
from fairdeal.cash.player.state import Departure
from fairdeal.kernel import Cents, Duration, Instant, PlayerId, RuleId, Ruling, TableId
from fairdeal.kernel.outcome import Numbers


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A table was opened for a stake, because enough players wait for one."""

    durable: ClassVar[bool] = True

    stake: StakeId
    table: TableId
    seats: int
    players_min: int
    edition: str
    at: Instant
    rule: RuleId


@dataclass(frozen=True, slots=True)
class QueueJoined:
    """A player joined the waiting list; with `carried`, at its front, with the stack from a table that was broken."""

    durable: ClassVar[bool] = True

    stake: StakeId
    player: PlayerId
    at: Instant
    buy_in: Cents | None
    post: bool
    choice: Comeback | None
    bot: bool
    carried: Cents | None
    rule: RuleId


@dataclass(frozen=True, slots=True)
class QueueLeft:
    """A player left the waiting list."""

    durable: ClassVar[bool] = True

    stake: StakeId
    player: PlayerId
    rule: RuleId


@dataclass(frozen=True, slots=True)
class TurnedAway:
    """A player on the waiting list cannot be seated and was taken off it."""

    durable: ClassVar[bool] = True

    stake: StakeId
    player: PlayerId
    code: str
    rule: RuleId
    numbers: Numbers


@dataclass(frozen=True, slots=True)
class BuyInAsked:
    """A seat was drawn and is reserved while its player chooses an amount within the limits."""

    durable: ClassVar[bool] = True

    stake: StakeId
    player: PlayerId
    table: TableId
    at: Instant
    until: Instant
    minimum: Cents
    maximum: Cents
    amounts: tuple[Cents, ...]
    why: Ruling
    bot: bool
    weight: int  # of the table in the draw
    weights: int  # of all tables that could be drawn
    rule: RuleId


@dataclass(frozen=True, slots=True)
class ReservationEnded:
    """A reserved seat is free again: not taken in time or, without a rule, given back."""

    durable: ClassVar[bool] = True

    stake: StakeId
    player: PlayerId
    table: TableId
    rule: RuleId | None


@dataclass(frozen=True, slots=True)
class SeatGiven:
    """A player was given a seat at a table; `why` says what the amount rests on."""

    durable: ClassVar[bool] = True

    stake: StakeId
    player: PlayerId
    table: TableId
    at: Instant
    buy_in: Cents
    post: bool
    bot: bool
    why: Ruling
    return_counted: bool
    obligation: Departure | None
    choice_counted: bool
    weight: int  # of the table in the draw; zero where the seat had been reserved
    weights: int
    rule: RuleId


@dataclass(frozen=True, slots=True)
class SeatFreed:
    """A player left a table."""

    durable: ClassVar[bool] = True

    stake: StakeId
    table: TableId
    player: PlayerId
    at: Instant
    rule: RuleId | None


@dataclass(frozen=True, slots=True)
class WentAway:
    """A player at a table sits out."""

    durable: ClassVar[bool] = True

    stake: StakeId
    table: TableId
    player: PlayerId
    at: Instant


@dataclass(frozen=True, slots=True)
class CameBack:
    """A player at a table no longer sits out."""

    durable: ClassVar[bool] = True

    stake: StakeId
    table: TableId
    player: PlayerId
    at: Instant


@dataclass(frozen=True, slots=True)
class TableClosing:
    """A table takes no further players; if it was broken, its players get seats at other tables."""

    durable: ClassVar[bool] = True

    stake: StakeId
    table: TableId
    broken: bool
    rule: RuleId


@dataclass(frozen=True, slots=True)
class TableClosed:
    """A table is closed and empty."""

    durable: ClassVar[bool] = True

    stake: StakeId
    table: TableId


@dataclass(frozen=True, slots=True)
class RulebookAdopted:
    """Another revision of the rulebook is in force; the tables of these stakes are to adopt it."""

    durable: ClassVar[bool] = True

    edition: str
    stakes: tuple[StakeId, ...]
    rule: RuleId


@dataclass(frozen=True, slots=True)
class TableFollowed:
    """A table has adopted the revision in force."""

    durable: ClassVar[bool] = True

    stake: StakeId
    table: TableId
    edition: str
    players_min: int
    at: Instant


@dataclass(frozen=True, slots=True)
class PeriodsShifted:
    """Reservations and waiting times were moved by the length of an outage, so that it counts against nobody."""

    durable: ClassVar[bool] = True

    by: Duration
    rule: RuleId


FloorEvent = (
    TableOpened
    | QueueJoined
    | QueueLeft
    | TurnedAway
    | BuyInAsked
    | ReservationEnded
    | SeatGiven
    | SeatFreed
    | WentAway
    | CameBack
    | TableClosing
    | TableClosed
    | RulebookAdopted
    | TableFollowed
    | PeriodsShifted
)
