"""A test pattern in the place of a camera: bars, the table's name and a running clock, drawn anew for every request."""

from datetime import UTC, datetime
from html import escape
from typing import Final

from litestar import Response, get
from litestar.params import FromPath

from fairdeal.kernel import Instant, TableId
from fairdeal.server.api.caller import Who
from fairdeal.server.auth.refused import Refused
from fairdeal.server.auth.roles import Access

_BARS: Final = ("#c8ccce", "#b9a13a", "#3a9aa3", "#3f8a4d", "#9a4a8f", "#a3352a", "#2f4f9a")
_WIDTH, _HEIGHT = 640, 360


@get("/casino/tables/{table:str}/pattern.svg", may=Access.ANYBODY)
async def read_pattern(caller: Who, table: FromPath[str]) -> Response[bytes]:
    """The test pattern of a table now; its clock is the room's, tied to the time code of the recording."""
    setup = caller.house.room.casino.house.setups.get(TableId(table))
    if setup is None:
        raise Refused("no_such_table")
    now = caller.house.clock.now()
    since = 0 if setup.video is None else max(0, now - setup.video.clock_at)
    return Response(
        pattern(setup.name, now, since).encode(), media_type="image/svg+xml", headers={"cache-control": "no-store"}
    )


def pattern(name: str, now: Instant, since: int) -> str:
    """The picture: bars with a name, the time of day to a tenth of a second, and the time code."""
    width = _WIDTH // len(_BARS) + 1
    bars = "".join(
        f'<rect x="{place * width}" width="{width}" height="{_HEIGHT}" fill="{colour}"/>'
        for place, colour in enumerate(_BARS)
    )
    day = datetime.fromtimestamp(now / 1000, UTC)
    clock = f"{day:%H:%M:%S}.{now % 1000 // 100}"
    hand = (now % 60_000) * 360 / 60_000
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif">{bars}'
        f'<rect x="120" y="90" width="400" height="180" rx="12" fill="#0b0e10"/>'
        f'<g stroke="#e8bb5f" stroke-width="6" fill="none" transform="translate(190 180)"><circle r="48"/>'
        f'<path d="M0 0V-40" transform="rotate({hand:.1f})"/></g>'
        f'<text x="260" y="160" fill="#fff" font-size="26">{escape(name)}</text>'
        f'<text x="260" y="205" fill="#fff" font-size="40">{clock}</text>'
        f'<text x="260" y="240" fill="#aab4ba" font-size="20">{since}</text></svg>'
    )


ROUTES: Final = (read_pattern,)
