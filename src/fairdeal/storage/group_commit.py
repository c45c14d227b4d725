"""
Group commit: one transaction for many units, patient while the database is away.

The same object works in the committing thread of a process and in the writer process.
"""

import time
from collections.abc import Callable, Sequence
from typing import Final

from fairdeal.storage.commit_queue import Answer
from fairdeal.storage.port import Outcome, StoreClosed, StoreError, StoreFull, StoreUnavailable, Unit

GROUP_MAX: Final = 1_000
GIVE_UP_SECONDS: Final = 30.0
CLOSE_SECONDS: Final = 3.0
PAUSE_SECONDS_FIRST: Final = 0.02
PAUSE_SECONDS_MAX: Final = 1.0


class GroupCommit:
    """
    Commits groups of units, and has an answer for every unit.

    While the database is unavailable, a group is retried with growing pauses for `give_up_seconds`; then each of its units gets
    `StoreUnavailable`. Once `close_soon` was called, that ends after `close_seconds` for all groups together.
    """

    def __init__(
        self,
        commit: Callable[[Sequence[Unit]], list[Outcome]],
        *,
        give_up_seconds: float = GIVE_UP_SECONDS,
        close_seconds: float = CLOSE_SECONDS,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], object] = time.sleep,
    ) -> None:
        self._commit = commit
        self._give_up_seconds = give_up_seconds
        self._close_seconds = close_seconds
        self._clock = clock
        self._pause = pause
        self._is_lost = False  # the database did not answer the last time
        self._closes_by: float | None = None  # once closing: when the last unit must have its answer

    def close_soon(self) -> None:
        """From now on wait for an unavailable database at most `close_seconds`."""
        if self._closes_by is None:
            self._closes_by = self._clock() + self._close_seconds

    def answers(self, units: Sequence[Unit]) -> list[Answer]:
        """Commit a group; one answer a unit, in their order."""
        deadline = self._clock() + self._give_up_seconds
        if self._is_lost and self._left(deadline) <= 0:  # closing, and the database did not come back in time
            return [StoreUnavailable("closed before the database came back") for _ in units]
        return self._answers(units, deadline)

    def _answers(self, units: Sequence[Unit], deadline: float) -> list[Answer]:
        try:
            return list(self._commit_patiently(units, deadline))
        except (StoreUnavailable, StoreFull, StoreClosed) as error:
            return [type(error)(*error.args) for _ in units]
        except Exception as error:
            # One unit spoils the group; alone, only the one that does so fails.
            if len(units) > 1:
                return [answer for unit in units for answer in self._answers([unit], deadline)]
            return [error if isinstance(error, StoreError) else unexpected(error)]

    def _commit_patiently(self, units: Sequence[Unit], deadline: float) -> list[Outcome]:
        pause = PAUSE_SECONDS_FIRST
        while True:
            try:
                outcomes = self._commit(units)
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
        """The seconds a group may still be retried; fewer once closing."""
        last = self._closes_by
        return (deadline if last is None else min(deadline, last)) - self._clock()


def unexpected(error: Exception) -> StoreError:
    """Wrap an unexpected exception as the `StoreError` that callers handle."""
    answer = StoreError(f"unexpected: {error!r}")
    answer.__cause__ = error
    return answer
