"""
What happened at a casino table, whatever is played there; a game has events of its own besides.

Every bet, card and decision is durable before anybody sees it; chips that are no bets yet, presence and chat are not.
Events say everything that happened, so that replaying them needs no rulebook; what the table does by itself carries its
rule. `CardDealt` of the hole card and `ShoeShuffled` hold secrets.
"""

from typing import ClassVar

from fairdeal.casino.chat import ChatEvent
from fairdeal.casino.shoe import Shoe
from fairdeal.casino.table.state import Payment
from fairdeal.casino.table.station_events import Recovered, StationEvent, TimeGivenBack
from fairdeal.kernel import Instant, PlayerId, RuleId
from fairdeal.kernel.values import dataclass

# ---- people


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody came to the table."""

    durable: ClassVar[bool] = True

    player: PlayerId
    at: Instant


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody went away; `forgets` says whether the next visit asks anew (BJ-73)."""

    durable: ClassVar[bool] = True

    player: PlayerId
    at: Instant
    forgets: bool = True


@dataclass(frozen=True, slots=True)
class ConnectionChanged:
    """A player's connection was lost or is back."""

    durable: ClassVar[bool] = False

    player: PlayerId
    connected: bool


PeopleEvent = Joined | Left | ConnectionChanged

# ---- the round


@dataclass(frozen=True, slots=True)
class BettingOpened:
    """Bets are taken."""

    durable: ClassVar[bool] = True

    round: int
    at: Instant
    closes_at: Instant
    edition: str  # content hash of the rulebook the round is played under
    rule: RuleId


@dataclass(frozen=True, slots=True)
class BettingClosed:
    """No more bets; chips that were not confirmed are no bets."""

    durable: ClassVar[bool] = True

    round: int
    at: Instant
    rule: RuleId
    boxes: tuple[int, ...] = ()  # the seats that are dealt to, where there are any


@dataclass(frozen=True, slots=True)
class WindowLapsed:
    """The betting ended without a bet; the round's number is used again."""

    durable: ClassVar[bool] = True

    round: int
    at: Instant
    reopens_at: Instant
    rule: RuleId


@dataclass(frozen=True, slots=True)
class ShoeShuffled:
    """New cards are in the shoe. Secret until the shoe is dealt out."""

    durable: ClassVar[bool] = True

    shoe: Shoe
    at: Instant
    rule: RuleId
    in_round: bool = False  # the shoe ran out and the discards were shuffled


@dataclass(frozen=True, slots=True)
class Burned:
    """Cards went out of the shoe unseen."""

    durable: ClassVar[bool] = True

    count: int
    at: Instant
    rule: RuleId
    people: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardDealt:
    """A card for a hand: of a seat, of the dealer (-1), or of Player (0) and Banker (1)."""

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
    """Everything is dealt; a live dealer announces the result before it is paid."""

    durable: ClassVar[bool] = True

    round: int
    at: Instant


@dataclass(frozen=True, slots=True)
class RoundSettled:
    """Losing bets are collected, winning bets paid; `result` is the pocket, or the place of the spot that won."""

    durable: ClassVar[bool] = True

    round: int
    at: Instant
    reopens_at: Instant
    payments: tuple[Payment, ...]
    rule: RuleId
    result: int = -1


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """All bets go back."""

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
    """What happens at tables of some games only."""

    __slots__ = ()

    durable: ClassVar[bool] = True


TableEvent = PeopleEvent | RoundEvent | StationEvent | ChatEvent | Recovered | TimeGivenBack | GameEvent
