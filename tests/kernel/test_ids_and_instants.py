"""Ids sort by time; calendar questions are arithmetic."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.kernel import (
    DAY,
    MINUTE,
    EventRef,
    Instant,
    StreamId,
    make_id,
    minute_of_hour,
    next_minute_of_hour,
    seconds,
    utc_day,
)

INSTANTS = st.integers(0, 2**48 - 1).map(Instant)
CHANCES = st.binary(min_size=10, max_size=10)


@given(INSTANTS, INSTANTS, CHANCES, CHANCES)
def test_ids_sort_by_the_moment_they_were_made(one: Instant, other: Instant, chance: bytes, luck: bytes) -> None:
    assert one == other or (make_id(one, chance) < make_id(other, luck)) == (one < other)


@given(INSTANTS, CHANCES, CHANCES)
def test_two_chances_make_two_ids(now: Instant, chance: bytes, luck: bytes) -> None:
    assert (make_id(now, chance) == make_id(now, luck)) == (chance == luck)


def test_an_id_is_26_characters_without_the_ones_that_are_misread() -> None:
    made = make_id(Instant(1_763_236_800_000), bytes(range(10)))

    assert len(made) == 26
    assert not set(made) & set("ILOU")


@pytest.mark.parametrize(("now", "chance"), [(0, b"short"), (-1, bytes(10)), (2**48, bytes(10))])
def test_an_id_refuses_what_does_not_fit(now: int, chance: bytes) -> None:
    with pytest.raises(ValueError, match="id"):
        make_id(Instant(now), chance)


def test_each_transfer_of_an_event_has_its_own_key() -> None:
    ref = EventRef(StreamId("table-1"), 7)

    assert [str(ref.leg(number)) for number in range(2)] == ["table-1@7.0", "table-1@7.1"]


def at(text: str) -> Instant:
    return Instant(int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000))


@pytest.mark.parametrize(
    ("now", "turn"),
    [
        ("2023-07-30 07:25:00", "2023-07-30 07:55:00"),
        ("2023-07-30 07:55:00", "2023-07-30 08:55:00"),
        ("2023-07-30 07:59:59", "2023-07-30 08:55:00"),
        ("2023-12-31 23:56:00", "2024-01-01 00:55:00"),
    ],
)
def test_the_next_minute_55_is_after_now(now: str, turn: str) -> None:
    assert next_minute_of_hour(at(now), 55) == at(turn)


@given(INSTANTS, st.integers(0, 59))
def test_the_clock_shows_the_minute_it_was_asked_for(now: Instant, minute: int) -> None:
    turn = next_minute_of_hour(now, minute)

    assert minute_of_hour(turn) == minute
    assert 0 < turn - now <= 60 * MINUTE


def test_there_is_no_minute_60() -> None:
    with pytest.raises(ValueError, match="minute 60"):
        next_minute_of_hour(Instant(0), 60)


def test_the_utc_day_turns_at_midnight() -> None:
    midnight = at("2023-07-30 00:00:00")

    assert utc_day(midnight) == utc_day(Instant(midnight - 1)) + 1
    assert utc_day(Instant(midnight + DAY - 1)) == utc_day(midnight)
    assert seconds(600) == 10 * MINUTE
