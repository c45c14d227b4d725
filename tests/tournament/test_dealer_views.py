"""What is shown of a tournament's table, and to whom (CASH-15)."""

from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from fairdeal.kernel import PlayerId
from fairdeal.play.changes import ActShown, CardsDealt, ConnectionChanged, OwnCards, YourTurn
from fairdeal.play.messages import Disconnected, Reconnected
from fairdeal.poker import Call, Check, Fold, Hand
from fairdeal.tournament.dealer.changes import (
    AwayChanged,
    DealCancelled,
    DealFinished,
    DealStarted,
    NextHand,
    TableGone,
)
from fairdeal.tournament.dealer.events import AttendanceCalled, DealVoided, OrderTaken, TableShut
from fairdeal.tournament.orders import Attendance, CloseTable, ReportNoted
from tests.steps import step_of
from tests.tournament.dealing import A, B, C, D, Table, an_order, with_away

EVERYBODY = (A, B, C, D)


def cards_in(value: Any) -> set[int]:
    """All cards a value holds, however deep; a hand of the engine holds the whole deck."""
    if isinstance(value, Hand):
        return set(value.order.deck)
    if is_dataclass(value) and not isinstance(value, type):
        named = {field.name: getattr(value, field.name) for field in fields(value)}
        own = {card for name in ("cards", "board") for card in named.get(name, ())}
        return own.union(*(cards_in(part) for part in named.values()))
    if isinstance(value, tuple):
        return set().union(*(cards_in(part) for part in value))
    return set()


@pytest.mark.rule("CASH-15")
def test_a_player_sees_their_own_cards_and_a_spectator_nobodys() -> None:
    table = Table().deals(an_order())
    hand = table.running.hand

    assert cards_in(table.machine.view(table.state, None)) == set()
    assert cards_in(table.machine.view(table.state, PlayerId("z"))) == set()
    for place, player in enumerate(EVERYBODY):
        assert cards_in(table.machine.view(table.state, player)) == set(hand.hole(place))


@pytest.mark.rule("CASH-15")
def test_no_change_shows_a_card_nobody_has_earned() -> None:
    table = Table()
    order = an_order()
    seen: dict[PlayerId | None, set[int]] = {None: set(), **{player: set() for player in EVERYBODY}}

    def follow(command: Any) -> None:
        before = table.state
        for event in table.do(command):
            public = table.machine.public_change(step_of(table.machine, before, event))
            for viewer in seen:
                seen[viewer] |= cards_in(public)
            for player, changes in table.machine.private_changes(step_of(table.machine, before, event)).items():
                seen[player] |= cards_in(changes)
            before = table.machine.evolve(before, event)

    follow(order)
    follow(table.timers()[0].command)
    hand = table.running.hand
    holes = {player: set(hand.hole(place)) for place, player in enumerate(EVERYBODY)}
    assert seen.pop(None) == set()
    assert seen == holes
    for _ in range(4):
        table.passes()

    assert cards_in(table.machine.view(table.state, None)) == set(table.running.hand.board)


def test_the_player_to_act_is_told_the_options_that_judge_the_act() -> None:
    table = Table()
    table.do(an_order())
    before, command = table.state, table.timers()[0].command
    events = table.do(command)
    dealt = events[-1]
    changes = table.machine.private_changes(step_of(table.machine, table.machine.evolve(before, events[0]), dealt))

    own, turn = changes[C]
    assert isinstance(own, OwnCards)
    assert isinstance(turn, YourTurn)
    assert (turn.hand, turn.turn, turn.options.to_call) == (table.running.lineup.hand, 0, 20)
    assert all(len(changes[player]) == 1 for player in (A, B, D))
    before = table.state
    (played,) = table.act(C, Call())
    assert list(table.machine.private_changes(step_of(table.machine, before, played))) == [D]


def test_everybody_is_told_what_happens_with_its_rule() -> None:
    table = Table()
    told: list[Any] = []

    def follow(command: Any) -> None:
        before = table.state
        for event in table.do(command):
            told.append(table.machine.public_change(step_of(table.machine, before, event)))
            before = table.machine.evolve(before, event)

    follow(with_away(an_order(), 3))
    follow(table.timers()[0].command)
    follow(Disconnected(A))
    follow(Reconnected(A))
    follow(Attendance(3, 1, (2, 3)))
    for _ in range(1):
        before = table.state
        for event in table.act(A, Call()):
            told.append(table.machine.public_change(step_of(table.machine, before, event)))
            before = table.machine.evolve(before, event)
    while table.state.running is not None:
        table.passes()
    follow(CloseTable(3))

    kinds = [type(each) for each in told]
    assert kinds[:3] == [NextHand, DealStarted, CardsDealt]
    assert (ConnectionChanged in kinds, AwayChanged in kinds, kinds[-1]) == (True, True, TableGone)
    assert next(each for each in told if isinstance(each, AwayChanged)).away == (2, 3)
    assert {each.rule for each in told if isinstance(each, ActShown)} == {"MTT-40", None}
    assert [each.seats[3].away for each in told if isinstance(each, NextHand)] == [True]


def test_a_finished_hand_leaves_its_stacks_and_its_cards_on_the_table() -> None:
    table = Table().deals(an_order(players="ab"))
    table.passes()
    table.act(A, Check())
    while table.state.running is not None:
        before = table.state
        events = table.act(table.to_act, Check())
    finished = table.machine.public_change(step_of(table.machine, table.machine.evolve(before, events[0]), events[-1]))
    view = table.machine.view(table.state, None)

    assert isinstance(finished, DealFinished)
    assert sum(seat.stack for seat in finished.seats) == 2000
    assert view.outcome is not None
    assert len(view.outcome.board) == 5
    assert {shown.seat for shown in view.outcome.shown} == {0, 1}
    assert [seat.stack for seat in view.seats] == [seat.stack for seat in finished.seats]


def test_the_stacks_a_hand_left_are_shown_until_the_next_is_ordered_whoever_knows_of_it() -> None:
    table = Table().deals(an_order(players="ab"))
    while table.state.running is not None:
        table.act(table.to_act, Fold())
    (small, big) = table.machine.view(table.state, None).seats
    assert {small.stack, big.stack} == {990, 1010}

    table.do(ReportNoted(3, 1))  # the table waits, in a break or for others

    assert table.state.report is None
    assert table.machine.view(table.state, None).seats == (small, big)


def test_a_void_hand_is_shown_with_its_reason() -> None:
    table = Table().deals(an_order())
    before = table.state
    events = table.do(an_order(attempt=2))
    cancelled = table.machine.public_change(step_of(table.machine, before, events[0]))

    assert isinstance(events[0], DealVoided)
    assert isinstance(cancelled, DealCancelled)
    assert (cancelled.number, cancelled.rule) == (1, "MTT-50")


def test_events_the_house_makes_by_itself_carry_their_rule() -> None:
    for kind in (DealVoided, TableShut, AttendanceCalled):
        assert "rule" in {field.name for field in fields(kind)}
    assert "rule" in {field.name for field in fields(OrderTaken(an_order()).order)}
