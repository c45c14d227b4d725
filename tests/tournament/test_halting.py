"""The house pauses a tournament and lets it go on: clocks stand, hands are finished, and nothing but times is another."""

from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdeal.kernel import Chips, Instant, RuleId, seconds
from fairdeal.play.messages import GiveTimeBack
from fairdeal.rulebook.schema.choices import OnServerFailure
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.events import (
    Halted,
    HandOrdered,
    HandReordered,
    PauseBegan,
    Resumed,
    TournamentEvent,
)
from fairdeal.tournament.director.state import Status
from fairdeal.tournament.director.view import summary_of, view_of
from fairdeal.tournament.orders import HandAbandoned, PlayHand, Supply
from fairdeal.tournament.setup import AddOn, ReBuy
from tests.tournament.directing import EIGHT, POKER, PRICE, PW, U27, Room, player, replayed

A, B, C = (player(number) for number in range(1, 4))
WHO = ("floor-7", "the stream failed")
MINUTE = 60_000


def halt(room: Room, after: int = 0) -> None:
    room.now = Instant(room.now + after)
    room.do(ms.HaltPlay(*WHO))


def resume(room: Room, after: int = 0, wait: int = 0) -> tuple[TournamentEvent, ...]:
    room.now = Instant(room.now + after)
    return room.do(ms.ResumePlay(*WHO, seconds(wait), Supply(bytes(32))))


def play_out(room: Room) -> None:
    """Every hand that was ordered is played to its end; nobody loses everything."""
    for order in room.orders():
        room.do(room.report(order))


# ---- standing still


@pytest.mark.rule("MTT-45")
@pytest.mark.parametrize("edition", POKER)
def test_hands_are_finished_nothing_more_is_dealt_and_the_level_waits(edition: str) -> None:
    room = Room(edition, synchronised_breaks=False)
    room.start(8)
    room.now = Instant(EIGHT + 4 * MINUTE)

    (event,) = room.do(ms.HaltPlay(*WHO))
    assert event == Halted(room.now, *WHO, RuleId("MTT-45"))
    assert room.timers() == []
    room.now = Instant(room.now + 10 * MINUTE)
    play_out(room)
    assert room.orders() == []
    (resumed, *ordered) = resume(room, after=MINUTE)

    assert isinstance(resumed, Resumed)
    assert (resumed.by, resumed.staff, resumed.reason, resumed.rule) == (11 * MINUTE, *WHO, "MTT-45")
    assert room.state.clock.level_ends == EIGHT + 10 * MINUTE + 11 * MINUTE
    assert [type(each) for each in ordered] == [HandOrdered, HandOrdered]
    assert {order.level for order in room.orders()} == {1}


def test_the_pause_is_seen_and_its_staff_are_not() -> None:
    room = Room()
    room.start(3)
    assert summary_of(room.state).halted_at is None

    halt(room, after=MINUTE)

    assert summary_of(room.state).halted_at == room.now
    view = view_of(room.state, room.rules, A)
    assert view.halted_at == room.now
    assert "floor-7" not in repr(view)
    resume(room)
    assert view_of(room.state, room.rules, A).halted_at is None


def test_players_get_time_to_come_back_and_the_level_runs_when_cards_do() -> None:
    room = Room(synchronised_breaks=False)
    room.start(3)
    halt(room, after=MINUTE)
    play_out(room)

    resume(room, after=MINUTE, wait=30)

    assert {order.deals_from for order in room.orders()} == {room.now + 30_000}
    assert room.state.clock.level_ends == EIGHT + 10 * MINUTE + MINUTE + 30_000


@pytest.mark.rule("MTT-47a")
def test_a_break_that_falls_into_the_pause_is_taken_in_it() -> None:
    room = Room()
    room.start(3)
    room.next_level()
    room.now = Instant(EIGHT + 54 * MINUTE)
    halt(room)
    assert room.refused(ms.CallBreak(Instant(EIGHT + 55 * MINUTE))) == "stale_timer"

    resume(room, after=2 * MINUTE)

    assert room.state.clock.break_due == EIGHT + 115 * MINUTE


