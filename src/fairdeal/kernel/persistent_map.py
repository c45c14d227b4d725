"""
An immutable mapping whose changed copies share everything that did not change.

Replacing one value copies a path of two rows of 32 and a bucket, never the other values, so that a change costs the same with a
hundred keys as with ten thousand. Two mappings where one came from the other are compared along the paths that differ.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any, Final, Generic, TypeVar
from zlib import crc32

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

_FAN: Final = 32

Bucket = dict[Any, Any]
Row = tuple[Bucket, ...]
Rows = tuple[Row, ...]

_NO_ROW: Final[Row] = ({},) * _FAN
_NO_ROWS: Final[Rows] = (_NO_ROW,) * _FAN


class PersistentMap(Mapping[Key, Value], Generic[Key, Value]):
    """An immutable mapping with int or str keys; `put` and `without` return a changed copy."""

    __slots__ = ("_count", "_rows")

    def __init__(self) -> None:
        self._rows: Rows = _NO_ROWS
        self._count = 0

    @classmethod
    def of(cls, items: Iterable[tuple[Key, Value]]) -> "PersistentMap[Key, Value]":
        """A mapping of these items."""
        rows: list[list[Bucket]] = [[{} for _ in range(_FAN)] for _ in range(_FAN)]
        for key, value in items:
            place = _place(key)
            rows[place // _FAN][place % _FAN][key] = value
        shared = tuple(tuple(row) if any(row) else _NO_ROW for row in rows)
        return cls._made(shared, sum(len(bucket) for row in rows for bucket in row))

    @classmethod
    def _made(cls, rows: Rows, count: int) -> "PersistentMap[Key, Value]":
        made: PersistentMap[Key, Value] = cls.__new__(cls)
        made._rows = rows
        made._count = count
        return made

    def __getitem__(self, key: Key) -> Value:
        place = _place(key)
        value: Value = self._rows[place // _FAN][place % _FAN][key]
        return value

    def __iter__(self) -> Iterator[Key]:
        for row in self._rows:
            if row is not _NO_ROW:
                for bucket in row:
                    yield from bucket

    def __len__(self) -> int:
        return self._count

    def __repr__(self) -> str:
        return f"PersistentMap({dict(self.items())!r})"

    def put(self, key: Key, value: Value) -> "PersistentMap[Key, Value]":
        """A copy with that value under the key."""
        bucket = self._bucket(key)
        return self._with(key, {**bucket, key: value}, self._count + (key not in bucket))

    def without(self, key: Key) -> "PersistentMap[Key, Value]":
        """A copy without the key, which must be there."""
        bucket = self._bucket(key)
        return self._with(key, {each: value for each, value in bucket.items() if each != key}, self._count - 1)

    def changed(self, before: "PersistentMap[Key, Value]") -> Iterator[Key]:
        """The keys whose values differ from an earlier version of this mapping, or that only one of the two has."""
        for row, row_before in zip(self._rows, before._rows, strict=True):
            if row is row_before:
                continue
            for bucket, bucket_before in zip(row, row_before, strict=True):
                if bucket is bucket_before:
                    continue
                for key in {**bucket_before, **bucket}:
                    if bucket.get(key) is not bucket_before.get(key):
                        yield key

    def _bucket(self, key: Key) -> Bucket:
        place = _place(key)
        return self._rows[place // _FAN][place % _FAN]

    def _with(self, key: Key, bucket: Bucket, count: int) -> "PersistentMap[Key, Value]":
        place = _place(key)
        row, column = place // _FAN, place % _FAN
        old = self._rows[row]
        new = (*old[:column], bucket, *old[column + 1 :])
        return self._made((*self._rows[:row], new, *self._rows[row + 1 :]), count)


def _place(key: Hashable) -> int:
    """The bucket of a key; the same in every process, unlike the hash of a str, so that iteration order is too."""
    return (key if isinstance(key, int) else crc32(str(key).encode())) % (_FAN * _FAN)
