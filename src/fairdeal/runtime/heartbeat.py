"""
Heartbeat: renews the lease regularly and notices when the journal does not answer.

Each renewal stores that this process is alive, so that the length of an outage is known afterwards. Its answer also says whether the
journal can be written at all, and whether this process still holds the lease.
"""

from collections.abc import Callable

from fairdeal.kernel import Duration, Instant, Rejection
from fairdeal.runtime.gate import Gate
from fairdeal.runtime.limits import HEARTBEAT_ANSWER
from fairdeal.runtime.ports import Clock
from fairdeal.runtime.registry import Registry
from fairdeal.storage.port import StoreError


class Heartbeat:
    """Renews the lease at a fixed interval, never before the last renewal was answered, and opens or closes the gate."""

    def __init__(self, registry: Registry, journal: Gate, clock: Clock, every: Duration) -> None:
        self._registry = registry
        self._journal = journal
        self._clock = clock
        self._every = every
        self._is_out = False  # a renewal waits for its answer
        self._is_silent = False
        self._heard_at: Instant | None = None  # of the last answer; None before the first, which cannot be late
        self.on_heard: Callable[[], None] = lambda: None  # called after every renewal that succeeded
        self.on_lost: Callable[[], None] = lambda: None  # called when another process holds the lease
        self.on_silent: Callable[[], None] = lambda: None  # called once when the journal stops answering

    @property
    def is_heard(self) -> bool:
        """Whether the journal can be written, as far as is known: the gate is open and the last renewal recent."""
        return self._journal.is_open and not self._is_overdue(self._clock.now())

    def start(self) -> None:
        """Start renewing, until the registry closes."""
        self._heard_at = self._clock.now()
        self._beat()

    def last(self) -> None:
        """Renew once more at a clean stop, so that the next process counts the outage from now."""
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
