"""A clock for tests and simulations, which moves only when it is advanced."""

import heapq
from collections.abc import Callable
from itertools import count
from typing import Final

from fairdeal.kernel import Duration, Instant
from fairdeal.runtime.limits import LATE

Call = Callable[[], None]

_CALL: Final = 2  # index of the call in its entry; the call is None once cancelled
_BRANCH: Final = 3
_SWEEP_MIN: Final = 1_000


class ManualClock:
    """
    Time for tests and simulations: `advance` calls back everything that falls due, in order, each at its instant.

    Things due at the same instant come in the order in which they were asked for.
    """

    def __init__(self, start: int = 1_700_000_000_000) -> None:
        self._now = Instant(start)
        self._due: list[list[object]] = []  # instant, number, call, branch
        self._number = count()
        self._cancelled = 0  # at most; some of them may be gone
        self.stood: Instant | None = None
        self.steps = 0  # calls made

    def now(self) -> Instant:
        """The present."""
        return self._now

    def at(self, instant: Instant, call: Call, branch: "Branch | None" = None) -> Call:
        """Call back at that instant; the result cancels it."""
        entry: list[object] = [max(instant, self._now), next(self._number), call, branch]
        heapq.heappush(self._due, entry)

        def cancel() -> None:
            if entry[_CALL] is not None:
                entry[_CALL] = None
                self._sweep()

        return cancel

    def _sweep(self) -> None:
        """Count a cancelled call; remove all such once they are the larger part, as they pile up where time stands still."""
        self._cancelled += 1
        if self._cancelled > _SWEEP_MIN and 2 * self._cancelled > len(self._due):
            self._due[:] = [entry for entry in self._due if entry[_CALL] is not None]
            heapq.heapify(self._due)
            self._cancelled = 0

    def soon(self, call: Call) -> None:
        """Call back at the present instant, after what is already due."""
        self.at(self._now, call)

    def stall(self, by: Duration | int) -> None:
        """Let time pass without calling back, as if the process stood still; calls that fall due come late."""
        if by > LATE and self.stood is None:
            self.stood = self._now
        self._now = Instant(self._now + by)

    def stood_since(self) -> Instant | None:
        """Since when the clock stood still, or None; reported once only."""
        stood, self.stood = self.stood, None
        return stood

    def branch(self) -> "Branch":
        """A clock with the same time for one process, whose calls can all be cancelled when it dies."""
        return Branch(self)

    @property
    def next_due(self) -> Instant | None:
        """The instant of the next call, or None."""
        self._drop_cancelled()
        return self._due[0][0] if self._due else None  # type: ignore[return-value]

    def step(self) -> bool:
        """Advance to the next call and make it; False if there is none."""
        self._drop_cancelled()
        if not self._due:
            return False
        at, _, call, branch = entry = heapq.heappop(self._due)
        if branch is not None and branch.put_off(self, entry):  # type: ignore[attr-defined]
            return True
        self._now = max(self._now, at)  # type: ignore[call-overload]
        self.steps += 1
        call()  # type: ignore[operator]
        return True

    def advance(self, by: Duration | int) -> None:
        """Let that much time pass."""
        self.run_until(Instant(self._now + by))

    def run_until(self, end: Instant) -> None:
        """Make every call due until then, and stop there."""
        due = self._due
        while due and due[0][0] <= end:  # type: ignore[operator]
            at, _, call, branch = entry = heapq.heappop(due)
            if branch is not None and branch.put_off(self, entry):  # type: ignore[attr-defined]
                continue
            if call is not None:
                self._now = max(self._now, at)  # type: ignore[call-overload]
                self.steps += 1
                call()  # type: ignore[operator]
        self._now = max(self._now, end)

    def settle(self) -> None:
        """Make every call due now, and those they cause now."""
        self.run_until(self._now)

    def put_back(self, entry: list[object], instant: Instant) -> None:
        """Make a call later than it was asked for, after what was asked for then before."""
        entry[:2] = instant, next(self._number)
        heapq.heappush(self._due, entry)

    def cut(self, branch: "Branch") -> None:
        """Forget every call of a branch."""
        self._due[:] = [entry for entry in self._due if entry[_BRANCH] is not branch]
        heapq.heapify(self._due)

    def _drop_cancelled(self) -> None:
        while self._due and self._due[0][_CALL] is None:
            heapq.heappop(self._due)


class Branch:
    """A clock with the time of another; once it is cut, none of its calls is made."""

    def __init__(self, clock: ManualClock) -> None:
        self._clock = clock
        self.stood: Instant | None = None
        self._woken: Callable[[], object] = lambda: None
        self.stands_until = Instant(0)

    def stall(self, by: Duration | int) -> None:
        """Let the process stand still for that long; its calls of that time are made afterwards."""
        now = self._clock.now()
        self.stood = now if by > LATE else None
        self.stands_until = Instant(now + by)
        self.at(Instant(self.stands_until + 1), self._wake)

    def watch(self, woken: Callable[[], object]) -> None:
        """Set the callback for when the process runs again, unless something else came in before."""
        self._woken = woken

    def _wake(self) -> None:
        self._woken()

    def stood_since(self) -> Instant | None:
        """Since when the process stood still, or None; reported once only."""
        stood, self.stood = self.stood, None
        return stood

    def put_off(self, clock: ManualClock, entry: list[object]) -> bool:
        """Whether a call has to wait until the process goes on: what is on the wire by then comes first."""
        if entry[0] > self.stands_until:  # type: ignore[operator]
            return False
        clock.put_back(entry, Instant(self.stands_until + 1))
        return True

    def now(self) -> Instant:
        """The present."""
        return self._clock.now()

    def at(self, instant: Instant, call: Call) -> Call:
        """Call back at that instant; the result cancels it."""
        return self._clock.at(instant, call, self)

    def soon(self, call: Call) -> None:
        """Call back at the present instant, after what is already due."""
        self._clock.at(self._clock.now(), call, self)

    def cut(self) -> None:
        """The process is gone, and everything it still wanted to do."""
        self._clock.cut(self)
