"""What happened on a floor; all events are durable, and those the floor makes by itself carry their rule."""

from dataclasses import dataclass
from typing import ClassVar

from fairdeal.cash.banzai import Comeback
from fairdeal.cash.offer import StakeId
from fairdeal.cash.player.state import Departure
from fairdeal.kernel import Cents, Duration, Instant, PlayerId, RuleId, Ruling, TableId
from fairdeal.kernel.outcome import Numbers


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A new table for a stake: enough players wait for it."""

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
    """A player waits for a seat; with `carried`, in front, with the stack of a table that was broken."""

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
    """A player waits no longer."""

    durable: ClassVar[bool] = True

    stake: StakeId
    player: PlayerId
    rule: RuleId


@dataclass(frozen=True, slots=True)
class TurnedAway:
    """A queued player cannot be seated and leaves the queue."""

    durable: ClassVar[bool] = True

    stake: StakeId
    player: PlayerId
    code: str
    rule: RuleId
    numbers: Numbers


@dataclass(frozen=True, slots=True)
class BuyInAsked:
    """A seat was drawn and is kept while its player chooses an amount within the limits."""

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
    """A kept seat is free again: not taken in time, or, without a rule, given back."""

    durable: ClassVar[bool] = True

    stake: StakeId
    player: PlayerId
    table: TableId
    rule: RuleId | None


@dataclass(frozen=True, slots=True)
class SeatGiven:
    """A player has a seat at a table; `why` says what the amount rests on."""

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
    weight: int  # of the table in the draw; nothing where the seat had been kept
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
    """A player at a table gets no cards."""

    durable: ClassVar[bool] = True

    stake: StakeId
    table: TableId
    player: PlayerId
    at: Instant


@dataclass(frozen=True, slots=True)
class CameBack:
    """A player at a table gets cards again."""

    durable: ClassVar[bool] = True

    stake: StakeId
    table: TableId
    player: PlayerId
    at: Instant


@dataclass(frozen=True, slots=True)
class TableClosing:
    """A table takes nobody any more; when it was broken, its players get other seats."""

    durable: ClassVar[bool] = True

    stake: StakeId
    table: TableId
    broken: bool
    rule: RuleId


@dataclass(frozen=True, slots=True)
class TableClosed:
    """A table is gone."""

    durable: ClassVar[bool] = True

    stake: StakeId
    table: TableId


@dataclass(frozen=True, slots=True)
class RulebookAdopted:
    """Another revision of the rulebook is in force; the tables of these stakes are to follow."""

    durable: ClassVar[bool] = True

    edition: str
    stakes: tuple[StakeId, ...]
    rule: RuleId


@dataclass(frozen=True, slots=True)
class TableFollowed:
    """A table plays by the revision in force."""

    durable: ClassVar[bool] = True

    stake: StakeId
    table: TableId
    edition: str
    players_min: int
    at: Instant


@dataclass(frozen=True, slots=True)
class PeriodsShifted:
    """Our own downtime never counts: kept seats and waiting run on from where they stood."""

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
