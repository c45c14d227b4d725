"""A player's purse: what of their money's history later decisions need."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from fairdeal.bank.accounts import Tender
from fairdeal.bank.exclusion import Exclusion
from fairdeal.bank.house import tender_of
from fairdeal.bank.limits import Counters, Limits, PlayTime, Tally
from fairdeal.kernel import AccountId, Instant, PlayerId, Units

_NOBODY: Final = PlayerId("")
_NOTHING: Final = Tally()
_NEVER_PLAYED: Final = PlayTime()


class Stage(StrEnum):
    """How far a withdrawal has come."""

    ASKED = "asked"
    APPROVED = "approved"  # the provider has it
    SENT = "sent"
    RETURNED = "returned"


@dataclass(frozen=True, slots=True)
class AskedDeposit:
    """A deposit that may come."""

    deposit: str
    tender: Tender
    amount: Units
    until: Instant


@dataclass(frozen=True, slots=True)
class Deposit:
    """A deposit that came, by the name its provider gave it."""

    provider: str
    reference: str
    tender: Tender
    amount: Units


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """A withdrawal, open or done; `why` is what the player is told when it came back."""

    withdrawal: str
    account: AccountId
    kept: AccountId
    amount: Units
    stage: Stage = Stage.ASKED
    why: str = ""
    reference: str = ""


@dataclass(frozen=True, slots=True)
class Purse:
    """
    One player's purse; balances are the ledger's.

    References and withdrawals are kept for good, because providers repeat themselves late.
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

    def find_withdrawal(self, withdrawal: str) -> Withdrawal | None:
        """The withdrawal with that name."""
        return next((each for each in self.withdrawals if each.withdrawal == withdrawal), None)

    def find_asked(self, deposit: str | None) -> AskedDeposit | None:
        """The asked deposit with that name."""
        return next((each for each in self.asked if each.deposit == deposit), None)

    def has_wallet_of(self, tender: Tender) -> bool:
        """Whether one of the accounts holds that money."""
        return any(tender_of(account) == tender for account in self.accounts)

    def promised(self, tender: Tender) -> int:
        """What may still come in of that money."""
        return sum(each.amount for each in self.asked if each.tender == tender)
