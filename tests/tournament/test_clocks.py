"""Levels, breaks, and what a pause does to both."""

from itertools import pairwise
from typing import Any

import pytest

from fairdeal.kernel import Chips, Instant, RuleId, TournamentId, reject, seconds
from fairdeal.rulebook.schema.choices import LastLevel
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.events import BreakSkipped, HandOrdered, PauseBegan, PauseCalled, PauseEnded
from fairdeal.tournament.director.state import PauseKind
from fairdeal.tournament.setup import AddOn, FirstPhase
from fairdeal.tournament.structure import BlindStructure, Level
from tests.tournament.directing import EIGHT, LEVELS, POKER, PRICE, PW, U22, U26, U27, Room, player

MINUTE = 60_000
UNIBET = (U22, U26, U27)


def clock(hours: int, minutes: int) -> Instant:
    return Instant((hours * 60 + minutes) * MINUTE)


def breaks_of(room: Room, count: int) -> list[int]:
    """When breaks were called: minutes since midnight, for so many, with everybody folding."""
    while len(room.of(PauseCalled)) < count:
        step(room)
    return [event.at // MINUTE for event in room.of(PauseCalled)]


def step(room: Room) -> None:
    """The next timer, or a hand in which nothing changes."""
    timers, orders = room.timers(), room.orders()
    due = orders[0].deals_from + 20 * MINUTE if orders else None
    if due is None or timers[0].at <= due:
        room.now = Instant(max(room.now, timers[0].at))
        room.do(timers[0].command)
    else:
        room.now = Instant(max(room.now, due))
    for order in room.orders():
        if room.state.clock.pause is not None or order.deals_from + 20 * MINUTE <= room.now:
            room.do(room.report(order))


# ---- synchronised breaks


@pytest.mark.rule("MTT-47a")
@pytest.mark.parametrize(
    ("edition", "start", "expected"),
    [
        *((edition, clock(7, 25), [(7, 55), (8, 55), (9, 55)]) for edition in UNIBET),
        (PW, clock(7, 0), [(7, 55), (8, 55), (9, 55)]),
        *((edition, clock(7, 50), [(8, 55), (9, 55)]) for edition in UNIBET),
        (PW, clock(7, 50), [(7, 55), (8, 55)]),
    ],
)
def test_breaks_come_at_minute_55(edition: str, start: Instant, expected: list[tuple[int, int]]) -> None:
    room = Room(edition, starts_at=start)
    room.now = Instant(start - MINUTE)
    room.enter_count(3)
    room.start()

    assert breaks_of(room, len(expected)) == [hour * 60 + minute for hour, minute in expected]


@pytest.mark.rule("MTT-47c", edition=U22)
@pytest.mark.rule("MTT-47c", edition=U26)
@pytest.mark.rule("MTT-47c", edition=U27)
@pytest.mark.parametrize("edition", UNIBET)
def test_there_is_no_break_in_level_one(edition: str) -> None:
    room = started_at(edition, clock(7, 50))
    room.now = clock(7, 55)

    events = room.do(ms.CallBreak(room.now))

    assert events == (BreakSkipped(clock(8, 55), RuleId("MTT-47c")),)
    assert room.state.clock.pause is None


def started_at(edition: str, start: Instant, players: int = 3, **changes: Any) -> Room:
    room = Room(edition, starts_at=start, **changes)
    room.now = Instant(start - MINUTE)
    room.start(players)
    return room


@pytest.mark.rule("MTT-47a", edition=PW)
def test_where_the_edition_knows_no_exception_there_is_a_break_in_level_one() -> None:
    room = started_at(PW, clock(7, 50))
    room.now = clock(7, 55)

    (event,) = room.do(ms.CallBreak(room.now))

    assert isinstance(event, PauseCalled)
    assert (event.kind, event.length, event.rule) == (PauseKind.BREAK, seconds(300), "MTT-47a")


@pytest.mark.rule("MTT-47b")
@pytest.mark.parametrize("edition", POKER)
def test_the_break_begins_when_all_tables_are_done_and_no_hand_is_dealt_meanwhile(edition: str) -> None:
    room = started_at(edition, clock(7, 25), players=12)
    for _ in range(3):
        room.next_level()
    room.now = clock(7, 55)
    room.do(ms.CallBreak(room.now))
    one, two = room.orders()

    room.now = Instant(clock(7, 55) + 10_000)
    events = room.do(room.report(one))
    assert not any(isinstance(event, HandOrdered | PauseBegan) for event in events)
    room.now = Instant(clock(7, 55) + 40_000)
    events = room.do(room.report(two))

    assert [(event.until, event.rule) for event in events if isinstance(event, PauseBegan)] == [
        (clock(8, 0) + 40_000, "MTT-47b")
    ]
    assert room.orders() == []


@pytest.mark.rule("MTT-47b")
def test_the_level_stands_during_a_break_and_goes_on_after_it() -> None:
    room = started_at(U27, clock(7, 25), players=3)
    room.next_level()
    room.next_level()
    assert room.state.clock.level_ends == clock(7, 55)
    room.next_level()
    room.do(ms.CallBreak(clock(7, 55)))
    room.now = Instant(clock(7, 55) + 30_000)
    room.do(room.report(room.orders()[0]))
    until = room.until()
    assert room.refused(ms.EndLevel(4)) == "stale_timer"
    assert room.refused(ms.EndPause(until)) == "too_early"

    room.now = until
    events = room.do(ms.EndPause(until))

    (ended,) = [event for event in events if isinstance(event, PauseEnded)]
    assert ended.level_ends == until + 10 * MINUTE - 30_000
    assert ended.break_due == clock(8, 55)
    assert len(room.orders()) == 1


def test_a_break_is_called_once() -> None:
    room = started_at(U27, clock(7, 25))
    room.next_level()
    room.now = clock(7, 55)
    room.do(ms.CallBreak(clock(7, 55)))

    assert room.tell(ms.CallBreak(clock(7, 55))) == reject("stale_timer", RuleId("MTT-47a"))


def test_a_break_that_comes_early_is_refused() -> None:
    room = started_at(U27, clock(7, 25))

    assert room.refused(ms.CallBreak(clock(7, 55))) == "too_early"


def test_a_tournament_without_synchronised_breaks_has_none() -> None:
    room = started_at(U27, clock(7, 25), synchronised_breaks=False)
    for _ in range(12):
        room.next_level()

    assert room.state.clock.break_due is None
    assert room.of(PauseCalled) == []


def test_who_registers_late_in_a_break_plays_after_it() -> None:
    room = started_at(U27, clock(7, 25), players=5, late_levels=10)
    room.next_level()
    room.now = clock(7, 55)
    room.do(ms.CallBreak(room.now))
    room.do(room.report(room.orders()[0]))
    room.enter(player(9))
    assert room.orders() == []
    until = room.until()

    room.now = until
    room.do(ms.EndPause(until))

    assert player(9) in {place.player for place in room.orders()[0].places}


# ---- a break and another pause


def with_add_on(window: int, **changes: Any) -> Room:
    """Level two has just ended, a quarter of an hour before the break, and the add-on is offered."""
    offer = AddOn(PRICE, Chips(2000), after_level=2, window=seconds(window))
    room = started_at(U27, clock(7, 20), players=3, add_on=offer, **changes)
    room.next_level()
    room.next_level()
    assert (room.now, room.pause().kind) == (clock(7, 40), PauseKind.ADD_ON)
    return room


@pytest.mark.rule("MTT-47a")
@pytest.mark.parametrize(
    ("window", "until"), [(16 * 60, clock(8, 0)), (15 * 60, clock(8, 0)), (30 * 60, clock(8, 10))], ids=str
)
def test_a_break_that_falls_into_an_add_on_is_not_lost(window: int, until: Instant) -> None:
    room = with_add_on(window)
    room.do(room.report(room.orders()[0]))
    left = room.pause().level_left
    room.now = clock(7, 55)

    events = room.do(ms.CallBreak(room.now))

    assert [event.rule for event in events if isinstance(event, PauseCalled)] == ["MTT-47a"]
    assert (room.until(), room.pause().kind, room.pause().level_left) == (until, PauseKind.ADD_ON, left)
    assert room.state.clock.break_due == clock(8, 55)
    room.now = Instant(until - 1)
    room.do(ms.TakeAddOn(player(1)))  # it is offered as long as the pause lasts
    room.now = until
    (ended, *_) = room.do(ms.EndPause(until))
    assert isinstance(ended, PauseEnded)
    assert ended.level_ends == until + left


@pytest.mark.rule("MTT-47a")
@pytest.mark.parametrize(("window", "length"), [(120, 300), (600, 600)])
def test_a_break_and_an_add_on_that_wait_for_the_same_hand_are_one_pause_of_the_longer(
    window: int, length: int
) -> None:
    room = with_add_on(window)
    room.now = clock(7, 55)  # a long hand
    room.do(ms.CallBreak(room.now))

    assert (room.pause().kind, room.pause().length) == (PauseKind.ADD_ON, seconds(length))
    room.do(room.report(room.orders()[0]))
    assert room.until() == clock(7, 55) + seconds(length)


@pytest.mark.rule("MTT-67")
@pytest.mark.parametrize(("window", "length"), [(120, 300), (600, 600)])
def test_an_add_on_that_is_called_while_a_break_waits_for_a_hand_lasts_as_long_as_the_longer(
    window: int, length: int
) -> None:
    offer = AddOn(PRICE, Chips(2000), after_level=3, window=seconds(window))
    room = started_at(U27, clock(7, 26), players=3, add_on=offer)
    for _ in range(2):
        room.next_level()
    room.now = clock(7, 55)
    room.do(ms.CallBreak(room.now))
    assert room.pause().kind is PauseKind.BREAK

    room.next_level()  # a minute later, in the same hand

    assert (room.pause().kind, room.pause().length) == (PauseKind.ADD_ON, seconds(length))


@pytest.mark.rule("MTT-47a")
def test_a_phase_that_ends_with_the_hand_has_no_break() -> None:
    last = TournamentId("T9")
    room = started_at(U27, clock(7, 35), players=3, phase=FirstPhase(2, last), payouts=())
    room.next_level()
    room.next_level()
    assert room.now == clock(7, 55)

    assert room.do(ms.CallBreak(room.now)) == (BreakSkipped(clock(8, 55), RuleId("MTT-47a")),)


@pytest.mark.rule("MTT-47c")
@pytest.mark.parametrize("edition", UNIBET)
def test_a_level_that_ends_with_the_minute_of_the_break_has_ended_before_it(edition: str) -> None:
    room = started_at(edition, clock(7, 45))
    timers = {timer.command: timer for timer in room.timers()}
    level, pause = timers[ms.EndLevel(1)], timers[ms.CallBreak(clock(7, 55))]

    assert level.at == pause.at == clock(7, 55)
    assert level.rank < pause.rank


# ---- levels


@pytest.mark.rule("MTT-62")
@pytest.mark.parametrize("edition", POKER)
def test_blinds_and_antes_rise_with_every_level(edition: str) -> None:
    room = Room(edition, synchronised_breaks=False)
    room.start(3)
    seen = []
    for _ in range(4):
        room.do(room.report(room.orders()[0]))
        order = room.orders()[0]
        seen.append((order.level, order.small_blind_chips, order.big_blind_chips, order.ante_chips))
        room.next_level()

    assert seen == [(1, 10, 20, 2), (2, 20, 40, 4), (3, 40, 80, 8), (4, 80, 160, 16)]


def test_levels_follow_each_other_without_drift() -> None:
    room = Room(synchronised_breaks=False)
    room.start(3)
    room.now = Instant(EIGHT + 10 * MINUTE + 700)
    room.do(ms.EndLevel(1))

    assert room.state.clock.level_ends == EIGHT + 20 * MINUTE


def test_a_level_ends_once_and_not_before_its_time() -> None:
    room = Room()
    room.start(3)

    assert room.refused(ms.EndLevel(1)) == "too_early"
    room.next_level()
    assert room.refused(ms.EndLevel(1)) == "stale_timer"


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (8, Level(Chips(1280), Chips(2560), Chips(256))),
        (9, Level(Chips(2560), Chips(5120), Chips(512))),
        (10, Level(Chips(5120), Chips(10_240), Chips(1024))),
    ],
)
def test_after_the_last_level_blinds_go_on_by_the_ratio_of_the_last_two(number: int, expected: Level) -> None:
    assert BlindStructure(LEVELS, seconds(60)).level(number, LastLevel.CONTINUE_BY_RATIO) == expected


def test_after_the_last_level_blinds_may_stay() -> None:
    assert BlindStructure(LEVELS, seconds(60)).level(99, LastLevel.STAY) == LEVELS[-1]


def test_blinds_beyond_the_last_level_always_rise_and_stay_possible() -> None:
    flat = BlindStructure((Level(Chips(1), Chips(2)), Level(Chips(1), Chips(2))), seconds(60))
    levels = [flat.level(number, LastLevel.CONTINUE_BY_RATIO) for number in range(1, 40)]

    assert all(after.big_blind > before.big_blind for before, after in pairwise(levels[1:]))
    assert all(0 < level.small_blind <= level.big_blind for level in levels)


@pytest.mark.rule("MTT-62")
def test_a_tournament_in_which_all_fold_for_ever_still_gets_dearer() -> None:
    room = Room(synchronised_breaks=False)
    room.start(3)
    for _ in range(20):
        room.next_level()
    room.do(room.report(room.orders()[0]))

    assert room.orders()[0].big_blind_chips == 2560 * 2**13
