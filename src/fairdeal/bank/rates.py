"""
Exchange rates of the day, and the operator's file of them.

One rate a line, anything after `#` left out:

    2026-11-13, EUR/RON, 5.0871, BNR
    demo,       EUR/RON, 5.0000, made up for trying things out

The value says how much of the second currency one of the first buys. A demo rate holds on every day, never for real money,
and is marked wherever it is used.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from fairdeal.kernel import Currency, Date, parse_date

DEMO_DAY: Final = "demo"
_FIELDS: Final = ("day", "pair", "rate", "source")
_NUMBER: Final = re.compile(r"(\d{1,9})(?:\.(\d+))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Rate:
    """
    What one unit of a pair's first currency costs in its second on a day.

    `value` counts the last of `decimals` decimals: 4.6500 is 46500 with four.
    """

    pair: str
    day: str
    value: int
    decimals: int
    source: str
    demo: bool = False


class BadRates(ValueError):
    """A file of rates is invalid; every fault names its line."""

    code: Final = "bad_rates"

    def __init__(self, faults: Iterable[tuple[int, str]]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(f"line {line}: {problem}" for line, problem in self.faults))


def pair_of(*, one: Currency, costs: Currency) -> str:
    """The name of a pair: EUR/RON is lei for one euro."""
    return f"{one.value}/{costs.value}"


def find_rate(rates: Iterable[Rate], pair: str, today: Date) -> Rate | None:
    """The pair's rate of today, otherwise its demo rate, otherwise the newest older one, which `check_rate` refuses as stale."""
    usable = [rate for rate in rates if rate.pair == pair and (rate.demo or rate.day <= str(today))]
    return max(usable, key=lambda rate: (rate.day == str(today), rate.demo, rate.day), default=None)


def parse_rates(text: str, decimals: int) -> tuple[Rate, ...]:
    """The rates of an operator's file; raises `BadRates` with all faults at once."""
    found: dict[tuple[str, str], Rate] = {}
    faults: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        fields = [field.strip() for field in line.partition("#")[0].split(",")]
        if fields in ([""], list(_FIELDS)):
            continue
        rate = _read_rate(fields, decimals)
        if isinstance(rate, str):
            faults.append((number, rate))
        elif (rate.pair, rate.day) in found:
            faults.append((number, f"a second rate for {rate.pair} on {rate.day}"))
        else:
            found[rate.pair, rate.day] = rate
    if faults:
        raise BadRates(faults)
    return tuple(found.values())


def _read_rate(fields: list[str], decimals: int) -> Rate | str:
    if len(fields) != len(_FIELDS):
        return f"expected {', '.join(_FIELDS)}"
    day, pair, number, source = fields
    if day != DEMO_DAY and parse_date(day) is None:
        return f'"{day}" is no day; expected one such as 2026-11-15, or {DEMO_DAY}'
    one, _, costs = pair.partition("/")
    if one not in _CURRENCIES or costs not in _CURRENCIES or one == costs:
        return f'"{pair}" is no pair of currencies such as EUR/RON'
    value = _read_value(number, decimals)
    if value is None:
        return f'"{number}" is no rate; expected a number above zero with at most {decimals} decimals'
    if not source:
        return "the source of the rate is missing"
    return Rate(pair, day, value, decimals, source, day == DEMO_DAY)


_CURRENCIES: Final = frozenset(currency.value for currency in Currency)


def _read_value(text: str, decimals: int) -> int | None:
    found = _NUMBER.fullmatch(text)
    if found is None or len(found[2] or "") > decimals:
        return None
    return int(found[1] + (found[2] or "").ljust(decimals, "0")) or None
