"""Announcements to all clients: a key or the operator's own words, when it happens, and whether it was called off."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count

from fairdeal.kernel import Instant
from fairdeal.runtime.broadcast import Feed
from fairdeal.runtime.hosted import Changes
from fairdeal.runtime.limits import ANNOUNCEMENTS_MAX


@dataclass(frozen=True, slots=True)
class Announcement:
    """
    An announcement of the operator to all clients.

    `key` names words that clients have in their languages; `texts` are the operator's own by language, where given. `at` is when it
    happens; clients count down to it.
    """

    number: int
    key: str
    made_at: Instant
    at: Instant | None = None
    texts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Announced:
    """The change that shows an announcement to clients."""

    announcement: Announcement


@dataclass(frozen=True, slots=True)
class CalledOff:
    """The change that removes an announcement from clients, by its number."""

    number: int


class TooManyAnnouncements(Exception):
    """Raised when `ANNOUNCEMENTS_MAX` announcements hold already."""

    code = "too_many_announcements"


class Announcements:
    """The announcements that hold now, with a feed for all clients like that of a table."""

    def __init__(self, epoch: int) -> None:
        self.feed = Feed(epoch)
        self._current: dict[int, Announcement] = {}
        self._numbers = count(1)

    def view(self) -> tuple[int, int, tuple[Announcement, ...]]:
        """The epoch and number of the last frame, and all announcements that hold, oldest first."""
        return self.feed.epoch, self.feed.number, tuple(self._current.values())

    def make(self, key: str, now: Instant, at: Instant | None = None, texts: Mapping[str, str] | None = None) -> int:
        """Announce to all clients; returns the number to call it off by. Raises `TooManyAnnouncements`."""
        if len(self._current) >= ANNOUNCEMENTS_MAX:
            raise TooManyAnnouncements(f"{ANNOUNCEMENTS_MAX} announcements hold already")
        number = next(self._numbers)
        self._current[number] = Announcement(number, key, now, at, dict(texts or {}))
        self.feed.publish([Changes(public=Announced(self._current[number]))])
        return number

    def call_off(self, number: int) -> bool:
        """End an announcement by its number; False if it did not hold."""
        if self._current.pop(number, None) is None:
            return False
        self.feed.publish([Changes(public=CalledOff(number))])
        return True
