"""Compares accounts, codes, acceptances, complaints and the account log with their seals."""

from typing import Final

from fairdeal.storage.anchors import ClosedChains
from fairdeal.storage.archive import PAGE_ROWS, Rows, walk_pages
from fairdeal.storage.shapes import SHAPES, Row
from fairdeal.storage.sql.people_seals import SEALED, STREAM, Sealed, seals_in
from fairdeal.storage.verify.chains import Keys, Reporter

_CALLED: Final = {
    "people": "account",
    "recovery_codes": "recovery code of",
    "acceptances": "acceptance of",
    "complaints": "complaint",
    "account_log": "account log",
}


def check_people(rows: Rows, report: Reporter, keys: Keys, closed: ClosedChains | None) -> None:
    """Report every row that is not what was sealed last, was never sealed, or is gone; nothing where no row was ever sealed."""
    seals = _last_seals(rows)
    if not seals:
        return
    for name in SEALED:
        width = len(SHAPES[name].key)
        for page in walk_pages(rows, name):
            for row in page:
                version, digest = seals.pop((name, tuple(row[:width])), (0, b""))
                is_closed = closed is not None and closed.holds(STREAM, version)
                _check_row(report, keys, name, row, digest, is_closed=is_closed)
            report.advance(len(page))
    for (name, key), (_, digest) in seals.items():
        if digest:
            report.found(f"{_CALLED[name]} {key[0]}", "is missing: it was sealed, and nobody deleted it")


def _check_row(report: Reporter, keys: Keys, name: str, row: Row, digest: bytes, *, is_closed: bool) -> None:
    where = f"{_CALLED[name]} {row[0]}"
    if not digest:
        report.found(where, "was never written, or had been deleted: its row has no seal")
        return
    made = keys.chain.row_like(digest, name, row)
    if made is not None and made != digest:
        report.found(where, "is not what was written")
    elif made is None and not is_closed:
        keys.miss(digest)


def _last_seals(rows: Rows) -> dict[Sealed, tuple[int, bytes]]:
    """The last seal of every row, with the version of its entry."""
    found: dict[Sealed, tuple[int, bytes]] = {}
    after = 0
    while page := rows.page("entries", (STREAM, after), PAGE_ROWS):
        own: list[Row] = [row for row in page if row[0] == STREAM]
        for version, seal in seals_in(own):
            found[seal.table, tuple(seal.key)] = (version, seal.digest)
        if len(own) < len(page) or not own[-1][1] > after:
            break
        after = own[-1][1]
    return found
