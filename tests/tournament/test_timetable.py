"""Until when one may enter and leave, as rows and pages tell it."""

from dataclasses import replace
from typing import Any

import pytest

from fairdeal.kernel import MINUTE, SECOND, Chips, Duration, Instant, seconds
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.setup import AddOn
from fairdeal.tournament.structure import BlindStructure, Level
from fairdeal.tournament.timetable import (
    may_take_back,
    may_unregister,
    registration_ends,
    taken_back_until,
    unregister_closes,
)
from tests.tournament.directing import EIGHT, POKER, PRICE, PW, U27, Room, player

LEVELS = tuple(Level(Chips(25 * step), Chips(50 * step)) for step in range(1, 12))


def ten_minute_levels(edition: str = U27, **changes: Any) -> Room:
    """A tournament at eight with levels of ten minutes."""
    blinds = BlindStructure(LEVELS, Duration(10 * MINUTE))
    return Room(edition, blinds=blinds, **{"late_levels": 4, "synchronised_breaks": True, **changes})


def minutes(room: Room) -> float | None:
    """When late registration ends, in minutes after eight."""
    ends = registration_ends(room.state, room.rules)
    return None if ends is None else (ends - EIGHT) / MINUTE


@pytest.mark.rule("MTT-32a")
@pytest.mark.parametrize("edition", POKER)
def test_four_levels_of_ten_minutes_end_at_forty(edition: str) -> None:
    assert minutes(ten_minute_levels(edition)) == 40


@pytest.mark.rule("MTT-32a")
@pytest.mark.parametrize("edition", POKER)
def test_a_break_within_the_levels_is_counted_in(edition: str) -> None:
    """Six levels last until nine, but for the break of five minutes at five to nine."""
    assert minutes(ten_minute_levels(edition, late_levels=6)) == 65
    assert minutes(ten_minute_levels(edition, late_levels=6, synchronised_breaks=False)) == 60


@pytest.mark.rule("MTT-47c")
def test_a_break_that_would_fall_into_level_one_is_none_where_the_edition_says_so() -> None:
    late = Instant(EIGHT + 50 * MINUTE)
    assert minutes(ten_minute_levels(U27, late_levels=1, starts_at=late)) == 60
    assert minutes(ten_minute_levels(PW, late_levels=1, starts_at=late)) == 65


def test_the_pause_of_an_add_on_is_counted_in() -> None:
    add_on = AddOn(PRICE, Chips(1_000), after_level=2, window=seconds(180))
    assert minutes(ten_minute_levels(add_on=add_on)) == 43


@pytest.mark.rule("MTT-32a")
def test_the_end_that_was_foretold_is_the_one_that_comes() -> None:
    room = ten_minute_levels(late_levels=6)
    room.start(12)
    told = minutes(room)
    while room.state.registration_open:
        (timer, *_) = [timer for timer in room.timers() if timer.at >= room.now]
        room.now = timer.at
        room.do(timer.command)
        for order in room.orders():
            if room.state.clock.pause is not None:
                room.play(order)
    assert (told, (room.now - EIGHT) / MINUTE) == (65, 65)
    assert minutes(room) is None


def test_a_sit_and_go_can_be_left_until_it_is_full() -> None:
    room = Room(starts_at=None, seats=3, late_levels=0, unregister_before=Duration(0))
    room.enter_count(2)
    entry = room.entrant(player(1)).entry
    assert (may_unregister(room.state), unregister_closes(room.state)) == (True, None)
    assert may_take_back(room.state, entry)
    room.enter(player(3))
    assert (may_unregister(room.state), may_take_back(room.state, entry)) == (False, False)


@pytest.mark.rule("MTT-33a")
def test_an_entry_can_be_taken_back_until_the_window_closes() -> None:
    room = Room(unregister_before=Duration(5 * MINUTE))
    room.enter_count(2)
    assert taken_back_until(room.state, room.entrant(player(1)).entry) == EIGHT - 5 * MINUTE
    room.now = Instant(EIGHT - 5 * MINUTE)
    assert room.refused(ms.Unregister(player(1))) == "unregistration_closed"


@pytest.mark.rule("MTT-27b")
def test_only_who_entered_before_a_change_may_leave_until_the_start() -> None:
    room = Room(unregister_before=None)
    room.enter(player(1))
    room.do(ms.ChangeSetup(replace(room.setup, entries_min=3), "ruth", "more players"))
    room.now = Instant(room.now + SECOND)
    room.enter(player(2))
    early, late = (room.entrant(player(number)).entry for number in (1, 2))
    assert (may_take_back(room.state, early), may_take_back(room.state, late)) == (True, False)
    assert taken_back_until(room.state, early) == room.state.starts_at == EIGHT
    assert room.refused(ms.Unregister(player(2))) == "unregistration_not_offered"
    room.do(ms.Unregister(player(1)))
