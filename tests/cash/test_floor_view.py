"""What is shown of a floor (CASH-10)."""

import pytest

from fairdeal.cash.floor.events import BuyInAsked, SeatGiven
from fairdeal.cash.floor.view import EndNotice, LobbyChange, QuestionView, QueueView, SeatNotice, StakeView
from fairdeal.cash.player.commands import NoteSitOut
from fairdeal.kernel import PlayerId, RuleId, events_of
from fairdeal.rulebook.clause import U26
from tests.cash.lobby import Lobby, seats_at
from tests.steps import step_of

ANN, BOB, CID = PlayerId("ann"), PlayerId("bob"), PlayerId("cid")


def test_everybody_sees_the_stakes_and_their_numbers() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 6), seats_at("T2", 6)])
    lobby.fill("ann")
    row = next(row for row in lobby.machine.view(lobby.floor, None).stakes if row.stake == lobby.stake)

    assert row == StakeView(
        stake=lobby.stake,
        label="NL100",
        small=lobby.rules.stake.small,
        big=lobby.rules.stake.big,
        seats=6,
        buy_in_min=lobby.rules.buy_in_min.value,
        buy_in_max=lobby.rules.buy_in_max.value,
        tables=2,
        players=12,
        waiting=1,
    )


@pytest.mark.rule("CASH-10")
def test_a_queued_player_sees_the_own_place_and_nobody_elses() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 6)])
    lobby.fill("ann", "bob")

    assert lobby.machine.view(lobby.floor, BOB).queues == (QueueView(lobby.stake, 2, RuleId("CASH-10")),)
    assert lobby.machine.view(lobby.floor, CID).queues == ()
    assert lobby.machine.view(lobby.floor, None).queues == ()


def test_places_move_up_and_only_those_who_moved_are_told() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 6)])
    lobby.fill("ann", "bob")
    before = lobby.floor
    told = lobby.leave_queue("ann")
    assert isinstance(told, tuple)

    changes = lobby.machine.private_changes(step_of(lobby.machine, before, told[0]))

    assert changes == {
        ANN: EndNotice(lobby.stake, "queue_left", RuleId("CASH-11")),
        BOB: QueueView(lobby.stake, 1),
    }
    shown = lobby.machine.public_change(step_of(lobby.machine, before, told[0]))
    assert isinstance(shown, LobbyChange)
    assert [row.waiting for row in shown.stakes] == [1]


def test_a_question_shows_limits_and_reason_but_not_the_table() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 3)])
    before = lobby.floor
    told = lobby.join("ann")
    assert isinstance(told, tuple)
    asked = told[0]
    assert isinstance(asked, BuyInAsked)
    question = QuestionView(lobby.stake, asked.until, asked.minimum, asked.maximum, (), asked.why)

    assert lobby.machine.view(lobby.floor, ANN).questions == (question,)
    assert lobby.machine.view(lobby.floor, BOB).questions == ()
    assert lobby.machine.private_changes(step_of(lobby.machine, before, asked)) == {ANN: question}
    assert "T1" not in repr(lobby.machine.view(lobby.floor, ANN))


def test_a_seat_is_told_to_its_player_with_the_reason_for_the_amount() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 3)])
    before = lobby.floor
    told = lobby.join("ann", 60_00)
    assert isinstance(told, tuple)
    given = told[0]
    assert isinstance(given, SeatGiven)

    assert lobby.machine.private_changes(step_of(lobby.machine, before, given)) == {
        ANN: SeatNotice(lobby.stake, given.table, given.buy_in, given.why)
    }
    shown = lobby.machine.public_change(step_of(lobby.machine, before, given))
    assert isinstance(shown, LobbyChange)
    assert [row.players for row in shown.stakes] == [4]


def test_what_changes_no_number_is_not_told_to_everybody() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 3)])
    before = lobby.floor
    lobby.away("T1-0")

    assert lobby.machine.public_change(step_of(lobby.machine, before, lobby.events[-1])) is None
    assert lobby.machine.private_changes(step_of(lobby.machine, before, lobby.events[-1])) == {}


def test_a_players_own_view_is_for_that_player_only() -> None:
    lobby = Lobby(U26)
    lobby.place([("T1", ["ann", "bob"]), ("T2", ["ann"])])
    table = lobby.tables_of("ann")[0]
    lobby.tell(ANN, NoteSitOut(table, lobby.now, RuleId("TIME-01"), imposed=False))
    state = lobby.player("ann")

    mine = lobby.players_machine.view(state, ANN)

    assert [(row.table, row.out_since, row.rule) for row in mine.tables] == [
        ("T1", lobby.now, "TIME-05"),
        ("T2", None, "TIME-05"),
    ]
    assert {row.removed_at for row in mine.tables} == {lobby.now + 500_000}
    assert lobby.players_machine.view(state, BOB) == lobby.players_machine.view(state, None)
    assert lobby.players_machine.view(state, BOB).tables == ()


def test_a_player_is_told_when_the_own_seats_change_and_nobody_else_is() -> None:
    lobby = Lobby(U26)
    lobby.place([("T1", ["ann"])])
    state, machine = lobby.player("ann"), lobby.players_machine
    note = NoteSitOut(lobby.table_of("ann"), lobby.now, RuleId("TIME-01"), imposed=False)
    told = events_of(machine.decide(state, note, lobby.now))
    assert isinstance(told, tuple)

    changes = machine.private_changes(step_of(machine, state, told[0]))

    assert [row.out_since for row in changes[ANN].tables] == [lobby.now]
    assert list(changes) == [ANN]
    assert machine.private_changes(step_of(machine, machine.evolve(state, told[0]), told[0])) == {}
