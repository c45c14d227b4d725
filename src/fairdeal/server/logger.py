"""
structlog, loaded without rich.

structlog prefers to print failures by rich if that can be imported, and loads it to find out; it takes longer than all of structlog.
A server prints failures plainly, because rich would show the values of local variables.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final


@contextmanager
def _without(module: str) -> Iterator[None]:
    """Import as if that module were not installed, unless it is loaded already."""
    is_loaded = module in sys.modules
    if not is_loaded:
        sys.modules[module] = None  # type: ignore[assignment]  # Python's own way to say so
    try:
        yield
    finally:
        if not is_loaded:
            del sys.modules[module]


with _without("rich"):
    import structlog

__all__: Final = ["structlog"]
