"""SQLite's log is copied beside the writer and begins anew, whatever else is going on."""

import sqlite3
import threading
from pathlib import Path

import pytest

from fairdeal.storage.archive import Archive
from fairdeal.storage.opening import open_store
from fairdeal.storage.sql import checkpoint
from fairdeal.storage.sql.checkpoint import Checkpointer
from tests.contracts.units import Desk, append, until

LOG_PAGES = 50
PAGE_BYTES = 4_096


@pytest.fixture
def busy_store(file: Path, monkeypatch: pytest.MonkeyPatch) -> Archive:
    monkeypatch.setattr(checkpoint, "PAUSE_SECONDS", 0.002)
    monkeypatch.setattr(checkpoint, "LOG_PAGES", LOG_PAGES)
    return open_store(f"sqlite:///{file}")


def write(store: Archive, times: int) -> None:
    desk = Desk(store)
    for number in range(times):
        desk.must(desk.unit(append(f"log:{number % 7}", None, bytes(3_000))))


def log_pages(file: Path) -> int:
    return Path(f"{file}-wal").stat().st_size // PAGE_BYTES


def test_the_log_begins_anew_while_somebody_writes(busy_store: Archive, file: Path) -> None:
    write(busy_store, 1_500)  # each of these is more than one page

    assert log_pages(file) < 1_500
    busy_store.close()
    again = open_store(f"sqlite:///{file}")
    assert [again.load(f"log:{number}").version for number in range(7)] == [215, 215, 214, 214, 214, 214, 214]  # type: ignore[arg-type]
    again.close()


def test_a_slow_reader_holds_nobody_up_and_the_log_is_copied_after_it(busy_store: Archive, file: Path) -> None:
    write(busy_store, 10)
    reader = sqlite3.connect(file, isolation_level=None)
    reader.execute("BEGIN")
    seen = reader.execute("SELECT count(*) FROM entries").fetchone()
    write(busy_store, 200)

    assert log_pages(file) > 200
    assert reader.execute("SELECT count(*) FROM entries").fetchone() == seen
    reader.close()
    grown = log_pages(file)
    until(lambda: _begins_anew(busy_store, file))
    write(busy_store, 50)
    assert log_pages(file) < grown + 50
    busy_store.close()


def _begins_anew(store: Archive, file: Path) -> bool:
    """Whether the log's first page was written again after this entry."""
    salt = Path(f"{file}-wal").read_bytes()[16:24]
    write(store, 1)
    return Path(f"{file}-wal").read_bytes()[16:24] != salt


def test_closing_leaves_no_thread_and_no_log(busy_store: Archive, file: Path) -> None:
    write(busy_store, 100)
    busy_store.close()

    assert all(thread.name != "checkpointer" for thread in threading.enumerate())
    assert not Path(f"{file}-wal").exists()


class _ClearedLate(threading.Event):
    """An event whose clearing waits until the closer has set it: the worst moment for both threads."""

    def __init__(self) -> None:
        super().__init__()
        self.clearing = threading.Event()
        self.closing = threading.Event()

    def clear(self) -> None:
        self.clearing.set()
        assert self.closing.wait(10)
        super().clear()


def test_closing_just_after_the_pause_ends_the_thread(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread has found itself open, is asked to close, and only then clears the wish that close() set."""
    monkeypatch.setattr(checkpoint, "PAUSE_SECONDS", 0)
    checkpointer = Checkpointer(file)
    wanted = _ClearedLate()
    monkeypatch.setattr(checkpointer, "_wanted", wanted)
    checkpointer.note_commit()
    assert wanted.clearing.wait(10)
    thread = next(thread for thread in threading.enumerate() if thread.name == "checkpointer")
    join = thread.join

    def join_after_closing(timeout: float | None = None) -> None:
        wanted.closing.set()
        join(timeout)

    monkeypatch.setattr(thread, "join", join_after_closing)
    checkpointer.close()

    assert not thread.is_alive()
