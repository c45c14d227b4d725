"""What a store asks of a database, and databases do differently."""

from collections.abc import Sequence
from typing import Protocol

from sqlalchemy import Connection, Engine

from fairdeal.kernel import Instant
from fairdeal.storage.evidence import Plan, Reader
from fairdeal.storage.port import StoreError
from fairdeal.storage.shapes import Row


class Raced(StoreError):
    """Another process was quicker; asked again, the database will answer differently."""


class Writer(Reader, Protocol):
    """The one connection that writes."""

    def begin(self) -> None:
        """Start a transaction that writes."""
        ...

    def commit(self) -> None:
        """Make it durable."""
        ...

    def close(self) -> None:
        """Undo what is not durable and hang up."""
        ...

    def rollback(self) -> None:
        """Undo it."""
        ...

    def write(self, plan: Plan) -> None:
        """Write all rows of a plan."""
        ...

    def claim(self, shard: str, owner: str, at: Instant) -> int:
        """Take a shard; its new epoch."""
        ...

    def renew(self, shard: str, epoch: int, at: Instant) -> bool:
        """Note that the holder of a shard is alive; False if the epoch is over."""
        ...

    def keep_edition(self, edition: Row) -> str:
        """Keep an edition unless its digest is known; the text that is kept now."""
        ...


class Database(Protocol):
    """What differs between databases."""

    reading: Engine  # each connection sees one consistent state
    altering: Engine  # each connection has the database for itself
    errors: tuple[type[Exception], ...]

    def writer(self) -> Writer:
        """Connect for writing."""
        ...

    def insert(self, connection: Connection, table: str, rows: Sequence[Row]) -> None:
        """Put many rows into a table."""
        ...

    def translate(self, error: BaseException) -> StoreError:
        """What the driver's error means."""
        ...
