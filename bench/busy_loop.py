"""A loop that has something else to do: small pieces of work, as acts are, until they take a given part of a core."""

import asyncio
from time import perf_counter, thread_time
from typing import Final

PIECE_SECONDS: Final = 0.0001
"""Processor time of one piece: about an act."""


class BusyLoop:
    """Work beside whatever else a loop does; pieces that come too late are made up for one by one, so others get their turn."""

    def __init__(self, loop: asyncio.AbstractEventLoop, share: float) -> None:
        self._loop = loop
        self._gap = PIECE_SECONDS / share if share else 0.0
        self._worked = 0.0
        self._started = self._due = self._ended = 0.0
        self._goes_on = False

    def start(self) -> None:
        """Begin; does nothing for a share of 0."""
        self._started = self._due = perf_counter()
        self._goes_on = bool(self._gap)
        if self._goes_on:
            self._loop.call_soon(self._work)

    def stop(self) -> None:
        """Do no more."""
        self._goes_on = False
        self._ended = perf_counter()

    @property
    def share(self) -> float:
        """The part of a core that the work took."""
        return self._worked / max(self._ended - self._started, 1e-9)

    def _work(self) -> None:
        if not self._goes_on:
            return
        self._worked += burn(PIECE_SECONDS)
        self._due += self._gap
        ahead = self._due - perf_counter()
        if ahead > 0:
            self._loop.call_later(ahead, self._work)
        else:
            self._loop.call_soon(self._work)


def burn(seconds: float) -> float:
    """Run Python for that much processor time of this thread; how much it was."""
    start = now = thread_time()
    while now - start < seconds:
        for _ in range(100):
            pass
        now = thread_time()
    return now - start
