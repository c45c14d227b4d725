"""What follows a player from table to table."""

from dataclasses import replace
from typing import get_args

import pytest

from fairdeal.cash.guest import guest_facts
from fairdeal.cash.player import evolve as player_evolve
from fairdeal.cash.player.commands import NoteDeparture, NoteSatIn, NoteSeated, NoteSitOut, SetClosed, SetExclusion
from fairdeal.cash.player.events import AccountClosedSet, Departed, ExclusionSet, PlayerStreamEvent, Seated
from fairdeal.cash.player.evolve import evolve
from fairdeal.cash.player.machine import PlayerMachine
from fairdeal.cash.player.state import VISITED_MAX, CashPlayer, DayCount
from fairdeal.kernel import (
    MINUTE,
    Cents,
    EventRef,
    Instant,
    PlayerId,
    Rejection,
    RuleId,
    StreamId,
    TableId,
    events_of,
    reject,
)
from fairdeal.play.events import ClocksPaused, ClocksResumed
from fairdeal.rulebook.clause import PW, U26
from tests.cash.lobby import NOON, stake_named, stakes_of

ANN = PlayerId("ann")
MACHINE = PlayerMachine(stakes_of(U26) | stakes_of(PW))
NL100 = stake_named(U26, "texas", 100)
HEADS_UP = stake_named(PW, "texas", 100, 2)
T1, T2 = TableId("T1"), TableId("T2")


def after(state: CashPlayer, *commands: object, at: int = NOON) -> CashPlayer:
    for command in commands:
        decision = events_of(MACHINE.decide(state, command, Instant(at)))  # type: ignore[arg-type]
        assert isinstance(decision, tuple), decision
        for event in decision:
            state = MACHINE.evolve(state, event)
    return state


def test_a_seat_is_known_with_its_stake_and_remembered_as_visited() -> None:
    state = after(CashPlayer(ANN), NoteSeated(T1, NL100), NoteSeated(T2, HEADS_UP))

    assert {table: sitting.stake for table, sitting in state.tables.items()} == {T1: NL100, T2: HEADS_UP}
    assert state.visited == (T1, T2)


def test_nobody_sits_twice_at_a_table() -> None:
    state = after(CashPlayer(ANN), NoteSeated(T1, NL100))

    assert events_of(MACHINE.decide(state, NoteSeated(T1, NL100), NOON)) == reject("already_seated")


def test_a_closed_account_is_seated_nowhere_until_it_is_opened() -> None:
    closed = after(CashPlayer(ANN), SetClosed(on=True, staff="desk", reason="asked for it"))

    assert events_of(MACHINE.decide(closed, NoteSeated(T1, NL100), NOON)) == reject("account_closed")
    facts = guest_facts(closed, NL100, NOON, wallet=Cents(1))
    assert facts.refused == reject("account_closed")
    again = after(closed, SetClosed(on=False, staff="desk", reason="came back"))
    assert T1 in after(again, NoteSeated(T1, NL100)).tables


def test_staff_switches_are_recorded_once() -> None:
    close = SetClosed(on=True, staff="desk", reason="asked for it")
    exclude = SetExclusion("banzai", on=True, staff="desk", reason="unfair")
    state = CashPlayer(ANN)

    assert events_of(MACHINE.decide(state, close, NOON)) == (
        AccountClosedSet(on=True, staff="desk", reason="asked for it"),
    )
    assert events_of(MACHINE.decide(state, exclude, NOON)) == (
        ExclusionSet("banzai", on=True, staff="desk", reason="unfair", rule=RuleId("BZ-08")),
    )
    done = after(state, close, exclude)
    assert events_of(MACHINE.decide(done, close, NOON)) == ()
    assert events_of(MACHINE.decide(done, exclude, NOON)) == ()


