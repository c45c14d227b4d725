"""
A store in one SQLite file.

The file is in WAL mode and every commit reaches the disk before it is answered. A writing transaction takes the
file's write lock at its start, so what validation has read is still true when the plan is written.
"""

import os
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, create_engine, event, insert
from sqlalchemy.dialects import sqlite
from sqlalchemy.pool import NullPool, QueuePool

from fairdeal.kernel import AccountId, EventRef, Instant, StreamId
from fairdeal.storage.commit_plan import CommitPlan, EntryRef, Head, Lookup, Posted, Receipt, StoredState
from fairdeal.storage.port import BadSchema, Clash, Damaged, StoreError, StoreFull, StoreUnavailable
from fairdeal.storage.rows import parse_ref
from fairdeal.storage.schema import metadata
from fairdeal.storage.shapes import Row
from fairdeal.storage.sql.checkpoint import COPY, Checkpointer

PRIVATE: Final = 0o600
BUSY_SECONDS: Final = 5.0
READERS_MAX: Final = 16
CACHE_KIB: Final = 64 * 1024
REMEMBERED_MAX: Final = 200_000
READER_CACHE_KIB: Final = 8 * 1024
# The log is copied into the file by `Checkpointer`; should that never come to it, SQLite does it itself at 512 MiB.
CHECKPOINT_PAGES: Final = 131_072

_INSERT: Final = {name: str(insert(table).compile(dialect=sqlite.dialect())) for name, table in metadata.tables.items()}
_EPOCHS: Final = "SELECT shard, epoch FROM leases WHERE shard IN (SELECT value FROM json_each(?))"
_HEADS: Final = "SELECT id, version, digest FROM streams WHERE id IN (SELECT value FROM json_each(?))"
_BALANCES: Final = "SELECT id, balance FROM accounts WHERE id IN (SELECT value FROM json_each(?))"
_RECEIPTS: Final = "SELECT key, payload, result FROM receipts WHERE key IN (SELECT value FROM json_each(?))"
# Joined and not listed with IN, which would read all of a stream for each of its versions.
_DIGESTS: Final = """
    SELECT stream, version, digest FROM json_each(?) AS wanted CROSS JOIN entries
    ON stream = json_extract(wanted.value, '$[0]') AND version = json_extract(wanted.value, '$[1]')
"""
_POSTED: Final = """
    SELECT stream, version, leg, debit, credit, amount FROM json_each(?) AS wanted CROSS JOIN transfers
    ON stream = json_extract(wanted.value, '$[0]') AND version = json_extract(wanted.value, '$[1]')
    AND leg = json_extract(wanted.value, '$[2]')
"""
_REVERSED: Final = "SELECT reverses FROM transfers WHERE reverses IN (SELECT value FROM json_each(?))"
_MOVE_STREAM: Final = "UPDATE streams SET version = ?, digest = ? WHERE id = ?"
_MOVE_ACCOUNT: Final = "UPDATE accounts SET balance = ? WHERE id = ?"
_SNAPSHOT: Final = f"""{_INSERT["snapshots"]}
    ON CONFLICT (stream) DO UPDATE SET
    version = excluded.version, at = excluded.at, body = excluded.body, digest = excluded.digest
"""
_LIST: Final = f"""{_INSERT["listings"]}
    ON CONFLICT (list, id) DO UPDATE SET
    at = excluded.at, label = excluded.label, words = excluded.words, body = excluded.body, digest = excluded.digest
"""
_SIT: Final = f"{_INSERT['sittings']} ON CONFLICT DO NOTHING"
_CLAIM: Final = f"""{_INSERT["leases"]}
    ON CONFLICT (shard) DO UPDATE SET
    owner = excluded.owner, epoch = leases.epoch + 1, claimed_at = excluded.claimed_at
    RETURNING epoch
"""
_RENEW: Final = "UPDATE leases SET claimed_at = ? WHERE shard = ? AND epoch = ?"
_KEEP: Final = f"{_INSERT['editions']} ON CONFLICT (digest) DO NOTHING"
_KEPT: Final = "SELECT text FROM editions WHERE digest = ?"

