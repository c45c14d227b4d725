"""
The room on an event loop: its clock.

A loop that stands still, because the process was stopped, the machine slept or something took long, loses time that belongs
to players. So the clock feels its own pulse: whoever asks it learns since when it stood, before anything that fell due
meanwhile happens. And what had arrived on the wire comes before what fell due: alarms let the loop read its sockets first.
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
"""An alarm looks at the clock at least so often: a loop does not count the time in which the machine sleeps."""


steady_ns: Final[Callable[[], int]] = (
    partial(time.clock_gettime_ns, time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic_ns
)
"""A clock that nobody sets, and that counts the time in which the machine sleeps where there is such a one."""


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
        steady: Callable[[], int] = steady_ns,
    ) -> None:
        self._loop = loop
        self._steady = steady
        self._offset = wall() - steady()
        self._alive: int | None = None  # when the loop was last known to be alive; None: nobody has felt the pulse yet
        self._stood: Instant | None = None
        self._woken: Callable[[], object] = lambda: None

    def now(self) -> Instant:
        """The present."""
        return self._instant(self._steady())

    def at(self, instant: Instant, call: Callable[[], None]) -> Callable[[], None]:
        """Call back at that instant, never before; the result cancels it."""
        return _Alarm(self, self._loop, instant, call).cancel

    def soon(self, call: Callable[[], None]) -> None:
        """Call back in the loop's next turn."""
        self._loop.call_soon(call)

    def watch(self, woken: Callable[[], object]) -> None:
        """
        Feel the pulse, from the first beat on; `woken` is called after the loop stood still, unless somebody has asked before.

        Whatever the process still has to do before its loop runs is no silence: nobody is there yet.
        """
        self._woken = woken
        self._loop.call_later(PULSE / 1000, self._beat)

    def stood_since(self) -> Instant | None:
        """Since when the loop stood still, if it did so for longer than a little; asked once, it is over."""
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
