"""Whether the last process of a room shut down in order: then its restart is no failure of the server (TIME-17)."""

from typing import Final

from fairdeal.kernel import StreamId
from fairdeal.runtime.ports import Clock, Journal
from fairdeal.storage.port import Append, Lease, Outcome, StoreError, Unit

STREAM: Final = StreamId("doors:room")
_OPEN: Final = b"open"
_CLOSED: Final = b"closed"


class CleanShutdownMark:
    """A durable mark, set once a process has stopped at a boundary everywhere, and removed when one starts."""

    def __init__(self, lease: Lease, journal: Journal, clock: Clock) -> None:
        self._lease = lease
        self._journal = journal
        self._clock = clock

    def remove(self) -> bool:
        """Remove the mark before anything else is written; returns whether it was set."""
        was_set = self._journal.load(STREAM).snapshot == _CLOSED
        self._write(_OPEN)
        return was_set

    def set(self) -> None:
        """Set the mark; nothing may be written after this."""
        self._write(_CLOSED)

    def _write(self, mark: bytes) -> None:
        append = Append(STREAM, None, (mark,), snapshot=mark)
        self._journal.submit(Unit(self._lease, self._clock.now(), (append,)), _heard)


def _heard(_outcome: Outcome | StoreError) -> None:
    """Ignore the outcome: if the mark is missing, the next start assumes a failure, which is the safe assumption."""
