"""How long players of a tournament may think, connected or not (MTT-48, TIME-06 to TIME-08, X-67)."""

import pytest

from fairdeal.kernel import SECOND, Duration, seconds
from fairdeal.play.events import ConnectionLost, Played
from fairdeal.play.messages import Disconnected, PauseClocks, Reconnected, ResumeClocks, TurnExpired
from fairdeal.poker import CALL, FOLD, Call, Check, RaiseTo
from fairdeal.tournament.orders import PlayHand
from tests.tournament.dealing import EDITIONS, UNIBET, A, B, C, D, Table, an_order
from tests.tournament.directing import PW, U26, U27

LATE = seconds(20)


def final(edition: str) -> PlayHand:
    extra = seconds(30) if edition == PW else LATE
    return an_order(edition, extra_time=extra, final_table=True)


def acts(table: Table) -> list[int]:
    return list(table.running.hand.acts)


# ---- players who are there


@pytest.mark.rule("MTT-48c")
@pytest.mark.parametrize(("edition", "time"), [*((edition, 10 + 10) for edition in UNIBET), (PW, 15 + 10)])
def test_a_player_who_times_out_facing_a_bet_is_folded(edition: str, time: int) -> None:
    table = Table().deals(an_order(edition))
    assert (table.to_act, table.clock) == (C, time)
    table.wait(time - 0.001)
    assert acts(table) == []
    table.wait(0.001)

    assert (acts(table), table.to_act) == ([FOLD], D)
    assert table.last(Played).rule == "MTT-48c"


@pytest.mark.rule("MTT-48c")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_player_who_times_out_with_nothing_to_call_is_checked(edition: str) -> None:
    table = Table().deals(an_order(edition))
    for _ in range(3):
        table.passes()
    assert table.to_act == B
    table.expires()

    assert (acts(table)[-1], table.running.hand.street) == (CALL, 1)
    assert (table.last(Played).seat, table.last(Played).rule) == (1, "MTT-48c")


@pytest.mark.rule("MTT-48c")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_timeout_makes_nobody_sit_out_of_a_tournament(edition: str) -> None:
    table = Table().deals(an_order(edition))
    table.expires()
    table.do(Disconnected(D))
    table.expires()
    table.play_out()

    assert [left.away for left in table.report.left] == [None] * 4


@pytest.mark.rule("MTT-48c")
def test_a_clock_that_was_beaten_by_the_player_decides_nothing() -> None:
    table = Table().deals(an_order())
    late = TurnExpired(table.running.lineup.hand, table.turn.number)
    assert table.refused(late) == "too_early"
    table.passes()
    table.wait(60)

    assert table.refused(late) in {"stale_turn", "stale_hand"}


# ---- time banks


@pytest.mark.rule("TIME-07")
@pytest.mark.rule("TIME-08")
@pytest.mark.parametrize("edition", [U26, U27])
def test_thought_beyond_the_decision_time_comes_out_of_the_bank_and_the_report_says_what_is_left(edition: str) -> None:
    table = Table().deals(an_order(edition))
    table.wait(10)
    table.wait(4)
    table.act(C, Call())
    table.wait(9)
    table.act(D, Call())
    table.play_out()

    assert {left.seat: left.bank for left in table.report.left} == {
        0: 10 * SECOND,
        1: 10 * SECOND,
        2: 6 * SECOND,
        3: 10 * SECOND,
    }


@pytest.mark.rule("TIME-08")
def test_a_bank_that_ran_out_stays_empty() -> None:
    table = Table().deals(an_order())
    table.expires()
    table.play_out()

    assert table.left(2).bank == 0


@pytest.mark.rule("TIME-09", edition="publicwin")
def test_without_a_bank_only_the_decision_time_runs() -> None:
    order = an_order(PW)
    places = tuple(type(place)(place.seat, place.player, place.stack, Duration(0)) for place in order.places)
    table = Table().deals(an_order(PW, places=places))

    assert table.clock == 15


# ---- players who are not


@pytest.mark.rule("MTT-48c")
@pytest.mark.rule("MTT-48d")
@pytest.mark.parametrize("edition", UNIBET)
def test_a_disconnected_player_has_the_decision_time_and_no_bank(edition: str) -> None:
    table = Table()
    table.missing = frozenset({C})
    table.deals(an_order(edition))
    assert (table.to_act, table.clock) == (C, 10)
    table.wait(10)
    assert acts(table) == [FOLD]
    table.play_out()

    assert table.left(2).bank == 10 * SECOND


@pytest.mark.rule("MTT-48d")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_player_who_is_not_connected_is_dealt_in_and_posts(edition: str) -> None:
    table = Table()
    table.missing = frozenset({A, B})
    table.deals(an_order(edition))

    assert [table.running.hand.bets[place] for place in range(4)] == [10, 20, 0, 0]
    assert len(table.running.hand.hole(1)) == 2


