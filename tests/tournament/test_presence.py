"""Sitting out, coming back, time banks, extra time."""

from dataclasses import replace

import pytest

from fairdeal.kernel import Duration, MoneyKind, PlayerId, RuleId, seconds
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.events import Moved, SatIn, SatOut
from fairdeal.tournament.director.state import Away
from fairdeal.tournament.orders import Attendance, HandPlayed, PlayHand
from fairdeal.tournament.setup import BankSetting
from tests.tournament.directing import POKER, PW, U22, U26, U27, Room, player, report

A, B, C = player(1), player(2), player(3)


def seat_of(room: Room, who: PlayerId) -> int:
    seat = room.entrant(who).seat
    assert seat is not None
    return seat


@pytest.mark.rule("MTT-40")
@pytest.mark.rule("MTT-48e")
@pytest.mark.parametrize("edition", POKER)
def test_who_sits_out_is_still_dealt_in_and_pays(edition: str) -> None:
    room = Room(edition)
    room.start(3)

    (event,) = room.do(ms.SitOut(A))

    assert event == SatOut(A, Away(room.now, RuleId("MTT-40"), until_connected=False))
    assert [letter.command for letter in room.letters(Attendance)] == [
        Attendance(0, 1, (seat_of(room, A),)),
    ]
    room.do(room.report(room.orders()[0]))
    assert {place.player: place.away for place in room.orders()[0].places} == {A: True, B: False, C: False}
    assert room.letters(Attendance) == []


def test_sitting_out_twice_or_in_twice_changes_nothing() -> None:
    room = Room()
    room.start(3)
    room.do(ms.SitOut(A))

    assert room.do(ms.SitOut(A)) == ()
    assert room.do(ms.SitIn(A)) == (SatIn(A, RuleId("MTT-40")),)
    assert room.do(ms.SitIn(A)) == ()


def test_who_chose_to_sit_out_does_not_come_back_by_connecting() -> None:
    room = Room()
    room.start(3)
    room.do(ms.SitOut(A))

    assert room.do(ms.Connect(A)) == ()
    assert room.chair(A).away is not None


def test_who_does_not_play_cannot_sit_out() -> None:
    room = Room()
    room.start(3)
    room.bust(A)

    assert room.refused(ms.SitOut(A)) == "not_playing"
    assert room.refused(ms.SitIn(player(99))) == "not_playing"
    assert room.do(ms.Connect(A)) == ()


def timed_out(order: PlayHand, who: PlayerId) -> HandPlayed:
    told = report(order)
    seat = next(place.seat for place in order.places if place.player == who)
    left = tuple(replace(each, away=RuleId("TIME-13")) if each.seat == seat else each for each in told.left)
    return replace(told, left=left)


@pytest.mark.rule("MTT-48d")
@pytest.mark.parametrize(("edition", "returns"), [(U22, False), (U26, False), (U27, False), (PW, True)])
def test_a_sit_out_imposed_by_the_dealer_ends_as_the_edition_says(edition: str, returns: bool) -> None:
    room = Room(edition)
    room.start(3)
    room.do(timed_out(room.orders()[0], A))
    assert [place.away for place in room.orders()[0].places if place.player == A] == [True]

    room.do(ms.Connect(A))

    assert (room.chair(A).away is None) is returns
    room.do(ms.SitIn(A))
    assert room.chair(A).away is None


# ---- time banks


def banks(room: Room, who: PlayerId) -> int:
    """The bank the player's hand starts with, in milliseconds."""
    return next(place.bank for order in room.orders() for place in order.places if place.player == who)


def play(room: Room, count: int, used: int = 0) -> None:
    """So many hands at the first table, each taking so much of everybody's bank."""
    for _ in range(count):
        order = room.orders()[0]
        told = report(order)
        left = tuple(replace(each, bank=Duration(max(0, each.bank - used))) for each in told.left)
        room.do(replace(told, left=left))


@pytest.mark.rule("TIME-07")
@pytest.mark.parametrize("edition", [U26, U27])
def test_the_bank_of_a_scheduled_tournament_grows_every_tenth_hand(edition: str) -> None:
    room = Room(edition)
    room.start(3)
    seen = [banks(room, A)]
    for _ in range(4):
        play(room, 9)
        seen.append(banks(room, A))
        play(room, 1)
        seen.append(banks(room, A))

    assert seen == [15_000, 15_000, 20_000, 20_000, 25_000, 25_000, 30_000, 30_000, 30_000]


