"""
What the operator says to everybody.

It is written into the store by the command line and read from there by every server that runs on it, so it reaches all of them
wherever the operator sits.
"""

import asyncio
from collections.abc import Callable
from typing import Final

import msgspec

from fairdeal.kernel import Instant, Rejection, StreamId
from fairdeal.room.desk import SHARD
from fairdeal.room.limits import RETRIES_MAX
from fairdeal.storage.port import Append, Committed, Refusal, Store, StoreError, Unit

STREAM: Final = StreamId("notice:house")
KEY: Final = "operator"
TEXT_MAX: Final = 500
_LOOK_SECONDS: Final = 1.0


class Notice(msgspec.Struct, frozen=True):
    """Something the operator said, in one language or several."""

    at: int
    texts: dict[str, str]


_DECODER: Final = msgspec.json.Decoder(Notice)


class NotAnnounced(Exception):
    """An announcement that was not made; `code` says why."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def announce(store: Store, texts: dict[str, str], now: Instant) -> Notice:
    """Write an announcement for every server of the store to read."""
    words = {language: text.strip() for language, text in texts.items()}
    if not words or not all(words.values()):
        raise NotAnnounced("nothing_said", "an announcement needs words")
    if any(len(text) > TEXT_MAX for text in words.values()):
        raise NotAnnounced("text_too_long", f"an announcement has at most {TEXT_MAX} characters")
    notice = Notice(now, words)
    for _ in range(RETRIES_MAX):
        lease = store.claim(SHARD, "command line", now)
        (outcome,) = store.commit([Unit(lease, now, (Append(STREAM, None, (msgspec.json.encode(notice),)),))])
        if isinstance(outcome, Committed):
            return notice
        if not isinstance(outcome, Rejection) or outcome.code != Refusal.LOST_LEASE:
            break
    raise NotAnnounced("not_written", "the announcement could not be written; try again")


def announced(store: Store) -> list[Notice]:
    """Everything ever announced, the oldest first."""
    return [_DECODER.decode(event) for event in store.load(STREAM).events]


async def follow(store: Store, hear: Callable[[Notice], None]) -> None:
    """Call with everything that is announced from now on."""
    seen: int | None = None
    while True:
        try:
            found = await asyncio.to_thread(announced, store)
        except StoreError:
            pass  # the store is away; what was said meanwhile is still there when it is back
        else:
            for each in found[len(found) if seen is None else seen :]:
                hear(each)
            seen = len(found)
        await asyncio.sleep(_LOOK_SECONDS)
