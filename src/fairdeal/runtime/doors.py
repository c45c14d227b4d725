"""Whether the last process of a room closed its doors in order: then its restart is no failure of the server (TIME-17)."""

from typing import Final

from fairdeal.kernel import StreamId
from fairdeal.runtime.ports import Clock, Journal
from fairdeal.storage.port import Append, Lease, Outcome, StoreError, Unit

STREAM: Final = StreamId("doors:room")
_OPEN: Final = b"open"
_CLOSED: Final = b"closed"


class Doors:
    """A durable mark: open while a process may be playing, closed once it has stopped at a boundary everywhere."""

    def __init__(self, lease: Lease, journal: Journal, clock: Clock) -> None:
        self._lease = lease
        self._journal = journal
        self._clock = clock

    def open(self) -> bool:
        """Open them, before anything else is written; whether they had been closed in order."""
        were_closed = self._journal.load(STREAM).snapshot == _CLOSED
        self._write(_OPEN)
        return were_closed

    def close(self) -> None:
        """Close them; nothing may be written after this."""
        self._write(_CLOSED)

    def _write(self, mark: bytes) -> None:
        append = Append(STREAM, None, (mark,), snapshot=mark)
        self._journal.submit(Unit(self._lease, self._clock.now(), (append,)), _heard)


def _heard(_outcome: Outcome | StoreError) -> None:
    """Nobody waits: without the mark the next start takes it for a failure, which is the careful reading."""
