"""The transfers that events of a purse cause."""

from typing import Final

from fairdeal.bank.accounts import Purpose
from fairdeal.bank.fx import exchange_chain
from fairdeal.bank.house import tender_of
from fairdeal.bank.purse.events import (
    ClaimSettled,
    DebtSettled,
    DepositChargedBack,
    DepositReceived,
    MovedToPoker,
    MovedToSite,
    PlayerCredited,
    PlayerDebited,
    PurseEvent,
    WalletRefilled,
    WithdrawalAsked,
    WithdrawalReturned,
    WithdrawalSent,
)
from fairdeal.bank.transfer import Chain, Move, Reason, chain_of, moving
from fairdeal.kernel import AccountId, EventRef, Units

MINT: Final = "mint"
"""The holder of the account that play and test money comes from."""

DESK: Final = "desk"
"""The holder of the house's account for what staff add and take."""


def purse_transfers(event: PurseEvent, ref: EventRef) -> Chain:
    """The transfers that an event causes; money at risk and limits cause none."""
    match event:
        case MovedToPoker() | MovedToSite():
            return exchange_chain(event.source, event.target, event.quote, event.rule, ref)
        case DepositReceived():
            outside = event.tender.account(Purpose.OUTSIDE, event.provider)
            return _one(ref, outside, event.account, event.amount, Reason.DEPOSIT)
        case DepositChargedBack() | DebtSettled():
            return _debt(event, ref)
        case WithdrawalAsked():
            return _one(ref, event.account, event.kept, event.amount, Reason.WITHDRAWAL)
        case WithdrawalReturned():
            return _one(ref, event.kept, event.account, event.amount, Reason.REFUND)
        case WithdrawalSent():
            outside = tender_of(event.kept).account(Purpose.OUTSIDE, event.provider)
            return _one(ref, event.kept, outside, event.amount, Reason.WITHDRAWAL)
        case PlayerCredited() | PlayerDebited() | ClaimSettled():
            return _correction(event, ref)
        case WalletRefilled():
            return _one(ref, event.tender.account(Purpose.OUTSIDE, MINT), event.account, event.amount, Reason.GRANT)
        case _:
            return ()


def _correction(event: PlayerCredited | PlayerDebited | ClaimSettled, ref: EventRef) -> Chain:
    """What staff give or take; a claim that was dropped moves nothing."""
    if isinstance(event, PlayerCredited):
        source = tender_of(event.account).account(Purpose.SEIZED) if event.seized else _desk(event.account)
        return _one(ref, source, event.account, event.amount, Reason.CORRECTION)
    if isinstance(event, ClaimSettled) and event.dropped:
        return ()
    return _one(ref, event.account, _desk(event.account), event.amount, Reason.CORRECTION)


def _debt(event: DepositChargedBack | DebtSettled, ref: EventRef) -> Chain:
    """A charge-back returns the whole payment: what the wallet had, and the rest as a debt, settled later."""
    if isinstance(event, DebtSettled):
        return _one(ref, event.account, event.debt, event.amount, Reason.DEBT)
    outside = tender_of(event.account).account(Purpose.OUTSIDE, event.provider)
    rest = Units(event.amount - event.taken)
    moves = (
        Move(event.account, outside, event.taken, Reason.CHARGE_BACK),
        Move(event.debt, outside, rest, Reason.CHARGE_BACK),
    )
    return chain_of(ref, moving(moves))


def _one(ref: EventRef, debit: AccountId, credit: AccountId, amount: Units, reason: Reason) -> Chain:
    return chain_of(ref, [Move(debit, credit, amount, reason)])


def _desk(account: AccountId) -> AccountId:
    return tender_of(account).account(Purpose.PROMOTIONS, DESK)
