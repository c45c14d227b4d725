"""
What a payment provider tells the room: checked, turned into a command of a purse, and carried out once.

A notice may come again at any time and changes nothing then. One about an order this room never gave is refused and logged. A payment
that the purse may not take (a limit, an exclusion, real money switched off) is ordered back.
"""

import asyncio
from http import HTTPStatus
from typing import Final

from fairdeal.bank.accounts import site_wallet
from fairdeal.bank.cashier import (
    Callback,
    Cashier,
    DepositArrived,
    DepositFailed,
    DepositTakenBack,
    PayoutFailed,
    PayoutSent,
    command_of,
)
from fairdeal.bank.purse.state import Purse, Stage
from fairdeal.kernel import UNITS_PER_CENT, PlayerId, Units
from fairdeal.room.bank.purse import purse_stream
from fairdeal.runtime.keys import Key
from fairdeal.server.api.purse import ask_purse, balances_of
from fairdeal.server.auth.refused import Refused
from fairdeal.server.house import ServerHouse
from fairdeal.server.http.signed import SignatureCheck
from fairdeal.server.logger import structlog
from fairdeal.server.payments.wire import Notice

_log: Final = structlog.get_logger("fairdeal.payments")
_TRIES_MAX: Final = 5  # a wallet may change between reading it and taking from it
_OURS: Final = frozenset({"busy", "closed", "unknown_outcome", "restarting", "insufficient_funds"})
"""Refusals after which the provider shall tell us again, because nothing was decided."""


class Notices:
    """Takes the signed notices of one provider."""

    def __init__(self, house: ServerHouse, cashier: Cashier, secret: str) -> None:
        self._house = house
        self._cashier = cashier
        self._check = SignatureCheck(secret)

    @property
    def provider(self) -> str:
        """The provider's name."""
        return self._cashier.name

    async def take(self, notice: Notice, given: str, path: str, body: bytes) -> str:
        """Carry out a notice that came as that body with that signature: `booked`, `known` or `returned`; raises `Refused`."""
        now = self._house.clock.now()
        fault = self._check.fault(given, path, body, now)
        if fault is not None:
            raise self._refused(fault, HTTPStatus.UNAUTHORIZED)
        result = await self._carry_out(notice)
        self._check.remember(given, now)
        return result

    def _refused(self, code: str, status: HTTPStatus, notice: Notice | None = None) -> Refused:
        """The refusal of a notice, which is logged; its text is not, unless the signature was right."""
        about = {} if notice is None else {"about": notice.event, "reference": notice.reference, "order": notice.order}
        _log.warning("a payment notice is refused", code=code, provider=self.provider, **about)
        return Refused(code, status)

    async def _carry_out(self, notice: Notice) -> str:
        player, _, payment = notice.order.partition("/")
        row = await asyncio.to_thread(self._house.people.person, player)
        if row is None:
            raise self._refused("no_such_payment", HTTPStatus.NOT_FOUND, notice)
        for tried in range(_TRIES_MAX):
            purse = self._house.room.registry.refresh(purse_stream(PlayerId(player))).state
            callback = self._callback(notice, purse, payment)
            if callback is None:
                return "known"
            try:
                await ask_purse(self._house, purse.player, command_of(callback), self._key(callback))
            except Refused as refused:
                if refused.code not in _OURS:
                    return await self._not_taken(notice, callback, refused)
                if tried + 1 == _TRIES_MAX:
                    raise Refused("busy", HTTPStatus.SERVICE_UNAVAILABLE) from None
            else:
                return "booked"
        raise AssertionError("the last try returns or raises")

    def _callback(self, notice: Notice, purse: Purse, payment: str) -> Callback | None:
        """What a notice means for the purse; None: it is known already. Raises `Refused` for an order nobody gave."""
        if notice.event.startswith("withdrawal."):
            return self._payout(notice, purse, payment)
        if notice.event == "deposit.charged_back":
            return self._charge_back(notice, purse)
        known = purse.find_deposit(self.provider, notice.reference)
        tender = purse.tender_asked(payment) if known is None else known.tender
        if tender is None or (known is not None and known.deposit not in ("", payment)):
            raise self._refused("no_such_payment", HTTPStatus.NOT_FOUND, notice)
        if notice.event == "deposit.refused":
            return DepositFailed(self.provider, purse.player, payment, notice.why)
        if tender.currency.value != notice.currency:
            raise self._refused("wrong_currency", HTTPStatus.CONFLICT, notice)
        amount = Units(notice.amount * UNITS_PER_CENT)
        if known is not None and known.amount == amount:
            return None
        return DepositArrived(self.provider, notice.reference, purse.player, tender, amount, payment)

    def _charge_back(self, notice: Notice, purse: Purse) -> Callback | None:
        found = purse.find_deposit(self.provider, notice.reference)
        if found is None:
            raise self._refused("no_such_payment", HTTPStatus.NOT_FOUND, notice)
        if found.is_charged_back:
            return None
        account = site_wallet(found.tender, purse.player)
        balance = balances_of(self._house, [account])[account]
        return DepositTakenBack(self.provider, notice.reference, purse.player, balance)

    def _payout(self, notice: Notice, purse: Purse, payment: str) -> Callback | None:
        found = purse.find_withdrawal(payment)
        if found is None:
            raise self._refused("no_such_payment", HTTPStatus.NOT_FOUND, notice)
        if notice.event == "withdrawal.paid":
            return PayoutSent(self.provider, notice.reference, purse.player, payment)
        if found.stage is Stage.RETURNED:
            return None
        return PayoutFailed(self.provider, purse.player, payment, notice.why)

    def _key(self, callback: Callback) -> Key | None:
        """The house-wide key of a payment that comes in: a reference names one payment of one player."""
        if not isinstance(callback, DepositArrived):
            return None
        payload = f"{callback.player}/{callback.deposit} {callback.amount} {callback.tender}".encode()
        return Key(f"payment:{self.provider}:{callback.reference}", payload)

    async def _not_taken(self, notice: Notice, callback: Callback, refused: Refused) -> str:
        """Order a payment back that the purse may not take; everything else that is refused is the provider's mistake."""
        if not isinstance(callback, DepositArrived) or refused.code in ("reference_reused", "key_reused"):
            raise self._refused(refused.code, HTTPStatus.CONFLICT, notice)
        try:
            await self._cashier.return_deposit(callback)
        except OSError:
            raise Refused("cashier_unavailable", HTTPStatus.SERVICE_UNAVAILABLE) from None
        _log.warning(
            "a payment is sent back",
            code=refused.code,
            provider=self.provider,
            reference=notice.reference,
            order=notice.order,
        )
        return "returned"
