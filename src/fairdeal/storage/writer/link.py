"""
The room's end of the writer process: a queue of units on an event loop, without a thread of its own.

A unit is encoded and sent when it is submitted, and its bytes are kept until it is answered. A writer that died is replaced,
and everything that was not answered is sent again, in order: a unit that was written before is answered as committed again,
see `storage.port.Unit`. One that does not answer for `give_up_seconds` is given up, and what is older than that gets
`StoreUnavailable`. So the room waits for nothing, and what it keeps in memory has a limit, whatever becomes of the writer.
"""

import asyncio
import logging
import socket
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Final, NamedTuple, Protocol

from fairdeal.kernel import reject
from fairdeal.storage.commit_queue import Answer, Done, Loop, call_all, settle, tell_loop, wait_for
from fairdeal.storage.committer import WAITING_MAX
from fairdeal.storage.group_commit import CLOSE_SECONDS, GIVE_UP_SECONDS, PAUSE_SECONDS_FIRST, PAUSE_SECONDS_MAX
from fairdeal.storage.port import Outcome, Refusal, StoreBusy, StoreClosed, StoreError, StoreUnavailable, Unit
from fairdeal.storage.writer.connection import Connection
from fairdeal.storage.writer.frames import Unframable, answers_of, frame_of_unit

WAITING_BYTES_MAX: Final = 64 << 20
SILENT_SECONDS: Final = 3.0
"""How long a writer may leave units unanswered before it counts as not answering."""
SPARE_SECONDS: Final = 15.0
"""How much longer than a writer waits for its database the room waits for the writer: it may be in a call that takes its time."""
_log: Final = logging.getLogger(__name__)


class Writers(Protocol):
    """Whoever starts writer processes, one at a time."""

    def request(self, use: Callable[[socket.socket], None]) -> None:
        """End the last writer if it still runs, start another, then call `use` on the loop with a socket to it."""
        ...


class _Ticket(NamedTuple):
    """A unit without its answer: its frame, the callback, and when it was submitted."""

    frame: bytes
    done: Done
    at: float


