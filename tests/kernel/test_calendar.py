"""Civil time by arithmetic, checked against the standard library's calendar and the time-zone database."""

from datetime import UTC as PYTHON_UTC
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.kernel import (
    DAY,
    HOUR,
    MINUTE,
    UTC,
    Date,
    Duration,
    Instant,
    Zone,
    add_months,
    add_working_days,
    date_of,
    day_number,
    first_of,
    instant_of,
    is_working_day,
    iso_text,
    local_month,
    monday_of,
    month_after,
    month_before,
    parse_clock,
    parse_date,
    wall_time,
    weekday,
)
from fairdeal.zones import database_zone

ZONE_NAMES = ("UTC", "Europe/Bucharest", "Europe/Stockholm", "Europe/Tallinn")
FIRST, LAST = day_number(Date(2000, 1, 1)), day_number(Date(2040, 12, 31))
zones = pytest.mark.parametrize("name", ZONE_NAMES)


def zone_named(name: str) -> Zone:
    found = database_zone(name)
    assert found is not None, name
    return found


def last_sunday(year: int, month: int) -> int:
    """The day number of the last Sunday of March or October."""
    last = day_number(Date(year, month, 31))
    return last - (weekday(last) - 6) % 7


def at(text: str) -> Instant:
    """The instant of an ISO text with its offset."""
    return Instant(round(datetime.fromisoformat(text).timestamp() * 1000))


