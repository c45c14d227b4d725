"""A player's purse: what of their money's history later decisions need, and how each event changes it."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from fairdeal.bank.accounts import Tender
from fairdeal.bank.exclusion import Exclusion
from fairdeal.bank.house import tender_of
from fairdeal.bank.limits import Counters, Limits, PlayTime, Tally, change_limit, count
from fairdeal.bank.purse.events import (
    AccountClosed,
    DepositAsked,
    DepositDropped,
    DepositReceived,
    LimitChanged,
    MovedToPoker,
    MovedToSite,
    PlayEnded,
    PlayerCredited,
    PlayerDebited,
    PlayerExcluded,
    PlayStarted,
    PlayTimeUsedUp,
    PurseEvent,
    PurseOpened,
    PutAtRisk,
    TakenBack,
    WalletRefilled,
    WithdrawalApproved,
    WithdrawalAsked,
    WithdrawalReturned,
    WithdrawalSent,
)
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


def evolve(state: Purse, event: PurseEvent) -> Purse:
    """The purse after the event."""
    match event:
        case PurseOpened():
            return replace(state, player=event.player, accounts=(*state.accounts, *event.accounts))
        case DepositAsked() | DepositDropped() | DepositReceived():
            return _with_deposit(state, event)
        case WithdrawalAsked() | WithdrawalApproved() | WithdrawalReturned() | WithdrawalSent():
            return _with_withdrawal(state, event)
        case WalletRefilled():
            return replace(state, granted=count(state.granted, event.tender, event.amount, event.at))
        case MovedToPoker() | MovedToSite():
            return replace(state, moves=state.moves.add(1, event.at))
        case PlayerCredited() | PlayerDebited():
            return state
        case _:
            return _with_care(state, event)


def _with_deposit(state: Purse, event: DepositAsked | DepositDropped | DepositReceived) -> Purse:
    rest = tuple(each for each in state.asked if each.deposit != event.deposit)
    match event:
        case DepositAsked():
            asked = AskedDeposit(event.deposit, event.tender, event.amount, event.until)
            return replace(state, asked=(*state.asked, asked))
        case DepositDropped():
            return replace(state, asked=rest)
        case DepositReceived():
            deposit = Deposit(event.provider, event.reference, event.tender, event.amount)
            counted = count(state.deposited, event.tender, event.amount, event.at)
            return replace(state, asked=rest, deposits=(*state.deposits, deposit), deposited=counted)


WithdrawalEvent = WithdrawalAsked | WithdrawalApproved | WithdrawalReturned | WithdrawalSent


def _with_withdrawal(state: Purse, event: WithdrawalEvent) -> Purse:
    if isinstance(event, WithdrawalAsked):
        new = Withdrawal(event.withdrawal, event.account, event.kept, event.amount)
        return replace(state, withdrawals=(*state.withdrawals, new))
    changed = tuple(
        _advanced(each, event) if each.withdrawal == event.withdrawal else each for each in state.withdrawals
    )
    return replace(state, withdrawals=changed)


def _advanced(withdrawal: Withdrawal, event: WithdrawalApproved | WithdrawalReturned | WithdrawalSent) -> Withdrawal:
    match event:
        case WithdrawalApproved():
            return replace(withdrawal, stage=Stage.APPROVED)
        case WithdrawalReturned():
            return replace(withdrawal, stage=Stage.RETURNED, why=event.why)
        case WithdrawalSent():
            return replace(withdrawal, stage=Stage.SENT, reference=event.reference)


CareEvent = (
    LimitChanged | PutAtRisk | TakenBack | PlayStarted | PlayEnded | PlayTimeUsedUp | PlayerExcluded | AccountClosed
)


def _with_care(state: Purse, event: CareEvent) -> Purse:
    match event:
        case LimitChanged():
            limits = change_limit(state.limits, event.limit, event.effective, event.at)
            return replace(state, limits=limits, play=state.play.roll(event.at))
        case PutAtRisk():
            return replace(state, lost=count(state.lost, event.tender, event.amount, event.at))
        case TakenBack():
            return replace(state, lost=count(state.lost, event.tender, -event.amount, event.at))
        case PlayStarted():
            return replace(state, play=state.play.start(event.place, event.at))
        case PlayEnded():
            return replace(state, play=state.play.end(event.place, event.at))
        case PlayTimeUsedUp():
            return replace(state, time_called=event.day)
        case PlayerExcluded():
            return replace(state, exclusion=event.exclusion)
        case AccountClosed():
            return replace(state, closed=True)
