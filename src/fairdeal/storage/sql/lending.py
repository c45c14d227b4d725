"""A pool of reading connections that can be closed safely while some are in use."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event

from sqlalchemy import Connection, Engine

from fairdeal.storage.port import StoreClosed


class Lender:
    """
    Lends the connections of an SQLAlchemy engine.

    A disposed engine forgets the connections in use: they would return to a pool that is never closed. Here a connection that
    is returned after `close` is closed.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._closed = Event()

    @contextmanager
    def lend(self) -> Iterator[Connection]:
        """Borrow a connection for a `with` block."""
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
        """Close idle connections, and lend no more."""
        self._closed.set()
        self._engine.dispose()
