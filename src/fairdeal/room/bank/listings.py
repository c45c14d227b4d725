"""The list in which the desk finds payments: every withdrawal with its stage, and every deposit by its reference."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from fairdeal.bank.purse.events import (
    DepositReceived,
    PurseEvent,
    WithdrawalApproved,
    WithdrawalAsked,
    WithdrawalReturned,
    WithdrawalSent,
)
from fairdeal.bank.purse.state import Purse, Withdrawal
from fairdeal.kernel import AccountId, Instant, PlayerId, Step, Units
from fairdeal.storage.codec import Codec
from fairdeal.storage.port import Listing

PAYMENTS: Final = "payments"
RECEIVED: Final = "received"
"""The list of payments, and the label of a deposit; withdrawals have their stage. Durable."""


@dataclass(frozen=True, slots=True)
class Payment:
    """A deposit that arrived, or a withdrawal and how far it is."""

    player: PlayerId
    name: str  # of a withdrawal; of a deposit, the provider's reference
    account: AccountId
    amount: Units
    stage: str
    reference: str
    at: Instant


LISTED: Final = Codec("bank lists", 1, {"payment": Payment})


def payment_listings(steps: Sequence[Step[Purse, PurseEvent]], now: Instant) -> tuple[Listing, ...]:
    """The rows that a decision of a purse changes."""
    return tuple(_row(payment) for payment in _payments(steps, now))


def _payments(steps: Sequence[Step[Purse, PurseEvent]], now: Instant) -> Iterator[Payment]:
    for step in steps:
        match event := step.event:
            case DepositReceived():
                player, named = step.after.player, event.reference
                yield Payment(player, named, event.account, event.amount, RECEIVED, event.reference, now)
            case WithdrawalAsked() | WithdrawalApproved() | WithdrawalReturned() | WithdrawalSent():
                found = step.after.find_withdrawal(event.withdrawal)
                assert found is not None, "it was asked for"
                yield _withdrawal(step.after.player, found, now)
            case _:
                pass


def _withdrawal(player: PlayerId, each: Withdrawal, now: Instant) -> Payment:
    return Payment(player, each.withdrawal, each.account, each.amount, each.stage.value, each.reference, now)


def _row(payment: Payment) -> Listing:
    name = f"{payment.player}/{payment.name}"
    words = f"{payment.player} {payment.name} {payment.reference}".lower()
    return Listing(PAYMENTS, name, payment.at, payment.stage, words, LISTED.encode(payment))
