"""Complaints of the caller, and their form in answers."""

import asyncio

from litestar import get

from fairdeal.server.api.caller import Who
from fairdeal.server.api.shapes import Answer, Asked
from fairdeal.server.auth.roles import Access
from fairdeal.server.office.disputed import DISPUTE
from fairdeal.storage.people import ComplaintRow


class AskComplaint(Asked, frozen=True):
    """A complaint about a hand, a round or a payment."""

    text: str


class ComplaintAnswer(Answer, frozen=True):
    """A complaint about a hand, a table, a round or a payment, and the operator's answer."""

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