def test_a_break_goes_on_for_what_was_left_of_it() -> None:
    room = Room()
    room.start(3)
    room.next_level()
    room.now = Instant(EIGHT + 55 * MINUTE)
    room.do(ms.CallBreak(room.now))
    play_out(room)
    halt(room, after=4 * MINUTE)
    assert room.refused(ms.EndPause(room.until())) == "stale_timer"

    resume(room, after=20 * MINUTE)

    assert room.until() == room.now + MINUTE
    assert room.orders() == []


def test_a_break_that_waits_for_hands_begins_when_play_goes_on() -> None:
    room = Room()
    room.start(3)
    room.next_level()
    room.now = Instant(EIGHT + 55 * MINUTE)
    room.do(ms.CallBreak(room.now))
    halt(room)
    room.now = Instant(room.now + 3 * MINUTE)
    play_out(room)
    assert len(room.of(PauseBegan)) == 1

    resume(room)

    assert room.until() == room.now + 5 * MINUTE


@pytest.mark.rule("MTT-66")
@pytest.mark.parametrize("edition", POKER)
def test_the_time_to_decide_about_a_re_buy_stands(edition: str) -> None:
    room = Room(edition, re_buy=ReBuy(PRICE, Chips(1000), 5, window=seconds(20)))
    room.start(3)
    room.bust(A, to=B)
    halt(room, after=15_000)
    assert room.refused(ms.EndReBuyTime(0, 1)) == "stale_timer"

    resume(room, after=MINUTE)

    (timer,) = [timer for timer in room.timers() if isinstance(timer.command, ms.EndReBuyTime)]
    assert timer.at == room.now + 5_000
    room.do(ms.BuyAgain(A))
    assert room.chair(A).stack == 1000


def test_who_falls_during_the_pause_has_the_whole_time_after_it() -> None:
    room = Room(re_buy=ReBuy(PRICE, Chips(1000), 5, window=seconds(20)))
    room.start(3)
    halt(room)
    room.now = Instant(room.now + MINUTE)
    room.bust(A, to=B)
    room.now = Instant(room.now + MINUTE)

    resume(room)

    (timer,) = [timer for timer in room.timers() if isinstance(timer.command, ms.EndReBuyTime)]
    assert timer.at == room.now + 20_000


@pytest.mark.rule("MTT-67")
def test_the_add_on_is_on_sale_for_as_long_as_it_would_have_been() -> None:
    room = Room(add_on=AddOn(PRICE, Chips(500), 1, seconds(120)), synchronised_breaks=False)
    room.start(3)
    room.next_level()
    play_out(room)
    halt(room, after=MINUTE)
    room.now = Instant(room.now + 10 * MINUTE)

    room.do(ms.TakeAddOn(A))

    resume(room)
    assert room.until() == room.now + MINUTE
    room.do(ms.TakeAddOn(B))


@pytest.mark.rule("MTT-32a")
def test_late_registration_closes_as_much_later_and_newcomers_wait() -> None:
    room = Room(late_levels=1, synchronised_breaks=False)
    room.start(3)
    halt(room, after=9 * MINUTE)
    room.now = Instant(room.now + 5 * MINUTE)

    room.enter(player(7))

    assert room.entrant(player(7)).table is not None
    play_out(room)
    assert room.orders() == []
    resume(room)
    assert room.state.registration_open
    assert {place.player for order in room.orders() for place in order.places} >= {player(7)}
    room.next_level()
    assert not room.state.registration_open


def test_the_last_hand_ends_the_tournament_though_it_is_paused() -> None:
    room = Room()
    room.start(2)
    halt(room)

    room.bust(B, to=A)

    assert room.status() is Status.FINISHED
    assert room.place(A) == 1
    room.check_money()
    assert room.refused(ms.ResumePlay(*WHO)) == "tournament_over"


