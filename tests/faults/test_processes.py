"""`fairdeal serve` whose writer or room dies or stands still: play goes on at the same port, and the ledger is whole."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import psutil  # type: ignore[import-untyped]  # it ships no types

from fairdeal.storage.chain import ChainHasher
from fairdeal.storage.opening import open_store
from fairdeal.storage.vault import KEY_FILE, vault_from_file
from fairdeal.storage.verify.check import check
from tests.server.live import PATIENCE


class Serving:
    """`fairdeal serve` with practice partners, who play by themselves."""

    def __init__(self, folder: Path) -> None:
        self._log = folder / "serve.log"
        self._database = folder / "room.db"
        command = [str(Path(sys.executable).with_name("fairdeal")), "serve", "--port", "0", "--log-json"]
        command += ["--database", f"sqlite:///{self._database}", "--data", str(folder), "--drain-seconds", "0"]
        with self._log.open("wb") as file:
            self.process = subprocess.Popen(command, stdout=file, stderr=file, cwd=folder)
        until(lambda: self._at is not None)

    @property
    def _at(self) -> str | None:
        assert self.process.poll() is None, self._log.read_text()
        found = re.findall(r'"at": "(http://[^"]+)".*"event": "open"', self._log.read_text())
        return found[-1] if found else None

    def ask(self, path: str) -> str:
        try:
            with urlopen(f"{self._at}{path}", timeout=PATIENCE) as answer:  # noqa: S310 - our own address
                return str(answer.read().decode())
        except HTTPError as error:
            return error.read().decode()
        except OSError:  # a room that was killed while it answered
            return ""

    def why(self) -> Any:
        """What `/readyz` says: None if players can be sent here."""
        said = self.ask("/readyz")
        return json.loads(said)["why"] if said else "gone"

    def number(self, name: str) -> float:
        """A metric, summed up over its labels."""
        found = re.findall(rf"^{name}(?:{{.*}})? (\S+)$", self.ask("/metrics"), re.MULTILINE)
        return sum(map(float, found))

    def family(self) -> tuple[int, int]:
        """The processes of the room and of the writer, once there are two."""
        until(lambda: len(psutil.Process(self.process.pid).children()) == 2)
        room, writer = sorted(psutil.Process(self.process.pid).children(), key=lambda each: each.create_time())
        return room.pid, writer.pid

    def plays_on(self) -> None:
        """Wait until it is ready, and something more is durable."""
        until(lambda: self.why() is None)
        before = self._written()
        until(lambda: self._written() > before)

    def _written(self) -> int:
        with closing(sqlite3.connect(self._database)) as connection:
            ((events,),) = connection.execute("SELECT sum(version) FROM streams").fetchall()
        return int(events or 0)


def until(holds: Callable[[], Any]) -> None:
    """Wait for something that another program does."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.05)


def test_a_server_plays_on_after_the_death_of_its_writer_and_of_its_room(tmp_path: Path) -> None:
    server = Serving(tmp_path)
    try:
        server.plays_on()
        room, writer = server.family()
        os.kill(writer, signal.SIGKILL)
        until(lambda: server.number("fairdeal_writer_restarts") == 1)
        server.plays_on()
        same, another = server.family()
        assert same == room
        assert another != writer

        os.kill(another, signal.SIGSTOP)
        until(lambda: server.why() == "database")
        assert server.number("fairdeal_writer_answers") == 0
        assert server.number("fairdeal_commits_waiting") > 0
        os.kill(another, signal.SIGCONT)
        server.plays_on()
        assert server.number("fairdeal_streams_stopped") == 0

        os.kill(room, signal.SIGKILL)
        until(lambda: server.family()[0] != room)
        server.plays_on()
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(PATIENCE) == 0
    finally:
        server.process.kill()
        server.process.wait()

    store = open_store(
        f"sqlite:///{tmp_path / 'room.db'}", ChainHasher(vault_from_file(tmp_path / KEY_FILE).derive("chain"))
    )
    assert list(check(store)) == []
    store.close()
    assert not (tmp_path / "room.db-wal").exists(), "somebody did not close the file"
