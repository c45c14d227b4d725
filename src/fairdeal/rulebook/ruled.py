"""
A value with its citation, and the kinds of scalar a rulebook is made of.

A kind says how a scalar is written in TOML, what is acceptable, and how it is shown. The schema attaches kinds to types
(`Seconds`, `Money`, `Percent` …), so that reading, checking, exporting and comparing editions are each written once.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from math import gcd
from typing import Annotated, Any, ClassVar, Final, Generic, TypeVar, dataclass_transform

from fairdeal.kernel import PPM_WHOLE, SECOND, Cents, Chips, Duration, Ppm, RuleId, Zone

Value = TypeVar("Value", covariant=True)
Class = TypeVar("Class")


class Origin(StrEnum):
    """Where a value comes from: printed in the document, corrected, derived, a default, or the operator's."""

    PRINTED = "printed"  # stated by the document
    CORRECTED = "corrected"  # the document misprints it or contradicts itself
    DERIVED = "derived"  # follows from what the documents state
    DEFAULT = "default"  # not stated; a documented default
    GAP = "gap"  # in no document; decided here
    OPERATOR = "operator"  # set by an operator's own file


@dataclass(frozen=True, slots=True)
class Ruled(Generic[Value]):
    """
    A value and the rule it comes from.

    `see` names the readings behind it; `printed` is what the document says where that is not what holds, or where its
    words differ from those of the other documents.
    """

    value: Value
    rule: RuleId
    origin: Origin = Origin.PRINTED
    see: tuple[str, ...] = ()
    printed: str | None = None


@dataclass_transform(frozen_default=True, kw_only_default=True)
def section(cls: type[Class]) -> type[Class]:
    """Class decorator of a frozen part of an edition; its fields are `Ruled` values, rows or further sections."""
    return dataclass(frozen=True, slots=True, kw_only=True)(cls)


@section
class Row:
    """A row of a table; it may cite another rule or origin than its table."""

    KEY: ClassVar[tuple[str, ...]] = ()  # the fields that name the row within its table

    rule: RuleId | None = None
    origin: Origin = Origin.PRINTED
    see: tuple[str, ...] = ()
    printed: str | None = None


@dataclass(frozen=True, slots=True)
class Kind:
    """How one kind of scalar is written, checked and shown."""

    expects: str
    load: Callable[[object], Any]  # None when the raw value is not acceptable
    dump: Callable[[Any], str]  # as TOML
    show: Callable[[Any], str]


@dataclass(frozen=True, slots=True)
class Odds:
    """`pays` to `per`: 3 to 2, 35 to 1, 19 to 20."""

    pays: int
    per: int


@dataclass(frozen=True, slots=True)
class Blinds:
    """Small and big blind of a stake, or the low and high limit of a fixed-limit table."""

    small: Cents
    big: Cents


_DIGITS_MAX: Final = 15  # "1e999999999" is valid TOML, and no sensible value


def _number(raw: object) -> Decimal | None:
    return Decimal(raw) if type(raw) is int else raw if isinstance(raw, Decimal) else None


def _scaled(scale: int, least: int, most: int | None = None) -> Callable[[object], int | None]:
    """Read a decimal number as an integer of 1/scale; finer than that, or out of range, is refused."""

    def load(raw: object) -> int | None:
        number = _number(raw)
        if number is None or not number.is_finite() or number.adjusted() > _DIGITS_MAX:
            return None
        scaled = number * scale
        if scaled != int(scaled) or scaled < least or (most is not None and scaled > most):
            return None
        return int(scaled)

    return load


def _decimal(value: int, scale: int, places: int = 0) -> str:
    """An integer of 1/scale as the shortest decimal with at least that many places."""
    text = format((Decimal(value) / scale).normalize(), "f")
    whole, _, part = text.partition(".")
    part = part.ljust(places, "0")
    return f"{whole}.{part}" if part else whole


