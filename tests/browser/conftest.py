"""Servers and places for the stories."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.house import House, opened
from tests.contracts.postgres import empty_database

ROOT = Path(__file__).parents[2]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def client() -> None:
    """The built client, as the package ships it; nothing happens while it is up to date."""
    subprocess.run(["sh", "tools/client.sh", "build"], cwd=ROOT, check=True)


@pytest.fixture(scope="module")
def house(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A room where two players are a table."""
    with opened(tmp_path_factory.mktemp("house")) as found:
        yield found


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database, of every kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'room.db'}"
    else:
        with empty_database() as found:
            yield found


@pytest.fixture(scope="session")
def pictures() -> Path:
    """Where pictures are kept for looking at; with FAIRDEAL_PICTURES=docs/pictures those of the README are taken anew."""
    folder = ROOT / os.environ.get("FAIRDEAL_PICTURES", "var/pictures")
    folder.mkdir(parents=True, exist_ok=True)
    return folder
