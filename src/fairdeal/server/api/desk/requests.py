"""Requests at the desk: what can be asked, dry runs, asking, signing, denying, withdrawing."""

from typing import Annotated, Final

import msgspec
from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody

from fairdeal.kernel import Instant
from fairdeal.office.deeds.catalogue import DEEDS
from fairdeal.office.docket.state import Duty, End
from fairdeal.room.office.codecs import LISTED
from fairdeal.room.office.listings import REQUESTS, Listed, rulings_of
from fairdeal.rulebook.catalogue import holds_in
from fairdeal.runtime.keys import Key
from fairdeal.server.api.caller import Caller, Who
from fairdeal.server.api.desk.shapes import (
    FiguresAnswer,
    PersonName,
    RequestAnswer,
    deed_fields,
    figures_answer,
    listed_answer,
    person_name,
    request_answer,
    soonest,
    with_figures,
)
from fairdeal.server.api.money import checked_key
from fairdeal.server.api.shapes import Answer, Asked, Done
from fairdeal.server.auth.refused import Refused, invalid
from fairdeal.server.auth.roles import Access, Proof
from fairdeal.server.auth.tokens import new_id
from fairdeal.server.office.consequences import CLOSING
from fairdeal.server.office.forms.catalogue import DeedForm
from fairdeal.server.office.forms.offer import PAPER_BYTES_MAX
from fairdeal.server.office.places import subject_of
from fairdeal.server.office.service import Office, read_anew

PAGE: Final = 50
Reason = Annotated[str, msgspec.Meta(max_length=500)]


class ClauseAnswer(Answer, frozen=True):
    """A clause that gives a power, and the rulebooks of this house in which it does."""

    rule: str
    editions: list[str]


class DeedAnswer(Answer, frozen=True):
    """Something staff can ask for: by which clauses, who may ask and sign, and whether the caller may."""

    kind: str
    clauses: list[ClauseAnswer]
    asks: list[str]
    signs: list[str]
    at_once: bool
    in_play: bool
    final: bool
    waits: int  # milliseconds between the second signature and the deed
    may_ask: bool
    may_sign: bool


class DutyAnswer(Answer, frozen=True):
    """What a player was told to bring by a deadline."""

    request: str
    kind: str
    player: PersonName
    deadline: int
    overdue: bool


class Inbox(Answer, frozen=True):
    """What is open, sorted by what runs out first; of an empty one, when the last decision was made."""

    requests: list[RequestAnswer]
    duties: list[DutyAnswer]
    ended: int
    last_end: int | None
    of_one: bool


class RequestPage(Answer, frozen=True):
    """Requests, the latest first; `next` continues."""

    requests: list[RequestAnswer]
    next: str | None


class RulingAnswer(Answer, frozen=True):
    """What the house did to the caller: the deed, its clause, and the reason that was given."""

    id: str
    kind: str
    deed: dict[str, object]
    edition: str
    clause: str | None
    reason: str
    status: str
    at: int
    about: str  # the table, hand or tournament; empty where it is about the caller alone


class AskDryRun(Asked, frozen=True):
    """A deed, with the clause it would rest on."""

    deed: DeedForm
    clause: str | None = None
    edition: str | None = None


class AskRequest(Asked, frozen=True):
    """Ask for a deed whose dry run was seen; with an `id` of one's own it is asked once, however often it is sent."""

    deed: DeedForm
    reason: Reason
    figures: str
    clause: str | None = None
    edition: str | None = None
    at_once: bool = False
    id: Annotated[str, msgspec.Meta(max_length=64)] = ""


class AskSignature(Asked, frozen=True):
    """Sign the figures that were seen."""

    figures: str


class AskReason(Asked, frozen=True):
    """A reason."""

    reason: Reason


@get("/desk/deeds", may=Access.USE_DESK)
async def read_deeds(caller: Who) -> list[DeedAnswer]:
    """Everything that can be asked for at the desk; whoever opens it has the roles that the console gave a moment ago."""
    read_anew(caller.house)
    docket, editions = caller.house.room.docket, [each.id for each in caller.house.editions]
    roles = docket.roles_of(Office(caller.house, caller.player).staff)
    return [
        DeedAnswer(
            kind,
            [ClauseAnswer(rule, [each for each in editions if holds_in(rule, each)]) for rule in deed.clauses],
            sorted(role.value for role in deed.asks),
            sorted(role.value for role in deed.signs),
            deed.at_once,
            deed.in_play,
            deed.final,
            deed.waits,
            bool(roles & deed.asks),
            bool(roles & deed.signs),
        )
        for kind, deed in DEEDS.items()
    ]


@get("/desk/inbox", may=Access.USE_DESK)
async def read_inbox(caller: Who) -> Inbox:
    """Open requests and duties, sorted by what runs out first."""
    docket = caller.house.room.docket
    return Inbox(
        soonest(request_answer(caller.house, each, docket, caller.player) for each in docket.open),
        [_duty(caller, each) for each in sorted(docket.duties, key=lambda each: each.deadline)],
        docket.ended,
        docket.last_end,
        docket.is_of_one,
    )


@post("/desk/dry-run", may=Access.USE_DESK, status_code=200, request_max_body_size=PAPER_BYTES_MAX)
async def dry_run(caller: Who, data: JSONBody[AskDryRun]) -> FiguresAnswer:
    """What a deed would do now, decided by the real machines; changes nothing."""
    office = Office(caller.house, caller.player)
    deed, edition = office.prepared(data.deed, data.clause, data.edition)
    return figures_answer(caller.house, office.dry_run(deed, edition, data.clause), deed)


