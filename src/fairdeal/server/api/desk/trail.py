"""The trail: everything staff did, asked for, signed and looked at, as the docket's chain holds it."""

from typing import Final

from litestar import get
from litestar.params import FromQuery

from fairdeal.office.docket import events
from fairdeal.office.docket.events import DocketEvent
from fairdeal.office.docket.state import STREAM, Request
from fairdeal.room.office.codecs import CODED
from fairdeal.server.api.caller import Caller, Who
from fairdeal.server.api.desk.shapes import PersonName, person_name
from fairdeal.server.api.shapes import Answer
from fairdeal.server.auth.roles import Access

PAGE: Final = 100
_READ_MAX: Final = 5_000


class TrailLine(Answer, frozen=True):
    """One line: when, who, what, about whom, by which clause; `digest` is the end of its link in the chain."""

    number: int
    at: int
    what: str
    staff: PersonName | None
    request: str | None
    kind: str | None
    about: list[PersonName]
    clause: str | None
    words: str
    digest: str


class Trail(Answer, frozen=True):
    """Lines, the latest first; `next` continues. `length` is how many there are."""

    lines: list[TrailLine]
    next: int | None
    length: int


@get("/desk/trail", may=Access.READ_TRAIL)
async def read_trail(caller: Who, before: FromQuery[int | None] = None, player: FromQuery[str | None] = None) -> Trail:
    """Lines of the trail before a number, of everybody or about one player."""
    length = caller.house.room.registry.actor(STREAM).version
    top = length if before is None else max(0, min(before - 1, length))
    lines, following = await caller.read(lambda: _lines(caller, top, player))
    return Trail(lines, following, length)


def _lines(caller: Caller, top: int, player: str | None) -> tuple[list[TrailLine], int | None]:
    """The latest lines up to a number, about one player if one is named; at most some thousand are read."""
    store, found, bottom = caller.house.store, list[TrailLine](), top
    digests: dict[int, str] = {}
    while bottom > 0 and len(found) < PAGE and top - bottom < _READ_MAX:
        after = max(0, bottom - PAGE)
        entries = [each for each in store.entries(STREAM, after) if each[0] <= bottom]
        with store.reading() as rows:
            picked = rows.pick("entries", [(STREAM, version) for version, _, _ in entries])
        digests.update({row[1]: row[6].hex() for row in picked})
        for version, at, data in reversed(entries):
            line = _line(caller, version, at, CODED.decode_event(data), digests.get(version, ""))
            if player is None or any(each.player == player for each in line.about):
                found.append(line)
        bottom = after
    page = found[:PAGE]
    is_more = bottom > 0 or len(found) > PAGE
    return page, (page[-1].number if page and len(found) > PAGE else bottom + 1) if is_more else None


def _line(caller: Caller, number: int, at: int, event: DocketEvent, digest: str) -> TrailLine:
    house, request = caller.house, getattr(event, "request", None)
    if isinstance(request, Request):
        staff = getattr(event, "by", None) or (None if isinstance(event, events.Ended) else request.staff)
        about = [person_name(house, each) for each in request.deed.players()]
        named: tuple[str | None, str | None, str | None] = request.id, request.deed.kind, request.clause
        words = getattr(event, "why", "") or request.reason
    else:
        staff = getattr(event, "staff", None) if isinstance(event, events.Looked) else getattr(event, "by", None)
        subject = getattr(event, "staff", "") if isinstance(event, events.RolesSet) else getattr(event, "about", "")
        about = [person_name(house, subject)] if subject else []
        named = (request if isinstance(request, str) else None), None, None
        words = _words(event)
    who = None if staff is None else person_name(house, staff)
    return TrailLine(number, at, _what(event), who, *named[:2], about, named[2], words, digest[-16:])


def _words(event: DocketEvent) -> str:
    match event:
        case events.RolesSet():
            return " ".join(role.value for role in event.roles)
        case events.Looked():
            return event.what
        case events.Changed():
            return f"{event.what} {event.words}".strip()
        case _:
            return getattr(event, "why", "")


def _what(event: DocketEvent) -> str:
    if isinstance(event, events.Ended):
        return event.end.value
    if isinstance(event, events.Done) and event.waived:
        return "waived"
    names = {events.RolesSet: "roles", events.DutyOverdue: "duty_overdue", events.DutyEnded: "duty_ended"}
    return names.get(type(event), type(event).__name__.lower())


ROUTES = [read_trail]
