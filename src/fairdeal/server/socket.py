"""
The game socket (WebSocket).

uvicorn reads the request and hands the connection over at the upgrade; from then on picows owns it and no ASGI messages are
made. That makes a fan-out to six players cheap.
"""

import asyncio
import logging
from collections.abc import Callable
from http import HTTPStatus
from importlib.metadata import version
from typing import Any, Final, Protocol

from picows import (
    WSAutoPingStrategy,
    WSCloseCode,
    WSFrame,
    WSListener,
    WSMsgType,
    WSTransport,
    WSUpgradeRequest,
    WSUpgradeResponse,
    WSUpgradeResponseWithListener,
)
from picows.picows import WSProtocol  # type: ignore[attr-defined]

from fairdeal.server.auth.origin import is_own_page
from fairdeal.server.auth.person import Session
from fairdeal.server.client import Client, MessageSink
from fairdeal.server.gateway import Gateway
from fairdeal.server.house import ServerHouse
from fairdeal.server.http.connections import CountedConnection
from fairdeal.server.limits import (
    FLUSH_SECONDS,
    LINGER_SECONDS,
    MESSAGE_BYTES_MAX,
    OUTBOX_BYTES_HIGH,
    OUTBOX_BYTES_MAX,
    OUTBOX_FRAMES_MAX,
    OVERHEARD_BYTES_MAX,
    READ_BYTES_MAX,
    SOCKETS_MAX,
)
from fairdeal.storage.port import StoreError

PATH: Final = "/ws"
_PING_AFTER_SECONDS: Final = 20.0
_PONG_WITHIN_SECONDS: Final = 10.0
_HANDSHAKE_SECONDS: Final = 10.0
_READ_BUFFER_BYTES: Final = 2048
_FRAME_BYTES_MIN: Final = 6
_log: Final = logging.getLogger(__name__)
_LIBRARY: Final = logging.getLogger("fairdeal.picows")
# The library writes a line for every frame it cannot read: whoever sends such frames would fill the log.
_LIBRARY.setLevel(logging.CRITICAL)


_LIBRARY_METHODS: Final = ("connection_made", "connection_lost", "get_buffer", "buffer_updated", "pause_writing")


class LibraryChanged(Exception):
    """The installed picows has another internal interface than this module expects."""


class ConnectionOwner(Protocol):
    """What connections pass their messages to: the room's gateway, or a gateway process's link to the room."""

    def on_connected(self, sink: MessageSink, session: Any) -> Client:
        """A connection was made; `session` is what it was made with."""
        ...

    def on_message(self, client: Client, data: bytes) -> None:
        """A message came."""
        ...

    def may_answer_ping(self, client: Client) -> bool:
        """Whether a ping may be answered."""
        ...

    def on_disconnected(self, client: Client) -> None:
        """The connection is gone."""
        ...

    def on_cut_off(self) -> None:
        """A connection was closed because it was too slow."""
        ...


