"""
Announcements of the operator to everybody: making, withdrawing and showing them.

The command line writes them to the store, and every server of that store reads them from there. Servers show what is current:
later clients see nothing that is over, and after a restart what is still current is shown again.
"""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Final

import msgspec

from fairdeal.kernel import Instant, Rejection
from fairdeal.office.notices import DEFAULT, NOTICES, STREAM, TEXT_MAX, Notice, current
from fairdeal.room.desk import SHARD
from fairdeal.room.room import Room
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.announcements import Announcements, TooManyAnnouncements
from fairdeal.runtime.limits import RETRIES_MAX
from fairdeal.storage.port import Append, Committed, Refusal, Store, StoreError, Unit

KEY: Final = "operator"
DEFAULT_HOURS: Final = 24
_LOOK_SECONDS: Final = 1.0
_DECODER: Final = msgspec.json.Decoder(Notice)


class NotAnnounced(Exception):
    """An announcement could not be made; `code` says why."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def announce(store: Store, texts: dict[str, str], now: Instant, until: Instant | None = None) -> int:
    """Write an announcement and return its number; without `until` it lasts a day."""
    words = {language: text.strip() for language, text in texts.items()}
    if not words or not all(words.values()):
        raise NotAnnounced("text_missing", "an announcement needs words")
    if any(len(text) > TEXT_MAX for text in words.values()):
        raise NotAnnounced("text_too_long", f"an announcement has at most {TEXT_MAX} characters")
    ends_at = now + DEFAULT if until is None else until
    if ends_at <= now:
        raise NotAnnounced("already_over", "an announcement ends in the future")
    return _write(store, Notice(now, words, ends_at), now)


def withdraw(store: Store, number: int, now: Instant) -> None:
    """Withdraw an announcement."""
    if number not in current_notices(announced(store), now):
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
    """All notices ever written, the oldest first; the first has the number 1."""
    return [_DECODER.decode(event) for event in store.load(STREAM).events]


def current_notices(notices: Iterable[Notice], now: int) -> dict[int, Notice]:
    """The announcements that are current, by number."""
    return current(tuple(notices), now)


class NoticeBoard:
    """Shows the current announcements in a room and removes those that ended."""

    def __init__(self, announcements: Announcements, now: Callable[[], Instant]) -> None:
        self._announcements = announcements
        self._now = now
        self._current: dict[int, int] = {}  # by number of the notice, that of its announcement

    def show(self, notices: Iterable[Notice]) -> None:
        """Update what is shown, given all notices ever written."""
        now = self._now()
        current = current_notices(notices, now)
        for number in [number for number in self._current if number not in current]:
            self._announcements.call_off(self._current.pop(number))
        for number, notice in current.items():
            if number not in self._current:
                with suppress(TooManyAnnouncements):  # shown as soon as another one is over
                    self._current[number] = self._announcements.make(KEY, now, None, notice.texts)


def watch_board(room: Room, board: NoticeBoard) -> None:
    """Show what the desk announces at once, and what it planned when its time comes."""

    def noted(actor: Actor, events: tuple[Any, ...], now: Instant) -> None:
        board.show(actor.state)
        for notice in events:
            for at in (notice.since, notice.ends_at):
                if at > now and notice.texts:
                    room.clock.at(Instant(at), lambda: board.show(actor.state))

    room.registry.written[NOTICES] = noted


async def follow(store: Store, show: Callable[[list[Notice]], None]) -> None:
    """Read the notices of a store periodically and show them, until cancelled."""
    while True:
        with suppress(StoreError):  # the store is away; notices written meanwhile are still there when it is back
            show(await asyncio.to_thread(announced, store))
        await asyncio.sleep(_LOOK_SECONDS)
