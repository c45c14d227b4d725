"""A connection that is lost shortly before a deadline gets its time, to the millisecond (TIME-10 to TIME-13, MTT-48, X-143)."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from fairdeal.hexapro.format import hexapro_formats
from fairdeal.kernel import SECOND, Instant
from fairdeal.play.events import ClocksPaused, ClocksResumed, ConnectionBack, ConnectionLost, Played
from fairdeal.play.messages import TurnExpired
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from fairdeal.testing.cash import open_table
from tests.room.lines import Lines
from tests.tournament.dealing import Table, an_order

POKER = (U22, U26, U27, PW)
DECISION = {U22: 10, U26: 10, U27: 10, PW: 15}
BANK = {U22: 10, U26: 15, U27: 15, PW: 0}
EXTRA = {U22: 20, U26: 20, U27: 20, PW: 30}
GRACE = 2 * SECOND
NEAR = 3 * SECOND


@cache
def _dealt(edition: EditionId, players: str) -> tuple[Any, Any, Instant]:
    story = open_table(edition).tell(f"{players} sit with 10.00").deal()
    return story.machine, story.table, story.now


def cash(edition: EditionId, players: str = "a, b and c") -> Lines:
    """A hand just dealt at a cash table."""
    return Lines(*_dealt(edition, players))


@cache
def _ordered(edition: str, *, final: bool, product: str) -> tuple[Any, Any, Instant]:
    table = Table(formats=hexapro_formats()).deals(
        an_order(edition, final_table=final, product=product, extra_time=_extra(edition, final=final, product=product))
    )
    return table.machine, table.state, table.now


def _extra(edition: str, *, final: bool, product: str) -> int:
    return EXTRA[EditionId(edition)] * SECOND if final or product == "hexapro" else 0


def tournament(edition: EditionId, *, final: bool, product: str = "multi_table") -> Lines:
    """A hand just dealt at a table of a tournament; ten seconds are in every bank."""
    return Lines(*_ordered(edition, final=final, product=product))


def rightful(edition: EditionId, lost: int) -> int:
    """When a player who stays away is decided for at a cash table, counted from the turn (X-01, X-02)."""
    return max((DECISION[edition] + EXTRA[edition]) * SECOND, lost + 30 * SECOND)


def instants_near(*deadlines: int) -> Iterator[int]:
    """Every millisecond of the three seconds before each deadline, and some elsewhere."""
    for deadline in sorted(set(deadlines)):
        yield from range(max(0, deadline - NEAR), deadline)
    yield from random.Random(1).sample(range(max(deadlines)), 100)  # noqa: S311


@pytest.mark.parametrize("edition", POKER)
@pytest.mark.rule("TIME-10")
@pytest.mark.rule("TIME-11")
@pytest.mark.rule("TIME-13")
def test_whoever_is_lost_within_the_time_is_decided_for_when_the_reconnection_time_is_over(edition: EditionId) -> None:
    """At the end of the decision time and of the bank; the sit-out is that of a lost connection."""
    thinks = DECISION[edition] * SECOND
    for lost in instants_near(thinks, thinks + BANK[edition] * SECOND):
        lines = cash(edition)
        began, player = lines.turn.started, lines.to_act
        lines.go_to(began + lost).lose(player)
        at, played = lines.until_decided()

        assert (at - began, played.rule, played.forced_sit_out) == (rightful(edition, lost), "TIME-12", "TIME-13"), lost
        assert [type(event) for _, event in lines.events] == [ConnectionLost, Played]
        assert lines.events[0][1].at == began + lost


@pytest.mark.parametrize("edition", POKER)
@pytest.mark.rule("TIME-14")
def test_whoever_is_lost_after_the_time_was_over_has_run_out_of_time_while_there(edition: EditionId) -> None:
    """A timer that comes late does not turn slowness into a lost connection."""
    lines = cash(edition)
    lost_at = Instant(lines.turn.deadline + 1)
    expired = TurnExpired(lines.state.running.lineup.hand, lines.turn.number, lost_at)
    lines.clock.run_until(Instant(lines.turn.deadline - 1))
    decision = lines.machine.decide(lines.state, expired, Instant(lost_at + 5))

    assert [(type(step.event), step.event.forced_sit_out) for step in decision] == [(Played, "TIME-14")]


@pytest.mark.parametrize("edition", POKER)
@pytest.mark.rule("TIME-10")
def test_a_loss_that_is_over_within_the_grace_is_neither_seen_nor_counted(edition: EditionId) -> None:
    """Wherever in the turn it is, as long as no deadline falls into it."""
    end = (DECISION[edition] + BANK[edition]) * SECOND
    for lost in range(0, end - GRACE, 97):
        lines = cash(edition)
        turn, player = lines.turn, lines.to_act
        lines.go_to(turn.started + lost).lose(player)
        lines.go_to(turn.started + lost + GRACE - 1).come_back(player)

        assert (lines.events, lines.turn) == ([], turn), lost
        at, played = lines.until_decided()
        assert (at, played.forced_sit_out) == (turn.deadline, "TIME-14")


@pytest.mark.parametrize("edition", POKER)
@pytest.mark.rule("TIME-11")
def test_who_is_back_after_a_deadline_inside_the_grace_has_what_was_granted(edition: EditionId) -> None:
    """The loss is known from the deadline on, and so is the return; the bank stands meanwhile and runs afterwards."""
    end = (DECISION[edition] + BANK[edition]) * SECOND
    for before in range(1, 1500, 13):
        lines = cash(edition)
        began, player = lines.turn.started, lines.to_act
        lines.go_to(began + end - before).lose(player)
        lines.go_to(began + end + 300).come_back(player)

        assert [type(event) for _, event in lines.events] == [ConnectionLost, ConnectionBack]
        at, played = lines.until_decided()
        assert at - began == rightful(edition, end - before) + (before if BANK[edition] else 0)
        assert played.forced_sit_out == "TIME-14"


@pytest.mark.parametrize("edition", POKER)
@pytest.mark.rule("TIME-11")
def test_a_second_loss_before_the_end_of_the_reconnection_time_takes_nothing_away(edition: EditionId) -> None:
    """X-142: nothing is granted twice, and nothing that was granted ends early."""
    granted = rightful(edition, 0)
    for again in range(granted - NEAR, granted, 7):
        lines = cash(edition)
        began, player = lines.turn.started, lines.to_act
        lines.lose(player)
        lines.go_to(began + 5 * SECOND).come_back(player)
        lines.go_to(began + again).lose(player)
        at, played = lines.until_decided()

        assert granted <= at - began <= granted + BANK[edition] * SECOND, again
        assert played.forced_sit_out == "TIME-13"


@pytest.mark.parametrize("edition", POKER)
@pytest.mark.rule("TIME-12")
def test_when_all_seats_are_lost_together_clocks_stand_before_anybody_is_decided_for(edition: EditionId) -> None:
    """X-143: also where the player to act has no reconnection time left in this hand."""
    deadline = (DECISION[edition] + BANK[edition]) * SECOND
    for before in range(1, NEAR, 17):
        lines = cash(edition, "a, b, c, d, e and f")
        began = lines.turn.started
        players = lines.state.running.lineup.players
        lines.go_to(began + deadline - before)
        for player in players:
            lines.lose(player)
        lines.go_to(began + deadline + 60 * SECOND)

        kinds = [type(event) for _, event in lines.events]
        assert kinds[0] is ClocksPaused
        assert Played not in kinds
        for player in players:
            lines.come_back(player)
        assert any(isinstance(event, ClocksResumed) for _, event in lines.events)
        assert lines.turn.deadline - lines.clock.now() >= before


# ---- tournaments


@pytest.mark.parametrize("edition", POKER)
@pytest.mark.rule("MTT-48b")
def test_at_a_final_table_too_no_deadline_falls_into_the_grace(edition: EditionId) -> None:
    thinks = DECISION[edition] * SECOND
    bank = 0 if edition == PW else 10 * SECOND
    for lost in instants_near(thinks, thinks + bank):
        lines = tournament(edition, final=True)
        began, player = lines.turn.started, lines.to_act
        lines.go_to(began + lost).lose(player)
        at, played = lines.until_decided()

        assert (at - began, played.rule) == (max(lost, thinks + EXTRA[edition] * SECOND), "MTT-48c"), lost


@pytest.mark.rule("HEXA-15")
def test_in_hexapro_too_no_deadline_falls_into_the_grace() -> None:
    for lost in instants_near(10 * SECOND, 20 * SECOND):
        lines = tournament(U27, final=False, product="hexapro")
        began, player = lines.turn.started, lines.to_act
        lines.go_to(began + lost).lose(player)
        at, played = lines.until_decided()

        assert (at - began, played.forced_sit_out) == (30 * SECOND, "HEXA-15"), lost


@pytest.mark.rule("MTT-48d", edition="publicwin")
def test_publicwin_counts_a_loss_just_before_a_deadline_as_the_one_turn_with_time() -> None:
    """X-67: in the hand of the disconnection the decision time runs once; the deadline may fall into the grace."""
    lines = tournament(PW, final=False)
    began, player = lines.turn.started, lines.to_act
    place = lines.state.running.hand.turn
    lines.go_to(began + 15 * SECOND - 1).lose(player)
    lines.until_decided()
    drops = lines.state.running.drops[place]

    assert (drops.first, drops.disconnect_extensions) == (began + 15 * SECOND - 1, 1)
