"""
Civil time as arithmetic on a given instant: dates, months, weeks and working days in any time zone.

Nothing here reads a clock or a time-zone database. A zone is passed in as data: its offsets from UTC, each with its first instant.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Collection
from dataclasses import dataclass
from operator import itemgetter
from typing import Final, NamedTuple

from fairdeal.kernel.instants import DAY, HOUR, MINUTE, Duration, Instant

_MONTH: Final = re.compile(r"(\d{4})-(0[1-9]|1[0-2])", re.ASCII)
_DATE: Final = re.compile(r"(\d{4})-(\d{2})-(\d{2})", re.ASCII)
_CLOCK: Final = re.compile(r"([01]\d|2[0-3]):([0-5]\d)", re.ASCII)
_CYCLE_DAYS: Final = 146_097
_DAYS_TO_1970: Final = 719_468  # from 1 March of the year 0
_MIDNIGHT: Final = Duration(0)
_FIRST_MONDAY: Final = 4  # 1970-01-05
_SINCE: Final = itemgetter(0)


class Date(NamedTuple):
    """A date of the civil calendar."""

    year: int
    month: int
    day: int

    def __str__(self) -> str:
        return f"{self.year:04}-{self.month:02}-{self.day:02}"


class WallTime(NamedTuple):
    """Local date and time of day, as a calendar and a wall clock show them."""

    date: Date
    time: Duration  # since the clock showed 00:00

    def __str__(self) -> str:
        return f"{self.date} {self.time // HOUR:02}:{self.time % HOUR // MINUTE:02}"


@dataclass(frozen=True, slots=True)
class Zone:
    """A time zone: its name and its offsets from UTC, each with the instant from which it holds."""

    name: str
    offsets: tuple[
        tuple[Instant, Duration], ...
    ]  # by rising instant; the first also holds before its instant, the last for ever


Zones = Callable[[str], Zone | None]
"""Finds a time zone by its name; None if there is none."""

UTC: Final = Zone("UTC", ((Instant(0), Duration(0)),))


def is_leap(year: int) -> bool:
    """Whether the year has a 29 February."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def days_in_month(year: int, month: int) -> int:
    """How many days that month has."""
    if month == 2:
        return 28 + is_leap(year)
    return 30 if month in (4, 6, 9, 11) else 31


# Both conversions count years from March, so that the leap day is the last of its year; the calendar repeats after 400 years.
def day_number(date: Date) -> int:
    """The day number of a date: days since 1970-01-01, as `utc_day` counts them."""
    year = date.year - (date.month <= 2)
    cycle, year_of_cycle = divmod(year, 400)
    day_of_year = (153 * ((date.month - 3) % 12) + 2) // 5 + date.day - 1
    day_of_cycle = 365 * year_of_cycle + year_of_cycle // 4 - year_of_cycle // 100 + day_of_year
    return cycle * _CYCLE_DAYS + day_of_cycle - _DAYS_TO_1970


