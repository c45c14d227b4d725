"""
Group commit in this process: one thread writes the units of all actors.

It commits everything in the queue as one group, so a single unit is written at once and a slow disk only makes the groups
larger. Nothing is delayed on purpose, and an idle committer does not poll. `fairdeal serve` has a process of its own for
this, see `writer`; here is what tests, tools and servers inside another program use.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from threading import Condition, Thread
from types import TracebackType
from typing import Final, NamedTuple

from fairdeal.storage.commit_queue import Answer, Done, Loop, call_all, settle, tell_loop, wait_for
from fairdeal.storage.group_commit import CLOSE_SECONDS, GIVE_UP_SECONDS, GROUP_MAX, GroupCommit
from fairdeal.storage.port import Outcome, Store, StoreBusy, StoreClosed, Unit

WAITING_MAX: Final = 10_000


class _Ticket(NamedTuple):
    """A queued unit, and the callback for its outcome."""

    unit: Unit
    done: Done
    loop: Loop | None


class Committer:
    """
    Commits units of many threads and tasks through one store.

    While the database is unavailable, the group is retried with growing pauses for `give_up_seconds`; then each unit gets
    `StoreUnavailable`. With `waiting_max` units queued, further ones are refused with `StoreBusy`.
    """

    restarts = 0
    """How often the thread had to be started again: never, nothing ends it."""

    def __init__(
        self,
        store: Store,
        *,
        waiting_max: int = WAITING_MAX,
        group_max: int = GROUP_MAX,
        give_up_seconds: float = GIVE_UP_SECONDS,
        close_seconds: float = CLOSE_SECONDS,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], object] = time.sleep,
    ) -> None:
        self._group_commit = GroupCommit(
            store.commit, give_up_seconds=give_up_seconds, close_seconds=close_seconds, clock=clock, pause=pause
        )
        self._waiting_max = waiting_max
        self._group_max = group_max
        self._close_seconds = close_seconds
        self._answered = 0  # groups
        self._waiting: deque[_Ticket] = deque()
        self._change = Condition()
        self.is_closed = False
        self._thread = Thread(target=self._work, name="committer", daemon=True)
        self._thread.start()

    def submit(self, unit: Unit, done: Done, loop: Loop | None = None) -> None:
        """
        Queue a unit; `done` is called with its outcome, or with the error.

        It is called on the event loop, which is woken once for a whole group, or else on the committing thread.
        """
        with self._change:
            if self.is_closed:
                raise StoreClosed("the committer was closed")
            if len(self._waiting) >= self._waiting_max:
                raise StoreBusy(f"{self._waiting_max} units wait already")
            self._waiting.append(_Ticket(unit, done, loop))
            self._change.notify()

    def commit(self, unit: Unit, timeout: float | None = None) -> Outcome:
        """Commit a unit and wait for its outcome; after the timeout it may or may not have been written."""
        answer: Future[Outcome] = Future()
        self.submit(unit, partial(settle, answer))
        return wait_for(answer, timeout)

    async def commit_async(self, unit: Unit) -> Outcome:
        """Commit a unit and await its outcome; cancelling the task does not withdraw the unit."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Outcome] = loop.create_future()
        self.submit(unit, partial(settle, answer), loop)
        return await answer

    @property
    def waiting(self) -> int:
        """How many units are queued behind the current group."""
        return len(self._waiting)

    @property
    def is_answering(self) -> bool:
        """Whether the thread runs; what the database does is told by the answers."""
        return self._thread.is_alive()

    def close(self) -> bool:
        """
        Accept nothing new, write the queue, and stop; the store stays open.

        An unavailable database is waited for at most `close_seconds`, then everything queued gets `StoreUnavailable`. A call that
        hangs longer is abandoned and False returned. A slow disk is waited for as long as groups are being written.
        """
        with self._change:
            self.is_closed = True
            self._group_commit.close_soon()
            self._change.notify()
        answered = -1
        while self._thread.is_alive() and answered != self._answered:
            answered = self._answered
            self._thread.join(2 * self._close_seconds)
        return not self._thread.is_alive()

    def __enter__(self) -> "Committer":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _work(self) -> None:
        while group := self._take():
            _deliver(group, self._group_commit.answers([ticket.unit for ticket in group]))
            self._answered += 1

    def _take(self) -> list[_Ticket]:
        """The next group from the queue, up to the limit; empty once closed."""
        with self._change:
            while not self._waiting and not self.is_closed:
                self._change.wait()
            return [self._waiting.popleft() for _ in range(min(len(self._waiting), self._group_max))]


def _deliver(group: Sequence[_Ticket], answers: Sequence[Answer]) -> None:
    """Call back for each unit; an event loop is woken once for all of its units."""
    calls: dict[Loop | None, list[tuple[Done, Answer]]] = {}
    for ticket, answer in zip(group, answers, strict=True):
        calls.setdefault(ticket.loop, []).append((ticket.done, answer))
    for loop, some in calls.items():
        if loop is None:
            call_all(some, _log)
        else:
            with suppress(RuntimeError):  # the loop was closed, and what waited on it is gone
                loop.call_soon_threadsafe(call_all, some, partial(tell_loop, loop))


def _log(error: Exception) -> None:
    logging.getLogger(__name__).error("an answer was not taken", exc_info=error)
