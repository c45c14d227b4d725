"""
What happened at a table of a tournament.

Three events are durable: a hand is opened, ends, or is void; and the table is closed. They hold no card. The others live only as
long as the hand, or until the director sends its orders again.
"""

from typing import ClassVar

from fairdeal.kernel import HandId, Instant, RuleId
from fairdeal.kernel.values import dataclass
from fairdeal.play.events import PlayEvent
from fairdeal.play.fair.events import FairEvent
from fairdeal.play.state import Dropped
from fairdeal.tournament.dealer.state import OpenDeal
from fairdeal.tournament.orders import HandAbandoned, HandPlayed, PlayHand


@dataclass(frozen=True, slots=True)
class DealOpened:
    """A hand was opened: its deck is locked and nobody has seen a card."""

    durable: ClassVar[bool] = True

    open: OpenDeal
    rule: RuleId  # how blinds and button were found


@dataclass(frozen=True, slots=True)
class DealEnded:
    """A hand was played to its end; the report goes to the director."""

    durable: ClassVar[bool] = True

    report: HandPlayed
    number: int
    at: Instant
    deals_from: Instant


@dataclass(frozen=True, slots=True)
class DealVoided:
    """The open hand is void and its deck is never dealt again; with a report, the director orders it again."""

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
    """The table was closed; no further hand is dealt at it."""

    durable: ClassVar[bool] = True

    at: Instant
    rule: RuleId


@dataclass(frozen=True, slots=True)
class OrderTaken:
    """The director's order of the next hand was accepted, which also confirms the last report."""

    durable: ClassVar[bool] = False

    order: PlayHand


@dataclass(frozen=True, slots=True)
class ReportArrived:
    """The director has noted the last report."""

    durable: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class AttendanceCalled:
    """The players who are away changed during a hand."""

    durable: ClassVar[bool] = False

    away: frozenset[int]
    rule: RuleId


@dataclass(frozen=True, slots=True)
class RollCalled:
    """The players who are not connected at the start of a hand were noted."""

    durable: ClassVar[bool] = False

    dropped: Dropped


@dataclass(frozen=True, slots=True)
class PlayersAwaited:
    """Until then, after an outage, no hand is dealt to players of whom some are missing."""

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
    | FairEvent
)
