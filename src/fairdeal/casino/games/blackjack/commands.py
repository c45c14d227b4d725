"""What a blackjack table is asked, by its players and by time: seats, bets, insurance, decisions."""

from enum import StrEnum
from typing import ClassVar

from fairdeal.casino.table.commands import GameCommand
from fairdeal.kernel import Cents, PlayerId
from fairdeal.kernel.values import dataclass

# ---- seats


@dataclass(frozen=True, slots=True)
class TakeSeat(GameCommand):
    """Sit down."""

    refusal: ClassVar[str] = "no_seats"

    player: PlayerId
    seat: int


@dataclass(frozen=True, slots=True)
class LeaveSeat(GameCommand):
    """Stand up, after the round if a bet is in play."""

    refusal: ClassVar[str] = "no_seats"

    player: PlayerId


@dataclass(frozen=True, slots=True)
class JoinQueue(GameCommand):
    """Wait for a seat."""

    refusal: ClassVar[str] = "no_seats"

    player: PlayerId


@dataclass(frozen=True, slots=True)
class LeaveQueue(GameCommand):
    """Wait no longer."""

    refusal: ClassVar[str] = "no_seats"

    player: PlayerId


SeatCommand = TakeSeat | LeaveSeat | JoinQueue | LeaveQueue


@dataclass(frozen=True, slots=True)
class PlaceBet(GameCommand):
    """Bet so much more on the own hand; `elsewhere` says how many hands the account has at other tables."""

    refusal: ClassVar[str] = "no_boxes"

    player: PlayerId
    round: int
    amount: Cents
    elsewhere: int | None = None


@dataclass(frozen=True, slots=True)
class BetBehind(GameCommand):
    """Bet so much more on somebody's hand; no confirmation follows. `elsewhere` as with a bet on the own hand."""

    refusal: ClassVar[str] = "no_boxes"

    player: PlayerId
    round: int
    seat: int
    amount: Cents
    elsewhere: int | None = None


@dataclass(frozen=True, slots=True)
class WithdrawBet(GameCommand):
    """Take the bet back, before no more bets."""

    refusal: ClassVar[str] = "no_boxes"

    player: PlayerId
    round: int


@dataclass(frozen=True, slots=True)
class AnswerFollow(GameCommand):
    """Whether somebody behind follows doubles and splits, for this visit."""

    refusal: ClassVar[str] = "no_boxes"

    player: PlayerId
    follows: bool


BoxCommand = PlaceBet | BetBehind | WithdrawBet | AnswerFollow


class Choice(StrEnum):
    """What a seated player can decide."""

    STAND = "stand"
    HIT = "hit"
    DOUBLE = "double"
    SPLIT = "split"


@dataclass(frozen=True, slots=True)
class Insure(GameCommand):
    """Insure the bet for that much; nothing declines."""

    refusal: ClassVar[str] = "no_decisions"

    player: PlayerId
    round: int
    amount: Cents


@dataclass(frozen=True, slots=True)
class CloseInsurance(GameCommand):
    """The time for insurance is over."""

    refusal: ClassVar[str] = "no_decisions"

    round: int


@dataclass(frozen=True, slots=True)
class Decide(GameCommand):
    """
    Decide for the hand to act.

    A double may be for less than the bet. `funds` says what each follower has in the wallet.
    """

    refusal: ClassVar[str] = "no_decisions"

    player: PlayerId
    round: int
    turn: int
    choice: Choice
    amount: Cents | None = None
    funds: tuple[tuple[PlayerId, Cents], ...] | None = None


@dataclass(frozen=True, slots=True)
class DecisionExpired(GameCommand):
    """The time for a decision is over."""

    refusal: ClassVar[str] = "no_decisions"

    round: int
    turn: int


PlayCommand = Insure | CloseInsurance | Decide | DecisionExpired