@post(
    "/desk/requests",
    may=Access.USE_DESK,
    proof=Proof.AGAIN,
    status_code=200,
    request_max_body_size=PAPER_BYTES_MAX,
)
async def ask(caller: Who, data: JSONBody[AskRequest]) -> RequestAnswer:
    """Ask for a deed; where one person is enough it is carried out, otherwise it waits for the second."""
    office = Office(caller.house, caller.player)
    request, key = new_id(caller.house.clock.now()), None
    if data.id:
        request = data.id
        key = Key(checked_key(caller, "desk", data.id), msgspec.json.encode(data))
    deed, edition = office.prepared(data.deed, data.clause, data.edition)
    seen = _digest(data.figures)
    await office.ask(request, deed, edition, data.clause, data.reason, seen, at_once=data.at_once, key=key)
    return await _found(caller, request)


@get("/desk/requests", may=Access.USE_DESK)
async def read_requests(caller: Who, before: FromQuery[str | None] = None) -> RequestPage:
    """All requests, open and ended, the latest first."""
    docket, position = caller.house.room.docket, _position(before)
    rows = await caller.read(lambda: caller.house.store.listed(REQUESTS, PAGE, position))
    answers = [listed_answer(caller.house, _row(row.body), docket, caller.player) for row in rows]
    following = f"{rows[-1].at}.{rows[-1].id}" if len(rows) == PAGE else None
    return RequestPage(answers, following)


@get("/desk/requests/{name:str}", may=Access.USE_DESK)
async def read_request(caller: Who, name: FromPath[str]) -> RequestAnswer:
    """One request; of an open one also what it would do now."""
    return await _found(caller, name)


@post("/desk/requests/{name:str}/sign", may=Access.USE_DESK, proof=Proof.AGAIN, status_code=200)
async def sign(caller: Who, name: FromPath[str], data: JSONBody[AskSignature]) -> RequestAnswer:
    """Sign somebody else's request as the second person: it is carried out, exactly as the figures say, or not at all."""
    await Office(caller.house, caller.player).sign(name, _digest(data.figures))
    return await _found(caller, name)


@post("/desk/requests/{name:str}/renew", may=Access.USE_DESK, proof=Proof.AGAIN, status_code=200)
async def renew(caller: Who, name: FromPath[str], data: JSONBody[AskSignature]) -> RequestAnswer:
    """Confirm new figures of an own request, so that it can be signed again."""
    await Office(caller.house, caller.player).renew(name, _digest(data.figures))
    return await _found(caller, name)


@post("/desk/requests/{name:str}/deny", may=Access.USE_DESK, proof=Proof.AGAIN, status_code=200)
async def deny(caller: Who, name: FromPath[str], data: JSONBody[AskReason]) -> RequestAnswer:
    """Deny somebody else's request; what was frozen is undone."""
    await Office(caller.house, caller.player).deny(name, data.reason)
    return await _found(caller, name)


@post("/desk/requests/{name:str}/withdraw", may=Access.USE_DESK, proof=Proof.AGAIN, status_code=200)
async def withdraw(caller: Who, name: FromPath[str]) -> RequestAnswer:
    """Take an own request back; what was frozen is undone."""
    await Office(caller.house, caller.player).withdraw(name)
    return await _found(caller, name)


@post("/desk/duties/{name:str}/end", may=Access.USE_DESK, proof=Proof.AGAIN, status_code=200)
async def end_duty(caller: Who, name: FromPath[str], data: JSONBody[AskReason]) -> Done:
    """Note that a player brought what was demanded, or need not."""
    await Office(caller.house, caller.player).end_duty(name, data.reason)
    return Done()


@get("/rulings", may=Access.PERSON)
async def read_rulings(caller: Who) -> list[RulingAnswer]:
    """What the house did to the caller, the latest first, with clause and reason."""
    rows = await caller.read(lambda: caller.house.store.listed(rulings_of(caller.player), PAGE))
    found = [_row(row.body) for row in rows]
    return [
        RulingAnswer(
            row.request.id,
            CLOSING if row.request.deed.waits and row.status != End.DONE else row.request.deed.kind,
            deed_fields(row.request.deed) if set(row.request.deed.players()) <= {caller.player} else {},
            row.request.edition,
            row.request.clause,
            row.request.reason,
            row.status,
            row.at,
            subject_of(caller.house, row.request.deed),
        )
        for row in found
    ]


async def _found(caller: Caller, request: str) -> RequestAnswer:
    house = caller.house
    docket = house.room.docket
    is_open = docket.find(request)
    if is_open is not None:
        answer = request_answer(house, is_open, docket, caller.player)
        return with_figures(house, answer, Office(house, caller.player).figures_of(is_open), is_open.deed)
    rows = await caller.read(lambda: house.store.listings(REQUESTS, [request]))
    if request not in rows:
        raise Refused("no_such_request")
    return listed_answer(house, _row(rows[request].body), docket, caller.player)


def _duty(caller: Caller, duty: Duty) -> DutyAnswer:
    who = person_name(caller.house, duty.player)
    return DutyAnswer(duty.request, duty.kind, who, duty.deadline, duty.overdue)


def _row(body: bytes) -> Listed:
    row = LISTED.decode(body)
    assert isinstance(row, Listed), "the list holds nothing else"
    return row


def _digest(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise invalid("malformed") from None


def _position(text: str | None) -> tuple[Instant, str] | None:
    if text is None:
        return None
    at, sign, name = text.partition(".")
    if not sign or not at.isascii() or not at.isdigit():
        raise invalid("malformed")
    return Instant(int(at)), name


ROUTES = [
    read_deeds,
    read_inbox,
    dry_run,
    ask,
    read_requests,
    read_request,
    sign,
    renew,
    deny,
    withdraw,
    end_duty,
    read_rulings,
]