_json: Final = msgspec.json.Encoder().encode


class SqliteDatabase:
    """An SQLite database file."""

    errors: tuple[type[Exception], ...] = (sqlite3.Error,)

    def __init__(self, path: Path) -> None:
        self._path = path.absolute()
        self.reading = create_engine(
            "sqlite://",
            creator=self._connect_reader,
            poolclass=QueuePool,
            pool_size=4,
            max_overflow=READERS_MAX - 4,
            pool_timeout=BUSY_SECONDS,
        )
        event.listen(self.reading, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
        self.altering = create_engine("sqlite://", creator=self._connect, poolclass=NullPool)
        event.listen(self.altering, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))

    def writer(self) -> "SqliteWriter":
        """Connect for writing."""
        connection = self._connect()
        connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
        return SqliteWriter(connection, Checkpointer(self._path))

    def insert(self, connection: Connection, table: str, rows: Sequence[Row]) -> None:
        """Insert many rows into a table."""
        if rows:
            connection.exec_driver_sql(_INSERT[table], list(rows))

    def translate(self, error: BaseException) -> StoreError:
        """The `StoreError` that a driver's error means."""
        kind = _MEANING.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, StoreError)
        return kind(f"{self._path}: {error}")

    def _connect(self) -> sqlite3.Connection:
        return self._open("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")

    def _connect_reader(self) -> sqlite3.Connection:
        # Not a byte of a file may change before it is known to be one of ours.
        return self._open("query_only = ON", f"cache_size = -{READER_CACHE_KIB}")

    def _open(self, *settings: str) -> sqlite3.Connection:
        # A new file is its owner's alone, and so are those that SQLite makes beside it; what cannot be made SQLite will tell.
        with suppress(OSError):
            os.close(os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))
        connection = sqlite3.connect(
            self._path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False, cached_statements=64
        )
        try:
            for setting in settings:
                connection.execute(f"PRAGMA {setting}")
        except sqlite3.Error:
            connection.close()
            raise
        return connection


_MEANING: Final[dict[int, type[StoreError]]] = {
    sqlite3.SQLITE_FULL: StoreFull,
    sqlite3.SQLITE_BUSY: StoreUnavailable,
    sqlite3.SQLITE_LOCKED: StoreUnavailable,
    sqlite3.SQLITE_IOERR: StoreUnavailable,
    sqlite3.SQLITE_CANTOPEN: StoreUnavailable,
    sqlite3.SQLITE_PROTOCOL: StoreUnavailable,
    sqlite3.SQLITE_READONLY: StoreUnavailable,  # what a system makes of a disk that has failed
    sqlite3.SQLITE_CORRUPT: Damaged,
    sqlite3.SQLITE_NOTADB: BadSchema,
    sqlite3.SQLITE_CONSTRAINT: Clash,
}


