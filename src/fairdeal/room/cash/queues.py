"""Whoever waits for a seat and is gone waits no longer: the seat is for somebody who is there (CASH-10, CASH-11)."""

from collections.abc import Callable, Iterable, Iterator

from fairdeal.cash.floor.commands import LeaveQueue
from fairdeal.cash.floor.events import BuyInAsked, QueueJoined
from fairdeal.cash.floor.state import Floor
from fairdeal.cash.offer import StakeId
from fairdeal.cash.streams import FLOORS
from fairdeal.kernel import Duration, Instant, PlayerId
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.ports import Clock
from fairdeal.runtime.presence import Presence
from fairdeal.runtime.registry import Registry


class Queues:
    """Sends the absent out of queues after a while; our own outages do not count."""

    def __init__(self, registry: Registry, clock: Clock, presence: Presence, patience: Duration) -> None:
        self._registry = registry
        self._clock = clock
        self._presence = presence
        self._patience = patience
        self._ends: dict[PlayerId, Callable[[], None]] = {}
        presence.on_gone = self.gone

    def note(self, events: Iterable[object]) -> None:
        """Something was decided at a floor: whoever joined a queue may be gone already."""
        for event in events:
            if isinstance(event, QueueJoined | BuyInAsked) and not self._presence.is_connected(event.player):
                self.gone(event.player)

    def recovered(self, floors: Iterable[Actor]) -> None:
        """After a restart nobody is connected yet; those who wait have their time to come back."""
        for floor in floors:
            for _, player in _waiting(floor.state):
                self.gone(player)

    def gone(self, player: PlayerId) -> None:
        """A player's last connection was lost for good, or there was none."""
        if (cancel := self._ends.pop(player, None)) is not None:
            cancel()  # was back meanwhile, and is gone again
        at = Instant(self._clock.now() + self._patience)
        self._ends[player] = self._clock.at(at, lambda: self._look(player))

    def stood_still(self, _since: Instant) -> None:
        """The room stood still: whoever is gone has all of the patience again."""
        for player in tuple(self._ends):
            self.gone(player)

    def _look(self, player: PlayerId) -> None:
        del self._ends[player]
        if self._presence.is_connected(player):
            return
        if self._presence.is_paused():
            self.gone(player)
            return
        for floor in self._registry.those(FLOORS):
            for stake, each in _waiting(floor.state):
                if each == player:
                    self._registry.send(floor.stream, LeaveQueue(player, stake))


def _waiting(floor: Floor) -> Iterator[tuple[StakeId, PlayerId]]:
    """Everybody who waits for a seat, or has one kept."""
    for stake, pool in floor.pools.items():
        yield from ((stake, waiting.player) for waiting in pool.queue)
        yield from ((stake, player) for player in pool.reservations)
