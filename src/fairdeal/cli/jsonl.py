"""Batches: JSON lines in, one answer a line out."""

from collections.abc import Iterator
from typing import IO, Final

LINE_MAX: Final = 1 << 20


def lines_of(stream: IO[bytes]) -> Iterator[bytes | None]:
    """Lines that say something; none for one that is too long, of which no more is kept than needed."""
    while line := stream.readline(LINE_MAX):
        if len(line) == LINE_MAX and not line.endswith(b"\n"):
            while (rest := stream.readline(LINE_MAX)) and not rest.endswith(b"\n"):
                pass
            yield None
        elif line.strip():
            yield line
