"""Events of a blackjack table: seats, bets, insurance, decisions."""

from typing import ClassVar

from fairdeal.casino.table.events import GameEvent
from fairdeal.casino.table.state import Payment
from fairdeal.kernel import Cents, Instant, PlayerId, RuleId
from fairdeal.kernel.values import dataclass

# ---- seats


@dataclass(frozen=True, slots=True)
class SeatTaken(GameEvent):
    """A player took a seat; `rule` is set if it was given from the waiting list."""

    durable: ClassVar[bool] = True

    player: PlayerId
    seat: int
    rule: RuleId | None = None


@dataclass(frozen=True, slots=True)
class SeatLeft(GameEvent):
    """A seat became free; `rule` is set if the table freed it by itself."""

    durable: ClassVar[bool] = True

    player: PlayerId
    seat: int
    rule: RuleId | None = None


@dataclass(frozen=True, slots=True)
class SeatLeaveAsked(GameEvent):
    """A player asked to leave the seat after the round."""

    durable: ClassVar[bool] = True

    player: PlayerId


@dataclass(frozen=True, slots=True)
class QueueChanged(GameEvent):
    """A player joined or left the waiting list."""

    durable: ClassVar[bool] = True

    player: PlayerId
    waits: bool


@dataclass(frozen=True, slots=True)
class SeatsPassed(GameEvent):
    """These seats have no bet in the round that begins."""

    durable: ClassVar[bool] = True

    seats: tuple[int, ...]


SeatEvent = SeatTaken | SeatLeft | SeatLeaveAsked | QueueChanged | SeatsPassed


@dataclass(frozen=True, slots=True)
class BetPlaced(GameEvent):
    """A bet on the hand of a seat was made or raised by that amount, by its player or from behind."""

    durable: ClassVar[bool] = True

    player: PlayerId
    round: int
    seat: int
    amount: Cents
    rule: RuleId


@dataclass(frozen=True, slots=True)
class BetReturned(GameEvent):
    """A bet was returned before the first card; `rule` is set if the table did it by itself."""

    durable: ClassVar[bool] = True

    player: PlayerId
    round: int
    amount: Cents
    rule: RuleId | None = None


@dataclass(frozen=True, slots=True)
class FollowAnswered(GameEvent):
    """A player said whether bets behind follow doubles and splits in this visit."""

    durable: ClassVar[bool] = True

    player: PlayerId
    follows: bool
    rule: RuleId


BoxEvent = BetPlaced | BetReturned | FollowAnswered


@dataclass(frozen=True, slots=True)
class InsuranceOffered(GameEvent):
    """Insurance is open, because the dealer shows an ace."""

    durable: ClassVar[bool] = True

    round: int
    until: Instant
    rule: RuleId


@dataclass(frozen=True, slots=True)
class InsuranceAnswered(GameEvent):
    """A player insured the bet for that amount, or declined with 0."""

    durable: ClassVar[bool] = True

    player: PlayerId
    round: int
    amount: Cents
    rule: RuleId


@dataclass(frozen=True, slots=True)
class HoleChecked(GameEvent):
    """The dealer checked the hole card under the ace; insurance is settled at once."""

    durable: ClassVar[bool] = True

    round: int
    blackjack: bool
    payments: tuple[Payment, ...]
    at: Instant
    rule: RuleId


@dataclass(frozen=True, slots=True)
class TurnBegan(GameEvent):
    """The table waits for the decision of a hand."""

    durable: ClassVar[bool] = True

    round: int
    turn: int
    seat: int
    hand: int
    until: Instant
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Decided(GameEvent):
    """
    A decision was made for a hand; `rule` is set if the table made it by itself.

    `extras` are the additional bets of the seated player and of those who follow; `short` would have followed but had not
    enough money, `capped` but for the most they may stake in a round.
    """

    durable: ClassVar[bool] = True

    round: int
    turn: int
    seat: int
    hand: int
    act: int  # as the engine takes it
    at: Instant
    extras: tuple[tuple[PlayerId, Cents], ...] = ()
    short: tuple[PlayerId, ...] = ()
    rule: RuleId | None = None
    capped: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class HandEnded(GameEvent):
    """A hand is finished before the dealer plays: it is a blackjack, 21, bust, doubled, or a split ace."""

    durable: ClassVar[bool] = True

    round: int
    seat: int
    hand: int
    why: str
    rule: RuleId


@dataclass(frozen=True, slots=True)
class HoleShown(GameEvent):
    """The hole card was turned over."""

    durable: ClassVar[bool] = True

    round: int
    card: int
    rule: RuleId
    at: Instant = Instant(0)


PlayEvent = InsuranceOffered | InsuranceAnswered | HoleChecked | TurnBegan | Decided | HandEnded | HoleShown
