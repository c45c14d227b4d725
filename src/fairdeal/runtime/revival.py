"""
Revival: brings back streams that stopped because the journal failed.

A stream whose commit could not be written stops, because nobody knows what is durable. Once the journal answers again, the stream
is read and audited as after a crash, is sent the recovery command that its rulebook calls for, and plays on; its watchers take a
full view. One that stops again waits longer each time; one that fails its audit stays closed until staff has looked at it.
"""

from collections.abc import Callable
from typing import NamedTuple

from fairdeal.kernel import Duration, Instant, StreamId
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.limits import REVIVE_AT_ONCE_MAX, REVIVE_PAUSE_FIRST, REVIVE_PAUSE_MAX
from fairdeal.runtime.ports import Answer, Clock, Reply
from fairdeal.runtime.registry import Registry
from fairdeal.storage.port import PASSING


class Stopped(NamedTuple):
    """A stopped stream: why, since when if that is known, and whether it comes back by itself."""

    stream: StreamId
    why: str
    since: Instant | None
    returns: bool


class _Try(NamedTuple):
    """The last attempt to revive a stream: when, how many in a row, and since when it is stopped unless it recovered."""

    at: Instant
    times: int
    since: Instant | None


class Revival:
    """Revives streams that the journal stopped; `bring_back` sends a stream the recovery command of its game."""

    def __init__(self, registry: Registry, clock: Clock, bring_back: Callable[[Actor, Instant, Reply], None]) -> None:
        self._registry = registry
        self._clock = clock
        self._bring_back = bring_back
        self._tries: dict[StreamId, _Try] = {}
        self.count = 0  # streams that came back
        self.on_back: list[Callable[[Actor], None]] = []  # called for each once it has recovered

    def stopped(self) -> list[Stopped]:
        """All streams that are stopped now, including those that stay closed."""
        return [
            Stopped(actor.stream, actor.failed, self._since(actor), actor.away_since is not None)
            for actor in self._registry
            if actor.failed is not None
        ]

    def look(self) -> None:
        """Revive the stopped streams whose pause is over; call this whenever the journal has answered."""
        now = self._clock.now()
        self._forget_old(now)
        due = [actor for actor in self._registry if actor.away_since is not None and self._may_come(actor, now)]
        for actor in sorted(due, key=_place)[:REVIVE_AT_ONCE_MAX]:
            try:
                self._revive(actor, now)
            except PASSING:
                return  # it is gone again

    def bring_back(self, stream: StreamId) -> bool:
        """Read a stopped stream again now, whatever stopped it; False if it is not stopped, or stops again at once."""
        actor = self._registry.find(stream)
        if actor is None or actor.failed is None or actor.busy:
            return False
        self._revive(actor, self._clock.now())
        found = self._registry.find(stream)
        return found is not None and found.failed is None

    def _revive(self, stopped: Actor, now: Instant) -> None:
        stream, since = stopped.stream, self._since(stopped) or now
        before = self._tries.get(stream)
        revived = self._registry.revive(stream)
        self._tries[stream] = _Try(now, 1 if before is None else before.times + 1, since)
        if revived.failed is None:
            self._bring_back(revived, since, lambda answer: self._recovered(revived, answer))

    def _recovered(self, actor: Actor, answer: Answer) -> None:
        if answer is not None or actor.failed is not None:
            return
        self.count += 1
        self._tries[actor.stream] = self._tries[actor.stream]._replace(since=None)
        self._registry.remind({actor.stream})
        for tell in self.on_back:
            tell(actor)

    def _since(self, actor: Actor) -> Instant | None:
        """Since when the stream is stopped; if it stopped again before it recovered, since the first time."""
        tried = self._tries.get(actor.stream)
        return actor.away_since if tried is None or tried.since is None else tried.since

    def _may_come(self, actor: Actor, now: Instant) -> bool:
        tried = self._tries.get(actor.stream)
        return not actor.busy and (tried is None or now >= tried.at + _pause(tried.times))

    def _forget_old(self, now: Instant) -> None:
        """Forget the attempts of streams that have run long enough since, so that their next pause is short."""
        for stream, tried in tuple(self._tries.items()):
            actor = self._registry.find(stream)
            if now > tried.at + 2 * REVIVE_PAUSE_MAX and (actor is None or actor.failed is None):
                del self._tries[stream]


def _pause(times: int) -> Duration:
    return Duration(min(REVIVE_PAUSE_FIRST << min(times - 1, 10), REVIVE_PAUSE_MAX))


def _place(actor: Actor) -> tuple[int, StreamId]:
    """Sort key of revival: streams that others depend on first, then by name."""
    return actor.hosted.comes_back, actor.stream
