"""A crash costs nobody anything."""

from typing import Any

import pytest

from fairdeal.kernel import Chips, Instant, RuleId, seconds
from fairdeal.play.messages import GiveTimeBack
from fairdeal.rulebook.schema.choices import OnServerFailure
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.events import HandReordered, PeriodsShifted
from fairdeal.tournament.director.state import Status
from fairdeal.tournament.orders import HandAbandoned, PlayHand
from fairdeal.tournament.setup import ReBuy
from tests.tournament.directing import EIGHT, PRICE, PW, U22, U26, U27, Room, player, replayed

A, B = player(1), player(2)
MINUTE = 60_000
OUTAGE = 7 * MINUTE
UNIBET = (U22, U26, U27)


def crash(room: Room, outage: int = OUTAGE) -> tuple[Any, ...]:
    """The room goes down now, and is up again after the outage, from what was written."""
    down = room.now
    room._state = replayed(room)
    room.now = Instant(down + outage)
    return room.do(ms.Recover(down))


@pytest.mark.rule("MTT-50", edition=U22)
@pytest.mark.rule("MTT-50", edition=U26)
@pytest.mark.rule("MTT-50", edition=U27)
@pytest.mark.parametrize("edition", UNIBET)
def test_hands_are_ordered_anew_with_their_starting_stacks(edition: str) -> None:
    room = Room(edition)
    room.start(8)
    before = room.orders()

    events = crash(room)

    assert [(event.attempt, event.rule) for event in events if isinstance(event, HandReordered)] == [
        (2, "MTT-50"),
        (2, "MTT-50"),
    ]
    after = room.orders()
    assert [order.places for order in after] == [order.places for order in before]
    assert [order.number for order in after] == [1, 1]
    assert [order.deals_from for order in after] == [
        order.deals_from for order in before
    ]  # each dealer waits for its players
    assert {letter.command for letter in room.letters(PlayHand)} == set(after)
    room.run()
    room.check_money()


@pytest.mark.rule("CANC-62", edition=PW)
def test_another_edition_resumes_from_the_interrupted_hand_where_its_lobby_said_so() -> None:
    room = Room(PW, on_failure=OnServerFailure.RESUME)
    room.start(3)

    events = crash(room)

    assert [event.rule for event in events if isinstance(event, HandReordered)] == ["CANC-62"]
    assert room.status() is Status.RUNNING


@pytest.mark.rule("CANC-61", edition=PW)
def test_another_edition_refunds_where_its_lobby_said_so() -> None:
    room = Room(PW, on_failure=OnServerFailure.CANCEL_AND_REFUND)
    room.start(3)
    room.bust(A)

    crash(room)

    assert room.status() is Status.CANCELLED
    assert [room.won(player(number)) for number in (1, 2, 3)] == [0, 0, 0]
    room.check_money()


def test_levels_shift_by_the_outage() -> None:
    room = Room()
    room.start(3)
    room.now = Instant(EIGHT + 4 * MINUTE)

    (shifted, *_) = crash(room)

    assert isinstance(shifted, PeriodsShifted)
    assert (shifted.by, shifted.rule) == (OUTAGE, RuleId("X-143"))
    assert room.state.clock.level_ends == EIGHT + 10 * MINUTE + OUTAGE
    assert room.state.clock.break_due == EIGHT + 55 * MINUTE


def test_a_break_goes_on_for_what_was_left_of_it() -> None:
    room = Room()
    room.start(3)
    room.next_level()
    room.now = Instant(EIGHT + 55 * MINUTE)
    room.do(ms.CallBreak(room.now))
    room.do(room.report(room.orders()[0]))
    until = room.until()
    room.now = Instant(until - MINUTE)

    crash(room)

    assert room.until() == room.now + MINUTE


def test_a_break_that_fell_into_the_outage_is_over() -> None:
    room = Room()
    room.start(3)
    room.now = Instant(EIGHT + 54 * MINUTE)

    crash(room)

    assert room.state.clock.break_due == EIGHT + 115 * MINUTE


def test_a_start_that_fell_into_the_outage_comes_as_much_later() -> None:
    room = Room()
    room.enter_count(3)
    room.now = Instant(EIGHT - MINUTE)

    crash(room)

    assert room.state.starts_at == EIGHT + OUTAGE


def test_a_start_in_the_future_stays_where_it_is() -> None:
    room = Room()
    room.enter_count(3)

    crash(room)

    assert room.state.starts_at == EIGHT


