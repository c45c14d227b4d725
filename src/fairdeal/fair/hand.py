"""
One hand of a table by PFP-1, as values that a table's machine keeps: locked, dealt, and ended or void.

Nothing here draws a number or signs: keys, seeds and the log before come in, hashes to be signed come out. `lock_hand` is called when
everybody's commitment is there, `deal_hand` with the seeds that were revealed, `end_hand` with the cards that everybody saw.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fairdeal.fair.dealing import board_cards, cards_of_place, is_clockwise
from fairdeal.fair.deck import Deck, Decks, Opening
from fairdeal.fair.messages import deal_digest, end_digest, lock_digest, log_after_hand, log_after_void, void_digest
from fairdeal.fair.mix import Cut, SeatSeed, commitment_to, cut_by, default_seed, mix_of
from fairdeal.fair.values import (
    BOARD_CARDS,
    CARDS,
    DEFAULT,
    HAND_MAX,
    HASH_BYTES,
    HOLE_CARDS_MAX,
    ID_BYTES,
    NOTHING,
    OWN,
    SEATS_MAX,
    UNREVEALED,
    BadProof,
    check_bytes,
    check_number,
)


class Participant(NamedTuple):
    """A player who is dealt in: the seat, the pid of this sitting, and the commitment; None: takes no part in the cut."""

    seat: int
    pid: bytes
    commitment: bytes | None


@dataclass(frozen=True, slots=True)
class Lock:
    """What everybody is told of a locked hand, and what is kept of it: enough to declare it void, and nothing that opens a card."""

    table: bytes
    hand: int
    roots: tuple[bytes, bytes]
    hole: int
    order: tuple[int, ...]
    seats: tuple[SeatSeed, ...]  # in the order of seats; seeds of those who take part are zeros
    before: bytes
    lock: bytes


@dataclass(frozen=True, slots=True)
class LockedHand:
    """A hand whose decks, players and order of dealing are fixed; `lock` is to be signed, durable, and then sent."""

    table: bytes
    hand: int
    decks: Decks
    hole: int
    order: tuple[int, ...]
    seats: tuple[SeatSeed, ...]  # in the order of seats; seeds of those who take part are still unknown
    before: bytes
    lock: bytes

    @property
    def roots(self) -> tuple[bytes, bytes]:
        """The roots of both decks."""
        return self.decks.roots

    def public(self) -> Lock:
        """What everybody may know of it: all but the decks."""
        return Lock(self.table, self.hand, self.roots, self.hole, self.order, self.seats, self.before, self.lock)

    def awaited(self) -> tuple[int, ...]:
        """The seats whose players are asked for their seeds now."""
        return tuple(each.seat for each in self.seats if each.flag == OWN)

    def accepts(self, seat: int, seed: bytes) -> bool:
        """Whether that is the seed which the player at a seat committed to."""
        found = next((each for each in self.seats if each.seat == seat), None)
        return (
            found is not None
            and found.flag == OWN
            and len(seed) == HASH_BYTES
            and commitment_to(self.table, self.hand, seat, found.pid, seed) == found.commitment
        )


@dataclass(frozen=True, slots=True)
class DealtHand:
    """A hand whose order of cards is fixed by the players' cut; `deal` is to be signed and sent before the first card."""

    locked: LockedHand
    seats: tuple[SeatSeed, ...]
    mix: bytes
    cut: Cut
    deal: bytes

    @property
    def played(self) -> Deck:
        """The deck that is dealt."""
        return self.locked.decks[self.cut.deck]

    @property
    def unused(self) -> Deck:
        """The deck that is opened whole when the hand ends."""
        return self.locked.decks[1 - self.cut.deck]

    @property
    def cards(self) -> tuple[int, ...]:
        """All 52 cards in the order in which they come off the deck, as `poker.HandOrder` takes them."""
        cards = self.played.cards
        return tuple([cards[place] for place in self.cut.places])

    @property
    def absent(self) -> tuple[int, ...]:
        """The seats that committed to a seed and did not reveal it."""
        return tuple(each.seat for each in self.seats if each.flag == UNREVEALED)

    def hole_cards(self, seat: int) -> range:
        """The numbers k of a seat's hole cards."""
        order = self.locked.order
        return cards_of_place(order.index(seat), len(order), self.locked.hole)

    def board(self, count: int = BOARD_CARDS) -> range:
        """The numbers k of the first cards of the board."""
        return board_cards(len(self.locked.order), self.locked.hole)[:count]

    def openings(self, cards: Collection[int]) -> tuple[Opening, ...]:
        """What shows those cards, by their numbers k: an owner's own, or those that everybody saw."""
        places = self.cut.places
        return tuple(self.played.opening(k, places[k]) for k in sorted(cards))


