"""Complaints, reports and disputes at the desk: what they are about, by when they are answered, and the payment that waits."""

import asyncio
from http import HTTPStatus
from typing import Annotated, Final

from litestar import get
from litestar.params import FromPath, QueryParameter

from fairdeal.bank.holds.state import HoldKind
from fairdeal.kernel import DAY, Instant, PlayerId
from fairdeal.server.api.caller import Caller, Who
from fairdeal.server.api.complaints import complaint_answer
from fairdeal.server.api.desk.players import HoldAnswer, holds_of
from fairdeal.server.api.desk.shapes import PersonName, RequestAnswer, person_name, request_answer
from fairdeal.server.api.shapes import Answer
from fairdeal.server.auth.refused import Refused, invalid
from fairdeal.server.auth.roles import Access
from fairdeal.server.house import ServerHouse
from fairdeal.server.office.disputed import DISPUTE, rulebook_of, subject_of, term_of, waiting_for
from fairdeal.server.office.service import Office
from fairdeal.storage.people import ComplaintRow

CASES_MAX: Final = 200


class CaseLine(Answer, frozen=True):
    """A complaint, report or dispute; `about` is what `what` names, `deadline` by when it is answered, and `rule` who says so."""

    id: str
    what: str  # hand, table, round, payment or dispute
    about: str
    player: PersonName
    at: int
    text: str
    state: str  # open or answered
    deadline: int | None
    rule: str | None
    overdue: bool


class CasePage(Answer, frozen=True):
    """A case with the money that waits for it, the player's other cases, and what was asked about it."""

    case: CaseLine
    answer: str
    answered_at: int | None
    staff: PersonName | None
    edition: str | None  # the rulebook that sets the term
    holds: list[HoldAnswer]
    withdrawal: str | None  # whose payment is suspended until the answer
    others: list[CaseLine]
    requests: list[RequestAnswer]


@get("/desk/cases", may=Access.READ_COMPLAINTS)
async def read_cases(caller: Who, stage: Annotated[str | None, QueryParameter(name="state")] = None) -> list[CaseLine]:
    """Cases, open or answered or both: open ones first, by what runs out first, then the latest."""
    if stage not in (None, "open", "answered"):
        raise invalid("malformed")
    answered = None if stage is None else stage == "answered"
    await Office(caller.house, caller.player).look("cases", "")
    rows = await asyncio.to_thread(lambda: caller.house.people.complaints(answered=answered, limit=CASES_MAX))
    lines = await caller.read(lambda: [case_line(caller.house, row) for row in rows])
    return sorted(
        lines, key=lambda each: (each.state != "open", each.deadline or 0 if each.state == "open" else -each.at)
    )


@get("/desk/cases/{case:str}", may=Access.READ_COMPLAINTS)
async def read_case(caller: Who, case: FromPath[str]) -> CasePage:
    """One case; that it was opened is written down first."""
    row = await asyncio.to_thread(caller.house.people.complaint, case)
    if row is None:
        raise Refused("no_such_complaint", HTTPStatus.NOT_FOUND)
    await Office(caller.house, caller.player).look("case", case)
    return await caller.read(lambda: _page(caller, row))


def _page(caller: Caller, row: ComplaintRow) -> CasePage:
    house, docket = caller.house, caller.house.room.docket
    others = [each for each in house.people.complaints(person=row.person) if each.id != row.id]
    term = rulebook_of(house, row)
    held = [each for each in holds_of(house, PlayerId(row.person)) if each.why == HoldKind.COMPLAINT.value]
    asked = [each for each in docket.open if getattr(each.deed, "complaint", None) == row.id]
    return CasePage(
        case_line(house, row),
        row.answer,
        row.answered_at or None,
        person_name(house, row.staff) if row.staff else None,
        None if term is None else term.id,
        held,
        waiting_for(house, PlayerId(row.person), row.id).withdrawal or None,
        [case_line(house, each) for each in others],
        [request_answer(house, each, docket, caller.player) for each in asked],
    )


def case_line(house: ServerHouse, row: ComplaintRow) -> CaseLine:
    """A complaint as a line of the list; blocks."""
    told = complaint_answer(row)
    what, about = subject_of(row.hand)
    deadline, rule = _deadline(house, row)
    is_open = not row.answered_at
    late = is_open and deadline is not None and deadline <= house.clock.now()
    player = person_name(house, row.person)
    return CaseLine(row.id, what, about, player, row.at, told.text, told.state, deadline, rule, late)


def _deadline(house: ServerHouse, row: ComplaintRow) -> tuple[Instant | None, str | None]:
    """By when a case is answered: a dispute in as many days as the house has set, others within the term of their rulebook."""
    if row.hand.startswith(DISPUTE):
        return Instant(row.at + house.settings.dispute_days * DAY), None
    edition = rulebook_of(house, row)
    if edition is None or edition.poker is None or edition.poker.integrity.complaints is None:
        return None, None
    rule = edition.poker.integrity.complaints.settlement_working_days.rule
    return term_of(house, edition.id, Instant(row.at)), rule


ROUTES = [read_cases, read_case]
