"""What happens at a casino table that draws by PFP-1; no event holds a secret of the chain before it is told."""

from dataclasses import field
from typing import ClassVar

from fairdeal.casino.table.fair.state import ChainLock, KeyedShoe
from fairdeal.fair import PublishedRound, PublishedScans
from fairdeal.kernel import PlayerId
from fairdeal.kernel.values import dataclass
from fairdeal.play.fair.state import Pid, Promise


@dataclass(frozen=True, slots=True)
class ChainOpened:
    """A chain of secrets is fixed by its anchor from now on; its last secret is sealed."""

    durable: ClassVar[bool] = True

    chain: int
    place: bytes
    anchor: bytes
    sealed: bytes
    length: int


@dataclass(frozen=True, slots=True)
class CasinoPidsGiven:
    """Players were given the 16 bytes that stand for them during this visit; `gone` are players who visit no more."""

    durable: ClassVar[bool] = True

    pids: tuple[Pid, ...]
    gone: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class ChanceLocked:
    """A place of the chain is locked for a round whose bets are closed, or for a shoe."""

    durable: ClassVar[bool] = True

    lock: ChainLock


@dataclass(frozen=True, slots=True)
class ShoeKeyed:
    """The cards were shuffled by the locked place of the chain and these seeds; the key is told when the shoe is over."""

    durable: ClassVar[bool] = True

    keyed: KeyedShoe


@dataclass(frozen=True, slots=True)
class ChanceProven:
    """What is published of a round, a shoe, or a lock that came to nothing (`void`)."""

    durable: ClassVar[bool] = True

    proof: PublishedRound
    void: bool = False
    restarted: bool = False  # it is void because the room stopped


@dataclass(frozen=True, slots=True)
class CasinoSeedsPromised:
    """A player committed to seeds for coming places of the chain."""

    durable: ClassVar[bool] = False

    player: PlayerId
    promises: tuple[Promise, ...]


@dataclass(frozen=True, slots=True)
class CasinoSeedRevealed:
    """A player revealed the seed for the open lock; nobody else is told it before the result."""

    durable: ClassVar[bool] = False

    player: PlayerId
    seed: bytes


@dataclass(frozen=True, slots=True)
class ScanLogOpened:
    """The scanner's log of a live table has a new key for its salts, with a new shoe; stored sealed, and shown to nobody."""

    durable: ClassVar[bool] = True

    place: bytes
    key: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class ScansProven:
    """What is published of a live table's scanner after a round."""

    durable: ClassVar[bool] = True

    proof: PublishedScans


FairEvent = (
    ChainOpened
    | CasinoPidsGiven
    | ChanceLocked
    | ShoeKeyed
    | ChanceProven
    | CasinoSeedsPromised
    | CasinoSeedRevealed
    | ScanLogOpened
    | ScansProven
)
