"""
A gateway process's end of the link to the room.

To connections it is what the room's gateway is in a server of one process: it checks the rate and form of their messages and passes
them on. A room that is gone is looked for until it is back; its connections are told to come back, and whoever asks for a socket
meanwhile waits a moment.
"""

import asyncio
import logging
import os
import resource
import socket
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Protocol

from fairdeal.kernel import Instant, PlayerId
from fairdeal.protocol.base import Explanation
from fairdeal.server.client import Account, Client, MessageSink
from fairdeal.server.gateways.batches import BatchSocket
from fairdeal.server.gateways.messages import (
    Admit,
    Close,
    Closed,
    Introduced,
    Opening,
    Refuse,
    Report,
    Said,
    Send,
    instructions_of,
)
from fairdeal.server.intake import Intake
from fairdeal.server.limits import ROOM_UNSENT_BYTES_HIGH

REPORT_SECONDS: Final = 1.0
_LOOK_SECONDS: Final = 0.1
_MILLISECONDS: Final = 1_000_000
_STATM: Final = Path("/proc/self/statm")
_PAGE_BYTES: Final = resource.getpagesize()
_log: Final = logging.getLogger(__name__)


class Request(Protocol):
    """Somebody who asks for a game socket, and waits for the room's answer."""

    def opening(self, number: int) -> Opening:
        """The request, under the number the connection has."""
        ...

    def on_admitted(self, admitted: "Admitted") -> None:
        """Open the socket."""
        ...

    def on_refused(self, status: int) -> None:
        """Refuse it."""
        ...


class HeldClient(Client):
    """A connection of this gateway: its rates, and the number the room knows it by."""

    __slots__ = ("number",)

    def __init__(self, sink: MessageSink, account: Account | None, rate: int, number: int) -> None:
        super().__init__(sink, None, account, rate)
        self.number = number


class Admitted:
    """A connection that the room has admitted and that is not open yet."""

    __slots__ = ("is_open", "number", "player")

    def __init__(self, number: int, player: str) -> None:
        self.number = number
        self.player = player
        self.is_open = False


