"""
The list of rates of tables that are closed: what is published of a room does not forget a void because its table is gone.

A row is written with the decision that closes a table. The name of the list is written down, so it never changes.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from fairdeal.kernel import Instant
from fairdeal.play.fair.state import FairCounts, FairLog
from fairdeal.storage.codec import Codec
from fairdeal.storage.port import Listing

CLOSED: Final = "fair-rates"


@dataclass(frozen=True, slots=True)
class RatesKept:
    """The rates of a table when it was closed."""

    table: str
    counts: FairCounts


LISTED: Final = Codec("fair lists", 1, {"rates": RatesKept})


def closed_table(table: str, fair: FairLog | None, now: Instant) -> tuple[Listing, ...]:
    """The row of a table that closes; one whose players never cut anything has none."""
    if fair is None or fair.counts == FairCounts():
        return ()
    return (Listing(CLOSED, table, now, "", "", LISTED.encode(RatesKept(table, fair.counts))),)


def together(all_counts: Iterable[FairCounts]) -> FairCounts:
    """The rates of several tables as one."""
    found = list(all_counts)
    return FairCounts(
        hands=sum(each.hands for each in found),
        restarts=sum(each.restarts for each in found),
        stops=sum(each.stops for each in found),
        called_off=sum(each.called_off for each in found),
        own=sum(each.own for each in found),
        default=sum(each.default for each in found),
        absent=sum(each.absent for each in found),
        uncut=sum(each.uncut for each in found),
    )
