"""
Somebody outside who does a server every harm that needs no account.

Everything ends by itself where the server keeps its limits: each connection is closed by the server, or asks and is answered.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import closing
from typing import Final

from tests.server.raw import connect, masked, upgrade

FLOOD_MAX: Final = 64 << 20
"""More than all buffers on the way hold: who could send so much met no limit."""
HEAD: Final = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
POST: Final = b"POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nOrigin: http://x\r\n"
CHUNKED: Final = POST + b"Transfer-Encoding: chunked\r\n\r\n"
TEXT, PING, PONG = 0x1, 0x9, 0xA

FLOODS: Final[dict[str, tuple[bytes, bytes]]] = {
    "header": (HEAD + b"X-Long: ", b"a" * 65536),
    "lines": (HEAD, b"a: b\r\n" * 10_000),
    "newlines": (b"", b"\r\n" * 32_768),
    "path": (b"GET /", b"a" * 65536),
    "pipelined": (b"", (HEAD + b"\r\n") * 1000),
    "chunks": (CHUNKED, b"1;" + b"x" * 65536 + b"\r\na\r\n"),
    "trailers": (CHUNKED + b"0\r\n", b"a: b\r\n" * 10_000),
    "trailer": (CHUNKED + b"0\r\nX-Long: ", b"a" * 65536),
    "body": (POST + b"Content-Length: 1000000000\r\n\r\n", b"a" * 65536),
    "rubbish": (b"\x16\x03\x01", b"\x00" * 65536),
}
"""What is sent first, and what then again and again."""
FRAMES: Final = {
    "pings": masked(PING, b"x" * 125) * 500,
    "pongs": masked(PONG, b"x" * 125) * 500,
    "texts": masked(TEXT, b"x" * 125) * 500,
    "watches": masked(TEXT, b'{"type":"watchLobby","id":"x","on":true}') * 500,
    "empty": masked(TEXT) * 5000,
}
"""What is sent again and again on a game socket that nobody reads."""
ODD: Final = (
    b"OPTIONS /api/hands/x%0aFAKE",
    b"GET /api/statement?since=9223372036854775808",
    b"GET /api/hands/%00",
    b"TRACE /api/session",
    b"GET /api/" + b"9" * 4000,
)
"""What is asked that nobody means."""


async def flood(port: int, source: str, start: bytes, piece: bytes) -> int:
    """Send without end and read nothing; how many bytes were taken before the server closed."""
    with closing(await connect(port, source, receive_bytes=4096)) as raw:
        await raw.send(start)
        return await raw.flood(piece, FLOOD_MAX)


async def flood_socket(port: int, source: str, piece: bytes) -> int:
    """The same on a game socket."""
    with closing(await connect(port, source, receive_bytes=4096)) as raw:
        await raw.send(upgrade(port))
        await raw.read()
        return await raw.flood(piece, FLOOD_MAX)


async def ask_oddly(port: int, source: str) -> int:
    """Ask what nobody means, again and again; the statuses of failures, added up."""
    failures = 0
    for asked in ODD * 4:
        with closing(await connect(port, source)) as raw:
            await raw.send(asked + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            failures += (await raw.rest()).startswith(b"HTTP/1.1 5")
    return failures


def floods(port: int, sources: list[str]) -> AsyncIterator[int]:
    """All floods at once, from all addresses; bytes taken of each, as they end."""
    work: list[Awaitable[int]] = []
    for source in sources:
        work += [flood(port, source, start, piece) for start, piece in FLOODS.values()]
        work += [flood_socket(port, source, piece) for piece in FRAMES.values()]
    return _as_they_end(work)


async def _as_they_end(work: list[Awaitable[int]]) -> AsyncIterator[int]:
    for each in asyncio.as_completed(work):
        yield await each
