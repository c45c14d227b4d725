"""
Backups of earlier schemas, row by row: what a migration does to a database, done to the pages of a file.

A schema that only gave rows more columns, or tables of its own, has its line here. What an earlier one kept in other tables is
restored by a program of its own time, and migrated after that.
"""

from collections.abc import Callable, Mapping
from typing import Final

from fairdeal.storage.port import UNLISTED
from fairdeal.storage.shapes import NEWEST, REVISIONS, SHAPES, Row

_Upgrade = Mapping[str, Callable[[Row], Row]]

_STEPS: Final[Mapping[str, _Upgrade]] = {
    "0003": {"receipts": lambda row: (*row, b"")},  # receipts of the past have no digest
    "0004": {},
}
_NEW_TABLES: Final[Mapping[str, tuple[str, ...]]] = {"0004": ("listings",)}
"""The tables that the schema after that one added."""

_LISTED_KINDS: Final = ("tournament:", "hexapro:")


def is_known(schema: str) -> bool:
    """Whether a backup with that schema can be restored."""
    return schema == NEWEST or (schema in REVISIONS and all(each in _STEPS for each in _since(schema)))


def upgraded(table: str, rows: list[Row], schema: str) -> list[Row]:
    """Rows of a table as the newest schema has them."""
    for each in _since(schema):
        change = _STEPS[each].get(table)
        if change is not None:
            rows = [change(tuple(row)) for row in rows]
    return rows


def tables_of(schema: str) -> set[str]:
    """The tables that a backup with that schema has."""
    newer = {table for each in _since(schema) for table in _NEW_TABLES.get(each, ())}
    return set(SHAPES) - newer


def added(table: str, rows: list[Row], schema: str) -> tuple[str, list[Row]]:
    """The rows, and their table, that rows of another one lead to: streams from before there were lists wait to be listed."""
    if table != "streams" or "0004" not in _since(schema):
        return "listings", []
    return "listings", [(UNLISTED, row[0], 1, "", "", b"", b"") for row in rows if row[0].startswith(_LISTED_KINDS)]


def _since(schema: str) -> tuple[str, ...]:
    """The schemas from that one on that had a successor."""
    return tuple(REVISIONS[REVISIONS.index(schema) : -1])
