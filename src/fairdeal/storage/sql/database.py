"""The interface of the database backends: what SQLite and PostgreSQL do differently."""

from collections.abc import Sequence
from typing import Final, Protocol

from sqlalchemy import Connection, Engine

from fairdeal.kernel import Instant
from fairdeal.storage.commit_plan import CommitPlan, Reader
from fairdeal.storage.port import StoreError
from fairdeal.storage.shapes import Row

ANSWER_SECONDS: Final = 90.0
"""Seconds after which a statement without an answer is given up; longer than a server lets any statement run."""


class Raced(StoreError):
    """Another process wrote the same rows first; retry the transaction."""


class Writer(Reader, Protocol):
    """The one connection that writes."""

    def begin(self) -> None:
        """Start a transaction that writes."""
        ...

    def commit(self) -> None:
        """Commit the transaction."""
        ...

    def close(self) -> None:
        """Roll back what is not committed and disconnect."""
        ...

    def rollback(self) -> None:
        """Roll the transaction back."""
        ...

    def write(self, plan: CommitPlan) -> None:
        """Write all rows of a plan."""
        ...

    def claim(self, shard: str, owner: str, at: Instant) -> int:
        """Claim a shard and return its new epoch."""
        ...

    def renew(self, shard: str, epoch: int, at: Instant) -> bool:
        """Renew the lease of a shard; False if a later epoch has begun."""
        ...

    def keep_edition(self, edition: Row) -> str:
        """Store an edition unless its digest is known; return the text stored under that digest."""
        ...


class Database(Protocol):
    """A database backend."""

    reading: Engine  # each connection sees one consistent state
    altering: Engine  # each connection has the database for itself
    errors: tuple[type[Exception], ...]

    def writer(self) -> Writer:
        """Open the connection for writing."""
        ...

    def insert(self, connection: Connection, table: str, rows: Sequence[Row]) -> None:
        """Insert many rows into a table."""
        ...

    def translate(self, error: BaseException) -> StoreError:
        """The `StoreError` that a driver's error means."""
        ...
