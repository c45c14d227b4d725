"""What a crash costs: nobody anything, however often it happens (X-143)."""

import pytest

from fairdeal.cash.table.commands import TakeBreak
from fairdeal.kernel import MINUTE, SECOND, PlayerId
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from fairdeal.testing.journal import CrashPoint
from tests.room.evenings import Evening

ROLL_BACK = pytest.mark.parametrize("edition", [U22, U26, U27])


def sitting_out(edition: EditionId) -> Evening:
    evening = Evening(edition)
    evening.arrive("a", "b", "c")
    evening.tell(TakeBreak(PlayerId("a")))
    evening.wait(20 * SECOND)
    chair = evening.chair("a")
    assert chair is not None
    if chair.sit_out is None:  # a hand was under way
        evening.wait(2 * MINUTE)
    return evening


def time_left(evening: Evening) -> int:
    chair = evening.chair("a")
    assert chair is not None
    assert chair.sit_out is not None
    return chair.sit_out.since + evening.rules.sit_out_max.value - evening.clock.now()


@ROLL_BACK
@pytest.mark.parametrize("point", list(CrashPoint))
def test_a_crash_during_recovery_does_not_make_the_first_outage_count(edition: EditionId, point: CrashPoint) -> None:
    evening = sitting_out(edition)
    before = time_left(evening)

    evening.crash(8 * MINUTE)
    evening.crash(8 * MINUTE, at_commit=0, point=point)
    evening.wait()

    assert before <= time_left(evening) + SECOND <= before + 5 * SECOND


def test_outages_of_a_recovered_room_count_from_its_own_last_sign_of_life() -> None:
    evening = sitting_out(U27)
    evening.crash(8 * MINUTE)
    evening.wait(MINUTE)
    before = time_left(evening)

    evening.crash(SECOND)
    evening.wait()

    assert before <= time_left(evening) + SECOND <= before + 5 * SECOND


def test_everybody_is_cashed_out_even_if_the_first_try_to_do_so_dies() -> None:
    evening = Evening(PW)
    evening.arrive("a", "b", "c")
    evening.crash(MINUTE)
    evening.crash(MINUTE, at_commit=0)
    evening.wait()

    assert [evening.tables_of(name) for name in "abc"] == [0, 0, 0]


def test_a_room_comes_back_without_making_a_wheel_that_nobody_plays() -> None:
    evening = sitting_out(U27)
    evening.crash(SECOND)
    evening.wait()
    lobbies = evening.room.tournaments.house.lobbies

    assert (len(lobbies) > 0, lobbies.made) == (True, 0)
    assert lobbies[next(iter(lobbies))].rules.stream == next(iter(lobbies))
    assert lobbies.made == 1
