"""The trail: everything staff did, asked for, signed and looked at, as the docket's chain holds it."""

from typing import Final

from litestar import get
from litestar.params import FromQuery

from fairdeal.bank.house import StaffId
from fairdeal.kernel import Instant
from fairdeal.office.docket.events import DocketEvent, Looked
from fairdeal.office.docket.state import STREAM
from fairdeal.room.office.codecs import CODED
from fairdeal.room.office.words import line_of
from fairdeal.server.api.caller import Caller, Who
from fairdeal.server.api.desk.shapes import PersonName, person_name
from fairdeal.server.api.shapes import Answer
from fairdeal.server.auth.roles import Access
from fairdeal.server.house import ServerHouse

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


def looks_at(house: ServerHouse, what: str, about: str) -> list[tuple[Instant, StaffId]]:
    """Who looked at something lately, and when, the latest first; at most some thousand lines are read. Blocks."""
    after = max(0, house.room.registry.actor(STREAM).version - _READ_MAX)
    events = ((at, CODED.decode_event(data)) for _, at, data in house.store.entries(STREAM, after))
    found = [
        (at, each.staff) for at, each in events if isinstance(each, Looked) and (each.what, each.about) == (what, about)
    ]
    return found[::-1][:PAGE]


def _line(caller: Caller, number: int, at: int, event: DocketEvent, digest: str) -> TrailLine:
    house, line = caller.house, line_of(event)
    return TrailLine(
        number,
        at,
        line.what,
        None if line.staff is None else person_name(house, line.staff),
        line.request,
        line.kind,
        [person_name(house, each) for each in line.about],
        line.clause,
        line.words,
        digest[-16:],
    )


ROUTES = [read_trail]
