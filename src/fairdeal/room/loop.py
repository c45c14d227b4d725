"""The room on an event loop: its clock."""

import asyncio
import time
from collections.abc import Callable

from fairdeal.kernel import Instant


class _Alarm:
    """One call at an instant; plain and small, for every turn of every hand sets one."""

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
        self._handle = self._loop.call_later(max(0, self._instant - self._clock.now()) / 1000, self._ring)

    def _ring(self) -> None:
        # A loop counts from when its turn began, so an alarm set late in a long turn comes early.
        if self._clock.now() < self._instant:
            self._set()
        else:
            self._call()

    def cancel(self) -> None:
        """Do not call."""
        self._handle.cancel()


class LoopClock:
    """
    Wall-clock time that never jumps.

    The wall is read once; from then on the machine's steady clock counts. So a correction of the system's time can
    neither expire every decision at once nor give anybody an hour to think.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        wall: Callable[[], int] = time.time_ns,
        steady: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._loop = loop
        self._steady = steady
        self._offset = wall() - steady()

    def now(self) -> Instant:
        """The present."""
        return Instant((self._steady() + self._offset) // 1_000_000)

    def at(self, instant: Instant, call: Callable[[], None]) -> Callable[[], None]:
        """Call back at that instant, never before; the result cancels it."""
        return _Alarm(self, self._loop, instant, call).cancel

    def soon(self, call: Callable[[], None]) -> None:
        """Call back in the loop's next turn."""
        self._loop.call_soon(call)
