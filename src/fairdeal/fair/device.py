"""
A player's device: makes seeds, answers locks, and holds the room to what it said while the hand is played.

A published proof cannot show what came first. The device can: it received the lock before it told its seed, and knows which seed it
told. It keeps what it was sent of the running hand, and says which step fails.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from fairdeal.fair.deck import Opening, root_of_opening
from fairdeal.fair.hand import Lock
from fairdeal.fair.messages import deal_digest, lock_digest
from fairdeal.fair.mix import Cut, SeatSeed, commitment_to, cut_by, mix_of, players_seed
from fairdeal.fair.published import PublishedHand, PublishedVoid
from fairdeal.fair.values import HASH_BYTES, OWN, UNREVEALED
from fairdeal.fair.verify.hand import verify_hand, verify_void
from fairdeal.fair.verify.verification import VerifySignature

AHEAD: Final = 3
"""How many hands ahead a device promises seeds: the next one, and two spare ones."""


class Dispute(Exception):
    """What the room said does not fit; `step` is the stable name of the check that failed."""

    def __init__(self, step: str, told: str) -> None:
        self.step = step
        super().__init__(told)


class Device:
    """One sitting of a player at a table that deals by PFP-1."""

    def __init__(
        self,
        table: bytes,
        seat: int,
        pid: bytes,
        draw: Callable[[int], bytes],
        signature: VerifySignature,
        key: bytes,
        text: str = "",
    ) -> None:
        """`draw` is the device's generator, `key` the room's as the player knows it, `text` the player's own."""
        self.table, self.seat, self.pid = table, seat, pid
        self._draw, self._signature, self._key, self._text = draw, signature, key, text
        self._seeds: dict[int, bytes] = {}
        self._lock: Lock | None = None
        self._told: bytes | None = None  # the seed that the room took in time for the lock
        self._seats: tuple[SeatSeed, ...] | None = None
        self._cut: Cut | None = None
        self._last: tuple[int, bytes] | None = None  # number and log after the last hand that was seen

    # ---- taking part

    def promise(self, hand: int) -> bytes:
        """The commitment for a hand; the same again for the same hand."""
        if hand not in self._seeds:
            self._seeds[hand] = players_seed(self._draw(HASH_BYTES), self._text, self.table, hand, self.seat)
        return commitment_to(self.table, hand, self.seat, self.pid, self._seeds[hand])

    def promised(self, hand: int, commitment: bytes) -> bool:
        """Whether that is what this device promised for a hand."""
        return hand in self._seeds and self.promise(hand) == commitment

    def withdraw(self, hands: Iterable[int]) -> None:
        """The room did not take what was promised for these hands: another device of this player takes part."""
        for hand in hands:
            self._seeds.pop(hand, None)

    def answer(self, lock: Lock, signature: bytes) -> bytes | None:
        """
        The seed to reveal for a lock; None: this device's seed is not asked for.

        The seed is told only to a lock that is right in itself, and only once: a second lock of the same hand is a dispute.
        """
        digest = lock_digest(lock.table, lock.hand, lock.roots, lock.hole, lock.seats, lock.order, lock.before)
        if (lock.table, digest) != (self.table, lock.lock):
            raise Dispute("lock", "the lock is not the hash of what it names")
        if not self._signature(self._key, lock.lock, signature):
            raise Dispute("signatures", "the room did not sign the lock")
        if self._lock is not None and lock.hand <= self._lock.hand and lock != self._lock:
            raise Dispute("order_in_time", "a hand was locked again after it had been locked")
        if self._last is not None and self._last[0] + 1 == lock.hand and self._last[1] != lock.before:
            raise Dispute("log", "the log does not go on where the hand before left it")
        own = next((each for each in lock.seats if each.seat == self.seat and each.pid == self.pid), None)
        self._lock, self._seats, self._cut, self._told = lock, None, None, None
        if own is None or own.flag != OWN:
            return None
        seed = self._seeds.get(lock.hand)
        if seed is None:
            return None  # another device of this player promised it
        if own.commitment != self.promise(lock.hand):
            raise Dispute("seeds", "the lock names a commitment that is not this player's")
        return seed

    def accepted(self, hand: int) -> None:
        """The room has said that it took this player's seed for the locked hand in time: from now on it must count."""
        if self._lock is not None and self._lock.hand == hand:
            self._told = self._seeds.get(hand)

    # ---- holding the room to it

    def cut(self, hand: int, seats: Sequence[SeatSeed], mix: bytes, deal: bytes, signature: bytes) -> None:
        """Take the deal; raises `Dispute` where it changes what was locked, or leaves out the seed that was told in time."""
        lock = self._lock
        if lock is None or lock.hand != hand:
            raise Dispute("order_in_time", "a hand was dealt that was not locked")
        if self._seats is not None and self._seats != tuple(seats):
            raise Dispute("order_in_time", "a hand was dealt again after it had been dealt")
        fixed = [(each.seat, each.pid, each.commitment) for each in lock.seats]
        if fixed != [(each.seat, each.pid, each.commitment) for each in seats]:
            raise Dispute("deal", "other players or commitments are dealt in than were locked")
        own = next((each for each in seats if each.seat == self.seat), None)
        if self._told is not None and (own is None or own.flag == UNREVEALED or own.seed != self._told):
            raise Dispute("seeds", "the seed that was told in time does not count")
        if mix != mix_of(lock.table, hand, lock.roots, seats) or deal != deal_digest(
            lock.table, hand, lock.lock, seats, mix
        ):
            raise Dispute("cut", "the cut does not follow from the locked decks and the seeds")
        if not self._signature(self._key, deal, signature):
            raise Dispute("signatures", "the room did not sign the deal")
        self._seats, self._cut = tuple(seats), cut_by(mix)

    def opened(self, hand: int, openings: Iterable[Opening]) -> None:
        """Take the openings of the own cards; raises `Dispute` where one did not lie in the locked deck where the cut took it."""
        lock, cut = self._lock, self._cut
        if lock is None or lock.hand != hand:
            return  # its lock was never seen here; the proof of the hand is verified all the same
        if cut is None:
            raise Dispute("order_in_time", "cards were opened before the hand was dealt")
        root = lock.roots[cut.deck]
        for each in openings:
            if each.i != cut.places[each.k] or root_of_opening(lock.table, hand, cut.deck, each) != root:
                raise Dispute("cards", "an own card did not lie in the locked deck where the cut took it")

    def ended(self, proof: PublishedHand) -> None:
        """Take what was published of the hand; raises `Dispute` where it is not proven, or not the hand that was seen."""
        lock = self._lock
        if lock is not None and lock.hand == proof.hand:
            seen = (lock.lock, lock.roots, lock.before)
            if seen != (proof.lock, proof.roots, proof.before):
                raise Dispute("order_in_time", "the proof is of another lock than was sent before the seeds")
            if self._seats is not None and self._seats != proof.seats:
                raise Dispute("order_in_time", "the proof is of another deal than was sent before the cards")
        found = verify_hand(proof, signature=self._signature, room_key=self._key)
        if not found.passed:
            raise Dispute(found.failed[0], "the proof fails a check")
        self._over(proof.hand, proof.after)

    def void(self, proof: PublishedVoid) -> None:
        """Take what was published of a void hand."""
        found = verify_void(proof, signature=self._signature, room_key=self._key)
        if not found.passed:
            raise Dispute(found.failed[0], "the proof of the void hand fails a check")
        self._over(proof.hand, proof.after)

    def _over(self, hand: int, after: bytes) -> None:
        self._last = hand, after
        self._seeds = {number: seed for number, seed in self._seeds.items() if number > hand}
