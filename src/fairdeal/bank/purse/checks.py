"""
Why money may not move, in one order.

Every question runs its checks downwards and stops at the first refusal, so the same bad input gets the same code on every
path. `Refusal` lists the codes in that order.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from fairdeal.bank.accounts import Tender, site_wallet
from fairdeal.bank.exclusion import check_exclusion
from fairdeal.bank.ledger import AMOUNT_MAX
from fairdeal.bank.limits import LimitKind, Period, check_sums, check_time, period_end, tally_of
from fairdeal.bank.policy import BankPolicy
from fairdeal.bank.purse.state import Purse
from fairdeal.kernel import UNITS_PER_CENT, Instant, MoneyKind, Rejection, reject


class Refusal(StrEnum):
    """Why a purse refuses, in the order in which it is checked; limits add their period to the code."""

    NO_PURSE = "no_purse"
    BAD_NAME = "bad_name"
    REFERENCE_REUSED = "reference_reused"  # the same reference with another payload
    AMOUNT_NOT_POSITIVE = "amount_not_positive"
    AMOUNT_TOO_LARGE = "amount_too_large"
    FRACTION_OF_CENT = "fraction_of_cent"
    WRONG_MONEY_KIND = "wrong_money_kind"
    WRONG_CURRENCY = "wrong_currency"  # the player has no such wallet
    TENDER_NOT_OFFERED = "tender_not_offered"
    REAL_MONEY_OFF = "real_money_disabled"
    ACCOUNT_CLOSED = "account_closed"
    SELF_EXCLUDED = "self_excluded"
    TIMED_OUT = "time_out_active"
    LIMITS_NOT_SET = "deposit_limit_missing"
    AMOUNT_BELOW_MINIMUM = "amount_below_minimum"
    AMOUNT_ABOVE_MAXIMUM = "amount_above_maximum"
    DEPOSIT_LIMIT = "deposit_limit"
    LOSS_LIMIT = "loss_limit"
    TIME_LIMIT = "time_limit"
    TOO_MANY_MOVES = "too_many_moves"


@dataclass(frozen=True, slots=True)
class Ask:
    """What is asked: so much of that money, now; `promised` is what may come in besides."""

    purse: Purse
    policy: BankPolicy
    tender: Tender
    amount: int
    now: Instant
    promised: int = 0


Check = Callable[[Ask], Rejection | None]


def first_refusal(ask: Ask, checks: Sequence[Check]) -> Rejection | None:
    """The first check that refuses, or None."""
    return next((refusal for check in checks if (refusal := check(ask)) is not None), None)


def amount_is_positive(ask: Ask) -> Rejection | None:
    """Zero and less is nothing."""
    return reject(Refusal.AMOUNT_NOT_POSITIVE, amount=ask.amount) if ask.amount <= 0 else None


def amount_is_sane(ask: Ask) -> Rejection | None:
    """More than the ledger can hold is a mistake."""
    return reject(Refusal.AMOUNT_TOO_LARGE, most=AMOUNT_MAX) if ask.amount > AMOUNT_MAX else None


def amount_is_cents(ask: Ask) -> Rejection | None:
    """Payments are made in whole cents."""
    return reject(Refusal.FRACTION_OF_CENT, amount=ask.amount) if ask.amount % UNITS_PER_CENT else None


def money_is_payable(ask: Ask) -> Rejection | None:
    """Play money neither comes in nor goes out."""
    return reject(Refusal.WRONG_MONEY_KIND) if ask.tender.money is MoneyKind.PLAY else None


def site_wallet_is_there(ask: Ask) -> Rejection | None:
    """Payments come to and leave from a wallet of the site."""
    there = site_wallet(ask.tender, ask.purse.player) in ask.purse.accounts
    return None if there else reject(Refusal.WRONG_CURRENCY)


def wallet_is_there(ask: Ask) -> Rejection | None:
    """The player has some wallet of that money."""
    return None if ask.purse.has_wallet_of(ask.tender) else reject(Refusal.WRONG_CURRENCY)


def tender_is_offered(ask: Ask) -> Rejection | None:
    """The house deals in that money."""
    return None if ask.policy.terms(ask.tender) is not None else reject(Refusal.TENDER_NOT_OFFERED)


def real_money_is_on(ask: Ask) -> Rejection | None:
    """Real money is off until the operator turns it on."""
    off = ask.tender.money is MoneyKind.REAL and not ask.policy.real_money
    return reject(Refusal.REAL_MONEY_OFF) if off else None


def account_is_open(ask: Ask) -> Rejection | None:
    """A closed account only pays out."""
    return reject(Refusal.ACCOUNT_CLOSED) if ask.purse.closed else None


def player_is_admitted(ask: Ask) -> Rejection | None:
    """Players who keep away are kept away."""
    return check_exclusion(ask.purse.exclusion, ask.now)


def limits_are_set(ask: Ask) -> Rejection | None:
    """Money that counts needs a deposit limit in force, in some currency of its kind."""
    kind = ask.tender.money
    if kind not in ask.policy.limits_needed_for:
        return None
    return None if _limited(ask, lambda tender: tender.money is kind) else reject(Refusal.LIMITS_NOT_SET)


def deposit_limit_is_set(ask: Ask) -> Rejection | None:
    """What is paid in needs a deposit limit in force, in its own currency."""
    if ask.tender.money not in ask.policy.limits_needed_for:
        return None
    return None if _limited(ask, lambda tender: tender == ask.tender) else reject(Refusal.LIMITS_NOT_SET)


def _limited(ask: Ask, counts: Callable[[Tender], bool]) -> bool:
    return any(
        limit.kind is LimitKind.DEPOSIT
        and limit.tender is not None
        and counts(limit.tender)
        and limit.in_force(ask.now) is not None
        for limit in ask.purse.limits
    )


def deposit_is_in_range(ask: Ask) -> Rejection | None:
    """The house's smallest and largest deposit."""
    terms = ask.policy.terms(ask.tender)
    return None if terms is None else _in_range(ask.amount, terms.deposit_min, terms.deposit_max)


