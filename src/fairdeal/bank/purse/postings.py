"""The transfers that events of a purse cause."""

from typing import Final

from fairdeal.bank.accounts import Purpose
from fairdeal.bank.fx import exchange_chain
from fairdeal.bank.house import tender_of
from fairdeal.bank.purse.events import (
    ClaimRaised,
    ClaimSettled,
    DepositChargedBack,
    DepositReceived,
    MovedToPoker,
    MovedToSite,
    PlayerCredited,
    PlayerDebited,
    PurseEvent,
    TicketGiven,
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
        case DepositChargedBack() | ClaimSettled():
            return _claim(event, ref)
        case WithdrawalAsked():
            return _one(ref, event.account, event.kept, event.amount, Reason.WITHDRAWAL)
        case WithdrawalReturned():
            return _one(ref, event.kept, event.account, event.amount, Reason.REFUND)
        case WithdrawalSent():
            outside = tender_of(event.kept).account(Purpose.OUTSIDE, event.provider)
            return _one(ref, event.kept, outside, event.amount, Reason.WITHDRAWAL)
        case PlayerCredited() | TicketGiven() | PlayerDebited() | ClaimRaised():
            return _by_house(event, ref)
        case WalletRefilled():
            return _one(ref, event.tender.account(Purpose.OUTSIDE, MINT), event.account, event.amount, Reason.GRANT)
        case _:
            return ()


def _by_house(event: PlayerCredited | TicketGiven | PlayerDebited | ClaimRaised, ref: EventRef) -> Chain:
    """What staff add and take, and what a player owes the house from now on."""
    match event:
        case PlayerCredited():
            seized = tender_of(event.account).account(Purpose.SEIZED)
            return _one(
                ref, seized if event.seized else _desk(event.account), event.account, event.amount, Reason.CORRECTION
            )
        case TicketGiven():
            return _one(ref, _desk(event.ticket), event.ticket, event.amount, Reason.TICKET)
        case PlayerDebited():
            return _one(ref, event.account, _desk(event.account), event.amount, Reason.CORRECTION)
        case ClaimRaised():
            return _one(ref, event.claim, _desk(event.claim), event.amount, Reason.CLAIM)


def _claim(event: DepositChargedBack | ClaimSettled, ref: EventRef) -> Chain:
    """A charge-back returns the whole payment: what the wallet had, and the rest as a claim, which the wallet settles later."""
    if isinstance(event, ClaimSettled):
        return _one(ref, event.account, event.claim, event.amount, Reason.CLAIM)
    outside = tender_of(event.account).account(Purpose.OUTSIDE, event.provider)
    rest = Units(event.amount - event.taken)
    moves = (
        Move(event.account, outside, event.taken, Reason.CHARGE_BACK),
        Move(event.claim, outside, rest, Reason.CHARGE_BACK),
    )
    return chain_of(ref, moving(moves))


def _one(ref: EventRef, debit: AccountId, credit: AccountId, amount: Units, reason: Reason) -> Chain:
    return chain_of(ref, [Move(debit, credit, amount, reason)])


def _desk(account: AccountId) -> AccountId:
    return tender_of(account).account(Purpose.PROMOTIONS, DESK)
