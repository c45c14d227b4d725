"""What becomes of a stake: exact payouts in whole cents, rounded as the edition says."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from fairdeal.kernel import Cents, Rounding, divide
from fairdeal.rulebook.ruled import Odds

NOTHING: Final = Cents(0)


class Paid(NamedTuple):
    """What a settled stake brings: the part of it that comes back, and what the house adds."""

    returned: Cents
    won: Cents


LOST: Final = Paid(NOTHING, NOTHING)


def winnings(stake: Cents, odds: Odds, rounding: Rounding = Rounding.UP) -> Cents:
    """What the house adds to a winning stake."""
    if odds.per == 1:
        return Cents(stake * odds.pays)
    return Cents(divide(stake * odds.pays, odds.per, rounding))


def win(stake: Cents, odds: Odds, rounding: Rounding = Rounding.UP) -> Paid:
    """A winning stake comes back with its winnings."""
    return Paid(stake, winnings(stake, odds, rounding))


def push(stake: Cents) -> Paid:
    """A void stake comes back as it is."""
    return Paid(stake, NOTHING)


def added(parts: Iterable[Paid]) -> Paid:
    """Several settled stakes of one player together."""
    returned = won = 0
    for part in parts:
        returned += part.returned
        won += part.won
    return Paid(Cents(returned), Cents(won))
