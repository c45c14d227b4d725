"""Frames over a socket on an event loop, without ever waiting; between a room and its writer, and between a room and its gateways."""

import socket
from collections import deque
from collections.abc import Callable
from itertools import islice
from typing import Final

from fairdeal.storage.commit_queue import Loop
from fairdeal.storage.writer.frames import FrameReader

_READ_BYTES: Final = 1 << 18
_BUFFERS_MAX: Final = 64


class Connection:
    """
    The loop's end of a socket to another process.

    A frame is sent at once where the socket takes it, otherwise when it does. `on_frame` is called with each body that came,
    `on_lost` once, when the other end is gone.
    """

    def __init__(
        self,
        loop: Loop,
        wire: socket.socket,
        on_frame: Callable[[bytes], None],
        on_lost: Callable[["Connection"], None],
    ) -> None:
        wire.settimeout(0)
        self._loop = loop
        self._socket = wire
        self._fd = wire.fileno()
        self._send = wire.send
        self._on_frame = on_frame
        self._on_lost = on_lost
        self._frames = FrameReader()
        self._unsent: deque[bytes | bytearray | memoryview] = deque()
        self.unsent_bytes = 0
        self._is_finishing = False
        self.is_open = True
        loop.add_reader(self._fd, self._readable)

    def send(self, frame: bytes | bytearray) -> None:
        """Send a frame, or keep it until the socket takes more; nothing is sent once the other end is gone."""
        if self._unsent:
            self._unsent.append(frame)
            self.unsent_bytes += len(frame)
            return
        try:
            sent = self._send(frame)
        except BlockingIOError:
            sent = 0
        except OSError:
            return  # reading tells that the other end is gone, after whatever it has still said
        if sent < len(frame):
            self._unsent.append(memoryview(frame)[sent:])
            self.unsent_bytes = len(frame) - sent
            self._loop.add_writer(self._fd, self._writable)

    def finish(self) -> None:
        """Hang up once everything is sent; the other end may still answer."""
        self._is_finishing = True
        if not self._unsent:
            self._shut()

    def close(self) -> None:
        """Close at once; `on_lost` is not called."""
        if self.is_open:
            self.is_open = False
            self._loop.remove_reader(self._fd)
            self._loop.remove_writer(self._fd)
            self._unsent.clear()
            self.unsent_bytes = 0
            self._socket.close()

    def _writable(self) -> None:
        unsent = self._unsent
        try:
            sent = self._socket.sendmsg(islice(unsent, _BUFFERS_MAX))
        except BlockingIOError:
            return
        except OSError:
            unsent.clear()
            self.unsent_bytes = sent = 0
        self.unsent_bytes -= sent
        while unsent and sent >= len(unsent[0]):
            sent -= len(unsent.popleft())
        if unsent and sent:
            unsent[0] = memoryview(unsent[0])[sent:]
        if not unsent:
            self._loop.remove_writer(self._fd)
            if self._is_finishing:
                self._shut()

    def _readable(self) -> None:
        try:
            data = self._socket.recv(_READ_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.close()
            self._on_lost(self)
            return
        for body in self._frames.feed(data):
            self._on_frame(body)

    def _shut(self) -> None:
        try:
            self._socket.shutdown(socket.SHUT_WR)
        except OSError:
            return  # the other end is gone; reading tells