def test_a_departure_frees_the_seat_and_is_kept_as_long_as_a_rule_looks_back() -> None:
    state = after(CashPlayer(ANN), NoteSeated(T1, NL100), NoteSeated(T2, NL100))
    state = after(state, NoteDeparture(T1, Cents(180_00)))
    assert list(state.tables) == [T2]
    assert [(left.table, left.stack, left.until - left.at) for left in state.departures] == [(T1, 180_00, 30 * MINUTE)]

    last = after(state, NoteDeparture(T2, Cents(70_00)), at=NOON + 30 * MINUTE)
    later = after(state, NoteDeparture(T2, Cents(70_00)), at=NOON + 30 * MINUTE + 1)

    assert [left.table for left in last.departures] == [T1, T2]
    assert [left.table for left in later.departures] == [T2]


def test_what_a_table_tells_about_a_seat_one_does_not_have_changes_nothing() -> None:
    for note in (NoteDeparture(T1, Cents(1)), NoteSatIn(T1), NoteSitOut(T1, NOON, RuleId("TIME-01"), imposed=False)):
        assert events_of(MACHINE.decide(CashPlayer(ANN), note, NOON)) == ()


def test_only_the_latest_visits_are_remembered() -> None:
    state = CashPlayer(ANN)
    for number in range(VISITED_MAX + 5):
        table = TableId(f"T{number}")
        state = after(state, NoteSeated(table, NL100), NoteDeparture(table, Cents(1)))
    state = after(state, NoteSeated(TableId("T50"), NL100))

    assert len(state.visited) == VISITED_MAX
    assert state.visited[-1] == "T50"
    assert state.visited.count(TableId("T50")) == 1
    assert "T4" not in state.visited


def test_facts_are_those_of_the_stake_and_of_the_day() -> None:
    state = after(CashPlayer(ANN), NoteSeated(T1, NL100), NoteSeated(T2, HEADS_UP), NoteDeparture(T1, Cents(50_00)))
    state = replace(
        state,
        returns={"unibet-2.6/real": DayCount(20_000, 3), "publicwin/real": DayCount(19_999, 7)},
        choices={"unibet-2.6/real": DayCount(20_000, 2)},
    )

    here = guest_facts(state, NL100, NOON, wallet=Cents(5), refused=reject("self_excluded"))
    there = guest_facts(state, HEADS_UP, NOON, wallet=Cents(5))

    assert (here.tables_at_stake, there.tables_at_stake) == (0, 1)
    assert (len(here.departures), len(there.departures)) == (1, 0)
    assert (here.returns_today, here.choices_today, there.returns_today) == (3, 2, 0)
    assert (here.refused, there.refused) == (reject("self_excluded"), None)
    assert here.visited == {T1, T2}


def test_a_players_stream_moves_no_money_and_asks_nobody() -> None:
    event = Seated(T1, NL100, NOON)

    assert MACHINE.transfers(event, EventRef(StreamId("player:ann"), 1)) == ()
    assert MACHINE.joint_commands(event) == ()


def test_every_event_can_be_followed_and_all_but_pauses_are_durable() -> None:
    kinds = set(get_args(PlayerStreamEvent))

    assert kinds == set(player_evolve._EVOLVE)
    assert {kind for kind in kinds if not kind.durable} == {ClocksPaused, ClocksResumed}


def test_an_edition_that_looks_back_at_nothing_keeps_nothing() -> None:
    state = after(CashPlayer(ANN), NoteSeated(T2, HEADS_UP))
    decision = events_of(MACHINE.decide(state, NoteDeparture(T2, Cents(900_00)), NOON))

    assert isinstance(decision, tuple)
    assert [type(event) for event in decision] == [Departed]
    assert evolve(state, decision[0]).departures == ()


@pytest.mark.parametrize(
    "command", [SetClosed(on=False, staff="", reason=""), SetExclusion("x", on=False, staff="", reason="")]
)
def test_switching_off_what_is_off_is_nothing(command: SetClosed | SetExclusion) -> None:
    assert not isinstance(events_of(MACHINE.decide(CashPlayer(ANN), command, NOON)), Rejection)
    assert events_of(MACHINE.decide(CashPlayer(ANN), command, NOON)) == ()
