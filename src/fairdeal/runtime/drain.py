"""
Stopping a room without cutting a hand.

A countdown is announced. When it is over no hand and no round begins any more; those under way are played to their end, queues and
seats stay. Then the room stands at a boundary everywhere and the process may end: nothing is void after the restart.
"""

from collections.abc import Callable, Mapping
from typing import Final

from fairdeal.kernel import SECOND, Duration, Instant
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.announcements import Announcements
from fairdeal.runtime.ports import Clock
from fairdeal.runtime.registry import Registry

RESTART: Final = "restart"
_LOOK_EVERY: Final = Duration(SECOND // 4)


class Drain:
    """Lets a room run dry, once it was asked to."""

    def __init__(
        self, registry: Registry, clock: Clock, announcements: Announcements, beginnings: tuple[type, ...]
    ) -> None:
        """`beginnings` are the commands that begin something a stop would cut."""
        self._beginnings = beginnings
        self._registry = registry
        self._clock = clock
        self._announcements = announcements
        self._announced: int | None = None
        self._cancel: Callable[[], None] | None = None
        self._done: Callable[[], None] | None = None
        self.is_draining = False  # nothing begins any more

    @property
    def is_drained(self) -> bool:
        """Whether nothing begins any more and nothing is under way."""
        return self.is_draining and all(not is_under_way(actor) for actor in self._registry)

    def begin(
        self,
        at: Instant | None = None,
        key: str = RESTART,
        texts: Mapping[str, str] | None = None,
        done: Callable[[], None] | None = None,
    ) -> None:
        """
        Announce it, and from that instant on (now, unless one is given) let nothing begin; `done` hears when all is over.

        Asked again, the new instant holds.
        """
        self.cancel()
        now = self._clock.now()
        due = now if at is None else max(now, at)
        self._done = done
        self._announced = self._announcements.make(key, now, due, texts)
        if due == now:
            self._hold()
        else:
            self._cancel = self._clock.at(due, self._hold)

    def cancel(self) -> None:
        """Play on; what waited begins now."""
        if self._announced is not None:
            self._announcements.call_off(self._announced)
        if self._cancel is not None:
            self._cancel()
        self._announced = self._cancel = self._done = None
        if self.is_draining:
            self.is_draining = False
            self._registry.resume_timers()

    def _hold(self) -> None:
        self.is_draining = True
        self._registry.suspend_timers(self._beginnings)
        self._look()

    def _look(self) -> None:
        """Tell whoever waits for it once the room is dry."""
        self._cancel = None
        if not self.is_draining or self._done is None:
            return
        if self.is_drained:
            done, self._done = self._done, None
            done()
        else:
            self._cancel = self._clock.at(Instant(self._clock.now() + _LOOK_EVERY), self._look)


def is_under_way(actor: Actor) -> bool:
    """Whether a stop now would cut something: a hand, a round, a commit, a letter that waits."""
    if actor.failed is not None:
        return False
    return actor.busy or bool(actor.mailbox) or actor.hosted.is_under_way(actor.state)
