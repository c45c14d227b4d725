"""What happens to a player's purse; stored, so names and fields are for ever."""

from dataclasses import dataclass
from enum import StrEnum

from fairdeal.bank.accounts import Tender
from fairdeal.bank.exclusion import Exclusion
from fairdeal.bank.fx import Quote
from fairdeal.bank.house import StaffId
from fairdeal.bank.limits import Limit
from fairdeal.kernel import AccountId, Instant, MoneyKind, PlayerId, RuleId, Units


class Return(StrEnum):
    """Why a withdrawal came back."""

    REJECTED = "rejected"  # by the desk
    CANCELLED = "cancelled"  # by the player
    FAILED = "failed"  # the provider could not send it


@dataclass(frozen=True, slots=True)
class PurseOpened:
    """The player has these accounts from now on; the runtime opens them in the same commit."""

    player: PlayerId
    accounts: tuple[AccountId, ...]


@dataclass(frozen=True, slots=True)
class DepositAsked:
    """A deposit may come, until it is forgotten."""

    deposit: str
    tender: Tender
    amount: Units
    until: Instant


@dataclass(frozen=True, slots=True)
class DepositDropped:
    """An asked deposit no longer counts."""

    deposit: str


@dataclass(frozen=True, slots=True)
class DepositReceived:
    """Money came in."""

    account: AccountId
    provider: str
    reference: str
    tender: Tender
    amount: Units
    deposit: str | None
    at: Instant


@dataclass(frozen=True, slots=True)
class WithdrawalAsked:
    """Money left the wallet and waits to be sent."""

    withdrawal: str
    account: AccountId
    kept: AccountId
    amount: Units
    at: Instant


@dataclass(frozen=True, slots=True)
class WithdrawalApproved:
    """The provider may have it."""

    withdrawal: str
    staff: StaffId


@dataclass(frozen=True, slots=True)
class WithdrawalReturned:
    """Money went back to the wallet; `staff` is who rejected it."""

    withdrawal: str
    account: AccountId
    kept: AccountId
    amount: Units
    because: Return
    why: str
    staff: StaffId | None


@dataclass(frozen=True, slots=True)
class WithdrawalSent:
    """Money left the house."""

    withdrawal: str
    kept: AccountId
    amount: Units
    provider: str
    reference: str


@dataclass(frozen=True, slots=True)
class PlayerCredited:
    """The desk added money."""

    account: AccountId
    amount: Units
    staff: StaffId
    why: str


@dataclass(frozen=True, slots=True)
class PlayerDebited:
    """The desk took money."""

    account: AccountId
    amount: Units
    staff: StaffId
    why: str


@dataclass(frozen=True, slots=True)
class WalletRefilled:
    """Play or test money was handed out."""

    account: AccountId
    tender: Tender
    amount: Units
    at: Instant


@dataclass(frozen=True, slots=True)
class MovedToPoker:
    """Money went from the site to the poker room; the quote says what it cost, and by which rate."""

    source: AccountId
    target: AccountId
    quote: Quote
    at: Instant
    rule: RuleId


@dataclass(frozen=True, slots=True)
class MovedToSite:
    """Money went from the poker room to the site; the quote says what it cost, and by which rate."""

    source: AccountId
    target: AccountId
    quote: Quote
    at: Instant
    rule: RuleId


@dataclass(frozen=True, slots=True)
class LimitChanged:
    """A limit was asked for; it holds from `effective` on, and until then the stricter one does."""

    limit: Limit
    effective: Instant
    at: Instant


@dataclass(frozen=True, slots=True)
class PutAtRisk:
    """Money was staked; no transfer, the table moves it."""

    tender: Tender
    amount: Units
    place: str
    at: Instant


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Staked money came back, with what was won; no transfer, the table moves it."""

    tender: Tender
    amount: Units
    place: str
    at: Instant


@dataclass(frozen=True, slots=True)
class PlayStarted:
    """The clock runs, if it did not already."""

    place: str
    money: MoneyKind
    at: Instant


@dataclass(frozen=True, slots=True)
class PlayEnded:
    """The clock stops, if that was the last table."""

    place: str
    at: Instant


@dataclass(frozen=True, slots=True)
class PlayTimeUsedUp:
    """The time a player allowed themselves for the day is over; `rule` is None, because the limit is the house's own."""

    day: int
    limit: int
    at: Instant
    rule: RuleId | None = None


@dataclass(frozen=True, slots=True)
class PlayerExcluded:
    """The player keeps away."""

    exclusion: Exclusion
    at: Instant


@dataclass(frozen=True, slots=True)
class AccountClosed:
    """The account is closed; what is in it can still be withdrawn."""

    at: Instant
    why: str
    staff: StaffId | None


PurseEvent = (
    PurseOpened
    | DepositAsked
    | DepositDropped
    | DepositReceived
    | WithdrawalAsked
    | WithdrawalApproved
    | WithdrawalReturned
    | WithdrawalSent
    | PlayerCredited
    | PlayerDebited
    | WalletRefilled
    | MovedToPoker
    | MovedToSite
    | LimitChanged
    | PutAtRisk
    | TakenBack
    | PlayStarted
    | PlayEnded
    | PlayTimeUsedUp
    | PlayerExcluded
    | AccountClosed
)
