"""
The room's clock on an asyncio event loop.

A loop that stands still, because the process was stopped, the computer slept or something took long, takes time from players.
So the clock checks itself regularly, and `stood_since` says since when the loop stood still before any timer of that period
fires. Messages that had arrived come before timers that fell due: alarms let the loop read its sockets first.
"""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import Final

from fairdeal.kernel import Instant
from fairdeal.runtime.limits import LATE, PULSE

_MILLISECOND: Final = 1_000_000
_NAP_SECONDS: Final = 60.0
"""The longest delay given to the loop, which does not count time in which the computer sleeps; alarms then look again."""


steady_ns: Final[Callable[[], int]] = (
    partial(time.clock_gettime_ns, time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic_ns
)
"""Monotonic time in nanoseconds; where the system allows, it also counts time in which the computer sleeps."""


class _Alarm:
    """One callback at an instant; kept small, because every turn of every hand sets one."""

    __slots__ = ("_call", "_clock", "_handle", "_instant", "_loop")

    def __init__(
        self, clock: "LoopClock", loop: asyncio.AbstractEventLoop, instant: Instant, call: Callable[[], None]
    ) -> None:
        self._clock = clock
        self._loop = loop
        self._instant = instant
        self._call = call
        self._set()

    def _set(self) -> None:
        delay = max(0, self._instant - self._clock.now()) / 1000
        self._handle: asyncio.Handle = self._loop.call_later(min(delay, _NAP_SECONDS), self._ring)

    def _ring(self) -> None:
        # A loop counts from when its turn began, so an alarm set late in a long turn comes early.
        if self._clock.now() < self._instant:
            self._set()
        else:
            # Loops differ in whether timers or sockets come first in a turn; after two more turns both have come.
            self._handle = self._loop.call_soon(self._once_more)

    def _once_more(self) -> None:
        self._handle = self._loop.call_soon(self._call)

    def cancel(self) -> None:
        """Cancel the callback."""
        self._handle.cancel()


class LoopClock:
    """
    Wall-clock time that never jumps.

    The system time is read once; from then on the monotonic clock counts. So a correction of the system time can neither expire
    every decision at once nor give anybody an hour to think.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        wall: Callable[[], int] = time.time_ns,
        steady: Callable[[], int] = steady_ns,
    ) -> None:
        self._loop = loop
        self._steady = steady
        self._offset = wall() - steady()
        self._alive: int | None = None  # when the loop was last known to run; None before the first check
        self._stood: Instant | None = None
        self._woken: Callable[[], object] = lambda: None

    def now(self) -> Instant:
        """The current instant."""
        return self._instant(self._steady())

    def at(self, instant: Instant, call: Callable[[], None]) -> Callable[[], None]:
        """Call back at that instant, never earlier; returns a function that cancels it."""
        return _Alarm(self, self._loop, instant, call).cancel

    def soon(self, call: Callable[[], None]) -> None:
        """Call back in the loop's next iteration."""
        self._loop.call_soon(call)

    def watch(self, woken: Callable[[], object]) -> None:
        """
        Start checking whether the loop stands still, and call `woken` after it did, unless `stood_since` was asked before.

        Time before the loop runs does not count: nobody is connected yet.
        """
        self._woken = woken
        self._loop.call_later(PULSE / 1000, self._beat)

    def stood_since(self) -> Instant | None:
        """Since when the loop stood still if that was longer than `LATE`, else None; reported once only."""
        self._look()
        stood, self._stood = self._stood, None
        return stood

    def _beat(self) -> None:
        self._loop.call_later(PULSE / 1000, self._beat)
        if self._alive is None:
            self._alive = self._steady()
        self._look()
        if self._stood is not None:
            self._woken()

    def _look(self) -> None:
        if self._alive is None:
            return
        before, self._alive = self._alive, self._steady()
        if self._stood is None and self._alive - before > (PULSE + LATE) * _MILLISECOND:
            self._stood = self._instant(before)

    def _instant(self, steady: int) -> Instant:
        return Instant((steady + self._offset) // _MILLISECOND)
