"""What tests of the server share."""

import logging
from collections.abc import Iterator

import pytest
import structlog


@pytest.fixture
def logging_as_it_was() -> Iterator[None]:
    """A server sets up logging for its process; afterwards it is as it was."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()
