"""
The port to payment providers: orders to them, and their callbacks.

An order carries an id that the purse chose. Orders and callbacks are idempotent: a provider may be sent the same order again
after a crash, and a purse may get the same callback again.
"""

from dataclasses import dataclass
from typing import Final, Protocol

from fairdeal.bank.accounts import Tender
from fairdeal.bank.purse.commands import (
    ChargeBack,
    ConfirmSent,
    PurseCommand,
    ReceiveDeposit,
    RefuseDeposit,
    ReportFailed,
)
from fairdeal.kernel import PlayerId, StreamId, Units

CASHIER: Final = StreamId("cashier:payments")
"""The destination of a purse's approved withdrawals."""


@dataclass(frozen=True, slots=True)
class DepositOrder:
    """Ask a provider to collect an amount from a player."""

    deposit: str
    player: PlayerId
    tender: Tender
    amount: Units


@dataclass(frozen=True, slots=True)
class PaymentPage:
    """The page where a player pays, and the provider's reference of the payment."""

    address: str
    reference: str


@dataclass(frozen=True, slots=True)
class WithdrawalOrder:
    """Ask a provider to pay an amount to a player."""

    withdrawal: str
    player: PlayerId
    tender: Tender
    amount: Units


@dataclass(frozen=True, slots=True)
class DepositArrived:
    """Callback: a player paid; `deposit` is the id of the asked deposit, if there was one."""

    provider: str
    reference: str
    player: PlayerId
    tender: Tender
    amount: Units
    deposit: str | None = None


@dataclass(frozen=True, slots=True)
class DepositFailed:
    """Callback: an asked deposit was not paid; `why` is told to the player."""

    provider: str
    player: PlayerId
    deposit: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class DepositTakenBack:
    """Callback: a deposit was charged back; `balance` is a fact: what the player's wallet holds."""

    provider: str
    reference: str
    player: PlayerId
    balance: Units | None = None


@dataclass(frozen=True, slots=True)
class PayoutSent:
    """Callback: a withdrawal was sent to the player."""

    provider: str
    reference: str
    player: PlayerId
    withdrawal: str


@dataclass(frozen=True, slots=True)
class PayoutFailed:
    """Callback: a withdrawal could not be sent."""

    provider: str
    player: PlayerId
    withdrawal: str
    why: str


Callback = DepositArrived | DepositFailed | DepositTakenBack | PayoutSent | PayoutFailed


class Cashier(Protocol):
    """A payment provider, or the till of an installation without one."""

    name: str

    async def ask_deposit(self, order: DepositOrder) -> PaymentPage:
        """Prepare a payment; the money is only there when a callback says so."""
        ...

    def page_of(self, player: PlayerId, deposit: str) -> str | None:
        """The page where an asked deposit is paid, if there is one and it is known."""
        ...

    async def send_withdrawal(self, order: WithdrawalOrder) -> None:
        """Pay out; whether it worked is only known when a callback says so."""
        ...

    async def return_deposit(self, arrived: DepositArrived) -> None:
        """Send a payment back that the purse refused."""
        ...


def command_of(callback: Callback) -> PurseCommand:
    """The command that a provider's callback means for the player's purse."""
    match callback:
        case DepositArrived():
            return ReceiveDeposit(
                callback.provider, callback.reference, callback.tender, callback.amount, callback.deposit
            )
        case DepositFailed():
            return RefuseDeposit(callback.deposit, callback.provider, callback.why)
        case DepositTakenBack():
            return ChargeBack(callback.provider, callback.reference, callback.balance)
        case PayoutSent():
            return ConfirmSent(callback.withdrawal, callback.provider, callback.reference)
        case PayoutFailed():
            return ReportFailed(callback.withdrawal, callback.provider, callback.why)
