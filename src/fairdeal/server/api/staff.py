"""Staff routes: complaints, accounts and their roles, stopped streams, the account log."""

import asyncio
from http import HTTPStatus
from typing import Annotated

from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from fairdeal.kernel import PlayerId
from fairdeal.office.deed import REASON_MAX
from fairdeal.server.api.caller import Who
from fairdeal.server.api.complaints import ComplaintAnswer, complaint_answer
from fairdeal.server.api.shapes import Answer, Asked
from fairdeal.server.auth.names import checked_words, key_of
from fairdeal.server.auth.refused import Refused, invalid
from fairdeal.server.auth.roles import Access, Proof, Role
from fairdeal.server.office.consequences import adopt_roles
from fairdeal.server.office.disputed import Waiting, waiting_for
from fairdeal.server.office.forms.holds import AnswerComplaintForm
from fairdeal.server.office.service import Office, give_roles
from fairdeal.storage.people import PersonRow

_FOUND_MAX = 50


class PersonFound(Answer, frozen=True):
    """An account as staff see it, without credentials."""

    player: str
    name: str
    kind: str
    email: str
    roles: list[str]
    second_factor: bool
    created_at: int
    closed_at: int | None


class StoppedStream(Answer, frozen=True):
    """A stream that stopped after a failure: a table, a purse or another machine."""

    stream: str
    why: str
    since: int | None
    returns: bool


class LogLine(Answer, frozen=True):
    """An entry of the account log."""

    at: int
    player: str
    what: str
    actor: str
    about: str


class AskAnswer(Asked, frozen=True):
    """Answer a complaint."""

    answer: str


class AskRoles(Asked, frozen=True):
    """Replace the roles of an account."""

    roles: list[str]


@get("/staff/complaints", may=Access.READ_COMPLAINTS)
async def read_all_complaints(
    caller: Who, stage: Annotated[str | None, QueryParameter(name="state")] = None
) -> list[ComplaintAnswer]:
    """All complaints, the latest first; open, answered or both. That they were read is written down first."""
    if stage not in (None, "open", "answered"):
        raise invalid("malformed")
    await Office(caller.house, caller.player).look("complaints", "")
    answered = None if stage is None else stage == "answered"
    rows = await asyncio.to_thread(lambda: caller.house.people.complaints(answered=answered))
    return [complaint_answer(row) for row in rows]


@post("/staff/complaints/{complaint:str}/answer", may=Access.ANSWER_COMPLAINTS, proof=Proof.AGAIN, status_code=200)
async def answer_complaint(caller: Who, complaint: FromPath[str], data: JSONBody[AskAnswer]) -> ComplaintAnswer:
    """Answer an open complaint; the same deed as at the desk, by the first clause that gives the house this duty here."""
    house, words = caller.house, checked_words(data.answer)
    row = await asyncio.to_thread(house.people.complaint, complaint)
    if row is None or row.answered_at:
        raise Refused("no_such_complaint")
    if waiting_for(house, PlayerId(row.person), complaint) != Waiting():
        raise Refused("second_signature_needed")
    form = AnswerComplaintForm(player=row.person, complaint=complaint, answer=words)
    await Office(house, caller.player).do_at_once(form, words[:REASON_MAX])
    answered = await asyncio.to_thread(
        house.people.answer_complaint, complaint, words, caller.player, house.clock.now()
    )
    if answered is None:  # what follows the deed has written it already
        answered = await asyncio.to_thread(house.people.complaint, complaint)
    return complaint_answer(answered)


@get("/staff/people", may=Access.READ_PEOPLE)
async def find_people(caller: Who, name: FromQuery[str] = "") -> list[PersonFound]:
    """Accounts whose name starts with the text; that they were looked for is written down first."""
    await Office(caller.house, caller.player).look("people", "")
    rows = await asyncio.to_thread(caller.house.people.people, key_of(name), _FOUND_MAX)
    return [_found(row) for row in rows]


@post("/staff/people/{player:str}/roles", may=Access.CHANGE_ROLES, proof=Proof.AGAIN, status_code=200)
async def set_roles(caller: Who, player: FromPath[str], data: JSONBody[AskRoles]) -> PersonFound:
    """Set the roles of an account while nobody could be the second person; admins cannot remove their own admin role."""
    auth = caller.house.auth
    try:
        roles = frozenset(Role(role) for role in data.roles)
    except ValueError:
        raise invalid("no_such_role") from None
    row = await asyncio.to_thread(auth.people.person, player)
    if row is None or row.kind != "player":
        raise Refused("no_such_person", HTTPStatus.NOT_FOUND)
    if player == caller.player and Role.ADMIN not in roles:
        raise Refused("own_admin_role")
    await give_roles(caller.house, player, roles, caller.player)
    await adopt_roles(caller.house, player, roles, caller.player)
    return _found(await auth.row(PlayerId(player)))


@get("/staff/stopped", may=Access.READ_ROOM)
async def read_stopped(caller: Who) -> list[StoppedStream]:
    """The stopped streams: why, since when, and whether they come back by themselves."""
    return [StoppedStream(*each) for each in caller.house.room.revival.stopped()]


@get("/staff/log", may=Access.READ_LOG)
async def read_log(caller: Who, player: FromQuery[str | None] = None) -> list[LogLine]:
    """Entries of the account log, the latest first."""
    rows = await asyncio.to_thread(lambda: caller.house.people.log(person=player))
    return [LogLine(row.at, row.person, row.what, row.actor, row.about) for row in rows]


def _found(row: PersonRow) -> PersonFound:
    roles = row.roles.split()
    closed = row.closed_at or None
    return PersonFound(row.id, row.name, row.kind, row.email, roles, bool(row.totp_on), row.created_at, closed)


ROUTES = [read_all_complaints, answer_complaint, find_people, set_roles, read_stopped, read_log]
