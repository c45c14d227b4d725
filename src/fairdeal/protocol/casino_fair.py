"""
PFP-1 at a casino table that the program deals: its chain of secrets, the lock that is open, and the reader's own part.

Seeds are promised and revealed by `promiseSeeds` and `revealSeed`, as at a poker table; a place of the chain stands where a hand would,
and the seat is 0.
"""

from typing import Literal

from fairdeal.protocol.base import Wire
from fairdeal.protocol.table import TableChange


class CasinoSeat(Wire, frozen=True):
    """A player of a lock or a shoe: `flag` 1 has promised a seed, or it counted; 2 has the default; 0 promised and did not reveal."""

    pid: str
    flag: int
    commitment: str


class CasinoLock(Wire, frozen=True):
    """A place of the chain that is locked; who has flag 1 reveals the seed until `until`."""

    index: int
    draws: Literal["round", "shoe"]
    players: tuple[CasinoSeat, ...]
    until: int


class CasinoShoeSeeds(Wire, frozen=True):
    """Whose seeds the shoe on the table was shuffled with; its key is told when it is over."""

    index: int
    players: tuple[CasinoSeat, ...]


class CasinoFair(Wire, frozen=True):
    """
    The chain of a table: what its secrets are fixed by since it was opened, and how far it is used.

    `proven` are the 16 bytes that stand for table and chain in proofs; `next` is the next place that a seed can be promised for.
    """

    proven: str
    anchor: str
    length: int
    next: int
    lock: CasinoLock | None = None
    shoe: CasinoShoeSeeds | None = None


class CasinoOwnFair(Wire, frozen=True):
    """The reader's part: the 16 bytes that stand for them during this visit, and for which places of the chain they promised seeds."""

    pid: str
    promised: tuple[int, ...] = ()
    default_until: int = 0
    """After a seed that was withheld, the last place of the chain with the default; 0: none."""


class ChanceProven(TableChange, frozen=True):
    """A round was drawn, a shoe is over, or a lock came to nothing: what is published of it, as verifiers read it."""

    proof: str
