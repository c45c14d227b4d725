"""Pages of lists: cursors, and reading on until enough rows match, but never far."""

from collections.abc import Callable
from typing import Final, NamedTuple

from fairdeal.kernel import Instant
from fairdeal.server.auth.refused import invalid
from fairdeal.storage.port import Listing, Store

ROWS_USUAL: Final = 50
ROWS_MAX: Final = 200
SCANNED_MAX: Final = 2_000
"""How many rows one request reads; where few match, the next page goes on from there."""

_PAGE: Final = 200
_DIGITS_MAX: Final = 15

Cursor = tuple[Instant, str]


class Page(NamedTuple):
    """Rows of a list, and where the next page begins; None at the end."""

    rows: list[Listing]
    next: str | None


def cursor_of(text: str | None) -> Cursor | None:
    """The cursor in a request; raises `Refused` if it is none."""
    if text is None:
        return None
    at, _, row = text.partition(".")
    if not at.isascii() or not at.isdigit() or len(at) > _DIGITS_MAX or not row or not row.isprintable():
        raise invalid("malformed")
    return Instant(int(at)), row


def checked_limit(limit: int) -> int:
    """How many rows a request wants; raises `Refused` for none and for too many."""
    if not 1 <= limit <= ROWS_MAX:
        raise invalid("bad_limit", least=1, most=ROWS_MAX)
    return limit


def read_page(
    store: Store, name: str, before: Cursor | None, limit: int, matches: Callable[[Listing], bool] = lambda _: True
) -> Page:
    """The next rows of a list that match, newest first; blocks."""
    found: list[Listing] = []
    for _ in range(SCANNED_MAX // _PAGE):
        rows = store.listed(name, _PAGE, before)
        for row in rows:
            before = row.at, row.id
            if matches(row):
                found.append(row)
                if len(found) == limit:
                    return Page(found, f"{row.at}.{row.id}")
        if len(rows) < _PAGE:
            return Page(found, None)
    assert before is not None
    return Page(found, f"{before[0]}.{before[1]}")
