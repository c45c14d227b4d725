"""
Units and their answers as bytes, between a room and its writer.

A frame is a length of four bytes and that many bytes of MessagePack: one unit on the way to the writer, the answers of one
group on the way back, with the number of the first. Both ends are forks of one program, so nothing here outlives a process.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from fairdeal.kernel import Rejection
from fairdeal.storage import port
from fairdeal.storage.commit_queue import Answer
from fairdeal.storage.port import Committed, Repeated, StoreError, Unit

LENGTH_BYTES: Final = 4

_encoder: Final = msgspec.msgpack.Encoder()
_decode_unit: Final = msgspec.msgpack.Decoder(Unit).decode
_decode_answers: Final = msgspec.msgpack.Decoder(tuple[int, list[list[Any]]]).decode
_COMMITTED, _REPEATED, _REJECTED, _FAILED = range(4)
_ERRORS: Final = {
    each.code: each
    for each in vars(port).values()
    if isinstance(each, type) and issubclass(each, StoreError) and each is not StoreError
}


class Unframable(Exception):
    """A unit that no frame can hold: a number of more than 64 bits, a text that is none, too many bytes."""


def frame_of_unit(unit: Unit) -> bytes:
    """The frame of a unit; raises `Unframable`."""
    try:
        return _frame(unit)
    except (OverflowError, UnicodeEncodeError) as error:
        raise Unframable(str(error)) from error


def unit_of(body: bytes) -> Unit:
    """The unit in the body of a frame."""
    return _decode_unit(body)


def frame_of_answers(first: int, answers: Sequence[Answer]) -> bytes:
    """The frame of a group's answers; `first` is the number of the first unit, counted over the connection."""
    return _frame((first, [_plain(answer) for answer in answers]))


def answers_of(body: bytes) -> tuple[int, list[Answer]]:
    """The number of the first unit, and the answers."""
    first, plain = _decode_answers(body)
    return first, [_answer(*each) for each in plain]


def _frame(value: object) -> bytes:
    frame = bytearray(LENGTH_BYTES)
    _encoder.encode_into(value, frame, LENGTH_BYTES)
    frame[:LENGTH_BYTES] = (len(frame) - LENGTH_BYTES).to_bytes(LENGTH_BYTES, "big")
    return bytes(frame)


def _plain(answer: Answer) -> tuple[Any, ...]:
    match answer:
        case Committed(versions, result):
            return _COMMITTED, versions, result
        case Repeated(result):
            return _REPEATED, result
        case Rejection(code, rule, numbers):
            return _REJECTED, code, rule, numbers
        case StoreError():
            return _FAILED, answer.code, str(answer)


def _answer(kind: int, first: Any, second: Any = None, third: Any = ()) -> Answer:
    if kind == _COMMITTED:
        return Committed(tuple(first), second)
    if kind == _REPEATED:
        return Repeated(first)
    if kind == _REJECTED:
        return Rejection(first, second, tuple((name, number) for name, number in third))
    return _ERRORS.get(first, StoreError)(second)


class FrameReader:
    """Takes bytes as they come, and gives the bodies of the frames that are complete."""

    __slots__ = ("_rest",)

    def __init__(self) -> None:
        self._rest = bytearray()  # of a frame that is not complete; grown in place, for a frame may take many reads

    def feed(self, data: bytes) -> list[bytes]:
        """Add bytes; the bodies that are complete now, in order."""
        if not self._rest:
            return self._split(data)
        self._rest += data
        if len(self._rest) < LENGTH_BYTES + int.from_bytes(self._rest[:LENGTH_BYTES], "big"):
            return []
        data, self._rest = bytes(self._rest), bytearray()
        return self._split(data)

    def _split(self, data: bytes) -> list[bytes]:
        bodies = []
        start, size = 0, len(data)
        while (begin := start + LENGTH_BYTES) <= size:
            end = begin + int.from_bytes(data[start:begin], "big")
            if end > size:
                break
            bodies.append(data[begin:end])
            start = end
        if start < size:
            self._rest += data[start:]
        return bodies
