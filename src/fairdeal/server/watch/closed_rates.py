"""
The rates of tables that were closed within the last thirty days: read from their list and kept, so that asking again reads what is new.

Reading blocks; who asks at the same time waits, and reads what is there then.
"""

from collections import defaultdict
from collections.abc import Iterator
from threading import Lock
from typing import Final

from fairdeal.kernel import DAY, MINUTE, Instant
from fairdeal.play.fair.state import FairCounts
from fairdeal.room.fair_rates import CLOSED, LISTED, together
from fairdeal.storage.archive import Archive
from fairdeal.storage.port import Listing

DAYS: Final = 30
_AGAIN: Final = 5 * MINUTE
"""Rows of the same moment may be written one after the other: so far back is looked again."""
_PAGE: Final = 500


class ClosedRates:
    """Rates of closed tables by day."""

    def __init__(self, store: Archive) -> None:
        self._store = store
        self._by_day: defaultdict[int, FairCounts] = defaultdict(FairCounts)
        self._recent: dict[str, Instant] = {}  # tables that were counted lately, by when they closed
        self._newest = Instant(0)
        self._reading = Lock()

    def read(self, now: Instant) -> FairCounts:
        """All of them together."""
        with self._reading:
            self._take(now)
            return together(self._by_day.values())

    def _take(self, now: Instant) -> None:
        oldest = now - DAYS * DAY
        for row in self._rows(max(oldest, self._newest - _AGAIN)):
            if row.id not in self._recent:
                self._recent[row.id] = row.at
                day = row.at // DAY
                self._by_day[day] = together([self._by_day[day], LISTED.decode(row.body).counts])
                self._newest = max(self._newest, row.at)
        self._recent = {table: at for table, at in self._recent.items() if at >= self._newest - _AGAIN}
        for day in [day for day in self._by_day if day < oldest // DAY]:
            del self._by_day[day]

    def _rows(self, since: int) -> Iterator[Listing]:
        before = None
        while page := self._store.listed(CLOSED, _PAGE, before):
            for row in page:
                if row.at < since:
                    return
                yield row
            before = page[-1].at, page[-1].id
