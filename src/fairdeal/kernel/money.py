"""
Money as integers.

The ledger counts units of 1/10,000 of a currency, tables and prizes count cents, tournaments count chips; the three
never mix. Percentages are parts per million. Every division names its rounding, and shares always add up to the amount.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NewType

Units = NewType("Units", int)
Cents = NewType("Cents", int)
Chips = NewType("Chips", int)
Ppm = NewType("Ppm", int)

UNIT_DECIMALS: Final = 4
UNITS_PER_CENT: Final = 100
PPM_WHOLE: Final = 1_000_000


class Currency(StrEnum):
    """The currencies of accounts; all of them have a hundred cents."""

    EUR = "EUR"
    RON = "RON"
    SEK = "SEK"
    USD = "USD"


class MoneyKind(StrEnum):
    """Real, play or test money; stored with every account, so values never change."""

    REAL = "real"
    PLAY = "play"  # "FunMoney": never raked
    TEST = "test"  # behaves like real money, is labelled, worth nothing


class Rounding(StrEnum):
    """How a division is rounded; an edition names one for each."""

    DOWN = "down"
    UP = "up"
    NEAREST = "nearest"  # exactly half is rounded down, so that nobody is charged more
    NEAREST_HALF_UP = "nearest_half_up"


class InexactDivision(ArithmeticError):
    """Raised when a division that must be exact leaves a remainder."""


def divide(amount: int, by: int, rounding: Rounding) -> int:
    """The quotient of a non-negative amount, rounded as `rounding` says."""
    if amount < 0 or by <= 0:
        raise ValueError(f"cannot divide {amount} by {by}")
    whole, rest = divmod(amount, by)
    match rounding:
        case Rounding.DOWN:
            return whole
        case Rounding.UP:
            return whole + (rest > 0)
        case Rounding.NEAREST:
            return whole + (2 * rest > by)
        case Rounding.NEAREST_HALF_UP:
            return whole + (2 * rest >= by)


def divide_exactly(amount: int, by: int) -> int:
    """The quotient of a division without remainder; raises `InexactDivision` if there is one."""
    whole, rest = divmod(amount, by)
    if rest:
        raise InexactDivision(f"{amount} is not a multiple of {by}")
    return whole


def portion(amount: int, rate: Ppm, rounding: Rounding) -> int:
    """`rate` parts per million of a non-negative amount, rounded as `rounding` says."""
    return divide(amount * rate, PPM_WHOLE, rounding)


def share_evenly(amount: int, count: int) -> tuple[int, ...]:
    """`count` equal shares that add up to the amount; the remainder goes to the first ones, one each."""
    if amount < 0 or count <= 0:
        raise ValueError(f"cannot share {amount} among {count}")
    whole, rest = divmod(amount, count)
    return tuple(whole + (place < rest) for place in range(count))


def share_out(amount: int, weights: Sequence[int]) -> tuple[int, ...]:
    """
    Shares in proportion to the weights, which add up to the amount.

    Each is rounded down; the rest goes, one each, to the largest remainders, the first among equals.
    """
    total = sum(weights)
    if amount < 0 or total <= 0 or min(weights) < 0:
        raise ValueError(f"cannot share {amount} by weights {tuple(weights)}")
    shares = [amount * weight // total for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda place: -(amount * weights[place] % total))
    for place in by_remainder[: amount - sum(shares)]:
        shares[place] += 1
    return tuple(shares)


def units_of(amount: Cents) -> Units:
    """Cents as ledger units; always exact."""
    return Units(amount * UNITS_PER_CENT)


def cents_of(amount: Units, rounding: Rounding | None = None) -> Cents:
    """Ledger units as cents; without a rounding the amount must be whole cents."""
    if rounding is None:
        return Cents(divide_exactly(amount, UNITS_PER_CENT))
    return Cents(divide(amount, UNITS_PER_CENT, rounding))
