"""A payment provider that is reached over HTTP: the cashier port as signed requests."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

import msgspec

from fairdeal.bank.cashier import DepositArrived, DepositOrder, PaymentPage, WithdrawalOrder
from fairdeal.kernel import UNITS_PER_CENT, Instant
from fairdeal.server.http.signed import Answered, post_signed
from fairdeal.server.payments import wire

_PAGES_MAX: Final = 10_000


class ProviderRefused(OSError):
    """The provider answered an order with something else than success."""


class HttpProvider:
    """Sends orders to a provider's address, signed, each with its idempotency key; blocks on other threads only."""

    def __init__(self, name: str, url: str, secret: str, back: str, now: Callable[[], Instant]) -> None:
        self.name = name
        self._url = url.rstrip("/")
        self._secret = secret
        self._back = back
        self._now = now
        self._pages: OrderedDict[str, str] = OrderedDict()

    async def ask_deposit(self, order: DepositOrder) -> PaymentPage:
        """Ask for a page where the player pays; raises `OSError` if the provider does not give one."""
        name = f"{order.player}/{order.deposit}"
        taken = await self._order("/deposits", name, order)
        self._pages[name] = taken.page
        while len(self._pages) > _PAGES_MAX:
            self._pages.popitem(last=False)
        return PaymentPage(taken.page, taken.reference)

    async def send_withdrawal(self, order: WithdrawalOrder) -> None:
        """Order a payment to a player; raises `OSError` if the provider does not take it."""
        await self._order("/withdrawals", f"{order.player}/{order.withdrawal}", order)

    async def return_deposit(self, arrived: DepositArrived) -> None:
        """Order that a payment is sent back; raises `OSError` if the provider does not take it."""
        body = wire.encode(wire.RefundOrder(arrived.reference, "not accepted"))
        await self._post("/refunds", body, f"refund/{arrived.reference}")

    def page_of(self, player: str, deposit: str) -> str | None:
        """The page where an asked deposit is paid, if this process asked for it."""
        return self._pages.get(f"{player}/{deposit}")

    async def _order(self, path: str, name: str, order: DepositOrder | WithdrawalOrder) -> wire.OrderTaken:
        cents, tender = order.amount // UNITS_PER_CENT, order.tender
        body = wire.encode(wire.PaymentOrder(name, cents, tender.currency.value, tender.money.value, self._back))
        answer = await self._post(path, body, name)
        try:
            return wire.decode_taken(answer.body)
        except msgspec.MsgspecError:
            raise ProviderRefused(f"{self.name} answered an order with what nobody can read") from None

    async def _post(self, path: str, body: bytes, key: str) -> Answered:
        headers = {"idempotency-key": key}
        answer = await asyncio.to_thread(post_signed, f"{self._url}{path}", body, self._secret, self._now(), headers)
        if not answer.is_success:
            raise ProviderRefused(f"{self.name} refused an order with status {answer.status}")
        return answer
