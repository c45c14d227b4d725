"""What takes units of many actors and answers each: a thread of this process (`Committer`) or a process of its own (`WriterLink`)."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from typing import Protocol

from fairdeal.storage.port import Outcome, StoreError, StoreUnavailable, Unit

Answer = Outcome | StoreError
Done = Callable[[Answer], None]
Loop = asyncio.AbstractEventLoop


class CommitQueue(Protocol):
    """A bounded queue of units that are committed in order, in groups."""

    @property
    def is_closed(self) -> bool:
        """Whether nothing is accepted any more."""
        ...

    @property
    def waiting(self) -> int:
        """How many units wait for their answer; units that are being written may or may not count."""
        ...

    @property
    def restarts(self) -> int:
        """How often what writes had to be started again."""
        ...

    @property
    def is_answering(self) -> bool:
        """Whether units are answered, as far as is known; False says that something must be done or come back first."""
        ...

    def submit(self, unit: Unit, done: Done, loop: Loop | None = None) -> None:
        """Queue a unit; `done` is called with its outcome or the error. Raises `StoreBusy` where too much waits."""
        ...

    def commit(self, unit: Unit, timeout: float | None = None) -> Outcome:
        """Commit a unit and wait for its outcome, in a thread that is not the loop's."""
        ...

    async def commit_async(self, unit: Unit) -> Outcome:
        """Commit a unit and await its outcome."""
        ...

    def close(self) -> bool:
        """Accept nothing new, write what waits, and stop; False if something did not end. Not for the loop's own thread."""
        ...


def call_all(calls: Sequence[tuple[Done, Answer]], failed: Callable[[Exception], None]) -> None:
    """Give everybody their answer; a mistake in one callback is told to `failed`, and the others are still called."""
    for done, answer in calls:
        try:
            done(answer)
        except Exception as error:
            failed(error)


def tell_loop(loop: Loop, error: Exception) -> None:
    """Report a callback's mistake to the event loop."""
    loop.call_exception_handler({"message": "an answer was not taken", "exception": error})


def settle(future: asyncio.Future[Outcome] | Future[Outcome], answer: Answer) -> None:
    """Put an answer into a future, unless nobody waits any more."""
    if future.done():
        return
    if isinstance(answer, StoreError):
        future.set_exception(answer)
    else:
        future.set_result(answer)


def wait_for(answer: Future[Outcome], timeout: float | None) -> Outcome:
    """Wait for an outcome; after the timeout raises `StoreUnavailable`, and the unit may or may not have been written."""
    try:
        return answer.result(timeout)
    except FutureTimeout as error:
        raise StoreUnavailable(f"no answer within {timeout} seconds") from error
