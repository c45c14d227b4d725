"""Stores of one kind, for what only that kind can show."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fairdeal.storage.archive import Archive
from fairdeal.storage.opening import open_store
from tests.contracts.postgres import clean_database
from tests.storage.proxy import Proxy


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "room.db"


@pytest.fixture
def sqlite_store(file: Path) -> Iterator[Archive]:
    store = open_store(f"sqlite:///{file}")
    yield store
    store.close()


@pytest.fixture
def proxy() -> Iterator[Proxy]:
    """A PostgreSQL that can be cut off."""
    with Proxy(clean_database()) as each:
        yield each


@pytest.fixture
def distant_store(proxy: Proxy) -> Iterator[Archive]:
    """A store on the PostgreSQL behind the proxy."""
    store = open_store(proxy.address)
    yield store
    store.close()
