"""Closing leaves no connection behind, whoever reads or writes at that moment."""

from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from fairdeal.storage.opening import open_store
from fairdeal.storage.people import open_people
from fairdeal.storage.port import StoreClosed
from fairdeal.storage.sql import store as sql
from tests.contracts.postgres import clean_database
from tests.contracts.test_concurrent import waiting_for_locks
from tests.contracts.units import PATIENCE, Desk, append, until

Watcher = psycopg.Connection[tuple[int]]
OTHERS = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'fairdeal' AND pid <> pg_backend_pid()
"""


def no_connection_is_left(watcher: Watcher) -> None:
    """Return when the server has no connection of a store any more."""
    until(lambda: watcher.execute(OTHERS).fetchone() == (0,))


def test_who_reads_while_a_store_is_closed_reads_to_the_end(address: str) -> None:
    store = open_store(address)
    with store.reading() as rows:
        store.close()
        rows.count("entries")

    with pytest.raises(StoreClosed), store.reading():
        pass


def test_a_reader_of_a_closed_store_leaves_no_connection() -> None:
    address = clean_database()
    store, people = open_store(address), open_people(address)
    with psycopg.connect(address, autocommit=True) as watcher:
        with store.reading() as rows, people._looking():
            store.close()
            people.close()
            assert rows.count("entries") == 0
        no_connection_is_left(watcher)


def test_a_writer_that_outlasts_closing_leaves_no_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sql, "CLOSE_SECONDS", 0.01)
    address = clean_database()
    store = open_store(address)
    desk = Desk(store)
    with (
        psycopg.connect(address) as blocker,
        psycopg.connect(address, autocommit=True) as watcher,
        ThreadPoolExecutor(1) as pool,
    ):
        blocker.execute("SELECT 1 FROM leases FOR UPDATE")
        commit = pool.submit(desk.write, desk.unit(append("cash:T1", 0)))
        waiting_for_locks(watcher, 1)
        store.close()
        blocker.rollback()
        commit.result(PATIENCE)
        no_connection_is_left(watcher)