@pytest.mark.rule("MTT-48b")
@pytest.mark.parametrize(("edition", "time"), [*((edition, 30) for edition in UNIBET), (PW, 45)])
def test_at_the_final_table_a_disconnected_player_gets_extra_time(edition: str, time: int) -> None:
    table = Table()
    table.missing = frozenset({C})
    table.deals(final(edition))

    assert (table.to_act, table.clock) == (C, time)


@pytest.mark.rule("MTT-48b")
@pytest.mark.parametrize(("edition", "time"), [*((edition, 30) for edition in UNIBET), (PW, 45)])
def test_extra_time_counts_from_the_turn_whenever_the_connection_was_lost(edition: str, time: int) -> None:
    table = Table().deals(final(edition))
    table.wait(8)
    table.do(Disconnected(C))

    assert table.clock == time - 8
    assert table.last(ConnectionLost).rule == "MTT-48b"


@pytest.mark.rule("MTT-48b")
def test_extra_time_is_granted_once_a_hand() -> None:
    table = Table()
    table.missing = frozenset({C})
    table.deals(final(U27))
    table.do(Reconnected(C))
    table.act(C, Call())
    table.do(Disconnected(C))
    for _ in range(3):
        table.passes()
    table.passes()
    table.passes()

    assert (table.to_act, table.clock) == (C, 10)


@pytest.mark.rule("MTT-48b")
def test_a_player_who_is_back_keeps_what_was_granted_and_has_the_bank_again() -> None:
    table = Table()
    table.missing = frozenset({C})
    table.deals(final(U27))
    table.wait(25)
    table.do(Reconnected(C))

    assert table.clock == 5 + 10


@pytest.mark.rule("MTT-48d", edition="publicwin")
def test_publicwin_gives_the_decision_time_once_in_the_hand_of_the_disconnection() -> None:
    table = Table().deals(an_order(PW))
    table.act(C, RaiseTo(60))
    table.do(Disconnected(D))
    table.do(Disconnected(A))
    assert table.to_act == D
    assert table.clock == 15
    table.wait(15)
    assert (table.to_act, table.clock) == (A, 15)
    table.do(Reconnected(A))
    table.act(A, Call())
    table.act(B, Call())
    table.do(Disconnected(A))

    assert table.to_act == A
    assert table.clock == 15  # the turn that had begun goes on, and nothing more is granted


@pytest.mark.rule("MTT-48d", edition="publicwin")
def test_publicwin_acts_at_once_when_the_same_player_is_in_turn_again() -> None:
    table = Table().deals(an_order(PW))
    for _ in range(3):
        table.passes()
    table.do(Disconnected(A))
    table.act(B, Check())
    assert table.to_act == A
    assert table.clock == 15
    table.wait(15)
    assert table.to_act == B
    table.act(B, Check())
    for player in (C, D):
        table.act(player, Check())

    assert table.running.hand.street == 2
    assert table.to_act == B  # the turn's first decision was made at once
    at_once = [event for event in table.of(Played) if event.rule == "MTT-48d"]
    assert [(event.seat, event.hand.acts[-1]) for event in at_once] == [(0, CALL)]


@pytest.mark.rule("MTT-48d", edition="publicwin")
def test_publicwin_acts_at_once_for_whoever_is_gone_before_the_hand() -> None:
    table = Table()
    table.missing = frozenset({B, C})
    table.deals(an_order(PW))
    assert (acts(table), table.to_act) == ([FOLD], D)
    table.act(D, Call())
    table.act(A, Call())

    assert (acts(table), table.to_act) == ([FOLD, CALL, CALL, CALL], A)  # the big blind was free and is checked
    assert [(event.seat, event.rule) for event in table.of(Played) if event.rule] == [(2, "MTT-48d"), (1, "MTT-48d")]


@pytest.mark.rule("MTT-48d", edition="publicwin")
def test_publicwin_lets_a_player_think_again_who_is_back() -> None:
    table = Table()
    table.missing = frozenset({B})
    table.deals(an_order(PW))
    table.do(Reconnected(B))
    for _ in range(3):
        table.passes()

    assert (table.to_act, table.clock) == (B, 15 + 10)


# ---- when the fault is ours


@pytest.mark.parametrize("edition", EDITIONS)
def test_clocks_stand_while_too_many_are_lost_at_once(edition: str) -> None:
    table = Table().deals(an_order(edition))
    before = table.clock
    table.wait(3)
    table.do(PauseClocks())
    assert table.timers() == []
    table.wait(90)
    table.do(ResumeClocks())

    assert table.clock == before - 3
    assert table.do(ResumeClocks()) == ()


def test_nothing_is_dealt_while_clocks_stand() -> None:
    table = Table()
    table.do(PauseClocks())
    table.do(an_order())
    assert table.timers() == []
    table.wait(60)
    table.do(ResumeClocks())
    table.wait(0)

    assert table.state.running is not None
