"""
The game socket.

uvicorn reads the request and hands the connection over at the upgrade; from then on picows has it, and no ASGI message is
made for it any more. That is what makes a fan-out to six players cheap.
"""

import asyncio
import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

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

from fairdeal.server.auth.cookies import token_in
from fairdeal.server.auth.origin import is_same_origin
from fairdeal.server.client import Client
from fairdeal.server.gateway import Gateway
from fairdeal.server.house import ServerHouse
from fairdeal.server.limits import MESSAGE_BYTES_MAX, OUTBOX_BYTES_HIGH, OUTBOX_FRAMES_MAX, SOCKETS_MAX
from fairdeal.storage.port import StoreError

PATH: Final = "/ws"
_PING_AFTER_SECONDS: Final = 20.0
_PONG_WITHIN_SECONDS: Final = 10.0
_LINGER_SECONDS: Final = 2.0
_READ_BUFFER_BYTES: Final = 2048
_LOGGER: Final = logging.getLogger("fairdeal.socket")
_LOGGER.setLevel(logging.WARNING)


class Connection(WSListener):
    """One client on the wire: its messages in, ours out, and no more waiting to be sent than the limits allow."""

    def __init__(self, gateway: Gateway, session: Any) -> None:
        super().__init__()
        self._gateway = gateway
        self._session = session
        self._transport: WSTransport | None = None
        self._client: Client | None = None
        self._is_slow = False
        self._owed = 0

    # ---- from the network

    def on_ws_connected(self, transport: WSTransport) -> None:
        """The upgrade is done."""
        transport.underlying_transport.set_write_buffer_limits(high=OUTBOX_BYTES_HIGH)
        self._transport = transport
        self._client = self._gateway.opened(self, self._session)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """A frame came in; only whole texts are messages."""
        kind = frame.msg_type
        if kind == WSMsgType.TEXT and frame.fin:
            if self._client is not None:
                self._gateway.heard(self._client, frame.get_payload_as_bytes())
        elif kind == WSMsgType.CLOSE:
            if not transport.is_close_frame_sent:
                transport.send_close(WSCloseCode.OK)
            transport.disconnect()
        elif kind in (WSMsgType.TEXT, WSMsgType.BINARY, WSMsgType.CONTINUATION):
            transport.send_close(WSCloseCode.UNSUPPORTED_DATA)
            transport.disconnect()

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002 - picows calls it so
        """The connection is gone."""
        self._gone()

    def pause_writing(self) -> None:
        """More waits to be sent than should."""
        self._is_slow = True
        self._owed = 0

    def resume_writing(self) -> None:
        """The client has caught up."""
        self._is_slow = False

    # ---- to the network

    def send(self, message: bytes) -> None:
        """Send a message; who is too slow is cut off at once, and resumes."""
        transport = self._transport
        if transport is None:
            return
        if self._is_slow:
            self._owed += 1
            if self._owed > OUTBOX_FRAMES_MAX:
                self._gone()
                self._gateway.cut_off()
                transport.disconnect(graceful=False)
                return
        transport.send(WSMsgType.TEXT, message)

    def close(self, last: bytes, *, again: bool) -> None:
        """Say a last word and close; from now on nothing is sent or heard, however long the other side takes."""
        transport = self._transport
        if transport is None:
            return
        self._gone()
        transport.send(WSMsgType.TEXT, last)
        transport.send_close(WSCloseCode.SERVICE_RESTART if again else WSCloseCode.POLICY_VIOLATION)
        # The other side closes when it has read this. Closing first would throw away what is still on its way to it.
        asyncio.get_running_loop().call_later(_LINGER_SECONDS, transport.disconnect, False)  # noqa: FBT003 - abort

    def _gone(self) -> None:
        self._transport = None
        if self._client is not None:
            client, self._client = self._client, None
            self._gateway.closed(client)


class Door:
    """Decides who may open a game socket."""

    def __init__(self, house: ServerHouse, gateway: Gateway) -> None:
        self._house = house
        self._gateway = gateway

    def enter(self, request: WSUpgradeRequest) -> WSListener | WSUpgradeResponseWithListener:
        """A connection for the request, or a refusal."""
        headers = request.headers
        path = request.path.decode("latin-1").partition("?")[0]
        if path != PATH:
            return _refuse(HTTPStatus.NOT_FOUND)
        settings = self._house.settings
        allowed = (*settings.origins, *((settings.public_url.rstrip("/"),) if settings.public_url else ()))
        if not is_same_origin(headers.get("Origin", ""), headers.get("Host", ""), allowed):
            return _refuse(HTTPStatus.FORBIDDEN)
        # While the database is away nobody can be told who they are, and asking it would hold up those who play.
        is_open = self._house.is_ready and self._house.room.heartbeat.is_heard
        if not is_open or self._gateway.connected >= SOCKETS_MAX:
            return _refuse(HTTPStatus.SERVICE_UNAVAILABLE)
        token = token_in(headers.get("Cookie", ""))
        try:
            session = None if token is None else self._house.auth.session(token)
        except StoreError:
            return _refuse(HTTPStatus.SERVICE_UNAVAILABLE)
        if not self._gateway.admits(None if session is None else session.person.player):
            return _refuse(HTTPStatus.TOO_MANY_REQUESTS)
        return Connection(self._gateway, session)


def _refuse(status: HTTPStatus) -> WSUpgradeResponseWithListener:
    return WSUpgradeResponseWithListener(WSUpgradeResponse.create_error_response(status, status.phrase.encode()), None)


def socket_protocol(enter: Callable[[WSUpgradeRequest], Any]) -> type:
    """The protocol to which uvicorn hands connections over at the upgrade."""

    class SocketProtocol(WSProtocol):  # type: ignore[misc]
        """picows in the place of uvicorn's own WebSocket protocols."""

        def __init__(self, config: Any, server_state: Any, app_state: Any) -> None:  # noqa: ARG002 - uvicorn's call
            super().__init__(
                "",
                "",
                False,  # noqa: FBT003 - the server's side; picows takes its arguments by place
                enter,
                _LOGGER,
                True,  # noqa: FBT003 - disconnect on exceptions
                10,
                True,  # noqa: FBT003 - ping idle clients
                _PING_AFTER_SECONDS,
                _PONG_WITHIN_SECONDS,
                WSAutoPingStrategy.PING_WHEN_IDLE,
                True,  # noqa: FBT003 - answer pings
                MESSAGE_BYTES_MAX,
                None,
                _READ_BUFFER_BYTES,
            )

        def data_received(self, data: bytes) -> None:
            """The request, as uvicorn has read it; everything after it comes through the buffer."""
            rest = memoryview(data)
            while rest:
                room = self.get_buffer(-1)
                size = min(len(room), len(rest))
                room[:size] = rest[:size]
                self.buffer_updated(size)
                rest = rest[size:]

    return SocketProtocol
