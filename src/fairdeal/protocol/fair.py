"""
Dealing by the players' cut (PFP-1) on the wire: the lock, the cut, the end; and what one player alone is told.

Bytes are hexadecimal digits. What is signed and how it is verified is in the page about fair dealing.
"""

from fairdeal.protocol.base import Wire


class LockedSeat(Wire, frozen=True):
    """A seat that is dealt in: `flag` 1 has promised a seed, 2 has the default."""

    seat: int
    pid: str
    flag: int
    commitment: str


class CutSeat(Wire, frozen=True):
    """A seat as it counts in the cut: `flag` 1 own seed, 2 default, 0 promised and not revealed."""

    seat: int
    flag: int
    seed: str


class CardOpening(Wire, frozen=True):
    """What shows a card to be in the locked deck: the `k`-th off the deck, which lies at place `i`."""

    k: int
    i: int
    card: int
    salt: str
    path: tuple[str, ...]


class PromisedSeed(Wire, frozen=True):
    """What the reader has promised for one hand, from whichever device."""

    hand: int
    commitment: str


class FairChange(Wire, frozen=True, tag_field="kind", tag=lambda name: name[0].lower() + name[1:]):
    """Base of the changes of a table that deals by the players' cut."""


class FairLocked(FairChange, frozen=True):
    """
    The next hand is locked; who has flag 1 reveals the seed until `until`. Cards come at `due` if all seeds are there.

    In a whole table it also stands for the hand that is being played; then both times are 0.
    """

    hand: int
    roots: tuple[str, ...]
    hole: int
    order: tuple[int, ...]
    seats: tuple[LockedSeat, ...]
    before: str
    lock: str
    signature: str
    key: str
    due: int
    until: int


class FairDealt(FairChange, frozen=True):
    """The players' cut, before the first card: `deck` is played."""

    hand: int
    seats: tuple[CutSeat, ...]
    mix: str
    deck: int
    deal: str
    signature: str


class FairEnded(FairChange, frozen=True):
    """The hand is over: the key of the deck that was not played, and the cards that everybody saw, opened."""

    hand: int
    unused_key: str
    openings: tuple[CardOpening, ...]
    end: str
    after: str
    signature: str


class FairVoided(FairChange, frozen=True):
    """The locked hand is void: 1 the room restarted, 2 this table stopped, 3 staff called it off. Both decks are burnt."""

    hand: int
    reason: int
    void: str
    after: str
    signature: str


class FairOpened(FairChange, frozen=True):
    """The reader's own cards, opened."""

    hand: int
    openings: tuple[CardOpening, ...]


class FairPart(FairChange, frozen=True):
    """The reader may take part in the cut from the hand of that number on, as `pid`."""

    table: str
    pid: str
    hand: int


class Fair(Wire, frozen=True):
    """The players' cut at a table, as one viewer sees it; `table` are the 16 bytes that stand for it in proofs."""

    table: str
    key: str
    hand: int
    locked: FairLocked | None = None
    dealt: FairDealt | None = None
    pid: str | None = None
    promised: tuple[PromisedSeed, ...] = ()
    openings: tuple[CardOpening, ...] = ()


FairPublic = FairLocked | FairDealt | FairEnded | FairVoided
FairOwn = FairOpened | FairPart