def test_a_paused_tournament_may_be_cancelled() -> None:
    room = Room()
    room.start(8)
    halt(room)
    room.do(ms.Cancel(*WHO))

    room.close_tables()

    assert room.agenda() == frozenset()
    room.check_money()


# ---- refusals


def test_only_what_runs_is_paused_and_only_what_is_paused_goes_on() -> None:
    room = Room()
    room.enter_count(3)
    assert room.refused(ms.HaltPlay(*WHO)) == "not_running"
    assert room.refused(ms.ResumePlay(*WHO)) == "not_paused"
    room.start()
    assert room.refused(ms.HaltPlay("", "why")) == "reason_missing"
    assert room.refused(ms.HaltPlay("floor-7", " ")) == "reason_missing"
    halt(room)

    assert room.refused(ms.HaltPlay(*WHO)) == "already_paused"
    assert room.refused(ms.ResumePlay("floor-7", "")) == "reason_missing"
    assert room.refused(ms.ResumePlay(*WHO, seconds(-1))) == "not_in_the_future"
    assert room.refused(ms.EndLevel(1)) == "stale_timer"


# ---- crashes


def crash(room: Room, outage: int) -> tuple[TournamentEvent, ...]:
    down = room.now
    room._state = replayed(room)
    room._agenda = room.agenda()
    room.now = Instant(down + outage)
    return room.do(ms.Recover(down))


@pytest.mark.rule("MTT-50")
@pytest.mark.parametrize("edition", [U27, PW])
def test_after_a_crash_in_mid_pause_open_hands_wait_until_play_goes_on(edition: str) -> None:
    on_failure = OnServerFailure.RESUME if edition == PW else None
    room = Room(edition, on_failure=on_failure, synchronised_breaks=False)
    room.start(8)
    halt(room, after=4 * MINUTE)
    before = room.orders()

    crash(room, outage=7 * MINUTE)
    assert room.state.clock.halt is not None
    assert room.letters(PlayHand) == []
    assert room.timers() == []
    resume(room, after=MINUTE, wait=30)

    sent = [letter.command for letter in room.letters(PlayHand)]
    assert sorted(order.table for order in sent) == [0, 1]
    assert {(order.attempt, order.deals_from) for order in sent} == {(2, room.now + 30_000)}
    assert [order.places for order in room.orders()] == [order.places for order in before]
    assert room.state.clock.level_ends == room.now + 30_000 + 6 * MINUTE
    room.run()
    room.check_money()


def test_a_report_that_was_under_way_at_the_crash_still_counts() -> None:
    room = Room()
    room.start(4)
    halt(room)
    report = room.report(room.orders()[0], busts=[A])

    crash(room, outage=MINUTE)
    room.do(report)

    assert not room.entrant(A).playing
    assert not room.table().held
    resume(room)
    assert room.orders()[0].number == 2


def test_a_hand_that_its_dealer_gave_up_is_dealt_anew_after_the_pause() -> None:
    room = Room()
    room.start(3)
    halt(room)

    (event,) = room.do(HandAbandoned(0, 1, 1, RuleId("TIME-15")))

    assert isinstance(event, HandReordered)
    assert room.letters(PlayHand) == []
    resume(room)
    assert [letter.command.attempt for letter in room.letters(PlayHand)] == [2]


def test_a_silence_of_the_room_counts_up_to_the_pause_only() -> None:
    room = Room(synchronised_breaks=False)
    room.start(3)
    silent_since = Instant(room.now + MINUTE)
    room.now = Instant(silent_since + 19_000)
    halt(room)
    room.now = Instant(room.now + MINUTE)

    (shifted,) = room.do(GiveTimeBack(silent_since))

    assert shifted.by == 19_000  # type: ignore[union-attr]
    assert room.do(GiveTimeBack(Instant(room.now - 5_000))) == ()


