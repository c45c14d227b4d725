"""
WebSocket clients that cost next to nothing: plain sockets, frames made by hand.

A driver shares the machine with the server it measures, so whatever it saves is the server's. Masks are zero: that is a mask, and text
need not be changed under it.
"""

import json
import socket
from collections.abc import Callable, Iterable, Sequence
from time import monotonic
from typing import Any, Final

HEADER_SHORT: Final = 125
CHUNK: Final = 1 << 18
SECONDS: Final = 60.0
AT_ONCE: Final = 50
STAY_SECONDS: Final = 5.0
_MASK: Final = bytes(4)
PONG: Final = b"\x8a\x80" + _MASK
"""A sign of life."""


def text_frame(payload: bytes) -> bytes:
    """A text message as a client sends it."""
    size = len(payload)
    if size <= HEADER_SHORT:
        return bytes((0x81, 0x80 | size)) + _MASK + payload
    return b"\x81\xfe" + size.to_bytes(2, "big") + _MASK + payload


def take_frames(data: bytes) -> tuple[list[bytes], bytes]:
    """The payloads of all whole messages of a server, and what is left over."""
    found: list[bytes] = []
    start, end = 0, len(data)
    while end - start >= 2:
        size, head = data[start + 1], 2
        if size == 126:
            size, head = int.from_bytes(data[start + 2 : start + 4], "big"), 4
        elif size == 127:
            size, head = int.from_bytes(data[start + 2 : start + 10], "big"), 10
        if start + head + size > end:
            break
        found.append(data[start + head : start + head + size])
        start += head + size
    return found, data[start:]


class Wire:
    """One socket; it blocks until `serve` is called."""

    __slots__ = ("fileno", "player", "recv", "rest", "send", "sock")

    def __init__(self, port: int, token: str, path: str) -> None:
        self.sock = socket.create_connection(("127.0.0.1", port), SECONDS)
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.recv, self.send, self.fileno = self.sock.recv, self.sock.send, self.sock.fileno()
        self.rest = b""
        self.player = ""
        self.sock.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {'A' * 22}==\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: fairdeal_session={token}\r\n\r\n".encode()
        )

    def begin(self) -> None:
        """Wait until the server has agreed."""
        data = b""
        while b"\r\n\r\n" not in data:
            if not (more := self.recv(CHUNK)):
                raise ConnectionError(f"the server closed: {data[:200]!r}")
            data += more
        head, _, self.rest = data.partition(b"\r\n\r\n")
        if b" 101 " not in head[:20]:
            raise ConnectionError(head[:200].decode())

    def until(self, kind: str) -> dict[str, Any]:
        """The next message of a kind; others are dropped."""
        while True:
            payloads, self.rest = take_frames(self.rest)
            for number, payload in enumerate(payloads):
                if payload.startswith(b'{"type":"%b"' % kind.encode()):
                    self.rest = b"".join(map(_served, payloads[number + 1 :])) + self.rest
                    found: dict[str, Any] = json.loads(payload)
                    return found
            if not (more := self.recv(CHUNK)):
                raise ConnectionError(f"the server closed before {kind} came")
            self.rest += more

    def say(self, **message: Any) -> None:
        """Send a message."""
        self.sock.sendall(text_frame(json.dumps(message).encode()))

    def drain(self) -> bytes:
        """Everything that has come, without waiting."""
        try:
            return self.recv(CHUNK)
        except BlockingIOError:
            return b""

    def serve(self) -> None:
        """From now on nothing waits."""
        self.sock.setblocking(False)


def _served(payload: bytes) -> bytes:
    """A text message as a server sends it."""
    size = len(payload)
    if size <= HEADER_SHORT:
        return bytes((0x81, size)) + payload
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + payload
    return b"\x81\x7f" + size.to_bytes(8, "big") + payload


def dial(
    port: int, tokens: Sequence[str], paths: Iterable[str], stay: Callable[[list[Wire]], None] = lambda _: None
) -> list[Wire]:
    """A socket for each token, some at a time; `stay` is called with all of them every few seconds."""
    wires: list[Wire] = []
    stayed = monotonic()
    pairs = list(zip(tokens, paths, strict=True))
    for start in range(0, len(pairs), AT_ONCE):
        some = [Wire(port, token, path) for token, path in pairs[start : start + AT_ONCE]]
        for wire in some:
            wire.begin()
        wires += some
        if monotonic() - stayed > STAY_SECONDS:
            stay(wires)
            stayed = monotonic()
    return wires
