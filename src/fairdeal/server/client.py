"""One connection as the gateway knows it, and the player behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from fairdeal.kernel import PlayerId, TableId
from fairdeal.protocol.base import Told
from fairdeal.protocol.codec import encode
from fairdeal.protocol.server import Goodbye
from fairdeal.server.answers import Answers
from fairdeal.server.limits import ACCOUNT_PERCENT, BURST_SECONDS, CHAT_BURST, CHAT_RATE
from fairdeal.server.rates import Bucket

if TYPE_CHECKING:
    from fairdeal.server.auth.person import Session


class Outlet(Protocol):
    """Where messages to one client go."""

    def send(self, message: bytes) -> None:
        """Send a message; one too slow to take it is cut off."""
        ...

    def close(self, last: bytes, *, again: bool) -> None:
        """Say a last word and close; `again` if the client should come back by itself."""
        ...


class Account:
    """A player who is or was connected: speed, answers, connections."""

    __slots__ = ("answers", "bucket", "chat", "clients", "player")

    def __init__(self, player: PlayerId, rate: int) -> None:
        self.player = player
        self.bucket = Bucket(rate * ACCOUNT_PERCENT / 100, rate * ACCOUNT_PERCENT / 100 * BURST_SECONDS)
        self.chat = Bucket(CHAT_RATE, CHAT_BURST)
        self.answers = Answers()
        self.clients: set[Client] = set()


class Acting:
    """An act on its way to its table; what it leads to there may answer it at once."""

    __slots__ = ("id", "is_answered", "table")

    def __init__(self, table: str, name: str) -> None:
        self.table = table
        self.id = name
        self.is_answered = False


class Client:
    """One connection: who it is, what it follows."""

    __slots__ = ("account", "acting", "answers", "bucket", "faults", "outlet", "player", "session", "tables")

    def __init__(self, outlet: Outlet, session: Session | None, account: Account | None, rate: int) -> None:
        self.outlet = outlet
        self.session = session
        self.account = account  # None: nobody signed in
        self.player = None if account is None else account.player
        self.acting: Acting | None = None
        self.answers = Answers() if account is None else account.answers
        self.bucket = Bucket(rate, rate * BURST_SECONDS)
        self.faults = 0
        self.tables: set[TableId] = set()

    def send(self, message: bytes) -> None:
        """Send a message."""
        self.outlet.send(message)

    def dismiss(self, code: str, *, again: bool) -> None:
        """Say goodbye, and why, and close."""
        self.outlet.close(encode(Goodbye(told=Told(code=code), again=again)), again=again)
