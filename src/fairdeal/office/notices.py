"""
Announcements of the house to everybody, as they are written down: each in one or several languages, from an instant until another.

Notices are numbered in order. The command line appends to the same stream, so its form on disk never changes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from fairdeal.kernel import HOUR, Decision, Duration, Instant, Step, StreamId, reject

NOTICES: Final = "notice"
STREAM: Final = StreamId(f"{NOTICES}:house")
TEXT_MAX: Final = 500
DEFAULT: Final = Duration(24 * HOUR)
LANGUAGES: Final = ("en", "et", "sv", "ro")
CURRENT_MAX: Final = 8
"""So many announcements hold or are planned at a time; players should be able to read them."""


@dataclass(frozen=True, slots=True)
class Notice:
    """
    An announcement, or the withdrawal of an earlier one by its number.

    One without an end was made before ends existed, and ends after a day; one without a beginning is shown at once.
    """

    at: int
    texts: Mapping[str, str] = field(default_factory=dict)
    until: int = 0
    withdraws: int = 0
    since: int = 0

    @property
    def ends_at(self) -> int:
        """When the announcement ends."""
        return self.until or self.at + DEFAULT


Notices = tuple[Notice, ...]


@dataclass(frozen=True, slots=True)
class MakeNotice:
    """Announce something; `since` 0: at once, `until` 0: for a day."""

    texts: tuple[tuple[str, str], ...]
    since: Instant
    until: Instant


@dataclass(frozen=True, slots=True)
class EndNotice:
    """End an announcement, or call a planned one off."""

    number: int


NoticeCommand = MakeNotice | EndNotice


def decide(state: Notices, command: NoticeCommand, now: Instant) -> Decision[Notices, Notice]:
    """The notice that a command leads to, or the rejection."""
    if isinstance(command, EndNotice):
        if command.number not in holding(state, now):
            return reject("no_such_announcement")
        notice = Notice(now, {}, withdraws=command.number)
    else:
        begins = max(now, command.since)
        until = command.until or begins + DEFAULT
        if until <= begins:
            return reject("already_over")
        if len(holding(state, now)) >= CURRENT_MAX:
            return reject("too_many_announcements", most=CURRENT_MAX)
        notice = Notice(now, dict(command.texts), until, 0, command.since)
    return (Step(state, notice, (*state, notice)),)


def holding(notices: Notices, now: int) -> dict[int, Notice]:
    """The announcements that hold or are planned, by number."""
    called_off = {each.withdraws for each in notices}
    return {
        number: each
        for number, each in enumerate(notices, 1)
        if each.texts and each.ends_at > now and number not in called_off
    }


def current(notices: Notices, now: int) -> dict[int, Notice]:
    """The announcements that are shown now, by number."""
    return {number: each for number, each in holding(notices, now).items() if each.since <= now}
