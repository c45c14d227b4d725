"""
How values of each type become plain trees, and trees become values.

Most types the encoder knows by itself, and fast. Those it does not: a field that holds one of several dataclasses, or
any of a common base (they are written as a tag and a body), sets (written in order, or the same value would give other
bytes in another process), mappings of other classes, and fields that are not kept. Only the path down to such a place is
walked in Python.
"""

import types
from collections.abc import Callable, Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import partial
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NewType,
    NotRequired,
    TypedDict,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

Plain = Any
"""A tree of values that msgspec encodes natively."""

_SCALARS: Final = (int, str, bytes, bool, float, type(None))
_LISTS: Final = (tuple, list)
_SETS: Final = (frozenset, set, AbstractSet)
_MAPS: Final = (dict, Mapping)
_UNIONS: Final = (Union, types.UnionType)

_pack: Final = msgspec.msgpack.Encoder().encode


class TypeCodec:
    """Reads and writes values of one type; `write` is None where msgspec encodes them natively, as its type `native`."""

    __slots__ = ("native", "read", "write")

    def __init__(
        self, read: Callable[[Plain], Any], write: Callable[[Any], Plain] | None = None, *, native: Any = None
    ) -> None:
        self.read = read
        self.write = write
        self.native = native

    def written(self, value: Any) -> Plain:
        """The value as msgspec can encode it."""
        return value if self.write is None else self.write(value)


def _known(kind: Any) -> TypeCodec:
    """The codec of a type that msgspec encodes natively."""
    return TypeCodec(lambda plain: msgspec.convert(plain, kind), native=kind)