class WriterLink:
    """Commits the units of an event loop through a writer process; made, used and answered on that loop."""

    def __init__(
        self,
        loop: Loop,
        writers: Writers,
        *,
        waiting_max: int = WAITING_MAX,
        waiting_bytes_max: int = WAITING_BYTES_MAX,
        give_up_seconds: float = GIVE_UP_SECONDS,
        spare_seconds: float = SPARE_SECONDS,
        close_seconds: float = CLOSE_SECONDS,
    ) -> None:
        self._loop = loop
        self._thread = threading.get_ident()
        self._writers = writers
        self._waiting_max = waiting_max
        self._waiting_bytes_max = waiting_bytes_max
        self._give_up_seconds = give_up_seconds
        self._spare_seconds = spare_seconds
        self._close_seconds = close_seconds
        self._waiting: deque[_Ticket] = deque()
        self._waiting_bytes = 0
        self._connection: Connection | None = None
        self._answered = 0  # over this connection
        self._answered_ever = 0
        self._heard_at = loop.time()
        self._pause = 0.0  # before the next writer, longer each time one dies without an answer
        self._alarm: asyncio.TimerHandle | None = None
        self._ended = threading.Event()
        self.restarts = 0
        self.is_closed = False
        self._call_failed = partial(tell_loop, loop)
        writers.request(self._connected)

    def submit(self, unit: Unit, done: Done, loop: Loop | None = None) -> None:
        """
        Queue a unit; `done` is called with its outcome, or with the error, on the loop.

        Answers that come together are given in one iteration of the loop, in the order of the units.
        """
        assert loop is None or loop is self._loop, "a link answers on its own loop"
        if self.is_closed:
            raise StoreClosed("the link to the writer was closed")
        waiting = self._waiting
        if len(waiting) >= self._waiting_max:
            raise StoreBusy(f"{self._waiting_max} units wait already")
        if self._waiting_bytes >= self._waiting_bytes_max:
            raise StoreBusy(f"{self._waiting_bytes_max} bytes wait already")
        try:
            frame = frame_of_unit(unit)
        except Unframable:  # what no frame can hold no database could hold
            self._loop.call_soon(done, reject(Refusal.MALFORMED))
            return
        waiting.append(_Ticket(frame, done, self._loop.time()))
        self._waiting_bytes += len(frame)
        if self._connection is not None:
            self._connection.send(frame)
        if self._alarm is None:
            self._set_alarm(self._give_up_seconds)

    def commit(self, unit: Unit, timeout: float | None = None) -> Outcome:
        """Commit a unit and wait for its outcome, in another thread; after the timeout it may or may not have been written."""
        assert threading.get_ident() != self._thread, "the loop must not wait"
        answer: Future[Outcome] = Future()
        self._loop.call_soon_threadsafe(self._submit_or_settle, unit, answer)
        return wait_for(answer, timeout)

    async def commit_async(self, unit: Unit) -> Outcome:
        """Commit a unit and await its outcome; cancelling the task does not withdraw the unit."""
        answer: asyncio.Future[Outcome] = self._loop.create_future()
        self.submit(unit, partial(settle, answer))
        return await answer

    @property
    def waiting(self) -> int:
        """How many units wait for their answer."""
        return len(self._waiting)

    @property
    def is_answering(self) -> bool:
        """Whether there is a writer, and no unit has waited longer than `SILENT_SECONDS` without any answer coming."""
        if self._connection is not None and not self._waiting:
            return True
        return self._silent_seconds() < SILENT_SECONDS

    def close(self) -> bool:
        """
        Accept nothing new, let the writer write what waits and end; call this in another thread.

        An unavailable database is waited for at most `close_seconds`. A writer that does not answer at all is abandoned and
        False returned; what waits then gets `StoreUnavailable`.
        """
        assert threading.get_ident() != self._thread, "the loop must not wait"
        with suppress(RuntimeError):  # the loop was closed before, and what waited on it is gone
            self._loop.call_soon_threadsafe(self._close_soon)
            answered = -1
            while answered != self._answered_ever:
                answered = self._answered_ever
                if self._ended.wait(2 * self._close_seconds):
                    return True
            self._loop.call_soon_threadsafe(self._abandon)
        return False

    def _submit_or_settle(self, unit: Unit, answer: Future[Outcome]) -> None:
        try:
            self.submit(unit, partial(settle, answer))
        except StoreError as error:
            settle(answer, error)

    # What the writer does.

    def _connected(self, wire: socket.socket) -> None:
        if self._ended.is_set():
            wire.close()
            return
        self._answered = 0
        self._connection = Connection(self._loop, wire, self._on_answers, self._on_lost)
        for ticket in self._waiting:
            self._connection.send(ticket.frame)
        if self.is_closed:
            self._connection.finish()

    def _on_answers(self, body: bytes) -> None:
        first, answers = answers_of(body)
        assert first == self._answered, "answers come in the order of the units"
        self._answered += len(answers)
        self._answered_ever += len(answers)
        self._heard_at = self._loop.time()
        self._pause = 0.0
        self._answer(answers)

    def _on_lost(self, _connection: Connection) -> None:
        self._connection = None
        if self.is_closed and not self._waiting:
            self._end()
            return
        _log.warning("the writer is gone, another one is started; %d units wait", len(self._waiting))
        if not self._waiting:
            self._heard_at = self._loop.time()  # so long nobody missed it
        self._replace()

    def _replace(self) -> None:
        """Ask for another writer: at once, or after a pause if the last ones did nothing but die."""
        self.restarts += 1
        pause, self._pause = self._pause, min(max(2 * self._pause, PAUSE_SECONDS_FIRST), PAUSE_SECONDS_MAX)
        if pause:
            self._loop.call_later(pause, self._request)
        else:
            self._request()

    def _request(self) -> None:
        if not self._ended.is_set():
            self._writers.request(self._connected)

    # What the room does when the writer does nothing.

    def _silent_seconds(self) -> float:
        """For how long units have waited without any answer coming."""
        since = max(self._heard_at, self._waiting[0].at) if self._waiting else self._heard_at
        return self._loop.time() - since

    def _set_alarm(self, seconds: float) -> None:
        self._alarm = self._loop.call_later(seconds, self._look)

    def _look(self) -> None:
        """Give up where nothing came for too long; one look for many units, so that an answered one costs no timer."""
        self._alarm = None
        if not self._waiting:
            return
        patience = self._give_up_seconds + (0.0 if self._connection is None else self._spare_seconds)
        left = patience - self._silent_seconds()
        if left > 0:
            self._set_alarm(left)
            return
        self._give_up()
        if self._waiting:
            self._set_alarm(self._give_up_seconds)

    def _give_up(self) -> None:
        """Answer what is too old, and replace a writer that said nothing all the while."""
        now = self._loop.time()
        old = sum(1 for ticket in self._waiting if now - ticket.at >= self._give_up_seconds)
        _log.error("the writer did not answer for %g seconds; %d units are given up", self._silent_seconds(), old)
        if self._connection is not None:
            self._connection.close()
            self._connection = None
            self._replace()
        self._heard_at = now
        self._answer([StoreUnavailable("the writer did not answer") for _ in range(old)])

    def _answer(self, answers: list[Answer]) -> None:
        """Give the units that wait longest these answers."""
        waiting = self._waiting
        calls = []
        for answer in answers:
            ticket = waiting.popleft()
            self._waiting_bytes -= len(ticket.frame)
            calls.append((ticket.done, answer))
        call_all(calls, self._call_failed)

    # The end.

    def _close_soon(self) -> None:
        self.is_closed = True
        if self._connection is not None:
            self._connection.finish()
        elif not self._waiting:
            self._end()

    def _abandon(self) -> None:
        if not self._ended.is_set():
            self._end()
            self._answer([StoreUnavailable("closed before the writer answered") for _ in self._waiting])

    def _end(self) -> None:
        self._ended.set()
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
