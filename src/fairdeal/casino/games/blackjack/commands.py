"""Commands of a blackjack table: seats, bets, insurance, decisions."""

from enum import StrEnum
from typing import ClassVar

from fairdeal.casino.table.commands import GameCommand
from fairdeal.kernel import Cents, PlayerId
from fairdeal.kernel.values import dataclass

# ---- seats


@dataclass(frozen=True, slots=True)
class TakeSeat(GameCommand):
    """Take that seat."""

    refusal: ClassVar[str] = "game_has_no_seats"

    player: PlayerId
    seat: int


@dataclass(frozen=True, slots=True)
class LeaveSeat(GameCommand):
    """Leave the seat, after the round if a bet is in play."""

    refusal: ClassVar[str] = "game_has_no_seats"

    player: PlayerId


@dataclass(frozen=True, slots=True)
class JoinQueue(GameCommand):
    """Join the waiting list for a seat."""

    refusal: ClassVar[str] = "game_has_no_seats"

    player: PlayerId


@dataclass(frozen=True, slots=True)
class LeaveQueue(GameCommand):
    """Leave the waiting list."""

    refusal: ClassVar[str] = "game_has_no_seats"

    player: PlayerId


SeatCommand = TakeSeat | LeaveSeat | JoinQueue | LeaveQueue


@dataclass(frozen=True, slots=True)
class PlaceBet(GameCommand):
    """Add that amount to the bet on one's own hand; `elsewhere` is how many hands the account has at other tables."""

    refusal: ClassVar[str] = "game_has_no_boxes"

    player: PlayerId
    round: int
    amount: Cents
    elsewhere: int | None = None


@dataclass(frozen=True, slots=True)
class BetBehind(GameCommand):
    """Add that amount to a bet behind another player's hand; `elsewhere` as in `PlaceBet`."""

    refusal: ClassVar[str] = "game_has_no_boxes"

    player: PlayerId
    round: int
    seat: int
    amount: Cents
    elsewhere: int | None = None


@dataclass(frozen=True, slots=True)
class WithdrawBet(GameCommand):
    """Withdraw the bet before the betting closes."""

    refusal: ClassVar[str] = "game_has_no_boxes"

    player: PlayerId
    round: int


@dataclass(frozen=True, slots=True)
class AnswerFollow(GameCommand):
    """Say whether one's bets behind follow doubles and splits, for this visit."""

    refusal: ClassVar[str] = "game_has_no_boxes"

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
    """Insure the bet for that amount; 0 declines."""

    refusal: ClassVar[str] = "game_has_no_decisions"

    player: PlayerId
    round: int
    amount: Cents


@dataclass(frozen=True, slots=True)
class CloseInsurance(GameCommand):
    """Close the insurance, because its time is over."""

    refusal: ClassVar[str] = "game_has_no_decisions"

    round: int


@dataclass(frozen=True, slots=True)
class Decide(GameCommand):
    """
    Decide for the hand to act.

    A double may be for less than the bet. `funds` says what each follower has in the wallet.
    """

    refusal: ClassVar[str] = "game_has_no_decisions"

    player: PlayerId
    round: int
    turn: int
    choice: Choice
    amount: Cents | None = None
    funds: tuple[tuple[PlayerId, Cents], ...] | None = None


@dataclass(frozen=True, slots=True)
class DecisionExpired(GameCommand):
    """Stand for the hand to act, because the time for its decision is over."""

    refusal: ClassVar[str] = "game_has_no_decisions"

    round: int
    turn: int


PlayCommand = Insure | CloseInsurance | Decide | DecisionExpired
