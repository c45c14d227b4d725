"""The pace of a stake: hands, pots and table time of the last ten minutes, in slices of ten seconds."""

from collections import deque
from typing import Final, NamedTuple

from fairdeal.kernel import HOUR, MINUTE, SECOND, Cents, Instant

WINDOW: Final = 10 * MINUTE
SLICE: Final = 10 * SECOND


class Slice(NamedTuple):
    """Hands, pots and table time of one slice."""

    start: int
    hands: int = 0
    pots: int = 0
    table_time: int = 0  # milliseconds in which tables could deal, summed over all tables


class Pace:
    """Sums of one stake over a sliding window; the cost does not depend on the number of hands."""

    __slots__ = ("_dealing", "_slices", "_sum", "_until")

    def __init__(self, now: Instant) -> None:
        self._slices: deque[Slice] = deque()
        self._sum = Slice(0)
        self._dealing = 0
        self._until: int = now

    def hand_ended(self, pot: int, now: Instant) -> None:
        """Count a hand that ended with that pot."""
        self._add(now - now % SLICE, 1, pot, 0)

    def tables_deal(self, tables: int, now: Instant) -> None:
        """Set how many tables can deal from now on."""
        self._pass(now)
        self._dealing = tables

    def average_pot(self, now: Instant) -> Cents:
        """The average pot of the window, rounded down; 0 without hands."""
        self._pass(now)
        return Cents(self._sum.pots // self._sum.hands if self._sum.hands else 0)

    def hands_per_hour(self, now: Instant) -> int:
        """Hands an hour of one table, on average; less than a minute of table time counts as a minute."""
        self._pass(now)
        return self._sum.hands * HOUR // max(self._sum.table_time, MINUTE)

    @property
    def is_quiet(self) -> bool:
        """Whether there was no hand within the window."""
        return self._sum.hands == 0

    def _pass(self, now: Instant) -> None:
        """Add the table time since the last call, and remove slices that have left the window."""
        at = max(self._until, now - WINDOW) if self._dealing else now
        while at < now:
            end = min(now, at - at % SLICE + SLICE)
            self._add(at - at % SLICE, 0, 0, self._dealing * (end - at))
            at = end
        self._until = now
        while self._slices and self._slices[0].start <= now - WINDOW:
            gone = self._slices.popleft()
            total = self._sum
            self._sum = Slice(0, total.hands - gone.hands, total.pots - gone.pots, total.table_time - gone.table_time)

    def _add(self, start: int, hands: int, pot: int, table_time: int) -> None:
        if not self._slices or self._slices[-1].start < start:
            self._slices.append(Slice(start))
        last = self._slices[-1]
        self._slices[-1] = Slice(last.start, last.hands + hands, last.pots + pot, last.table_time + table_time)
        total = self._sum
        self._sum = Slice(0, total.hands + hands, total.pots + pot, total.table_time + table_time)
