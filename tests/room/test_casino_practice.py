"""Company at casino tables: partners come when somebody watches, play every game, and go when nobody does."""

import pytest

from fairdeal.casino.table.events import RoundSettled
from fairdeal.casino.table.facts import UNHURRIED
from fairdeal.kernel import MINUTE, SECOND, TableId
from fairdeal.room.casino.house import casino_stream, one_table_of_each
from fairdeal.room.casino.practice import AT_LAYOUT, BEHIND, SEATS, CasinoCompany
from tests.server.test_casino_desk import Visitor
from tests.server.whole_house import WholeHouse


@pytest.fixture
def house() -> WholeHouse:
    return WholeHouse(one_table_of_each(pace=UNHURRIED))


def settled(house: WholeHouse) -> int:
    return sum(isinstance(event, RoundSettled) for _, event in house.events)


def test_partners_play_every_table_while_somebody_watches_and_then_leave(house: WholeHouse) -> None:
    watched = True
    company = CasinoCompany(house.room, lambda: watched)
    company.start()
    house.wait(5 * MINUTE)

    tables = [TableId(f"{game}-1") for game in ("roulette", "blackjack", "baccarat")]
    played = {table: house.casino(table).round for table in tables}
    assert min(played.values()) >= 3, played
    assert {len(house.casino(table).guests) for table in tables} == {AT_LAYOUT, len(SEATS) + BEHIND}
    assert house.room.fail_stop_report() == []

    watched = False
    house.wait(5 * MINUTE)
    before = settled(house)
    house.wait(10 * MINUTE)
    assert settled(house) == before
    assert [len(house.casino(table).guests) for table in tables] == [0, 0, 0]
    assert all(not house.room.registry.actor(casino_stream(table)).tasks for table in tables)


def test_partners_come_back_once_somebody_looks_again(house: WholeHouse) -> None:
    watched = False
    company = CasinoCompany(house.room, lambda: watched)
    company.start()
    house.wait(MINUTE)
    assert settled(house) == 0
    assert len(house.casino(TableId("roulette-1")).guests) == 0

    watched = True
    company.wake()
    house.wait(2 * SECOND)

    assert len(house.casino(TableId("roulette-1")).guests) == AT_LAYOUT
    company.stop()
    house.wait(2 * MINUTE)
    assert len(house.casino(TableId("roulette-1")).guests) == 0


def test_partners_at_a_table_are_marked_and_people_are_not(house: WholeHouse) -> None:
    company = CasinoCompany(house.room)
    company.start()
    house.wait(5 * SECOND)
    ann = Visitor(house, "Ann")
    ann.enter("blackjack-1")
    ann.does("takeBox", table="blackjack-1", seat=0)

    seats = ann.shown("blackjack-1")["felt"]["seats"]
    assert {seat: box["bot"] for seat, box in enumerate(seats) if box is not None} == {
        0: False,
        1: True,
        4: True,
        5: True,
    }
    assert seats[1]["name"]
