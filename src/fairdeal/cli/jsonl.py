"""JSON-lines batches: one answer per input line."""

from collections.abc import Iterator
from typing import IO, Final

LINE_MAX: Final = 1 << 20


def lines_of(stream: IO[bytes]) -> Iterator[bytes | None]:
    """The non-blank lines of a stream; None for one that is too long, without reading it into memory."""
    while line := stream.readline(LINE_MAX):
        if len(line) == LINE_MAX and not line.endswith(b"\n"):
            while (rest := stream.readline(LINE_MAX)) and not rest.endswith(b"\n"):
                pass
            yield None
        elif line.strip():
            yield line
