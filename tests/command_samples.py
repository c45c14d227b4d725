"""Commands made up from their types: whoever tries what a machine does with anything needs no list of them."""

import dataclasses
import itertools
from collections.abc import Iterator, Mapping
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

NUMBERS = (0, 1, -1, 10**15)
TEXTS = ("ann", "")


def commands_like(kind: type, samples: int = 4) -> Iterator[Any]:
    """Some commands of a kind, with one value after another in every field."""
    hints = get_type_hints(kind)
    names = [each.name for each in dataclasses.fields(kind) if each.init]
    values = {name: list(itertools.islice(_values(hints[name]), 8)) for name in names}
    for number in range(samples):
        yield kind(**{name: each[number % len(each)] for name, each in values.items()})


def _values(hint: Any) -> Iterator[Any]:
    """Values of a type, hostile ones among them."""
    hint = getattr(hint, "__supertype__", hint)
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        for part in get_args(hint):
            yield from _values(part)
    elif hint in (None, NoneType):
        yield None
    elif origin in (tuple, frozenset):
        yield origin()
    elif origin in (Mapping, dict):
        yield {}
    elif isinstance(hint, type) and issubclass(hint, Enum):
        yield from hint
    elif isinstance(hint, type) and dataclasses.is_dataclass(hint):
        yield from commands_like(hint)
    else:
        yield from _plain(hint)


def _plain(hint: Any) -> Iterator[Any]:
    match getattr(hint, "__supertype__", hint):
        case kind if kind is bool:
            yield from (True, False)
        case kind if kind is int:
            yield from NUMBERS
        case kind if kind is bytes:
            yield b""
        case _:
            yield from TEXTS
