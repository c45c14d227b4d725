"""
Approved withdrawals on their way to the provider.

The room offers each one as it is approved; a look at the ledger every few seconds finds those that were approved elsewhere, by the
command line or before a restart. The provider knows an order by its name, so that it may be given twice and is paid once.
"""

import asyncio
from typing import Final

from fairdeal.bank.accounts import Purpose, parse_account
from fairdeal.bank.cashier import Cashier, WithdrawalOrder
from fairdeal.bank.house import tender_of
from fairdeal.bank.purse.state import Stage
from fairdeal.kernel import PlayerId
from fairdeal.room.bank.purse import purse_stream
from fairdeal.room.desk import read_state
from fairdeal.server.house import ServerHouse
from fairdeal.server.logger import structlog
from fairdeal.storage.port import StoreError

_log: Final = structlog.get_logger("fairdeal.payments")
LOOK_SECONDS: Final = 5.0
_WAIT_MAX: Final = 60.0


class Payouts:
    """Gives approved withdrawals to the provider, again and again until it takes them."""

    def __init__(self, house: ServerHouse, cashier: Cashier, look_seconds: float = LOOK_SECONDS) -> None:
        self._house = house
        self._cashier = cashier
        self._look_seconds = look_seconds
        self._sending: dict[str, asyncio.Task[None]] = {}
        self._taken: set[str] = set()  # orders the provider has, which it will tell us about
        house.room.pay_out_by(self.order)

    def order(self, order: WithdrawalOrder) -> None:
        """Give an order to the provider, unless it has it."""
        name = f"{order.player}/{order.withdrawal}"
        if name not in self._taken and name not in self._sending:
            self._sending[name] = asyncio.get_running_loop().create_task(self._send(name, order))

    async def run(self) -> None:
        """Look for approved withdrawals that nobody offered, until cancelled."""
        try:
            while True:
                try:
                    for order in await asyncio.to_thread(self._approved):
                        self.order(order)
                except StoreError as error:
                    _log.warning("approved withdrawals cannot be read", code=error.code)
                await asyncio.sleep(self._look_seconds)
        finally:
            for task in self._sending.values():
                task.cancel()

    def _approved(self) -> list[WithdrawalOrder]:
        """The approved withdrawals of the ledger that the provider does not have; on another thread."""
        found = []
        held = self._house.store.accounts(Purpose.WITHDRAWAL)
        waiting = {parsed.holder for account, balance in held.items() if balance and (parsed := parse_account(account))}
        self._taken &= waiting
        for holder in sorted(waiting - self._taken - self._sending.keys()):
            player, _, name = holder.partition("/")
            stream = purse_stream(PlayerId(player))
            purse, _ = read_state(self._house.store, self._house.room.registry.hosted(stream))
            known = purse.find_withdrawal(name)
            if known is not None and known.stage is Stage.APPROVED:
                found.append(WithdrawalOrder(name, purse.player, tender_of(known.account), known.amount))
        return found

    async def _send(self, name: str, order: WithdrawalOrder) -> None:
        wait = 1.0
        try:
            while True:
                try:
                    await self._cashier.send_withdrawal(order)
                except OSError as error:
                    _log.warning("the provider took no order", code="provider_unavailable", order=name, why=str(error))
                    await asyncio.sleep(wait)
                    wait = min(_WAIT_MAX, wait * 2)
                else:
                    self._taken.add(name)
                    _log.info("withdrawal ordered", code="withdrawal_ordered", order=name)
                    return
        finally:
            del self._sending[name]
