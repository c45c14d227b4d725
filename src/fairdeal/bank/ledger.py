"""
The ledger's rules: which chains of transfers may be posted, and what balances they leave.

The same `Book` judges in memory, on SQLite and on PostgreSQL. A store fills it with the balances that a commit
touches, posts chains, and writes back what changed.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from fairdeal.bank.accounts import OPENED, OWING, PASSING, Account, Tender, parse_account
from fairdeal.bank.transfer import Transfer
from fairdeal.kernel import AccountId, Rejection, Units, reject

AMOUNT_MAX: Final = Units(10**15)
"""The largest amount of one transfer, in units: a larger one is a mistake."""
BALANCE_MAX: Final = 10**18
"""The largest balance, positive or negative; it fits a database's 64-bit integer."""


_PASSING: Final = tuple(f"{purpose}:" for purpose in sorted(PASSING))


class Refusal(StrEnum):
    """Why a chain was not posted, in the order in which it is checked."""

    AMOUNT_NOT_POSITIVE = "amount_not_positive"
    AMOUNT_TOO_LARGE = "amount_too_large"
    NO_SUCH_ACCOUNT = "no_such_account"  # the id says nothing the chart knows
    SAME_ACCOUNT = "same_account"
    WRONG_CURRENCY = "wrong_currency"
    WRONG_MONEY_KIND = "wrong_money_kind"
    ACCOUNT_NOT_OPEN = "account_not_open"
    INSUFFICIENT_FUNDS = "insufficient_funds"
    BALANCE_TOO_LARGE = "balance_too_large"


class Book:
    """Balances of accounts in memory; checks and posts chains of transfers."""

    __slots__ = ("balances", "changed")

    def __init__(self, balances: Mapping[AccountId, int]) -> None:
        self.balances = dict(balances)
        self.changed: set[AccountId] = set()

    def open(self, account: AccountId) -> Rejection | None:
        """Open an account if it is not open yet; an invalid id is refused."""
        if parse_account(account) is None:
            return reject(Refusal.NO_SUCH_ACCOUNT)
        if account not in self.balances:
            self.balances[account] = 0
            self.changed.add(account)
        return None

    def post(self, chain: Sequence[Transfer]) -> Rejection | None:
        """Post all transfers of a chain in order, or refuse and change nothing."""
        before: dict[AccountId, int | None] = {}
        for transfer in chain:
            refusal = check_transfer(transfer) or self._move(transfer, before)
            if refusal is not None:
                self._restore(before)
                return refusal
        self.changed.update(before)
        return None

    def _move(self, transfer: Transfer, before: dict[AccountId, int | None]) -> Rejection | None:
        balances = self.balances
        debit, credit, amount = transfer.debit, transfer.credit, transfer.amount
        for account in (debit, credit):
            balance = balances.get(account)
            if balance is None:
                if purpose_of(account) in OPENED:
                    return reject(Refusal.ACCOUNT_NOT_OPEN, transfer.rule)
                balances[account] = 0
            before.setdefault(account, balance)
        left = balances[debit] - amount
        if left < 0 and purpose_of(debit) not in OWING:
            return reject(Refusal.INSUFFICIENT_FUNDS, transfer.rule, balance=balances[debit], needed=amount)
        held = balances[credit] + amount
        if held > BALANCE_MAX or left < -BALANCE_MAX:
            return reject(Refusal.BALANCE_TOO_LARGE, transfer.rule, most=BALANCE_MAX)
        balances[debit] = left
        balances[credit] = held
        return None

    def _restore(self, before: Mapping[AccountId, int | None]) -> None:
        for account, balance in before.items():
            if balance is None:
                del self.balances[account]
            else:
                self.balances[account] = balance


def check_transfer(transfer: Transfer) -> Rejection | None:
    """Why a transfer is invalid whatever the balances are; None: it is valid."""
    if transfer.amount <= 0:
        return reject(Refusal.AMOUNT_NOT_POSITIVE, transfer.rule, amount=transfer.amount)
    if transfer.amount > AMOUNT_MAX:
        return reject(Refusal.AMOUNT_TOO_LARGE, transfer.rule, most=AMOUNT_MAX)
    debit, credit = parse_account(transfer.debit), parse_account(transfer.credit)
    if debit is None or credit is None:
        return reject(Refusal.NO_SUCH_ACCOUNT, transfer.rule)
    if transfer.debit == transfer.credit:
        return reject(Refusal.SAME_ACCOUNT, transfer.rule)
    if debit.tender is not credit.tender and debit.tender != credit.tender:
        same_currency = debit.tender.currency == credit.tender.currency
        return reject(Refusal.WRONG_MONEY_KIND if same_currency else Refusal.WRONG_CURRENCY, transfer.rule)
    return None


def purpose_of(account: AccountId) -> str:
    """The first part of an account's id; compares equal to the purpose."""
    return account[: account.index(":")]


def is_listed(transfer: Transfer) -> bool:
    """Whether a transfer belongs on a statement or report; chips that move between seat and pot do not."""
    return not (transfer.debit.startswith(_PASSING) and transfer.credit.startswith(_PASSING))


def trial_balance(balances: Mapping[AccountId, int]) -> dict[Tender, int]:
    """The sum of all balances by tender; anything but zero means that money was lost or created."""
    sums: dict[Tender, int] = {}
    for account, balance in balances.items():
        tender = _known(account).tender
        sums[tender] = sums.get(tender, 0) + balance
    return sums


def overdrawn(balances: Mapping[AccountId, int]) -> list[AccountId]:
    """The accounts with a negative balance that may not have one."""
    return [account for account, balance in balances.items() if balance < 0 and not _known(account).may_owe]


def _known(account: AccountId) -> Account:
    parsed = parse_account(account)
    assert parsed is not None, account
    return parsed
