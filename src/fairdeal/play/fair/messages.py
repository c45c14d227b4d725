"""Commands of PFP-1 at a poker table: what players' clients send, and the timer that deals."""

from fairdeal.kernel import PlayerId
from fairdeal.kernel.values import dataclass
from fairdeal.play.fair.state import Promise


@dataclass(frozen=True, slots=True)
class PromiseSeeds:
    """
    Take part in the cut of coming hands; after seeds that were not revealed, this asks to take part again.

    The runtime fills in a pid; who has none here yet is given it, and promises with it.
    """

    player: PlayerId
    promises: tuple[Promise, ...]
    pid: bytes | None = None


@dataclass(frozen=True, slots=True)
class RevealSeed:
    """The seed for the locked hand of that number, with promises for the hands to come."""

    player: PlayerId
    hand: int
    seed: bytes
    promises: tuple[Promise, ...] = ()


@dataclass(frozen=True, slots=True)
class DealLocked:
    """Deal the locked hand of that number with the seeds that are there."""

    hand: int


FairCommand = PromiseSeeds | RevealSeed | DealLocked