class Connection(WSListener):
    """
    One WebSocket connection: passes messages to the gateway and sends its answers.

    Pending output is limited, whatever kind of frame it is, and a client that does not read is disconnected.
    """

    def __init__(self, gateway: ConnectionOwner, session: Any) -> None:
        super().__init__()
        self._gateway = gateway
        self._session = session
        self._transport: WSTransport | None = None
        self._client: Client | None = None
        self._is_slow = False
        self._queued_frames = 0
        self._reader_timer: asyncio.TimerHandle | None = None
        self._unsent = 0  # when patience began
        self._ignored_bytes = 0

    # ---- from the network

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Called by picows after the upgrade."""
        transport.underlying_transport.set_write_buffer_limits(high=OUTBOX_BYTES_HIGH)
        self._transport = transport
        self._client = self._gateway.on_connected(self, self._session)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Called by picows for every frame; only whole text frames are messages. A failure ends this connection only."""
        if self._client is None:
            self._ignore_after_goodbye(transport, frame)
            return
        try:
            self._on_frame(transport, frame, self._client)
        except Exception as error:
            _log.error("a message was not handled", exc_info=error)
            self._cut()

    def _ignore_after_goodbye(self, transport: WSTransport, frame: WSFrame) -> None:
        """After a goodbye, handle only a close frame; a client that goes on sending is no longer read."""
        self._ignored_bytes += frame.payload_size + _FRAME_BYTES_MIN
        if frame.msg_type == WSMsgType.CLOSE:
            transport.disconnect()
        elif self._ignored_bytes > OVERHEARD_BYTES_MAX and not transport.underlying_transport.is_closing():
            transport.underlying_transport.pause_reading()

    def _on_frame(self, transport: WSTransport, frame: WSFrame, client: Client) -> None:
        kind = frame.msg_type
        if kind == WSMsgType.TEXT and frame.fin:
            self._gateway.on_message(client, frame.get_payload_as_bytes())
        elif kind == WSMsgType.PING:
            self._on_ping(transport, client, frame.get_payload_as_bytes())
        elif kind == WSMsgType.PONG:
            self._gateway.may_answer_ping(client)  # one nobody asked for; it has its price
        elif kind == WSMsgType.CLOSE:
            if not transport.is_close_frame_sent:
                transport.send_close(WSCloseCode.OK)
            transport.disconnect()
        else:
            transport.send_close(WSCloseCode.UNSUPPORTED_DATA)
            transport.disconnect()

    def _on_ping(self, transport: WSTransport, client: Client, payload: bytes) -> None:
        """Answer a ping within the message rate; a client with pending output is disconnected instead."""
        if self._is_slow:
            self._cut()
        elif self._gateway.may_answer_ping(client):
            transport.send_pong(payload)

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002 - picows calls it so
        """Called by picows after the connection ended."""
        self._gone()

    def pause_writing(self) -> None:
        """Called when pending output exceeds the high-water mark: the client is slow."""
        self._is_slow = True
        self._queued_frames = 0
        self._watch_reader()

    def resume_writing(self) -> None:
        """Called when pending output has drained: the client has caught up."""
        self._is_slow = False
        self._unwatch_reader()

    # ---- to the network

    def send(self, message: bytes) -> None:
        """Send a message; a client that is too slow is disconnected at once, and may resume."""
        transport = self._transport
        if transport is None:
            return
        if self._is_slow:
            self._queued_frames += 1
            if self._queued_frames > OUTBOX_FRAMES_MAX or self._waiting(transport) > OUTBOX_BYTES_MAX:
                self._cut()
                return
        transport.send(WSMsgType.TEXT, message)

    def close(self, last: bytes, *, reconnect: bool) -> None:
        """Send a last message and close, without one at once; from now on nothing is sent or processed."""
        transport = self._transport
        if transport is None:
            return
        self._gone()
        if not last:
            transport.disconnect(graceful=False)
            return
        transport.send(WSMsgType.TEXT, last)
        transport.send_close(WSCloseCode.SERVICE_RESTART if reconnect else WSCloseCode.POLICY_VIOLATION)
        # The other side closes when it has read this. Closing first would throw away what is still on its way to it.
        asyncio.get_running_loop().call_later(LINGER_SECONDS, transport.disconnect, False)  # noqa: FBT003 - abort

    # ---- slow readers

    def _waiting(self, transport: WSTransport) -> int:
        return transport.underlying_transport.get_write_buffer_size()

    def _watch_reader(self) -> None:
        self._unwatch_reader()
        if self._transport is not None:
            self._unsent = self._waiting(self._transport)
            self._reader_timer = asyncio.get_running_loop().call_later(FLUSH_SECONDS, self._check_reader)

    def _check_reader(self) -> None:
        """Disconnect a slow client that has read nothing since the timer was set."""
        transport = self._transport
        if transport is not None and self._is_slow:
            if self._waiting(transport) >= self._unsent:
                self._cut()
            else:
                self._watch_reader()

    def _unwatch_reader(self) -> None:
        if self._reader_timer is not None:
            self._reader_timer.cancel()
            self._reader_timer = None

    def _cut(self) -> None:
        """Disconnect without a goodbye."""
        transport = self._transport
        self._gone()
        if transport is not None:
            self._gateway.on_cut_off()
            transport.disconnect(graceful=False)

    def _gone(self) -> None:
        self._transport = None
        self._unwatch_reader()
        if self._client is not None:
            client, self._client = self._client, None
            self._gateway.on_disconnected(client)


