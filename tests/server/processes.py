"""A server in a process of its own, which can be looked at from outside and killed."""

import asyncio
import signal
import sys
from pathlib import Path
from typing import Any

import msgspec
import psutil  # type: ignore[import-untyped]  # it ships no types
import pytest

from tests.leaks import SECRETS, assert_no_secret_in_logs
from tests.server.live import PATIENCE


class Process:
    """A server in a process of its own."""

    def __init__(self, process: asyncio.subprocess.Process, folder: Path, port: int, tokens: list[str]) -> None:
        self._process = process
        self._folder = folder
        self.port = port
        self.tokens = tokens

    @property
    def memory(self) -> int:
        """How many bytes of memory it takes."""
        return int(psutil.Process(self._process.pid).memory_info().rss)

    def stop(self) -> None:
        """Let the process stand still, as an overloaded machine does."""
        self._process.send_signal(signal.SIGSTOP)

    async def go_on_after(self, seconds: int) -> None:
        """Let it go on."""
        pause = await asyncio.create_subprocess_exec("sleep", str(seconds))
        await pause.wait()
        self._process.send_signal(signal.SIGCONT)

    async def kill(self) -> None:
        """End it at once, as a power cut does; no secret was ever in its log."""
        if self._process.returncode is None:
            self._process.kill()
        await self._process.wait()
        keys = (self._folder / "cards.key").read_text().strip().partition(":")[2:]
        assert_no_secret_in_logs(self._folder, (*SECRETS, *self.tokens, *keys))


async def start(address: str, folder: Path, people: int, *rulebooks: str) -> Process:
    """Start a server, and wait until it listens."""
    arguments = [sys.executable, "-m", "tests.server.killable", address, str(folder), str(people), *rulebooks]
    pipe, errors = asyncio.subprocess.PIPE, folder / "errors"
    with errors.open("wb") as file:
        process = await asyncio.create_subprocess_exec(*arguments, stdout=pipe, stderr=file)
    assert process.stdout is not None
    async with asyncio.timeout(3 * PATIENCE):
        line = await process.stdout.readline()
    if not line:
        await process.wait()
        pytest.fail(errors.read_text())
    told: dict[str, Any] = msgspec.json.decode(line)
    return Process(process, folder, told["port"], told["tokens"])
