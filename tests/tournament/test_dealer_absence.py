"""Players who sit out or never came: dealt in, charged, folded at once in turn (MTT-28b, MTT-40, MTT-48e)."""

import pytest

from fairdeal.kernel import Chips, RuleId
from fairdeal.play.events import Played
from fairdeal.poker import FOLD, Call
from fairdeal.tournament.dealer.events import AttendanceCalled, DealEnded
from fairdeal.tournament.orders import Attendance
from tests.tournament.dealing import EDITIONS, A, B, C, D, Table, an_order, with_away
from tests.tournament.directing import U27


@pytest.mark.rule("MTT-28b")
@pytest.mark.rule("MTT-40")
@pytest.mark.parametrize("edition", EDITIONS)
def test_whoever_is_away_gets_cards_pays_and_is_folded_at_once_in_turn(edition: str) -> None:
    table = Table().deals(with_away(an_order(edition, ante_chips=Chips(2)), 1, 2))
    assert len(table.running.hand.hole(2)) == 2
    assert (table.running.hand.acts, table.to_act) == ([FOLD], D)
    assert (table.last(Played).seat, table.last(Played).rule) == (2, "MTT-40")
    table.act(D, Call())
    table.act(A, Call())

    assert table.running.hand.acts == [FOLD, 0, 0, FOLD]  # even where checking was free
    table.play_out()
    assert (table.left(1).stack, table.left(2).stack) == (1000 - 22, 1000 - 2)


@pytest.mark.rule("MTT-40")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_table_of_nobody_moves_the_blinds_and_nothing_else(edition: str) -> None:
    table = Table()
    table.do(with_away(an_order(edition), 0, 1, 2, 3))
    events = table.do(table.timers()[0].command)

    assert isinstance(events[-1], DealEnded)
    assert {left.seat: left.stack for left in table.report.left} == {0: 990, 1: 1010, 2: 1000, 3: 1000}


@pytest.mark.rule("MTT-48e")
@pytest.mark.parametrize("edition", EDITIONS)
def test_sitting_out_in_turn_folds_at_once(edition: str) -> None:
    table = Table().deals(an_order(edition))
    assert table.to_act == C
    events = table.do(Attendance(3, 1, (2,)))

    assert [type(event) for event in events] == [AttendanceCalled, Played]
    assert (table.running.hand.acts, table.to_act) == ([FOLD], D)


@pytest.mark.rule("MTT-40")
def test_whoever_comes_back_during_a_hand_plays_it() -> None:
    table = Table().deals(with_away(an_order(), 1))
    table.do(Attendance(3, 1, ()))
    for _ in range(3):
        table.passes()

    assert table.to_act == B
    assert table.do(Attendance(3, 1, ())) == ()


def test_attendance_of_another_hand_changes_nothing() -> None:
    table = Table().deals(an_order(number=2))
    assert table.do(Attendance(3, 1, (2,))) == ()
    assert table.do(Attendance(3, 3, (2,))) == ()
    table.play_out()
    assert table.do(Attendance(3, 2, (2,))) == ()


def test_the_time_bank_of_a_player_who_sits_out_in_turn_stays_as_it_was_used() -> None:
    table = Table().deals(an_order(U27))
    table.wait(14)
    table.do(Attendance(3, 1, (2,)))
    table.play_out()

    assert table.left(2).bank == 6_000
    assert table.left(2).away is None
    assert table.of(AttendanceCalled)[0].rule == RuleId("MTT-40")
