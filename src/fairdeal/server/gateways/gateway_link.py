"""
The room's end of its gateway processes.

A connection that a gateway holds is to the room what one of its own is: a client with a sink. What is sent to several connections
of a gateway in one turn of the loop, such as a frame that everybody at a table sees, goes to it once with their numbers.
"""

import asyncio
import logging
import socket
from collections.abc import Callable
from http import HTTPStatus
from typing import Final, Protocol

import msgspec

from fairdeal.protocol.client import AnyClientMessage
from fairdeal.server.auth.person import Session
from fairdeal.server.client import Client, MessageSink
from fairdeal.server.gateways.batches import BatchSocket
from fairdeal.server.gateways.messages import (
    Admit,
    AnyNotice,
    Close,
    Closed,
    Introduced,
    Opening,
    Refuse,
    Report,
    Said,
    Send,
    notices_of,
)
from fairdeal.server.http.bounded_protocol import Bounds
from fairdeal.server.http.connections import CountedConnection
from fairdeal.server.limits import GATEWAY_SILENT_SECONDS, GATEWAY_UNSENT_BYTES_MAX

_LOOK_SECONDS: Final = 1.0
_FLUSH_SECONDS: Final = 2.0
_log: Final = logging.getLogger(__name__)


class Clients(Protocol):
    """What the room does with connections: `server.gateway.Gateway`."""

    on_outcome: Callable[[str, str], None]

    def on_connected(self, sink: MessageSink, session: Session | None) -> Client:
        """Register a new connection and send its welcome."""
        ...

    def on_disconnected(self, client: Client) -> None:
        """Forget a closed connection."""
        ...

    def on_read_message(self, client: Client, message: AnyClientMessage) -> None:
        """Handle one message."""
        ...


class Admission(Protocol):
    """Who decides over requests for sockets: `server.socket.SocketAcceptor`."""

    def admit(self, origin: str, host: str, cookie: str) -> Session | HTTPStatus | None:
        """The session of whoever asks, None without one, or the status that refuses them."""
        ...


class _Shared:
    """A message of this turn that may go to more connections: its place in the order of all, and who gets it."""

    __slots__ = ("connections", "place")

    def __init__(self, place: int, connections: list[int]) -> None:
        self.place = place
        self.connections = connections


class RemoteSink:
    """The outgoing side of a connection that a gateway process holds."""

    __slots__ = ("client", "counted", "last_place", "link", "number")

    def __init__(self, link: "GatewayLink", number: int, counted: CountedConnection) -> None:
        self.link = link
        self.number = number
        self.counted = counted
        self.client: Client | None = None
        self.last_place = 0  # of the last message sent to it

    def send(self, message: bytes) -> None:
        """Send a message; the gateway disconnects a client too slow to receive it."""
        self.link.send(self, message)

    def close(self, last: bytes, *, reconnect: bool) -> None:
        """Send a last message and close."""
        self.link.close_connection(self, last, reconnect=reconnect)


