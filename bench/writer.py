"""
A writer process for benches: `python -m bench.writer FD ADDRESS KEYS` commits what comes over that socket.

A server's supervisor forks its writers; a bench has threads and databases open already, so it starts a program.
"""

import asyncio
import json
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping

from fairdeal.storage.chain import ChainHasher
from fairdeal.storage.opening import open_store
from fairdeal.storage.writer.process import write_units


class StartedWriters:
    """Starts writers on one database whose chains have these keys, as `storage.writer.link.Writers` wants it."""

    def __init__(self, loop: asyncio.AbstractEventLoop, address: str, keys: Mapping[int, bytes]) -> None:
        self._loop = loop
        self._address = address
        self._keys = json.dumps({number: key.hex() for number, key in keys.items()})
        self._process: subprocess.Popen[bytes] | None = None

    def request(self, use: Callable[[socket.socket], None]) -> None:
        """Start a writer, then call `use` on the loop with a socket to it."""
        ours, theirs = socket.socketpair()
        command = [sys.executable, "-m", "bench.writer", str(theirs.fileno()), self._address, self._keys]
        self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()])
        theirs.close()
        self._loop.call_soon(use, ours)

    def wait(self) -> None:
        """Wait until the writer has ended, which it does when its socket is closed."""
        if self._process is not None:
            self._process.wait()


if __name__ == "__main__":
    file, address, keys = sys.argv[1:]
    chain = ChainHasher({int(number): bytes.fromhex(key) for number, key in json.loads(keys).items()})
    write_units(socket.socket(fileno=int(file)), lambda: open_store(address, chain))