class SocketAcceptor:
    """Accepts or refuses WebSocket upgrade requests."""

    def __init__(self, house: ServerHouse, gateway: Gateway) -> None:
        self._house = house
        self._gateway = gateway

    def accept(self, request: WSUpgradeRequest) -> WSListener | WSUpgradeResponseWithListener:
        """A connection for the request, or a refusal; exceptions are logged only, because picows would send them to the client."""
        try:
            return self._accept(request)
        except Exception as error:
            _log.error("a game socket was not opened", exc_info=error)
            return refuse(HTTPStatus.SERVICE_UNAVAILABLE)

    def _accept(self, request: WSUpgradeRequest) -> WSListener | WSUpgradeResponseWithListener:
        headers = request.headers
        path = request.path.decode("latin-1").partition("?")[0]
        if path != PATH:
            return refuse(HTTPStatus.NOT_FOUND)
        found = self.admit(headers.get("Origin", ""), headers.get("Host", ""), headers.get("Cookie", ""))
        return refuse(found) if isinstance(found, HTTPStatus) else Connection(self._gateway, found)

    def admit(self, origin: str, host: str, cookie: str) -> Session | HTTPStatus | None:
        """The session of whoever asks for a socket, None without one, or the status that refuses them."""
        settings = self._house.settings
        if not is_own_page(origin, host, public_url=settings.public_url, origins=settings.origins):
            return HTTPStatus.FORBIDDEN
        # While the database is away nobody can be told who they are, and asking it would hold up those who play.
        is_open = self._house.is_ready and self._house.room.heartbeat.is_heard
        if not is_open or self._gateway.connected >= SOCKETS_MAX:
            return HTTPStatus.SERVICE_UNAVAILABLE
        try:
            session = self._house.auth.session_in(cookie, secure=settings.is_secure)
        except StoreError:
            return HTTPStatus.SERVICE_UNAVAILABLE
        if not self._gateway.admits(None if session is None else session.person.player):
            return HTTPStatus.TOO_MANY_REQUESTS
        return session


def refuse(status: HTTPStatus) -> WSUpgradeResponseWithListener:
    """The answer to an upgrade request that is refused."""
    return WSUpgradeResponseWithListener(WSUpgradeResponse.create_error_response(status, status.phrase.encode()), None)


def socket_protocol(accept: Callable[[WSUpgradeRequest], Any]) -> type:
    """The protocol class to which uvicorn hands connections over at the upgrade."""

    class SocketProtocol(WSProtocol):  # type: ignore[misc]
        """picows in the place of uvicorn's own WebSocket protocols."""

        def __init__(
            self,
            config: Any,  # noqa: ARG002 - uvicorn's call
            server_state: Any,  # noqa: ARG002
            app_state: Any,  # noqa: ARG002
            counted: CountedConnection | None = None,
        ) -> None:
            self._counted = counted
            # A class that the library keeps for itself: names, so that one that has changed is noticed at once.
            super().__init__(
                host_port="",
                ws_path="",
                is_client_side=False,
                ws_listener_factory=accept,
                logger=_LIBRARY,
                disconnect_on_exception=True,
                websocket_handshake_timeout=_HANDSHAKE_SECONDS,
                enable_auto_ping=True,
                auto_ping_idle_timeout=_PING_AFTER_SECONDS,
                auto_ping_reply_timeout=_PONG_WITHIN_SECONDS,
                auto_ping_strategy=WSAutoPingStrategy.PING_WHEN_IDLE,
                enable_auto_pong=False,  # pings are answered above, within the limits
                max_frame_size=MESSAGE_BYTES_MAX,
                extra_headers=None,
                read_buffer_init_size=_READ_BUFFER_BYTES,
            )

        def get_buffer(self, size: int) -> memoryview:
            """The buffer for the next read, limited so that a flood stays in the network."""
            room: memoryview = super().get_buffer(size)
            return room[:READ_BYTES_MAX]

        def connection_lost(self, exc: Exception | None) -> None:
            """Uncount the closed connection."""
            if self._counted is not None:
                self._counted.close()
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            """Feed the request that uvicorn has read; everything after it comes through the buffer."""
            rest = memoryview(data)
            while rest:
                room = self.get_buffer(-1)
                size = min(len(room), len(rest))
                room[:size] = rest[:size]
                self.buffer_updated(size)
                rest = rest[size:]

    return SocketProtocol


def check_library(protocol: type) -> None:
    """
    Raise `LibraryChanged` at start if picows has another interface, instead of failing on the first client.

    The parts used are not public API of picows.
    """
    try:
        made = protocol(None, None, None)
        whole = all(callable(getattr(made, name)) for name in _LIBRARY_METHODS) and made.transport is None
    except (AttributeError, TypeError) as error:
        raise LibraryChanged(f"picows {version('picows')} takes game sockets in another way: {error}") from error
    if not whole:
        raise LibraryChanged(f"picows {version('picows')} takes game sockets in another way")
