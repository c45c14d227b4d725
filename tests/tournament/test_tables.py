"""Moving players, breaking tables, button and blinds."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from fairdeal.kernel import Chips, RuleId
from fairdeal.poker.rotation import Positions, first_positions, next_positions
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.events import FinalTableReached, HandOrdered, Moved, TableBroken, TableGone
from fairdeal.tournament.director.state import Status
from fairdeal.tournament.orders import Bust, CloseTable, HandPlayed, Left, PlayHand, ReportNoted, TableClosed
from tests.tournament.directing import POKER, U27, Room, player, report

# ---- balancing


def full_tables(edition: str, tables: int = 2, seed: int = 1, **changes: Any) -> Room:
    """Tables of six: players 1 to 6 at the first, 7 to 12 at the second, by seat."""
    room = Room(edition, seed=seed, **{"late_levels": 4, **changes})
    room.enter_count(6 * tables)
    room.seat(*({seat: player(6 * table + seat + 1) for seat in range(6)} for table in range(tables)))
    return room


def out(room: Room, *numbers: int) -> None:
    """One hand in which these lose everything to the first other player of their table."""
    room.bust(*map(player, numbers))


@pytest.mark.rule("MTT-42a")
@pytest.mark.rule("MTT-42b")
@pytest.mark.parametrize("edition", POKER)
def test_a_random_player_of_a_largest_table_goes_to_a_smallest(edition: str) -> None:
    movers = set()
    for seed in range(40 if edition == U27 else 1):
        room = full_tables(edition, seed=seed)
        two = room.orders()[1]
        out(room, 1, 2)
        assert room.of(Moved) == []

        (event,) = [event for event in room.do(room.report(two)) if isinstance(event, Moved)]

        assert (event.table, event.rule, event.seat_rule) == (0, "MTT-42b", "MTT-42c")
        assert (room.table(0).size, room.table(1).size) == (5, 5)
        movers.add(event.player)
        told_to, told = room.told[-1]
        assert (told_to, told.code, told.rule, told.table, told.left) == (event.player, "moved", "MTT-42b", 0, 1)
        numbers = dict(told.numbers)
        assert numbers.pop("big_blind_in") == 4, "three others have it first"
        assert numbers == {"from": 1, "to": 0, "seat": event.seat, "from_players": 6, "to_players": 4}

    assert movers <= {player(number) for number in range(7, 13)}
    assert len(movers) == (6 if edition == U27 else 1)


@pytest.mark.rule("MTT-42b")
def test_who_is_at_a_middling_table_stays() -> None:
    room = full_tables(U27, tables=3)
    out(room, 7)
    out(room, 13, 14)

    room.do(room.report(room.orders()[1]))

    assert room.of(Moved) == []
    room.do(room.report(room.orders()[0]))
    assert [event.table for event in room.of(Moved)] == [2]


@pytest.mark.rule("MTT-42c")
@pytest.mark.parametrize("edition", POKER)
def test_the_new_seat_is_the_one_with_the_most_hands_before_the_big_blind(edition: str) -> None:
    """Six seats, the big blind at 3, seats 2 and 5 free: seat 2."""
    room = full_tables(edition)
    while room.orders()[1].big_blind != 2:
        room.do(room.report(room.orders()[1]))
    out(room, 9, 12)  # seats 2 and 5
    before = room.orders()[1]
    assert before.big_blind == 3

    (event,) = [event for event in room.do(room.report(room.orders()[0])) if isinstance(event, Moved)]

    assert (event.table, event.seat) == (1, 2)
    assert before.places == room.orders()[1].places
    room.do(room.report(before))
    assert event.player in {place.player for place in room.orders()[1].places}


@pytest.mark.rule("MTT-42a")
@pytest.mark.parametrize("edition", POKER)
def test_a_table_is_broken_when_all_fit_at_the_others(edition: str) -> None:
    room = full_tables(edition, late_levels=0)
    out(room, 1, 2)
    out(room, 7, 8, 9)
    assert room.of(TableBroken) == []

    out(room, 10)

    (event,) = room.of(TableBroken)
    assert (event.table, event.rule) == (1, "MTT-42a")
    assert {move.player for move in room.of(Moved)} == {player(11), player(12)}
    assert room.table(0).size == 6
    assert [event.rule for event in room.of(FinalTableReached)] == ["MTT-62"]
    assert [letter.command for letter in room.letters(CloseTable)] == [CloseTable(1)]


@pytest.mark.parametrize(("ended", "rule"), [(True, "MTT-62"), (False, "MTT-26b")])
def test_where_the_tournament_is_over_its_tables_close_by_another_clause(ended: bool, rule: str) -> None:
    room = Room(late_levels=0)
    room.start(4)
    if not ended:
        room.do(ms.Cancel("ruth", "power cut"))
    while room.status() is Status.RUNNING:
        room.step()

    assert [letter.command for letter in room.letters(CloseTable)] == [CloseTable(0, RuleId(rule))]


def test_the_dealer_of_a_broken_table_goes_once() -> None:
    room = full_tables(U27, late_levels=0)
    assert room.refused(TableClosed(0)) == "table_is_open"
    out(room, 1, 2)
    out(room, 7, 8, 9, 10)

    assert room.do(TableClosed(1)) == (TableGone(1),)
    assert room.do(TableClosed(1)) == ()
    assert room.letters(CloseTable) == []


def test_the_smallest_table_is_broken_and_not_the_one_that_reports() -> None:
    room = full_tables(U27, late_levels=0)
    out(room, 7, 8, 9, 10)
    small = room.orders()[1]

    out(room, 1, 2)
    assert room.of(TableBroken) == room.of(Moved) == []
    room.do(room.report(small))

    assert [event.table for event in room.of(TableBroken)] == [1]


def test_a_player_alone_at_a_table_waits_for_company() -> None:
    room = full_tables(U27)
    out(room, 7, 8, 9, 10, 11)
    assert room.table(1).order is None
    assert [letter.command for letter in room.letters(ReportNoted)] == [ReportNoted(1, 1)]

    room.do(room.report(room.orders()[0]))

    assert (room.table(0).size, room.table(1).size) == (4, 3)
    assert room.table(1).order is not None


@pytest.mark.rule("MTT-42a")
def test_tables_differ_by_one_whenever_all_are_between_hands() -> None:
    room = Room(hand_for_hand_places=100)
    room.start(40)
    seen = Counter[int]()
    while room.state.floor.count > 1:
        room.step()
        if room.state.hand_for_hand and len(room.orders()) == room.state.floor.count:
            sizes = [table.size for table in room.state.floor.tables.values() if not table.closing]
            rounds = {order.round for order in room.orders()}
            fresh = all(order.number == room.table(order.table).hands for order in room.orders())
            if len(rounds) == 1 and fresh:
                assert max(sizes) - min(sizes) <= 1
                seen[len(sizes)] += 1

    assert len(seen) >= 3


# ---- reports


def test_a_report_that_comes_twice_is_harmless() -> None:
    room = Room()
    room.start(3)
    report = room.report(room.orders()[0], busts=[player(1)])
    room.do(report)

    assert room.do(report) == ()
    room.do(room.report(room.orders()[0]))
    assert room.do(report) == ()


def wrong_reports(order: PlayHand) -> list[HandPlayed]:
    right = report(order, [order.places[0].player])
    left = right.left
    return [
        replace(right, left=left[:-1]),
        replace(right, left=(*left[:-1], replace(left[-1], stack=Chips(left[-1].stack + 1)))),
        replace(right, left=(replace(left[0], stack=Chips(-1)), *left[1:])),
        replace(right, left=(*left, Left(5, Chips(0), left[0].bank))),
        replace(right, busts=()),
        replace(right, busts=(Bust(left[0].seat, Chips(7), ((left[1].seat,),)),)),
        replace(right, busts=(Bust(left[0].seat, order.places[0].stack, ((left[0].seat,),)),)),
    ]


@pytest.mark.parametrize("number", range(7))
def test_a_report_that_does_not_add_up_is_refused(number: int) -> None:
    room = Room(seats=3)
    room.start(3)
    (order,) = room.orders()

    assert room.refused(wrong_reports(order)[number]) == "inconsistent_report"


def test_a_report_of_a_hand_nobody_ordered_is_refused() -> None:
    room = Room()
    room.start(3)
    early = replace(room.report(room.orders()[0]), number=2)

    assert room.refused(early) == "no_such_hand"


def test_hand_numbers_have_no_gap_at_any_table() -> None:
    room = Room()
    room.start(25)
    room.run()

    numbers: dict[int, list[int]] = {}
    for event in room.of(HandOrdered):
        numbers.setdefault(event.order.table, []).append(event.order.number)
    for found in numbers.values():
        assert found == list(range(1, len(found) + 1))


# ---- button and blinds


def blinds(order: PlayHand) -> tuple[int, int | None, int]:
    """Big blind, small blind, button, with seats counted from one."""
    small = None if order.small_blind is None else order.small_blind + 1
    return order.big_blind + 1, small, order.button + 1


@pytest.mark.rule("MTT-46a")
@pytest.mark.parametrize("edition", POKER)
@pytest.mark.parametrize(
    ("players", "out", "expected", "rule"),
    [
        (4, (3,), (4, None, 2), "MTT-46a"),
        (4, (2,), (4, 3, 1), "MTT-46a"),
        (4, (2, 3), (4, 1, 1), "MTT-46b"),
        (3, (1,), (2, 3, 3), "MTT-46b"),
    ],
)
def test_button_and_blinds_after_eliminations(
    edition: str, players: int, out: tuple[int, ...], expected: tuple[int, int | None, int], rule: str
) -> None:
    room = Room(edition, late_levels=4)
    room.enter_count(players)
    room.seat({seat: player(seat + 1) for seat in range(players)})
    while blinds(room.orders()[0]) != (3, 2, 1):
        room.do(room.report(room.orders()[0]))

    stays = next(number for number in range(players, 0, -1) if number not in out)
    room.bust(*map(player, out), to=player(stays))

    (order,) = room.orders()
    assert (blinds(order), order.rule) == (expected, rule)


@pytest.mark.rule("MTT-46b")
@pytest.mark.parametrize("edition", POKER)
def test_heads_up_the_button_posts_the_small_blind(edition: str) -> None:
    room = Room(edition)
    room.start(3)
    room.bust(player(1))

    for _ in range(4):
        (order,) = room.orders()
        assert order.final_table
        assert order.small_blind == order.button != order.big_blind
        room.do(room.report(order))


@pytest.mark.rule("MTT-46a")
@pytest.mark.parametrize("seed", range(6))
def test_the_big_blind_never_skips_a_player_and_never_falls_on_one_twice_in_a_row_at_a_table(seed: int) -> None:
    room = Room(seed=seed, late_levels=3)
    room.start(20)
    for number in range(30, 36):
        room.step()
        room.enter(player(number))
    room.run()

    last: dict[int, PlayHand] = {}
    for event in room.of(HandOrdered):
        order = event.order
        before = last.get(order.table)
        if before is not None and order.rule != "MTT-29":
            check_big_blind(before, order)
        last[order.table] = order


def check_big_blind(before: PlayHand, order: PlayHand) -> None:
    """The big blind is the first player clockwise from the last one, and another player."""
    seats = 6
    occupied = {place.seat: place.player for place in order.places}
    distances = sorted((seat - before.big_blind - 1) % seats for seat in occupied)
    assert (order.big_blind - before.big_blind - 1) % seats == distances[0]
    assert order.big_blind != before.big_blind


SIX = tuple(range(1, 7))


@pytest.mark.parametrize(
    ("last_big_blind", "dealt", "veterans", "expected"),
    [
        (3, SIX, SIX, Positions(2, 3, 4)),
        (3, (1, 3, 4, 5, 6), (1, 3, 4, 5, 6), Positions(1, 3, 4)),
        (3, (1, 2, 4, 5, 6), (1, 2, 4, 5, 6), Positions(2, None, 4)),
        (3, (1, 2, 5, 6), (1, 2, 5, 6), Positions(2, None, 5)),
        (3, SIX, (1, 2, 3, 5, 6), Positions(2, 3, 4)),
        (3, (2, 3), (2, 3), Positions(3, 3, 2)),
        (3, (1, 3), (1, 3), Positions(3, 3, 1)),
        (3, (1, 2), (1, 2), Positions(2, 2, 1)),
        (1, (1, 2, 4), (1, 2), Positions(4, 1, 2)),
        (3, (1, 2, 3), (1, 2), Positions(2, None, 1)),  # somebody new sits where the big blind was
    ],
)
def test_rotation_is_that_of_cash_tables(
    last_big_blind: int, dealt: tuple[int, ...], veterans: tuple[int, ...], expected: Positions
) -> None:
    assert next_positions(7, last_big_blind, dealt, veterans) == expected


def test_where_the_first_blinds_are() -> None:
    assert first_positions((1, 2, 4, 7), 7) == Positions(7, 1, 2)
    assert first_positions((3, 5), 5) == Positions(5, 5, 3)
    assert first_positions((0, 2, 4), 2) == Positions(2, 4, 0)


def test_editions_may_put_the_small_blind_and_the_button_elsewhere() -> None:
    four = (1, 2, 4, 5)

    assert next_positions(6, 3, four, four, small_blind_needs_last_big_blind=False).small_blind == 2
    assert next_positions(6, 3, (1, 2, 3, 4), (1, 3, 4), newcomer_may_get_button=True).button == 2
    assert next_positions(6, 3, (1, 2, 3, 4), (1, 3, 4)).button == 1


def test_a_moved_player_is_a_newcomer_at_the_new_table() -> None:
    room = full_tables(U27)
    out(room, 7, 8, 9)
    room.do(room.report(room.orders()[0]))
    (move,) = room.of(Moved)

    assert not room.chair(move.player).veteran
    room.do(room.report(room.orders()[1]))
    assert not room.chair(move.player).veteran
    room.do(room.report(room.orders()[1]))
    assert room.chair(move.player).veteran