def date_of(day: int) -> Date:
    """The date with that day number."""
    cycle, rest = divmod(day + _DAYS_TO_1970, _CYCLE_DAYS)
    year_of_cycle = (rest - rest // 1_460 + rest // 36_524 - rest // 146_096) // 365
    day_of_year = rest - (365 * year_of_cycle + year_of_cycle // 4 - year_of_cycle // 100)
    month_from_march = (5 * day_of_year + 2) // 153
    month = (month_from_march + 2) % 12 + 1
    return Date(400 * cycle + year_of_cycle + (month <= 2), month, day_of_year - (153 * month_from_march + 2) // 5 + 1)


def parse_date(text: str) -> Date | None:
    """The date that a text such as "2026-11-15" names, or None if there is no such day."""
    found = _DATE.fullmatch(text)
    if found is None:
        return None
    year, month, day = map(int, found.groups())
    if year == 0 or not 1 <= month <= 12 or not 1 <= day <= days_in_month(year, month):
        return None
    return Date(year, month, day)


def parse_clock(text: str) -> Duration:
    """The time of day that a text such as "00:30" names, as a duration since midnight."""
    found = _CLOCK.fullmatch(text)
    if found is None:
        raise ValueError(f'"{text}" is no time of day')
    return Duration(int(found[1]) * HOUR + int(found[2]) * MINUTE)


def weekday(day: int) -> int:
    """The weekday of a day number, 0 for Monday to 6 for Sunday."""
    return (day - _FIRST_MONDAY) % 7


def monday_of(day: int) -> int:
    """The day number of the Monday of a day's ISO week."""
    return day - weekday(day)


def offset_at(zone: Zone, at: Instant) -> Duration:
    """The zone's offset from UTC at an instant."""
    place = bisect_right(zone.offsets, at, key=_SINCE)
    return zone.offsets[max(place - 1, 0)][1]


def wall_time(zone: Zone, at: Instant) -> WallTime:
    """The zone's local date and time at an instant."""
    local = at + offset_at(zone, at)
    return WallTime(date_of(local // DAY), Duration(local % DAY))


def local_date(zone: Zone, at: Instant) -> Date:
    """The zone's local date at an instant."""
    return wall_time(zone, at).date


def instant_of(zone: Zone, date: Date, time: Duration = _MIDNIGHT) -> Instant:
    """
    The instant at which the zone's clocks show that local time.

    Of a time that comes twice in autumn, it is the first. A time that is skipped in spring is read as if the clocks had not been
    changed yet, so that it falls after the gap.
    """
    local = day_number(date) * DAY + time
    # Clocks are changed at most once within two days.
    before, after = offset_at(zone, Instant(local - DAY)), offset_at(zone, Instant(local + DAY))
    for offset in (max(before, after), min(before, after)):  # of two instants, the larger offset gives the earlier one
        at = Instant(local - offset)
        if offset_at(zone, at) == offset:
            return at
    return Instant(local - before)


def month_of(date: Date) -> str:
    """The month of a date as sortable text, such as "2026-11"."""
    return f"{date.year:04}-{date.month:02}"


def local_month(zone: Zone, at: Instant) -> str:
    """The zone's local month at an instant, such as "2026-11"."""
    return month_of(local_date(zone, at))


def first_of(month: str) -> Date:
    """The first day of a month."""
    found = _MONTH.fullmatch(month)
    if found is None:
        raise ValueError(f'"{month}" is no month')
    return Date(int(found[1]), int(found[2]), 1)


def add_months(date: Date, count: int) -> Date:
    """The date `count` months later, or earlier if negative; a day the month does not have becomes its last."""
    months = date.year * 12 + date.month - 1 + count
    year, month = months // 12, months % 12 + 1
    return Date(year, month, min(date.day, days_in_month(year, month)))


def month_after(month: str) -> str:
    """The next month."""
    return month_of(add_months(first_of(month), 1))


def month_before(month: str) -> str:
    """The previous month."""
    return month_of(add_months(first_of(month), -1))


def is_working_day(day: int, holidays: Collection[Date] = ()) -> bool:
    """Whether a day is Monday to Friday and no public holiday."""
    return weekday(day) < 5 and date_of(day) not in holidays


def add_working_days(day: int, count: int, holidays: Collection[Date] = ()) -> int:
    """The day number `count` working days after a day, which itself does not count."""
    while count > 0:
        day += 1
        count -= is_working_day(day, holidays)
    return day


def iso_text(at: Instant) -> str:
    """An instant as text, in UTC to the millisecond: "2026-11-15T22:59:00.000Z"."""
    rest = at % DAY
    clock = f"{rest // HOUR:02}:{rest % HOUR // MINUTE:02}:{rest % MINUTE // 1000:02}.{rest % 1000:03}"
    return f"{date_of(at // DAY)}T{clock}Z"
