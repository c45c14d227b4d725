"""The history of a simulation: its hash, and an excerpt that shows why a check failed."""

import hashlib
from collections import deque
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Final

import msgspec

from fairdeal.kernel import Instant, StreamId
from fairdeal.runtime.broadcast import Frame
from fairdeal.storage.port import Outcome, Unit

KEPT: Final = 20_000
LINES: Final = 40
_HIDDEN: Final = {"hand", "salt", "told", "commitment", "lock", "proof", "promises", "pids", "seed", "signature", "key"}

_encode = msgspec.msgpack.Encoder().encode


class Story:
    """The history of one run: a hash of all of it, and the last events themselves."""

    def __init__(self) -> None:
        self._hash = hashlib.blake2b(digest_size=16)
        self._events: deque[tuple[Instant, StreamId, tuple[Any, ...]]] = deque(maxlen=KEPT)

    def tell(self, now: Instant, stream: StreamId, events: tuple[Any, ...]) -> None:
        """A decision was adopted."""
        self._events.append((now, stream, events))

    def written(self, units: Sequence[Unit], outcomes: Sequence[Outcome]) -> None:
        """A group was committed."""
        self._hash.update(_encode((units, outcomes)))

    def sent(self, stream: StreamId, frame: Frame) -> None:
        """A frame went out."""
        self._hash.update(_encode((stream, frame.epoch, frame.number, frame.public, frame.private)))

    @property
    def hash(self) -> str:
        """The same for the same history, to the last bit."""
        return self._hash.hexdigest()

    def lines(self, streams: Sequence[StreamId]) -> list[str]:
        """The last events of these streams, or of all where none is named, oldest first."""
        found: list[str] = []
        for now, stream, events in reversed(self._events):
            if streams and stream not in streams:
                continue
            found += [f"{_clock(now)} {stream} {_text(event)}" for event in reversed(events)]
            if len(found) >= LINES:
                break
        return found[:LINES][::-1]


def _clock(now: Instant) -> str:
    seconds, rest = divmod(now, 1_000)
    return f"{seconds // 3600 % 24:02}:{seconds // 60 % 60:02}:{seconds % 60:02}.{rest:03}"


def _text(event: Any) -> str:
    """An event in one line, without its secrets."""
    if not is_dataclass(event):
        return str(event)
    parts = [
        f"{field.name}={getattr(event, field.name)}"
        for field in fields(event)
        if field.name not in _HIDDEN and getattr(event, field.name) not in (None, (), "", False)
    ]
    return f"{type(event).__name__}({', '.join(parts)})"
