"""
Copying SQLite's log into its file beside the writer.

Left to itself SQLite copies at a commit, and that commit waits for the whole copy. Here a thread copies while commits go on.
The log begins anew once all of it is copied, which never happens while somebody writes; so when it has grown long and little
is left, the writer is told to copy that little itself, between two commits. A reader that takes its time, a backup for one, is
not waited for: the log grows until it is done.
"""

import sqlite3
from pathlib import Path
from threading import Event, Thread
from typing import Final

PAUSE_SECONDS: Final = 0.5
LOG_PAGES: Final = 16_384
"""64 MiB. In a longer log there are more versions of a page, of which only the last is copied; but it has to be copied at once."""
REST_PAGES: Final = 24
"""About what the writer should be left with: each may be a write of its own for the disk."""
TRIES: Final = 20
"""How often to come closer to that."""
TROUBLE_SECONDS: Final = 1.0
CLOSE_SECONDS: Final = 5.0
COPY: Final = "PRAGMA wal_checkpoint(PASSIVE)"


class Checkpointer:
    """Copies while there is something to copy."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._wanted = Event()
        self._closed = Event()
        self._thread: Thread | None = None
        self._is_nearly_done = False

    def note_commit(self) -> bool:
        """Something was written; whether the writer is to copy what is left."""
        if not self._wanted.is_set():
            self._wanted.set()
            if self._thread is None:
                self._thread = Thread(target=self._work, name="checkpointer", daemon=True)
                self._thread.start()
        if not self._is_nearly_done:
            return False
        self._is_nearly_done = False
        return True

    def close(self) -> None:
        """Stop after the copy under way."""
        self._closed.set()
        self._wanted.set()
        if self._thread is not None:
            self._thread.join(CLOSE_SECONDS)  # a disk that hangs is left alone: the log is still whole
            self._thread = None

    def _work(self) -> None:
        connection = sqlite3.connect(self._path, isolation_level=None)
        try:
            while self._wanted.wait() and not self._closed.wait(PAUSE_SECONDS):
                self._wanted.clear()
                if self._closed.is_set():  # close() came between the pause and the clearing, and nobody will ask again
                    break
                self._copy(connection)
        finally:
            connection.close()

    def _copy(self, connection: sqlite3.Connection) -> None:
        try:
            length = _checkpoint(connection)
            if length <= LOG_PAGES:
                return
            for _ in range(TRIES):
                before, length = length, _checkpoint(connection)
                if length - before <= REST_PAGES:  # about as much has been written meanwhile
                    break
            self._is_nearly_done = True
        except sqlite3.Error:  # a full or broken disk shows itself to whoever writes, and the log is still whole
            self._closed.wait(TROUBLE_SECONDS)


def _checkpoint(connection: sqlite3.Connection) -> int:
    """Copy; how many pages the log had when that began."""
    ((_, length, _),) = connection.execute(COPY).fetchall()
    return int(length)
