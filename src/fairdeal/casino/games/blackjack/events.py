"""What happened at the boxes of a blackjack table: seats, bets, insurance, decisions."""

from typing import ClassVar

from fairdeal.casino.table.events import GameEvent
from fairdeal.casino.table.state import Payment
from fairdeal.kernel import Cents, Instant, PlayerId, RuleId
from fairdeal.kernel.values import dataclass

# ---- seats


@dataclass(frozen=True, slots=True)
class SeatTaken(GameEvent):
    """A player sits; `rule` is set when the queue brought them there."""

    durable: ClassVar[bool] = True

    player: PlayerId
    seat: int
    rule: RuleId | None = None


@dataclass(frozen=True, slots=True)
class SeatLeft(GameEvent):
    """A seat is free; `rule` is set when the house freed it."""

    durable: ClassVar[bool] = True

    player: PlayerId
    seat: int
    rule: RuleId | None = None


@dataclass(frozen=True, slots=True)
class SeatLeaveAsked(GameEvent):
    """A player stands up after the round."""

    durable: ClassVar[bool] = True

    player: PlayerId


@dataclass(frozen=True, slots=True)
class QueueChanged(GameEvent):
    """A player waits for a seat, or no longer."""

    durable: ClassVar[bool] = True

    player: PlayerId
    waits: bool


@dataclass(frozen=True, slots=True)
class SeatsPassed(GameEvent):
    """Those seats had no bet in the round that begins."""

    durable: ClassVar[bool] = True

    seats: tuple[int, ...]


SeatEvent = SeatTaken | SeatLeft | SeatLeaveAsked | QueueChanged | SeatsPassed


@dataclass(frozen=True, slots=True)
class BetPlaced(GameEvent):
    """So much more on the hand of a seat, by its player or from behind."""

    durable: ClassVar[bool] = True

    player: PlayerId
    round: int
    seat: int
    amount: Cents
    rule: RuleId


@dataclass(frozen=True, slots=True)
class BetReturned(GameEvent):
    """A bet went back before the first card; `rule` is set when the house did it."""

    durable: ClassVar[bool] = True

    player: PlayerId
    round: int
    amount: Cents
    rule: RuleId | None = None


@dataclass(frozen=True, slots=True)
class FollowAnswered(GameEvent):
    """Somebody behind follows doubles and splits in this visit, or does not."""

    durable: ClassVar[bool] = True

    player: PlayerId
    follows: bool
    rule: RuleId


BoxEvent = BetPlaced | BetReturned | FollowAnswered


@dataclass(frozen=True, slots=True)
class InsuranceOffered(GameEvent):
    """The dealer shows an ace: everybody with a bet may insure it."""

    durable: ClassVar[bool] = True

    round: int
    until: Instant
    rule: RuleId


@dataclass(frozen=True, slots=True)
class InsuranceAnswered(GameEvent):
    """A bet is insured for that much, or not."""

    durable: ClassVar[bool] = True

    player: PlayerId
    round: int
    amount: Cents
    rule: RuleId


@dataclass(frozen=True, slots=True)
class HoleChecked(GameEvent):
    """The dealer looked under the ace; insurance is settled at once."""

    durable: ClassVar[bool] = True

    round: int
    blackjack: bool
    payments: tuple[Payment, ...]
    at: Instant
    rule: RuleId


@dataclass(frozen=True, slots=True)
class TurnBegan(GameEvent):
    """A hand is asked for a decision."""

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
    A decision was made for a hand; `rule` is set when the house made it.

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
    """Nobody asks a hand any more: it is a blackjack, 21, bust, doubled, or a split ace."""

    durable: ClassVar[bool] = True

    round: int
    seat: int
    hand: int
    why: str
    rule: RuleId


@dataclass(frozen=True, slots=True)
class HoleShown(GameEvent):
    """The hole card lies open."""

    durable: ClassVar[bool] = True

    round: int
    card: int
    rule: RuleId


PlayEvent = InsuranceOffered | InsuranceAnswered | HoleChecked | TurnBegan | Decided | HandEnded | HoleShown
