"""
Commands of a player's purse.

Fields that are called "a fact" are None until the runtime fills them. Amounts are units of the tender; the sender chooses ids.
"""

from dataclasses import dataclass

from fairdeal.bank.accounts import Tender
from fairdeal.bank.bars import Scope
from fairdeal.bank.house import StaffId
from fairdeal.bank.limits import LimitKind, Period
from fairdeal.bank.rates import Rate
from fairdeal.kernel import AccountId, Duration, Instant, MoneyKind, PlayerId, RuleId, Units


@dataclass(frozen=True, slots=True)
class OpenPurse:
    """Open accounts for a player; existing ones stay as they are."""

    player: PlayerId
    accounts: tuple[AccountId, ...]


@dataclass(frozen=True, slots=True)
class AskDeposit:
    """A player asks to deposit; counts towards limits until the money arrives or the request expires."""

    deposit: str
    tender: Tender
    amount: Units


@dataclass(frozen=True, slots=True)
class DropDeposit:
    """Drop an asked deposit that failed or did not arrive in time."""

    deposit: str


@dataclass(frozen=True, slots=True)
class ReceiveDeposit:
    """A provider reports that money arrived; `deposit` names the asked deposit, if there was one."""

    provider: str
    reference: str
    tender: Tender
    amount: Units
    deposit: str | None = None


@dataclass(frozen=True, slots=True)
class RefuseDeposit:
    """A provider reports that an asked deposit was not paid, for a reason that the player sees."""

    deposit: str
    provider: str
    why: str


@dataclass(frozen=True, slots=True)
class ChargeBack:
    """A provider reports that it took a deposit back; `balance` is a fact: what the wallet holds."""

    provider: str
    reference: str
    balance: Units | None = None


@dataclass(frozen=True, slots=True)
class SettleClaim:
    """Staff take what a player owes after a charge-back out of the player's wallet, as far as it goes."""

    tender: Tender
    amount: Units
    staff: StaffId


@dataclass(frozen=True, slots=True)
class AskWithdrawal:
    """A player asks to withdraw; `balance` is a fact: what the wallet holds. The house itself pays out any amount (INT-32)."""

    withdrawal: str
    tender: Tender
    amount: Units
    balance: Units | None = None
    by_house: bool = False


@dataclass(frozen=True, slots=True)
class ApproveWithdrawal:
    """Staff approve a withdrawal, which is then sent to the provider."""

    withdrawal: str
    staff: StaffId


@dataclass(frozen=True, slots=True)
class RejectWithdrawal:
    """Staff refuse a withdrawal, for a reason that the player sees."""

    withdrawal: str
    staff: StaffId
    why: str


@dataclass(frozen=True, slots=True)
class CancelWithdrawal:
    """The player cancels a withdrawal that was not approved yet."""

    withdrawal: str


@dataclass(frozen=True, slots=True)
class SuspendWithdrawal:
    """Suspend the payment of a withdrawal that a complaint is about, until an instant at most (INT-38)."""

    withdrawal: str
    case: str
    until: Instant
    rule: RuleId


@dataclass(frozen=True, slots=True)
class ResumeWithdrawal:
    """End the suspension of a withdrawal; `due` is that of the timer, and None where the complaint was settled."""

    withdrawal: str
    due: Instant | None = None


@dataclass(frozen=True, slots=True)
class ConfirmSent:
    """A provider reports that a withdrawal was sent."""

    withdrawal: str
    provider: str
    reference: str


@dataclass(frozen=True, slots=True)
class ReportFailed:
    """A provider reports that it could not send a withdrawal."""

    withdrawal: str
    provider: str
    why: str


@dataclass(frozen=True, slots=True)
class CreditPlayer:
    """Staff add money to an account, for a reason; it comes from the house, or from what was seized from others."""

    account: AccountId
    amount: Units
    staff: StaffId
    why: str
    seized: bool = False


@dataclass(frozen=True, slots=True)
class GiveTicket:
    """Staff give a player a ticket: an entry to any tournament at that price."""

    ticket: str
    tender: Tender
    amount: Units
    staff: StaffId
    why: str


