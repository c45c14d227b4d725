"""
What a casino table keeps of PFP-1: its chain of secrets, the lock that is open, and shoes whose keys are not told yet.

`FairTable` is stored with the table; the chain's last secret lies there sealed. `FairPlay` is not stored: promises and seeds live as
long as the process, and a lock that was open when it ended is void.
"""

from collections import Counter
from typing import Final, NamedTuple, Self

from fairdeal.fair import NOTHING, CasinoSeed, ScanEntry
from fairdeal.fair.casino import SHOE_CARDS
from fairdeal.fair.values import CARDS
from fairdeal.kernel import Instant, PlayerId
from fairdeal.kernel.values import dataclass
from fairdeal.play.fair.state import FairCounts, Pid, Promise

CHAIN_LENGTH: Final = 16_384
"""How many secrets a chain has; after them a table opens another."""
SPARE: Final = 2
"""Secrets that are kept back for cards that run out within a round, when no chain can be opened."""
DEFAULT_ROUNDS: Final = 1_000
"""For so many rounds a player has the default who promised a seed and did not reveal it."""


class LockedPlayer(NamedTuple):
    """Somebody whose seed belongs to a round or shoe; without a commitment the player has the default."""

    player: PlayerId
    pid: bytes
    commitment: bytes  # empty: takes no part


class SeedTold(NamedTuple):
    """A seed as a player revealed it."""

    player: PlayerId
    seed: bytes


class Barred(NamedTuple):
    """A player who withheld a seed has the default up to and with that place of the chain."""

    player: PlayerId
    until: int


@dataclass(frozen=True, slots=True)
class ChainLock:
    """A place of the chain that is locked for a round or a shoe: who belongs to it, and until when seeds are taken."""

    index: int
    kind: str  # round or shoe
    round: int
    players: tuple[LockedPlayer, ...]
    until: Instant
    void: bool = False  # the room stopped meanwhile

    @property
    def awaited(self) -> frozenset[PlayerId]:
        """The players who promised a seed."""
        return frozenset(each.player for each in self.players if each.commitment)


@dataclass(frozen=True, slots=True)
class KeyedShoe:
    """A shoe whose key is not told yet: its place in the chain, and the seeds as they count."""

    index: int
    shoe: int
    seeds: tuple[CasinoSeed, ...]
    held: bytes = b""  # of a shoe of discards, how many of each card it holds

    @classmethod
    def of(cls, index: int, shoe: int, seeds: tuple[CasinoSeed, ...], cards: bytes) -> Self:
        """The shoe that is made of these cards: a whole one, or what was discarded."""
        counts = Counter(cards)
        held = b"" if len(cards) == SHOE_CARDS else bytes(counts[card] for card in range(CARDS))
        return cls(index, shoe, seeds, held)


@dataclass(frozen=True, slots=True)
class FairTable:
    """The stored part: the chain as it is published, its last secret sealed, who is who, and what is not told yet."""

    chain: int  # the number of the chain at this table
    place: bytes  # the 16 bytes that stand for table and chain
    anchor: bytes
    sealed: bytes
    length: int
    used: int = 0  # the last place of the chain that was locked; none is used twice
    pids: tuple[Pid, ...] = ()
    barred: tuple[Barred, ...] = ()
    lock: ChainLock | None = None
    shoes: tuple[KeyedShoe, ...] = ()
    counts: FairCounts = FairCounts()

    def pid_of(self, player: PlayerId) -> bytes | None:
        """The pid of a player; None: has none yet."""
        return next((each.pid for each in self.pids if each.player == player), None)

    def barred_until(self, player: PlayerId) -> int:
        """The last place of the chain for which a player has the default after a withheld seed; 0: none."""
        return next((each.until for each in self.barred if each.player == player), 0)


@dataclass(frozen=True, slots=True)
class ScanLog:
    """
    The log of a live table's scanner: its head, and the entries of the round that were not published yet.

    `before` is the log up to them, `down` are the places of entries whose cards lie face down, `count` numbers the salts of a key.
    """

    place: bytes  # the 16 bytes that stand for the table
    key: bytes  # that salts come from; stored sealed
    log: bytes = NOTHING
    before: bytes = NOTHING
    count: int = 0
    entries: tuple[ScanEntry, ...] = ()
    down: tuple[int, ...] = ()


class Pledge(NamedTuple):
    """What a player committed to for coming places of the chain."""

    player: PlayerId
    promises: tuple[Promise, ...]

    def commitment_for(self, index: int) -> bytes:
        """What the player committed to; empty: nothing."""
        return next((each.commitment for each in self.promises if each.hand == index), b"")


@dataclass(frozen=True, slots=True)
class FairPlay:
    """The part that is never stored: promises, and seeds for the open lock."""

    pledges: tuple[Pledge, ...] = ()
    seeds: tuple[SeedTold, ...] = ()

    def pledge_of(self, player: PlayerId) -> Pledge | None:
        """What a player promised; None: nothing."""
        return next((each for each in self.pledges if each.player == player), None)


IDLE: Final = FairPlay()
