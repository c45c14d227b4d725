"""
uvicorn's HTTP protocol with limits on bytes, header lines, time and connections.

uvicorn and httptools parse requests; neither limits the size of headers, the time a client takes, or the connections of one
address. That is done here, at a cost linear in the bytes read.
"""

import asyncio
from collections import deque
from enum import IntEnum
from http import HTTPStatus
from typing import Any, Final, NoReturn

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from fairdeal.kernel import Duration, Instant
from fairdeal.server.auth.lockout import RateLimit, RateLimiter
from fairdeal.server.http.connections import ConnectionCounter, CountedConnection, Proxies
from fairdeal.server.limits import (
    BODY_SECONDS,
    BODY_WIRE_BYTES_MAX,
    FLUSH_SECONDS,
    HEAD_BYTES_MAX,
    HEAD_LINES_MAX,
    HEAD_SECONDS,
    IDLE_SECONDS,
    LINGER_SECONDS,
    PIPELINED_MAX,
    RENEWED_WITHIN_MS,
)

_SLICE_BYTES: Final = 4096
_NAMES: Final = {
    HTTPStatus.BAD_REQUEST: "malformed",
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE: "too_large",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "too_large",
    HTTPStatus.TOO_MANY_REQUESTS: "too_many_connections",
}


class Stage(IntEnum):
    """The stage of a connection."""

    HEAD = 0  # a request line and headers are awaited or read
    BODY = 1
    ANSWER = 2  # the request is there, the answer is not
    IDLE = 3  # all is answered


