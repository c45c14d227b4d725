"""
A writer process for benches: `python -m bench.writer FD ADDRESS KEY` commits what comes over that socket.

A server's supervisor forks its writers; a bench has threads and databases open already, so it starts a program.
"""

import asyncio
import socket
import subprocess
import sys
from collections.abc import Callable

from fairdeal.storage.chain import ChainHasher
from fairdeal.storage.opening import open_store
from fairdeal.storage.writer.process import write_units


class StartedWriters:
    """Starts writers on one database whose chains have that key, as `storage.writer.link.Writers` wants it."""

    def __init__(self, loop: asyncio.AbstractEventLoop, address: str, key: bytes) -> None:
        self._loop = loop
        self._address = address
        self._key = key.hex()
        self._process: subprocess.Popen[bytes] | None = None

    def request(self, use: Callable[[socket.socket], None]) -> None:
        """Start a writer, then call `use` on the loop with a socket to it."""
        ours, theirs = socket.socketpair()
        command = [sys.executable, "-m", "bench.writer", str(theirs.fileno()), self._address, self._key]
        self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()])
        theirs.close()
        self._loop.call_soon(use, ours)

    def wait(self) -> None:
        """Wait until the writer has ended, which it does when its socket is closed."""
        if self._process is not None:
            self._process.wait()


if __name__ == "__main__":
    wire, address, key = socket.socket(fileno=int(sys.argv[1])), sys.argv[2], bytes.fromhex(sys.argv[3])
    write_units(wire, lambda: open_store(address, ChainHasher(key)))
