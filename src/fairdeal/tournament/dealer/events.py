"""
What happened at a table of a tournament.

Three events are durable: a hand is opened, ends, or is void; and the table is closed. They hold no card. The others live only as
long as the hand, or until the director sends its orders again.
"""

from dataclasses import dataclass
from typing import ClassVar

from fairdeal.kernel import HandId, Instant, RuleId
from fairdeal.play.events import PlayEvent
from fairdeal.play.state import Dropped
from fairdeal.tournament.dealer.state import OpenDeal
from fairdeal.tournament.orders import HandAbandoned, HandPlayed, PlayHand


@dataclass(frozen=True, slots=True)
class DealOpened:
    """The deck is locked; nobody has seen a card."""

    durable: ClassVar[bool] = True

    open: OpenDeal
    rule: RuleId  # how blinds and button were found


@dataclass(frozen=True, slots=True)
class DealEnded:
    """A hand was played; the director will hear what it left."""

    durable: ClassVar[bool] = True

    report: HandPlayed
    number: int
    at: Instant
    deals_from: Instant


@dataclass(frozen=True, slots=True)
class DealVoided:
    """The hand never happened, its deck is never dealt again; with a report, the director will order it anew."""

    durable: ClassVar[bool] = True

    hand: HandId
    number: int
    at: Instant
    report: HandAbandoned | None
    rule: RuleId
    staff: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TableShut:
    """No further hand is dealt here."""

    durable: ClassVar[bool] = True

    at: Instant
    rule: RuleId


@dataclass(frozen=True, slots=True)
class OrderTaken:
    """The next hand is known; the report before it has arrived."""

    durable: ClassVar[bool] = False

    order: PlayHand


@dataclass(frozen=True, slots=True)
class ReportArrived:
    """The director has noted the last report."""

    durable: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class AttendanceCalled:
    """Who is away now, during a hand."""

    durable: ClassVar[bool] = False

    away: frozenset[int]
    rule: RuleId


@dataclass(frozen=True, slots=True)
class RollCalled:
    """Who is not connected when a hand starts."""

    durable: ClassVar[bool] = False

    dropped: Dropped


@dataclass(frozen=True, slots=True)
class PlayersAwaited:
    """After an outage nothing is dealt before players can be back."""

    durable: ClassVar[bool] = False

    until: Instant


DealEvent = (
    DealOpened
    | DealEnded
    | DealVoided
    | TableShut
    | OrderTaken
    | ReportArrived
    | AttendanceCalled
    | RollCalled
    | PlayersAwaited
    | PlayEvent
)
