"""
Tables that deal by the players' cut, as the room runs them: where their decks and pids come from.

Decks are made from fresh keys when they are asked for, or ahead, while the hand before is played. They are handed out once: what was
asked for and not used is burnt, since only a hand that was written has used its number.
"""

from dataclasses import dataclass, replace

from fairdeal.fair import Decks, id16, make_decks
from fairdeal.fair.values import HASH_BYTES, ID_BYTES
from fairdeal.kernel import Duration
from fairdeal.play.fair.messages import PromiseSeeds
from fairdeal.play.fair.state import WINDOW, FairFacts, FairLog, Signer
from fairdeal.room.records import Seal
from fairdeal.runtime.ports import Entropy


@dataclass(frozen=True, slots=True)
class FairPorts:
    """What tables that deal by the players' cut need from the room."""

    signer: Signer
    entropy: Entropy
    seal: Seal
    unseal: Seal
    window: Duration = WINDOW

    def at(self, table: str) -> "FairSupply":
        """The supply of one table, by its id."""
        return FairSupply(self, FairFacts(id16(table), self.signer, self.window))

    def new_secret(self, label: str) -> tuple[bytes, bytes]:
        """A fresh secret of 32 bytes, and the same sealed; the label must be given again to open it."""
        secret = self.entropy.bytes(HASH_BYTES)
        return secret, self.seal(label, secret)


class FairSupply:
    """Decks and pids for one table."""

    __slots__ = ("_made", "_ports", "facts")

    def __init__(self, ports: FairPorts, facts: FairFacts) -> None:
        self.facts = facts
        self._ports = ports
        self._made: tuple[int, Decks] | None = None

    def decks(self, number: int) -> Decks:
        """Two decks for a hand, never given out before."""
        made, self._made = self._made, None
        return made[1] if made is not None and made[0] == number else self._make(number)

    def prepare(self, number: int) -> None:
        """Make the decks for a hand now, so that opening it takes no longer."""
        if self._made is None or self._made[0] != number:
            self._made = number, self._make(number)

    def _make(self, number: int) -> Decks:
        draw = self._ports.entropy.bytes
        return make_decks(self.facts.table, number, (draw(HASH_BYTES), draw(HASH_BYTES)))

    def with_pid(self, command: PromiseSeeds, log: FairLog | None) -> PromiseSeeds:
        """The command with a pid for a player who has none at this table yet."""
        known = log is not None and log.pid_of(command.player) is not None
        return command if known else replace(command, pid=self.pids(1))

    def pids(self, count: int) -> bytes:
        """Random bytes for the pids of so many players."""
        return self._ports.entropy.bytes(ID_BYTES * count)
