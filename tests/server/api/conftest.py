"""Databases for the stories of the API."""

import shutil
from pathlib import Path

import pytest

from fairdeal.storage.opening import open_store


@pytest.fixture(scope="session")
def new_room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with tables and nothing in them, to be copied: faster than making them for every test."""
    path = tmp_path_factory.mktemp("template") / "room.db"
    open_store(f"sqlite:///{path}").close()
    return path


@pytest.fixture
def address(tmp_path: Path, new_room: Path) -> str:
    return f"sqlite:///{shutil.copy(new_room, tmp_path)}"
