"""A store as plain rows: how the check reads it, and how a backup leaves and enters it."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Final, NamedTuple, Protocol

from fairdeal.storage.chain import Chain
from fairdeal.storage.port import Damaged, Store
from fairdeal.storage.shapes import SHAPES, Key, Row

PAGE_ROWS: Final = 1_000


class Imbalance(NamedTuple):
    """An account whose balance is not what its transfers add up to."""

    account: str
    balance: int
    posted: int


class Numbering(NamedTuple):
    """How the hands of a table are numbered."""

    table: str
    hands: int
    first: int
    last: int


class Rows(Protocol):
    """One consistent state of a store."""

    def count(self, table: str) -> int:
        """How many rows a table has."""
        ...

    def page(self, table: str, after: Key | None, limit: int) -> list[Row]:
        """The next rows in the order of their key."""
        ...

    def pick(self, table: str, keys: Sequence[Key]) -> list[Row]:
        """Those of the rows that exist, in any order."""
        ...

    def imbalances(self) -> list[Imbalance]:
        """Accounts whose balance is wrong, those that are missing included; `OverflowError` if sums have no end."""
        ...

    def numberings(self) -> list[Numbering]:
        """Tables whose hands are not numbered from 1 without a gap."""
        ...

    def faults(self) -> list[str]:
        """What the database itself finds wrong with its tables and indexes."""
        ...


class Filling(Rows, Protocol):
    """A store that is being filled; it can be read too."""

    def add(self, table: str, rows: Sequence[Row]) -> None:
        """Put rows into a table."""
        ...


class Archive(Store, Protocol):
    """A store that can be read and filled as a whole; `chain` makes its digests."""

    chain: Chain

    def reading(self) -> AbstractContextManager[Rows]:
        """Read one consistent state, while others write on."""
        ...

    def filling(self) -> AbstractContextManager[Filling]:
        """Fill an empty store, all or nothing; one that is not empty is a `Clash`."""
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
