"""PHH files as text: `.phh` is one hand, `.phhs` has a table a hand. Reading and writing round-trips."""

import datetime
import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, Final

from fairdeal.poker.history.settle import BadHistory

_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_LITERAL: Final = re.compile(r"[^'\x00-\x1f\x7f]*")


def hands_of(text: str) -> list[tuple[str, Mapping[str, Any]]]:
    """The hands of a file, each with its name; the one hand of a `.phh` has none."""
    try:
        tree = tomllib.loads(text, parse_float=_number)
    except RecursionError:
        raise BadHistory("bad_toml", "the file is nested too deeply") from None
    except ValueError as bad:
        raise BadHistory("bad_toml", f"not a TOML file: {_one_line(str(bad))}") from None
    if "variant" in tree or not all(isinstance(value, dict) for value in tree.values()):
        return [("", tree)]
    if not tree:
        raise BadHistory("no_hands", "there is no hand in the file")
    return list(tree.items())


def _number(text: str) -> Decimal:
    try:
        return Decimal(text)
    except ArithmeticError:
        raise ValueError("a number is too large") from None


def _one_line(text: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def hand_text(fields: Mapping[str, Any]) -> str:
    """One hand as a `.phh` file."""
    return "".join(f"{_key(name)} = {_value(value)}\n" for name, value in fields.items())


def hands_text(hands: Iterable[Mapping[str, Any]]) -> str:
    """Many hands as a `.phhs` file, numbered from 1."""
    return "\n".join(f"[{number}]\n{hand_text(fields)}" for number, fields in enumerate(hands, start=1))


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _string(name)


def _string(text: str) -> str:
    """As PHH files usually have it, in single quotes, where that is possible."""
    if _LITERAL.fullmatch(text):
        return f"'{text}'"
    # JSON's escapes are TOML's, but for what lies beyond 16 bits, which needs none here, and the delete character.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case Decimal():
            return _decimal(value)
        case str():
            return _string(value)
        case datetime.date() | datetime.time():
            return value.isoformat()
        case list():
            return "[" + ", ".join(map(_value, value)) + "]"
        case dict():
            return "{" + ", ".join(f"{_key(name)} = {_value(each)}" for name, each in value.items()) + "}"
        case _:
            raise TypeError(f"a PHH file cannot hold {type(value).__name__}")


def _decimal(value: Decimal) -> str:
    if not value.is_finite():
        return ("-" if value.is_signed() else "") + ("nan" if value.is_nan() else "inf")
    text = str(value)
    return text if "." in text or "E" in text else text + "e0"  # a whole number stays one without decimals
