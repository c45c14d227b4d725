"""What happened to a player's purse; stored, so names and fields never change."""

from dataclasses import dataclass
from enum import StrEnum

from fairdeal.bank.accounts import Tender
from fairdeal.bank.bars import Bar, Scope
from fairdeal.bank.exclusion import Exclusion
from fairdeal.bank.fx import Quote
from fairdeal.bank.house import StaffId
from fairdeal.bank.limits import Limit
from fairdeal.kernel import AccountId, Instant, MoneyKind, PlayerId, RuleId, Units


class Return(StrEnum):
    """Why the money of a withdrawal was returned to the wallet; stored, so values never change."""

    REJECTED = "rejected"  # by staff
    CANCELLED = "cancelled"  # by the player
    FAILED = "failed"  # the provider could not send it


@dataclass(frozen=True, slots=True)
class PurseOpened:
    """The player was given these accounts; the runtime opens them in the same commit."""

    player: PlayerId
    accounts: tuple[AccountId, ...]


@dataclass(frozen=True, slots=True)
class DepositAsked:
    """A player asked to deposit; the request counts towards limits until it expires."""

    deposit: str
    tender: Tender
    amount: Units
    until: Instant


@dataclass(frozen=True, slots=True)
class DepositDropped:
    """An asked deposit failed or expired, and no longer counts."""

    deposit: str


@dataclass(frozen=True, slots=True)
class DepositReceived:
    """A deposit arrived in the wallet."""

    account: AccountId
    provider: str
    reference: str
    tender: Tender
    amount: Units
    deposit: str | None
    at: Instant


@dataclass(frozen=True, slots=True)
class DepositRefused:
    """The provider did not take a payment that was asked for; `why` is what the player sees."""

    deposit: str
    provider: str
    why: str
    at: Instant


@dataclass(frozen=True, slots=True)
class DepositChargedBack:
    """A provider took a deposit back: `taken` came out of the wallet, the rest is a claim on the player."""

    account: AccountId
    claim: AccountId
    provider: str
    reference: str
    amount: Units
    taken: Units
    at: Instant


@dataclass(frozen=True, slots=True)
class ClaimSettled:
    """A player paid what was owed after a charge-back, or a part of it, out of the wallet."""

    account: AccountId
    claim: AccountId
    tender: Tender
    amount: Units
    staff: StaffId


@dataclass(frozen=True, slots=True)
class WithdrawalAsked:
    """A player asked to withdraw: the money left the wallet and waits to be sent."""

    withdrawal: str
    account: AccountId
    kept: AccountId
    amount: Units
    at: Instant


@dataclass(frozen=True, slots=True)
class WithdrawalApproved:
    """Staff approved a withdrawal; it is sent to the provider."""

    withdrawal: str
    staff: StaffId


@dataclass(frozen=True, slots=True)
class WithdrawalReturned:
    """A withdrawal was returned to the wallet; `staff` is who rejected it."""

    withdrawal: str
    account: AccountId
    kept: AccountId
    amount: Units
    because: Return
    why: str
    staff: StaffId | None


@dataclass(frozen=True, slots=True)
class WithdrawalSent:
    """The provider sent a withdrawal to the player."""

    withdrawal: str
    kept: AccountId
    amount: Units
    provider: str
    reference: str


@dataclass(frozen=True, slots=True)
class WithdrawalSuspended:
    """The payment of a withdrawal was suspended for a complaint about it."""

    withdrawal: str
    case: str
    until: Instant
    rule: RuleId


@dataclass(frozen=True, slots=True)
class WithdrawalResumed:
    """The payment of a withdrawal may go on: the complaint about it was settled, or its term is over (`lapsed`)."""

    withdrawal: str
    case: str
    lapsed: bool
    at: Instant
    rule: RuleId


@dataclass(frozen=True, slots=True)
class PlayerCredited:
    """Staff added money to an account; `seized` says that others had lost it to the house."""

    account: AccountId
    amount: Units
    staff: StaffId
    why: str
    seized: bool = False


