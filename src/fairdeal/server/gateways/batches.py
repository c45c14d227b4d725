"""Batches over a socket: everything that is said in one turn of the loop goes out as one frame, in one call of the system."""

import socket
from collections.abc import Callable
from typing import Final

import msgspec

from fairdeal.server.gateways.messages import Instruction, Notice
from fairdeal.storage.commit_queue import Loop
from fairdeal.storage.writer.connection import Connection
from fairdeal.storage.writer.frames import LENGTH_BYTES

_encode_into: Final = msgspec.msgpack.Encoder().encode_into


class BatchSocket:
    """
    One end of a link between a gateway and a room.

    `on_batch` is called with each batch that came, as bytes; `on_lost` once, when the other end is gone.
    """

    def __init__(
        self, loop: Loop, wire: socket.socket, on_batch: Callable[[bytes], None], on_lost: Callable[[], None]
    ) -> None:
        self._loop = loop
        self._connection = Connection(loop, wire, on_batch, lambda _: on_lost())
        self._batch: list[Notice | Instruction] = []
        self.on_flush: Callable[[], None] = lambda: None  # a batch was sent, and the next one begins

    @property
    def unsent_bytes(self) -> int:
        """What the system has not taken yet."""
        return self._connection.unsent_bytes

    def add(self, message: Notice | Instruction) -> None:
        """Say something with everything else that is said in this turn of the loop."""
        if not self._batch:
            self._loop.call_soon(self.flush)
        self._batch.append(message)

    def flush(self) -> None:
        """Send what was gathered."""
        batch, self._batch = self._batch, []
        if batch and self._connection.is_open:
            frame = bytearray(LENGTH_BYTES)
            _encode_into(batch, frame, LENGTH_BYTES)
            frame[:LENGTH_BYTES] = (len(frame) - LENGTH_BYTES).to_bytes(LENGTH_BYTES, "big")
            self._connection.send(frame)
        self.on_flush()

    def close(self) -> None:
        """Close at once; `on_lost` is not called."""
        self._connection.close()
