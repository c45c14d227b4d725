"""
What a table keeps of PFP-1: the log of its hands, who is who in it, and the hand that is locked.

`FairLog` is stored with the table. `FairPlay` is not: promises of players and the decks of a locked hand live as long as the
process, and a hand that was locked before a crash is void (TIME-16).
"""

from dataclasses import dataclass as frozen
from typing import Final, NamedTuple, Protocol

from fairdeal.fair import NOTHING, DealtHand, Lock, LockedHand
from fairdeal.kernel import Duration, Instant, PlayerId, RuleId, seconds
from fairdeal.kernel.values import dataclass

WINDOW: Final = Duration(seconds(3) // 2)
"""How long players have to reveal their seeds after a lock."""
MISSES_MAX: Final = 2
"""After so many promised seeds in a row that were not revealed, a player has the default until asking to take part again."""


class Signer(Protocol):
    """What the room signs with; the same message always has the same signature."""

    @property
    def public(self) -> bytes:
        """The public key that players pin."""
        ...

    def sign(self, message: bytes) -> bytes:
        """The signature of a message."""
        ...


@frozen(frozen=True, slots=True)
class FairFacts:
    """What a table that deals by PFP-1 is made with: its 16 bytes, the room's key, and the time to reveal seeds."""

    table: bytes
    signer: Signer
    window: Duration = WINDOW


class Pid(NamedTuple):
    """The 16 random bytes that stand for a player at this sitting."""

    player: PlayerId
    pid: bytes


class Promise(NamedTuple):
    """What a player committed to for one hand."""

    hand: int
    commitment: bytes


class SeatSeedTold(NamedTuple):
    """A seed as the player at a seat revealed it."""

    seat: int
    seed: bytes


@dataclass(frozen=True, slots=True)
class FairCounts:
    """What is published of a table's rates: hands, voids by their reason, and seeds by their flag."""

    hands: int = 0  # played to their end
    restarts: int = 0  # void because the whole room stopped
    stops: int = 0  # void because this table alone could not go on
    called_off: int = 0  # void because staff said so
    own: int = 0  # seeds of players' own that counted
    default: int = 0
    absent: int = 0  # promised and not revealed
    uncut: int = 0  # hands in which no own seed counted


@dataclass(frozen=True, slots=True)
class FairLog:
    """The stored part: the log of the table's hands with its counts, the pids of its players, and the lock of the open hand."""

    log: bytes = NOTHING
    pids: tuple[Pid, ...] = ()
    lock: Lock | None = None
    counts: FairCounts = FairCounts()

    def pid_of(self, player: PlayerId) -> bytes | None:
        """The pid of a player; None: has none yet."""
        return next((each.pid for each in self.pids if each.player == player), None)


@dataclass(frozen=True, slots=True)
class Pledge:
    """A player who takes part: promised seeds by hand, and how many promised ones in a row were not revealed."""

    player: PlayerId
    promises: tuple[Promise, ...]
    misses: int = 0

    def commitment_for(self, hand: int) -> bytes | None:
        """What the player committed to for a hand; None: nothing, or the player is dealt in with the default."""
        if self.misses >= MISSES_MAX:
            return None
        return next((each.commitment for each in self.promises if each.hand == hand), None)


@dataclass(frozen=True, slots=True)
class Locking:
    """A locked hand whose seeds are being revealed: dealt at `due` once all are there, and without those missing at `until`."""

    hand: LockedHand
    signature: bytes  # of the lock
    players: tuple[PlayerId, ...]  # in the order of dealing
    rule: RuleId  # how blinds and button were found
    due: Instant
    until: Instant
    seeds: tuple[SeatSeedTold, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether every seed that was promised is there."""
        return len(self.seeds) == len(self.hand.awaited())

    @property
    def deals_at(self) -> Instant:
        """When the hand is dealt, as things are now."""
        return self.due if self.is_complete else Instant(max(self.due, self.until))


@dataclass(frozen=True, slots=True)
class FairPlay:
    """The part that is never stored: who takes part, and the locked hand with its decks."""

    pledges: tuple[Pledge, ...] = ()
    locking: Locking | None = None

    def pledge_of(self, player: PlayerId) -> Pledge | None:
        """What a player promised; None: takes no part."""
        return next((each for each in self.pledges if each.player == player), None)


IDLE: Final = FairPlay()


@dataclass(frozen=True, slots=True)
class FairDeal:
    """A hand that was dealt by the players' cut, with the room's signatures of lock and deal; holds the deck, so it is never stored."""

    dealt: DealtHand
    signatures: tuple[bytes, bytes]

    def __repr__(self) -> str:
        """Without what it holds, so that lines about a hand stay short and no log ever has it."""
        return f"FairDeal(hand {self.dealt.locked.hand})"