@dataclass(frozen=True, slots=True)
class TicketGiven:
    """Staff gave a player a ticket of that worth."""

    ticket: AccountId
    amount: Units
    staff: StaffId
    why: str


@dataclass(frozen=True, slots=True)
class PlayerDebited:
    """Staff took money from an account."""

    account: AccountId
    amount: Units
    staff: StaffId
    why: str


@dataclass(frozen=True, slots=True)
class WalletRefilled:
    """A player was given play or test money."""

    account: AccountId
    tender: Tender
    amount: Units
    at: Instant


@dataclass(frozen=True, slots=True)
class MovedToPoker:
    """Money was moved from the site to the poker wallet; the quote has cost and rate."""

    source: AccountId
    target: AccountId
    quote: Quote
    at: Instant
    rule: RuleId


@dataclass(frozen=True, slots=True)
class MovedToSite:
    """Money was moved from the poker to the site wallet; the quote has cost and rate."""

    source: AccountId
    target: AccountId
    quote: Quote
    at: Instant
    rule: RuleId


@dataclass(frozen=True, slots=True)
class LimitChanged:
    """A player changed a limit; it is in force from `effective` on, and until then the stricter one is."""

    limit: Limit
    effective: Instant
    at: Instant


@dataclass(frozen=True, slots=True)
class PutAtRisk:
    """Money was put at risk; causes no transfer, because the table moves it."""

    tender: Tender
    amount: Units
    place: str
    at: Instant


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Money put at risk came back, with what was won; causes no transfer, because the table moves it."""

    tender: Tender
    amount: Units
    place: str
    at: Instant


@dataclass(frozen=True, slots=True)
class PlayStarted:
    """A player took a seat: the clock of play time runs, if it did not already."""

    place: str
    money: MoneyKind
    at: Instant


@dataclass(frozen=True, slots=True)
class PlayEnded:
    """A player left a seat: the clock of play time stops, if that was the last."""

    place: str
    at: Instant


@dataclass(frozen=True, slots=True)
class PlayTimeUsedUp:
    """The player's play time of the day is used up; `rule` is None, because no published rule sets this limit."""

    day: int
    limit: int
    at: Instant
    rule: RuleId | None = None


@dataclass(frozen=True, slots=True)
class PlayerExcluded:
    """The player took a time-out or excluded themselves."""

    exclusion: Exclusion
    at: Instant


@dataclass(frozen=True, slots=True)
class AccountClosed:
    """The account was closed; its money can still be withdrawn."""

    at: Instant
    why: str
    staff: StaffId | None


@dataclass(frozen=True, slots=True)
class PlayerBarred:
    """Staff keep the player from everything or from one kind of game; an earlier bar of that scope is replaced."""

    bar: Bar
    staff: StaffId
    why: str
    at: Instant


@dataclass(frozen=True, slots=True)
class BarLifted:
    """Staff lifted a bar."""

    scope: Scope
    staff: StaffId
    why: str
    at: Instant


@dataclass(frozen=True, slots=True)
class LimitImposed:
    """Staff set or removed a limit of the house."""

    limit: Limit
    staff: StaffId
    why: str
    at: Instant


@dataclass(frozen=True, slots=True)
class ClaimRaised:
    """A player owes the house what a wallet was short of when winnings were annulled (INT-37)."""

    claim: AccountId
    tender: Tender
    amount: Units
    staff: StaffId
    why: str
    at: Instant
    rule: RuleId


PurseEvent = (
    PurseOpened
    | DepositAsked
    | DepositDropped
    | DepositReceived
    | DepositRefused
    | DepositChargedBack
    | ClaimSettled
    | WithdrawalAsked
    | WithdrawalApproved
    | WithdrawalReturned
    | WithdrawalSent
    | WithdrawalSuspended
    | WithdrawalResumed
    | PlayerCredited
    | TicketGiven
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
    | PlayerBarred
    | BarLifted
    | LimitImposed
    | ClaimRaised
)
