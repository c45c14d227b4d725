"""A store as plain rows, as the integrity check, backups and restores read and write it."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Final, NamedTuple, Protocol

from fairdeal.storage.chain import ChainHasher
from fairdeal.storage.port import Damaged, Store
from fairdeal.storage.shapes import SHAPES, Key, Row

PAGE_ROWS: Final = 1_000


class Imbalance(NamedTuple):
    """An account whose balance is not the sum of its transfers."""

    account: str
    balance: int
    posted: int


class Numbering(NamedTuple):
    """How many hands a table has, and their first and last number."""

    table: str
    hands: int
    first: int
    last: int


class Rows(Protocol):
    """The rows of one consistent state of a store."""

    def count(self, table: str) -> int:
        """How many rows a table has."""
        ...

    def page(self, table: str, after: Key | None, limit: int) -> list[Row]:
        """The next rows in the order of their key."""
        ...

    def pick(self, table: str, keys: Sequence[Key]) -> list[Row]:
        """The rows with these keys that exist, in any order."""
        ...

    def imbalances(self) -> list[Imbalance]:
        """Accounts whose balance is not the sum of their transfers, missing ones included; `OverflowError` if a sum is too large."""
        ...

    def numberings(self) -> list[Numbering]:
        """Tables whose hands are not numbered from 1 without a gap."""
        ...

    def faults(self) -> list[str]:
        """Problems the database's own integrity check finds in tables and indexes."""
        ...


class WritableRows(Rows, Protocol):
    """A store that is being filled; it can be read at the same time."""

    def add(self, table: str, rows: Sequence[Row]) -> None:
        """Insert rows into a table."""
        ...


class Archive(Store, Protocol):
    """A store that can be read and filled as a whole; `chain` makes its digests."""

    chain: ChainHasher

    def reading(self) -> AbstractContextManager[Rows]:
        """Open a consistent snapshot for reading while other writers go on."""
        ...

    def filling(self) -> AbstractContextManager[WritableRows]:
        """Fill an empty store, all or nothing; a store with rows raises `Clash`."""
        ...


def walk_pages(rows: Rows, table: str) -> Iterator[list[Row]]:
    """All rows of a table in the order of their key, a page at a time."""
    width = len(SHAPES[table].key)
    after: Key | None = None
    while page := rows.page(table, after, PAGE_ROWS):
        yield page
        last = page[-1][:width]
        if after is not None and not last > after:  # the database has lost its order, and would never come to an end
            raise Damaged(f"the rows of {table} are not in the order of their key")
        after = last


def walk(rows: Rows, table: str) -> Iterator[Row]:
    """All rows of a table in the order of their key."""
    for page in walk_pages(rows, table):
        yield from page
