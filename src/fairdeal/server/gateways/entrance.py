"""
The first request of a connection at a gateway process: for the game socket it is answered here, any other is passed on to the room.

Whatever is not plainly such a request is passed on as well: the room reads requests within all its limits, and its own game socket
takes those that come on a connection that carried something else before.
"""

import asyncio
from http import HTTPStatus
from typing import Any, Final

import httptools
from picows import WSListener, WSUpgradeRequest, WSUpgradeResponseWithListener

from fairdeal.server.gateways.messages import Opening
from fairdeal.server.gateways.relay import Relays
from fairdeal.server.gateways.room_link import Admitted, RoomLink
from fairdeal.server.http.bounded_protocol import Bounds
from fairdeal.server.http.connections import CountedConnection
from fairdeal.server.limits import HEAD_BYTES_MAX, HEAD_LINES_MAX, HEAD_SECONDS, LINGER_SECONDS
from fairdeal.server.socket import PATH, Connection, refuse, socket_protocol

_BEGINNING: Final = f"GET {PATH}".encode()
_END: Final = b"\r\n\r\n"
_ASKED: Final = ("origin", "host", "cookie", "x-forwarded-for")
_TOO_MANY: Final = (
    b"HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/json\r\ncache-control: no-store\r\n"
    b"content-length: 56\r\nconnection: close\r\n\r\n"
    b'{"code":"too_many_connections","rule":null,"numbers":{}}'
)


class Entrance:
    """Takes the connections of a gateway process."""

    def __init__(self, loop: asyncio.AbstractEventLoop, link: RoomLink, relays: Relays, bounds: Bounds) -> None:
        self.loop = loop
        self.link = link
        self.relays = relays
        self.bounds = bounds
        self._entering: Admitted | HTTPStatus = HTTPStatus.SERVICE_UNAVAILABLE  # for the upgrade being answered
        self.socket_protocol = socket_protocol(self._accept)
        self.waiting: set[FirstRequest] = set()

    def first_request(self) -> "FirstRequest":
        """The protocol of a new connection."""
        return FirstRequest(self)

    def count(self, address: str, port: int) -> CountedConnection | None:
        """Count a connection for its address; a proxy's only as one of all, for the room counts it for whom it names."""
        if self.bounds.proxies.trusts(address):
            return self.bounds.connections.take(f"proxy {address} {port}")
        return self.bounds.admit(address, self.loop.time())

    def _accept(self, _request: WSUpgradeRequest) -> WSListener | WSUpgradeResponseWithListener:
        entering = self._entering
        return refuse(entering) if isinstance(entering, HTTPStatus) else Connection(self.link, entering)

    def upgrade(
        self,
        transport: asyncio.Transport,
        head: bytes,
        counted: CountedConnection | None,
        entering: Admitted | HTTPStatus,
    ) -> None:
        """Hand a connection over to the game socket, which answers the request by what was decided over it."""
        self._entering = entering
        protocol: Any = self.socket_protocol(None, None, None, counted)
        protocol.connection_made(transport)
        protocol.data_received(head)
        transport.set_protocol(protocol)