def quoted(text: str) -> str:
    """The text as a TOML basic string."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _count(least: int, expects: str, unit: str = "") -> Kind:
    return Kind(expects, _scaled(1, least), str, lambda value: f"{value}{unit}")


def _text(pattern: str, expects: str) -> Kind:
    def load(raw: object) -> str | None:
        return raw if isinstance(raw, str) and re.fullmatch(pattern, raw) else None

    return Kind(expects, load, quoted, str)


def _load_odds(raw: object) -> Odds | None:
    match = re.fullmatch(r"(\d+(?:\.\d+)?):(\d+)", raw) if isinstance(raw, str) else None
    if match is None or Decimal(match[1]) == 0 or int(match[2]) == 0:
        return None
    pays, per = Decimal(match[1]).as_integer_ratio()
    per *= int(match[2])
    common = gcd(pays, per)
    return Odds(pays // common, per // common)


def _odds_text(odds: Odds, joint: str) -> str:
    # Commission bets are written as a part of one ("0.95:1"), the others as whole numbers ("3:2").
    if odds.pays < odds.per:
        return f"{_decimal(odds.pays * 10_000 // odds.per, 10_000)}{joint}1"
    return f"{odds.pays}{joint}{odds.per}"


def read_blinds(raw: object) -> Blinds | None:
    """The blinds that a text such as "0.05/0.10" names, or None."""
    match = re.fullmatch(r"(\d+(?:\.\d{1,2})?)/(\d+(?:\.\d{1,2})?)", raw) if isinstance(raw, str) else None
    if match is None:
        return None
    small, big = (Cents(int(Decimal(part) * 100)) for part in match.groups())
    return Blinds(small, big) if 0 < small <= big else None


def _blinds_text(blinds: Blinds) -> str:
    return "/".join(_decimal(part, 100, 2 if part % 100 else 0) for part in (blinds.small, blinds.big))


SWITCH: Final = Kind(
    "true or false",
    lambda raw: raw if isinstance(raw, bool) else None,
    lambda value: "true" if value else "false",
    lambda value: "yes" if value else "no",
)

Seconds = Annotated[
    Duration,
    Kind(
        "a number of seconds, 0 or more",
        _scaled(SECOND, 0),
        lambda value: _decimal(value, SECOND),
        lambda value: f"{_decimal(value, SECOND)} s",
    ),
]
Money = Annotated[
    Cents,
    Kind(
        "an amount of money, 0 or more, with at most two decimals",
        _scaled(100, 0),
        lambda value: _decimal(value, 100, 2),
        lambda value: _decimal(value, 100, 2),
    ),
]
Percent = Annotated[
    Ppm,
    Kind(
        "a percentage from 0 to 100 with at most four decimals",
        _scaled(PPM_WHOLE // 100, 0, PPM_WHOLE),
        lambda value: _decimal(value, PPM_WHOLE // 100),
        lambda value: f"{_decimal(value, PPM_WHOLE // 100)} %",
    ),
]
Multiplier = Annotated[
    int,  # hundredths of one buy-in
    Kind(
        "a multiplier, 0 or more, with at most two decimals",
        _scaled(100, 0),
        lambda value: _decimal(value, 100),
        lambda value: f"{_decimal(value, 100)}x",
    ),
]
Rate = Annotated[
    Odds,
    Kind(
        'odds such as "3:2" or "0.95:1"',
        _load_odds,
        lambda o: quoted(_odds_text(o, ":")),
        lambda o: _odds_text(o, " : "),
    ),
]
Stake = Annotated[
    Blinds,
    Kind(
        'a pair of amounts such as "0.05/0.10", the smaller first',
        read_blinds,
        lambda blinds: quoted(_blinds_text(blinds)),
        _blinds_text,
    ),
]
Count = Annotated[int, _count(0, "a whole number, 0 or more")]
Positive = Annotated[int, _count(1, "a whole number, 1 or more")]
BigBlinds = Annotated[int, _count(1, "a whole number of big blinds, 1 or more", " BB")]
Days = Annotated[int, _count(1, "a whole number of days, 1 or more", " days")]
ChipCount = Annotated[Chips, _count(0, "a whole number of chips, 0 or more")]
Text = Annotated[str, _text(r"\S(.*\S)?", "a text without blanks at its ends")]
TIME_ZONE: Final = Kind(
    'a zone of the time-zone database such as "Europe/Tallinn"',
    lambda _: None,  # the reader looks the zone up instead
    lambda zone: quoted(zone.name),
    lambda zone: str(zone.name),
)
TimeZone = Annotated[Zone, TIME_ZONE]
Clock = Annotated[str, _text(r"([01]\d|2[0-3]):[0-5]\d", 'a time of day such as "00:30"')]
