"""Takes players who stay disconnected off waiting lists, so that seats go to players who are there (CASH-10, CASH-11)."""

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
    """Removes players from waiting lists once they were disconnected for a while; outages of the room do not count."""

    def __init__(self, registry: Registry, clock: Clock, presence: Presence, patience: Duration) -> None:
        self._registry = registry
        self._clock = clock
        self._presence = presence
        self._patience = patience
        self._ends: dict[PlayerId, Callable[[], None]] = {}
        presence.on_gone = self.gone

    def note(self, events: Iterable[object]) -> None:
        """Start the waiting time of players who joined a waiting list while disconnected."""
        for event in events:
            if isinstance(event, QueueJoined | BuyInAsked) and not self._presence.is_connected(event.player):
                self.gone(event.player)

    def recovered(self, floors: Iterable[Actor]) -> None:
        """Start the waiting time of everybody on a waiting list of these floors, because nobody is connected yet."""
        for floor in floors:
            for _, player in _waiting(floor.state):
                self.gone(player)

    def gone(self, player: PlayerId) -> None:
        """Start the waiting time of a player whose grace is over, or who has no connection."""
        if (cancel := self._ends.pop(player, None)) is not None:
            cancel()  # reconnected meanwhile, and disconnected again
        at = Instant(self._clock.now() + self._patience)
        self._ends[player] = self._clock.at(at, lambda: self._look(player))

    def stood_still(self, _since: Instant) -> None:
        """Restart the waiting time of all disconnected players, because the room stood still."""
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
    """Everybody who waits for a seat or has one reserved, with the stake."""
    for stake, pool in floor.pools.items():
        yield from ((stake, waiting.player) for waiting in pool.queue)
        yield from ((stake, player) for player in pool.reservations)
