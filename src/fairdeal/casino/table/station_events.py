"""What happened at a live dealer's station, and after a failure; `video` is the time code of the recording."""

from typing import ClassVar

from fairdeal.casino.dealer import StepKind
from fairdeal.casino.table.state import Correction, Hold
from fairdeal.kernel import Duration, Instant, RuleId
from fairdeal.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class StepFinished:
    """The dealer did what the station asked for."""

    durable: ClassVar[bool] = True

    step: StepKind
    at: Instant
    rule: RuleId | None
    video: int | None = None


@dataclass(frozen=True, slots=True)
class CardUnread:
    """A scan failed."""

    durable: ClassVar[bool] = True

    round: int
    attempt: int
    at: Instant
    video: int | None = None


@dataclass(frozen=True, slots=True)
class CardRefused:
    """A card was scanned that the shoe cannot hold any more."""

    durable: ClassVar[bool] = True

    round: int
    card: int
    seen: int
    at: Instant
    rule: RuleId
    video: int | None = None


@dataclass(frozen=True, slots=True)
class Held:
    """The table stands still and waits for people."""

    durable: ClassVar[bool] = True

    hold: Hold


@dataclass(frozen=True, slots=True)
class Released:
    """Play goes on; clocks that stood still get their time back."""

    durable: ClassVar[bool] = True

    at: Instant
    stood: Duration
    person: str


@dataclass(frozen=True, slots=True)
class CorrectionProposed:
    """Somebody wants to put something right, or somebody else agrees."""

    durable: ClassVar[bool] = True

    correction: Correction
    people: tuple[str, ...]
    at: Instant
    video: int | None = None


@dataclass(frozen=True, slots=True)
class Corrected:
    """Enough people agreed: it is put right, and everybody at the table is told."""

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
    """A proposal was turned down."""

    durable: ClassVar[bool] = True

    person: str
    at: Instant


@dataclass(frozen=True, slots=True)
class DealerChanged:
    """Another dealer took over."""

    durable: ClassVar[bool] = True

    dealer: str
    at: Instant
    video: int | None = None


@dataclass(frozen=True, slots=True)
class ShuffleAsked:
    """The cards are shuffled after this round."""

    durable: ClassVar[bool] = True

    person: str
    rule: RuleId
    new_cards: bool = False  # they come from outside and are inspected first


StationEvent = (
    StepFinished
    | CardUnread
    | CardRefused
    | Held
    | Released
    | CorrectionProposed
    | Corrected
    | CorrectionDismissed
    | DealerChanged
    | ShuffleAsked
)

# ---- failure


@dataclass(frozen=True, slots=True)
class Recovered:
    """The room is back; everybody must reconnect, and no clock ran meanwhile."""

    durable: ClassVar[bool] = True

    at: Instant
    stood: Duration
    rule: RuleId


@dataclass(frozen=True, slots=True)
class TimeGivenBack:
    """The room stood still for a while; whoever bets or decides has that time again."""

    durable: ClassVar[bool] = True

    at: Instant
    stood: Duration
    rule: RuleId
