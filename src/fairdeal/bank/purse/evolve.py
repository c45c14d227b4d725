"""What each event makes of a purse."""

from dataclasses import replace
from typing import Final

from fairdeal.bank.accounts import Tender
from fairdeal.bank.bars import Bars, Scope
from fairdeal.bank.house import tender_of
from fairdeal.bank.limits import change_limit, count
from fairdeal.bank.purse.events import (
    AccountClosed,
    BarLifted,
    ClaimRaised,
    ClaimSettled,
    DepositAsked,
    DepositChargedBack,
    DepositDropped,
    DepositReceived,
    DepositRefused,
    LimitChanged,
    LimitImposed,
    MovedToPoker,
    MovedToSite,
    PlayEnded,
    PlayerBarred,
    PlayerCredited,
    PlayerDebited,
    PlayerExcluded,
    PlayStarted,
    PlayTimeUsedUp,
    PurseEvent,
    PurseOpened,
    PutAtRisk,
    TakenBack,
    TicketGiven,
    WalletRefilled,
    WithdrawalApproved,
    WithdrawalAsked,
    WithdrawalResumed,
    WithdrawalReturned,
    WithdrawalSent,
    WithdrawalSuspended,
)
from fairdeal.bank.purse.state import (
    AskedDeposit,
    Deposit,
    Purse,
    Stage,
    Suspension,
    Unpaid,
    UnpaidDeposit,
    Withdrawal,
)
from fairdeal.kernel.values import changed

UNPAID_KEPT: Final = 50


def evolve(state: Purse, event: PurseEvent) -> Purse:
    """The purse after the event."""
    match event:
        case PutAtRisk():  # at every bet
            return changed(state, lost=count(state.lost, event.tender, event.amount, event.at))
        case TakenBack():
            return changed(state, lost=count(state.lost, event.tender, -event.amount, event.at))
        case PurseOpened():
            return replace(state, player=event.player, accounts=(*state.accounts, *event.accounts))
        case DepositAsked() | DepositDropped() | DepositReceived() | DepositRefused():
            return _with_deposit(state, event)
        case DepositChargedBack() | ClaimRaised() | ClaimSettled():
            return _with_claim(state, event)
        case (
            WithdrawalAsked()
            | WithdrawalApproved()
            | WithdrawalReturned()
            | WithdrawalSent()
            | WithdrawalSuspended()
            | WithdrawalResumed()
        ):
            return _with_withdrawal(state, event)
        case WalletRefilled():
            return replace(state, granted=count(state.granted, event.tender, event.amount, event.at))
        case MovedToPoker() | MovedToSite():
            return replace(state, moves=state.moves.add(1, event.at))
        case PlayerCredited() | TicketGiven() | PlayerDebited() | PlayerBarred() | BarLifted() | LimitImposed():
            return _by_house(state, event)
        case _:
            return _with_care(state, event)


def _with_deposit(state: Purse, event: DepositAsked | DepositDropped | DepositReceived | DepositRefused) -> Purse:
    rest = tuple(each for each in state.asked if each.deposit != event.deposit)
    match event:
        case DepositAsked():
            asked = AskedDeposit(event.deposit, event.tender, event.amount, event.until)
            return replace(state, asked=(*state.asked, asked))
        case DepositDropped() | DepositRefused():
            return replace(state, asked=rest, unpaid=_unpaid(state, event))
        case DepositReceived():
            deposit = Deposit(
                event.provider, event.reference, event.tender, event.amount, event.deposit or "", event.at
            )
            counted = count(state.deposited, event.tender, event.amount, event.at)
            return replace(state, asked=rest, deposits=(*state.deposits, deposit), deposited=counted)


def _unpaid(state: Purse, event: DepositDropped | DepositRefused) -> tuple[UnpaidDeposit, ...]:
    """The latest deposits that are no longer expected, with one more."""
    asked = state.find_asked(event.deposit)
    if asked is None:
        return state.unpaid
    because, why = (Unpaid.REFUSED, event.why) if isinstance(event, DepositRefused) else (Unpaid.DROPPED, "")
    new = UnpaidDeposit(asked.deposit, asked.tender, asked.amount, because, why)
    return (*state.unpaid, new)[-UNPAID_KEPT:]


def _with_claim(state: Purse, event: DepositChargedBack | ClaimRaised | ClaimSettled) -> Purse:
    if isinstance(event, ClaimRaised):
        return replace(state, claims=_claims(state, event.tender, event.amount))
    if isinstance(event, ClaimSettled):
        return replace(state, claims=_claims(state, event.tender, -event.amount))
    deposits = tuple(
        replace(each, is_charged_back=True)
        if (each.provider, each.reference) == (event.provider, event.reference)
        else each
        for each in state.deposits
    )
    return replace(
        state, deposits=deposits, claims=_claims(state, tender_of(event.account), event.amount - event.taken)
    )


def _claims(state: Purse, tender: Tender, change: int) -> tuple[tuple[Tender, int], ...]:
    owed = state.owed(tender) + change
    rest = tuple(each for each in state.claims if each[0] != tender)
    return (*rest, (tender, owed)) if owed else rest


WithdrawalStep = WithdrawalApproved | WithdrawalReturned | WithdrawalSent | WithdrawalSuspended | WithdrawalResumed
WithdrawalEvent = WithdrawalAsked | WithdrawalStep


def _with_withdrawal(state: Purse, event: WithdrawalEvent) -> Purse:
    if isinstance(event, WithdrawalAsked):
        new = Withdrawal(event.withdrawal, event.account, event.kept, event.amount)
        return replace(state, withdrawals=(*state.withdrawals, new))
    withdrawals = tuple(
        _advanced(each, event) if each.withdrawal == event.withdrawal else each for each in state.withdrawals
    )
    return replace(state, withdrawals=withdrawals)


def _advanced(withdrawal: Withdrawal, event: WithdrawalStep) -> Withdrawal:
    match event:
        case WithdrawalApproved():
            return replace(withdrawal, stage=Stage.APPROVED)
        case WithdrawalReturned():
            return replace(withdrawal, stage=Stage.RETURNED, why=event.why, suspension=None)
        case WithdrawalSent():
            return replace(withdrawal, stage=Stage.SENT, reference=event.reference)
        case WithdrawalSuspended():
            return replace(withdrawal, suspension=Suspension(event.case, event.until, event.rule))
        case WithdrawalResumed():
            return replace(withdrawal, suspension=None, suspended_before=(*withdrawal.suspended_before, event.case))


CareEvent = LimitChanged | PlayStarted | PlayEnded | PlayTimeUsedUp | PlayerExcluded | AccountClosed
HouseEvent = PlayerCredited | TicketGiven | PlayerDebited | PlayerBarred | BarLifted | LimitImposed


def _with_care(state: Purse, event: CareEvent) -> Purse:
    match event:
        case LimitChanged():
            limits = change_limit(state.limits, event.limit, event.effective, event.at)
            return replace(state, limits=limits, play=state.play.roll(event.at))
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


def _by_house(state: Purse, event: HouseEvent) -> Purse:
    match event:
        case PlayerCredited() | TicketGiven() | PlayerDebited():
            return state
        case PlayerBarred():
            return replace(state, bars=(*_other_bars(state.bars, event.bar.scope), event.bar))
        case BarLifted():
            return replace(state, bars=_other_bars(state.bars, event.scope))
        case LimitImposed():
            return replace(state, imposed=change_limit(state.imposed, event.limit, event.at, event.at))


def _other_bars(bars: Bars, scope: Scope) -> Bars:
    return tuple(bar for bar in bars if bar.scope is not scope)
