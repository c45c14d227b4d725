"""
Compact binary encoding of numbers and texts.

A varint holds seven bits per byte, the lowest first; the top bit says that more follow. Each number has one encoding, so equal
records have equal bytes. Reading never allocates more than the input size.
"""

from collections.abc import Iterable
from typing import Any, Final

NUMBER_END: Final = 1 << 63
TEXT_MAX: Final = 255
_LENGTHS: Final = [
    bytes((length,)) if length <= 0x7F else bytes((length & 0x7F | 0x80, length >> 7)) for length in range(TEXT_MAX + 1)
]
"""The lengths of texts as varints."""


class BadRecord(ValueError):
    """Bytes are not a valid record, or a hand cannot be recorded; `code` is stable."""

    def __init__(self, code: str, told: str) -> None:
        self.code = code
        super().__init__(told)

    def __reduce__(self) -> tuple[Any, ...]:
        """Make it picklable: a process pool whose worker raises it would hang otherwise."""
        return BadRecord, (self.code, str(self))


class Packer:
    """Writes numbers and texts into a byte string."""

    def __init__(self) -> None:
        self.packed = bytearray()

    def byte(self, value: int) -> None:
        """One byte."""
        self.packed.append(value)

    def number(self, value: int) -> None:
        """A number from zero up to 63 bits."""
        self.numbers((value,))

    def numbers(self, values: Iterable[int]) -> None:
        """Several numbers, one after the other."""
        append = self.packed.append
        for value in values:
            if 0 <= value <= 0x7F:  # by far the most frequent
                append(value)
                continue
            if not 0 <= value < NUMBER_END:
                raise BadRecord("bad_number", f"{value} cannot be recorded")
            rest = value
            while rest > 0x7F:
                append(rest & 0x7F | 0x80)
                rest >>= 7
            append(rest)

    def cards(self, values: Iterable[int]) -> None:
        """One byte for each card; an unknown card (-1) is the byte 0xFF."""
        self.packed += bytes([value & 0xFF for value in values])

    def text(self, value: str) -> None:
        """A short text."""
        self.blobs((value.encode("utf-8", "replace"),))

    def texts(self, values: Iterable[str]) -> None:
        """Several short texts, one after the other."""
        self.blobs([value.encode("utf-8", "replace") for value in values])

    def blobs(self, values: Iterable[bytes]) -> None:
        """Short byte strings, each after its length."""
        for value in values:
            length = len(value)
            if length > TEXT_MAX:
                raise BadRecord("bad_text", f"a text is longer than {TEXT_MAX} bytes")
            self.packed += _LENGTHS[length]
            self.packed += value


class Unpacker:
    """Reads what a packer wrote, and refuses everything else."""

    def __init__(self, packed: bytes) -> None:
        self.packed = packed
        self.at = 0

    @property
    def left(self) -> int:
        """Bytes not read yet."""
        return len(self.packed) - self.at

    def take(self, count: int) -> bytes:
        """The next bytes."""
        if count > self.left:
            raise BadRecord("truncated", "the record ends too early")
        self.at += count
        return self.packed[self.at - count : self.at]

    def byte(self) -> int:
        """One byte."""
        return self.take(1)[0]

    def number(self, end: int = NUMBER_END) -> int:
        """A number below that end."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                break
            shift += 7
            if shift > 56:
                raise BadRecord("bad_number", "a number has too many bytes")
        if (byte == 0 and shift) or value >= end:
            raise BadRecord("bad_number", "a number is too large or not in its shortest form")
        return value

    def count(self) -> int:
        """A count of following items of at least a byte each."""
        count = self.number()
        if count > self.left:
            raise BadRecord("truncated", "the record ends too early")
        return count

    def text(self) -> str:
        """A short text."""
        try:
            return self.blob().decode()
        except UnicodeDecodeError:
            raise BadRecord("bad_text", "a text is not UTF-8") from None

    def blob(self) -> bytes:
        """A short byte string."""
        return self.take(self.number(TEXT_MAX + 1))

    def end(self) -> None:
        """Raise `BadRecord` unless all bytes are read."""
        if self.left:
            raise BadRecord("trailing_bytes", "there is something after the end of the record")