class FirstRequest(asyncio.Protocol):
    """A connection until it is known what it is for; the room decides over requests for the game socket."""

    def __init__(self, entrance: Entrance) -> None:
        self._entrance = entrance
        self._transport: asyncio.Transport | None = None
        self._counted: CountedConnection | None = None
        self._peer = ("", 0)
        self._data = b""
        self._timer: asyncio.TimerHandle | None = None
        self._headers: dict[str, str] = {}
        self._number: int | None = None  # under which the room was asked

    # ---- the connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count a new connection, or refuse it."""
        self._transport = transport
        entrance = self._entrance
        peer = transport.get_extra_info("peername")
        if isinstance(peer, tuple):
            self._peer = (str(peer[0]), int(peer[1]))
        self._counted = entrance.count(*self._peer)
        if self._counted is None:
            self._transport = None
            transport.pause_reading()
            transport.write(_TOO_MANY)
            # Closing at once, with bytes unread, would throw away the answer before it is read.
            entrance.loop.call_later(LINGER_SECONDS, transport.abort)
            return
        entrance.waiting.add(self)
        self._timer = entrance.loop.call_later(HEAD_SECONDS, self._expire)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - the loop's call
        """Whoever asked is gone."""
        self._leave()
        if self._number is not None:
            self._entrance.link.withdraw(self._number)
        if self._counted is not None:
            self._counted.close()

    def _leave(self) -> asyncio.Transport | None:
        """Nothing more is done here; the transport, unless it is gone."""
        self._entrance.waiting.discard(self)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        transport, self._transport = self._transport, None
        return transport

    def _expire(self) -> None:
        """Break off a request that takes too long; if it waits for the room, say so."""
        if self._number is None:
            self.abort()
            return
        self._entrance.link.withdraw(self._number)
        self.on_refused(HTTPStatus.SERVICE_UNAVAILABLE.value)

    def abort(self) -> None:
        """Break off."""
        if self._transport is not None:
            self._transport.abort()

    # ---- the request

    def data_received(self, data: bytes) -> None:
        """Read until it is known what the connection is for."""
        if self._transport is None or self._number is not None:
            return
        self._data += data
        if not self._data.startswith(_BEGINNING):
            if not _BEGINNING.startswith(self._data):
                self._pass_on()
        elif _END in self._data or len(self._data) > HEAD_BYTES_MAX:
            if self._is_for_the_socket():
                self._transport.pause_reading()
                self._number = self._entrance.link.ask(self)
            else:
                self._pass_on()

    def _pass_on(self) -> None:
        transport = self._leave()
        assert transport is not None
        self._entrance.relays.begin(transport, self._peer, self._data, self._counted)

    def _is_for_the_socket(self) -> bool:
        """Whether this is a whole request for the game socket, of a form that every server reads alike."""
        if len(self._data) > HEAD_BYTES_MAX:
            return False
        reader = _HeadReader()
        parser = httptools.HttpRequestParser(reader)
        is_upgrade = False
        try:
            parser.feed_data(self._data)
        except httptools.HttpParserUpgrade:
            is_upgrade = True
        except httptools.HttpParserError:
            return False
        self._headers = reader.headers
        return (
            is_upgrade
            and reader.url.partition(b"?")[0] == PATH.encode()
            and reader.headers.get("upgrade", "").lower() == "websocket"
            and reader.lines <= HEAD_LINES_MAX
        )

    def opening(self, number: int) -> Opening:
        """What the room is asked."""
        origin, host, cookie, forwarded = (self._headers.get(name, "") for name in _ASKED)
        return Opening(number, origin, host, cookie, self._peer[0], forwarded)

    # ---- what the room decides

    def on_admitted(self, admitted: Admitted) -> None:
        """Open the game socket."""
        transport = self._leave()
        if transport is not None:
            transport.resume_reading()
            self._entrance.upgrade(transport, self._data, self._counted, admitted)
        if not admitted.is_open:  # the request was none after all
            self._entrance.link.withdraw(admitted.number)

    def on_refused(self, status: int) -> None:
        """Answer with that status."""
        transport = self._leave()
        if transport is not None:
            transport.resume_reading()
            self._entrance.upgrade(transport, self._data, self._counted, HTTPStatus(status))


class _HeadReader:
    """Collects what a parser reads; a header that comes again is joined, as servers do."""

    def __init__(self) -> None:
        self.url = b""
        self.headers: dict[str, str] = {}
        self.lines = 0

    def on_url(self, url: bytes) -> None:
        """Called by the parser."""
        self.url += url

    def on_header(self, name: bytes, value: bytes) -> None:
        """Called by the parser."""
        self.lines += 1
        key, text = name.decode("latin-1").lower(), value.decode("latin-1")
        before = self.headers.get(key)
        self.headers[key] = text if before is None else f"{before}{'; ' if key == 'cookie' else ', '}{text}"
