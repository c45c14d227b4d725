"""
Events and states as bytes that later versions can still read.

A value is kept as its tag, the version of the codec that wrote it, and its fields by name. Tags are given once and never
change, so classes may be renamed and moved. What an older version wrote is read through upgrades: functions on the
plain tree of numbers, texts, lists and maps, one for each version since.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

import msgspec

from fairdeal.storage.port import StoreError
from fairdeal.storage.type_codecs import Plain, TypeCodecs

Upgrade = Callable[[str, Plain], tuple[str, Plain]]
"""A function from the tag and tree of one version to those of the next."""

_BIG: Final = 1  # the extension type of integers beyond 64 bits

_encode: Final = msgspec.msgpack.Encoder().encode
_decode_envelope: Final = msgspec.msgpack.Decoder(tuple[str, int, msgspec.Raw]).decode
_decode_plain: Final = msgspec.msgpack.Decoder(ext_hook=lambda _, data: int.from_bytes(data, "big", signed=True)).decode


class CodecError(StoreError):
    """Bytes cannot be decoded."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Codec:
    """
    How the values of one kind of stream are written and read.

    `kinds` are the classes that are written, by tag. `parts` are classes that stand inside them where a field may
    hold one of several, or any of a common base; they need a tag too. `leave_out` names fields that are not kept: they
    get their default. `sparse` names fields that are kept only where they are not their default, so that values without them
    are written as before there was such a field. `mappings` are mapping classes other than `dict`, with the function that makes
    one from its items. `upgrades` lead to the version they are listed under.
    """

    def __init__(
        self,
        name: str,
        version: int,
        kinds: Mapping[str, type],
        *,
        parts: Mapping[str, type] | None = None,
        leave_out: Mapping[type, Collection[str]] | None = None,
        sparse: Mapping[type, Collection[str]] | None = None,
        mappings: Mapping[type, Callable[[Any], Any]] | None = None,
        upgrades: Mapping[int, Upgrade] | None = None,
    ) -> None:
        self.name = name
        self.version = version
        self.kinds = dict(kinds)
        self.left_out = dict(leave_out or {})
        codecs = TypeCodecs({**kinds, **(parts or {})}, leave_out or {}, mappings or {}, sparse or {})
        self._codecs = {tag: codecs.of(kind) for tag, kind in kinds.items()}
        self._writers = {kind: (tag, self._codecs[tag].write) for tag, kind in kinds.items()}
        self._decoders: dict[str, Callable[[msgspec.Raw], Any]] = {
            tag: msgspec.msgpack.Decoder(kinds[tag]).decode
            for tag, codec in self._codecs.items()
            if codec.write is None
        }
        steps = upgrades or {}
        if sorted(steps) != list(range(2, version + 1)):
            raise ValueError(f"{name} needs an upgrade to each version from 2 to {version}")
        self._upgrades = [steps[step] for step in sorted(steps)]
        self._description = codecs.description

    def encode(self, value: object) -> bytes:
        """Encode a value; the same value always gives the same bytes."""
        tag, write = self._writers[type(value)]
        body = value if write is None else write(value)
        try:
            return _encode((tag, self.version, body))
        except OverflowError:  # an integer beyond 64 bits, somewhere
            plain = msgspec.to_builtins(body, builtin_types=(bytes,))
            return _encode((tag, self.version, _with_big_integers(plain)))

    def decode(self, data: bytes) -> Any:
        """Decode a value of any version; raises `CodecError`."""
        try:
            tag, version, body = _decode_envelope(data)
            if version == self.version and tag in self._decoders:
                return self._decode_fast(tag, body)
            return self._decode_plain(tag, version, _decode_plain(body))
        except CodecError:
            raise
        except Exception as error:  # from the decoder, an upgrade, or a class that does not take what it is given
            raise CodecError("undecodable", f"{self.name}: the bytes cannot be read: {error}") from error

    def describe(self) -> str:
        """A description of every written field; if it changes, the version must be raised."""
        return f"{self.name} {self.version}\n{self._description()}"

    def _decode_fast(self, tag: str, body: msgspec.Raw) -> Any:
        try:
            return self._decoders[tag](body)
        except msgspec.ValidationError:  # it may hold integers that only the slow way reads
            return self._codecs[tag].read(_decode_plain(body))

    def _decode_plain(self, tag: str, version: int, body: Plain) -> Any:
        if not 1 <= version <= self.version:
            raise CodecError("newer_version", f"{self.name}: written by version {version}, this is {self.version}")
        for upgrade in self._upgrades[version - 1 :]:
            tag, body = upgrade(tag, body)
        codec = self._codecs.get(tag)
        if codec is None:
            raise CodecError("unknown_tag", f"{self.name}: there is no kind {tag!r}")
        return codec.read(body)


def _with_big_integers(plain: Plain) -> Plain:
    """Replace integers beyond 64 bits by MessagePack extensions."""
    match plain:
        case bool():
            return plain
        case int() if not -(1 << 63) <= plain < 1 << 64:
            return msgspec.msgpack.Ext(_BIG, plain.to_bytes(plain.bit_length() // 8 + 1, "big", signed=True))
        case list() | tuple():
            return [_with_big_integers(each) for each in plain]
        case dict():
            return {key: _with_big_integers(value) for key, value in plain.items()}
        case _:
            return plain
