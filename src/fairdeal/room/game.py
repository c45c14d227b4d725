"""What a game is to the room: a kind of thing that is played here, plugged in as a value."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from fairdeal.kernel import Instant, StreamId, TableId
from fairdeal.room.records import Seal
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.hosted import Host
from fairdeal.runtime.ports import Clock, Entropy, Journal, Reply
from fairdeal.runtime.presence import Presence
from fairdeal.runtime.registry import Registry, Watch


@dataclass(frozen=True, slots=True)
class GamePorts:
    """What every game is given: time, chance, the journal, the actors, who is connected, and how secrets are kept."""

    clock: Clock
    entropy: Entropy
    journal: Journal
    registry: Registry
    presence: Presence
    seal: Seal
    unseal: Seal


Expect = Callable[[], Reply]
"""Makes a reply that recovery waits for."""


class Game(Protocol):
    """One game of a room: cash games, tournaments, the casino."""

    @property
    def hosts(self) -> Mapping[str, Host]:
        """How its streams are run, by prefix."""
        ...

    @property
    def beginnings(self) -> tuple[type, ...]:
        """Commands that begin something a stop would cut."""
        ...

    def table_stream(self, table: TableId) -> StreamId | None:
        """The stream of a table, if it is one of this game: the only place where a table's id is taken apart."""
        ...

    @property
    def adopted(self) -> Mapping[str, Watch]:
        """Who hears of what was decided at its streams, by prefix."""
        ...

    @property
    def written(self) -> Mapping[str, Watch]:
        """Who hears of what was decided and written at its streams, by prefix."""
        ...

    def stood_still(self, since: Instant) -> None:
        """The room stood still."""
        ...

    def recover(self, down_since: Instant, expect: Expect, *, planned: bool) -> None:
        """
        Bring back everything that is played, and tell it how long the room was away.

        Every answer that recovery waits for goes to a reply made by `expect`; `planned`: the room was closed in order.
        """
        ...

    def bring_back(self, actor: Actor, since: Instant, reply: Reply) -> None:
        """One of its streams was read again after an outage of the journal: it recovers as after a crash, alone."""
        ...
