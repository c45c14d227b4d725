"""The last frames of a table as the bytes that were sent, for clients that reconnect."""

from collections import deque
from typing import NamedTuple

from fairdeal.kernel import PlayerId
from fairdeal.runtime.limits import HISTORY_FRAMES_MAX
from fairdeal.server.limits import HISTORY_BYTES_MAX


class SentFrame(NamedTuple):
    """One frame: the public part, and the private parts by player, each without what joins them."""

    number: int
    public: bytes
    own: dict[PlayerId, bytes]
    size: int  # of all parts


class SentFrames:
    """The frames of one table, bounded by number and by bytes: the oldest go first."""

    __slots__ = ("_bytes", "_frames", "_last")

    def __init__(self, last: int) -> None:
        """`last` is the number of the frame before the first that will be added."""
        self._frames: deque[SentFrame] = deque()
        self._bytes = 0
        self._last = last

    def add(self, number: int, public: bytes, own: dict[PlayerId, bytes]) -> None:
        """Keep the next frame."""
        size = len(public)
        for part in own.values():
            size += len(part)
        self._frames.append(SentFrame(number, public, own, size))
        self._last = number
        self._bytes += size
        while self._bytes > HISTORY_BYTES_MAX or len(self._frames) > HISTORY_FRAMES_MAX:
            self._bytes -= self._frames.popleft().size

    def after(self, number: int) -> list[SentFrame] | None:
        """The frames after a number, or None if they are not all kept."""
        if number == self._last:
            return []
        if number > self._last or not self._frames or self._frames[0].number > number + 1:
            return None
        return [frame for frame in self._frames if frame.number > number]