class GatewayLink:
    """One gateway process, as the room sees it."""

    def __init__(self, links: "GatewayLinks", loop: asyncio.AbstractEventLoop, wire: socket.socket) -> None:
        self._links = links
        self._loop = loop
        self._batches = BatchSocket(loop, wire, self._on_batch, self._on_lost)
        self._batches.on_flush = self._on_flush
        self._sinks: dict[int, RemoteSink] = {}
        self._place = 0
        self._shared: dict[int, _Shared] = {}  # messages of this turn, by identity
        self.silent_looks = 0
        self.gateway: int | None = None  # which one it is, once it has said so
        self.report = Report(0, 0, 0.0, 0, [])

    @property
    def unsent_bytes(self) -> int:
        """What the gateway has not taken yet."""
        return self._batches.unsent_bytes

    # ---- to the gateway

    def send(self, sink: RemoteSink, message: bytes) -> None:
        """Send a message to a connection; one that was sent to another in this turn goes along with that."""
        if sink.client is None and sink.number not in self._sinks:
            return
        shared = self._shared.get(id(message))
        # Not if the connection was sent something after it: messages to one connection stay in order.
        if shared is not None and shared.place > sink.last_place:
            shared.connections.append(sink.number)
            sink.last_place = shared.place
            return
        self._place += 1
        sink.last_place = self._place
        connections = [sink.number]
        self._shared[id(message)] = _Shared(self._place, connections)
        self._batches.add(Send(connections, message))

    def close_connection(self, sink: RemoteSink, last: bytes, *, reconnect: bool) -> None:
        """Send a last message to a connection and close it; from now on nothing is sent or processed."""
        if self._forget(sink):
            self._batches.add(Close(sink.number, last, reconnect))

    def _on_flush(self) -> None:
        self._shared.clear()
        if self._batches.unsent_bytes > GATEWAY_UNSENT_BYTES_MAX:
            _log.error("gateway %s does not read; it is replaced", self.gateway)
            self.give_up()

    def flush(self) -> None:
        """Send now what was said in this turn."""
        self._batches.flush()

    # ---- from the gateway

    def _on_batch(self, body: bytes) -> None:
        self.silent_looks = 0
        try:
            notices = notices_of(body)
        except msgspec.MsgspecError as error:
            _log.error("gateway %s said what nobody understands; it is replaced", self.gateway, exc_info=error)
            self.give_up()
            return
        for notice in notices:
            if type(notice) is Said:  # by far the most frequent
                sink = self._sinks.get(notice.connection)
                if sink is not None and sink.client is not None:
                    self._on_said(sink, sink.client, notice.message)
            else:
                self._on_notice_safely(notice)

    def _on_notice_safely(self, notice: AnyNotice) -> None:
        """A failure holds up no other connection."""
        try:
            self._on_notice(notice)
        except Exception as error:
            _log.error("a notice of a gateway was not handled", exc_info=error)

    def _on_notice(self, notice: AnyNotice) -> None:
        if isinstance(notice, Opening):
            self._on_opening(notice)
        elif isinstance(notice, Closed):
            sink = self._sinks.get(notice.connection)
            if sink is not None:
                self._forget(sink)
        elif isinstance(notice, Report):
            self.report = notice
            for kind, outcome, count in notice.outcomes:
                for _ in range(count):
                    self._links.clients.on_outcome(kind, outcome)
        elif isinstance(notice, Introduced):
            self.gateway = notice.gateway
            self._links.on_introduced(self)

    def _on_said(self, sink: RemoteSink, client: Client, message: AnyClientMessage) -> None:
        """A failure ends this connection only."""
        try:
            self._links.clients.on_read_message(client, message)
        except Exception as error:
            _log.error("a message was not handled", exc_info=error)
            self.close_connection(sink, b"", reconnect=True)

    def _on_opening(self, asked: Opening) -> None:
        found: Session | HTTPStatus | None = HTTPStatus.TOO_MANY_REQUESTS
        counted = self._links.count(asked)
        if counted is not None:
            try:
                found = self._links.admission.admit(asked.origin, asked.host, asked.cookie)
            except Exception as error:
                _log.error("a game socket was not opened", exc_info=error)
                found = HTTPStatus.SERVICE_UNAVAILABLE
        if isinstance(found, HTTPStatus) or counted is None:
            if counted is not None:
                counted.close()
            status = found if isinstance(found, HTTPStatus) else HTTPStatus.TOO_MANY_REQUESTS
            self._batches.add(Refuse(asked.connection, status.value))
            return
        player = "" if found is None else str(found.person.player)
        sink = self._sinks[asked.connection] = RemoteSink(self, asked.connection, counted)
        self._batches.add(Admit(asked.connection, player))
        try:
            sink.client = self._links.clients.on_connected(sink, found)
        except Exception as error:
            _log.error("a game socket was not opened", exc_info=error)
            self.close_connection(sink, b"", reconnect=True)

    # ---- the end

    def _forget(self, sink: RemoteSink) -> bool:
        """Forget a connection; False if it was forgotten before."""
        if self._sinks.pop(sink.number, None) is None:
            return False
        sink.counted.close()
        client, sink.client = sink.client, None
        if client is not None:
            self._links.clients.on_disconnected(client)
        return True

    def give_up(self) -> None:
        """End the link to a gateway that does not work, and have it replaced."""
        self._batches.close()
        self._on_lost()
        if self.gateway is not None:
            self._links.replace(self.gateway)

    def close(self) -> None:
        """Hang up."""
        self._batches.close()

    def _on_lost(self) -> None:
        self._links.on_lost(self)
        for sink in list(self._sinks.values()):
            self._forget(sink)


class GatewayLinks:
    """All gateway processes of a room: they connect to `listener`; `replace` is called with the number of one that hangs."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        listener: socket.socket,
        clients: Clients,
        admission: Admission,
        bounds: Bounds,
        replace: Callable[[int], None],
    ) -> None:
        self._loop = loop
        self._listener = listener
        self.clients = clients
        self.admission = admission
        self._bounds = bounds
        self.replace = replace
        self.links: list[GatewayLink] = []
        self.lost = 0
        listener.setblocking(False)  # noqa: FBT003 - the library's word
        loop.add_reader(listener.fileno(), self._accept)
        self._timer = loop.call_later(_LOOK_SECONDS, self._look)

    def _accept(self) -> None:
        try:
            wire, _ = self._listener.accept()
        except OSError:  # it has hung up already
            return
        self.links.append(GatewayLink(self, self._loop, wire))

    def on_introduced(self, link: GatewayLink) -> None:
        """Note which gateway it is."""
        _log.info("gateway %s is connected", link.gateway)

    def count(self, asked: Opening) -> CountedConnection | None:
        """Count a connection for its address; None if there are too many, or they come too fast."""
        bounds = self._bounds
        if bounds.proxies.trusts(asked.peer):
            return bounds.connections.take(bounds.proxies.client_of(asked.peer, asked.forwarded))
        return bounds.admit(asked.peer, self._loop.time())

    def on_lost(self, link: GatewayLink) -> None:
        """A gateway is gone, and its connections with it."""
        if link in self.links:
            self.links.remove(link)
            self.lost += 1
            _log.warning("gateway %s is gone; its players come back through others", link.gateway)

    def _look(self) -> None:
        """Give up gateways that say nothing; a room that stood still itself has looked only once meanwhile."""
        self._timer = self._loop.call_later(_LOOK_SECONDS, self._look)
        for link in list(self.links):
            link.silent_looks += 1
            if link.silent_looks > GATEWAY_SILENT_SECONDS:
                _log.error("gateway %s gives no sign of life; it is replaced", link.gateway)
                link.give_up()

    async def close(self) -> None:
        """Let the gateways take the last messages, then hang up."""
        self._timer.cancel()
        self._loop.remove_reader(self._listener.fileno())
        for link in self.links:
            link.flush()
        ends_by = self._loop.time() + _FLUSH_SECONDS
        while any(link.unsent_bytes for link in self.links) and self._loop.time() < ends_by:
            await asyncio.sleep(_FLUSH_SECONDS / 100)
        for link in self.links:
            link.close()
        self.links.clear()
