"""Time that the room itself takes counts for nobody (X-143): silences of its loop, commits that take long."""

import random

import pytest

from fairdeal.cash.table.commands import SetAutoTopUp, TakeBreak
from fairdeal.kernel import MINUTE, SECOND, Duration, Instant, PlayerId
from fairdeal.play.events import ClocksPaused, ClocksResumed, ConnectionLost, Played
from fairdeal.play.messages import Act
from fairdeal.play.state import Turn
from fairdeal.poker import Call, Check, Fold
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from fairdeal.runtime.limits import LATE
from tests.room.evenings import Evening

POKER = pytest.mark.parametrize("edition", [U22, U26, U27, PW])


def evening_of(edition: EditionId) -> Evening:
    """Three players who do nothing by themselves, in a hand."""
    evening = Evening(edition)
    evening.awake = False
    evening.arrive("a", "b", "c")
    next_turn(evening)
    return evening


def next_turn(evening: Evening) -> tuple[Turn, PlayerId]:
    """Go on to where somebody has to decide."""
    while (running := evening.table.running) is None or running.turn is None:
        assert evening.clock.step(), "nothing is dealt any more"
    return running.turn, running.lineup.players[running.hand.turn]


def act(evening: Evening) -> Act:
    running = evening.table.running
    assert running is not None
    assert running.turn is not None
    choice = Check() if running.hand.options().can_check else Call()
    return Act(running.lineup.players[running.hand.turn], running.lineup.hand, running.turn.number, choice)


def decided_for(evening: Evening) -> list[Played]:
    return [event for _, event in evening.events if isinstance(event, Played) and event.rule is not None]


@POKER
@pytest.mark.rule("TIME-12")
def test_an_act_on_the_wire_counts_however_long_the_room_stood_still(edition: EditionId) -> None:
    """Silences of 0.1 to 60 s, beginning anywhere in the turn; the act is sent before the turn's end, during the silence."""
    evening = evening_of(edition)
    chance = random.Random(edition)  # noqa: S311
    for _ in range(150):
        turn, player = next_turn(evening)
        bank = turn.bank
        evening.clock.run_until(Instant(turn.started + chance.randrange(turn.deadline - turn.started)))
        used = max(0, evening.clock.now() - turn.base_time_ends)
        evening.branch.stall(chance.choice((100, 240, 260, 400, 1000, 5000, 19_000, 60_000)))
        place = evening.table.running.hand.turn if evening.table.running else -1
        evening.clock.at(evening.branch.stands_until, lambda: evening.tell(act(evening)))
        evening.clock.run_until(Instant(evening.branch.stands_until + 50))  # the last act of a hand is written first

        played = [event for _, event in evening.events if isinstance(event, Played)][-1]
        assert (played.place, played.rule) == (place, None), player
        assert bank - used - LATE <= played.bank <= bank  # the silence is not taken from the bank either
        if evening.chair(player) is None or evening.chair(player).stack == 0:  # type: ignore[union-attr]
            break
    assert decided_for(evening) == []
    assert any(isinstance(event, ClocksResumed) for _, event in evening.events)


@POKER
@pytest.mark.rule("TIME-12")
def test_whoever_has_not_acted_has_all_the_time_that_was_left(edition: EditionId) -> None:
    """Timers of the past do not fall due; the new clock is told to everybody, with the rule."""
    for silence in (300, 2000, 19_000, 60_000):
        evening = evening_of(edition)
        turn, _ = next_turn(evening)
        evening.clock.run_until(Instant(turn.deadline - 700))
        evening.branch.stall(silence)
        evening.clock.run_until(Instant(turn.deadline - 700 + silence + 1))

        told = [event for _, event in evening.events if isinstance(event, ClocksPaused | ClocksResumed)]
        assert [(type(event), event.rule) for event in told] == [(ClocksPaused, "X-143"), (ClocksResumed, "X-143")]
        assert decided_for(evening) == []
        evening.wait(699)
        assert decided_for(evening) == []
        evening.wait(5)
        assert [event.rule for event in decided_for(evening)] == ["TIME-12"]


@POKER
@pytest.mark.rule("TIME-11")
def test_a_silence_does_not_shorten_the_time_to_come_back(edition: EditionId) -> None:
    """Whether the table knew of the loss when the room fell silent, or presence still kept it from the table."""
    for before_silence, lost_after in ((500, 0), (5000, 0), (500, 14 * SECOND), (5000, 14 * SECOND)):
        evening = evening_of(edition)
        turn, player = next_turn(evening)
        evening.wait(lost_after)
        lost = evening.clock.now()
        evening.room.presence.disconnect(player, "device")
        evening.wait(before_silence)
        evening.branch.stall(25 * SECOND)
        rightful = max(turn.base_time_ends + (30 if edition == PW else 20) * SECOND, lost + 30 * SECOND)
        evening.clock.run_until(Instant(rightful + 25 * SECOND - 5))
        assert decided_for(evening) == []

        evening.wait(10)

        assert [(event.rule, event.forced_sit_out) for event in decided_for(evening)] == [("TIME-12", "TIME-13")]
        assert any(isinstance(event, ConnectionLost) for _, event in evening.events)


