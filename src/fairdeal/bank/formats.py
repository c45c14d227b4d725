"""Amounts and tables as plain text, CSV and JSON."""

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from fairdeal.kernel import UNITS_PER_CENT

_UNITS: Final = 100 * UNITS_PER_CENT

Cell = str | int | bool | None
Record = Mapping[str, Cell]


def amount_text(units: int) -> str:
    """An amount as a decimal: two places, or four where it is not whole cents."""
    whole, rest = divmod(abs(units), _UNITS)
    places = f"{rest:04}" if rest % UNITS_PER_CENT else f"{rest // UNITS_PER_CENT:02}"
    return f"{'-' if units < 0 else ''}{whole}.{places}"


def text_table(columns: Sequence[str], rows: Iterable[Sequence[str]], *, right: frozenset[str] = frozenset()) -> str:
    """A table as aligned text; columns named in `right` are aligned right."""
    lines = [tuple(columns), *(tuple(row) for row in rows)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(columns))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, cell, width in zip(columns, line, widths, strict=True)
        ).rstrip()
        for line in lines
    )


def csv_text(columns: Sequence[str], records: Iterable[Record]) -> str:
    """Records as comma-separated values with a header line; None becomes an empty field."""
    sink = _Sink()
    writer = csv.DictWriter(sink, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    return "".join(sink.parts)


def json_text(value: Mapping[str, object]) -> str:
    """A value as indented JSON, in the order of its fields."""
    return json.dumps(value, indent=2, ensure_ascii=False)


class _Sink:
    def __init__(self) -> None:
        self.parts: list[str] = []

    def write(self, part: str) -> None:
        self.parts.append(part)
