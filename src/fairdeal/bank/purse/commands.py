"""
What can be asked of a player's purse.

Fields that say "a fact" are None until the runtime fills them. Amounts are units of the tender; ids are the asker's.
"""

from dataclasses import dataclass

from fairdeal.bank.accounts import Tender
from fairdeal.bank.house import StaffId
from fairdeal.bank.limits import LimitKind, Period
from fairdeal.bank.rates import Rate
from fairdeal.kernel import AccountId, Duration, MoneyKind, PlayerId, Units


@dataclass(frozen=True, slots=True)
class OpenPurse:
    """Give a player accounts; those they already have stay as they are."""

    player: PlayerId
    accounts: tuple[AccountId, ...]


@dataclass(frozen=True, slots=True)
class AskDeposit:
    """A player wants to pay in; counts towards limits until it arrives or is forgotten."""

    deposit: str
    tender: Tender
    amount: Units


@dataclass(frozen=True, slots=True)
class DropDeposit:
    """An asked deposit failed, or did not arrive in time."""

    deposit: str


@dataclass(frozen=True, slots=True)
class ReceiveDeposit:
    """A provider says that money arrived; `deposit` names the asked one, if it was asked for."""

    provider: str
    reference: str
    tender: Tender
    amount: Units
    deposit: str | None = None


@dataclass(frozen=True, slots=True)
class AskWithdrawal:
    """A player wants to be paid out; `balance` is a fact: what the wallet holds."""

    withdrawal: str
    tender: Tender
    amount: Units
    balance: Units | None = None


@dataclass(frozen=True, slots=True)
class ApproveWithdrawal:
    """The desk lets a withdrawal go to the provider."""

    withdrawal: str
    staff: StaffId


@dataclass(frozen=True, slots=True)
class RejectWithdrawal:
    """The desk refuses a withdrawal, for a reason the player is told."""

    withdrawal: str
    staff: StaffId
    why: str


@dataclass(frozen=True, slots=True)
class CancelWithdrawal:
    """The player changed their mind."""

    withdrawal: str


@dataclass(frozen=True, slots=True)
class ConfirmSent:
    """A provider says that a withdrawal is on its way."""

    withdrawal: str
    provider: str
    reference: str


@dataclass(frozen=True, slots=True)
class ReportFailed:
    """A provider says that it could not send a withdrawal."""

    withdrawal: str
    provider: str
    why: str


@dataclass(frozen=True, slots=True)
class CreditPlayer:
    """The desk adds money to an account, for a reason."""

    account: AccountId
    amount: Units
    staff: StaffId
    why: str


@dataclass(frozen=True, slots=True)
class DebitPlayer:
    """The desk takes money from an account, for a reason."""

    account: AccountId
    amount: Units
    staff: StaffId
    why: str


@dataclass(frozen=True, slots=True)
class RefillWallet:
    """Hand out play or test money; `holdings` is a fact: what the player has of that money, tables included."""

    account: AccountId
    holdings: Units | None = None


@dataclass(frozen=True, slots=True)
class MoveToPoker:
    """Site wallet → poker wallet, an amount of the site's currency; the rate of the day is a fact."""

    money: MoneyKind
    amount: Units
    rate: Rate | None = None


@dataclass(frozen=True, slots=True)
class MoveToSite:
    """
    Poker wallet → site wallet, an amount of the poker room's currency; the rate of the day is a fact.

    Without an amount everything is meant, and `balance` is a fact: what the poker wallet holds.
    """

    money: MoneyKind
    amount: Units | None
    rate: Rate | None = None
    balance: Units | None = None


@dataclass(frozen=True, slots=True)
class SetLimit:
    """A player limits themselves: units of a tender, or milliseconds of play a day; None lifts the limit."""

    kind: LimitKind
    period: Period
    tender: Tender | None
    amount: int | None


@dataclass(frozen=True, slots=True)
class RiskMoney:
    """Money is about to be staked at a table, tournament or casino; `place` says where."""

    tender: Tender
    amount: Units
    place: str


@dataclass(frozen=True, slots=True)
class TakeMoneyBack:
    """Money comes back from where it was staked, with what was won."""

    tender: Tender
    amount: Units
    place: str


@dataclass(frozen=True, slots=True)
class StartPlay:
    """A player takes a seat."""

    place: str
    money: MoneyKind


@dataclass(frozen=True, slots=True)
class EndPlay:
    """A player leaves a seat."""

    place: str


@dataclass(frozen=True, slots=True)
class CallTime:
    """The play time of that UTC day is used up."""

    day: int


@dataclass(frozen=True, slots=True)
class TakeTimeOut:
    """A player keeps away for hours to weeks."""

    length: Duration


@dataclass(frozen=True, slots=True)
class ExcludeSelf:
    """A player keeps away for months, or for ever."""

    months: int | None


@dataclass(frozen=True, slots=True)
class CloseAccount:
    """A player, or the desk, closes the account; what is in it can still be withdrawn."""

    why: str
    staff: StaffId | None = None


PurseCommand = (
    OpenPurse
    | AskDeposit
    | DropDeposit
    | ReceiveDeposit
    | AskWithdrawal
    | ApproveWithdrawal
    | RejectWithdrawal
    | CancelWithdrawal
    | ConfirmSent
    | ReportFailed
    | CreditPlayer
    | DebitPlayer
    | RefillWallet
    | MoveToPoker
    | MoveToSite
    | SetLimit
    | RiskMoney
    | TakeMoneyBack
    | StartPlay
    | EndPlay
    | CallTime
    | TakeTimeOut
    | ExcludeSelf
    | CloseAccount
)
