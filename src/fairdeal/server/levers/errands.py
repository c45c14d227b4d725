"""
Errands: acts of the house that the command line leaves in the store for the server that runs there.

A running server owns its tournaments, so nobody else decides for them. The command line writes what is to be done, who says so and
until when it may be begun; the server carries it out and writes an answer. Numbers are those of the entries in their stream, and the
number is the idempotency key: whatever crashes when, an errand is carried out once or not at all.
"""

from typing import Final

import msgspec

from fairdeal.kernel import Duration, Instant, Rejection, StreamId, seconds
from fairdeal.room.desk import SHARD
from fairdeal.runtime.keys import Key
from fairdeal.runtime.limits import RETRIES_MAX
from fairdeal.server.levers.acts import HouseAct
from fairdeal.server.levers.results import ActAnswer
from fairdeal.storage.port import Append, Committed, Refusal, Store, Unit

ERRANDS: Final = StreamId("errand:house")
ANSWERS: Final = StreamId("errand:answers")
"""Streams of what is to be done and of what was; durable."""

LASTS: Final = seconds(20)
"""So long an errand may be begun; a server that starts later leaves it."""


class Errand(msgspec.Struct, frozen=True):
    """An act, the tournament or lobby it is about, the member of staff who says so, and until when it may be begun."""

    at: int
    until: int
    staff: str
    about: str
    act: HouseAct


class ErrandAnswer(msgspec.Struct, frozen=True):
    """The end of an errand by its number: what was done, or the code, rule and numbers of the refusal."""

    number: int
    answer: ActAnswer | None = None
    code: str | None = None
    rule: str | None = None
    numbers: dict[str, int] = {}
    faults: list[str] = []


_ERRAND: Final = msgspec.json.Decoder(Errand)
_ANSWER: Final = msgspec.json.Decoder(ErrandAnswer)


class NotWritten(Exception):
    """The errand could not be written; nothing was done."""

    code = "not_written"


def write_errand(
    store: Store, staff: str, about: str, act: HouseAct, now: Instant, lasts: Duration = LASTS
) -> tuple[int, Instant]:
    """Write an errand; its number, and until when it may be begun."""
    until = Instant(now + lasts)
    data = msgspec.json.encode(Errand(now, until, staff, about, act))
    for _ in range(RETRIES_MAX):
        lease = store.claim(SHARD, "command line", now)
        (outcome,) = store.commit([Unit(lease, now, (Append(ERRANDS, None, (data,)),))])
        if isinstance(outcome, Committed):
            return outcome.versions[0], until
        if not isinstance(outcome, Rejection) or outcome.code != Refusal.LOST_LEASE:
            break
    raise NotWritten("the errand could not be written; try again")


def errands_after(store: Store, after: int) -> list[tuple[int, Errand]]:
    """Errands with a later number, with their numbers."""
    return [(number, _ERRAND.decode(data)) for number, _, data in store.entries(ERRANDS, after)]


def answers_after(store: Store, after: int) -> list[tuple[int, ErrandAnswer]]:
    """Answers after a version of their stream, with their versions."""
    return [(version, _ANSWER.decode(data)) for version, _, data in store.entries(ANSWERS, after)]


def errand_key(number: int) -> Key:
    """The idempotency key under which an errand is carried out."""
    return Key(f"errand:{number}", b"errand")


def encode_answer(answer: ErrandAnswer) -> bytes:
    """An answer as it is written."""
    return msgspec.json.encode(answer)
