"""
PFP-1 at a casino table that the program deals: its chain of secrets, the lock that is open, and the reader's own part.

Seeds are promised and revealed by `promiseSeeds` and `revealSeed`, as at a poker table; a place of the chain stands where a hand would,
and the seat is 0.
"""

from typing import Literal

from fairdeal.protocol.base import Wire
from fairdeal.protocol.table import TableChange


class CasinoLock(Wire, frozen=True):
    """
    A place of the chain that is locked; whoever promised a seed reveals it until `until`.

    `digest` fixes everybody and what each is committed to, of whom there may be hundreds; the proof lists them.
    """

    index: int
    draws: Literal["round", "shoe"]
    digest: str
    until: int


class CasinoShoeSeeds(Wire, frozen=True):
    """How many players the shoe on the table was shuffled with, and how many seeds were their own; its key is told when it is over."""

    index: int
    players: int
    own: int


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
    locked: str | None = None
    """The reader's commitment as the open lock has it; null: the lock has none of theirs."""
    among: bool = False
    """Whether a seed of the reader's own is among those of the shoe on the table."""


class SecretTold(TableChange, frozen=True):
    """
    A round was drawn, a shoe is over, or a lock came to nothing: its secret, and the hash of everybody's seeds.

    The whole of it, with so many players' seeds, is published at `/api/casino/tables/TABLE/proofs/NAME` from now on, where NAME is
    `proven` and `index` with a hyphen between them. It can be told by no other seeds than these.
    """

    proven: str
    index: int
    players: int
    seeds: str
    secret: str
