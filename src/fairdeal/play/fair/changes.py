"""What followers of a table are shown of PFP-1: the lock, the deal, the end; and to a player alone, the own cards opened."""

from collections.abc import Mapping
from typing import Final

from fairdeal.fair import Lock, Opening, PublishedHand, PublishedVoid, SeatSeed
from fairdeal.kernel import Instant, PlayerId
from fairdeal.kernel.values import dataclass
from fairdeal.play.changes import HandChange
from fairdeal.play.events import HandDealt
from fairdeal.play.fair.events import FairEvent, HandProven, PidsGiven, SeedsAwaited, VoidProven
from fairdeal.play.fair.state import FairDeal, FairFacts, FairLog, FairPlay, Promise
from fairdeal.play.state import Running

_PAST: Final = Instant(0)


@dataclass(frozen=True, slots=True)
class LockShown:
    """A hand is locked; seeds are taken until `until`, and cards come at `due` if all are there."""

    lock: Lock
    signature: bytes
    key: bytes
    due: Instant
    until: Instant


@dataclass(frozen=True, slots=True)
class CutShown:
    """The players' cut: every flag and seed, and what follows from them; before the first card."""

    hand: int
    seats: tuple[SeatSeed, ...]
    mix: bytes
    deck: int
    deal: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class ProofShown:
    """What is published of a hand that ended."""

    proof: PublishedHand


@dataclass(frozen=True, slots=True)
class VoidShown:
    """What is published of a void hand."""

    proof: PublishedVoid


@dataclass(frozen=True, slots=True)
class OwnOpenings:
    """What shows a player's own cards to be those of the locked deck and the cut; private to that player."""

    hand: int
    openings: tuple[Opening, ...]


@dataclass(frozen=True, slots=True)
class PartOffered:
    """A player's pid at this sitting, and the number of the next hand a seed can be promised for; private to that player."""

    table: bytes
    pid: bytes
    hand: int


@dataclass(frozen=True, slots=True)
class FairView:
    """PFP-1 at a table as one viewer sees it: the room's key, the open lock and cut, and the viewer's own part."""

    table: bytes
    key: bytes
    hand: int  # number of the next hand that can be promised for
    lock: LockShown | None = None
    cut: CutShown | None = None
    pid: bytes | None = None
    promised: tuple[Promise, ...] = ()  # what the viewer has committed to for coming hands
    openings: tuple[Opening, ...] = ()  # of the viewer's own cards


FairChange = LockShown | CutShown | ProofShown | VoidShown
OwnFairChange = OwnOpenings | PartOffered


def lock_shown(facts: FairFacts, event: SeedsAwaited) -> LockShown:
    """The public change for a lock."""
    return LockShown(event.hand.public(), event.signature, facts.signer.public, event.due, event.until)


def cut_shown(deal: FairDeal) -> CutShown:
    """The public change for a cut."""
    dealt = deal.dealt
    return CutShown(dealt.locked.hand, dealt.seats, dealt.mix, dealt.cut.deck, dealt.deal, deal.signatures[1])


def own_openings(deal: FairDeal, seat: int) -> OwnOpenings:
    """The private change for the player at a seat who was dealt cards."""
    dealt = deal.dealt
    return OwnOpenings(dealt.locked.hand, dealt.openings(dealt.hole_cards(seat)))


def proof_shown(event: HandProven | VoidProven) -> ProofShown | VoidShown:
    """The public change for the proof of a hand."""
    return ProofShown(event.proof) if isinstance(event, HandProven) else VoidShown(event.proof)


def parts_offered(facts: FairFacts, event: PidsGiven, opened: int) -> dict[PlayerId, tuple[OwnFairChange, ...]]:
    """The private changes for players who were given their pids; `opened` is the number of the last hand."""
    return {each.player: (PartOffered(facts.table, each.pid, opened + 1),) for each in event.pids}


def fair_change(facts: FairFacts | None, event: FairEvent) -> LockShown | ProofShown | VoidShown | None:
    """What an event of the cut shows to everybody; None: nothing."""
    match event:
        case SeedsAwaited():
            assert facts is not None
            return lock_shown(facts, event)
        case HandProven() | VoidProven():
            return proof_shown(event)
        case _:
            return None


def with_openings(
    event: HandDealt, found: Mapping[PlayerId, tuple[HandChange, ...]]
) -> dict[PlayerId, tuple[HandChange | OwnFairChange, ...]]:
    """Each player's private changes of a deal; where players cut the deck, with what shows the own cards to be those of the lock."""
    lineup = event.lineup
    deal = lineup.fair
    if deal is None:
        return {**found}
    return {
        player: (own_openings(deal, seat), *found[player])
        for seat, player in zip(lineup.seats, lineup.players, strict=True)
    }


def fair_view(
    facts: FairFacts, log: FairLog, play: FairPlay, running: Running | None, opened: int, viewer: PlayerId | None
) -> FairView:
    """PFP-1 at a table as a viewer may see it; `opened` is the number of the last hand."""
    locking = play.locking
    deal = None if running is None else running.lineup.fair
    lock = None
    if locking is not None:
        lock = LockShown(locking.hand.public(), locking.signature, facts.signer.public, locking.due, locking.until)
    elif deal is not None:  # for who comes back during the hand
        lock = LockShown(deal.dealt.locked.public(), deal.signatures[0], facts.signer.public, _PAST, _PAST)
    pledge = None if viewer is None else play.pledge_of(viewer)
    openings: tuple[Opening, ...] = ()
    if running is not None and deal is not None and viewer in running.lineup.players:
        seat = running.lineup.seats[running.lineup.players.index(viewer)]
        openings = own_openings(deal, seat).openings
    return FairView(
        facts.table,
        facts.signer.public,
        opened + 1,
        lock,
        None if deal is None else cut_shown(deal),
        None if viewer is None else log.pid_of(viewer),
        () if pledge is None else pledge.promises,
        openings,
    )
