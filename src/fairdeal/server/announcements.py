"""
What the operator says to everybody, until when, and what is called off again.

It is written into the store by the command line and read from there by every server that runs on it, so it reaches all of them
wherever the operator sits. Servers show what holds now: those who come later see nothing that is over, and after a restart what
still holds is shown again.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec

from fairdeal.kernel import Instant, Rejection, StreamId
from fairdeal.room.desk import SHARD
from fairdeal.runtime.announcements import Announcements, TooManyAnnouncements
from fairdeal.runtime.limits import RETRIES_MAX
from fairdeal.storage.port import Append, Committed, Refusal, Store, StoreError, Unit

STREAM: Final = StreamId("notice:house")
KEY: Final = "operator"
TEXT_MAX: Final = 500
USUAL_HOURS: Final = 24
_USUAL_MS: Final = USUAL_HOURS * 60 * 60 * 1000
_LOOK_SECONDS: Final = 1.0


class Notice(msgspec.Struct, frozen=True):
    """
    Something the operator said, in one language or several, until an instant; or the number of one that is called off.

    Notices are numbered as they come. One without an end was made when there was none, and ends after a day.
    """

    at: int
    texts: dict[str, str]
    until: int = 0
    withdraws: int = 0

    @property
    def ends_at(self) -> int:
        """From when on it does not hold any more."""
        return self.until or self.at + _USUAL_MS


_DECODER: Final = msgspec.json.Decoder(Notice)


class NotAnnounced(Exception):
    """An announcement that was not made; `code` says why."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def announce(store: Store, texts: dict[str, str], now: Instant, until: Instant | None = None) -> int:
    """Write an announcement for every server of the store to read; its number. Without an end it holds for a day."""
    words = {language: text.strip() for language, text in texts.items()}
    if not words or not all(words.values()):
        raise NotAnnounced("nothing_said", "an announcement needs words")
    if any(len(text) > TEXT_MAX for text in words.values()):
        raise NotAnnounced("text_too_long", f"an announcement has at most {TEXT_MAX} characters")
    ends_at = now + _USUAL_MS if until is None else until
    if ends_at <= now:
        raise NotAnnounced("already_over", "an announcement ends in the future")
    return _write(store, Notice(now, words, ends_at), now)


def withdraw(store: Store, number: int, now: Instant) -> None:
    """Call an announcement off."""
    if number not in holding(announced(store), now):
        raise NotAnnounced("no_such_announcement", f"there is no announcement {number} that holds")
    _write(store, Notice(now, {}, withdraws=number), now)


def _write(store: Store, notice: Notice, now: Instant) -> int:
    for _ in range(RETRIES_MAX):
        lease = store.claim(SHARD, "command line", now)
        (outcome,) = store.commit([Unit(lease, now, (Append(STREAM, None, (msgspec.json.encode(notice),)),))])
        if isinstance(outcome, Committed):
            return outcome.versions[0]
        if not isinstance(outcome, Rejection) or outcome.code != Refusal.LOST_LEASE:
            break
    raise NotAnnounced("not_written", "the announcement could not be written; try again")


def announced(store: Store) -> list[Notice]:
    """Everything ever announced or called off, the oldest first; the first has the number 1."""
    return [_DECODER.decode(event) for event in store.load(STREAM).events]


def holding(notices: list[Notice], now: int) -> dict[int, Notice]:
    """What holds now, by number."""
    called_off = {each.withdraws for each in notices}
    return {
        number: each
        for number, each in enumerate(notices, 1)
        if each.texts and each.ends_at > now and number not in called_off
    }


class Board:
    """Shows in a room what holds, and takes down what does not any more."""

    def __init__(self, announcements: Announcements, now: Callable[[], Instant]) -> None:
        self._announcements = announcements
        self._now = now
        self._shown: dict[int, int] = {}

    def show(self, notices: list[Notice]) -> None:
        """Everything that was ever announced is this."""
        now = self._now()
        current = holding(notices, now)
        for number in [number for number in self._shown if number not in current]:
            self._announcements.call_off(self._shown.pop(number))
        for number, notice in current.items():
            if number not in self._shown:
                with suppress(TooManyAnnouncements):  # shown as soon as another one is over
                    self._shown[number] = self._announcements.make(KEY, now, None, notice.texts)


async def follow(store: Store, show: Callable[[list[Notice]], None]) -> None:
    """Show again and again what was announced."""
    while True:
        with suppress(StoreError):  # the store is away; what was said meanwhile is still there when it is back
            show(await asyncio.to_thread(announced, store))
        await asyncio.sleep(_LOOK_SECONDS)
