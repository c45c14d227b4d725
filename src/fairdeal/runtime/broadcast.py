"""
Feeds of numbered frames: what the watchers of one stream are sent.

Every adopted decision that shows anything makes one frame, with the same number for every watcher; private changes go to their
players only. A client's position is (epoch, number): the epoch changes with every recovery, and a client whose epoch is old or whose
position is no longer in the history takes a full view. A server's desks keep frames as the bytes they sent, and its feeds keep none.
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from fairdeal.kernel import PlayerId
from fairdeal.runtime.hosted import Changes
from fairdeal.runtime.limits import HISTORY_FRAMES_MAX


class Frame:
    """What one decision shows: public changes and private ones by player, numbered."""

    __slots__ = ("epoch", "number", "private", "public")

    def __init__(
        self, epoch: int, number: int, public: tuple[object, ...], private: Mapping[PlayerId, tuple[object, ...]]
    ) -> None:
        self.epoch = epoch
        self.number = number
        self.public = public
        self.private = private


Sink = Callable[[Frame], None]

_KEEPS_NONE: Final[deque[Frame]] = deque(maxlen=0)
"""The history of all feeds that keep no frames: it stays empty, and even an empty one takes some memory."""


class Feed:
    """Numbers the frames of one stream, sends them to its watchers, and keeps the last `kept` for clients that reconnect."""

    __slots__ = ("epoch", "history", "number", "sinks")

    def __init__(self, epoch: int, kept: int = HISTORY_FRAMES_MAX) -> None:
        self.epoch = epoch
        self.number = 0
        self.sinks: dict[object, Sink] = {}
        self.history = deque(maxlen=kept) if kept else _KEEPS_NONE

    def watch(self, watcher: object, sink: Sink) -> None:
        """Call the sink with every frame from now on; replaces an earlier sink of the same watcher."""
        self.sinks[watcher] = sink

    def forget(self, watcher: object) -> None:
        """Send nothing more to that watcher."""
        self.sinks.pop(watcher, None)

    def publish(self, steps: Sequence[Changes]) -> None:
        """Make one frame of a decision's changes and send it to all watchers; no frame if they are empty."""
        if len(steps) == 1:  # by far the most frequent
            public: tuple[object, ...] = () if steps[0].public is None else (steps[0].public,)
            private = steps[0].private
        else:
            public = tuple([step.public for step in steps if step.public is not None])
            private = _merged(steps)
        if not public and not private:
            return
        self.number += 1
        frame = Frame(self.epoch, self.number, public, private)
        self.history.append(frame)
        for sink in tuple(self.sinks.values()):
            sink(frame)

    def begin_anew(self) -> None:
        """Break the sequence of frames, so that every watcher has to take a full view."""
        self.history.clear()
        self.number += 1

    def after(self, epoch: int, number: int) -> tuple[Frame, ...] | None:
        """The frames after a position, or None if the client must take a full view."""
        if epoch != self.epoch or number > self.number:
            return None
        if number == self.number:
            return ()
        if not self.history or self.history[0].number > number + 1:
            return None
        return tuple(frame for frame in self.history if frame.number > number)


def _merged(steps: Sequence[Changes]) -> dict[PlayerId, tuple[object, ...]]:
    private: dict[PlayerId, tuple[object, ...]] = {}
    for step in steps:
        for player, changes in step.private.items():
            private[player] = (*private[player], *changes) if player in private else changes
    return private


def shown_to(frame: Frame, player: PlayerId | None) -> tuple[Any, ...]:
    """The changes of a frame that a watcher may see: the public ones, then the private ones of that player."""
    if player is None:
        return frame.public
    return (*frame.public, *frame.private.get(player, ()))
