"""
Checkpoints SQLite's write-ahead log from a thread beside the writer.

Left to itself SQLite copies at a commit, and that commit waits for the whole copy. Here a thread copies while commits go on.
The log begins anew once all of it is copied, which never happens while there are writes; so when it has grown long and little
is left, the writer is told to copy the rest itself, between two commits. A slow reader, such as a backup, is not waited
for: the log grows until it is done.
"""

import sqlite3
from pathlib import Path
from threading import Event, Thread
from typing import Final

PAUSE_SECONDS: Final = 0.5
LOG_PAGES: Final = 16_384
"""Pages of log (64 MiB) from which on a checkpoint is wanted: longer logs save copies of the same page, but stall longer."""
REST_PAGES: Final = 24
"""Pages the writer may be left to copy: each may be a disk write of its own."""
TRIES: Final = 20
"""Attempts to get down to `REST_PAGES`."""
TROUBLE_SECONDS: Final = 1.0
CLOSE_SECONDS: Final = 5.0
COPY: Final = "PRAGMA wal_checkpoint(PASSIVE)"


class Checkpointer:
    """A thread that checkpoints while there is something to copy."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._wanted = Event()
        self._closed = Event()
        self._thread: Thread | None = None
        self._is_nearly_done = False

    def note_commit(self) -> bool:
        """Note a commit; True if the writer should copy the rest of the log itself."""
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
        """Stop after the current copy."""
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
        except sqlite3.Error:  # the writer meets a full or broken disk itself, and the log is still whole
            self._closed.wait(TROUBLE_SECONDS)


def _checkpoint(connection: sqlite3.Connection) -> int:
    """Run a checkpoint; return how many pages the log had at its start."""
    ((_, length, _),) = connection.execute(COPY).fetchall()
    return int(length)
