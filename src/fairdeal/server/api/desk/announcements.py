"""Announcements at the desk: what is shown, what is planned, what was said before."""

from litestar import get

from fairdeal.office.notices import STREAM, Notice, Notices, holding
from fairdeal.server.api.caller import Who
from fairdeal.server.api.shapes import Answer
from fairdeal.server.auth.roles import Access

EARLIER_MAX = 50


class NoticeAnswer(Answer, frozen=True):
    """An announcement: `planned`, `shown`, `over`, or `ended` before its time."""

    number: int
    texts: dict[str, str]
    at: int
    since: int
    until: int
    state: str


@get("/desk/announcements", may=Access.USE_DESK)
async def read_announcements(caller: Who) -> list[NoticeAnswer]:
    """Announcements, the latest first; of those that are over the last fifty."""
    house = caller.house
    notices: Notices = house.room.registry.refresh(STREAM).state
    now = house.clock.now()
    holds = holding(notices, now)
    called_off = {each.withdraws: each.at for each in notices if each.withdraws}

    def state(number: int, notice: Notice) -> str:
        if number in holds:
            return "planned" if notice.since > now else "shown"
        return "ended" if number in called_off else "over"

    rows = [
        NoticeAnswer(
            number,
            dict(each.texts),
            each.at,
            each.since or each.at,
            called_off.get(number, each.ends_at),
            state(number, each),
        )
        for number, each in enumerate(notices, 1)
        if each.texts
    ]
    return rows[: -EARLIER_MAX - 1 : -1]


ROUTES = [read_announcements]