def test_the_time_to_decide_about_a_re_buy_shifts_too() -> None:
    room = Room(re_buy=ReBuy(PRICE, Chips(1000), 5, window=seconds(20)))
    room.start(3)
    room.bust(A, to=B)
    room.now = Instant(room.now + 15_000)

    crash(room)

    (timer,) = [timer for timer in room.timers() if isinstance(timer.command, ms.EndReBuyTime)]
    assert timer.at == room.now + 5_000
    room.do(ms.BuyAgain(A))
    assert room.chair(A).stack == 1000


def test_a_report_that_was_under_way_still_counts_after_a_crash() -> None:
    """The hand had ended at its table, and everybody saw it: the dealer sends the report again."""
    room = Room()
    room.start(4)
    report = room.report(room.orders()[0], busts=[A])

    crash(room)
    room.do(report)

    assert not room.entrant(A).playing
    assert room.orders()[0].number == 2
    assert room.do(report) == ()


def test_a_crash_before_or_after_the_end_changes_nothing() -> None:
    room = Room()
    room.start(2)
    room.run()

    assert crash(room) == ()


@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_paid_or_drawn_twice_however_often_we_crash(seed: int) -> None:
    calm, shaken = Room(seed=seed, synchronised_breaks=False), Room(seed=seed, synchronised_breaks=False)
    for room in (calm, shaken):
        room.start(9)
    while shaken.status() is Status.RUNNING:
        if shaken.chance.random() < 0.3:
            crash(shaken, outage=1000)
        shaken.step()
    shaken.close_tables()
    calm.run()

    for room in (calm, shaken):
        room.check_money()
        assert sorted(room.place(who) for who in room.state.entrants) == list(range(1, 10))
        assert sum(room.entrant(who).prizes for who in room.state.entrants) == 8100


def test_a_hand_a_dealer_could_not_finish_is_played_anew() -> None:
    room = Room()
    room.start(3)
    (order,) = room.orders()
    abandoned = HandAbandoned(0, 1, 1, RuleId("TIME-15"))

    (event,) = room.do(abandoned)

    assert isinstance(event, HandReordered)
    assert (event.number, event.attempt, event.rule) == (1, 2, "TIME-15")
    assert room.do(abandoned) == ()
    assert room.orders()[0].places == order.places


# ---- a room that stood still and went on


def stall(room: Room, silence: int = 19_000) -> tuple[Any, ...]:
    """The room stands still for a while; nothing is lost, and hands go on."""
    since = room.now
    room.now = Instant(since + silence)
    return room.do(GiveTimeBack(since))


@pytest.mark.parametrize("edition", [*UNIBET, PW])
def test_levels_shift_by_a_silence_and_no_hand_is_ordered_anew(edition: str) -> None:
    room = Room(edition)
    room.start(3)
    level_ends, due, deals_from = room.state.clock.level_ends, room.state.clock.break_due, room.state.clock.deals_from
    assert level_ends is not None
    room.now = Instant(EIGHT + 4 * MINUTE)

    (shifted,) = stall(room)

    assert (shifted.by, shifted.rule) == (19_000, "X-143")
    assert room.state.clock.level_ends == level_ends + 19_000
    assert (room.state.clock.break_due, room.state.clock.deals_from) == (due, deals_from)
    assert room.state.status is Status.RUNNING


def test_a_break_that_falls_into_a_silence_comes_after_it() -> None:
    room = Room()
    room.start(3)
    room.now = Instant(EIGHT + 55 * MINUTE - 5_000)

    stall(room)

    assert room.state.clock.break_due == EIGHT + 55 * MINUTE
    assert any(isinstance(timer.command, ms.CallBreak) for timer in room.timers())


def test_the_time_to_decide_about_a_re_buy_shifts_by_a_silence() -> None:
    room = Room(re_buy=ReBuy(PRICE, Chips(1000), 5, window=seconds(20)))
    room.start(3)
    room.bust(A, to=B)
    room.now = Instant(room.now + 15_000)

    stall(room)

    (timer,) = [timer for timer in room.timers() if isinstance(timer.command, ms.EndReBuyTime)]
    assert timer.at == room.now + 5_000


def test_a_tournament_that_is_not_played_has_nothing_to_shift() -> None:
    room = Room()
    room.enter_count(3)

    assert stall(room) == ()
