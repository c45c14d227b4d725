"""Commands of a dealer: the director's (`orders`), those of every table (`play.messages`), and timers."""

from fairdeal.fair import Decks
from fairdeal.kernel import Instant, PlayerId, RuleId
from fairdeal.kernel.values import dataclass
from fairdeal.play.fair.messages import DealLocked, PromiseSeeds, RevealSeed
from fairdeal.play.messages import (
    Act,
    Disconnected,
    GiveTimeBack,
    PauseClocks,
    Reconnected,
    ResumeClocks,
    TurnExpired,
    VoidHand,
)
from fairdeal.tournament.orders import DealerCommand


@dataclass(frozen=True, slots=True)
class DealHand:
    """
    Deal the ordered hand; deck, salt, chance and who is not connected are filled in by the runtime.

    At a table that deals by the players' cut it fills in two locked decks, and bytes for pids, in place of deck and salt.
    """

    number: int
    attempt: int
    deck: tuple[int, ...] | None = None
    salt: bytes | None = None
    chance: bytes | None = None  # for the hand's id
    missing: frozenset[PlayerId] | None = None
    decks: Decks | None = None
    pids: bytes = b""  # entropy for players who have no pid yet


@dataclass(frozen=True, slots=True)
class RecoverDeal:
    """The first command after a crash: the open hand is void, and players get time to come back (MTT-50, X-143)."""

    until: Instant  # nothing is dealt before
    rule: RuleId
    alone: bool = False  # only this table stopped


DealCommand = (
    DealerCommand
    | DealHand
    | RecoverDeal
    | DealLocked
    | PromiseSeeds
    | RevealSeed
    | Act
    | TurnExpired
    | Disconnected
    | Reconnected
    | PauseClocks
    | ResumeClocks
    | GiveTimeBack
    | VoidHand
)
