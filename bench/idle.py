"""
What a demo room costs while nobody plays: its share of a core with nobody there, and with one visitor who looks at the lobby.

`python -m bench.idle [SECONDS]`. The room is the one of `make run`, with practice partners, on a database of its own.
"""

import asyncio
import contextlib
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import psutil  # type: ignore[import-untyped]  # it ships no types
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from bench.interpreter import introduce

SETTLE_SECONDS = 20
COMMAND = str(Path(sys.executable).parent / "fairdeal")


@contextlib.contextmanager
def room() -> Iterator[tuple[psutil.Process, int]]:
    """The demo as a process of its own, and its port."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "FAIRDEAL_DATA": folder, "FAIRDEAL_DATABASE": f"sqlite:///{folder}/room.db"}
        process = subprocess.Popen(
            [COMMAND, "serve", "--port", "0"], stderr=subprocess.PIPE, text=True, env=environment
        )
        assert process.stderr is not None
        try:
            port = next(int(found[1]) for line in process.stderr if (found := re.search(r"http://[\d.]+:(\d+)", line)))
            yield psutil.Process(process.pid), port
        finally:
            process.terminate()
            process.wait()
            process.stderr.close()


def share(process: psutil.Process, seconds: float) -> float:
    """The part of a core the process uses."""
    before, began = process.cpu_times(), time.perf_counter()
    time.sleep(seconds)
    after = process.cpu_times()
    used: float = after.user + after.system - before.user - before.system
    return used / (time.perf_counter() - began)


class Visitor(WSListener):
    """Somebody who looks at the lobby."""

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Follow it."""
        transport.send(WSMsgType.TEXT, msgspec.json.encode({"type": "watchLobby", "id": "a", "on": True}))

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Listen to nothing."""


async def looked_at(process: psutil.Process, port: int, seconds: float) -> float:
    """The share while one visitor is there."""
    headers = {"Origin": f"http://127.0.0.1:{port}"}
    transport, _ = await ws_connect(Visitor, f"ws://127.0.0.1:{port}/ws", extra_headers=headers, use_aiofastnet=False)
    await asyncio.to_thread(time.sleep, SETTLE_SECONDS / 4)
    found = await asyncio.to_thread(share, process, seconds)
    transport.disconnect()
    return found


def main() -> None:
    """Print both."""
    introduce()
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60
    with room() as (process, port):
        time.sleep(SETTLE_SECONDS)
        print(f"nobody there        {share(process, seconds):6.1%} of a core")
        print(f"one at the lobby    {asyncio.run(looked_at(process, port, seconds)):6.1%} of a core")


if __name__ == "__main__":
    main()
