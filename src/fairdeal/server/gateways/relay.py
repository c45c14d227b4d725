"""Connections that a gateway process passes on to the room as they are: pages, the API, and whatever it does not know."""

import asyncio
from contextlib import suppress
from typing import Final

from fairdeal.server.http.connections import CountedConnection
from fairdeal.server.http.relayed_protocol import peer_line
from fairdeal.server.limits import FLUSH_SECONDS, RELAYED_MAX

_UNAVAILABLE: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\ncache-control: no-store\r\nretry-after: 2\r\n"
    b"content-length: 46\r\nconnection: close\r\n\r\n"
    b'{"code":"restarting","rule":null,"numbers":{}}'
)


class Relays:
    """All connections that are passed on to the socket at `path`; at most `most` at once."""

    def __init__(self, loop: asyncio.AbstractEventLoop, path: str, most: int = RELAYED_MAX) -> None:
        self._loop = loop
        self._path = path
        self._most = most
        self._tasks: set[asyncio.Task[None]] = set()
        self.count = 0

    def begin(
        self, client: asyncio.Transport, peer: tuple[str, int], data: bytes, counted: CountedConnection | None
    ) -> None:
        """Pass a connection on, with what was already read of it."""
        near = _End(self._loop)
        client.set_protocol(near)
        near.transport = client
        near.on_lost = counted.close if counted is not None else _nothing
        client.pause_reading()
        if self.count >= self._most:
            _refuse(self._loop, client)
            return
        self.count += 1
        task = self._loop.create_task(self._connect(near, peer_line(*peer) + data))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _connect(self, near: "_End", data: bytes) -> None:
        far = _End(self._loop)
        try:
            transport, _ = await self._loop.create_unix_connection(lambda: far, self._path)
        except OSError:
            self.count -= 1
            if near.transport is not None:
                _refuse(self._loop, near.transport)
            return
        far.on_lost = self._ended
        if near.transport is None:  # it was gone before
            transport.abort()
            return
        near.other, far.other = far, near
        transport.write(data + near.early)
        near.early = b""
        if near.has_ended:
            transport.write_eof()
        else:
            near.transport.resume_reading()

    def _ended(self) -> None:
        self.count -= 1


class _End(asyncio.Protocol):
    """One of the two ends of a relayed connection: what comes in here goes out there, no faster than it is taken."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self.transport: asyncio.Transport | None = None
        self.other: _End | None = None
        self.early = b""  # came before the other end was there
        self.has_ended = False  # nothing more comes in here
        self.on_lost = _nothing

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Called by the loop."""
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        """Pass it on."""
        if self.other is None:
            self.early += data
        elif self.other.transport is not None:
            self.other.transport.write(data)

    def eof_received(self) -> bool:
        """Pass on that nothing more comes; answers may still go the other way, until nothing more comes from there."""
        self.has_ended = True
        if self.other is None:
            return True  # it is told so once it is there
        if self.other.transport is None:
            return False
        if self.other.has_ended:
            _close(self._loop, self.other.transport)
            return False
        with suppress(OSError, RuntimeError):  # it is closing as well
            self.other.transport.write_eof()
        return True

    def pause_writing(self) -> None:
        """Called when this end takes no more: nothing more is read at the other."""
        if self.other is not None and self.other.transport is not None:
            self.other.transport.pause_reading()

    def resume_writing(self) -> None:
        """Called when this end takes more again."""
        if self.other is not None and self.other.transport is not None:
            self.other.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - the loop's call
        """Called when this end is gone: the other is closed once it has taken what waits."""
        self.transport = None
        self.on_lost()
        if self.other is not None and self.other.transport is not None:
            _close(self._loop, self.other.transport)


def _close(loop: asyncio.AbstractEventLoop, transport: asyncio.Transport) -> None:
    """Close, and break off if the other side does not read for long."""
    transport.close()
    if transport.get_write_buffer_size():
        loop.call_later(FLUSH_SECONDS, transport.abort)


def _refuse(loop: asyncio.AbstractEventLoop, transport: asyncio.Transport) -> None:
    transport.write(_UNAVAILABLE)
    _close(loop, transport)


def _nothing() -> None:
    """Nobody has to be told."""
