"""
The port to payment providers: what the house asks of them, and what they tell it.

An order carries the house's own id. A provider must take the same order twice as one, because orders are sent again after a crash;
the purse takes the same callback twice as one, because providers do the same.
"""

from dataclasses import dataclass
from typing import Final, Protocol

from fairdeal.bank.accounts import Tender
from fairdeal.bank.purse.commands import ConfirmSent, DropDeposit, PurseCommand, ReceiveDeposit, ReportFailed
from fairdeal.kernel import PlayerId, StreamId, Units

CASHIER: Final = StreamId("cashier:payments")
"""Where a purse sends its approved withdrawals."""


@dataclass(frozen=True, slots=True)
class DepositOrder:
    """Take so much from a player."""

    deposit: str
    player: PlayerId
    tender: Tender
    amount: Units


@dataclass(frozen=True, slots=True)
class PaymentPage:
    """Where the player pays, and under which name the provider knows it."""

    address: str
    reference: str


@dataclass(frozen=True, slots=True)
class WithdrawalOrder:
    """Pay so much to a player."""

    withdrawal: str
    player: PlayerId
    tender: Tender
    amount: Units


@dataclass(frozen=True, slots=True)
class DepositArrived:
    """A player paid; `deposit` is the house's id, if the payment was asked for."""

    provider: str
    reference: str
    player: PlayerId
    tender: Tender
    amount: Units
    deposit: str | None = None


@dataclass(frozen=True, slots=True)
class DepositFailed:
    """A player did not pay after all."""

    provider: str
    player: PlayerId
    deposit: str


@dataclass(frozen=True, slots=True)
class PayoutSent:
    """A withdrawal is on its way."""

    provider: str
    reference: str
    player: PlayerId
    withdrawal: str


@dataclass(frozen=True, slots=True)
class PayoutFailed:
    """A withdrawal could not be sent."""

    provider: str
    player: PlayerId
    withdrawal: str
    why: str


Callback = DepositArrived | DepositFailed | PayoutSent | PayoutFailed


class Cashier(Protocol):
    """A payment provider, or the till of a club."""

    name: str

    async def ask_deposit(self, order: DepositOrder) -> PaymentPage:
        """Prepare a payment; the money is only there when a callback says so."""
        ...

    async def send_withdrawal(self, order: WithdrawalOrder) -> None:
        """Pay out; whether it worked is only known when a callback says so."""
        ...

    async def return_deposit(self, arrived: DepositArrived) -> None:
        """Send a payment back that the purse refused."""
        ...


def command_of(callback: Callback) -> PurseCommand:
    """What a callback asks of the player's purse."""
    match callback:
        case DepositArrived():
            return ReceiveDeposit(
                callback.provider, callback.reference, callback.tender, callback.amount, callback.deposit
            )
        case DepositFailed():
            return DropDeposit(callback.deposit)
        case PayoutSent():
            return ConfirmSent(callback.withdrawal, callback.provider, callback.reference)
        case PayoutFailed():
            return ReportFailed(callback.withdrawal, callback.provider, callback.why)
