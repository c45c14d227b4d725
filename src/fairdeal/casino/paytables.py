"""Payouts of settled bets, in whole cents, rounded as the edition says."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from fairdeal.kernel import Cents, Rounding, divide
from fairdeal.rulebook.ruled import Odds

NOTHING: Final = Cents(0)


class Paid(NamedTuple):
    """What a settled bet pays: the part of the bet that is returned, and the winnings."""

    returned: Cents
    won: Cents


LOST: Final = Paid(NOTHING, NOTHING)


def winnings(stake: Cents, odds: Odds, rounding: Rounding = Rounding.UP) -> Cents:
    """The winnings of a bet at these odds, without the bet itself."""
    if odds.per == 1:
        return Cents(stake * odds.pays)
    return Cents(divide(stake * odds.pays, odds.per, rounding))


def win(stake: Cents, odds: Odds, rounding: Rounding = Rounding.UP) -> Paid:
    """The payout of a winning bet: the bet and its winnings."""
    return Paid(stake, winnings(stake, odds, rounding))


def push(stake: Cents) -> Paid:
    """The payout of a push: the bet without winnings."""
    return Paid(stake, NOTHING)


def added(parts: Iterable[Paid]) -> Paid:
    """The sum of several payouts."""
    returned = won = 0
    for part in parts:
        returned += part.returned
        won += part.won
    return Paid(Cents(returned), Cents(won))
