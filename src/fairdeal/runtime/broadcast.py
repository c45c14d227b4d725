"""
What watchers of one stream are told.

Every adopted decision makes one numbered frame, the same number for every watcher. A frame's public part is the same
for all of them, and is encoded once; private parts go to their owners only. A client's position is (epoch, number): the
epoch changes with every recovery, and a client whose epoch is old or whose position is gone takes a full view.
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fairdeal.kernel import PlayerId
from fairdeal.runtime.hosted import Changes
from fairdeal.runtime.limits import HISTORY_FRAMES_MAX


class Frame:
    """One step of a stream as watchers see it; keeps its encoding, so that it is made once for all."""

    __slots__ = ("encoded", "epoch", "number", "private", "public")

    def __init__(
        self, epoch: int, number: int, public: tuple[object, ...], private: Mapping[PlayerId, tuple[object, ...]]
    ) -> None:
        self.epoch = epoch
        self.number = number
        self.public = public
        self.private = private
        self.encoded: bytes | None = None  # kept by whoever sends it first


Sink = Callable[[Frame], None]


class Feed:
    """The numbered frames of one stream, those who watch it, and the last frames for those who come back."""

    __slots__ = ("epoch", "history", "number", "sinks")

    def __init__(self, epoch: int) -> None:
        self.epoch = epoch
        self.number = 0
        self.sinks: dict[object, Sink] = {}
        self.history: deque[Frame] = deque(maxlen=HISTORY_FRAMES_MAX)

    def watch(self, watcher: object, sink: Sink) -> None:
        """Send every frame from now on to the sink; a watcher has one."""
        self.sinks[watcher] = sink

    def forget(self, watcher: object) -> None:
        """Send that watcher nothing any more."""
        self.sinks.pop(watcher, None)

    def publish(self, steps: Sequence[Changes]) -> None:
        """Make a frame of what a decision showed, if it showed anything."""
        public: list[object] = []
        private: dict[PlayerId, tuple[object, ...]] = {}
        for step in steps:
            if step.public is not None:
                public.append(step.public)
            for player, change in step.private:
                private[player] = (*private[player], change) if player in private else (change,)
        if not public and not private:
            return
        self.number += 1
        frame = Frame(self.epoch, self.number, tuple(public), private)
        self.history.append(frame)
        for sink in tuple(self.sinks.values()):
            sink(frame)

    def begin_anew(self) -> None:
        """What comes next does not follow from the frames so far: everybody takes a full view."""
        self.history.clear()
        self.number += 1

    def after(self, epoch: int, number: int) -> tuple[Frame, ...] | None:
        """Frames after a position, or None when a full view must be taken."""
        if epoch != self.epoch or number > self.number:
            return None
        if number == self.number:
            return ()
        if not self.history or self.history[0].number > number + 1:
            return None
        return tuple(frame for frame in self.history if frame.number > number)


def shown_to(frame: Frame, player: PlayerId | None) -> tuple[Any, ...]:
    """Everything a watcher gets from a frame: the public part, then the watcher's own."""
    if player is None:
        return frame.public
    return (*frame.public, *frame.private.get(player, ()))