class SqliteWriter:
    """
    The writing connection.

    It caches heads and balances for as long as SQLite reports that no other connection has changed the file; most groups
    then read nothing.
    """

    def __init__(self, connection: sqlite3.Connection, checkpointer: Checkpointer) -> None:
        self._connection = connection
        self._checkpointer = checkpointer
        self._run = connection.execute
        self._heads: dict[StreamId, Head] = {}
        self._balances: dict[AccountId, int] = {}
        self._data_version: int | None = None
        self._plan: CommitPlan | None = None

    def begin(self) -> None:
        """Begin a writing transaction; waits for the write lock."""
        self._run("BEGIN IMMEDIATE")

    def commit(self) -> None:
        """Commit the transaction."""
        self._run("COMMIT")
        if self._plan is not None:
            self._remember(self._plan)
            self._plan = None
        if self._checkpointer.note_commit():
            with suppress(sqlite3.Error):  # what was committed stays so, whatever becomes of the copy
                self._run(COPY).fetchall()

    def rollback(self) -> None:
        """Roll the transaction back."""
        self._forget()
        if self._connection.in_transaction:
            self._run("ROLLBACK")

    def close(self) -> None:
        """Roll back what is not committed and disconnect."""
        self._checkpointer.close()
        self._connection.close()

    def read_state(self, lookup: Lookup) -> StoredState:
        """Read the stored state, one statement per kind of row."""
        self._recall(lookup)
        heads, balances = self._heads, self._balances
        stored = StoredState(
            epochs=dict(self._ask(_EPOCHS, lookup.shards)),
            heads={stream: heads[stream] for stream in lookup.streams if stream in heads},
            balances={account: balances[account] for account in lookup.accounts if account in balances},
            receipts={key: Receipt(payload, result) for key, payload, result in self._ask(_RECEIPTS, lookup.keys)},
        )
        if lookup.reversals:
            refs = [(ref.stream, ref.version, ref.leg_number) for ref in lookup.reversals]
            past = self._ask(_POSTED, refs)
            stored.posted = {EventRef(StreamId(row[0]), row[1], row[2]): Posted(*row[3:]) for row in past}
            stored.reversed = {parse_ref(row[0]) for row in self._ask(_REVERSED, map(str, lookup.reversals))}
        return stored

    def _recall(self, lookup: Lookup) -> None:
        """Read what is not cached; everything, if another connection has written."""
        ((data_version,),) = self._run("PRAGMA data_version").fetchall()
        if data_version != self._data_version or len(self._heads) + len(self._balances) > REMEMBERED_MAX:
            self._forget()
            self._data_version = data_version
        heads, balances = self._heads, self._balances
        for name, version, digest in self._ask(_HEADS, [stream for stream in lookup.streams if stream not in heads]):
            heads[name] = Head(version, digest)
        balances.update(self._ask(_BALANCES, [account for account in lookup.accounts if account not in balances]))

    def _remember(self, plan: CommitPlan) -> None:
        for stream, version, digest in plan.new_streams:
            self._heads[stream] = Head(version, digest)
        for stream, version, digest in plan.moved_streams:
            self._heads[stream] = Head(version, digest)
        for account, balance, _ in plan.new_accounts:
            self._balances[account] = balance
        self._balances.update(plan.moved_accounts)

    def _forget(self) -> None:
        self._heads.clear()
        self._balances.clear()
        self._plan = None

    def digests(self, refs: Sequence[EntryRef]) -> dict[EntryRef, bytes]:
        """Digests of those entries that exist."""
        return {(StreamId(name), version): digest for name, version, digest in self._ask(_DIGESTS, refs)}

    def write(self, plan: CommitPlan) -> None:
        """Write all rows of a plan."""
        self._plan = plan
        many = self._connection.executemany
        many(_INSERT["entries"], plan.entries)
        many(_INSERT["transfers"], plan.transfers)
        many(_INSERT["streams"], plan.new_streams)
        many(_MOVE_STREAM, [(version, digest, stream) for stream, version, digest in plan.moved_streams])
        many(_INSERT["accounts"], plan.new_accounts)
        many(_MOVE_ACCOUNT, [(balance, account) for account, balance in plan.moved_accounts])
        many(_SNAPSHOT, plan.snapshots.values())
        many(_INSERT["hands"], plan.hands)
        many(_SIT, plan.sittings)
        many(_LIST, plan.listings.values())
        many(_INSERT["receipts"], plan.receipts)

    def claim(self, shard: str, owner: str, at: Instant) -> int:
        """Claim a shard and return its new epoch."""
        rows = self._run(_CLAIM, (shard, owner, 1, at)).fetchall()
        return int(rows[0][0])

    def renew(self, shard: str, epoch: int, at: Instant) -> bool:
        """Renew the lease of a shard; False if a later epoch has begun."""
        return self._run(_RENEW, (at, shard, epoch)).rowcount == 1

    def keep_edition(self, edition: Row) -> str:
        """Store an edition unless its digest is known; return the text stored under that digest."""
        self._run(_KEEP, edition)
        return str(self._run(_KEPT, (edition[0],)).fetchone()[0])

    def _ask(self, query: str, names: Iterable[Any]) -> list[Any]:
        wanted = list(names)
        return self._run(query, (_json(wanted).decode(),)).fetchall() if wanted else []
