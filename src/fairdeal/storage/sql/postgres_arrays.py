"""
Columns of rows as PostgreSQL's binary arrays.

A group of units is sent as a few arrays, one per column, and unpacked by the server. The driver's own arrays inspect the
type of every element, which costs more than all of validation.
"""

import struct
from collections.abc import Sequence
from typing import Any, Final

from psycopg import Connection
from psycopg.adapt import Dumper
from psycopg.pq import Format

_TEXT: Final = 25
_INT8: Final = 20
_BYTEA: Final = 17
_NULL: Final = b"\xff\xff\xff\xff"
_HEADER: Final = struct.Struct(">iiIii")


class TextArray(bytes):
    """A PostgreSQL `text[]`; None is NULL."""

    @classmethod
    def of(cls, values: Sequence[str | None]) -> "TextArray":
        """Pack the values."""
        parts = [_header(_TEXT, len(values))]
        for value in values:
            if value is None:
                parts.append(_NULL)
            else:
                data = value.encode()
                parts += len(data).to_bytes(4, "big"), data
        return cls(b"".join(parts))


class BytesArray(bytes):
    """A PostgreSQL `bytea[]`."""

    @classmethod
    def of(cls, values: Sequence[bytes]) -> "BytesArray":
        """Pack the values."""
        parts = [_header(_BYTEA, len(values))]
        for value in values:
            parts += len(value).to_bytes(4, "big"), value
        return cls(b"".join(parts))


class IntegerArray(bytes):
    """A PostgreSQL `int8[]`."""

    @classmethod
    def of(cls, values: Sequence[int]) -> "IntegerArray":
        """Pack the values."""
        count = len(values)
        sized: list[int] = [8] * (2 * count)
        sized[1::2] = values
        return cls(_header(_INT8, count) + struct.pack(">" + "iq" * count, *sized))


def _header(element: int, count: int) -> bytes:
    """The array header: one dimension that starts at 1, with the flag for nulls set (allowed without any)."""
    return _HEADER.pack(1, 1, element, count, 1)


class _PackedDumper(Dumper):
    format = Format.BINARY

    def dump(self, obj: Any) -> bytes:
        return bytes(obj)


class _TextDumper(_PackedDumper):
    oid = 1009


class _BytesDumper(_PackedDumper):
    oid = 1001


class _IntegerDumper(_PackedDumper):
    oid = 1016


def accept_arrays(connection: Connection[Any]) -> None:
    """Let a connection take these arrays as parameters."""
    connection.adapters.register_dumper(TextArray, _TextDumper)
    connection.adapters.register_dumper(BytesArray, _BytesDumper)
    connection.adapters.register_dumper(IntegerArray, _IntegerDumper)
