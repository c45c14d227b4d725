"""
Events of every casino table; each game adds events of its own.

Every bet, card and decision is durable before anybody sees it; unconfirmed chips, connections and chat are not durable. Events
are complete, so that replaying them needs no rulebook; automatic ones carry their rule. `CardDealt` of the hole card and
`ShoeShuffled` contain secrets.
"""

from typing import ClassVar

from fairdeal.casino.chat import ChatEvent
from fairdeal.casino.shoe import Shoe
from fairdeal.casino.table.fair.events import FairEvent
from fairdeal.casino.table.state import Payment
from fairdeal.casino.table.station_events import Recovered, StationEvent, TimeGivenBack
from fairdeal.kernel import Instant, PlayerId, RuleId
from fairdeal.kernel.values import dataclass

# ---- people


@dataclass(frozen=True, slots=True)
class Joined:
    """A player's visit began."""

    durable: ClassVar[bool] = True

    player: PlayerId
    at: Instant


@dataclass(frozen=True, slots=True)
class Left:
    """A player's visit ended; `forgets` says whether the next visit asks for the player's choices again (BJ-73)."""

    durable: ClassVar[bool] = True

    player: PlayerId
    at: Instant
    forgets: bool = True


@dataclass(frozen=True, slots=True)
class ConnectionChanged:
    """A player was disconnected or reconnected."""

    durable: ClassVar[bool] = False

    player: PlayerId
    connected: bool


PeopleEvent = Joined | Left | ConnectionChanged

# ---- the round


@dataclass(frozen=True, slots=True)
class BettingOpened:
    """The betting of a round opened."""

    durable: ClassVar[bool] = True

    round: int
    at: Instant
    closes_at: Instant
    edition: str  # content hash of the rulebook the round is played under
    rule: RuleId


@dataclass(frozen=True, slots=True)
class BettingClosed:
    """The betting closed; chips that were not confirmed are no bets."""

    durable: ClassVar[bool] = True

    round: int
    at: Instant
    rule: RuleId
    boxes: tuple[int, ...] = ()  # the seats that are dealt to, where there are any


@dataclass(frozen=True, slots=True)
class WindowLapsed:
    """The betting closed without any bet; the round's number is used again."""

    durable: ClassVar[bool] = True

    round: int
    at: Instant
    reopens_at: Instant
    rule: RuleId


@dataclass(frozen=True, slots=True)
class ShoeShuffled:
    """The cards were shuffled into a shoe; its order is secret until the shoe is dealt out."""

    durable: ClassVar[bool] = True

    shoe: Shoe
    at: Instant
    rule: RuleId
    in_round: bool = False  # the shoe ran out and the discards were shuffled


@dataclass(frozen=True, slots=True)
class Burned:
    """Cards were burnt: taken out of the shoe unseen."""

    durable: ClassVar[bool] = True

    count: int
    at: Instant
    rule: RuleId
    people: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardDealt:
    """A card was dealt to a hand: of a seat, of the dealer (-1), or of Player (0) and Banker (1)."""

    durable: ClassVar[bool] = True

    round: int
    seat: int
    hand: int
    card: int
    face_up: bool
    at: Instant
    video: int | None = None


@dataclass(frozen=True, slots=True)
class OutcomeKnown:
    """The outcome of the round is known; a live dealer announces it before it is paid."""

    durable: ClassVar[bool] = True

    round: int
    at: Instant


@dataclass(frozen=True, slots=True)
class RoundSettled:
    """The round was settled; `result` is the pocket, or the index of the spot that won."""

    durable: ClassVar[bool] = True

    round: int
    at: Instant
    reopens_at: Instant
    payments: tuple[Payment, ...]
    rule: RuleId
    result: int = -1


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """The round was voided and all bets were returned."""

    durable: ClassVar[bool] = True

    round: int
    at: Instant
    reopens_at: Instant
    payments: tuple[Payment, ...]
    rule: RuleId


RoundEvent = (
    BettingOpened
    | BettingClosed
    | WindowLapsed
    | ShoeShuffled
    | Burned
    | CardDealt
    | OutcomeKnown
    | RoundSettled
    | RoundVoided
)

# ---- games


class GameEvent:
    """Base of the events that only some games have."""

    __slots__ = ()

    durable: ClassVar[bool] = True


TableEvent = PeopleEvent | RoundEvent | StationEvent | ChatEvent | FairEvent | Recovered | TimeGivenBack | GameEvent
