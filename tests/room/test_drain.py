"""A planned restart cuts no hand, and everybody hears of it in time."""

import pytest

from fairdeal.cash.table.events import HandEnded, HandOpened, HandVoided, Left
from fairdeal.kernel import MINUTE, SECOND, Instant, PlayerId
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from fairdeal.runtime.announcements import Announced, Announcement, CalledOff, TooManyAnnouncements
from fairdeal.runtime.broadcast import Frame
from fairdeal.runtime.limits import ANNOUNCEMENTS_MAX
from tests.room.evenings import Evening


def playing(edition: EditionId = U27) -> Evening:
    """Six at a table in the middle of a hand, two in the queue."""
    evening = Evening(edition)
    evening.arrive(*"abcdef")
    evening.arrive("g", "h")
    while evening.table.open is None:
        evening.wait()
    return evening


@pytest.mark.parametrize("edition", [U22, U26, U27])
def test_the_hand_is_finished_none_begins_and_nothing_is_void_after_the_restart(edition: EditionId) -> None:
    evening = playing(edition)
    done: list[Instant] = []
    evening.room.drain.begin(done=lambda: done.append(evening.clock.now()))
    opened = len(evening.all(HandOpened))
    assert (evening.room.drain.is_draining, evening.room.drain.is_drained, done) == (True, False, [])

    evening.wait(2 * MINUTE)

    assert len(evening.all(HandOpened)) == opened == len(evening.all(HandEnded))
    assert evening.room.drain.is_drained
    assert len(done) == 1
    stacks = [chair.stack for chair in evening.table.chairs if chair is not None]
    queue = evening.queue

    evening.room.close()
    evening.crash(20 * SECOND)
    for name in "abcdefgh":
        evening.room.presence.connect(PlayerId(name), "device")
    evening.wait()
    assert [chair.stack for chair in evening.table.chairs if chair is not None] == stacks
    assert (evening.all(HandVoided), evening.queue) == ([], queue)
    evening.wait(MINUTE)
    assert len(evening.all(HandOpened)) > opened, "play goes on"


@pytest.mark.rule("TIME-17", edition="publicwin")
def test_where_a_failure_sends_everybody_home_a_planned_restart_does_not() -> None:
    evening = playing(PW)
    evening.room.drain.begin()
    evening.wait(2 * MINUTE)
    evening.room.close()
    evening.wait(SECOND)  # until that is durable
    evening.crash(20 * SECOND)
    evening.wait()
    assert [evening.tables_of(name) for name in "abcdef"] == [1] * 6
    assert evening.all(Left) == []

    evening.crash(20 * SECOND)
    evening.wait()
    assert [evening.tables_of(name) for name in "abcdef"] == [0] * 6
    assert {event.rule for event in evening.all(Left)} == {"TIME-17"}


def test_doors_that_closed_in_the_middle_of_a_hand_count_as_a_failure() -> None:
    evening = playing(PW)
    evening.room.close()
    evening.wait(SECOND)
    evening.crash(20 * SECOND)
    evening.wait()

    assert [evening.tables_of(name) for name in "abcdef"] == [0] * 6


def test_play_goes_on_where_a_restart_is_called_off() -> None:
    evening = playing()
    evening.room.drain.begin()
    evening.wait(2 * MINUTE)
    opened = len(evening.all(HandOpened))
    evening.room.drain.cancel()
    assert not evening.room.drain.is_draining
    evening.wait(SECOND)

    assert len(evening.all(HandOpened)) == opened + 1
    assert evening.room.announcements.view()[2] == ()


def test_hands_begin_until_the_announced_instant() -> None:
    evening = playing()
    frames: list[Frame] = []
    evening.room.announcements.feed.watch("anybody", frames.append)
    now = evening.clock.now()
    at = Instant(now + 5 * MINUTE)
    evening.room.drain.begin(at, "maintenance", {"en": "New carpets.", "et": "Uued vaibad."})
    before = len(evening.all(HandOpened))
    evening.wait(4 * MINUTE)
    assert len(evening.all(HandOpened)) > before
    assert not evening.room.drain.is_draining

    evening.wait(3 * MINUTE)
    assert evening.room.drain.is_drained
    made = Announcement(1, "maintenance", now, at, {"en": "New carpets.", "et": "Uued vaibad."})
    assert [(frame.number, frame.public) for frame in frames] == [(1, (Announced(made),))]
    assert evening.room.announcements.view()[1:] == (1, (made,))


def test_a_second_wish_moves_the_instant() -> None:
    evening = playing()
    now = evening.clock.now()
    evening.room.drain.begin(Instant(now + MINUTE))
    evening.room.drain.begin(Instant(now + 10 * MINUTE))
    evening.wait(5 * MINUTE)

    assert not evening.room.drain.is_draining
    assert [each.at for each in evening.room.announcements.view()[2]] == [now + 10 * MINUTE]


def test_whoever_wants_to_begin_a_hand_meanwhile_hears_why_not() -> None:
    evening = playing()
    evening.room.drain.begin()
    evening.wait(2 * MINUTE)
    timer = next(task for task in evening.room.registry.actor(evening.table_stream).tasks)
    evening.tell(timer.command)

    refusal = evening.answers[-1]
    assert refusal is not None
    assert refusal.code == "restarting"


def test_announcements_can_be_called_off_and_are_few() -> None:
    evening = Evening(U27)
    announcements = evening.room.announcements
    frames: list[Frame] = []
    announcements.feed.watch("anybody", frames.append)
    numbers = [announcements.make("party", evening.clock.now()) for _ in range(ANNOUNCEMENTS_MAX)]
    with pytest.raises(TooManyAnnouncements):
        announcements.make("one more", evening.clock.now())

    assert announcements.call_off(numbers[0])
    assert not announcements.call_off(numbers[0])
    assert frames[-1].public == (CalledOff(numbers[0]),)
    epoch, number, current = announcements.view()
    assert len(current) == ANNOUNCEMENTS_MAX - 1
    rest = announcements.feed.after(epoch, number - 1)
    assert rest is not None
    assert [frame.number for frame in rest] == [number]
