"""The one timer that every act of a hand replaces, so that the rest of a table's agenda need not be looked at."""

from typing import NamedTuple

from fairdeal.kernel.agenda import Task, Timer
from fairdeal.play.messages import TurnExpired
from fairdeal.play.state import Running, Turn


class TurnPassed(NamedTuple):
    """The change of a table's agenda when only the turn changed."""

    added: tuple[Task[object], ...]
    removed: tuple[Task[object], ...]


class TurnClock:
    """Makes the timers of one table's turns; remembers the last, which is the next to be cancelled."""

    __slots__ = ("_timer", "_turn")

    def __init__(self) -> None:
        self._turn: Turn | None = None
        self._timer: Timer[object] | None = None

    def passed(self, before: Running | None, after: Running | None) -> TurnPassed | None:
        """The change from one turn of a hand to another; None unless both states have a turn."""
        if before is None or after is None:
            return None
        was, now = before.turn, after.turn
        if was is None or now is None:
            return None
        old = self._timer if was is self._turn else None
        new = timer_of(after, now)
        self._turn, self._timer = now, new
        return TurnPassed((new,), (old or timer_of(before, was),))


def timer_of(running: Running, turn: Turn) -> Timer[object]:
    """The timer that ends a turn at its deadline."""
    return Timer(turn.deadline, TurnExpired(running.lineup.hand, turn.number))
