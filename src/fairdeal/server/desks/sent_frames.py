"""The last frames of a table as the bytes that were sent, for clients that reconnect."""

from collections import deque
from typing import Final, NamedTuple

from fairdeal.kernel import PlayerId
from fairdeal.runtime.limits import HISTORY_FRAMES_MAX
from fairdeal.server.limits import HISTORY_BYTES_MAX

_FRAME_BYTES: Final = 200
_PART_BYTES: Final = 50
"""What a frame, and a private part of it, take in memory besides their text."""


class SentFrame(NamedTuple):
    """One frame: the public part, and the private parts, each without what joins them and what all frames begin with."""

    number: int
    public: bytes
    owners: tuple[PlayerId, ...]
    own: tuple[bytes, ...]  # of each owner

    def own_of(self, player: PlayerId | None) -> bytes | None:
        """The private part of a player, if there is one."""
        for owner, part in zip(self.owners, self.own, strict=True):
            if owner == player:
                return part
        return None

    @property
    def size(self) -> int:
        """What it takes in memory, about."""
        size = _FRAME_BYTES + len(self.public)
        for part in self.own:
            size += _PART_BYTES + len(part)
        return size


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
        frame = SentFrame(number, public, tuple(own), tuple(own.values()))
        self._frames.append(frame)
        self._last = number
        self._bytes += frame.size
        while self._bytes > HISTORY_BYTES_MAX or len(self._frames) > HISTORY_FRAMES_MAX:
            self._bytes -= self._frames.popleft().size

    def after(self, number: int) -> list[SentFrame] | None:
        """The frames after a number, or None if they are not all kept."""
        if number == self._last:
            return []
        if number > self._last or not self._frames or self._frames[0].number > number + 1:
            return None
        return [frame for frame in self._frames if frame.number > number]
