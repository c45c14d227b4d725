"""
The state of a dealer: the hand it was ordered to play, the one it plays, and the report it owes.

Stacks are the director's. Only what must survive a crash is stored: that a hand was opened, and how it ended. The order itself
is the director's too, and comes again.
"""

from fairdeal.kernel import HandId, Instant, PlayerId
from fairdeal.kernel.values import changed, dataclass
from fairdeal.play.fair.state import FairLog, FairPlay
from fairdeal.play.state import Dropped, Outcome, Running
from fairdeal.tournament.orders import HandAbandoned, HandPlayed, Place, PlayHand


@dataclass(frozen=True, slots=True)
class OpenDeal:
    """A hand that was opened and has not ended: what is kept of it while it is played."""

    hand: HandId
    number: int  # among all hands opened here, void ones included; records are numbered without a gap
    order: int  # number of the order
    attempt: int
    opened_at: Instant
    players: tuple[PlayerId, ...]  # in order of play
    commitment: bytes  # salted hash of the deck, or the hash of the lock of both decks
    edition: str  # content hash of the rulebook it is played under


@dataclass(frozen=True, slots=True)
class DealerTable:
    """The state of the dealer at one table of a tournament."""

    opened: int = 0  # hands opened so far
    ended: int = 0  # number of the last order that was played to its end
    open: OpenDeal | None = None
    report: HandPlayed | HandAbandoned | None = None  # not known to have arrived
    deals_from: Instant = Instant(0)  # not before: players look at the last hand
    closed: bool = False
    fair: FairLog | None = None  # of a table that deals by the players' cut
    # Never stored.
    fair_play: FairPlay | None = None
    order: PlayHand | None = (
        None  # the last one that came: to be dealt, being played, or played, with the stacks it left
    )
    away: frozenset[int] = frozenset()  # seats whose players fold at once in turn
    running: Running | None = None
    outcome: Outcome | None = None
    dropped: Dropped = ()
    paused_since: Instant | None = None
    waits_until: Instant = Instant(0)  # no deal before this while players are missing after an outage

    @property
    def due(self) -> PlayHand | None:
        """The order that waits to be dealt."""
        order = self.order
        waits = order is not None and self.open is None and order.number > self.ended and not self.closed
        return order if waits else None

    @property
    def is_locked(self) -> bool:
        """Whether a hand is locked whose players reveal their seeds."""
        return self.fair_play is not None and self.fair_play.locking is not None

    def place_of(self, player: PlayerId) -> Place | None:
        """A player's place in the last order."""
        if self.order is None:
            return None
        return next((place for place in self.order.places if place.player == player), None)


def durable(table: DealerTable) -> DealerTable:
    """The part of a dealer's state that snapshots keep."""
    return changed(
        table,
        order=None,
        away=frozenset(),
        running=None,
        outcome=None,
        dropped=(),
        paused_since=None,
        fair_play=None,
        waits_until=Instant(0),
    )
