"""Writers on threads of the test's own: the same code on a socket, which a test can stop, kill and look at without a process."""

import asyncio
import socket
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress

from fairdeal.storage.chain import PLAIN, ChainHasher
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.port import Outcome, Store, Unit
from fairdeal.storage.writer.link import WriterLink
from fairdeal.storage.writer.process import write_units
from tests.contracts.units import PATIENCE


class Killed(BaseException):
    """What a test has a writer die of."""


class Gate(MemoryStore):
    """A store whose disk can be made to wait, and whose writer can be made to die before or after a commit."""

    def __init__(self, chain: ChainHasher = PLAIN) -> None:
        super().__init__(chain)
        self.groups: list[int] = []
        self.entered = threading.Semaphore(0)
        self.is_open = threading.Event()
        self.is_open.set()
        self.dies_before = 0
        self.dies_after = 0

    def commit(self, units: Sequence[Unit]) -> list[Outcome]:
        self.entered.release()
        assert self.is_open.wait(PATIENCE), "the gate was never opened"
        if self.dies_before:
            self.dies_before -= 1
            raise Killed
        self.groups.append(len(units))
        outcomes = super().commit(units)
        if self.dies_after:
            self.dies_after -= 1
            raise Killed
        return outcomes

    def close(self) -> None:
        """Stay open: the next writer opens the same store."""


class ThreadWriters:
    """Starts writers as threads; `started` counts them."""

    def __init__(self, store: Store, *, refuses: int = 0, **options: float) -> None:
        self._store = store
        self._options = options
        self._loop = asyncio.get_running_loop()
        self._threads: list[threading.Thread] = []
        self.refuses = refuses  # so many of the next requests get a socket whose other end is closed
        self.started = 0
        self.wires: list[socket.socket] = []

    def request(self, use: Callable[[socket.socket], None]) -> None:
        ours, theirs = socket.socketpair()
        self.started += 1
        if self.refuses:
            self.refuses -= 1
            theirs.close()
        else:
            self.wires.append(theirs)
            thread = threading.Thread(target=self._write, args=(theirs,), daemon=True)
            self._threads.append(thread)
            thread.start()
        self._loop.call_soon(use, ours)

    def _write(self, wire: socket.socket) -> None:
        with suppress(Killed):
            write_units(wire, lambda: self._store, **self._options)  # type: ignore[arg-type]

    def join(self) -> bool:
        """Wait for all writers; whether they ended."""
        for thread in self._threads:
            thread.join(PATIENCE)
        return not any(thread.is_alive() for thread in self._threads)


async def closed(link: WriterLink) -> bool:
    """Close a link as a server does, from another thread."""
    return await asyncio.to_thread(link.close)
