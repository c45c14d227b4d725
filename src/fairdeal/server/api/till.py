"""The till: the cashier port without a payment provider. Players pay in person, and the operator books it."""

from fairdeal.bank.cashier import DepositArrived, DepositOrder, PaymentPage, WithdrawalOrder
from fairdeal.kernel import PlayerId


class Till:
    """Takes every order and waits for the operator, who books it with `fairdeal cashier`."""

    name = "till"

    async def ask_deposit(self, order: DepositOrder) -> PaymentPage:
        """Return no payment page: the player names the order at the till."""
        return PaymentPage("", order.deposit)

    def page_of(self, player: PlayerId, deposit: str) -> str | None:  # noqa: ARG002 - of the port
        """None: there is no page."""
        return None

    async def send_withdrawal(self, order: WithdrawalOrder) -> None:
        """Do nothing: the operator sees it among the pending withdrawals."""

    async def return_deposit(self, arrived: DepositArrived) -> None:
        """Do nothing: the till books only what the purse accepts."""
