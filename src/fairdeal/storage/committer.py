"""
Group commit: one thread writes the units of all actors.

It commits everything in the queue as one group, so a single unit is written at once and a slow disk only makes the
groups larger. Nothing is delayed on purpose, and an idle committer does not poll.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import suppress
from functools import partial
from threading import Condition, Thread
from types import TracebackType
from typing import Final, NamedTuple

from fairdeal.storage.port import (
    Outcome,
    Store,
    StoreBusy,
    StoreClosed,
    StoreError,
    StoreFull,
    StoreUnavailable,
    Unit,
)

WAITING_MAX: Final = 10_000
GROUP_MAX: Final = 1_000
GIVE_UP_SECONDS: Final = 30.0
CLOSE_SECONDS: Final = 3.0
PAUSE_SECONDS_FIRST: Final = 0.02
PAUSE_SECONDS_MAX: Final = 1.0

Answer = Outcome | StoreError
Done = Callable[[Answer], None]
Loop = asyncio.AbstractEventLoop


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
        self._store = store
        self._waiting_max = waiting_max
        self._group_max = group_max
        self._give_up_seconds = give_up_seconds
        self._close_seconds = close_seconds
        self._is_lost = False  # the database did not answer the last time
        self._answered = 0  # groups
        self._closes_by: float | None = None  # once closed: when the last unit must have its answer
        self._clock = clock
        self._pause = pause
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
        self.submit(unit, partial(_settle, answer))
        try:
            return answer.result(timeout)
        except FutureTimeout as error:
            raise StoreUnavailable(f"no answer within {timeout} seconds") from error

    async def commit_async(self, unit: Unit) -> Outcome:
        """Commit a unit and await its outcome; cancelling the task does not withdraw the unit."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Outcome] = loop.create_future()
        self.submit(unit, partial(_settle, answer), loop)
        return await answer

    @property
    def waiting(self) -> int:
        """How many units are queued behind the current group."""
        return len(self._waiting)

    def close(self) -> bool:
        """
        Accept nothing new, write the queue, and stop; the store stays open.

        An unavailable database is waited for at most `close_seconds`, then everything queued gets `StoreUnavailable`. A call that
        hangs longer is abandoned and False returned. A slow disk is waited for as long as groups are being written.
        """
        with self._change:
            self.is_closed = True
            if self._closes_by is None:
                self._closes_by = self._clock() + self._close_seconds
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
            deadline = self._clock() + self._give_up_seconds
            if self._is_lost and self._left(deadline) <= 0:  # closed, and the database did not come back in time
                _deliver(group, [StoreUnavailable("closed before the database came back") for _ in group])
            else:
                _deliver(group, self._answers([ticket.unit for ticket in group], deadline))
            self._answered += 1

    def _take(self) -> list[_Ticket]:
        """The next group from the queue, up to the limit; empty once closed."""
        with self._change:
            while not self._waiting and not self.is_closed:
                self._change.wait()
            return [self._waiting.popleft() for _ in range(min(len(self._waiting), self._group_max))]

    def _answers(self, units: Sequence[Unit], deadline: float) -> list[Answer]:
        try:
            return list(self._commit_patiently(units, deadline))
        except (StoreUnavailable, StoreFull, StoreClosed) as error:
            return [type(error)(*error.args) for _ in units]
        except Exception as error:
            # One unit spoils the group; alone, only the one that does so fails.
            if len(units) > 1:
                return [answer for unit in units for answer in self._answers([unit], deadline)]
            return [error if isinstance(error, StoreError) else _unexpected(error)]

    def _commit_patiently(self, units: Sequence[Unit], deadline: float) -> list[Outcome]:
        pause = PAUSE_SECONDS_FIRST
        while True:
            try:
                outcomes = self._store.commit(units)
            except StoreUnavailable:
                self._is_lost = True
                if (left := self._left(deadline)) <= 0:
                    raise
                self._pause(min(pause, left))
                pause = min(2 * pause, PAUSE_SECONDS_MAX)
            else:
                self._is_lost = False
                return outcomes

    def _left(self, deadline: float) -> float:
        """The seconds a group may still be retried; fewer once closed."""
        last = self._closes_by
        return (deadline if last is None else min(deadline, last)) - self._clock()


def _unexpected(error: Exception) -> StoreError:
    """Wrap an unexpected exception as the `StoreError` that callers handle."""
    answer = StoreError(f"unexpected: {error!r}")
    answer.__cause__ = error
    return answer


def _deliver(group: Sequence[_Ticket], answers: Sequence[Answer]) -> None:
    """Call back for each unit; an event loop is woken once for all of its units."""
    calls: dict[Loop | None, list[tuple[Done, Answer]]] = {}
    for ticket, answer in zip(group, answers, strict=True):
        calls.setdefault(ticket.loop, []).append((ticket.done, answer))
    for loop, some in calls.items():
        if loop is None:
            _call_all(some, _log)
        else:
            with suppress(RuntimeError):  # the loop was closed, and what waited on it is gone
                loop.call_soon_threadsafe(_call_all, some, partial(_tell_loop, loop))


def _call_all(calls: Sequence[tuple[Done, Answer]], failed: Callable[[Exception], None]) -> None:
    for done, answer in calls:
        try:
            done(answer)
        except Exception as error:  # a mistake in one of them, and the others still want their answers
            failed(error)


def _log(error: Exception) -> None:
    logging.getLogger(__name__).error("an answer was not taken", exc_info=error)


def _tell_loop(loop: Loop, error: Exception) -> None:
    loop.call_exception_handler({"message": "an answer was not taken", "exception": error})


def _settle(future: asyncio.Future[Outcome] | Future[Outcome], answer: Answer) -> None:
    if future.done():  # nobody waits any more
        return
    if isinstance(answer, StoreError):
        future.set_exception(answer)
    else:
        future.set_result(answer)
