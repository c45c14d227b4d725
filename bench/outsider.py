"""
How long the room stands still at most while somebody outside floods it: `python -m bench.outsider`.

A server in a process of its own looks at its own loop every few milliseconds: what comes later than it should, came after a pause.
Two players ask something all the time. First nobody else is there, then an outsider floods requests and sockets from several
addresses; both are printed, with what players waited for an answer and how much memory the server took.
"""

import asyncio
import json
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import uvloop

from bench.interpreter import introduce

SOURCES: Final = ["127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"]
LOOK_SECONDS: Final = 0.002
QUIET_SECONDS: Final = 5.0
ROUNDS: Final = 3


async def serve(folder: Path) -> None:
    """The server; a line of input asks for the longest pause and the memory since the one before."""
    import psutil  # type: ignore[import-untyped]  # it ships no types

    from tests.server.live import new_guest, running, settings_in

    longest = 0.0

    async def look() -> None:
        nonlocal longest
        while True:
            before = perf_counter()
            await asyncio.sleep(LOOK_SECONDS)
            longest = max(longest, perf_counter() - before - LOOK_SECONDS)

    loop = asyncio.get_running_loop()
    lines = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    async with running(settings_in(folder, database=f"sqlite:///{folder}/room.db")) as opened:
        tokens = [(await new_guest(opened, f"Guest{number}")).token for number in range(2)]
        print(json.dumps({"port": opened.port, "tokens": tokens}), flush=True)
        looking = loop.create_task(look())
        while await lines.readline():
            memory = psutil.Process().memory_info().rss
            print(json.dumps({"pause_ms": longest * 1000, "memory_mb": memory / 2**20}), flush=True)
            longest = 0.0
        looking.cancel()


class Player:
    """Asks the room for its clock again and again, and keeps the longest wait."""

    def __init__(self, wire: Any) -> None:
        self._wire = wire
        self.longest = 0.0
        self.answers = 0

    async def ask(self) -> None:
        """Ask for ever, as fast as anybody may."""
        while True:
            before = perf_counter()
            await self._wire.ask("ping")
            self.longest = max(self.longest, perf_counter() - before)
            self.answers += 1
            await asyncio.sleep(0.1)

    def taken(self) -> dict[str, float]:
        """What was seen since the last look."""
        found = {"answers": self.answers, "wait_ms": self.longest * 1000}
        self.longest, self.answers = 0.0, 0
        return found


async def measure() -> None:
    """Both phases, printed."""
    introduce()
    from tests.server.live import dial
    from tests.server.outsider import floods

    pipe = asyncio.subprocess.PIPE
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.outsider", "serve", folder]
        server = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
        assert server.stdin is not None
        assert server.stdout is not None
        told = json.loads(await server.stdout.readline())
        players = [Player(await dial(told["port"], token)) for token in told["tokens"]]
        asking = [asyncio.ensure_future(player.ask()) for player in players]

        async def look(phase: str) -> None:
            assert server.stdin is not None
            assert server.stdout is not None
            server.stdin.write(b"\n")
            seen = json.loads(await server.stdout.readline())
            waits = [player.taken() for player in players]
            print(
                f"{phase:<20} longest pause {seen['pause_ms']:7.1f} ms   longest wait for an answer "
                f"{max(each['wait_ms'] for each in waits):7.1f} ms   answers {sum(each['answers'] for each in waits):5.0f}   "
                f"memory {seen['memory_mb']:6.1f} MB"
            )

        await asyncio.sleep(QUIET_SECONDS)
        await look("start")
        await asyncio.sleep(QUIET_SECONDS)
        await look("nobody else")
        for number in range(ROUNDS):
            taken = [each async for each in floods(told["port"], SOURCES)]
            await look(f"under attack, {number + 1}")
            print(f"{'':<20} {len(taken)} connections, {sum(taken) / 2**20:.0f} MB sent until they were closed")
        for each in asking:
            each.cancel()
        server.stdin.close()
        await server.wait()


if __name__ == "__main__":
    uvloop.run(serve(Path(sys.argv[2])) if sys.argv[1:2] == ["serve"] else measure())
