"""What the house tells everybody: a key or a text in every language, when it happens, and when it is called off."""

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
    One thing everybody should know.

    `key` names a text that clients have in their languages; `texts` are the house's own words by language, where it has any. `at` is
    when it happens: clients count down to it.
    """

    number: int
    key: str
    made_at: Instant
    at: Instant | None = None
    texts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Announced:
    """Something new, or something known with another instant."""

    announcement: Announcement


@dataclass(frozen=True, slots=True)
class CalledOff:
    """An announcement no longer holds."""

    number: int


class TooManyAnnouncements(Exception):
    """So many announcements hold at once that nobody would read another."""

    code = "too_many_announcements"


class Announcements:
    """Those that hold now, and numbered frames for every client, as tables have them."""

    def __init__(self, epoch: int) -> None:
        self.feed = Feed(epoch)
        self._current: dict[int, Announcement] = {}
        self._numbers = count(1)

    def view(self) -> tuple[int, int, tuple[Announcement, ...]]:
        """Position and everything that holds: epoch, number, announcements, the oldest first."""
        return self.feed.epoch, self.feed.number, tuple(self._current.values())

    def make(self, key: str, now: Instant, at: Instant | None = None, texts: Mapping[str, str] | None = None) -> int:
        """Tell everybody; the result is its number, to call it off by."""
        if len(self._current) >= ANNOUNCEMENTS_MAX:
            raise TooManyAnnouncements(f"{ANNOUNCEMENTS_MAX} announcements hold already")
        number = next(self._numbers)
        self._current[number] = Announcement(number, key, now, at, dict(texts or {}))
        self.feed.publish([Changes(public=Announced(self._current[number]))])
        return number

    def call_off(self, number: int) -> bool:
        """It does not hold any more; False if it did not anyway."""
        if self._current.pop(number, None) is None:
            return False
        self.feed.publish([Changes(public=CalledOff(number))])
        return True
