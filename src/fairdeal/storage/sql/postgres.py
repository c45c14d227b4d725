"""
A store on PostgreSQL.

Several processes may write at once. A commit locks its leases, then its streams, then its accounts, each in the order of
their ids, so there are no deadlocks; a claim of a lease waits for running commits. Of two processes that insert the same
row, one fails, retries, and then sees it.
"""

from collections.abc import Iterable, Sequence
from math import ceil
from typing import Any, Final, TypeVar

import psycopg
from psycopg import errors, sql
from psycopg.abc import PQGen
from psycopg.conninfo import conninfo_to_dict
from sqlalchemy import BigInteger, Connection, LargeBinary, Table, create_engine, event
from sqlalchemy.pool import NullPool

from fairdeal.kernel import EventRef, Instant, StreamId
from fairdeal.storage.commit_plan import CommitPlan, EntryRef, Head, Lookup, Posted, Receipt, StoredState
from fairdeal.storage.port import Clash, StoreError, StoreFull, StoreUnavailable
from fairdeal.storage.rows import parse_ref
from fairdeal.storage.schema import add_postgres_options, metadata
from fairdeal.storage.shapes import Row
from fairdeal.storage.sql.database import ANSWER_SECONDS, Raced
from fairdeal.storage.sql.postgres_arrays import BytesArray, IntegerArray, TextArray, accept_arrays

CONNECT_SECONDS: Final = 5
_CONNECTING: Final[dict[str, Any]] = {
    "application_name": "fairdeal",
    # A peer that is gone without a word, a cut cable for one, is noticed within about fifteen seconds.
    "keepalives_idle": 5,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 15_000,
}
READERS_MAX: Final = 16

add_postgres_options()

T = TypeVar("T")
_Pack = type[TextArray] | type[IntegerArray] | type[BytesArray]
_Session = psycopg.Connection[tuple[Any, ...]]

# The statements of a commit find a few rows by key in tables of any size; a plan made while they were small must not stay.
_SETTINGS: Final = """
    SET lock_timeout = '10s'; SET statement_timeout = '60s'; SET idle_in_transaction_session_timeout = '60s';
    SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off;
    SET plan_cache_mode = force_generic_plan;
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
"""
_ALTERING_LOCK: Final = "SELECT pg_advisory_xact_lock(hashtext('fairdeal'))"
_EPOCHS: Final = "SELECT shard, epoch FROM leases WHERE shard = ANY(%b) ORDER BY shard FOR SHARE"
_HEADS: Final = "SELECT id, version, digest FROM streams WHERE id = ANY(%b) ORDER BY id FOR UPDATE"
_BALANCES: Final = "SELECT id, balance FROM accounts WHERE id = ANY(%b) ORDER BY id FOR UPDATE"
_RECEIPTS: Final = "SELECT key, payload, result FROM receipts WHERE key = ANY(%b)"
_DIGESTS: Final = """
    SELECT stream, version, digest FROM entries JOIN unnest(%b, %b) AS wanted(stream, version) USING (stream, version)
"""
_POSTED: Final = """
    SELECT stream, version, leg, debit, credit, amount
    FROM transfers JOIN unnest(%b, %b, %b) AS wanted(stream, version, leg) USING (stream, version, leg)
"""
_REVERSED: Final = "SELECT reverses FROM transfers WHERE reverses = ANY(%b)"
_MOVE_STREAMS: Final = """
    UPDATE streams SET version = moved.version, digest = moved.digest
    FROM unnest(%b, %b, %b) AS moved(id, version, digest) WHERE streams.id = moved.id
"""
_MOVE_ACCOUNTS: Final = """
    UPDATE accounts SET balance = moved.balance FROM unnest(%b, %b) AS moved(id, balance) WHERE accounts.id = moved.id
"""
_CLAIM: Final = """
    INSERT INTO leases (shard, owner, epoch, claimed_at) VALUES (%s, %s, 1, %s)
    ON CONFLICT (shard) DO UPDATE SET
    owner = excluded.owner, epoch = leases.epoch + 1, claimed_at = excluded.claimed_at
    RETURNING epoch
"""
_RENEW: Final = "UPDATE leases SET claimed_at = %s WHERE shard = %s AND epoch = %s"
_KEEP: Final = "INSERT INTO editions (digest, name, text, kept_at) VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING"
_KEPT: Final = "SELECT text FROM editions WHERE digest = %s"