class TypeCodecs:
    """Finds the codec of each type; raises `TypeError` for a type that cannot be stored."""

    def __init__(
        self,
        tagged: Mapping[str, type],
        leave_out: Mapping[type, Collection[str]],
        mappings: Mapping[type, Callable[[Any], Any]],
        sparse: Mapping[type, Collection[str]] | None = None,
    ) -> None:
        self._tags = {kind: tag for tag, kind in tagged.items()}
        self._leave_out = leave_out
        self._sparse = sparse or {}
        self._mappings = mappings
        self._found: dict[Any, TypeCodec] = {}
        self._fields: dict[str, list[str]] = {}
        self._open: list[Any] = []

    def of(self, kind: Any) -> TypeCodec:
        """The codec of a type."""
        kind = _unwrap(kind)
        if kind not in self._found:
            if kind in self._open:
                raise TypeError(f"{_name(kind)} contains itself")
            self._open.append(kind)
            self._found[kind] = self._find(kind)
            self._open.pop()
        return self._found[kind]

    def description(self) -> str:
        """All written fields of all classes, as text."""
        return "\n".join(line for name in sorted(self._fields) for line in (name, *self._fields[name]))

    def _find(self, kind: Any) -> TypeCodec:
        origin = get_origin(kind) or kind
        arguments = get_args(kind)
        if origin in _UNIONS:
            return self._union(arguments)
        if origin in self._mappings:
            return self._mapping(arguments, self._mappings[origin])
        if origin in _MAPS:
            return self._map(kind, arguments)
        if origin in _LISTS:
            return self._list(kind, origin, arguments)
        if origin in _SETS:
            return self._set(kind, arguments)
        if is_dataclass(origin):
            return self._dataclass(kind, origin, arguments)
        return self._leaf(kind)

    def _leaf(self, kind: Any) -> TypeCodec:
        if isinstance(kind, type) and issubclass(kind, tuple):  # a named tuple, written as a list
            hints = get_type_hints(kind)
            if any(self.of(hint).write is not None for hint in hints.values()):
                raise TypeError(f"{_name(kind)}: a named tuple must hold what the encoder knows")
            self._fields[f"- {_name(kind)}"] = [f"    {name}: {_name(hint)}" for name, hint in hints.items()]
            return _known(kind)
        if get_origin(kind) is Literal or kind in _SCALARS or (isinstance(kind, type) and issubclass(kind, Enum)):
            return _known(kind)
        if members := self._family(kind):
            return self._tagged(members, list(members))
        raise TypeError(f"{_name(kind)} is no plain value: leave the field out, or keep something else")

    def _family(self, kind: Any) -> tuple[type, ...]:
        """The tagged classes that a field may hold whose type is only their common base."""
        is_base = isinstance(kind, type) and not is_dataclass(kind)
        return tuple(each for each in self._tags if is_base and issubclass(each, kind))

    def _dataclass(self, kind: Any, origin: Any, arguments: tuple[Any, ...]) -> TypeCodec:
        hints = get_type_hints(origin)
        given = dict(zip(getattr(origin, "__parameters__", ()), arguments, strict=False))
        left_out = self._leave_out.get(origin, ())
        codecs: list[tuple[str, TypeCodec, bool]] = []
        described: list[str] = []
        for field in fields(origin):
            has_default = field.default is not MISSING or field.default_factory is not MISSING
            if field.name in left_out:
                if not has_default:
                    raise TypeError(f"{_name(kind)}.{field.name} is left out, but has no default")
                continue
            hint = _given(hints[field.name], given)
            try:
                codecs.append((field.name, self.of(hint), has_default))
            except TypeError as error:
                raise TypeError(f"{_name(kind)}.{field.name}: {error}") from None
            members = self._family(hint)
            described.append(f"    {field.name}: {' | '.join(map(_name, members)) or _name(hint)}")
        self._fields[f"{self._tags.get(origin, '-')} {_name(kind)}"] = described
        sparse = {field.name: field.default for field in fields(origin) if field.name in self._sparse.get(origin, ())}
        if not left_out and not sparse and all(codec.write is None for _, codec, _ in codecs):
            return _known(kind)
        return TypeCodec(_reader(origin, codecs), _writer(codecs, sparse))

    def _union(self, members: tuple[Any, ...]) -> TypeCodec:
        several = [each for each in members if is_dataclass(get_origin(each) or each)]
        codecs = {each: self.of(each) for each in members}
        if len(several) > 1:
            return self._tagged(members, several)
        special = [each for each, codec in codecs.items() if codec.write is not None]
        if not special:
            return _known(Union[members])  # noqa: UP007 - the members are only known now
        if len(special) == 1 and set(members) == {special[0], type(None)}:
            codec = codecs[special[0]]
            return TypeCodec(
                lambda plain: None if plain is None else codec.read(plain),
                lambda value: None if value is None else codec.written(value),
            )
        raise TypeError(f"{' | '.join(map(_name, members))} cannot be told apart when read")

    def _tagged(self, members: tuple[Any, ...], several: list[Any]) -> TypeCodec:
        if set(members) - set(several) - {type(None)}:
            raise TypeError(f"{' | '.join(map(_name, members))} mixes dataclasses with other values")
        for each in several:
            if each not in self._tags:
                raise TypeError(f"{_name(each)} needs a tag among the parts: it is one of several")
        by_class = {each: (self._tags[each], self.of(each)) for each in several}
        by_tag = {self._tags[each]: self.of(each) for each in several}

        def write(value: Any) -> Plain:
            if value is None:
                return None
            tag, codec = by_class[type(value)]
            return (tag, codec.written(value))

        def read(plain: Plain) -> Any:
            if plain is None and type(None) in members:
                return None
            tag, body = plain
            return by_tag[tag].read(body)

        return TypeCodec(read, write)

    def _list(self, kind: Any, origin: Any, arguments: tuple[Any, ...]) -> TypeCodec:
        if origin is tuple and arguments[-1:] != (...,):
            codecs = [self.of(each) for each in arguments]
            if all(codec.write is None for codec in codecs):
                return _known(kind)
            return TypeCodec(
                lambda plain: tuple(codec.read(each) for codec, each in zip(codecs, plain, strict=True)),
                lambda value: [codec.written(each) for codec, each in zip(codecs, value, strict=True)],
            )
        codec = self.of(arguments[0])
        if codec.write is None:
            return _known(kind)
        return TypeCodec(lambda plain: origin(map(codec.read, plain)), lambda value: list(map(codec.written, value)))

    def _set(self, kind: Any, arguments: tuple[Any, ...]) -> TypeCodec:
        codec = self.of(arguments[0])
        make = set if get_origin(kind) is set else frozenset

        def write(value: Iterable[Any]) -> Plain:
            return sorted(map(codec.written, value), key=_pack)

        return TypeCodec(lambda plain: make(map(codec.read, plain)), write)

    def _map(self, kind: Any, arguments: tuple[Any, ...]) -> TypeCodec:
        keys, values = map(self.of, arguments)
        if keys.write is not None:
            raise TypeError(f"{_name(kind)}: keys must be what the encoder knows")
        if values.write is None:
            return _known(kind)
        return self._mapping(arguments, dict)

    def _mapping(self, arguments: tuple[Any, ...], make: Callable[[Any], Any]) -> TypeCodec:
        keys, values = map(self.of, arguments)

        def read(plain: Mapping[Any, Any]) -> Any:
            return make((keys.read(key), values.read(value)) for key, value in plain.items())

        def write(mapping: Mapping[Any, Any]) -> Plain:
            return {key: values.written(value) for key, value in mapping.items()}

        return TypeCodec(read, write)


