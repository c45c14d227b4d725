"""The room on an event loop: its clock."""

import asyncio
import time
from collections.abc import Callable

from fairdeal.kernel import Instant


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
        handle: asyncio.TimerHandle

        def ring() -> None:
            # A loop counts from when its turn began, so an alarm set late in a long turn comes early.
            if self.now() < instant:
                start()
            else:
                call()

        def start() -> None:
            nonlocal handle
            handle = self._loop.call_later(max(0, instant - self.now()) / 1000, ring)

        def cancel() -> None:
            handle.cancel()  # the one that is set now

        start()
        return cancel

    def soon(self, call: Callable[[], None]) -> None:
        """Call back in the loop's next turn."""
        self._loop.call_soon(call)
