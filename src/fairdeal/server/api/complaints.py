"""Complaints of the caller, and their form in answers."""

import asyncio
from typing import Final

from litestar import get

from fairdeal.server.api.caller import Who
from fairdeal.server.api.shapes import Answer
from fairdeal.server.auth.roles import Access
from fairdeal.storage.people import ComplaintRow

DISPUTE: Final = "dispute:"
"""Complaints about a deal that a device found wrong begin so; below their first line is what it received."""


class ComplaintAnswer(Answer, frozen=True):
    """A complaint about a hand or a table, and the operator's answer."""

    id: str
    hand: str
    player: str
    at: int
    text: str
    state: str
    answer: str
    answered_at: int | None


def complaint_answer(row: ComplaintRow) -> ComplaintAnswer:
    """A complaint as an API answer."""
    return ComplaintAnswer(
        row.id,
        row.hand,
        row.person,
        row.at,
        row.words.partition("\n")[0] if row.hand.startswith(DISPUTE) else row.words,
        "answered" if row.answered_at else "open",
        row.answer,
        row.answered_at or None,
    )


@get("/complaints", may=Access.PERSON)
async def read_complaints(caller: Who) -> list[ComplaintAnswer]:
    """The caller's complaints, the latest first."""
    rows = await asyncio.to_thread(lambda: caller.house.people.complaints(person=caller.player))
    return [complaint_answer(row) for row in rows]


ROUTES = [read_complaints]
