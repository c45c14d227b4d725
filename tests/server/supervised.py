"""
A small program under a supervisor: `python -m tests.server.supervised ROOM STOP_SECONDS [GATEWAYS]`.

Its room, writers and gateways do nothing but say who they are, on standard output; what a room does then is named by ROOM. The real
ones are in `fairdeal.server.serve`; starting those takes seconds.
"""

import asyncio
import os
import random
import secrets
import signal
import socket
import sys
from collections.abc import Callable

import structlog

from fairdeal.runtime.entropy import SystemEntropy
from fairdeal.server.supervisor.control import RoomControl
from fairdeal.server.supervisor.gateways import Gateways
from fairdeal.server.supervisor.supervisor import STOP_NOW, STOP_SOON, Supervisor


def say(*words: object) -> None:
    """One line, in one write."""
    os.write(1, f"{' '.join(map(str, words))}\n".encode())


def write(wire: socket.socket) -> None:
    """Be a writer until the room hangs up."""
    say("writer", os.getpid())
    while wire.recv(100):
        pass
    say("hung-up", os.getpid())


def serve(number: int) -> None:
    """Be a gateway until told to stop."""
    stopped = False

    def stop(_number: int, _frame: object) -> None:
        nonlocal stopped
        stopped = True

    signal.signal(STOP_SOON, stop)
    say("gateway", number, os.getpid())
    while not stopped:
        signal.pause()
    say("gateway-ended", number, os.getpid())


class Room:
    """A room that holds on to its writer, and answers connections with its own process id."""

    def __init__(self, control: RoomControl, listener: socket.socket, loop: asyncio.AbstractEventLoop) -> None:
        self._control = control
        self._listener = listener
        self._loop = loop
        self._writer: socket.socket | None = None
        self.told: asyncio.Queue[int] = asyncio.Queue()

    async def play(self) -> None:
        self._control.listen(self._loop)
        for each in (STOP_SOON, STOP_NOW):
            self._loop.add_signal_handler(each, self.told.put_nowait, each)
        self._listener.settimeout(0)
        self._loop.add_reader(self._listener.fileno(), self._accept)
        draws = SystemEntropy().bytes(8).hex(), secrets.token_hex(8), random.random()  # noqa: S311
        say("room", os.getpid(), *draws)
        self._control.request(self._use)
        while True:
            number = await self.told.get()
            say("told", "now" if number == STOP_NOW else "soon")
            if number == STOP_NOW:
                return

    def _use(self, wire: socket.socket) -> None:
        wire.settimeout(0)
        self._writer = wire
        self._loop.add_reader(wire.fileno(), self._lost, wire)

    def _lost(self, wire: socket.socket) -> None:
        self._loop.remove_reader(wire.fileno())
        wire.close()
        self._control.request(self._use)

    def _accept(self) -> None:
        other, _ = self._listener.accept()
        with other:
            said = other.recv(100)
            if said == b"replace":  # as if the writer had not answered for too long
                self._control.request(self._use)
            if said == b"replace gateway":  # as if it gave no sign of life
                self._control.replace_gateway(1)
            other.sendall(str(os.getpid()).encode())


def die(_control: RoomControl, _listener: socket.socket) -> None:
    """A room that is killed whenever it starts."""
    say("room", os.getpid())
    os.kill(os.getpid(), signal.SIGKILL)


def fail(_control: RoomControl, _listener: socket.socket) -> None:
    """A room that ends with a status."""
    say("room", os.getpid())
    sys.exit(3)


def stay_deaf(_control: RoomControl, _listener: socket.socket) -> None:
    """A room that has not yet come to listen for signals."""
    say("room", os.getpid())
    while True:
        signal.pause()


def play(control: RoomControl, listener: socket.socket) -> None:
    """A room that goes on until it is told to stop now."""

    async def story() -> None:
        await Room(control, listener, asyncio.get_running_loop()).play()

    asyncio.run(story())


ROOMS: dict[str, Callable[[RoomControl, socket.socket], None]] = {
    "die": die,
    "fail": fail,
    "stay_deaf": stay_deaf,
    "play": play,
}


if __name__ == "__main__":
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        say("port", listening.getsockname()[1])
        gateways = Gateways(int(sys.argv[3]), serve, lambda: None) if sys.argv[3:] else None
        ROOMS[sys.argv[1]](Supervisor(write, listening, float(sys.argv[2]), gateways).run(), listening)
