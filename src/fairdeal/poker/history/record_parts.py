"""Optional parts of a record: rake, and metadata."""

import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from fairdeal.poker.history.meta import TIME_END, HandMeta
from fairdeal.poker.history.packing import BadRecord, Packer, Unpacker
from fairdeal.poker.rules import NO_RAKE, RakeRules

_DECIMALS_END: Final = 10
_NEEDS_FLOP: Final = 4
_LOWER_HEX: Final = re.compile(r"(?:[0-9a-f]{2})*")


class _Kind(NamedTuple):
    """How a field is packed, and how it is read when so many players were dealt in."""

    pack: Callable[[Packer, Any], None]
    unpack: Callable[[Unpacker, int], Any]


_NUMBER: Final = _Kind(Packer.number, lambda reader, _: reader.number())
_TEXT: Final = _Kind(Packer.text, lambda reader, _: reader.text())
_HASH: Final = _Kind(lambda packer, value: packer.blobs((bytes.fromhex(value),)), lambda reader, _: reader.blob().hex())
# One a player.
_TEXTS: Final = _Kind(Packer.texts, lambda reader, count: tuple(reader.text() for _ in range(count)))
_NUMBERS: Final = _Kind(Packer.numbers, lambda reader, count: tuple(reader.number() for _ in range(count)))

# In the order of their bits: never change it, only add.
_META: Final = (
    ("number", _NUMBER),
    ("table", _TEXT),
    ("names", _TEXTS),
    ("seats", _NUMBERS),
    ("seat_count", _NUMBER),
    ("time", _NUMBER),
    ("edition", _TEXT),
    ("content_hash", _HASH),
    ("currency", _TEXT),
    ("decimals", _NUMBER),
    ("tournament", _NUMBER),
    ("level", _NUMBER),
)


def pack_rake(packer: Packer, rake: RakeRules) -> None:
    """Encode the rake rules: rate, cap, minimum, rounding and flop, halved caps, rule; the default rule is omitted."""
    flags = rake.rounding | (_NEEDS_FLOP if rake.needs_flop else 0)
    packer.numbers((rake.rate, rake.cap, rake.minimum, flags, rake.halved_for))
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
        if value := getattr(meta, name):
            kind.pack(packer, value)


def unpack_meta(reader: Unpacker, count: int) -> HandMeta:
    """Decode what `pack_meta` wrote."""
    known = reader.number(1 << len(_META))
    values: dict[str, Any] = {}
    for bit, (name, kind) in enumerate(_META):
        if known >> bit & 1:
            values[name] = kind.unpack(reader, count)
    meta = HandMeta(**values)
    if _known(meta) != known:
        raise BadRecord("bad_meta", "the record spells out what is not known")
    _check_meta(meta, count)
    return meta


def _known(meta: HandMeta) -> int:
    """The known fields, as bits."""
    return sum([1 << bit for bit, (name, _) in enumerate(_META) if getattr(meta, name)])


def _check_meta(meta: HandMeta, count: int) -> None:
    if len(meta.names) not in (0, count) or len(meta.seats) not in (0, count):
        raise BadRecord("bad_meta", "names and seats are either of all players or of none")
    if not 0 <= meta.time < TIME_END or not 0 <= meta.decimals < _DECIMALS_END:
        raise BadRecord("bad_meta", "a time or a number of decimals cannot be recorded")
    if not _LOWER_HEX.fullmatch(meta.content_hash):
        raise BadRecord("bad_meta", "a content hash is written in lower-case hexadecimal")
