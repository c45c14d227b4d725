"""The values of a schedule's tables: counts, amounts of money, times; what is wrong with one names its key."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, Final

from fairdeal.kernel import DAY, HOUR, MINUTE, Cents, Duration, Zones, parse_clock
from fairdeal.tournament.password import PASSWORD_MAX, is_password_digest
from fairdeal.tournament.programme.schedule import Recurrence

_DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
EVERY_DAY: Final = tuple(range(len(_DAYS)))

Raw = Mapping[str, Any]


class WrongValue(Exception):
    """One value that is not what it should be, under the key that the fault is told at."""

    def __init__(self, told: str, key: str = "") -> None:
        super().__init__(told)
        self.key = key


def tables(raw: object) -> Iterator[tuple[str, Raw]]:
    """The tables of a table, by name."""
    if isinstance(raw, dict):
        yield from ((name, table) for name, table in raw.items() if isinstance(table, dict))


def rows(raw: object) -> Iterator[Raw]:
    """The tables of a list."""
    if isinstance(raw, list):
        yield from (row for row in raw if isinstance(row, dict))


def table(row: Raw, name: str, keys: set[str]) -> Raw:
    """The table under a key, which has no other keys than these."""
    raw = row[name]
    if not isinstance(raw, dict):
        raise WrongValue(f"{name} must be a table", name)
    try:
        no_others(raw, keys)
    except WrongValue as wrong:
        raise WrongValue(f"{name}: {wrong}", name) from None
    return raw


def no_others(row: Raw, keys: set[str] | frozenset[str]) -> None:
    """Refuse a table that has other keys than these."""
    unknown = sorted(row.keys() - keys)
    if unknown:
        raise WrongValue(f"it knows no {', '.join(unknown)}", unknown[0])


def count(row: Raw, name: str) -> int:
    """A whole number from zero on."""
    value = row.get(name)
    if type(value) is not int or value < 0:
        raise WrongValue(f"{name} must be a whole number", name)
    return value


def cents(row: Raw, name: str) -> Cents:
    """An amount of money."""
    value = row.get(name)
    amount = Decimal(value) * 100 if isinstance(value, int | Decimal) and not isinstance(value, bool) else None
    if amount is None or not amount.is_finite() or amount < 0 or amount != int(amount):
        raise WrongValue(f"{name} must be an amount of money", name)
    return Cents(int(amount))


def amounts(row: Raw, name: str) -> list[Cents]:
    """A list of amounts of money."""
    raw = row.get(name)
    if not isinstance(raw, list) or not raw:
        raise WrongValue(f"{name} must be a list of amounts, for editions that print none", name)
    return [cents({name: each}, name) for each in raw]


def switch(row: Raw, name: str) -> bool:
    """True or false."""
    value = row.get(name)
    if not isinstance(value, bool):
        raise WrongValue(f"{name} must be true or false", name)
    return value


def names(row: Raw, name: str) -> tuple[str, ...]:
    """A list of names."""
    value = row.get(name)
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise WrongValue(f"{name} must be a list of names", name)
    return tuple(value)


def password(row: Raw) -> str:
    """A password that players have to know."""
    value = row["password"]
    if not isinstance(value, str) or not 1 <= len(value) <= PASSWORD_MAX:
        raise WrongValue(f"password must be a text of 1 to {PASSWORD_MAX} letters", "password")
    return value


def kept_password(row: Raw) -> str:
    """What is kept of a password, as it was kept before."""
    value = row["password_digest"]
    if not isinstance(value, str) or not is_password_digest(value):
        raise WrongValue("password_digest is not what is kept of a password", "password_digest")
    return value


# ---- times


def clock(raw: object, name: str) -> Duration:
    """A time of day."""
    try:
        return parse_clock(str(raw))
    except ValueError as error:
        raise WrongValue(str(error), name) from None


def announced(row: Raw) -> Duration:
    """How long before its start a tournament is announced; a day where nothing else is said."""
    if "announced_hours" in row and "announced_minutes" in row:
        raise WrongValue("announced_hours and announced_minutes say the same; leave one out", "announced_minutes")
    if "announced_minutes" in row:
        return Duration(count(row, "announced_minutes") * MINUTE)
    return Duration(count(row, "announced_hours") * HOUR) if "announced_hours" in row else DAY


def recurrence(row: Raw, zones: Zones) -> Recurrence:
    """When the tournaments of a series start."""
    starts = _starts(row)
    days = row.get("days", list(_DAYS))
    if not isinstance(days, list) or not days or not set(map(str, days)) <= set(_DAYS):
        raise WrongValue(f"days must be some of {', '.join(_DAYS)}", "days")
    zone = str(row.get("zone", "UTC"))
    if zones(zone) is None:
        raise WrongValue(f'no zone "{zone}" in the time-zone database', "zone")
    return Recurrence(zone, tuple(sorted(set(starts))), tuple(sorted(_DAYS.index(day) for day in set(days))))


def _starts(row: Raw) -> list[Duration]:
    """The times of day at which a tournament starts: those that are listed, or every so many minutes."""
    if "every_minutes" in row:
        if "starts" in row:
            raise WrongValue("starts and every_minutes say the same; leave one out", "every_minutes")
        every = count(row, "every_minutes") * MINUTE
        if not 0 < every <= DAY or DAY % every:
            raise WrongValue("every_minutes must divide a day, such as 15 or 90", "every_minutes")
        first = clock(row.get("first", "00:00"), "first")
        return [Duration((first + turn * every) % DAY) for turn in range(DAY // every)]
    starts = row.get("starts")
    if "first" in row:
        raise WrongValue("first needs every_minutes", "first")
    if not isinstance(starts, list) or not starts:
        raise WrongValue('starts must be a list of times such as "20:00"', "starts")
    return [clock(start, "starts") for start in starts]
