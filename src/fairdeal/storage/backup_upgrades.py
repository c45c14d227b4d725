"""
Backups of earlier schemas, row by row: what a migration does to a database, done to the pages of a file.

A schema that only gave rows more columns has its line here. What an earlier one kept in other tables is restored by a program of
its own time, and migrated after that.
"""

from collections.abc import Callable, Mapping
from typing import Final

from fairdeal.storage.shapes import NEWEST, REVISIONS, Row

_Upgrade = Mapping[str, Callable[[Row], Row]]

_STEPS: Final[Mapping[str, _Upgrade]] = {
    "0003": {"receipts": lambda row: (*row, b"")},  # receipts of the past have no digest
}


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


def _since(schema: str) -> tuple[str, ...]:
    """The schemas from that one on that had a successor."""
    return tuple(REVISIONS[REVISIONS.index(schema) : -1])
