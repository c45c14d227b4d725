"""Connections of a pool, lent to whoever reads."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event

from sqlalchemy import Connection, Engine

from fairdeal.storage.port import StoreClosed


class Lender:
    """
    Lends connections of an engine.

    An engine that is disposed of forgets the connections that are lent just then: they would come back into a pool that nobody
    closes any more. Here whoever brings one back after the end closes it.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._closed = Event()

    @contextmanager
    def lend(self) -> Iterator[Connection]:
        """A connection for a while."""
        if self._closed.is_set():
            raise StoreClosed("the store was closed")
        pool = self._engine.pool
        try:
            with self._engine.connect() as connection:
                yield connection
        finally:
            if self._closed.is_set():
                pool.dispose()
                self._engine.pool.dispose()

    def close(self) -> None:
        """Close what is not lent, and lend nothing more."""
        self._closed.set()
        self._engine.dispose()
