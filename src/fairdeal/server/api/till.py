"""The till of a club: the cashier of a house that has no payment provider. People pay by hand, and the operator books it."""

from fairdeal.bank.cashier import DepositArrived, DepositOrder, PaymentPage, WithdrawalOrder


class Till:
    """Takes every order and waits for the operator, who books it with `fairdeal cashier`."""

    name = "till"

    async def ask_deposit(self, order: DepositOrder) -> PaymentPage:
        """There is no page: the player names the order at the till."""
        return PaymentPage("", order.deposit)

    async def send_withdrawal(self, order: WithdrawalOrder) -> None:
        """The operator sees it among the withdrawals that wait."""

    async def return_deposit(self, arrived: DepositArrived) -> None:
        """Nothing was taken that could be sent back: the till books only what the purse accepts."""