class RoomLink:
    """The connections of this gateway, and what it tells the room of them; `rate` is in messages a second."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, path: str, gateway: int, rate: int, relayed: Callable[[], int]
    ) -> None:
        self._loop = loop
        self._path = path
        self._gateway = gateway
        self._rate = rate
        self._relayed = relayed
        self._batches: BatchSocket | None = None
        self._clients: dict[int, HeldClient] = {}
        self._accounts: dict[PlayerId, Account] = {}
        self._requests: dict[int, Request] = {}
        self._last_number = 0
        self._outcomes: Counter[tuple[str, str]] = Counter()
        self._intake = Intake(_now, self._on_outcome)
        self._timer: asyncio.TimerHandle | None = None
        self._is_closed = False

    @property
    def connected(self) -> int:
        """How many connections there are."""
        return len(self._clients)

    # ---- the link

    def connect(self) -> None:
        """Look for the room until it is there."""
        if self._is_closed:
            return
        wire = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        wire.setblocking(False)  # noqa: FBT003 - the library's word
        try:
            wire.connect(self._path)
        except OSError:  # nobody listens, or too many wait already
            wire.close()
            self._timer = self._loop.call_later(_LOOK_SECONDS, self.connect)
            return
        self._batches = BatchSocket(self._loop, wire, self._on_batch, self._on_lost)
        self._batches.add(Introduced(self._gateway, os.getpid()))
        for number, request in self._requests.items():
            self._batches.add(request.opening(number))
        self._report()

    def close(self) -> None:
        """Tell everybody to come back, and hang up."""
        self._is_closed = True
        self._dismiss()
        if self._timer is not None:
            self._timer.cancel()
        if self._batches is not None:
            self._batches.close()
            self._batches = None

    def _on_lost(self) -> None:
        self._batches = None
        if self._timer is not None:
            self._timer.cancel()
        level = logging.WARNING if self._clients else logging.INFO  # a room that stops has said goodbye to everybody
        _log.log(level, "the room is gone; %d connections are told to come back", len(self._clients))
        self._dismiss()
        self.connect()

    def _dismiss(self) -> None:
        for client in list(self._clients.values()):
            client.disconnect("server_stopping", reconnect=True)

    def _report(self) -> None:
        """Tell the room what this process uses; that it does so is its sign of life."""
        if self._batches is None:
            return
        self._timer = self._loop.call_later(REPORT_SECONDS, self._report)
        outcomes = [(kind, outcome, count) for (kind, outcome), count in self._outcomes.items()]
        self._outcomes.clear()
        used = time.process_time()
        self._batches.add(Report(len(self._clients), self._relayed(), used, _memory_bytes(), outcomes))

    # ---- requests for sockets

    def ask(self, request: Request) -> int:
        """Ask the room whether a socket may be opened; the number under which the request can be withdrawn."""
        self._last_number += 1
        number = self._last_number
        self._requests[number] = request
        if self._batches is not None:
            self._batches.add(request.opening(number))
        return number

    def withdraw(self, number: int) -> None:
        """Whoever asked is gone, or the socket could not be opened."""
        self._requests.pop(number, None)
        self._tell_closed(number)

    def _tell_closed(self, number: int) -> None:
        if self._batches is not None:
            self._batches.add(Closed(number))

    # ---- from the room

    def _on_batch(self, body: bytes) -> None:
        clients = self._clients
        for each in instructions_of(body):
            if type(each) is Send:
                message = each.message
                for number in each.connections:
                    client = clients.get(number)
                    if client is not None:
                        client.sink.send(message)
            elif isinstance(each, Admit):
                asked = self._requests.pop(each.connection, None)
                if asked is not None:
                    asked.on_admitted(Admitted(each.connection, each.player))
            elif isinstance(each, Refuse):
                asked = self._requests.pop(each.connection, None)
                if asked is not None:
                    asked.on_refused(each.status)
            elif isinstance(each, Close):
                self._on_close(each)

    def _on_close(self, told: Close) -> None:
        client = self._clients.get(told.connection)
        if client is not None:
            client.sink.close(told.last, reconnect=told.reconnect)

    # ---- from connections

    def on_connected(self, sink: MessageSink, session: Any) -> Client:
        """A connection that was admitted is open."""
        admitted: Admitted = session
        admitted.is_open = True
        account = self._account(PlayerId(admitted.player)) if admitted.player else None
        client = HeldClient(sink, account, self._rate, admitted.number)
        self._clients[admitted.number] = client
        if account is not None:
            account.clients.add(client)
        return client

    def _account(self, player: PlayerId) -> Account:
        account = self._accounts.get(player)
        if account is None:
            account = self._accounts[player] = Account(player, self._rate)
        return account

    def on_message(self, client: Client, data: bytes) -> None:
        """Check a message of a client, and pass it on."""
        message = self._intake.read(client, data)
        if message is None or self._batches is None:
            return
        assert isinstance(client, HeldClient), client
        if self._batches.unsent_bytes > ROOM_UNSENT_BYTES_HIGH:
            self._intake.refuse(client, Explanation(code="busy"), message.id)
        else:
            self._batches.add(Said(client.number, message))

    def may_answer_ping(self, client: Client) -> bool:
        """Whether a ping may be answered; pings count against the message rate."""
        return self._intake.may_answer_ping(client)

    def on_disconnected(self, client: Client) -> None:
        """Forget a closed connection."""
        assert isinstance(client, HeldClient), client
        if self._clients.pop(client.number, None) is None:
            return
        account = client.account
        if account is not None:
            account.clients.discard(client)
            if not account.clients:
                self._accounts.pop(account.player, None)
        self._tell_closed(client.number)

    def on_cut_off(self) -> None:
        """Count a connection that was closed because it was too slow."""
        self._on_outcome("outbox", "too_slow")

    def _on_outcome(self, kind: str, outcome: str) -> None:
        self._outcomes[kind, outcome] += 1


def _now() -> Instant:
    return Instant(time.monotonic_ns() // _MILLISECONDS)


def _memory_bytes() -> int:
    """Memory that this process holds."""
    try:
        return int(_STATM.read_text("ascii").split()[1]) * _PAGE_BYTES
    except OSError:
        return 0