class _Connection(psycopg.Connection[tuple[Any, ...]]):
    """A connection with a read timeout: after `answer_seconds` without an answer it counts as lost."""

    answer_seconds: float = ANSWER_SECONDS

    def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        """Wait for the server; all operations of a connection go through here."""
        try:
            return super().wait(gen, interval, self.answer_seconds if timeout is None else timeout)
        except psycopg.errors._WaitTimeout as error:
            self.pgconn.finish()  # whatever it says later would be taken for the answer to something else
            raise psycopg.OperationalError(f"no answer within {self.answer_seconds:g} seconds") from error


def _packs(table: Table) -> tuple[_Pack, ...]:
    """The array packer of each column."""
    kinds: list[_Pack] = []
    for column in table.columns:
        is_integer, is_bytes = isinstance(column.type, BigInteger), isinstance(column.type, LargeBinary)
        kinds.append(IntegerArray if is_integer else BytesArray if is_bytes else TextArray)
    return tuple(kinds)


def _insertion(table: Table) -> str:
    """The statement that inserts arrays, one per column."""
    columns = [sql.Identifier(column.name) for column in table.columns]
    template = sql.SQL("INSERT INTO {} ({}) SELECT * FROM unnest({})")
    placeholders = sql.SQL(", ").join([sql.SQL("%b")] * len(columns))
    return template.format(sql.Identifier(table.name), sql.SQL(", ").join(columns), placeholders).as_string()


_PACKS: Final = {name: _packs(table) for name, table in metadata.tables.items()}
_INSERT: Final = {name: _insertion(table) for name, table in metadata.tables.items()}
_SNAPSHOT: Final = f"""{_INSERT["snapshots"]}
    ON CONFLICT (stream) DO UPDATE SET
    version = excluded.version, at = excluded.at, body = excluded.body, digest = excluded.digest
"""
_LIST: Final = f"""{_INSERT["listings"]}
    ON CONFLICT (list, id) DO UPDATE SET
    at = excluded.at, label = excluded.label, words = excluded.words, body = excluded.body, digest = excluded.digest
"""
_SIT: Final = f"{_INSERT['sittings']} ON CONFLICT DO NOTHING"


def _arrays(packs: Sequence[_Pack], rows: Iterable[Row]) -> list[bytes]:
    """Transpose rows into arrays, one per column."""
    return [pack.of(column) for pack, column in zip(packs, zip(*rows, strict=True), strict=True)]


class PostgresDatabase:
    """A PostgreSQL database; an invalid address raises `ValueError`."""

    errors: tuple[type[Exception], ...] = (psycopg.Error,)

    def __init__(self, address: str, answer_seconds: float = ANSWER_SECONDS) -> None:
        try:
            conninfo_to_dict(address)
        except psycopg.ProgrammingError as error:
            raise ValueError("not an address") from error
        self._address = address
        self._answer_seconds = answer_seconds
        self.reading = create_engine(
            "postgresql+psycopg://",
            creator=self._connect_reader,
            isolation_level="REPEATABLE READ",
            pool_pre_ping=True,
            pool_size=4,
            pool_timeout=CONNECT_SECONDS,
            max_overflow=READERS_MAX - 4,
        )
        self.altering = create_engine("postgresql+psycopg://", creator=self._connect, poolclass=NullPool)
        event.listen(self.altering, "begin", lambda connection: connection.exec_driver_sql(_ALTERING_LOCK))

    def writer(self) -> "PostgresWriter":
        """Connect for writing."""
        session = self._connect()
        try:
            session.execute(_SETTINGS)
            session.commit()
        except psycopg.Error:
            session.close()
            raise
        return PostgresWriter(session)

    def insert(self, connection: Connection, table: str, rows: Sequence[Row]) -> None:
        """Insert many rows into a table."""
        if rows:
            connection.exec_driver_sql(_INSERT[table], tuple(_arrays(_PACKS[table], rows)))

    def translate(self, error: BaseException) -> StoreError:
        """The `StoreError` that a driver's error means."""
        message = str(error).strip()
        match error:
            case errors.UniqueViolation() if (error.diag.constraint_name or "").startswith("hands_"):
                return Clash(message)
            case errors.UniqueViolation() | errors.SerializationFailure() | errors.DeadlockDetected():
                return Raced(message)
            case errors.DiskFull():
                return StoreFull(message)
            case psycopg.OperationalError() | psycopg.InterfaceError() | errors.ReadOnlySqlTransaction():
                return StoreUnavailable(message)
            case _:
                return StoreError(message)

    def _connect(self) -> _Session:
        patience = min(CONNECT_SECONDS, ceil(self._answer_seconds))
        session = _Connection.connect(self._address, connect_timeout=patience, **_CONNECTING)
        session.answer_seconds = self._answer_seconds
        accept_arrays(session)
        return session

    def _connect_reader(self) -> _Session:
        session = self._connect()
        session.read_only = True
        return session