@pytest.mark.rule("TIME-07")
@pytest.mark.parametrize("edition", [U26, U27])
def test_the_bank_of_a_sit_and_go_grows_every_fifth_hand(edition: str) -> None:
    room = Room(edition, starts_at=None, seats=3)
    room.start(3)
    seen = [banks(room, A)]
    for _ in range(3):
        play(room, 5)
        seen.append(banks(room, A))

    assert seen == [10_000, 15_000, 20_000, 20_000]


@pytest.mark.rule("TIME-07")
def test_a_tournament_may_have_its_own_bank() -> None:
    room = Room(bank=BankSetting(seconds(30), seconds(33)))
    room.start(3)
    assert banks(room, A) == 30_000
    play(room, 10)

    assert banks(room, A) == 33_000


@pytest.mark.rule("TIME-08")
@pytest.mark.parametrize("edition", [U26, U27])
def test_the_bank_is_not_renewed_and_can_be_empty(edition: str) -> None:
    room = Room(edition)
    room.start(3)
    play(room, 3, used=6_000)

    assert banks(room, A) == 0


@pytest.mark.rule("TIME-06", edition=U22)
def test_an_older_edition_starts_every_hand_with_ten_seconds_or_more() -> None:
    room = Room(U22)
    room.start(3)
    assert banks(room, A) == 10_000
    play(room, 4)
    assert banks(room, A) == 11_000
    play(room, 1, used=8_000)

    assert banks(room, A) == 10_000


@pytest.mark.rule("TIME-09", edition=PW)
def test_an_edition_without_time_bank_has_none() -> None:
    room = Room(PW)
    room.start(3)

    assert banks(room, A) == 0


def moved(edition: str) -> tuple[Room, Moved]:
    """Two hands at a full table, and then one of its players is moved."""
    room = Room(edition, late_levels=4)
    room.enter_count(12)
    room.seat({seat: player(seat + 1) for seat in range(6)}, {seat: player(seat + 7) for seat in range(6)})
    play(room, 2, used=4_000)
    room.bust(player(7), player(8))
    play(room, 1, used=4_000)
    (event,) = room.of(Moved)
    return room, event


@pytest.mark.rule("TIME-08")
@pytest.mark.parametrize("edition", [U26, U27])
def test_the_bank_travels_with_a_player_who_is_moved(edition: str) -> None:
    room, event = moved(edition)

    assert (event.bank, event.hands) == (3_000, 3)
    assert (room.chair(event.player).bank, room.chair(event.player).hands) == (3_000, 3)


@pytest.mark.rule("TIME-06", edition=U22)
def test_where_a_bank_belongs_to_a_table_it_starts_anew() -> None:
    room, event = moved(U22)

    assert (event.bank, event.hands) == (10_000, 0)
    assert room.chair(event.player).bank == 10_000


# ---- extra time


@pytest.mark.rule("MTT-48b")
@pytest.mark.parametrize(("edition", "extra"), [(U22, 20), (U26, 20), (U27, 20), (PW, 30)])
def test_disconnected_players_get_extra_time_at_the_final_table(edition: str, extra: int) -> None:
    room = Room(edition)
    room.start(8)
    assert {order.extra_time for order in room.orders()} == {0}
    while not room.state.final_table:
        room.bust(room.orders()[0].places[0].player)
    room.do(room.report(room.orders()[0]))

    (order,) = room.orders()
    assert order.final_table
    assert order.extra_time == seconds(extra)


@pytest.mark.rule("MTT-48b")
def test_play_money_tournaments_give_no_extra_time() -> None:
    room = Room(PW, money=MoneyKind.PLAY)
    room.start(4)

    (order,) = room.orders()
    assert order.final_table
    assert order.extra_time == 0


def test_one_table_is_no_final_table_while_somebody_can_enter() -> None:
    room = Room(late_levels=2)
    room.start(4)
    assert not room.state.final_table
    room.next_level()
    room.next_level()

    assert room.state.final_table
