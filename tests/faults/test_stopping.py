"""A stop ends, whatever the database does: every wait on its way has a limit."""

import asyncio
import json
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import pytest

from fairdeal.kernel import Instant, Rejection
from fairdeal.room.journal import CommitterJournal
from fairdeal.server.serve import STOP_SECONDS
from fairdeal.storage.committer import Committer
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.opening import open_store
from fairdeal.storage.port import Lease, StoreError, StoreUnavailable
from fairdeal.storage.sql import checkpoint
from fairdeal.storage.sql import store as sql
from fairdeal.storage.sql.checkpoint import Checkpointer
from tests.contracts.postgres import empty_database
from tests.faults.test_comeback import at_play, until
from tests.server.live import PATIENCE, SIX, run
from tests.server.test_pages import fetch
from tests.storage.proxy import Proxy

DRAIN_SECONDS: Final = 1
SERVER: Final = """
import sys
from fairdeal.server.serve import main
from fairdeal.server.settings import ServerSettings
main(ServerSettings(port=0, database=sys.argv[1], data=sys.argv[2], drain_seconds=int(sys.argv[3]), log_json=True))
"""


@pytest.fixture
def proxy() -> Iterator[Proxy]:
    with empty_database() as address, Proxy(address) as found:
        yield found


def test_a_server_whose_database_stands_still_says_so_and_stops(proxy: Proxy, tmp_path: Path) -> None:
    async def story() -> None:
        async with at_play(proxy.address, tmp_path, SIX, 400, 3) as (opened, _):
            proxy.freeze()
            await until(lambda: not opened.house.room.heartbeat.is_heard)
            status, body = await fetch(opened.port, "/readyz")
            assert (status, json.loads(body)["why"]) == (503, "database")
            async with asyncio.timeout(PATIENCE):
                await opened.stop()
                await opened.close()
            assert not opened.house.room.registry.open

    run(story())


def test_a_signal_ends_a_server_whose_database_stands_still(proxy: Proxy, tmp_path: Path) -> None:
    log = tmp_path / "log"
    command = [sys.executable, "-c", SERVER, proxy.address, str(tmp_path), str(DRAIN_SECONDS)]
    with log.open("wb") as file, subprocess.Popen(command, stderr=file) as process:
        try:
            wait_for_line(log, "open", process)
            proxy.freeze()
            process.send_signal(signal.SIGTERM)
            process.wait(DRAIN_SECONDS + STOP_SECONDS + PATIENCE / 2)  # the machine may be busy; before, it never ended
        finally:
            process.kill()
    lines = log.read_text()
    assert "stopping once the hands" in lines
    assert "Exception in callback" not in lines
    assert "not taken" not in lines


def wait_for_line(log: Path, event: str, process: "subprocess.Popen[bytes]") -> None:
    """Wait until a server has said something."""
    done = threading.Event()
    while not any(f'"event": "{event}"' in line for line in log.read_text().splitlines()):
        assert process.poll() is None, log.read_text()
        done.wait(0.02)


def test_what_nobody_thought_of_does_not_keep_a_process_that_was_told_to_stop() -> None:
    story = "import threading; from fairdeal.server.serve import end_after; end_after(0.05); threading.Event().wait()"

    ended = subprocess.run([sys.executable, "-c", story], timeout=PATIENCE, check=False, capture_output=True)

    assert ended.returncode == 75


class Deaf(MemoryStore):
    """A store that never answers a sign of life."""

    def __init__(self) -> None:
        super().__init__()
        self.hears = threading.Event()

    def renew(self, lease: Lease, at: Instant) -> bool:
        assert self.hears.wait(PATIENCE)
        return super().renew(lease, at)


def test_a_sign_of_life_that_is_not_heard_takes_no_thread_of_others_and_holds_up_no_stop() -> None:
    async def story() -> None:
        store, loop = Deaf(), asyncio.get_running_loop()
        with Committer(store) as committer:
            journal = CommitterJournal(store, committer, loop)
            heard: asyncio.Future[Rejection | StoreError | None] = loop.create_future()
            journal.renew(store.claim("room", "test", Instant(1)), Instant(2), heard.set_result)

            assert not journal.settle(0.05)
            store.hears.set()
            assert await heard is None
            assert journal.settle(PATIENCE)

    asyncio.run(story())


def test_a_copy_that_hangs_holds_up_no_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoint, "CLOSE_SECONDS", 0.05)
    monkeypatch.setattr(checkpoint, "PAUSE_SECONDS", 0.0)
    began, goes_on = threading.Event(), threading.Event()

    def hang(_connection: object) -> int:
        began.set()
        assert goes_on.wait(PATIENCE)
        return 0

    monkeypatch.setattr(checkpoint, "_checkpoint", hang)
    checkpointer = Checkpointer(tmp_path / "room.db")
    checkpointer.note_commit()
    assert began.wait(PATIENCE)

    checkpointer.close()  # returns, or the test runs out of time

    goes_on.set()


def test_a_write_that_hangs_holds_up_no_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sql, "CLOSE_SECONDS", 0.05)
    store = open_store(f"sqlite:///{tmp_path / 'room.db'}")
    assert isinstance(store, sql.SqlStore)
    with store._writing, ThreadPoolExecutor(1) as pool:
        pool.submit(store.close).result(PATIENCE)

    with pytest.raises(StoreError):
        store.claim("room", "test", Instant(1))


def test_a_question_that_a_frozen_server_does_not_answer_is_given_up(proxy: Proxy) -> None:
    store = open_store(proxy.address, answer_seconds=0.1)
    store.streams("cash")
    proxy.freeze()

    with pytest.raises(StoreUnavailable):
        store.streams("cash")

    proxy.thaw()
    store.close()
