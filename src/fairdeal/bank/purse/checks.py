"""
The checks of a purse, in the order in which they run.

Every command runs its checks downwards and stops at the first that refuses, so the same bad input gets the same code on every
path. `Refusal` lists the codes in that order.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from fairdeal.bank.accounts import Tender, site_wallet
from fairdeal.bank.bars import check_bars
from fairdeal.bank.exclusion import check_exclusion
from fairdeal.bank.ledger import AMOUNT_MAX
from fairdeal.bank.limits import LimitKind, Period, check_sums, check_time, period_end, tally_of
from fairdeal.bank.policy import BankPolicy
from fairdeal.bank.purse.state import Purse
from fairdeal.kernel import UNITS_PER_CENT, Instant, MoneyKind, Rejection, reject


class Refusal(StrEnum):
    """Why a purse refuses, in the order in which it is checked; limits add their period to the code."""

    NO_SUCH_PURSE = "no_such_purse"
    BAD_NAME = "bad_name"
    REFERENCE_REUSED = "reference_reused"  # the same reference with another payload
    AMOUNT_NOT_POSITIVE = "amount_not_positive"
    AMOUNT_TOO_LARGE = "amount_too_large"
    FRACTION_OF_CENT = "fraction_of_cent"
    WRONG_MONEY_KIND = "wrong_money_kind"
    WRONG_CURRENCY = "wrong_currency"  # the player has no such wallet
    TENDER_NOT_OFFERED = "tender_not_offered"
    REAL_MONEY_DISABLED = "real_money_disabled"
    CLAIM_OPEN = "claim_open"  # something is owed after a charge-back
    ACCOUNT_CLOSED = "account_closed"
    SELF_EXCLUDED = "self_excluded"
    TIME_OUT_ACTIVE = "time_out_active"
    SUSPENDED = "suspended"
    BARRED_FROM_GAME = "barred_from_game"
    DEPOSIT_LIMIT_MISSING = "deposit_limit_missing"
    AMOUNT_BELOW_MINIMUM = "amount_below_minimum"
    AMOUNT_ABOVE_MAXIMUM = "amount_above_maximum"
    DEPOSIT_LIMIT = "deposit_limit"
    LOSS_LIMIT = "loss_limit"
    TIME_LIMIT = "time_limit"
    TOO_MANY_MOVES = "too_many_moves"


@dataclass(frozen=True, slots=True)
class Ask:
    """What is checked: an amount of a tender, at an instant; `promised` is the sum of asked deposits that may still arrive."""

    purse: Purse
    policy: BankPolicy
    tender: Tender
    amount: int
    now: Instant
    promised: int = 0
    place: str = ""  # where money would be staked or a seat taken


Check = Callable[[Ask], Rejection | None]


def first_refusal(ask: Ask, checks: Sequence[Check]) -> Rejection | None:
    """The rejection of the first check that refuses; None: all pass."""
    return next((refusal for check in checks if (refusal := check(ask)) is not None), None)


def amount_is_positive(ask: Ask) -> Rejection | None:
    """Refuses an amount that is not positive."""
    return reject(Refusal.AMOUNT_NOT_POSITIVE, amount=ask.amount) if ask.amount <= 0 else None


def amount_is_sane(ask: Ask) -> Rejection | None:
    """Refuses an amount larger than the ledger can hold."""
    return reject(Refusal.AMOUNT_TOO_LARGE, most=AMOUNT_MAX) if ask.amount > AMOUNT_MAX else None


def amount_is_cents(ask: Ask) -> Rejection | None:
    """Refuses a payment that is not in whole cents."""
    return reject(Refusal.FRACTION_OF_CENT, amount=ask.amount) if ask.amount % UNITS_PER_CENT else None


def money_is_payable(ask: Ask) -> Rejection | None:
    """Refuses payments of play money, which is neither deposited nor withdrawn."""
    return reject(Refusal.WRONG_MONEY_KIND) if ask.tender.money is MoneyKind.PLAY else None


def site_wallet_is_there(ask: Ask) -> Rejection | None:
    """Refuses a payment for which the player has no site wallet."""
    there = site_wallet(ask.tender, ask.purse.player) in ask.purse.accounts
    return None if there else reject(Refusal.WRONG_CURRENCY)


def wallet_is_there(ask: Ask) -> Rejection | None:
    """Refuses money of which the player has no wallet."""
    return None if ask.purse.has_wallet_of(ask.tender) else reject(Refusal.WRONG_CURRENCY)


def tender_is_offered(ask: Ask) -> Rejection | None:
    """Refuses money that the operator does not offer."""
    return None if ask.policy.terms(ask.tender) is not None else reject(Refusal.TENDER_NOT_OFFERED)


def real_money_is_on(ask: Ask) -> Rejection | None:
    """Refuses real money unless the operator has turned it on."""
    off = ask.tender.money is MoneyKind.REAL and not ask.policy.real_money
    return reject(Refusal.REAL_MONEY_DISABLED) if off else None


def nothing_is_owed(ask: Ask) -> Rejection | None:
    """Refuses a withdrawal while the player owes something after a charge-back."""
    owed = ask.purse.owed(ask.tender)
    return reject(Refusal.CLAIM_OPEN, owed=owed) if owed else None


def account_is_open(ask: Ask) -> Rejection | None:
    """Refuses when the account is closed; withdrawals do not run this check."""
    return reject(Refusal.ACCOUNT_CLOSED) if ask.purse.closed else None


def player_is_admitted(ask: Ask) -> Rejection | None:
    """Refuses while a time-out or self-exclusion is in force."""
    return check_exclusion(ask.purse.exclusion, ask.now)


def player_is_not_barred(ask: Ask) -> Rejection | None:
    """Refuses while the house keeps the player from everything, or from that place."""
    return check_bars(ask.purse.bars, ask.now, ask.place)


def limits_are_set(ask: Ask) -> Rejection | None:
    """Refuses counted money unless a deposit limit is in force in some currency of its kind."""
    kind = ask.tender.money
    if kind not in ask.policy.limits_needed_for:
        return None
    return None if _limited(ask, lambda tender: tender.money is kind) else reject(Refusal.DEPOSIT_LIMIT_MISSING)


def deposit_limit_is_set(ask: Ask) -> Rejection | None:
    """Refuses a deposit unless a deposit limit is in force in its own currency."""
    if ask.tender.money not in ask.policy.limits_needed_for:
        return None
    return None if _limited(ask, lambda tender: tender == ask.tender) else reject(Refusal.DEPOSIT_LIMIT_MISSING)


def _limited(ask: Ask, counts: Callable[[Tender], bool]) -> bool:
    return any(
        limit.kind is LimitKind.DEPOSIT
        and limit.tender is not None
        and counts(limit.tender)
        and limit.in_force(ask.now) is not None
        for limit in ask.purse.limits
    )


def deposit_is_in_range(ask: Ask) -> Rejection | None:
    """Refuses a deposit outside the operator's minimum and maximum."""
    terms = ask.policy.terms(ask.tender)
    return None if terms is None else _in_range(ask.amount, terms.deposit_min, terms.deposit_max)


