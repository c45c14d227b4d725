"""Where the specification and the oracles lie, when they lie beside the project."""

from pathlib import Path

import pytest

_SHARED = Path(__file__).resolve().parents[2] / "shared"


def shared(name: str) -> Path:
    """A file of the specification; the test is skipped, visibly, where it is absent."""
    path = _SHARED / name
    if not path.exists():
        pytest.skip(f"needs ../shared/{name}, which is not here")
    return path
