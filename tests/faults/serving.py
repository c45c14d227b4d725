"""`fairdeal serve` as a program of its own, which can be asked, looked into and killed."""

import json
import re
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

from tests.server.live import PATIENCE


class Serving:
    """`fairdeal serve` with further options; without any it has practice partners, who play by themselves."""

    def __init__(self, folder: Path, *options: str) -> None:
        self._log = folder / "serve.log"
        self._database = folder / "room.db"
        command = [str(Path(sys.executable).with_name("fairdeal")), "serve", "--port", "0", "--log-json"]
        command += ["--database", f"sqlite:///{self._database}", "--data", str(folder), "--drain-seconds", "0"]
        command += options
        with self._log.open("wb") as file:
            self.process = subprocess.Popen(command, stdout=file, stderr=file, cwd=folder)
        until(lambda: self._at is not None)

    @property
    def port(self) -> int:
        """Where it listens."""
        assert self._at is not None
        return int(self._at.rpartition(":")[2])

    def log(self) -> str:
        """Everything it logged."""
        return self._log.read_text()

    def children(self) -> list[int]:
        """Its processes, the oldest first."""
        found = psutil.Process(self.process.pid).children()
        return [each.pid for each in sorted(found, key=lambda each: (each.create_time(), each.pid))]

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
