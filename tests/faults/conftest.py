"""Servers that may be killed, and a look at all that was logged meanwhile."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.servers import RealServer
from tests.leaks import watched


@pytest.fixture(autouse=True)
def _no_secret_is_logged(
    capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> Iterator[None]:
    """Whatever fails in a test of failures, no secret comes into any log."""
    with watched(capfd, caplog, tmp_path):
        yield


@pytest.fixture
def server() -> Iterator[RealServer]:
    started = RealServer(Path(tempfile.mkdtemp(prefix="fairdeal-kill-")))
    yield started
    started.close()