@dataclass(frozen=True, slots=True)
class DebitPlayer:
    """Staff take money from an account, for a reason."""

    account: AccountId
    amount: Units
    staff: StaffId
    why: str


@dataclass(frozen=True, slots=True)
class RefillWallet:
    """Give a player play or test money; `holdings` is a fact: what the player has of it, money at tables included."""

    account: AccountId
    holdings: Units | None = None


@dataclass(frozen=True, slots=True)
class MoveToPoker:
    """Move an amount of the site's currency from the site to the poker wallet; the rate of the day is a fact."""

    money: MoneyKind
    amount: Units
    rate: Rate | None = None


@dataclass(frozen=True, slots=True)
class MoveToSite:
    """
    Move an amount of the poker currency from the poker to the site wallet; the rate of the day is a fact.

    Without an amount the whole balance is moved, and `balance` is a fact: what the poker wallet holds.
    """

    money: MoneyKind
    amount: Units | None
    rate: Rate | None = None
    balance: Units | None = None


@dataclass(frozen=True, slots=True)
class SetLimit:
    """A player sets a limit for themselves, in units of a tender or milliseconds of play a day; None removes it."""

    kind: LimitKind
    period: Period
    tender: Tender | None
    amount: int | None


@dataclass(frozen=True, slots=True)
class RiskMoney:
    """Money is about to be put at risk at a table, tournament or casino game; `place` says where."""

    tender: Tender
    amount: Units
    place: str


@dataclass(frozen=True, slots=True)
class TakeMoneyBack:
    """Money put at risk comes back, with what was won."""

    tender: Tender
    amount: Units
    place: str


@dataclass(frozen=True, slots=True)
class StartPlay:
    """A player takes a seat; the clock of play time starts."""

    place: str
    money: MoneyKind


@dataclass(frozen=True, slots=True)
class EndPlay:
    """A player leaves a seat; with the last one the clock of play time stops."""

    place: str


@dataclass(frozen=True, slots=True)
class CallTime:
    """The timer of play time fired: the limit of that UTC day is used up."""

    day: int


@dataclass(frozen=True, slots=True)
class TakeTimeOut:
    """A player takes a time-out of hours to weeks."""

    length: Duration


@dataclass(frozen=True, slots=True)
class ExcludeSelf:
    """A player excludes themselves for months, or permanently."""

    months: int | None


@dataclass(frozen=True, slots=True)
class CloseAccount:
    """A player or staff close the account; its money can still be withdrawn."""

    why: str
    staff: StaffId | None = None


@dataclass(frozen=True, slots=True)
class BarPlayer:
    """
    Staff keep a player from everything or from one kind of game, until an instant or until it is lifted.

    With `at_least` a bar that lasts as long stays as it is.
    """

    scope: Scope
    until: Instant | None
    rule: RuleId
    staff: StaffId
    why: str
    at_least: bool = False


@dataclass(frozen=True, slots=True)
class LiftBar:
    """Staff lift a bar before its end; with `ends` only a bar that would end then, and any other stays."""

    scope: Scope
    staff: StaffId
    why: str
    ends: Instant | None = None


@dataclass(frozen=True, slots=True)
class ImposeLimit:
    """Staff set a limit that the player cannot raise, beside the player's own; None removes it."""

    kind: LimitKind
    period: Period
    tender: Tender
    amount: int | None
    staff: StaffId
    why: str


@dataclass(frozen=True, slots=True)
class RaiseClaim:
    """Staff note what a player owes because a wallet was short of annulled winnings (INT-37)."""

    tender: Tender
    amount: Units
    rule: RuleId
    staff: StaffId
    why: str


PurseCommand = (
    OpenPurse
    | AskDeposit
    | DropDeposit
    | ReceiveDeposit
    | RefuseDeposit
    | ChargeBack
    | SettleClaim
    | AskWithdrawal
    | ApproveWithdrawal
    | RejectWithdrawal
    | CancelWithdrawal
    | SuspendWithdrawal
    | ResumeWithdrawal
    | ConfirmSent
    | ReportFailed
    | CreditPlayer
    | GiveTicket
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
    | BarPlayer
    | LiftBar
    | ImposeLimit
    | RaiseClaim
)
