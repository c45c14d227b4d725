"""Verifies hands: each belongs to its entry, numbers have no gap, and each player finds it."""

from fairdeal.storage.archive import Rows, walk_pages
from fairdeal.storage.port import Damaged
from fairdeal.storage.rows import record_of, sitting_rows
from fairdeal.storage.shapes import SITTINGS, Key, Row
from fairdeal.storage.verify.chains import Reporter


def check_hands(rows: Rows, report: Reporter, hands: int) -> None:
    """Check hands against tables, players and entries; `hands` is how many the entries name."""
    for table, count, first, last in rows.numberings():
        report.found(f"table {table}", f"has {count} hands, but they are numbered {first} to {last}")
    has_strays = rows.count("hands") != hands
    for page in walk_pages(rows, "hands"):
        if has_strays:
            _check_entries(rows, report, page)
        _check_found(rows, report, page)
        report.advance(len(page))
    _check_sittings(rows, report)


def _check_entries(rows: Rows, report: Reporter, page: list[Row]) -> None:
    places: list[Key] = [(row[1], row[2]) for row in page]
    named = {(row[0], row[1]): row[5] for row in rows.pick("entries", places)}
    for row in page:
        if named.get((row[1], row[2])) != row[0]:
            report.found(f"hand {row[0]}", f"no entry names it; it says it ended with {row[1]}@{row[2]}")


def _check_found(rows: Rows, report: Reporter, page: list[Row]) -> None:
    """Report hands that a player of theirs would not find."""
    expected: dict[Key, str] = {}
    for row in page:
        for place in _places(row):
            expected.setdefault(place, row[0])
    listed = {row[: len(SITTINGS.key)] for row in rows.pick("sittings", sorted(expected))}
    for place in sorted(expected.keys() - listed):
        report.found(f"hand {expected[place]}", f"is not found by {place[0]}, who was in it")


def _check_sittings(rows: Rows, report: Reporter) -> None:
    """Report index rows of players who were not in the hand."""
    for page in walk_pages(rows, "sittings"):
        hands = {row[0]: set(_places(row)) for row in rows.pick("hands", sorted({(row[4],) for row in page}))}
        for row in page:
            if row[: len(SITTINGS.key)] not in hands.get(row[4], ()):
                report.found(f"hand {row[4]}", f"is found by {row[0]}, who was not in it then and there")


def _places(row: Row) -> list[Key]:
    """The index rows a hand should have."""
    try:
        at, record = record_of(row)
    except Damaged:  # the chain has named the hand
        return []
    return [sitting[: len(SITTINGS.key)] for sitting in sitting_rows(at, record)]
