"""
The room's clock on an asyncio event loop, which sets one timer of the loop for all alarms of the room.

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
from fairdeal.runtime.alarms import AlarmQueue
from fairdeal.runtime.limits import LATE, PULSE

_MILLISECOND: Final = 1_000_000
_NEVER: Final = Instant(1 << 62)
_STANDSTILL: Final = (PULSE + LATE) * _MILLISECOND
"""Nanoseconds between two looks at the clock after which the loop stood still."""
_NAP_SECONDS: Final = 60.0
"""The longest delay given to the loop, which does not count time in which the computer sleeps; alarms then look again."""


steady_ns: Final[Callable[[], int]] = (
    partial(time.clock_gettime_ns, time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic_ns
)
"""Monotonic time in nanoseconds; where the system allows, it also counts time in which the computer sleeps."""


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
        self._alive = 0  # when the loop was last known to run; 0 before the first check
        self._woken: Callable[[], object] = lambda: None
        self._alarms = AlarmQueue()
        self._timer: asyncio.Handle | None = None
        self._wakes_at = _NEVER  # the instant the loop's timer is set for
        self._rings_until = Instant(0)  # alarms due until then ring in this turn of the loop
        self.stood: Instant | None = None  # since when the loop stood still, until `stood_since` is asked

    def now(self) -> Instant:
        """The current instant; notices if the loop stood still since it was last asked."""
        steady = self._steady()
        if self._alive:
            if steady - self._alive > _STANDSTILL and self.stood is None:
                self.stood = Instant((self._alive + self._offset) // _MILLISECOND)
            self._alive = steady
        return Instant((steady + self._offset) // _MILLISECOND)

    def at(self, instant: Instant, call: Callable[[], None]) -> Callable[[], None]:
        """Call back at that instant, never earlier; returns a function that cancels it."""
        alarm = self._alarms.add(instant, call)
        if instant < self._wakes_at:
            self._set(instant)
        return alarm.cancel

    def _set(self, instant: Instant) -> None:
        """Set the loop's timer for that instant, or a look before it."""
        if self._timer is not None:
            self._timer.cancel()
        delay = max(0, instant - self.now()) / 1000
        self._wakes_at = instant
        self._timer = self._loop.call_later(min(delay, _NAP_SECONDS), self._wake)

    def _wake(self) -> None:
        # A loop counts from when its turn began, so a timer set late in a long turn comes early. And the alarm it was set for may
        # have been cancelled: nobody moves the timer for that.
        self._timer = None
        first = self._alarms.next_instant()
        now = self.now()
        if first is not None and first <= now:
            # Loops differ in whether timers or sockets come first in a turn; after two more turns both have come.
            self._rings_until = now
            self._loop.call_soon(self._ring_due)
        else:
            self._set_next()

    def _ring_due(self) -> None:
        for alarm in self._alarms.take_due(self._rings_until):
            self._loop.call_soon(alarm.ring)  # each by itself: one that fails holds up no other
        self._set_next()

    def _set_next(self) -> None:
        self._wakes_at = _NEVER
        first = self._alarms.next_instant()
        if first is not None:
            self._set(first)

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
        self.now()
        stood, self.stood = self.stood, None
        return stood

    def _beat(self) -> None:
        self._loop.call_later(PULSE / 1000, self._beat)
        self._alive = self._alive or self._steady()
        self.now()
        if self.stood is not None:
            self._woken()
