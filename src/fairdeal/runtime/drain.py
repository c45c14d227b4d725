"""
Drain: stops a room without interrupting a hand or round.

A countdown is announced. When it is over no hand or round begins; those under way are played to their end, and queues and seats
stay. Then the process may stop: no hand is voided by the restart.
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
    """Announces a stop, then lets nothing begin and reports when all running hands and rounds are over."""

    def __init__(
        self, registry: Registry, clock: Clock, announcements: Announcements, beginnings: tuple[type, ...]
    ) -> None:
        """`beginnings` are the commands that start something a stop would interrupt, such as a hand."""
        self._beginnings = beginnings
        self._registry = registry
        self._clock = clock
        self._announcements = announcements
        self._announced: int | None = None
        self._cancel: Callable[[], None] | None = None
        self._done: Callable[[], None] | None = None
        self.is_draining = False  # the countdown is over: nothing begins

    @property
    def is_drained(self) -> bool:
        """Whether the countdown is over and nothing is under way: the process may stop."""
        return self.is_draining and all(not is_under_way(actor) for actor in self._registry)

    def begin(
        self,
        at: Instant | None = None,
        key: str = RESTART,
        texts: Mapping[str, str] | None = None,
        done: Callable[[], None] | None = None,
    ) -> None:
        """
        Announce a stop, let nothing begin from `at` on (default: now), and call `done` once nothing is under way.

        A second call replaces the first.
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
        """Call the stop off; whatever was kept from beginning begins now."""
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
        """Call `done` if the room is drained; otherwise look again soon."""
        self._cancel = None
        if not self.is_draining or self._done is None:
            return
        if self.is_drained:
            done, self._done = self._done, None
            done()
        else:
            self._cancel = self._clock.at(Instant(self._clock.now() + _LOOK_EVERY), self._look)


def is_under_way(actor: Actor) -> bool:
    """Whether a stop now would interrupt something: a hand, a round, a commit, a command in the mailbox."""
    if actor.failed is not None:
        return False
    return actor.busy or bool(actor.mailbox) or actor.hosted.is_under_way(actor.state)
