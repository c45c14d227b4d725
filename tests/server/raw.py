"""Connections that speak to a server byte by byte, as no browser would."""

import asyncio
import socket
from contextlib import suppress
from typing import Final

from tests.server.live import PATIENCE

_PIECE: Final = 64 * 1024


class Raw:
    """One connection, from any address of this machine."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._loop = asyncio.get_running_loop()
        self.sent = 0

    async def send(self, data: bytes) -> None:
        """Send it all; a connection that is closed meanwhile is no matter."""
        with suppress(OSError):
            await self._loop.sock_sendall(self._line, data)
            self.sent += len(data)

    async def flood(self, piece: bytes, most: int) -> int:
        """Send a piece again and again until the other side takes no more; how many bytes it took."""
        while self.sent < most:
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._loop.sock_sendall(self._line, piece)
            except OSError:
                break
            self.sent += len(piece)
        return self.sent

    async def read(self) -> bytes:
        """Whatever comes next; nothing when the other side has closed."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._loop.sock_recv(self._line, _PIECE)
        except ConnectionError:
            return b""

    async def rest(self) -> bytes:
        """Everything until the other side closes."""
        found = bytearray()
        while data := await self.read():
            found += data
        return bytes(found)

    def close(self) -> None:
        self._line.close()


async def connect(port: int, source: str = "127.0.0.1", *, receive_bytes: int | None = None) -> Raw:
    """A connection; with a small receive buffer it soon takes no more answers."""
    line = socket.socket()
    if receive_bytes is not None:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
    line.bind((source, 0))
    line.setblocking(False)
    await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", port))
    return Raw(line)


def upgrade(port: int, *extra: str) -> bytes:
    """The request that opens a game socket."""
    host = f"127.0.0.1:{port}"
    lines = [
        "GET /ws HTTP/1.1",
        f"Host: {host}",
        f"Origin: http://{host}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        *extra,
    ]
    return "\r\n".join([*lines, "", ""]).encode()


def masked(opcode: int, payload: bytes = b"") -> bytes:
    """A whole frame as clients send it, under a mask of zeros."""
    assert len(payload) < 126, "short frames only"
    return bytes([0x80 | opcode, 0x80 | len(payload), 0, 0, 0, 0]) + payload
