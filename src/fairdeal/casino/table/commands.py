"""
What a casino table is asked: by its players, by time, by chance, and by the people who run it.

Commands about bets and decisions name their round, and decisions their turn, so that a late one meets the same check
whoever sent it. Slots that are None are filled by the runtime: chance, the funds of those who follow, and hands elsewhere.
"""

from enum import StrEnum

from fairdeal.casino.chat import ChatCommand
from fairdeal.casino.dealer import StepKind
from fairdeal.casino.table.state import Correction
from fairdeal.kernel import Cents, Instant, PlayerId
from fairdeal.kernel.values import dataclass

# ---- people


@dataclass(frozen=True, slots=True)
class Join:
    """Come to the table; a new visit begins."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Leave:
    """Go away; bets in play stay and are paid to the wallet."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Drop:
    """The player's connection was lost."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Return:
    """The player's connection is back."""

    player: PlayerId


PeopleCommand = Join | Leave | Drop | Return

# ---- the betting window


@dataclass(frozen=True, slots=True)
class OpenBetting:
    """Take bets on that round."""

    round: int


@dataclass(frozen=True, slots=True)
class CloseBetting:
    """The time for betting is over: no more bets."""

    round: int


# ---- layouts


@dataclass(frozen=True, slots=True)
class PlaceChip:
    """Put a chip on a spot; it is no bet before it is confirmed."""

    player: PlayerId
    round: int
    spot: str
    chip: Cents


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last chip that is not confirmed, or all of them."""

    player: PlayerId
    round: int
    everything: bool = False


@dataclass(frozen=True, slots=True)
class RepeatLastBet:
    """Place the chips of the last bet again."""

    player: PlayerId
    round: int


@dataclass(frozen=True, slots=True)
class Confirm:
    """Press "Place bet": the chips become bets."""

    player: PlayerId
    round: int


LayoutCommand = PlaceChip | Undo | RepeatLastBet | Confirm

# ---- blackjack


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Sit down."""

    player: PlayerId
    seat: int


@dataclass(frozen=True, slots=True)
class LeaveSeat:
    """Stand up, after the round if a bet is in play."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class JoinQueue:
    """Wait for a seat."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class LeaveQueue:
    """Wait no longer."""

    player: PlayerId


SeatCommand = TakeSeat | LeaveSeat | JoinQueue | LeaveQueue


@dataclass(frozen=True, slots=True)
class PlaceBet:
    """Bet so much more on the own hand; `elsewhere` says how many hands the account has at other tables."""

    player: PlayerId
    round: int
    amount: Cents
    elsewhere: int | None = None


@dataclass(frozen=True, slots=True)
class BetBehind:
    """Bet so much more on somebody's hand; no confirmation follows. `elsewhere` as with a bet on the own hand."""

    player: PlayerId
    round: int
    seat: int
    amount: Cents
    elsewhere: int | None = None


@dataclass(frozen=True, slots=True)
class WithdrawBet:
    """Take the bet back, before no more bets."""

    player: PlayerId
    round: int


@dataclass(frozen=True, slots=True)
class AnswerFollow:
    """Whether somebody behind follows doubles and splits, for this visit."""

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
class Insure:
    """Insure the bet for that much; nothing declines."""

    player: PlayerId
    round: int
    amount: Cents


@dataclass(frozen=True, slots=True)
class CloseInsurance:
    """The time for insurance is over."""

    round: int


@dataclass(frozen=True, slots=True)
class Decide:
    """
    Decide for the hand to act.

    A double may be for less than the bet. `funds` says what each follower has in the wallet.
    """

    player: PlayerId
    round: int
    turn: int
    choice: Choice
    amount: Cents | None = None
    funds: tuple[tuple[PlayerId, Cents], ...] | None = None


@dataclass(frozen=True, slots=True)
class DecisionExpired:
    """The time for a decision is over."""

    round: int
    turn: int


PlayCommand = Insure | CloseInsurance | Decide | DecisionExpired

# ---- chance


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Put those cards into random order and cut them; the runtime fills order, cut and salt."""

    shoe: int
    cards: bytes
    order: bytes | None = None
    cut: int | None = None
    salt: bytes | None = None


@dataclass(frozen=True, slots=True)
class Spin:
    """Let the ball run; the pocket comes from the runtime, or from the dealer's wheel."""

    round: int
    pockets: int
    pocket: int | None = None
    video: int | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal what is due from the house's shoe."""

    round: int


ChanceCommand = Shuffle | Spin | Deal

# ---- a live dealer's station; `video` is the time code of the recording, in milliseconds


@dataclass(frozen=True, slots=True)
class Scan:
    """The scanner read a card."""

    round: int
    card: int
    video: int | None = None


@dataclass(frozen=True, slots=True)
class ScanFailed:
    """The scanner could not read a card."""

    round: int
    video: int | None = None


@dataclass(frozen=True, slots=True)
class FinishStep:
    """The dealer has done what the station asked for."""

    step: StepKind
    video: int | None = None


@dataclass(frozen=True, slots=True)
class Propose:
    """Somebody wants to put something right."""

    person: str
    correction: Correction
    video: int | None = None


@dataclass(frozen=True, slots=True)
class Approve:
    """Another person agrees."""

    person: str
    video: int | None = None


@dataclass(frozen=True, slots=True)
class Dismiss:
    """A person turns a proposal down, or lifts a hold."""

    person: str


@dataclass(frozen=True, slots=True)
class HoldTable:
    """A supervisor stops the table to look at an irregularity."""

    person: str


@dataclass(frozen=True, slots=True)
class ReportError:
    """A game error: with a supervisor's approval cards are burnt."""

    person: str
    supervisor: str
    video: int | None = None


@dataclass(frozen=True, slots=True)
class ChangeDealer:
    """Another dealer takes over."""

    dealer: str
    video: int | None = None


@dataclass(frozen=True, slots=True)
class AskShuffle:
    """Staff wants the cards shuffled after this round, or exchanged for others."""

    person: str
    new_cards: bool = False


StationCommand = (
    Scan | ScanFailed | FinishStep | Propose | Approve | Dismiss | HoldTable | ReportError | ChangeDealer | AskShuffle
)

# ---- failure


@dataclass(frozen=True, slots=True)
class Recover:
    """The first command after a failure; the room stood still since that instant."""

    down_since: Instant


@dataclass(frozen=True, slots=True)
class GiveTimeBack:
    """The room stood still since that instant, and goes on."""

    since: Instant


TableCommand = (
    PeopleCommand
    | OpenBetting
    | CloseBetting
    | LayoutCommand
    | SeatCommand
    | BoxCommand
    | PlayCommand
    | ChanceCommand
    | StationCommand
    | ChatCommand
    | Recover
    | GiveTimeBack
)