class PostgresWriter:
    """The writing connection; independent statements are sent in one pipeline."""

    def __init__(self, session: _Session) -> None:
        self._session = session

    def begin(self) -> None:
        """Do nothing: the driver begins a transaction with the first statement."""

    def commit(self) -> None:
        """Commit the transaction."""
        self._session.commit()

    def rollback(self) -> None:
        """Roll the transaction back."""
        self._session.rollback()

    def close(self) -> None:
        """Roll back what is not committed and disconnect."""
        self._session.close()

    def read_state(self, lookup: Lookup) -> StoredState:
        """Read the stored state, one statement per kind of row; locks what must not change until the commit."""
        with self._session.pipeline():
            epochs = self._ask(_EPOCHS, TextArray.of(list(lookup.shards)))
            heads = self._ask(_HEADS, TextArray.of(list(lookup.streams)))
            balances = self._ask(_BALANCES, TextArray.of(list(lookup.accounts)))
            receipts = self._ask(_RECEIPTS, TextArray.of(list(lookup.keys)))
        stored = StoredState(
            epochs=dict(epochs.fetchall()),
            heads={name: Head(version, digest) for name, version, digest in heads},
            balances=dict(balances.fetchall()),
            receipts={key: Receipt(payload, result) for key, payload, result in receipts},
        )
        if lookup.reversals:
            refs = list(lookup.reversals)
            keys = [(ref.stream, ref.version, ref.leg_number) for ref in refs]
            past = self._ask(_POSTED, *_arrays((TextArray, IntegerArray, IntegerArray), keys))
            stored.posted = {EventRef(StreamId(row[0]), row[1], row[2]): Posted(*row[3:]) for row in past}
            undone = self._ask(_REVERSED, TextArray.of(list(map(str, refs))))
            stored.reversed = {parse_ref(row[0]) for row in undone}
        return stored

    def digests(self, refs: Sequence[EntryRef]) -> dict[EntryRef, bytes]:
        """Digests of those entries that exist."""
        found = self._ask(_DIGESTS, *_arrays((TextArray, IntegerArray), refs))
        return {(StreamId(name), version): digest for name, version, digest in found}

    def write(self, plan: CommitPlan) -> None:
        """
        Write all rows of a plan.

        Rows that another process may insert too come first, in the order of their ids: the second process waits there while
        it holds no lock the first could need.
        """
        with self._session.pipeline():
            self._insert("streams", plan.new_streams)
            self._insert("accounts", plan.new_accounts)
            self._insert("receipts", sorted(plan.receipts))
            self._insert("entries", plan.entries)
            self._insert("transfers", plan.transfers)
            self._insert("hands", plan.hands)
            self._move(_SIT, _PACKS["sittings"], plan.sittings)
            self._move(_LIST, _PACKS["listings"], [plan.listings[key] for key in sorted(plan.listings)])
            self._move(_MOVE_STREAMS, _PACKS["streams"], plan.moved_streams)
            self._move(_MOVE_ACCOUNTS, _PACKS["accounts"][:2], plan.moved_accounts)
            self._move(_SNAPSHOT, _PACKS["snapshots"], list(plan.snapshots.values()))

    def claim(self, shard: str, owner: str, at: Instant) -> int:
        """Claim a shard and return its new epoch."""
        row = self._session.execute(_CLAIM, (shard, owner, at)).fetchone()
        assert row is not None
        return int(row[0])

    def renew(self, shard: str, epoch: int, at: Instant) -> bool:
        """Renew the lease of a shard; False if a later epoch has begun."""
        return self._session.execute(_RENEW, (at, shard, epoch)).rowcount == 1

    def keep_edition(self, edition: Row) -> str:
        """Store an edition unless its digest is known; return the text stored under that digest."""
        self._session.execute(_KEEP, edition)
        row = self._session.execute(_KEPT, edition[:1]).fetchone()
        assert row is not None
        return str(row[0])

    def _ask(self, query: str, *arrays: bytes) -> psycopg.Cursor[tuple[Any, ...]]:
        return self._session.execute(query, arrays, binary=True)

    def _insert(self, table: str, rows: Sequence[Row]) -> None:
        self._move(_INSERT[table], _PACKS[table], rows)

    def _move(self, statement: str, packs: Sequence[_Pack], rows: Sequence[Row]) -> None:
        if rows:
            self._session.execute(statement, _arrays(packs, rows))
