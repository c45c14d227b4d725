"""The contract between the room and a game: its streams, its tables, and its recovery."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from fairdeal.kernel import Instant, StreamId, TableId
from fairdeal.room.fair import FairPorts
from fairdeal.room.records import Seal
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.hosted import Host
from fairdeal.runtime.ports import Clock, Entropy, Journal, Reply
from fairdeal.runtime.presence import Presence
from fairdeal.runtime.registry import Registry, Watch


@dataclass(frozen=True, slots=True)
class GamePorts:
    """What every game is given: clock, entropy, journal, actors, presence, the encryption of hidden cards, and players' cuts."""

    clock: Clock
    entropy: Entropy
    journal: Journal
    registry: Registry
    presence: Presence
    seal: Seal
    unseal: Seal
    fair: FairPorts | None = None  # poker tables deal by the players' cut


Expect = Callable[[], Reply]
"""Makes a reply that the room's recovery waits for."""


class Game(Protocol):
    """One game of a room: cash games, tournaments, the casino."""

    @property
    def hosts(self) -> Mapping[str, Host]:
        """The factories of its hosted streams, by prefix."""
        ...

    @property
    def beginnings(self) -> tuple[type, ...]:
        """The commands that start something a stop would interrupt, such as a hand."""
        ...

    def table_stream(self, table: TableId) -> StreamId | None:
        """The stream of a table of this game, otherwise None; nothing else takes a table's id apart."""
        ...

    @property
    def adopted(self) -> Mapping[str, Watch]:
        """Callbacks for every adopted decision of its streams, by prefix."""
        ...

    @property
    def written(self) -> Mapping[str, Watch]:
        """Callbacks for every written decision of its streams, by prefix."""
        ...

    def stood_still(self, since: Instant) -> None:
        """Give players back the time since which the room stood still, where streams do not do it themselves."""
        ...

    def recover(self, down_since: Instant, expect: Expect, *, planned: bool) -> None:
        """
        Load all its running streams and send each a recovery command with the start of the outage.

        Each command that recovery must wait for gets a reply made by `expect`. `planned` says that the last process stopped cleanly.
        """
        ...

    def bring_back(self, actor: Actor, since: Instant, reply: Reply) -> None:
        """Send the recovery command to one of its streams that was read again after the journal failed."""
        ...
