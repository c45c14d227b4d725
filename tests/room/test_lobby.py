"""What the lobby shows is what is played; who follows it misses nothing and is not flooded."""

from itertools import pairwise

import pytest

from fairdeal.cash.table.commands import Leave
from fairdeal.cash.table.events import HandEnded
from fairdeal.kernel import HOUR, MINUTE, SECOND, Cents, Instant, PlayerId
from fairdeal.room.cash.lobby import LobbyRow, RowsChanged
from fairdeal.room.cash.pace import Pace
from fairdeal.rulebook.clause import U27
from fairdeal.runtime.broadcast import Frame
from tests.room.evenings import Evening

START = Instant(1_700_000_000_000)


def row(evening: Evening) -> LobbyRow:
    return evening.room.cash.lobby.row(evening.stake, evening.clock.now())


def test_tables_players_and_queue_are_counted() -> None:
    evening = Evening(U27)
    evening.arrive(*"abcdef")
    evening.arrive("g")

    shown = row(evening)
    assert (shown.tables, shown.players, shown.waiting) == (1, 6, 1)
    assert sum(each.players for each in evening.room.cash.lobby.rows(evening.clock.now())) == 6

    evening.tell(Leave(PlayerId("a")))
    evening.wait(2 * MINUTE)
    shown = row(evening)
    assert (shown.tables, shown.players, shown.waiting) == (1, 6, 0)


def test_average_pot_and_hands_an_hour_are_those_of_the_last_ten_minutes() -> None:
    evening = Evening(U27)
    evening.arrive(*"abcdef")
    evening.wait(30 * MINUTE)
    now = evening.clock.now()
    # Slices of ten seconds: the window reaches back to the beginning of one.
    since = now - 10 * MINUTE
    recent = [event for event in evening.all(HandEnded) if event.at - event.at % (10 * SECOND) > since]
    assert len(recent) > 20
    shown = row(evening)

    assert shown.average_pot == sum(sum(event.contributed) for event in recent) // len(recent)
    assert abs(shown.hands_per_hour - len(recent) * 6) <= 6


def test_a_young_table_is_not_shown_as_a_slow_one() -> None:
    evening = Evening(U27)
    evening.arrive(*"abcdef")
    evening.wait(2 * MINUTE)
    hands = len(evening.all(HandEnded))

    assert abs(row(evening).hands_per_hour - hands * 30) <= 40


def test_numbers_of_an_empty_stake_fade() -> None:
    evening = Evening(U27)
    evening.arrive("a", "b", "c")
    evening.wait(2 * MINUTE)
    assert row(evening).average_pot > 0
    for name in "abc":
        evening.tell(Leave(PlayerId(name)))
    evening.wait(15 * MINUTE)

    assert row(evening) == LobbyRow(evening.stake, 0, 0, 0, Cents(0), 0)
    told = {each.stake: each for each in evening.room.cash.lobby.view()[2]}
    assert told[evening.stake] == row(evening), "followers hear of it too"


def test_followers_get_a_view_and_then_every_change_at_most_once_a_second() -> None:
    evening = Evening(U27)
    frames: list[tuple[Instant, Frame]] = []
    lobby = evening.room.cash.lobby
    lobby.feed.watch("me", lambda frame: frames.append((evening.clock.now(), frame)))
    epoch, number, rows = lobby.view()
    known = {each.stake: each for each in rows}
    assert number == 0
    evening.arrive(*"abcdef")
    evening.arrive("g")
    evening.wait(3 * MINUTE)

    for _, frame in frames:
        for change in frame.public:
            assert isinstance(change, RowsChanged)
            known |= {each.stake: each for each in change.rows}
    assert [frame.number for _, frame in frames] == list(range(1, len(frames) + 1))
    times = [at for at, _ in frames]
    assert all(later - earlier >= SECOND for earlier, later in pairwise(times))
    assert lobby.view() == (epoch, len(frames), tuple(known.values()))
    shown = known[evening.stake]
    assert (shown.tables, shown.players, shown.waiting) == (1, 6, 1)
    assert shown.hands_per_hour > 0


@pytest.mark.parametrize(("tables", "hands", "expected"), [(1, 60, 360), (2, 60, 180), (4, 600, 900)])
def test_pace_is_of_one_table(tables: int, hands: int, expected: int) -> None:
    pace = Pace(START)
    pace.tables_deal(tables, START)
    for number in range(hands):
        pace.hand_ended(100 + number % 2, Instant(START + number * 10 * MINUTE // hands))
    end = Instant(START + 10 * MINUTE - 1)

    assert abs(pace.hands_per_hour(end) - expected) <= 1
    assert pace.average_pot(end) == 100


def test_pace_forgets_what_is_older_than_its_window() -> None:
    pace = Pace(START)
    pace.tables_deal(1, START)
    pace.hand_ended(500, START)
    assert not pace.is_quiet
    later = Instant(START + HOUR)

    assert (pace.hands_per_hour(later), pace.average_pot(later), pace.is_quiet) == (0, 0, True)
