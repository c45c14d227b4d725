"""
Seals of accounts: whatever changes in a row of people, their codes, acceptances, complaints or log is an entry of a keyed stream.

The tables change in place, so they are in no chain themselves. In the transaction that changes a row, its MAC is appended to the stream
`people:house`; a row that is gone has an empty one. The stream is chained and anchored like all others, so a row that somebody
without the key deleted, changed, swapped, added or put back differs from its last seal. Rows of an earlier build are sealed once, when
the first row is written with a key.
"""

from collections.abc import Iterable, Iterator, Sequence
from threading import Lock
from time import time_ns
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, and_, insert, select, update

from fairdeal.kernel import Instant, StreamId
from fairdeal.storage.chain import GENESIS, ChainHasher, is_keyed
from fairdeal.storage.port import Append, NoKey
from fairdeal.storage.rows import entry_row, events_of
from fairdeal.storage.schema import metadata
from fairdeal.storage.shapes import SHAPES, Key, Row

STREAM: Final = StreamId("people:house")
SEALED: Final = ("people", "recovery_codes", "acceptances", "complaints", "account_log")
"""Tables whose rows are sealed. Sessions and links to set a password are not: see decision 0070."""

_BATCH: Final = 1_000
_streams, _entries = metadata.tables["streams"], metadata.tables["entries"]


class RowSeal(msgspec.Struct, frozen=True, array_like=True):
    """The seal of one row, by its table and key; an empty digest: the row is gone."""

    table: str
    key: tuple[Any, ...]  # texts, and the hash of a code as bytes
    digest: bytes


Sealed = tuple[str, Key]
"""A row by its table and key."""

_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(RowSeal).decode


def seals_in(entries: Iterable[Row]) -> Iterator[tuple[int, RowSeal]]:
    """Every seal of some entries of the stream, with the version of its entry."""
    for entry in entries:
        for _, _, body in events_of(entry):
            yield entry[1], _decode(body)


def write_seals(
    connection: Connection, chain: ChainHasher, changed: Sequence[Sealed], *, everything: bool = False
) -> None:
    """
    Seal rows that this transaction has changed; all rows, if none was sealed before or `everything` is asked for.

    Without a key nothing is sealed; raises `NoKey` where rows were sealed with one.
    """
    head = connection.execute(select(_streams).where(_streams.c.id == STREAM)).first()
    if not chain.is_keyed:
        if head is not None:
            raise NoKey(
                "accounts of this database are sealed with keys, and there are none here: name the folder with --data"
            )
        return
    version, digest = (0, GENESIS) if head is None else (head[1], head[2])
    whole = head is None or everything
    seals = _all_rows(connection, chain) if whole else _rows_of(connection, chain, changed)
    while batch := [_encode(seal) for seal, _ in zip(seals, range(_BATCH), strict=False)]:
        version += len(batch)
        row = entry_row(Append(STREAM, None, tuple(batch)), version, Instant(time_ns() // 1_000_000))
        digest = chain.entry(digest, row, [], None)
        connection.execute(insert(_entries).values((*row, digest)))
    if version and head is None:
        connection.execute(insert(_streams).values((STREAM, version, digest)))
    elif head is not None:
        connection.execute(update(_streams).where(_streams.c.id == STREAM).values(version=version, digest=digest))


class AccountSeals:
    """The last seals of accounts that were written with a key, read on as others write; safe for several threads."""

    def __init__(self, chain: ChainHasher) -> None:
        self._chain = chain
        self._lock = Lock()
        self._seals: dict[str, bytes] = {}
        self._version, self._digest = 0, GENESIS

    @property
    def is_empty(self) -> bool:
        """Whether nothing was sealed, as far as seals were read."""
        return self._version == 0

    def fits(self, row: Row) -> bool:
        """Whether an account is what was sealed last, as far as seals were read."""
        digest = self._seals.get(row[0], b"")
        return is_keyed(digest) and self._chain.row_like(digest, "people", row) == digest

    def read_on(self, connection: Connection) -> None:
        """Read the seals that were written since; an entry that the key did not make counts for nothing."""
        with self._lock:
            query = select(_entries).where(_entries.c.stream == STREAM, _entries.c.version > self._version)
            for each in connection.execute(query.order_by(_entries.c.version)):
                entry = tuple(each)
                if self._chain.entry_like(entry[6], self._digest, entry[:6], [], None) == entry[6] and is_keyed(
                    entry[6]
                ):
                    for _, seal in seals_in([entry]):
                        if seal.table == "people":
                            self._seals[str(seal.key[0])] = seal.digest
                self._version, self._digest = entry[1], entry[6]


def _rows_of(connection: Connection, chain: ChainHasher, changed: Sequence[Sealed]) -> Iterator[RowSeal]:
    for name, key in changed:
        table = metadata.tables[name]
        chosen = and_(*(table.c[column] == value for column, value in zip(SHAPES[name].key, key, strict=True)))
        row = connection.execute(select(table).where(chosen)).first()
        yield RowSeal(name, tuple(key), b"" if row is None else chain.row(name, tuple(row)))


def _all_rows(connection: Connection, chain: ChainHasher) -> Iterator[RowSeal]:
    for name in SEALED:
        width = len(SHAPES[name].key)
        for row in connection.execute(select(metadata.tables[name])).all():
            yield RowSeal(name, tuple(row[:width]), chain.row(name, tuple(row)))


def rows_like(name: str, rows: Iterable[Sequence[Any]]) -> list[Sealed]:
    """Rows by their keys, which come first."""
    width = len(SHAPES[name].key)
    return [(name, tuple(row[:width])) for row in rows]