def withdrawal_is_in_range(ask: Ask) -> Rejection | None:
    """The house's smallest and largest withdrawal."""
    terms = ask.policy.terms(ask.tender)
    return None if terms is None else _in_range(ask.amount, terms.withdrawal_min, terms.withdrawal_max)


def withdrawal_is_not_too_large(ask: Ask) -> Rejection | None:
    """The house's largest withdrawal; whoever takes everything is not held to the smallest."""
    terms = ask.policy.terms(ask.tender)
    return None if terms is None else _in_range(ask.amount, 0, terms.withdrawal_max)


def _in_range(amount: int, least: int, most: int) -> Rejection | None:
    if amount < least * UNITS_PER_CENT:
        return reject(Refusal.AMOUNT_BELOW_MINIMUM, least=least * UNITS_PER_CENT)
    if amount > most * UNITS_PER_CENT:
        return reject(Refusal.AMOUNT_ABOVE_MAXIMUM, most=most * UNITS_PER_CENT)
    return None


def deposit_fits_limits(ask: Ask) -> Rejection | None:
    """What was paid in and what may still come stays within the player's limits."""
    tally = tally_of(ask.purse.deposited, ask.tender)
    return check_sums(ask.purse.limits, LimitKind.DEPOSIT, ask.tender, tally, ask.amount, ask.now, waiting=ask.promised)


def loss_fits_limits(ask: Ask) -> Rejection | None:
    """If all of it were lost, the player's limits would hold; play money is never counted."""
    tally = tally_of(ask.purse.lost, ask.tender)
    return check_sums(ask.purse.limits, LimitKind.LOSS, ask.tender, tally, ask.amount, ask.now)


def time_is_left(ask: Ask) -> Rejection | None:
    """The player's own play time of the day is not used up; play money is never counted."""
    return None if ask.tender.money is MoneyKind.PLAY else check_time(ask.purse.limits, ask.purse.play, ask.now)


def moves_are_left(ask: Ask) -> Rejection | None:
    """Moving between wallets is not a pastime: its roundings would add up."""
    used, most = ask.purse.moves.used(Period.DAY, ask.now), ask.policy.moves_day_max
    if used < most:
        return None
    return reject(Refusal.TOO_MANY_MOVES, most=most, resets=period_end(Period.DAY, ask.now))


_AMOUNT: Final = (amount_is_positive, amount_is_sane, amount_is_cents)
_ADMISSION: Final = (real_money_is_on, account_is_open, player_is_admitted)

DEPOSIT: Final = (
    *_AMOUNT,
    money_is_payable,
    site_wallet_is_there,
    tender_is_offered,
    *_ADMISSION,
    deposit_limit_is_set,
    deposit_is_in_range,
    deposit_fits_limits,
)
WITHDRAWAL: Final = (*_AMOUNT, money_is_payable, site_wallet_is_there, withdrawal_is_in_range)
WITHDRAWAL_OF_ALL: Final = (*_AMOUNT, money_is_payable, site_wallet_is_there, withdrawal_is_not_too_large)
STAKE: Final = (*_AMOUNT, wallet_is_there, tender_is_offered, *_ADMISSION, limits_are_set, loss_fits_limits)
PLAY: Final = (*_ADMISSION, limits_are_set, time_is_left)
TO_SITE: Final = (amount_is_positive, amount_is_sane, money_is_payable, wallet_is_there)
PART_TO_SITE: Final = (*TO_SITE, moves_are_left)
TO_POKER: Final = (*TO_SITE, *_ADMISSION, moves_are_left)
CREDIT: Final = (*_AMOUNT, real_money_is_on)
DEBIT: Final = _AMOUNT
