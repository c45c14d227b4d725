"""
Reading published JSON strictly: exactly the fields that are on the list, each of exactly its kind.

A proof that says more than it may, or says something twice, is refused as a whole: whoever reads it must be able to rely on
having read all of it.
"""

import json
from collections.abc import Collection, Sequence
from typing import Any, NoReturn

from fairdeal.fair.values import BadProof

Json = dict[str, Any]

TEXT_MAX = 1 << 20
"""Characters of the longest published proof that is read."""


def read_object(text: str | bytes) -> Json:
    """The JSON object of a text; raises `BadProof` for anything else, and for a field that is there twice."""
    if len(text) > TEXT_MAX:
        raise BadProof("too_long", f"a proof has at most {TEXT_MAX:,} characters")
    try:
        found = json.loads(
            text, object_pairs_hook=_without_doubles, parse_float=_no_fraction, parse_constant=_no_fraction
        )
    except BadProof:
        raise
    except (ValueError, RecursionError) as error:
        raise BadProof("not_json", "this is not JSON") from error
    return as_object(found, "a proof")


def _without_doubles(pairs: list[tuple[str, Any]]) -> Json:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise BadProof("field_twice", "a field is there twice")
    return found


def _no_fraction(text: str) -> NoReturn:
    raise BadProof("bad_number", f"{text[:40]} is not a whole number")


def as_object(value: Any, what: str) -> Json:
    """The value, if it is an object."""
    if not isinstance(value, dict):
        raise BadProof("bad_field", f"{what} is not an object")
    return value


def check_fields(found: Json, allowed: Collection[str], what: str) -> None:
    """Raise `BadProof` unless an object has exactly these fields."""
    for name in found:
        if name not in allowed:
            raise BadProof("unknown_field", f"{what} has a field that is not on the list: {name[:40]!r}")
    for name in allowed:
        if name not in found:
            raise BadProof("missing_field", f"{what} has no {name!r}")


def hex_of(value: Any, size: int, what: str) -> bytes:
    """Bytes that are written as so many pairs of lower-case hexadecimal digits."""
    if not isinstance(value, str) or len(value) != 2 * size or set(value) - set("0123456789abcdef"):
        raise BadProof("bad_hex", f"{what} is not {size} bytes in lower-case hexadecimal digits")
    return bytes.fromhex(value)


def number_of(value: Any, most: int, what: str) -> int:
    """A whole number from 0 to `most`."""
    if type(value) is not int or not 0 <= value <= most:
        raise BadProof("bad_number", f"{what} is not a whole number from 0 to {most}")
    return value


def row_of(value: Any, most: int, what: str) -> Sequence[Any]:
    """A list of at most so many values."""
    if not isinstance(value, list) or len(value) > most:
        raise BadProof("bad_field", f"{what} is not a list of at most {most}")
    return value


def exact_row(value: Any, count: int, what: str) -> Sequence[Any]:
    """A list of exactly so many values."""
    found = row_of(value, count, what)
    if len(found) != count:
        raise BadProof("bad_field", f"{what} has {len(found)} entries, not {count}")
    return found


def text_of(found: Json) -> str:
    """A proof as one line of JSON."""
    return json.dumps(found, separators=(",", ":"))
