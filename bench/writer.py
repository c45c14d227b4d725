"""
A writer process for benches: `python -m bench.writer FD ADDRESS` commits what comes over that socket.

A server's supervisor forks its writers; a bench has threads and databases open already, so it starts a program.
"""

import asyncio
import socket
import subprocess
import sys
from collections.abc import Callable
from typing import Final

from fairdeal.storage.chain import ChainHasher
from fairdeal.storage.opening import open_store
from fairdeal.storage.vault import Vault
from fairdeal.storage.writer.process import write_units

KEY: Final = bytes(range(32))


class StartedWriters:
    """Starts writers on one database, as `storage.writer.link.Writers` wants it."""

    def __init__(self, loop: asyncio.AbstractEventLoop, address: str) -> None:
        self._loop = loop
        self._address = address
        self._process: subprocess.Popen[bytes] | None = None

    def request(self, use: Callable[[socket.socket], None]) -> None:
        """Start a writer, then call `use` on the loop with a socket to it."""
        ours, theirs = socket.socketpair()
        command = [sys.executable, "-m", "bench.writer", str(theirs.fileno()), self._address]
        self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()])
        theirs.close()
        self._loop.call_soon(use, ours)

    def wait(self) -> None:
        """Wait until the writer has ended, which it does when its socket is closed."""
        if self._process is not None:
            self._process.wait()


if __name__ == "__main__":
    wire, address = socket.socket(fileno=int(sys.argv[1])), sys.argv[2]
    write_units(wire, lambda: open_store(address, ChainHasher(Vault({1: KEY}).derive("chain"))))
