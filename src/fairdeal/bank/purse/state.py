"""The state of a player's purse: what later decisions need of its history."""

from enum import StrEnum
from typing import Final

from fairdeal.bank.accounts import Tender
from fairdeal.bank.bars import Bars
from fairdeal.bank.exclusion import Exclusion
from fairdeal.bank.house import tender_of
from fairdeal.bank.limits import Counters, Limits, PlayTime, Tally
from fairdeal.kernel import AccountId, Instant, PlayerId, RuleId, Units
from fairdeal.kernel.values import dataclass

_NOBODY: Final = PlayerId("")
_NOTHING: Final = Tally()
_NEVER_PLAYED: Final = PlayTime()


class Stage(StrEnum):
    """The stage of a withdrawal; stored, so values never change."""

    ASKED = "asked"
    APPROVED = "approved"  # the provider has it
    SENT = "sent"
    RETURNED = "returned"


@dataclass(frozen=True, slots=True)
class AskedDeposit:
    """A deposit that a player asked for and that has not arrived yet."""

    deposit: str
    tender: Tender
    amount: Units
    until: Instant


@dataclass(frozen=True, slots=True)
class Deposit:
    """A deposit that arrived, by its provider's reference."""

    provider: str
    reference: str
    tender: Tender
    amount: Units
    deposit: str = ""  # the id it was asked for under, if it was
    at: Instant = Instant(0)  # zero: written before this was noted
    is_charged_back: bool = False


class Unpaid(StrEnum):
    """Why an asked deposit is no longer expected; stored, so values never change."""

    DROPPED = "dropped"  # cancelled by the player, or not paid in time
    REFUSED = "refused"  # by the provider


@dataclass(frozen=True, slots=True)
class UnpaidDeposit:
    """A deposit that was asked for and is no longer expected; money that comes late is still told by its id."""

    deposit: str
    tender: Tender
    amount: Units
    because: Unpaid
    why: str = ""


@dataclass(frozen=True, slots=True)
class Suspension:
    """A payment that waits for a complaint to be settled, until an instant at most."""

    case: str
    until: Instant
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """A withdrawal, open or done; `why` is the reason that the player sees when it was returned."""

    withdrawal: str
    account: AccountId
    kept: AccountId
    amount: Units
    stage: Stage = Stage.ASKED
    why: str = ""
    reference: str = ""
    suspension: Suspension | None = None
    suspended_before: tuple[str, ...] = ()  # cases that are over; none of them suspends it again


@dataclass(frozen=True, slots=True)
class Purse:
    """
    One player's purse; balances are kept by the ledger, not here.

    References and withdrawals are never removed, because providers may repeat a callback much later.
    """

    player: PlayerId = _NOBODY
    accounts: tuple[AccountId, ...] = ()
    asked: tuple[AskedDeposit, ...] = ()
    deposits: tuple[Deposit, ...] = ()
    withdrawals: tuple[Withdrawal, ...] = ()
    limits: Limits = ()
    deposited: Counters = ()
    lost: Counters = ()
    granted: Counters = ()
    moves: Tally = _NOTHING
    play: PlayTime = _NEVER_PLAYED
    time_called: int = -1  # the UTC day on which play time was last used up
    exclusion: Exclusion | None = None
    closed: bool = False
    unpaid: tuple[UnpaidDeposit, ...] = ()  # the latest
    claims: tuple[tuple[Tender, int], ...] = ()  # owed after charge-backs and annulled winnings, without zeros
    bars: Bars = ()  # of the house
    imposed: Limits = ()  # limits of the house

    def find_withdrawal(self, withdrawal: str) -> Withdrawal | None:
        """The withdrawal with that id, or None."""
        return next((each for each in self.withdrawals if each.withdrawal == withdrawal), None)

    def find_asked(self, deposit: str | None) -> AskedDeposit | None:
        """The asked deposit with that id, or None."""
        return next((each for each in self.asked if each.deposit == deposit), None)

    def find_deposit(self, provider: str, reference: str) -> Deposit | None:
        """The deposit that arrived under a provider's reference, or None."""
        return next((each for each in self.deposits if (each.provider, each.reference) == (provider, reference)), None)

    def knows_deposit(self, deposit: str) -> bool:
        """Whether a deposit with that id was asked for, whatever became of it."""
        return any(each.deposit == deposit for group in (self.asked, self.deposits, self.unpaid) for each in group)

    def tender_asked(self, deposit: str) -> Tender | None:
        """The tender of a deposit that was asked for and has not come, expected or not; None if there was none."""
        found = {each.deposit: each.tender for each in self.unpaid} | {each.deposit: each.tender for each in self.asked}
        return found.get(deposit)

    def owed(self, tender: Tender) -> int:
        """What the player owes of a tender after charge-backs."""
        return next((amount for claimed, amount in self.claims if claimed == tender), 0)

    def has_wallet_of(self, tender: Tender) -> bool:
        """Whether the player has an account of that tender."""
        return any(tender_of(account) == tender for account in self.accounts)

    def promised(self, tender: Tender) -> int:
        """The sum of asked deposits of that tender that may still arrive."""
        return sum(each.amount for each in self.asked if each.tender == tender)
