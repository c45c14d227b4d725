"""
What a room and its supervisor say to each other: the room asks for writers, and is sent sockets to them; and it asks for gateways to
be replaced.

A request is one byte; so is an answer, and the socket comes with it.
"""

import asyncio
import os
import socket
from collections import deque
from collections.abc import Callable
from typing import Final

WRITER: Final = b"w"
GATEWAYS_FROM: Final = 128
"""The byte that asks for the first gateway to be replaced; that of the second is one more, and so on."""
GATEWAYS_MAX: Final = 64
MESSAGES_MAX: Final = 64
_ORPHANED: Final = 76


class RoomControl:
    """The room's end; a room whose supervisor is gone ends at once, as it would if it was killed itself."""

    def __init__(self, wire: socket.socket) -> None:
        self._socket = wire
        self._awaiting: deque[Callable[[socket.socket], None]] = deque()

    def listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """Take messages on this loop from now on."""
        self._socket.settimeout(0)
        loop.add_reader(self._socket.fileno(), self._readable)

    def request(self, use: Callable[[socket.socket], None]) -> None:
        """Ask for a writer, see `storage.writer.link.Writers`."""
        self._awaiting.append(use)
        self._socket.send(WRITER)

    def replace_gateway(self, number: int) -> None:
        """Ask for a gateway that hangs to be killed and started anew."""
        self._socket.send(bytes([GATEWAYS_FROM + number]))

    def _readable(self) -> None:
        data, files, _, _ = socket.recv_fds(self._socket, MESSAGES_MAX, MESSAGES_MAX)
        if not data:
            os._exit(_ORPHANED)
        for file in files:
            self._awaiting.popleft()(socket.socket(fileno=file))
