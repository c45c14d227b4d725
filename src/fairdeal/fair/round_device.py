"""
A player's device at a casino table of the house's generator, or in the draw of a HexaPro game.

It pins what the house fixed beforehand, promises seeds, tells each only when it is asked for, and holds the house to what it said:
the proof must be of that anchor and of the lock that came before any seed, and a seed that was taken in time must count.
"""

from collections.abc import Callable

from fairdeal.fair.casino import locked_digest
from fairdeal.fair.device import Dispute
from fairdeal.fair.mix import commitment_to, players_seed
from fairdeal.fair.published_rounds import PublishedRound
from fairdeal.fair.values import HASH_BYTES, OWN
from fairdeal.fair.verify.rounds import verify_round


class RoundDevice:
    """One player at one table or in one game; `fixed` is the anchor, or what the draw's secret is committed by."""

    def __init__(
        self, place: bytes, seat: int, pid: bytes, fixed: bytes, draw: Callable[[int], bytes], text: str = ""
    ) -> None:
        """`draw` is the device's generator, `text` the player's own."""
        self.place, self.seat, self.pid, self.fixed = place, seat, pid, fixed
        self._draw, self._text = draw, text
        self._seeds: dict[int, bytes] = {}
        self._taken: set[int] = set()
        self._locks: dict[int, bytes] = {}

    def promise(self, number: int) -> bytes:
        """The commitment for a round, shoe or draw; the same again for the same one."""
        if number not in self._seeds:
            self._seeds[number] = players_seed(self._draw(HASH_BYTES), self._text, self.place, number, self.seat)
        return commitment_to(self.place, number, self.seat, self.pid, self._seeds[number])

    def locked(self, number: int, digest: bytes) -> None:
        """Keep the digest of a lock, before any seed is told; raises `Dispute` where that place is locked otherwise already."""
        if self._locks.setdefault(number, digest) != digest:
            raise Dispute("order_in_time", "a place is locked twice")

    def answer(self, number: int, commitment: bytes) -> bytes | None:
        """The seed to reveal for a lock that names this commitment; None: it is not this device's."""
        return self._seeds.get(number) if number in self._seeds and self.promise(number) == commitment else None

    def accepted(self, number: int) -> None:
        """The room has said that it took this player's seed in time: from now on it must count."""
        self._taken.add(number)

    def proven(self, proof: PublishedRound) -> None:
        """
        Take what was published.

        Raises `Dispute` where it is not proven, of another anchor or lock, or leaves out a seed that was taken.
        """
        found = verify_round(proof, anchor=self.fixed)
        if not found.passed:
            raise Dispute(found.failed[0], "the proof fails a check")
        lock = locked_digest(proof.place, proof.number, proof.players)
        if self._locks.pop(proof.number, lock) != lock:
            raise Dispute("order_in_time", "the proof is not of what was locked")
        own = next((each for each in proof.players if each.pid == self.pid), None)
        counts = own is not None and own.flag == OWN and own.seed == self._seeds.get(proof.number)
        is_void = proof.result is None and not proof.cards  # a stop may have lost what was told
        if proof.number in self._taken and not counts and not is_void:
            raise Dispute("seeds", "the seed that was told in time does not count")
        self._seeds = {number: seed for number, seed in self._seeds.items() if number > proof.number}
