"""Events of a live dealer's station, and after a failure; `video` is the time code of the recording."""

from typing import ClassVar

from fairdeal.casino.dealer import StepKind
from fairdeal.casino.table.state import Correction, Hold
from fairdeal.kernel import Duration, Instant, RuleId
from fairdeal.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class StepFinished:
    """The dealer finished a step."""

    durable: ClassVar[bool] = True

    step: StepKind
    at: Instant
    rule: RuleId | None
    video: int | None = None


@dataclass(frozen=True, slots=True)
class CardUnread:
    """The scanner could not read a card."""

    durable: ClassVar[bool] = True

    round: int
    attempt: int
    at: Instant
    video: int | None = None


@dataclass(frozen=True, slots=True)
class CardRefused:
    """A card was scanned that the shoe cannot contain any more."""

    durable: ClassVar[bool] = True

    round: int
    card: int
    seen: int
    at: Instant
    rule: RuleId
    video: int | None = None


@dataclass(frozen=True, slots=True)
class Held:
    """The table is held and waits for staff."""

    durable: ClassVar[bool] = True

    hold: Hold


@dataclass(frozen=True, slots=True)
class Released:
    """The hold ended; clocks are shifted by its length."""

    durable: ClassVar[bool] = True

    at: Instant
    stood: Duration
    person: str


@dataclass(frozen=True, slots=True)
class CorrectionProposed:
    """A correction was proposed, or another person approved it."""

    durable: ClassVar[bool] = True

    correction: Correction
    people: tuple[str, ...]
    at: Instant
    video: int | None = None


@dataclass(frozen=True, slots=True)
class Corrected:
    """A correction was approved by enough people and carried out; it is announced to the table."""

    durable: ClassVar[bool] = True

    number: int
    correction: Correction
    people: tuple[str, ...]
    at: Instant
    rule: RuleId
    replaced: int = -1  # the card or pocket that does not count
    face_up: bool = True  # whether everybody may know the card
    video: int | None = None


@dataclass(frozen=True, slots=True)
class CorrectionDismissed:
    """A proposed correction was rejected."""

    durable: ClassVar[bool] = True

    person: str
    at: Instant


@dataclass(frozen=True, slots=True)
class PitCalled:
    """The dealer called the pit boss."""

    durable: ClassVar[bool] = True

    person: str
    at: Instant


@dataclass(frozen=True, slots=True)
class DealerChanged:
    """Another dealer took over the table."""

    durable: ClassVar[bool] = True

    dealer: str
    at: Instant
    video: int | None = None


@dataclass(frozen=True, slots=True)
class ShuffleAsked:
    """Staff asked for a shuffle after this round."""

    durable: ClassVar[bool] = True

    person: str
    rule: RuleId
    new_cards: bool = False  # new cards, which are inspected first


StationEvent = (
    StepFinished
    | CardUnread
    | CardRefused
    | Held
    | Released
    | CorrectionProposed
    | Corrected
    | CorrectionDismissed
    | PitCalled
    | DealerChanged
    | ShuffleAsked
)

# ---- failure


@dataclass(frozen=True, slots=True)
class Recovered:
    """The table recovered from a failure: all players count as disconnected, and clocks are shifted by the outage."""

    durable: ClassVar[bool] = True

    at: Instant
    stood: Duration
    rule: RuleId


@dataclass(frozen=True, slots=True)
class TimeGivenBack:
    """The table's clocks were shifted by time in which the room stood still."""

    durable: ClassVar[bool] = True

    at: Instant
    stood: Duration
    rule: RuleId
