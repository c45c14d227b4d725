"""
What happens at a table that deals by PFP-1.

The durable ones say all that must be known after a crash, and hold no card and no key of a played deck. The others live as long as
the process.
"""

from typing import ClassVar

from fairdeal.fair import Lock, LockedHand, PublishedHand, PublishedVoid
from fairdeal.kernel import Instant, PlayerId, RuleId
from fairdeal.kernel.values import dataclass
from fairdeal.play.fair.state import Pid, Promise


@dataclass(frozen=True, slots=True)
class PidsGiven:
    """Players were given the 16 bytes that stand for them at this sitting; `gone` are players who sit here no more."""

    durable: ClassVar[bool] = True

    pids: tuple[Pid, ...]
    gone: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class HandLocked:
    """The open hand is locked: both decks, its players and their commitments are fixed, and signed by the room."""

    durable: ClassVar[bool] = True

    lock: Lock
    signature: bytes
    key: bytes


@dataclass(frozen=True, slots=True)
class HandProven:
    """What is published of the hand that ended."""

    durable: ClassVar[bool] = True

    proof: PublishedHand


@dataclass(frozen=True, slots=True)
class VoidProven:
    """What is published of the hand that was void."""

    durable: ClassVar[bool] = True

    proof: PublishedVoid


@dataclass(frozen=True, slots=True)
class SeedsAwaited:
    """A locked hand waits for its players' seeds; `hand` holds both decks, so this is never stored or sent."""

    durable: ClassVar[bool] = False

    hand: LockedHand
    signature: bytes
    players: tuple[PlayerId, ...]
    rule: RuleId
    due: Instant
    until: Instant

    @property
    def is_complete(self) -> bool:
        """Whether nobody's seed is awaited."""
        return not self.hand.awaited()


@dataclass(frozen=True, slots=True)
class SeedsPromised:
    """A player committed to seeds for coming hands; `anew` after seeds that were not revealed."""

    durable: ClassVar[bool] = False

    player: PlayerId
    promises: tuple[Promise, ...]
    anew: bool


@dataclass(frozen=True, slots=True)
class SeedRevealed:
    """A player revealed the seed for the locked hand; nobody else is told it before the deal."""

    durable: ClassVar[bool] = False

    seat: int
    player: PlayerId
    seed: bytes


FairEvent = PidsGiven | HandLocked | HandProven | VoidProven | SeedsAwaited | SeedsPromised | SeedRevealed