class Bounds:
    """Shared by all connections of a server: the connection counter, the rate of new ones, the trusted proxies."""

    def __init__(self, connections: ConnectionCounter, proxies: Proxies, *, per_address: int) -> None:
        self.connections = connections
        self.proxies = proxies
        self._new_connections = RateLimiter(
            RateLimit(2 * per_address, Duration(max(1, RENEWED_WITHIN_MS // per_address)))
        )

    def admit(self, address: str, now_seconds: float) -> CountedConnection | None:
        """Count one more connection; None if there are too many, or they come too fast."""
        if self._new_connections.take(address, Instant(int(now_seconds * 1000))) is not None:
            self.connections.refused += 1
            return None
        return self.connections.take(address)


def http_protocol(bounds: Bounds) -> type[HttpToolsProtocol]:
    """The protocol class for uvicorn, with these bounds."""

    class Bounded(BoundedHttpProtocol):
        _bounds = bounds

    return Bounded


class _TooMuch(Exception):
    """A request exceeds a size limit."""


class BoundedHttpProtocol(HttpToolsProtocol):
    """One HTTP connection within limits; one that exceeds them gets an error response where possible, and is closed."""

    _bounds: Bounds

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._stage = Stage.HEAD
        self._timer: asyncio.TimerHandle | None = None
        self._unsent = 0  # when the timer was set
        self._spent = 0  # bytes since the stage began
        self._head_bytes = 0
        self._turns = 0  # how often the stage has changed
        self._why = HTTPStatus.BAD_REQUEST
        self._is_refused = False
        self._is_proxy = False
        self._counted: CountedConnection | None = None  # of this connection
        self._passed_on: deque[CountedConnection] = (
            deque()
        )  # of requests that a proxy passes on, until they are answered

    # ---- the connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin with a new connection."""
        super().connection_made(transport)
        self._begin()

    def _begin(self) -> None:
        """Count the new connection, or refuse it."""
        peer = self._peer
        self._is_proxy = self._bounds.proxies.trusts(peer)
        if not self._is_proxy:
            self._counted = self._bounds.admit(peer, self.loop.time())
            if self._counted is None:
                self._refuse(HTTPStatus.TOO_MANY_REQUESTS)
                return
        self._arm(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Uncount the closed connection."""
        self._disarm()
        self._release()
        super().connection_lost(exc)

    @property
    def _peer(self) -> str:
        return self.client[0] if self.client else ""

    def _release(self) -> None:
        if self._counted is not None:
            self._counted.close()
        while self._passed_on:
            self._passed_on.popleft().close()

    # ---- what comes in

    def data_received(self, data: bytes) -> None:
        """Parse received data in small slices, so that no limit is exceeded by much."""
        if self._is_refused:
            return
        self._unset_keepalive_if_required()
        if self._stage is Stage.IDLE:
            self._enter(Stage.HEAD, HEAD_SECONDS)
        whole = memoryview(data)
        for start in range(0, len(whole), _SLICE_BYTES):
            if not self._read(whole[start : start + _SLICE_BYTES]):
                return

    def _read(self, part: memoryview) -> bool:
        """Parse one slice; False if reading should stop."""
        turns = self._turns
        try:
            self.parser.feed_data(part)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
            return False
        except httptools.HttpParserError:
            self._refuse(self._why)
            return False
        if self._is_refused:
            return False
        if self._turns == turns:
            self._spent += len(part)
        return self._is_within_bounds()

    def _is_within_bounds(self) -> bool:
        if self._stage is Stage.HEAD and self._spent > HEAD_BYTES_MAX:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        elif self._stage is Stage.BODY and self._spent > BODY_WIRE_BYTES_MAX:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return not self._is_refused

    def on_message_begin(self) -> None:
        """Called by the parser at the start of a request."""
        super().on_message_begin()
        self._head_bytes = 0
        if self._stage is not Stage.HEAD:
            self._enter(Stage.HEAD, HEAD_SECONDS)

    def on_url(self, url: bytes) -> None:
        """Count a part of the URL."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count a header or trailer line."""
        if len(self.headers) >= HEAD_LINES_MAX:
            self._give_up(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        self._count(len(name) + len(value))
        super().on_header(name, value)

    def _count(self, size: int) -> None:
        self._head_bytes += size
        if self._head_bytes > HEAD_BYTES_MAX:
            self._give_up(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_headers_complete(self) -> None:
        """Called by the parser after the headers."""
        if len(self.pipeline) >= PIPELINED_MAX:
            self._give_up(HTTPStatus.TOO_MANY_REQUESTS)
        if self._is_proxy:
            self._pass_on()
        self._enter(Stage.BODY, BODY_SECONDS)
        super().on_headers_complete()

    def _pass_on(self) -> None:
        """Count a request from a trusted proxy for the client it names."""
        forwarded = ",".join(value.decode("latin-1") for name, value in self.headers if name == b"x-forwarded-for")
        address = self._bounds.proxies.client_of(self._peer, forwarded)
        counted = self._bounds.connections.take(address)
        if counted is None:
            self._give_up(HTTPStatus.TOO_MANY_REQUESTS)
        self._passed_on.append(counted)
        self.scope["client"] = (address, 0)

    def on_message_complete(self) -> None:
        """Called by the parser after the body."""
        super().on_message_complete()
        cycle: Any = self.cycle  # none before the first
        if cycle is not None and cycle.response_complete:  # before the request had ended
            self._enter(Stage.IDLE, IDLE_SECONDS)
        else:
            self._disarm()
            self._enter(Stage.ANSWER, None)

    @property
    def _is_answering(self) -> bool:
        cycle: Any = self.cycle
        return bool(self.pipeline) or (cycle is not None and not cycle.response_complete)

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the game socket, which uncounts it when it closes."""
        self._disarm()
        counted = self._passed_on.pop() if self._passed_on else self._counted
        self._counted = None
        self._release()
        factory: Any = self.ws_protocol_class
        self.ws_protocol_class = lambda **named: factory(counted=counted, **named)  # type: ignore[assignment]
        super().handle_websocket_upgrade()

    # ---- what goes out

    def on_response_complete(self) -> None:
        """Called by uvicorn after a response."""
        if self._passed_on:
            self._passed_on.popleft().close()
        super().on_response_complete()
        if self.transport.is_closing():
            self._arm(FLUSH_SECONDS)
        elif self._stage is Stage.ANSWER:
            self._enter(Stage.IDLE, IDLE_SECONDS)

    def pause_writing(self) -> None:
        """Called when the client reads slower than it is answered."""
        super().pause_writing()
        self._arm(FLUSH_SECONDS)

    def resume_writing(self) -> None:
        """Called when the client has caught up."""
        super().resume_writing()
        if self._stage is Stage.ANSWER:
            self._disarm()
        elif self._stage is Stage.IDLE:
            self._arm(IDLE_SECONDS)

    # ---- bounds

    def _enter(self, stage: Stage, seconds: float | None) -> None:
        self._stage = stage
        self._turns += 1
        self._spent = 0
        if seconds is not None:
            self._arm(seconds)

    def _arm(self, seconds: float) -> None:
        self._disarm()
        self._unsent = self.transport.get_write_buffer_size()
        self._timer = self.loop.call_later(seconds, self._expire)

    def _disarm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _expire(self) -> None:
        """Close on a timeout, unless the client still makes progress reading a response."""
        left = self.transport.get_write_buffer_size()
        if 0 < left < self._unsent:
            self._arm(FLUSH_SECONDS)
        else:
            self.transport.abort()

    def _give_up(self, status: HTTPStatus) -> NoReturn:
        """Abort parsing inside the headers; the parser re-raises this as its own error."""
        self._why = status
        raise _TooMuch

    def _refuse(self, status: HTTPStatus) -> None:
        """Send an error response unless one is under way, stop reading, and close."""
        self._is_refused = True
        self.flow.pause_reading()
        if self._is_answering:
            self.transport.abort()
            return
        body = b'{"code":"%s","rule":null,"numbers":{}}' % _NAMES[status].encode()
        head = f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: application/json\r\n"
        tail = f"cache-control: no-store\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
        self.transport.write(head.encode() + tail.encode() + body)
        self._disarm()
        # Closing at once, with bytes unread, would throw away the answer before it is read.
        self._timer = self.loop.call_later(LINGER_SECONDS, self.transport.abort)