def withdrawal_is_in_range(ask: Ask) -> Rejection | None:
    """Refuses a withdrawal outside the operator's minimum and maximum."""
    terms = ask.policy.terms(ask.tender)
    return None if terms is None else _in_range(ask.amount, terms.withdrawal_min, terms.withdrawal_max)


def withdrawal_is_not_too_large(ask: Ask) -> Rejection | None:
    """Refuses a withdrawal above the operator's maximum; for a whole balance, which has no minimum."""
    terms = ask.policy.terms(ask.tender)
    return None if terms is None else _in_range(ask.amount, 0, terms.withdrawal_max)


def _in_range(amount: int, least: int, most: int) -> Rejection | None:
    if amount < least * UNITS_PER_CENT:
        return reject(Refusal.AMOUNT_BELOW_MINIMUM, least=least * UNITS_PER_CENT)
    if amount > most * UNITS_PER_CENT:
        return reject(Refusal.AMOUNT_ABOVE_MAXIMUM, most=most * UNITS_PER_CENT)
    return None


def deposit_fits_limits(ask: Ask) -> Rejection | None:
    """Refuses a deposit that, with earlier and still expected ones, exceeds the player's limits."""
    tally = tally_of(ask.purse.deposited, ask.tender)
    for limits in (ask.purse.limits, ask.purse.imposed):
        refusal = check_sums(limits, LimitKind.DEPOSIT, ask.tender, tally, ask.amount, ask.now, waiting=ask.promised)
        if refusal is not None:
            return refusal
    return None


def loss_fits_limits(ask: Ask) -> Rejection | None:
    """Refuses a bet whose loss would exceed the player's loss limits; play money is never counted."""
    tally = tally_of(ask.purse.lost, ask.tender)
    own = check_sums(ask.purse.limits, LimitKind.LOSS, ask.tender, tally, ask.amount, ask.now)
    return own or check_sums(ask.purse.imposed, LimitKind.LOSS, ask.tender, tally, ask.amount, ask.now)


def time_is_left(ask: Ask) -> Rejection | None:
    """Refuses when the player's play time of the day is used up; play money is never counted."""
    return None if ask.tender.money is MoneyKind.PLAY else check_time(ask.purse.limits, ask.purse.play, ask.now)


def moves_are_left(ask: Ask) -> Rejection | None:
    """Refuses more moves between wallets than the daily maximum, because their roundings would add up."""
    used, most = ask.purse.moves.used(Period.DAY, ask.now), ask.policy.moves_day_max
    if used < most:
        return None
    return reject(Refusal.TOO_MANY_MOVES, most=most, resets=period_end(Period.DAY, ask.now))


_AMOUNT: Final = (amount_is_positive, amount_is_sane, amount_is_cents)
_ADMISSION: Final = (real_money_is_on, account_is_open, player_is_admitted, player_is_not_barred)

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
WITHDRAWAL: Final = (*_AMOUNT, money_is_payable, site_wallet_is_there, nothing_is_owed, withdrawal_is_in_range)
WITHDRAWAL_BY_HOUSE: Final = (*_AMOUNT, money_is_payable, site_wallet_is_there, nothing_is_owed)
WITHDRAWAL_OF_ALL: Final = (
    *_AMOUNT,
    money_is_payable,
    site_wallet_is_there,
    nothing_is_owed,
    withdrawal_is_not_too_large,
)
STAKE: Final = (*_AMOUNT, wallet_is_there, tender_is_offered, *_ADMISSION, limits_are_set, loss_fits_limits)
PLAY: Final = (*_ADMISSION, limits_are_set, time_is_left)
TO_SITE: Final = (amount_is_positive, amount_is_sane, money_is_payable, wallet_is_there)
PART_TO_SITE: Final = (*TO_SITE, moves_are_left)
TO_POKER: Final = (*TO_SITE, *_ADMISSION, moves_are_left)
CREDIT: Final = (*_AMOUNT, real_money_is_on)
DEBIT: Final = _AMOUNT