def python_time(name: str, instant: int) -> datetime:
    return datetime.fromtimestamp(instant // 1000, ZoneInfo(name))


def test_every_date_from_2000_to_2040_has_its_number_and_weekday() -> None:
    for day in range(FIRST, LAST + 1):
        there = date(1970, 1, 1) + timedelta(days=day)
        assert date_of(day) == (there.year, there.month, there.day)
        assert day_number(date_of(day)) == day
        assert weekday(day) == there.weekday()


@given(st.dates())
def test_dates_of_all_ages_go_there_and_back(there: date) -> None:
    day = (there - date(1970, 1, 1)).days

    assert day_number(Date(there.year, there.month, there.day)) == day
    assert str(date_of(day)) == there.isoformat()
    assert parse_date(there.isoformat()) == date_of(day)


@zones
def test_every_half_hour_around_every_change_of_the_clocks_agrees_with_the_database(name: str) -> None:
    zone = zone_named(name)
    for year in range(2000, 2041):
        for month in (3, 10):
            sunday = last_sunday(year, month) * DAY
            for instant in range(sunday - DAY, sunday + DAY, HOUR // 2):
                there = python_time(name, instant)
                assert str(wall_time(zone, Instant(instant))) == f"{there:%Y-%m-%d %H:%M}"


@zones
def test_every_noon_and_every_new_year_agree_with_the_database(name: str) -> None:
    zone = zone_named(name)
    for day in range(FIRST, LAST + 1):
        noon = Instant(day * DAY + 10 * HOUR)
        assert str(wall_time(zone, noon)) == f"{python_time(name, noon):%Y-%m-%d %H:%M}"
    for year in range(2000, 2041):
        turn = day_number(Date(year, 1, 1)) * DAY
        for instant in (turn - 3 * HOUR, turn - 1, turn, turn + HOUR):
            there = python_time(name, instant)
            assert str(wall_time(zone, Instant(instant))) == f"{there:%Y-%m-%d %H:%M}"


@zones
def test_wall_times_become_the_instants_the_database_gives(name: str) -> None:
    """Skipped and repeated hours included: the database's `fold=0` is the same choice."""
    zone = zone_named(name)
    for year in range(2000, 2041):
        for month in (3, 10):
            for day in range(last_sunday(year, month) - 1, last_sunday(year, month) + 2):
                for half_hour in range(48):
                    date_there, time = date_of(day), Duration(half_hour * HOUR // 2)
                    there = datetime(*date_there, half_hour // 2, half_hour % 2 * 30, tzinfo=ZoneInfo(name))
                    assert instant_of(zone, date_there, time) == round(there.timestamp() * 1000), there


def test_a_skipped_hour_happens_an_hour_late_by_the_wall() -> None:
    bucharest = zone_named("Europe/Bucharest")

    skipped = instant_of(bucharest, Date(2026, 3, 29), parse_clock("03:30"))

    assert str(wall_time(bucharest, skipped)) == "2026-03-29 04:30"


def test_a_repeated_hour_is_meant_the_first_time() -> None:
    bucharest = zone_named("Europe/Bucharest")

    first = instant_of(bucharest, Date(2026, 10, 25), parse_clock("03:30"))

    assert first == at("2026-10-25T00:30:00+00:00")
    assert wall_time(bucharest, first) == wall_time(bucharest, Instant(first + HOUR))


def test_estonia_had_no_summer_time_in_2000_and_2001() -> None:
    july = [instant_of(UTC, Date(year, 7, 1)) for year in (2000, 2001, 2002)]

    assert [wall_time(zone_named("Europe/Tallinn"), each).time // HOUR for each in july] == [2, 2, 3]


@given(st.sampled_from(ZONE_NAMES), st.integers(FIRST * DAY, LAST * DAY).map(Instant))
def test_an_instant_is_found_again_by_what_the_wall_shows_or_is_the_second_of_two(name: str, instant: Instant) -> None:
    zone = zone_named(name)
    shown = wall_time(zone, instant)

    assert instant_of(zone, shown.date, shown.time) in (instant, instant - HOUR)


@pytest.mark.parametrize(("name", "winter"), [("Europe/Bucharest", 2), ("Europe/Stockholm", 1), ("Europe/Tallinn", 2)])
def test_from_2020_to_2040_clocks_follow_the_law_of_the_union_at_every_instant(name: str, winter: int) -> None:
    """One hour ahead from 01:00 UTC on the last Sunday of March to 01:00 UTC on the last Sunday of October, and no other change."""
    first, last = instant_of(UTC, Date(2020, 1, 1)), instant_of(UTC, Date(2041, 1, 1))
    wanted = [
        (last_sunday(year, month) * DAY + HOUR, (winter + summer) * HOUR)
        for year in range(2020, 2041)
        for month, summer in ((3, 1), (10, 0))
    ]

    assert [change for change in zone_named(name).offsets if first <= change[0] < last] == wanted


@pytest.mark.parametrize("name", ["America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Africa/Casablanca"])
def test_zones_of_other_laws_agree_with_the_database(name: str) -> None:
    """Half an hour of summer time, no summer time, winter in July, changes by another calendar."""
    zone = zone_named(name)
    for instant in range(day_number(Date(2020, 1, 1)) * DAY, day_number(Date(2040, 1, 1)) * DAY, 6 * HOUR):
        assert str(wall_time(zone, Instant(instant))) == f"{python_time(name, instant):%Y-%m-%d %H:%M}"


@pytest.mark.parametrize("name", ["Mars/Phobos", "Europe", "", "../etc/passwd", "europe tallinn"])
def test_a_zone_that_the_database_has_not_is_none(name: str) -> None:
    assert database_zone(name) is None


def test_months_follow_each_other_over_the_year() -> None:
    assert (month_after("2026-11"), month_after("2026-12")) == ("2026-12", "2027-01")
    assert (month_before("2027-01"), month_before("2026-03")) == ("2026-12", "2026-02")
    assert first_of("2026-02") == (2026, 2, 1)


@pytest.mark.parametrize("month", ["2026-13", "2026-00", "26-11", "2026-1", "2026-11-01", "٢٠٢٦-11"])
def test_what_is_no_month_is_refused(month: str) -> None:
    with pytest.raises(ValueError, match="is no month"):
        first_of(month)


def test_the_month_is_that_of_the_wall() -> None:
    turn = at("2026-11-30T22:00:00+00:00")  # midnight in Bucharest

    assert local_month(zone_named("Europe/Bucharest"), turn) == "2026-12"
    assert local_month(zone_named("Europe/Bucharest"), Instant(turn - 1)) == "2026-11"
    assert local_month(UTC, turn) == "2026-11"


def test_months_later_a_missing_day_is_the_last_one() -> None:
    assert add_months(Date(2026, 8, 31), 6) == (2027, 2, 28)
    assert add_months(Date(2027, 8, 31), 6) == (2028, 2, 29)
    assert add_months(Date(2026, 1, 15), -1) == (2025, 12, 15)


@given(st.dates(date(1990, 1, 1), date(2100, 1, 1)))
def test_a_week_starts_on_its_monday(there: date) -> None:
    day = day_number(Date(there.year, there.month, there.day))
    monday = date_of(monday_of(day))

    assert date(*monday).isocalendar()[:2] == there.isocalendar()[:2]
    assert date(*monday).isoweekday() == 1


def test_ten_working_days_after_a_monday_is_the_monday_two_weeks_later() -> None:
    monday = day_number(Date(2026, 11, 2))

    assert date_of(add_working_days(monday, 10)) == (2026, 11, 16)


def test_weekends_and_holidays_do_not_count() -> None:
    friday = day_number(Date(2026, 11, 27))
    holidays = {Date(2026, 11, 30), Date(2026, 12, 1)}

    assert date_of(add_working_days(friday, 1)) == (2026, 11, 30)
    assert date_of(add_working_days(friday, 1, holidays)) == (2026, 12, 2)
    assert not is_working_day(day_number(Date(2026, 12, 1)), holidays)
    assert add_working_days(friday, 0) == friday


@pytest.mark.parametrize(
    "text", ["2026-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "0000-01-01", "today", "2026-04-31"]
)
def test_what_is_no_date_is_none(text: str) -> None:
    assert parse_date(text) is None


def test_times_of_day() -> None:
    assert parse_clock("00:30") == 30 * MINUTE
    with pytest.raises(ValueError, match="is no time of day"):
        parse_clock("24:00")


@given(st.integers(0, 4_000_000_000_000).map(Instant))
def test_instants_as_text(instant: Instant) -> None:
    there = datetime(1970, 1, 1, tzinfo=PYTHON_UTC) + timedelta(milliseconds=instant)

    assert iso_text(instant) == there.isoformat(timespec="milliseconds").replace("+00:00", "Z")
