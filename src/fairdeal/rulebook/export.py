"""An edition as TOML that reads back to the same edition, as JSON, and as the hash that names its content."""

import json
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

from fairdeal.rulebook.ruled import Origin, Row, Ruled, quoted
from fairdeal.rulebook.schema.edition import PARTS, Edition
from fairdeal.rulebook.shape import Many, Part, Scalar, Shape, Table, parts_of

_HASH_CHARACTERS: Final = 64


@lru_cache(maxsize=32)  # a room asks for it at every stake and lobby
def content_hash(edition: Edition) -> str:
    """The SHA-256 of an edition's whole content, which identifies the revision; tables and hand records carry it."""
    canonical = json.dumps(as_tree(edition), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(canonical.encode()).hexdigest()[:_HASH_CHARACTERS]


def as_tree(edition: Edition) -> dict[str, Any]:
    """The edition as nested dictionaries, lists, strings, numbers and booleans, for JSON."""
    header = {"id": edition.id, "title": edition.title, "language": edition.language, "version": edition.version}
    optional = {"date": edition.date, "extends": edition.extends}
    tree: dict[str, Any] = {"edition": header | {key: value for key, value in optional.items() if value is not None}}
    for name in PARTS:
        if (part := getattr(edition, name)) is not None:
            tree[name] = _tree(part)
    return tree


def as_toml(edition: Edition) -> str:
    """
    The edition as one complete rulebook file.

    An operator's edition comes out whole, under its own name, with every inherited value spelled out.
    """
    header = [f"{key} = {quoted(value)}" for key, value in _header(edition)]
    body = [line for name in PARTS for line in _lines(getattr(edition, name), name)]
    return "\n".join(["[edition]", *header, *body]) + "\n"


def _header(edition: Edition) -> Iterator[tuple[str, str]]:
    for key in ("id", "title", "language", "version", "date", "extends"):
        if (value := getattr(edition, key)) is not None:
            yield key, value


def _lines(section: object, path: str) -> Iterator[str]:
    if section is None:
        return
    parts = list(parts_of(section))
    values = [(field, value) for field, value in parts if not isinstance(field.shape, Part | Table)]
    if values:
        yield from ("", f"[{path}]")
    for field, value in values:
        given = ", ".join([f"is = {_dump(field.shape, value.value)}", *_citation(value)])
        yield f"{field.name} = {{ {given} }}"
    for field, value in parts:
        if isinstance(field.shape, Table):
            yield from ("", f"[{path}.{field.name}]", *_citation(value), "is = [")
            yield from (f"    {_row(row)}," for row in value.value)
            yield "]"
        elif isinstance(field.shape, Part):
            yield from _lines(value, f"{path}.{field.name}")


def _row(row: Row) -> str:
    cells = [f"{field.name} = {_dump(field.shape, value)}" for field, value in parts_of(row)]
    return "{ " + ", ".join([*cells, *_citation(row)]) + " }"


def _dump(shape: Shape, value: Any) -> str:
    match shape:
        case Scalar(kind):
            return kind.dump(value)
        case Many(item):
            return "[" + ", ".join(item.kind.dump(each) for each in value) + "]"
        case _:
            raise AssertionError(shape)


def _citation(cited: Ruled[Any] | Row) -> Iterator[str]:
    if cited.rule is not None:
        yield f"rule = {quoted(cited.rule)}"
    if cited.origin is not Origin.PRINTED:
        yield f"origin = {quoted(cited.origin)}"
    if cited.see:
        yield f"see = [{', '.join(quoted(reading) for reading in cited.see)}]"
    if cited.printed is not None:
        yield f"printed = {quoted(cited.printed)}"


def _tree(section: object) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for field, value in parts_of(section):
        if isinstance(field.shape, Part):
            tree[field.name] = _tree(value)
        elif isinstance(field.shape, Table):
            rows = [_plain_row(row) for row in value.value]
            tree[field.name] = {"value": rows, **_cited(value)}
        else:
            tree[field.name] = {"value": _plain(field.shape, value.value), **_cited(value)}
    return tree


def _plain_row(row: Row) -> dict[str, Any]:
    return {field.name: _plain(field.shape, value) for field, value in parts_of(row)} | _cited(row)


def _plain(shape: Shape, value: Any) -> Any:
    """A value for JSON: booleans, lists and whole numbers as they are, the rest as text like in a rulebook file."""
    if isinstance(shape, Many):
        return [_plain(shape.item, each) for each in value]
    text = _dump(shape, value)
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdigit() else text.strip('"')


def _cited(cited: Ruled[Any] | Row) -> dict[str, Any]:
    given: dict[str, Any] = {"rule": cited.rule, "see": list(cited.see), "printed": cited.printed}
    given |= {"origin": str(cited.origin)} if cited.origin is not Origin.PRINTED else {}
    return {key: value for key, value in given.items() if value}
