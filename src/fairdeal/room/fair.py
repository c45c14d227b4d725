"""
Tables that deal by the players' cut, as the room runs them: where their decks, pids and secrets come from.

Decks are made from fresh keys when they are asked for, or ahead, while the hand before is played. They are handed out once: what was
asked for and not used is burnt, since only a hand that was written has used its number.
"""

from dataclasses import dataclass, replace
from typing import Final, Protocol

from fairdeal.casino.table.fair.state import CHAIN_LENGTH
from fairdeal.fair import Decks, NewChain, chain_back, chain_of, id16, make_decks
from fairdeal.fair.values import HASH_BYTES, ID_BYTES
from fairdeal.kernel import Duration
from fairdeal.play.fair.messages import PromiseSeeds
from fairdeal.play.fair.state import WINDOW, FairFacts, FairLog, Signer
from fairdeal.room.records import Seal
from fairdeal.runtime.ports import Entropy

_BLOCK: Final = 128
"""Secrets of a chain that are kept at a time."""


@dataclass(frozen=True, slots=True)
class FairPorts:
    """What tables that deal by the players' cut need from the room."""

    signer: Signer
    entropy: Entropy
    seal: Seal
    unseal: Seal
    audit: Seal | None = None  # seals played decks so that only two people can open them
    window: Duration = WINDOW

    def at(self, table: str) -> "FairSupply":
        """The supply of one table, by its id."""
        return FairSupply(self, FairFacts(id16(table), self.signer, self.window))

    def chains(self, table: str) -> "ChainSupply":
        """The secrets of the chains of one casino table or tournament, by its id."""
        return ChainSupply(self, table)

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


class SealedChain(Protocol):
    """A chain as it is stored: its number, its anchor, its last secret sealed, and its length."""

    @property
    def chain(self) -> int:
        """The number of the chain at its table or tournament."""

    @property
    def anchor(self) -> bytes:
        """What is published of it beforehand."""

    @property
    def sealed(self) -> bytes:
        """Its last secret, sealed."""

    @property
    def length(self) -> int:
        """How many secrets it has."""


class ChainSupply:
    """
    Secrets of the chains of one casino table, or of one tournament's lots.

    A chain is hashed through once, and one secret in each so many is kept; the block around the last one that was asked for is kept
    whole, so that a round costs one look at a list, and now and then a hundred hashes.
    """

    __slots__ = ("_block", "_chain", "_kept", "_ports", "_sealed", "_start", "_table")

    def __init__(self, ports: FairPorts, table: str) -> None:
        self._ports = ports
        self._table = table
        self._chain = 0
        self._sealed = b""
        self._kept: list[bytes] = []  # the last secret of each block
        self._block: list[bytes] = []
        self._start = -1

    def place(self, chain: int) -> bytes:
        """The 16 bytes that stand for a table and one of its chains: the table's own for its first."""
        return id16(self._table if chain == 1 else f"{self._table}/{chain}")

    def open(self, chain: int, length: int = CHAIN_LENGTH) -> NewChain:
        """A new chain, with its anchor and its last secret sealed."""
        assert length % _BLOCK == 0, length
        last, sealed = self._ports.new_secret(self._label(chain))
        return NewChain(self.place(chain), chain_back(last, length), sealed, length)

    def secret(self, fair: SealedChain, index: int) -> bytes:
        """The secret at a place of the table's chain."""
        assert 0 < index <= fair.length, index
        if (fair.chain, fair.sealed) != (self._chain, self._sealed):
            self._read(fair)
        start = (index - 1) // _BLOCK
        if start != self._start:
            self._block, self._start = chain_of(self._kept[start], _BLOCK - 1), start
        return self._block[(index - 1) % _BLOCK]

    def _read(self, fair: SealedChain) -> None:
        secret = self._ports.unseal(self._label(fair.chain), fair.sealed)
        kept = [secret]
        for _ in range(fair.length // _BLOCK - 1):
            kept.append(chain_back(kept[-1], _BLOCK))
        assert chain_back(kept[-1], _BLOCK) == fair.anchor, "the secret that was sealed is not that of the anchor"
        self._kept = kept[::-1]
        self._chain, self._sealed, self._start = fair.chain, fair.sealed, -1

    def pids(self, count: int) -> bytes:
        """Random bytes for the pids of so many players."""
        return self._ports.entropy.bytes(ID_BYTES * count)

    def _label(self, chain: int) -> str:
        return f"chain {self._table}/{chain}"
