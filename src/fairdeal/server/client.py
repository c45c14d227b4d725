"""A client connection of the gateway, and the player it belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from fairdeal.kernel import PlayerId, TableId
from fairdeal.protocol.base import Explanation
from fairdeal.protocol.codec import encode
from fairdeal.protocol.server import Goodbye
from fairdeal.server.answers import Answers
from fairdeal.server.limits import ACCOUNT_PERCENT, BURST_SECONDS, CHAT_BURST, CHAT_RATE
from fairdeal.server.rate_limit import TokenBucket

if TYPE_CHECKING:
    from fairdeal.server.auth.person import Session


class MessageSink(Protocol):
    """The outgoing side of one connection."""

    def send(self, message: bytes) -> None:
        """Send a message; a client too slow to receive it is disconnected."""
        ...

    def close(self, last: bytes, *, reconnect: bool) -> None:
        """Send a last message and close; `reconnect` if the client should reconnect automatically."""
        ...


class Account:
    """A player who is or was connected: rate limits, answers, connections."""

    __slots__ = ("answers", "bucket", "chat", "clients", "player")

    def __init__(self, player: PlayerId, rate: int) -> None:
        self.player = player
        self.bucket = TokenBucket(rate * ACCOUNT_PERCENT / 100, rate * ACCOUNT_PERCENT / 100 * BURST_SECONDS)
        self.chat = TokenBucket(CHAT_RATE, CHAT_BURST)
        self.answers = Answers()
        self.clients: set[Client] = set()


class PendingAct:
    """An act being decided by its table; the frame it leads to may already answer it."""

    __slots__ = ("id", "is_answered", "table")

    def __init__(self, table: str, name: str) -> None:
        self.table = table
        self.id = name
        self.is_answered = False


class Client:
    """One connection: its player and session, and the tables it follows."""

    __slots__ = ("account", "answers", "bucket", "faults", "pending_act", "player", "session", "sink", "tables")

    def __init__(self, sink: MessageSink, session: Session | None, account: Account | None, rate: int) -> None:
        self.sink = sink
        self.session = session
        self.account = account  # None: nobody signed in
        self.player = None if account is None else account.player
        self.pending_act: PendingAct | None = None
        self.answers = Answers() if account is None else account.answers
        self.bucket = TokenBucket(rate, rate * BURST_SECONDS)
        self.faults = 0
        self.tables: set[TableId] = set()

    def send(self, message: bytes) -> None:
        """Send a message."""
        self.sink.send(message)

    def disconnect(self, code: str, *, reconnect: bool) -> None:
        """Send a goodbye with the reason and close the connection."""
        self.sink.close(encode(Goodbye(told=Explanation(code=code), again=reconnect)), reconnect=reconnect)
