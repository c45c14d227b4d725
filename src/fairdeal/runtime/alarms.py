"""
Alarms of a clock, in the order in which they fall due.

Every turn of every hand sets one and cancels the one before, and hardly any ever rings. So setting one is a push on a heap, and
cancelling one only marks it; marked ones are removed when they come up, or all together once they are the larger part.
"""

from collections.abc import Callable
from heapq import heapify, heappop, heappush
from itertools import count
from typing import Final

from fairdeal.kernel import Instant

_SWEEP_MIN: Final = 1_000
"""Cancelled alarms that are left where they are."""


class Alarm:
    """One callback at an instant; can be cancelled until it has been made."""

    __slots__ = ("_call", "_queue")

    def __init__(self, queue: "AlarmQueue", call: Callable[[], None]) -> None:
        self._queue = queue
        self._call: Callable[[], None] | None = call

    @property
    def is_cancelled(self) -> bool:
        """Whether it was cancelled, or has rung."""
        return self._call is None

    def cancel(self) -> None:
        """Make no call; without effect once it was made."""
        if self._call is not None:
            self._call = None
            self._queue.count_cancelled()

    def ring(self) -> None:
        """Make the call, unless it was cancelled."""
        call, self._call = self._call, None
        if call is not None:
            call()


class AlarmQueue:
    """Alarms by instant; those of the same instant in the order in which they were set."""

    __slots__ = ("_cancelled", "_heap", "_numbers")

    def __init__(self) -> None:
        self._heap: list[tuple[Instant, int, Alarm]] = []
        self._numbers = count()
        self._cancelled = 0  # at most; some of them may have been taken

    def __len__(self) -> int:
        return len(self._heap)

    def add(self, instant: Instant, call: Callable[[], None]) -> Alarm:
        """Set an alarm."""
        alarm = Alarm(self, call)
        heappush(self._heap, (instant, next(self._numbers), alarm))
        return alarm

    def count_cancelled(self) -> None:
        """Count an alarm that was cancelled; removes all such once they are the larger part."""
        self._cancelled += 1
        if self._cancelled > _SWEEP_MIN and self._cancelled * 2 > len(self._heap):
            self._heap = [entry for entry in self._heap if not entry[2].is_cancelled]
            heapify(self._heap)
            self._cancelled = 0

    def next_instant(self) -> Instant | None:
        """When the next alarm falls due that was not cancelled; None if there is none."""
        heap = self._heap
        while heap and heap[0][2].is_cancelled:
            heappop(heap)
        return heap[0][0] if heap else None

    def take_due(self, now: Instant) -> list[Alarm]:
        """Remove and return the alarms that are due, in order; those not cancelled still have to be rung."""
        found = []
        heap = self._heap
        while heap and heap[0][0] <= now:
            alarm = heappop(heap)[2]
            if not alarm.is_cancelled:
                found.append(alarm)
        return found
