"""Opening a store by its address."""

from pathlib import Path
from typing import NamedTuple

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from fairdeal.storage.archive import Archive
from fairdeal.storage.chain import PLAIN, ChainHasher
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.migrating import check_schema, make_schema, revision_of, upgrade
from fairdeal.storage.port import BadAddress, Damaged
from fairdeal.storage.shapes import NEWEST
from fairdeal.storage.sql.database import ANSWER_SECONDS, Database
from fairdeal.storage.sql.sqlite import SqliteDatabase
from fairdeal.storage.sql.store import SqlStore

MEMORY = "memory:"


class Migrated(NamedTuple):
    """The schema before and after a migration; `old` is None where the database was empty."""

    old: str | None
    new: str


def open_store(address: str, chain: ChainHasher = PLAIN, *, answer_seconds: float = ANSWER_SECONDS) -> Archive:
    """
    Open `sqlite:///file`, `postgresql://…` or `memory:`; new digests are made by `chain`.

    An empty or missing database is created; one with an older schema raises `BadSchema`. A server that does not answer a
    statement within `answer_seconds` raises `StoreUnavailable`.
    """
    if address == MEMORY:
        return MemoryStore(chain)
    database = database_at(address, answer_seconds=answer_seconds)
    try:
        _make_ready(database)
    except BaseException:
        _dispose(database)
        raise
    return SqlStore(database, chain)


def migrate(address: str) -> Migrated:
    """Migrate a database to the newest schema, all or nothing."""
    database = database_at(address)
    try:
        with database.reading.connect() as connection:
            revision_of(connection)
        with database.altering.begin() as connection:
            return Migrated(upgrade(connection), NEWEST)
    except DBAPIError as error:
        raise database.translate(error.orig or error) from error
    finally:
        _dispose(database)


def database_at(address: str, *, answer_seconds: float = ANSWER_SECONDS) -> Database:
    """The database of an address; nothing is opened yet."""
    try:
        url = make_url(address)
        match url.get_backend_name():
            case "sqlite":
                return SqliteDatabase(_file_of(url.database))
            case "postgresql":
                from fairdeal.storage.sql.postgres import PostgresDatabase  # noqa: PLC0415 - psycopg takes a while to load

                plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
                return PostgresDatabase(plain, answer_seconds)
    except (ArgumentError, ValueError):
        pass  # the address itself may hold a password, so nothing of it is shown
    raise BadAddress("a store is at sqlite:///file, postgresql://user@host/name or memory:")


def _file_of(name: str | None) -> Path:
    if not name or name == ":memory:":
        raise BadAddress("an SQLite store needs a file: sqlite:///room.db")
    path = Path(name)
    if not path.parent.is_dir():
        raise BadAddress(f"there is no directory {path.parent}")
    return path


def _make_ready(database: Database) -> None:
    try:
        with database.reading.connect() as connection:
            is_empty = revision_of(connection) is None
            if not is_empty:
                check_schema(connection)
        if is_empty:
            with database.altering.begin() as connection:
                make_schema(connection)
    except UnicodeDecodeError as error:  # the database's own message is not readable any more
        raise Damaged("the database holds texts that are none") from error
    except DBAPIError as error:
        raise database.translate(error.orig or error) from error


def _dispose(database: Database) -> None:
    database.reading.dispose()
    database.altering.dispose()
