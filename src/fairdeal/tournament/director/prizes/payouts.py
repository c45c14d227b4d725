"""
Dividing a prize pool among places, to the cent.

Each place is cut to whole cents and what is left over goes to the first place, so that prizes add up to the pool exactly and
places of one band are paid exactly the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from fairdeal.kernel import Cents, Rounding, portion
from fairdeal.tournament.structure import PayoutRow, PayoutTable

NOTHING = Cents(0)


@dataclass(frozen=True, slots=True)
class Prize:
    """What a place wins: money, and, in a satellite, an entry worth `ticket`."""

    money: Cents
    ticket: Cents = NOTHING

    @property
    def value(self) -> Cents:
        """Money and ticket together."""
        return Cents(self.money + self.ticket)


Prizes = tuple[Prize, ...]
"""The first place first; places that win nothing are left out."""


def row_for(table: PayoutTable, entries: int) -> PayoutRow:
    """The row of a payout table for a number of entries; the first row for fewer than it names."""
    return next((row for row in reversed(table) if row.entries_min <= entries), table[0])


def share_pool(table: PayoutTable, pool: Cents, entries: int) -> Prizes:
    """A pool divided by the row for that number of entries; there are never more places than entries."""
    row = row_for(table, entries)
    amounts = [portion(pool, band.share, Rounding.DOWN) for band in row.bands for _ in range(band.places)][:entries]
    amounts[0] += pool - sum(amounts)
    return money_prizes(amounts)


def money_prizes(amounts: Sequence[int]) -> Prizes:
    """Prizes of those amounts, as far as anything is won."""
    return tuple(Prize(Cents(amount)) for amount in amounts if amount > 0)


def satellite_prizes(pool: Cents, ticket: Cents, entries: int) -> Prizes:
    """
    As many entries to the target as the pool pays for, and the rest as money for the next place (MTT-63).

    Where every entrant wins an entry, the rest goes to the first place.
    """
    count = min(pool // ticket, entries)
    rest = Cents(pool - count * ticket)
    seats = [Prize(NOTHING, ticket)] * count
    if not rest:
        return tuple(seats)
    if count < entries or not seats:
        return (*seats, Prize(rest))
    return (Prize(rest, ticket), *seats[1:])


def total(prizes: Prizes) -> Cents:
    """What all prizes are worth."""
    return Cents(sum(prize.value for prize in prizes))


def all_equal(prizes: Prizes, remaining: int) -> bool:
    """Whether everybody who is left would get the same prize, whatever the order (MTT-41a); prizes never rise."""
    return remaining <= len(prizes) and prizes[0] == prizes[remaining - 1]
