"""Commands of PFP-1 at a casino table; all but those of players come from timers, and the runtime fills in secrets and random bytes."""

from dataclasses import field

from fairdeal.fair import NewChain
from fairdeal.kernel.values import dataclass
from fairdeal.play.fair.messages import PromiseSeeds, RevealSeed


@dataclass(frozen=True, slots=True)
class OpenChain:
    """Open the chain of that number; `pids` are for those who are at the table and have none."""

    chain: int
    made: NewChain | None = None
    pids: bytes = b""


@dataclass(frozen=True, slots=True)
class LockChance:
    """Lock the place of the chain with that index for the round or shoe that needs it; `pids` are for players who have none."""

    index: int
    pids: bytes | None = None


@dataclass(frozen=True, slots=True)
class TellSecrets:
    """Publish the keys of shoes that are over, or of a lock that came to nothing; the runtime fills in the secrets by index."""

    chain: int
    indices: tuple[int, ...]
    secrets: tuple[bytes, ...] | None = field(default=None, repr=False)


FairCommand = OpenChain | LockChance | TellSecrets | PromiseSeeds | RevealSeed
