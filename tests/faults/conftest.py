"""Servers that may be killed, and a look at all that was logged meanwhile."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.servers import RealServer


@pytest.fixture(autouse=True)
def _always_watched(no_secret_is_logged: None) -> None:
    """Every test here is one of failures."""


@pytest.fixture
def server() -> Iterator[RealServer]:
    started = RealServer(Path(tempfile.mkdtemp(prefix="fairdeal-kill-")))
    yield started
    started.close()
