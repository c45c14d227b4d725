"""The clock of a room on an event loop."""

from collections.abc import Callable

import uvloop

from fairdeal.kernel import Instant
from fairdeal.room.loop import LoopClock

MILLISECOND = 1_000_000


class HastyLoop:
    """A loop that rings half way, as one does whose turn began long before the alarm was set."""

    def __init__(self) -> None:
        self.steady = 0
        self.rings: list[tuple[int, Callable[[], None]]] = []

    def call_later(self, seconds: float, call: Callable[[], None]) -> "HastyLoop":
        self.rings.append((self.steady + int(seconds * 1000) * MILLISECOND // 2 + MILLISECOND, call))
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
