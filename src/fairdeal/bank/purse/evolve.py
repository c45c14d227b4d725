"""What each event makes of a purse."""

from dataclasses import replace

from fairdeal.bank.bars import Bars, Scope
from fairdeal.bank.limits import change_limit, count
from fairdeal.bank.purse.events import (
    AccountClosed,
    BarLifted,
    ClaimRaised,
    ClaimSettled,
    DepositAsked,
    DepositDropped,
    DepositReceived,
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
    WalletRefilled,
    WithdrawalApproved,
    WithdrawalAsked,
    WithdrawalReturned,
    WithdrawalSent,
)
from fairdeal.bank.purse.state import AskedDeposit, Claim, Deposit, Purse, Stage, Withdrawal
from fairdeal.kernel.values import changed


def evolve(state: Purse, event: PurseEvent) -> Purse:
    """The purse after the event."""
    match event:
        case PutAtRisk():  # at every bet
            return changed(state, lost=count(state.lost, event.tender, event.amount, event.at))
        case TakenBack():
            return changed(state, lost=count(state.lost, event.tender, -event.amount, event.at))
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
        case PlayerBarred() | BarLifted() | LimitImposed() | ClaimRaised() | ClaimSettled():
            return _by_house(state, event)
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
    withdrawals = tuple(
        _advanced(each, event) if each.withdrawal == event.withdrawal else each for each in state.withdrawals
    )
    return replace(state, withdrawals=withdrawals)


def _advanced(withdrawal: Withdrawal, event: WithdrawalApproved | WithdrawalReturned | WithdrawalSent) -> Withdrawal:
    match event:
        case WithdrawalApproved():
            return replace(withdrawal, stage=Stage.APPROVED)
        case WithdrawalReturned():
            return replace(withdrawal, stage=Stage.RETURNED, why=event.why)
        case WithdrawalSent():
            return replace(withdrawal, stage=Stage.SENT, reference=event.reference)


CareEvent = LimitChanged | PlayStarted | PlayEnded | PlayTimeUsedUp | PlayerExcluded | AccountClosed
HouseEvent = PlayerBarred | BarLifted | LimitImposed | ClaimRaised | ClaimSettled


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
        case PlayerBarred():
            return replace(state, bars=(*_other_bars(state.bars, event.bar.scope), event.bar))
        case BarLifted():
            return replace(state, bars=_other_bars(state.bars, event.scope))
        case LimitImposed():
            return replace(state, imposed=change_limit(state.imposed, event.limit, event.at, event.at))
        case ClaimRaised():
            claim = Claim(event.claim, event.account, event.amount, event.rule)
            return replace(state, claims=(*state.claims, claim))
        case ClaimSettled():
            return replace(state, claims=tuple(each for each in state.claims if each.claim != event.claim))


def _other_bars(bars: Bars, scope: Scope) -> Bars:
    return tuple(bar for bar in bars if bar.scope is not scope)