def _writer(codecs: list[tuple[str, TypeCodec, bool]], sparse: Mapping[str, Any]) -> Callable[[Any], Plain]:
    plan = [(name, codec.write) for name, codec, _ in codecs if name not in sparse]
    seldom = [(name, codec, sparse[name]) for name, codec, _ in codecs if name in sparse]

    def write(value: Any) -> Plain:
        body = {}
        for name, write_field in plan:
            field = getattr(value, name)
            body[name] = field if write_field is None else write_field(field)
        for name, codec, default in seldom:
            field = getattr(value, name)
            if field != default:
                body[name] = codec.written(field)
        return body

    return write


def _reader(kind: Any, codecs: list[tuple[str, TypeCodec, bool]]) -> Callable[[Plain], Any]:
    # What msgspec knows of the fields is converted by one call; it looks at a type anew in each.
    native = {name: NotRequired[codec.native] for name, codec, _ in codecs if codec.write is None}
    convert = partial(msgspec.convert, type=TypedDict(kind.__name__, native))  # type: ignore[operator]  # made of data
    special = [(name, codec.read) for name, codec, _ in codecs if codec.write is not None]
    needed = [name for name, _, has_default in codecs if not has_default]

    def read(plain: Plain) -> Any:
        for name in needed:
            if name not in plain:
                raise ValueError(f"the field {name} is missing")
        found = convert(plain)
        for name, read_field in special:
            if name in plain:
                found[name] = read_field(plain[name])
        return kind(**found)

    return read


def _unwrap(kind: Any) -> Any:
    """The type behind `NewType` and `Annotated`."""
    while True:
        if isinstance(kind, NewType):
            kind = kind.__supertype__
        elif get_origin(kind) is Annotated:
            kind = get_args(kind)[0]
        else:
            return kind


def _given(hint: Any, given: Mapping[Any, Any]) -> Any:
    """A field's type hint with the type variables of its generic class filled in."""
    if isinstance(hint, TypeVar):
        return given[hint]
    parameters = getattr(hint, "__parameters__", ())
    return hint[tuple(given[each] for each in parameters)] if parameters else hint


def _name(kind: Any) -> str:
    """A short name of a type."""
    arguments = get_args(kind)
    if get_origin(kind) in _UNIONS:
        return " | ".join(map(_name, arguments))
    if get_origin(kind) is Literal:
        return f"Literal{list(arguments)}"
    if arguments:
        return f"{_name(get_origin(kind))}[{', '.join('...' if each is ... else _name(each) for each in arguments)}]"
    return "None" if kind is type(None) else getattr(kind, "__name__", str(kind))