@POKER
@pytest.mark.rule("TIME-02")
def test_a_sit_out_is_not_shortened_by_silences(edition: EditionId) -> None:
    evening = Evening(edition)
    evening.arrive("a", "b", "c")
    evening.tell(TakeBreak(PlayerId("a")))
    evening.wait(30 * SECOND)
    chair = evening.chair("a")
    assert chair is not None
    assert chair.sit_out is not None
    since = chair.sit_out.since
    evening.branch.stall(45 * SECOND)
    evening.wait(MINUTE)
    end = since + evening.rules.sit_out_max.value + 45 * SECOND
    evening.clock.run_until(Instant(end - SECOND))
    assert evening.chair("a") is not None

    evening.wait(2 * SECOND)

    assert evening.chair("a") is None


@POKER
@pytest.mark.rule("TIME-18")
def test_an_opening_that_waits_for_the_disk_does_not_eat_the_first_turn(edition: EditionId) -> None:
    """The clock of the first decision starts when players see their cards."""
    evening = Evening(edition)
    evening.awake = False
    evening.arrive("a", "b", "c")
    assert not evening.store.load(evening.table_stream).version or evening.table.hands_opened == 0
    evening.latency = Duration(8 * SECOND)
    next_turn(evening)
    seen = evening.clock.now()
    running = evening.table.running
    assert running is not None
    assert running.turn is not None

    assert running.turn.base_time_ends - seen == (15 if edition == PW else 10) * SECOND
    evening.latency = Duration(5)
    evening.clock.run_until(Instant(running.turn.deadline - 1))
    assert decided_for(evening) == []


def test_a_silence_while_a_commit_waits_is_given_back_once() -> None:
    evening = Evening(U27)
    evening.awake = False
    evening.arrive("a", "b", "c")
    evening.latency = Duration(3 * SECOND)
    while not evening.room.registry.actor(evening.table_stream).busy:
        assert evening.clock.step()
    evening.wait(SECOND)
    evening.branch.stall(20 * SECOND)
    evening.clock.run_until(Instant(evening.branch.stands_until + 1))
    turn, player = next_turn(evening)

    assert turn.base_time_ends - evening.clock.now() <= 10 * SECOND
    assert turn.base_time_ends - evening.clock.now() >= 9 * SECOND - LATE
    evening.tell(Act(player, evening.table.running.lineup.hand, turn.number, Fold()))  # type: ignore[union-attr]
    assert evening.answers[-1] is None


def slow_commit_in_a_turn() -> tuple[Evening, Turn, PlayerId]:
    """Two seconds into the time bank somebody changes a setting, and the disk takes five seconds for it."""
    evening = evening_of(U27)
    turn, player = next_turn(evening)
    evening.clock.run_until(Instant(turn.base_time_ends + 2 * SECOND))
    evening.latency = Duration(5 * SECOND)
    evening.tell(SetAutoTopUp(player, on=True))
    evening.wait(SECOND)
    return evening, turn, player


def test_an_act_that_waits_for_a_slow_commit_is_not_charged_for_it() -> None:
    evening, turn, _ = slow_commit_in_a_turn()
    evening.tell(act(evening))
    evening.wait(10 * SECOND)

    played = next(event for _, event in evening.events if isinstance(event, Played))
    assert (played.rule, played.bank) == (None, turn.bank - 2 * SECOND)


def test_a_silence_within_a_slow_commit_is_not_given_back_twice() -> None:
    evening, turn, _ = slow_commit_in_a_turn()
    evening.branch.stall(20 * SECOND)
    evening.clock.run_until(Instant(evening.branch.stands_until + SECOND))

    assert turn.deadline + 20 * SECOND <= next_turn(evening)[0].deadline <= turn.deadline + 25 * SECOND


def test_a_short_delay_is_nobodys_business() -> None:
    evening = evening_of(U27)
    turn, _ = next_turn(evening)
    evening.branch.stall(LATE - 1)
    evening.wait(SECOND)

    assert next_turn(evening)[0] == turn
    assert not any(isinstance(event, ClocksPaused) for _, event in evening.events)


@pytest.mark.rule("CASH-10")
def test_whoever_waits_for_a_seat_and_is_gone_keeps_the_patience_of_the_room() -> None:
    """X-143: sixty seconds to come back to the queue, and a silence does not use them up."""
    evening = Evening(U27)
    evening.arrive("a")
    player = PlayerId("a")
    evening.room.presence.disconnect(player, "device")
    evening.wait(50 * SECOND)
    evening.branch.stall(40 * SECOND)
    evening.wait(40 * SECOND + 55 * SECOND)
    assert queue(evening) == [player]

    evening.wait(10 * SECOND)

    assert queue(evening) == []


def queue(evening: Evening) -> list[PlayerId]:
    floor = next(actor for actor in evening.room.registry if actor.hosted.prefix == "floor")
    return [waiting.player for pool in floor.state.pools.values() for waiting in pool.queue]
