"""
The shapes of the fields of a section, derived from their types.

Reading, exporting, comparing and checking editions all walk these shapes; none of them knows a single field by name.
"""

from collections.abc import Iterator
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum
from types import UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

from fairdeal.rulebook.ruled import SWITCH, Kind, Row, Ruled, quoted

CITATION: Final = ("rule", "origin", "see", "printed")


@dataclass(frozen=True, slots=True)
class Scalar:
    """A single value of one kind."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class Many:
    """A list of values of one kind."""

    item: Scalar


@dataclass(frozen=True, slots=True)
class Table:
    """A table of rows."""

    row: type[Row]


@dataclass(frozen=True, slots=True)
class Part:
    """A section within a section."""

    section: type[Any]


Shape = Scalar | Many | Table | Part


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a section or row."""

    name: str
    shape: Shape
    ruled: bool
    optional: bool


_KNOWN: Final[dict[type[Any], tuple[Field, ...]]] = {}


def fields_of(section: type[Any]) -> tuple[Field, ...]:
    """The fields of a section or row, in order, without a row's own citation."""
    if section not in _KNOWN:
        hints = get_type_hints(section, include_extras=True)
        _KNOWN[section] = tuple(
            _field(field.name, hints[field.name], optional=field.default is not MISSING)
            for field in fields(section)
            if not (issubclass(section, Row) and field.name in CITATION)
        )
    return _KNOWN[section]


def parts_of(section: object) -> Iterator[tuple[Field, Any]]:
    """Each field of a section or row with its value; absent optional ones are left out."""
    for field in fields_of(type(section)):
        value = getattr(section, field.name)
        if value is not None:
            yield field, value


def _field(name: str, hint: Any, *, optional: bool) -> Field:
    if get_origin(hint) in (Union, UnionType):
        hint = next(arm for arm in get_args(hint) if arm is not type(None))
    ruled = get_origin(hint) is Ruled
    return Field(name, _shape(get_args(hint)[0] if ruled else hint), ruled, optional)


def _shape(hint: Any) -> Shape:
    if get_origin(hint) is Annotated:
        return Scalar(get_args(hint)[1])
    if get_origin(hint) is tuple:
        item = get_args(hint)[0]
        if isinstance(item, type) and issubclass(item, Row):
            return Table(item)
        inner = _shape(item)
        assert isinstance(inner, Scalar), hint
        return Many(inner)
    if hint is bool:
        return Scalar(SWITCH)
    if issubclass(hint, StrEnum):
        return Scalar(_choice(hint))
    return Part(hint)


def _choice(choices: type[StrEnum]) -> Kind:
    members = {member.value: member for member in choices}
    return Kind(
        "one of " + ", ".join(quoted(value) for value in members),
        lambda raw: members.get(raw) if isinstance(raw, str) else None,
        lambda member: quoted(member.value),
        lambda member: member.value.replace("_", " "),
    )
