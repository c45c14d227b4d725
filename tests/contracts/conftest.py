"""Every store there is, one after another."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fairdeal.storage.archive import Archive
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.opening import open_store
from tests.contracts.postgres import clean_database
from tests.contracts.units import Desk

Opener = Callable[[], Archive]


@pytest.fixture(scope="session")
def new_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with tables and nothing in them, to be copied: faster than making them for every test."""
    path = tmp_path_factory.mktemp("template") / "room.db"
    open_store(f"sqlite:///{path}").close()
    return path


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path, new_file: Path) -> str:
    """Where a database is that several programs can open."""
    return clean_database() if request.param == "postgres" else f"sqlite:///{shutil.copy(new_file, tmp_path)}"


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def opener(request: pytest.FixtureRequest, tmp_path: Path, new_file: Path) -> Iterator[Opener]:
    """Opens the same store again and again, as several programs would."""
    opened: list[Archive] = []

    def open_again() -> Archive:
        if request.param == "memory":
            opened[1:] = [opened[0] if opened else MemoryStore()]
            return opened[-1]
        opened.append(open_store(where))
        return opened[-1]

    where = clean_database() if request.param == "postgres" else f"sqlite:///{shutil.copy(new_file, tmp_path)}"
    yield open_again
    for store in opened:
        store.close()


@pytest.fixture
def store(opener: Opener) -> Archive:
    return opener()


@pytest.fixture
def desk(store: Archive) -> Desk:
    return Desk(store)
