"""Queues are for those who are there, and tables for as many as the house allows."""

import pytest

from fairdeal.cash.floor.events import QueueLeft
from fairdeal.kernel import MINUTE, SECOND, PlayerId
from fairdeal.room.settings import RoomSettings
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from tests.room.evenings import Evening

EDITIONS = pytest.mark.parametrize("edition", [U22, U26, U27, PW])


def queued(edition: EditionId = U27) -> Evening:
    """A full table, and one player who waits."""
    evening = Evening(edition)
    evening.arrive(*"abcdef")
    evening.arrive("g")
    assert evening.queue == ["g"]
    return evening


def lose(evening: Evening, name: str) -> None:
    evening.room.presence.disconnect(PlayerId(name), "device")


@pytest.mark.rule("CASH-11")
@EDITIONS
def test_a_queued_player_who_stays_away_leaves_the_queue(edition: EditionId) -> None:
    evening = queued(edition)
    lose(evening, "g")
    evening.wait(MINUTE - SECOND)
    assert evening.queue == ["g"]

    evening.wait(5 * SECOND)

    assert evening.queue == []
    assert [(event.player, event.rule) for event in evening.all(QueueLeft)] == [("g", "CASH-11")]


def test_who_is_back_in_time_keeps_the_place() -> None:
    evening = queued()
    lose(evening, "g")
    evening.wait(50 * SECOND)
    evening.room.presence.connect(PlayerId("g"), "device")
    evening.wait(5 * SECOND)
    lose(evening, "g")
    evening.wait(55 * SECOND)
    assert evening.queue == ["g"], "the patience begins anew"

    evening.room.presence.connect(PlayerId("g"), "device")
    evening.wait(3 * MINUTE)
    assert evening.queue == ["g"]


def test_after_a_restart_the_queue_waits_for_those_who_were_in_it() -> None:
    evening = queued()
    evening.crash(10 * MINUTE)
    assert evening.queue == ["g"]
    evening.wait(50 * SECOND)
    assert evening.queue == ["g"]

    evening.wait(15 * SECOND)
    assert evening.queue == []


def test_an_outage_of_ours_sends_nobody_out_of_the_queue() -> None:
    evening = queued()
    for name in "abcdefg":
        lose(evening, name)
    evening.wait(90 * SECOND)
    assert evening.room.presence.is_paused()
    assert evening.queue == ["g"]


def test_the_house_limits_tables_by_player() -> None:
    evening = Evening(U27, settings=RoomSettings(tables_per_player_max=1))
    evening.arrive(*"abcdef")
    evening.arrive("g", "h", "i")
    assert evening.tables_of("g") == 1
    evening.join("g")
    evening.wait()

    refusal = evening.answers[-1]
    assert refusal is not None
    assert (refusal.code, dict(refusal.numbers)) == ("house_table_limit", {"tables": 1, "most": 1})
