"""Servers and places for the stories."""

import fcntl
import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.browser.house import House, opened
from tests.browser.storybook import served
from tests.contracts.postgres import empty_database

ROOT = Path(__file__).parents[2]
LONGEST_FIRST = (
    "test_tournament_evening.py",
    "test_tournament_tables.py",
    "test_casino_cards.py",
    "test_casino_roulette.py",
    "test_hands.py",
)
"""Files of a minute or more; whichever began last would leave the other workers with nothing to do."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
    ranks = {name: rank for rank, name in enumerate(LONGEST_FIRST)}
    items.sort(key=lambda item: ranks.get(item.path.name, len(ranks)))


@pytest.fixture(scope="session")
def client() -> None:
    """The built client, as the package ships it; nothing happens while it is up to date."""
    lock = ROOT / "var/client.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # tests may run in several processes
        subprocess.run(["sh", "tools/client.sh", "build"], cwd=ROOT, check=True)


@pytest.fixture(scope="session")
def stories(client: None) -> Iterator[str]:
    """The address of the built stories."""
    with served() as found:
        yield found


@pytest.fixture(scope="session")
def house(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A room where two players are a table."""
    with opened(tmp_path_factory.mktemp("house")) as found:
        yield found


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def _every_house(
    request: pytest.FixtureRequest, client: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[House]:
    with ExitStack() as stack:
        folder = tmp_path_factory.mktemp(request.param)
        database = stack.enter_context(empty_database()) if request.param == "postgresql" else None
        yield stack.enter_context(opened(folder, database))


@pytest.fixture
def every_house(_every_house: House) -> House:
    """Such a room on every kind of database; a test may kill it."""
    if not _every_house.is_running:
        _every_house.start()
    return _every_house


@pytest.fixture(scope="session")
def pictures() -> Path:
    """Where pictures are kept for looking at; with FAIRDEAL_PICTURES=docs/pictures those of the README are taken anew."""
    folder = ROOT / os.environ.get("FAIRDEAL_PICTURES", "var/pictures")
    folder.mkdir(parents=True, exist_ok=True)
    return folder
