"""Optional parts of a record: rake, and metadata."""

import re
from enum import Enum, auto
from typing import Any, Final

from fairdeal.poker.history.meta import TIME_END, HandMeta
from fairdeal.poker.history.packing import BadRecord, Packer, Unpacker
from fairdeal.poker.rules import NO_RAKE, RakeRules

_DECIMALS_END: Final = 10
_NEEDS_FLOP: Final = 4
_HEX: Final = re.compile(r"(?:[0-9a-f]{2})*")


class _Kind(Enum):
    NUMBER = auto()
    TEXT = auto()
    TEXTS = auto()  # one a player
    NUMBERS = auto()
    HASH = auto()


# In the order of their bits: never change it, only add.
_META: Final = (
    ("number", _Kind.NUMBER),
    ("table", _Kind.TEXT),
    ("names", _Kind.TEXTS),
    ("seats", _Kind.NUMBERS),
    ("seat_count", _Kind.NUMBER),
    ("time", _Kind.NUMBER),
    ("edition", _Kind.TEXT),
    ("content_hash", _Kind.HASH),
    ("currency", _Kind.TEXT),
    ("decimals", _Kind.NUMBER),
    ("tournament", _Kind.NUMBER),
    ("level", _Kind.NUMBER),
)


def pack_rake(packer: Packer, rake: RakeRules) -> None:
    """Encode the rake rules: rate, cap, minimum, rounding and flop, halved caps, rule; the default rule is omitted."""
    packer.number(rake.rate)
    packer.number(rake.cap)
    packer.number(rake.minimum)
    packer.number(rake.rounding | (_NEEDS_FLOP if rake.needs_flop else 0))
    packer.number(rake.halved_for)
    packer.text("" if rake.rule == NO_RAKE.rule else rake.rule)


def unpack_rake(reader: Unpacker) -> RakeRules:
    """Decode what `pack_rake` wrote."""
    rate, cap, minimum = reader.number(), reader.number(), reader.number()
    flags = reader.number(8)
    halved, rule = reader.number(), reader.text()
    if rule == NO_RAKE.rule:
        raise BadRecord("bad_flags", "the record spells out what is usual")
    return RakeRules(rate, cap, minimum, flags & 3, halved, bool(flags & _NEEDS_FLOP), rule or NO_RAKE.rule)


def pack_meta(packer: Packer, meta: HandMeta, count: int) -> None:
    """Encode the known metadata, after a bit mask of which fields that is."""
    _check_meta(meta, count)
    packer.number(_known(meta))
    for name, kind in _META:
        value = getattr(meta, name)
        if not value:
            continue
        if kind is _Kind.HASH:
            packer.blob(bytes.fromhex(value))
        elif kind is _Kind.TEXT:
            packer.text(value)
        elif kind is _Kind.NUMBER:
            packer.number(value)
        else:
            for each in value:
                (packer.text if kind is _Kind.TEXTS else packer.number)(each)


def unpack_meta(reader: Unpacker, count: int) -> HandMeta:
    """Decode what `pack_meta` wrote."""
    known = reader.number(1 << len(_META))
    values: dict[str, Any] = {}
    for bit, (name, kind) in enumerate(_META):
        if not known >> bit & 1:
            continue
        match kind:
            case _Kind.NUMBER:
                values[name] = reader.number()
            case _Kind.TEXT:
                values[name] = reader.text()
            case _Kind.HASH:
                values[name] = reader.blob().hex()
            case _Kind.TEXTS:
                values[name] = tuple(reader.text() for _ in range(count))
            case _Kind.NUMBERS:
                values[name] = tuple(reader.number() for _ in range(count))
    meta = HandMeta(**values)
    if _known(meta) != known:
        raise BadRecord("bad_meta", "the record spells out what is not known")
    _check_meta(meta, count)
    return meta


def _known(meta: HandMeta) -> int:
    """The known fields, as bits."""
    return sum(1 << bit for bit, (name, _) in enumerate(_META) if getattr(meta, name))


def _check_meta(meta: HandMeta, count: int) -> None:
    if len(meta.names) not in (0, count) or len(meta.seats) not in (0, count):
        raise BadRecord("bad_meta", "names and seats are either of all players or of none")
    if not 0 <= meta.time < TIME_END or not 0 <= meta.decimals < _DECIMALS_END:
        raise BadRecord("bad_meta", "a time or a number of decimals cannot be recorded")
    if not _HEX.fullmatch(meta.content_hash):
        raise BadRecord("bad_meta", "a content hash is written in lower-case hexadecimal")
