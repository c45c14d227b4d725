"""A clock that stands still until it is told to go on."""

import heapq
from collections.abc import Callable
from itertools import count

from fairdeal.kernel import Duration, Instant


class ManualClock:
    """
    Time for tests and simulations: `advance` calls back everything that falls due, in order, each at its instant.

    Things due at the same instant come in the order in which they were asked for.
    """

    def __init__(self, start: int = 1_700_000_000_000) -> None:
        self._now = Instant(start)
        self._due: list[tuple[Instant, int, Callable[[], None]]] = []
        self._number = count()
        self._cancelled: set[int] = set()

    def now(self) -> Instant:
        """The present."""
        return self._now

    def at(self, instant: Instant, call: Callable[[], None]) -> Callable[[], None]:
        """Call back at that instant; the result cancels it."""
        number = next(self._number)
        heapq.heappush(self._due, (max(instant, self._now), number, call))
        return lambda: self._cancelled.add(number)

    def soon(self, call: Callable[[], None]) -> None:
        """Call back at the present instant, after what is already due."""
        self.at(self._now, call)

    @property
    def next_due(self) -> Instant | None:
        """When the next call falls due."""
        self._drop_cancelled()
        return self._due[0][0] if self._due else None

    def step(self) -> bool:
        """Go on to the next call and make it; False if there is none."""
        self._drop_cancelled()
        if not self._due:
            return False
        self._now, _, call = heapq.heappop(self._due)
        call()
        return True

    def advance(self, by: Duration | int) -> None:
        """Let that much time pass."""
        self.run_until(Instant(self._now + by))

    def run_until(self, end: Instant) -> None:
        """Make every call due until then, and stop there."""
        while (due := self.next_due) is not None and due <= end:
            self.step()
        self._now = max(self._now, end)

    def settle(self) -> None:
        """Make every call due now, and those they cause now."""
        self.run_until(self._now)

    def _drop_cancelled(self) -> None:
        while self._due and self._due[0][1] in self._cancelled:
            self._cancelled.discard(heapq.heappop(self._due)[1])
