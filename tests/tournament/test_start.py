"""Seats, absent players, the first button."""

from collections import Counter

import pytest

from fairdeal.kernel import Chips, RuleId, seconds
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.events import HandOrdered, Moved, SatIn, Started
from fairdeal.tournament.director.state import Away, Status
from fairdeal.tournament.orders import Attendance, Bust, HandPlayed, Left
from tests.tournament.directing import EIGHT, POKER, Room, hand_id, player


@pytest.mark.rule("MTT-28a")
@pytest.mark.parametrize("edition", POKER)
def test_everybody_gets_a_seat_by_lot_at_tables_as_even_as_can_be(edition: str) -> None:
    room = Room(edition)

    (event,) = [event for event in room.start(20) if isinstance(event, Started)]

    assert len({(spot.table, spot.seat) for spot in event.spots}) == 20
    assert sorted(Counter(spot.table for spot in event.spots).values()) == [5, 5, 5, 5]
    assert {spot.player for spot in event.spots} == set(room.state.entrants)


@pytest.mark.rule("MTT-28a")
def test_other_chance_gives_other_seats_and_the_same_chance_the_same() -> None:
    def seats(seed: int) -> list[tuple[str, int, int]]:
        room = Room(seed=seed)
        room.start(9)
        return sorted((spot.player, spot.table, spot.seat) for event in room.of(Started) for spot in event.spots)

    assert seats(1) == seats(1)
    assert seats(1) != seats(2)


@pytest.mark.rule("MTT-28a")
def test_every_seat_is_as_likely_as_any_other() -> None:
    found: Counter[int] = Counter()
    for seed in range(150):
        room = Room(seed=seed, seats=3)
        room.checks = False
        room.start(3)
        found[room.entrant(player(1)).seat or 0] += 1

    assert all(30 < found[seat] < 70 for seat in range(3)), found


@pytest.mark.rule("MTT-28a")
def test_nobody_changes_seats_without_a_reason_of_balance() -> None:
    room = Room()
    room.start(5)
    seats = {who: room.entrant(who).seat for who in room.state.entrants}
    for _ in range(4):
        room.do(room.report(room.orders()[0]))

    assert seats == {who: room.entrant(who).seat for who in room.state.entrants}
    assert room.of(Moved) == []


@pytest.mark.rule("MTT-28b")
@pytest.mark.rule("MTT-48d")
@pytest.mark.parametrize("edition", POKER)
def test_an_absent_player_is_seated_dealt_in_and_plays_once_logged_in(edition: str) -> None:
    room = Room(edition)
    room.absent = frozenset({player(1)})
    room.start(3)

    (order,) = room.orders()
    assert {place.player: place.away for place in order.places} == {
        player(1): True,
        player(2): False,
        player(3): False,
    }
    assert room.chair(player(1)).away == Away(EIGHT, RuleId("MTT-28b"), until_connected=True)

    events = room.do(ms.Connect(player(1)))

    assert events == (SatIn(player(1), RuleId("MTT-28b")),)
    assert [letter.command for letter in room.letters(Attendance)] == [Attendance(0, 1, ())]
    room.do(room.report(order))
    assert not any(place.away for place in room.orders()[0].places)


@pytest.mark.rule("MTT-28b")
@pytest.mark.parametrize("edition", POKER)
def test_an_absent_player_is_blinded_off(edition: str) -> None:
    """A dealer who lets everybody else fold, too: the absent player loses blinds and antes until nothing is left."""
    room = Room(edition, seats=3)
    room.absent = frozenset({player(1)})
    room.start(3)
    for _ in range(1000):
        if player(1) not in {place.player for order in room.orders() for place in order.places}:
            break
        room.do(blinded(room))

    assert not room.entrant(player(1)).playing
    assert room.status() is Status.RUNNING


def blinded(room: Room) -> HandPlayed:
    (order,) = room.orders()
    absent = next(place for place in order.places if place.player == player(1))
    owed = order.ante_chips
    owed = Chips(owed + (order.big_blind_chips if order.big_blind == absent.seat else 0))
    owed = Chips(owed + (order.small_blind_chips if order.small_blind == absent.seat else 0))
    lost = min(absent.stack, max(owed, 1))
    winner = next(place for place in order.places if place is not absent)
    left = tuple(
        Left(place.seat, Chips(place.stack + lost * ((place is winner) - (place is absent))), place.bank)
        for place in order.places
    )
    busts = (Bust(absent.seat, absent.stack, ((winner.seat,),)),) if lost == absent.stack else ()
    return HandPlayed(order.table, order.number, hand_id(order), order.deals_from, left, busts)


@pytest.mark.rule("MTT-29")
@pytest.mark.parametrize("edition", POKER)
def test_the_first_button_is_at_the_highest_occupied_seat(edition: str) -> None:
    room = Room(edition, seats=9)
    room.enter_count(4)

    room.seat({1: player(1), 2: player(2), 4: player(3), 7: player(4)})

    (order,) = room.orders()
    assert (order.button, order.small_blind, order.big_blind, order.rule) == (7, 1, 2, "MTT-29")


@pytest.mark.rule("MTT-29")
def test_every_new_table_has_its_own_first_button() -> None:
    room = Room()
    room.start(17)

    for event in room.of(HandOrdered):
        assert event.order.button == max(place.seat for place in event.order.places)


def test_two_players_start_heads_up_with_the_small_blind_on_the_button() -> None:
    room = Room(starts_at=None, seats=2)
    room.start(2)

    (order,) = room.orders()
    assert (order.button, order.small_blind, order.big_blind) == (1, 1, 0)


def test_the_first_level_runs_from_the_start() -> None:
    room = Room(pause=seconds(5))
    room.start(3)

    assert room.state.clock.level == 1
    assert room.state.clock.level_ends == EIGHT + 600_000
    (order,) = room.orders()
    assert (order.small_blind_chips, order.big_blind_chips, order.ante_chips) == (10, 20, 2)
