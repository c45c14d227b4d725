"""Connections that gateways pass on: whole, no faster than they are taken, and only so many."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fairdeal.server.gateways.relay import Relays
from fairdeal.server.http.connections import ConnectionCounter
from fairdeal.server.http.relayed_protocol import peer_in, peer_line
from tests.server.live import PATIENCE, run, running, settings_in
from tests.server.raw import connect

LARGE = 8 << 20


class Passing(asyncio.Protocol):
    """Passes every connection on at once."""

    def __init__(self, relays: Relays, counter: ConnectionCounter) -> None:
        self._relays = relays
        self._counter = counter

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._relays.begin(transport, ("127.0.0.9", 77), b"first ", self._counter.take("127.0.0.9"))


class Relaying:
    """A port at which connections are passed on to whoever listens at a path."""

    def __init__(self, path: str, most: int) -> None:
        loop = asyncio.get_running_loop()
        self.counter = ConnectionCounter(most=100, most_per_address=100)
        self.relays = Relays(loop, path, most)
        self.port = 0

    @asynccontextmanager
    async def listening(self) -> AsyncIterator["Relaying"]:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: Passing(self.relays, self.counter), "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
        async with asyncio.timeout(PATIENCE):
            while self.relays.count or self.counter.total:
                await asyncio.sleep(0.01)


def test_what_is_passed_on_arrives_whole_after_the_clients_address(tmp_path: Path) -> None:
    async def story() -> None:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            line = await reader.readline()
            assert peer_in(line.removesuffix(b"\r\n")) == ("127.0.0.9", 77)
            data = await reader.read()  # until the client has said everything
            writer.write(b"%d " % len(data) + data[:11])
            writer.write(b"x" * LARGE)
            writer.close()

        path = str(tmp_path / "pages")
        server = await asyncio.start_unix_server(answer, path)
        async with Relaying(path, 9).listening() as relaying:
            reader, writer = await asyncio.open_connection("127.0.0.1", relaying.port)
            writer.write(b"y" * LARGE)
            writer.write_eof()
            async with asyncio.timeout(PATIENCE):
                said = await reader.read()
            assert said.startswith(b"%d first yyyyy" % (LARGE + 6))
            assert said.endswith(b"x" * LARGE)
            writer.close()
        server.close()

    run(story())


def test_so_many_connections_are_passed_on_and_no_more(tmp_path: Path) -> None:
    async def story() -> None:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"here")
            await reader.read()
            writer.close()

        path = str(tmp_path / "pages")
        server = await asyncio.start_unix_server(answer, path)
        async with Relaying(path, 2).listening() as relaying:
            lines = [await connect(relaying.port) for _ in range(2)]
            assert [await line.read() for line in lines] == [b"here"] * 2
            refused = await connect(relaying.port)
            assert b" 503 " in (await refused.rest())[:20]
            for line in (*lines, refused):
                line.close()
        server.close()

    run(story())


def test_without_a_room_a_page_is_refused_and_the_browser_told_when_to_ask_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with Relaying(str(tmp_path / "nobody"), 2).listening() as relaying:
            line = await connect(relaying.port)
            said = await line.rest()
            assert b" 503 " in said[:20]
            assert b"retry-after: 2" in said
            assert said.endswith(b'{"code":"restarting","rule":null,"numbers":{}}')
            line.close()

    run(story())


def test_an_address_of_any_kind_is_told_and_nothing_else_is_taken_for_one() -> None:
    for address in ("127.0.0.1", "::1", "2001:db8::1"):
        assert peer_in(peer_line(address, 80).removesuffix(b"\r\n")) == (address, 80)
    for line in (b"", b"GET / HTTP/1.1", b"PROXY TCP4 1.2.3.4", b"PROXY TCP4 1.2.3.4 5.6.7.8 x 0", b"\xff" * 50):
        assert peer_in(line) is None


def test_who_does_not_say_where_a_connection_came_from_is_not_answered(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path, gateways=1)) as opened:
            assert opened.links is not None
            path = opened.links._listener.getsockname().replace("links", "pages")
            for said in (b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", b"x" * 200):
                line = socket.socket(socket.AF_UNIX)
                line.setblocking(False)
                loop = asyncio.get_running_loop()
                await loop.sock_connect(line, path)
                await loop.sock_sendall(line, said)
                async with asyncio.timeout(PATIENCE):
                    try:
                        answer = await loop.sock_recv(line, 100)
                    except ConnectionError:
                        answer = b""
                assert answer == b""
                line.close()

    run(story())
