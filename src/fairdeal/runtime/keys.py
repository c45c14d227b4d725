"""
Idempotency keys: a command with a key is carried out once, and the same key with another payload is refused.

A client that got no answer sends the command again with the same key, perhaps to a newer build. So the payload that is compared holds
only what was asked: the client's message, or the fields of the room's own command, each without fields that have their default. A
field with a default that a later build adds changes neither.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from typing import Any, Final

import msgspec

_SECRET: Final = frozenset({"password"})
"""Fields that are never written down; a command that a wrong one stopped was not carried out, so its key is free."""
_PLAIN: Final = frozenset({str, int, bool, bytes, type(None)})


@dataclass(frozen=True, slots=True)
class Key:
    """An idempotency key: its name, and the payload that must be the same when it is used again."""

    name: str
    payload: bytes


def client_key(name: str, message: msgspec.Struct) -> Key:
    """The key of a client's command; its payload is the message without fields that have their default, and without passwords."""
    told = {
        field.encode_name: getattr(message, field.name)
        for field in msgspec.structs.fields(message)
        if field.name not in _SECRET and getattr(message, field.name) != _default(field)
    }
    return Key(name, msgspec.json.encode([type(message).__struct_config__.tag, told], order="sorted"))


def house_key(name: str, command: Any) -> Key:
    """The key of a command that the room itself sends; its payload is the command without defaults."""
    return Key(name, _stated(command).encode())


def former_payloads(command: Any) -> tuple[bytes, ...]:
    """
    The payloads that earlier builds may have stored for this command: its repr, with and without later fields.

    New fields come last and have a default, so a build that did not have them stored the repr without them.
    """
    if not is_dataclass(command):
        return (repr(command).encode(),)
    shown = [each for each in fields(command) if each.repr]
    found = []
    while True:
        inside = ", ".join(f"{each.name}={getattr(command, each.name)!r}" for each in shown)
        found.append(f"{type(command).__qualname__}({inside})".encode())
        if not shown or getattr(command, shown[-1].name) != _field_default(shown[-1]):
            return tuple(found)
        shown.pop()


def _stated(value: Any) -> str:
    """A value as text without fields that have their default; equal values always give the same text."""
    if type(value) in _PLAIN:  # most fields
        return repr(value)
    if is_dataclass(value):
        own = ((each.name, getattr(value, each.name)) for each in fields(value) if not _is_default(value, each))
        return f"{type(value).__name__}({_listed(own)})"
    if isinstance(value, Mapping):
        return f"{{{_listed(sorted(((_stated(key), each) for key, each in value.items()), key=lambda item: item[0]))}}}"
    if isinstance(value, AbstractSet):
        return f"{{{', '.join(sorted(map(_stated, value)))}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_stated, value))}]"
    return repr(value)


def _listed(items: Any) -> str:
    return ", ".join(f"{name}={_stated(value)}" for name, value in items)


def _is_default(value: Any, field: "Field[Any]") -> bool:
    return bool(getattr(value, field.name) == _field_default(field))


def _field_default(field: "Field[Any]") -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()


def _default(field: msgspec.structs.FieldInfo) -> Any:
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
