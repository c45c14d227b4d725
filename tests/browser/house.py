"""A room as an operator starts it: `fairdeal serve` as a program of its own, which can be killed."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.error import URLError
from urllib.request import urlopen

from tests.leaks import assert_no_secret_in_logs

PATIENCE_S: Final = 120.0
_ENVIRONMENT: Final = {"FAIRDEAL_DRAIN_SECONDS": "0"}  # nobody is left who could play hands to their end

DUEL: Final = """
[edition]
id = "duel"
title = "Duel"
extends = "unibet-2.7"

[poker.seating]
seats = [2]
players_min = 2

[poker.connection]
decision_seconds = 30
"""
"""Two players are a table, and nobody is hurried by a slow machine."""

HASTY: Final = """
[edition]
id = "hasty"
title = "Hasty"
extends = "unibet-2.7"

[poker.seating]
seats = [2]
players_min = 2

[poker.connection]
decision_seconds = 4
reconnect_extra_seconds = 1
return_seconds = 1
"""
"""The same, with hardly any time to come back."""


def free_port() -> int:
    """A port nobody listens at."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class House:
    """A server in a folder; it can be killed and started again with what it has written."""

    def __init__(self, folder: Path, database: str | None = None, *options: str) -> None:
        self.port = free_port()
        self.at = f"http://127.0.0.1:{self.port}"
        self._folder = folder
        self._database = database or f"sqlite:///{folder / 'room.db'}"
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it serves."""
        rulebooks = []
        for name, text in (("duel", DUEL), ("hasty", HASTY)):
            file = self._folder / f"{name}.toml"
            file.write_text(text, "utf-8")
            rulebooks += ["--rulebook", str(file)]
        command = [str(Path(sys.executable).with_name("fairdeal")), "serve", "--port", str(self.port)]
        command += ["--database", self._database, *(self._options or [*rulebooks, "--no-bots"])]
        with (self._folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                command, cwd=self._folder, stdout=log, stderr=log, env={**os.environ, **_ENVIRONMENT}
            )
        self._wait(self._process)

    def _wait(self, process: subprocess.Popen[bytes]) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            if process.poll() is not None:
                break
            try:
                with urlopen(f"{self.at}/readyz", timeout=5):  # noqa: S310 - our own address
                    return
            except (URLError, OSError):
                time.sleep(0.05)
        raise AssertionError(f"the server does not serve:\n{self.log}")

    @property
    def is_running(self) -> bool:
        """Whether its process lives."""
        return self._process is not None and self._process.poll() is None

    @property
    def log(self) -> str:
        """What it said."""
        return (self._folder / "server.log").read_text("utf-8")[-4000:]

    def admin(self, *words: str, told: str = "") -> None:
        """What an operator does at the console beside it."""
        keys = ["--data", str(self._folder / "var")]
        command = [
            str(Path(sys.executable).with_name("fairdeal")),
            "admin",
            *words,
            "--database",
            self._database,
            *keys,
        ]
        subprocess.run(command, input=told.encode(), check=True, cwd=self._folder, stdout=subprocess.DEVNULL)

    def kill(self) -> None:
        """As a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """As an operator would."""
        if self._process is not None and self.is_running:
            self._process.terminate()
            try:
                self._process.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:
                self.kill()
        assert_no_secret_in_logs(self._folder)


@contextmanager
def opened(folder: Path, database: str | None = None, *options: str) -> Iterator[House]:
    """A house that serves, until the block ends."""
    house = House(folder, database, *options)
    try:
        house.start()
        yield house
    finally:
        house.stop()