@dataclass(frozen=True, slots=True)
class EndedHand:
    """A hand that was played: what is published of it, and the log of the table after it; `end` is to be signed."""

    dealt: DealtHand
    openings: tuple[Opening, ...]  # of the cards that were opened to all
    end: bytes
    after: bytes


@dataclass(frozen=True, slots=True)
class VoidHand:
    """A locked hand that does not count: both decks are burnt; `void` is to be signed."""

    locked: Lock | LockedHand
    reason: int
    void: bytes
    after: bytes


def lock_hand(
    table: bytes,
    hand: int,
    decks: Decks,
    hole: int,
    order: Sequence[int],
    participants: Collection[Participant],
    before: bytes = NOTHING,
) -> LockedHand:
    """Fix a hand: decks, players in the order in which they are dealt to, and the table's log before it."""
    check_bytes(table, ID_BYTES, "a table")
    check_bytes(before, HASH_BYTES, "the log before")
    check_number(hand, HAND_MAX, "a hand's number")
    _check_order(order, participants, hole)
    seats = []
    for seat, pid, commitment in sorted(participants):
        check_bytes(pid, ID_BYTES, "a pid")
        if commitment is None:
            seed = default_seed(table, hand, seat, pid, decks.roots)
            seats.append(SeatSeed(seat, pid, DEFAULT, NOTHING, seed))
        else:
            check_bytes(commitment, HASH_BYTES, "a commitment")
            seats.append(SeatSeed(seat, pid, OWN, commitment, NOTHING))
    lock = lock_digest(table, hand, decks.roots, hole, seats, order, before)
    return LockedHand(table, hand, decks, hole, tuple(order), tuple(seats), before, lock)


def _check_order(order: Sequence[int], participants: Collection[Participant], hole: int) -> None:
    seats = sorted(each.seat for each in participants)
    if not 2 <= len(order) <= SEATS_MAX or not 1 <= hole <= HOLE_CARDS_MAX:
        raise BadProof("bad_order", f"{len(order)} players cannot be dealt {hole} cards each")
    if len(order) * hole + BOARD_CARDS > CARDS:
        raise BadProof("bad_order", f"a deck is too small for {len(order)} players with {hole} cards each")
    if sorted(order) != seats or not 0 <= seats[0] <= seats[-1] <= 255 or not is_clockwise(order):
        raise BadProof("bad_order", "the dealing order names every seat that is dealt in once, clockwise")


def deal_hand(locked: LockedHand, seeds: Mapping[int, bytes]) -> DealtHand:
    """
    Cut the decks by the seeds that were revealed, by seat.

    A seat whose seed is missing, or is not what it committed to, is dealt all the same; its flag says so, and zeros count.
    """
    seats = []
    for each in locked.seats:
        seed = seeds.get(each.seat)
        if each.flag != OWN:
            seats.append(each)
        elif seed is not None and locked.accepts(each.seat, seed):
            seats.append(each._replace(seed=seed))
        else:
            seats.append(each._replace(flag=UNREVEALED))
    mix = mix_of(locked.table, locked.hand, locked.decks.roots, seats)
    deal = deal_digest(locked.table, locked.hand, locked.lock, seats, mix)
    return DealtHand(locked, tuple(seats), mix, cut_by(mix), deal)


def end_hand(dealt: DealtHand, shown: Collection[int]) -> EndedHand:
    """End a hand; `shown` are the numbers k of the cards that were opened to all: the board as far as it came, and shown hands."""
    locked = dealt.locked
    most = len(locked.order) * locked.hole + BOARD_CARDS
    if any(not 0 <= k < most for k in shown):
        raise BadProof("bad_card", "only cards that were dealt can be opened")
    openings = dealt.openings(shown)
    cards = [(each.k, each.card) for each in openings]
    end = end_digest(locked.table, locked.hand, dealt.deal, dealt.unused.key, cards)
    return EndedHand(dealt, openings, end, log_after_hand(locked.before, locked.lock, dealt.deal, end))


def void_hand(locked: Lock | LockedHand, reason: int) -> VoidHand:
    """Declare a locked hand void (TIME-16), before or after its deal."""
    check_number(reason, 255, "a reason")
    void = void_digest(locked.table, locked.hand, locked.lock, reason)
    return VoidHand(locked, reason, void, log_after_void(locked.before, locked.lock, void))
