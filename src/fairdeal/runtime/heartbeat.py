"""
Signs of life, and whether the journal hears them.

Every two seconds this process notes that it is alive, so that the length of an outage is known afterwards. The answer tells two
things more: whether the journal can be written at all, and whether this process still has the right to.
"""

from collections.abc import Callable

from fairdeal.kernel import Duration, Instant, Rejection
from fairdeal.runtime.gate import Gate
from fairdeal.runtime.limits import HEARTBEAT_ANSWER
from fairdeal.runtime.ports import Clock
from fairdeal.runtime.registry import Registry
from fairdeal.storage.port import StoreError


class Heartbeat:
    """Gives a sign of life again and again, never a second one before the first was answered."""

    def __init__(self, registry: Registry, journal: Gate, clock: Clock, every: Duration) -> None:
        self._registry = registry
        self._journal = journal
        self._clock = clock
        self._every = every
        self._is_out = False  # a sign of life waits for its answer
        self._is_silent = False
        self._heard_at: Instant | None = None  # before the first there is nothing to be late
        self.on_heard: Callable[[], None] = lambda: None  # told after every sign of life that was heard
        self.on_lost: Callable[[], None] = lambda: None  # told when somebody else has the right to write
        self.on_silent: Callable[[], None] = lambda: None  # told once when the journal takes nothing any more

    @property
    def is_heard(self) -> bool:
        """Whether the journal takes what is written, as far as can be known: a sign of life is at most this old."""
        return self._journal.is_open and not self._is_overdue(self._clock.now())

    def start(self) -> None:
        """Begin; from now on for as long as the room is open."""
        self._heard_at = self._clock.now()
        self._beat()

    def last(self) -> None:
        """The process stops in good order: whoever comes next counts from now."""
        self._journal.renew(self._registry.lease, self._clock.now(), lambda _: None)

    def _is_overdue(self, now: Instant) -> bool:
        return self._heard_at is not None and now - self._heard_at > self._every + HEARTBEAT_ANSWER

    def _beat(self) -> None:
        if not self._registry.open:
            return
        now = self._clock.now()
        self._clock.at(Instant(now + self._every), self._beat)
        if not self._is_out:
            self._is_out = True
            self._journal.renew(self._registry.lease, now, self._heard)
        elif self._is_overdue(now):
            self._silent()

    def _heard(self, answer: Rejection | StoreError | None) -> None:
        self._is_out = False
        if not self._registry.open:
            return
        if isinstance(answer, StoreError):
            self._silent()
        elif answer is not None:
            self._registry.close()
            self.on_lost()
        else:
            self._heard_at = self._clock.now()
            self._journal.is_open = True
            self._is_silent = False
            self.on_heard()

    def _silent(self) -> None:
        self._journal.is_open = False
        if not self._is_silent:
            self._is_silent = True
            self.on_silent()
