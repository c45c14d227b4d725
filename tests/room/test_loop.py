"""The clock of a room on an event loop."""

import asyncio
import socket
from collections.abc import Callable

import pytest
import uvloop

from fairdeal.kernel import Instant
from fairdeal.runtime.alarms import AlarmQueue
from fairdeal.runtime.loop import LoopClock

MILLISECOND = 1_000_000


class HastyLoop:
    """A loop that rings half way, as one does whose turn began long before the alarm was set."""

    def __init__(self) -> None:
        self.steady = 0
        self.rings: list[tuple[int, Callable[[], None]]] = []

    def call_later(self, seconds: float, call: Callable[[], None]) -> "HastyLoop":
        self.rings.append((self.steady + int(seconds * 1000) * MILLISECOND // 2 + MILLISECOND, call))
        return self

    def call_soon(self, call: Callable[[], None]) -> "HastyLoop":
        self.rings.append((self.steady, call))
        return self

    def cancel(self) -> None:
        self.rings.clear()

    def run(self) -> None:
        while self.rings:
            self.steady, call = self.rings.pop(0)
            call()


def test_an_alarm_never_rings_early() -> None:
    loop = HastyLoop()
    clock = LoopClock(loop, wall=lambda: 0, steady=lambda: loop.steady)  # type: ignore[arg-type]
    rung: list[Instant] = []
    clock.at(Instant(100), lambda: rung.append(clock.now()))
    loop.run()

    assert len(rung) == 1
    assert rung[0] >= 100


def test_an_alarm_that_was_put_off_can_still_be_called_off() -> None:
    loop = HastyLoop()
    clock = LoopClock(loop, wall=lambda: 0, steady=lambda: loop.steady)  # type: ignore[arg-type]
    rung: list[Instant] = []
    cancel = clock.at(Instant(100), lambda: rung.append(clock.now()))
    loop.steady, ring = loop.rings.pop(0)
    ring()
    cancel()
    loop.run()

    assert loop.steady < 100 * MILLISECOND
    assert not rung


def test_an_alarm_set_late_in_a_long_turn_of_a_real_loop_is_not_early() -> None:
    loop = uvloop.new_event_loop()
    clock = LoopClock(loop)
    early: list[int] = []

    def long_turn() -> None:
        end = clock.now() + 30
        while clock.now() < end:
            pass
        due = Instant(clock.now() + 20)

        def ring() -> None:
            early.append(due - clock.now())
            loop.stop()

        clock.at(due, ring)

    loop.call_soon(long_turn)
    loop.run_forever()
    loop.close()

    assert early[0] <= 0


# ---- a loop that stands still


class Wheel:
    """A loop whose time is turned by hand."""

    def __init__(self) -> None:
        self.steady = 0
        self.calls: list[tuple[int, Callable[[], None]]] = []

    def call_later(self, seconds: float, call: Callable[[], None]) -> "Wheel":
        self.calls.append((self.steady + round(seconds * 1000) * MILLISECOND, call))
        return self

    def turn_to(self, milliseconds: int) -> None:
        """Let time pass, and everything happen at its instant."""
        while due := [each for each in self.calls if each[0] <= milliseconds * MILLISECOND]:
            first = min(due, key=lambda each: each[0])
            self.calls.remove(first)
            self.steady = max(self.steady, first[0])
            first[1]()
        self.steady = milliseconds * MILLISECOND

    def stall_until(self, milliseconds: int) -> None:
        """Let time pass while nothing happens."""
        self.steady = milliseconds * MILLISECOND


def watched() -> tuple[Wheel, LoopClock, list[Instant]]:
    wheel = Wheel()
    clock = LoopClock(wheel, wall=lambda: 0, steady=lambda: wheel.steady)  # type: ignore[arg-type]
    woken: list[Instant] = []
    clock.watch(lambda: woken.append(clock.now()))
    return wheel, clock, woken


@pytest.mark.parametrize("silence", [400, 1000, 19_000, 8 * 3_600_000])
def test_a_loop_that_stood_still_knows_since_when(silence: int) -> None:
    wheel, clock, woken = watched()
    wheel.turn_to(5050)
    wheel.stall_until(5050 + silence)

    assert clock.stood_since() == 5000  # the last beat
    assert clock.stood_since() is None
    wheel.turn_to(5050 + silence + 1000)
    assert woken == []  # somebody has asked


def test_a_loop_that_stood_still_wakes_whoever_watches() -> None:
    wheel, clock, woken = watched()
    wheel.turn_to(5000)
    wheel.stall_until(9000)
    wheel.turn_to(9001)

    assert woken[0] == 9000
    assert clock.stood_since() == 5000


def test_an_idle_loop_and_one_that_is_a_little_late_do_not_stand_still() -> None:
    wheel, clock, woken = watched()
    for second in range(1, 60):
        wheel.turn_to(second * 1000)
        wheel.stall_until(second * 1000 + 250)
        assert clock.stood_since() is None

    assert woken == []


def test_what_a_process_does_before_its_loop_runs_is_no_silence() -> None:
    wheel, clock, woken = watched()
    wheel.stall_until(3000)
    assert clock.stood_since() is None
    wheel.turn_to(4000)

    assert (clock.stood_since(), woken) == (None, [])


def test_nobody_is_told_of_silence_before_somebody_watches() -> None:
    wheel = Wheel()
    clock = LoopClock(wheel, wall=lambda: 0, steady=lambda: wheel.steady)  # type: ignore[arg-type]
    wheel.stall_until(60_000)

    assert clock.stood_since() is None


def test_an_alarm_a_day_away_is_not_late_when_the_machine_slept() -> None:
    """Loops do not count sleep; the clock does, and looks at least once a minute."""
    wheel, clock, _ = watched()
    rung: list[Instant] = []
    wheel.call_soon = lambda call: call()  # type: ignore[attr-defined]
    clock.at(Instant(24 * 3_600_000), lambda: rung.append(clock.now()))
    wheel.calls = [(at + 10 * 3_600_000 * MILLISECOND, call) for at, call in wheel.calls]  # asleep for ten hours
    wheel.stall_until(10 * 3_600_000)
    wheel.turn_to(25 * 3_600_000)

    assert 24 * 3_600_000 <= rung[0] <= 24 * 3_600_000 + 60_000


@pytest.mark.parametrize("make_loop", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_what_is_on_the_wire_comes_before_what_fell_due(make_loop: Callable[[], asyncio.AbstractEventLoop]) -> None:
    """The alarm is due and the message has arrived when the loop goes on: the message is read first."""
    loop = make_loop()
    clock = LoopClock(loop)
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    order: list[str] = []

    def read() -> None:
        order.append(f"read {ours.recv(10).decode()}")
        loop.remove_reader(ours)

    def ring() -> None:
        order.append("alarm")
        loop.stop()

    def long_turn() -> None:
        theirs.send(b"act")  # arrives while the loop is busy, after it has looked at its sockets

    loop.add_reader(ours, read)
    loop.call_soon(long_turn)
    clock.at(clock.now(), ring)
    loop.run_forever()
    loop.close()
    ours.close()
    theirs.close()

    assert order == ["read act", "alarm"]


def test_alarms_ring_in_the_order_of_their_instants_and_then_as_they_were_set() -> None:
    loop = HastyLoop()
    clock = LoopClock(loop, wall=lambda: 0, steady=lambda: loop.steady)  # type: ignore[arg-type]
    rung: list[str] = []
    for name, instant in (("c", 300), ("a", 100), ("b1", 200), ("b2", 200)):
        clock.at(Instant(instant), lambda name=name: rung.append(name))  # type: ignore[misc]
    loop.run()

    assert rung == ["a", "b1", "b2", "c"]


def test_an_alarm_may_cancel_another_that_is_due_with_it() -> None:
    loop = HastyLoop()
    clock = LoopClock(loop, wall=lambda: 0, steady=lambda: loop.steady)  # type: ignore[arg-type]
    rung: list[str] = []
    cancels: list[Callable[[], None]] = []

    def cancel_all() -> None:
        for cancel in cancels:
            cancel()

    clock.at(Instant(100), cancel_all)
    cancels.append(clock.at(Instant(100), lambda: rung.append("cancelled")))
    clock.at(Instant(100), lambda: rung.append("other"))
    loop.run()

    assert rung == ["other"]


def test_cancelled_alarms_do_not_pile_up() -> None:
    """A busy table sets and cancels one at every act, long before it would ring."""
    alarms = AlarmQueue()
    rung: list[int] = []
    kept = [alarms.add(Instant(1_000_000 + number), lambda number=number: rung.append(number)) for number in range(5)]  # type: ignore[misc]
    for number in range(20_000):
        alarms.add(Instant(2_000_000 + number), lambda: rung.append(-1)).cancel()
        assert len(alarms) < 2_100

    assert alarms.next_instant() == 1_000_000
    kept[0].cancel()
    kept[0].cancel()  # twice is once
    for alarm in alarms.take_due(Instant(9_000_000)):
        alarm.ring()
        alarm.ring()  # rings once
    assert rung == [1, 2, 3, 4]
