"""Servers that may be killed."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.servers import RealServer


@pytest.fixture
def server() -> Iterator[RealServer]:
    started = RealServer(Path(tempfile.mkdtemp(prefix="fairdeal-kill-")))
    yield started
    started.close()