# ---- whatever the moment

TIMES = frozenset(
    {
        "at",
        "ends",
        "level_ends",
        "pause_until",
        "until",
        "deals_from",
        "break_due",
        "decide_until",
        "since",
        "started_at",
    }
)


def timeless(value: Any) -> Any:
    """A value without its instants."""
    if is_dataclass(value):
        names = [field.name for field in fields(value) if field.name not in TIMES]
        return (type(value).__name__, *((name, timeless(getattr(value, name))) for name in names))
    if isinstance(value, tuple):
        return tuple(map(timeless, value))
    return value


def told(room: Room) -> list[Any]:
    return [timeless(event) for event in room.events if not isinstance(event, Halted | Resumed)]


MORE: dict[str, Any] = {
    "late_levels": 2,
    "re_entries": 1,
    "re_buy": ReBuy(PRICE, Chips(1000), 3, times=1, window=seconds(20)),
    "add_on": AddOn(PRICE, Chips(500), 3, seconds(60)),
    "synchronised_breaks": False,
}


@settings(max_examples=30, deadline=None)
@given(
    seed=st.integers(0, 9),
    edition=st.sampled_from(POKER),
    pauses=st.dictionaries(st.integers(0, 60), st.integers(1, 3_600_000), max_size=6),
    extras=st.booleans(),
)
def test_pausing_at_any_moment_changes_nothing_but_times(
    seed: int, edition: str, pauses: dict[int, int], *, extras: bool
) -> None:
    changes = MORE if extras else {"synchronised_breaks": False}
    calm, shaken = Room(edition, seed, **changes), Room(edition, seed, **changes)
    for room in (calm, shaken):
        room.start(9)
    steps = 0
    while shaken.status() is Status.RUNNING:
        if steps in pauses:
            halt(shaken)
            resume(shaken, after=pauses[steps])
        shaken.step()
        steps += 1
    shaken.close_tables()
    calm.run()

    assert told(shaken) == told(calm)
    stood = sum(event.by for event in shaken.of(Resumed))
    assert shaken.now - calm.now == stood
    shaken.check_money()
    assert shaken.book.balances == calm.book.balances


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 99),
    edition=st.sampled_from(POKER),
    words=st.lists(st.sampled_from(["step", "halt", "resume", "crash", "wait"]), min_size=20, max_size=120),
)
def test_chips_money_and_order_hold_whatever_falls_into_a_pause(seed: int, edition: str, words: list[str]) -> None:
    """Hands that end in it, crashes, levels and breaks that would have come: the checks of the room run at every event."""
    goes_on = OnServerFailure.RESUME if edition == PW else None
    room = Room(edition, seed, **{**MORE, "synchronised_breaks": True, "on_failure": goes_on})
    room.start(14)
    for word in words:
        if room.status() is not Status.RUNNING:
            break
        _do(room, word)
    if room.status() is Status.RUNNING and room.state.clock.halt is not None:
        resume(room)
    room.run()
    room.check_money()
    assert sorted(room.state.place(out) for out in room.state.outs) == list(range(1, room.state.entries + 1))
    assert_nothing_dealt_in_pauses(room)


def _do(room: Room, word: str) -> None:
    halted = room.state.clock.halt is not None
    match word:
        case "halt" if not halted:
            halt(room)
        case "resume" if halted:
            resume(room)
        case "crash":
            crash(room, outage=30_000)
        case "wait":
            if halted:
                room.now = Instant(room.now + 10 * MINUTE)
        case _:
            sent = [letter.command for letter in room.letters(PlayHand)]
            if halted and sent:
                room.play(room.chance.choice(sent))
            elif not halted:
                room.step()


def assert_nothing_dealt_in_pauses(room: Room) -> None:
    halted = False
    for event in room.events:
        halted = (halted or isinstance(event, Halted)) and not isinstance(event, Resumed)
        assert not (halted and isinstance(event, HandOrdered)), event
