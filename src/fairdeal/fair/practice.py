"""A practice table that deals by the protocol to one person: two decks locked, that person's number in the cut, every deal checked."""

from collections.abc import Callable, Sequence
from typing import Final, Protocol

from fairdeal.fair.deck import make_decks
from fairdeal.fair.device import Device, Dispute
from fairdeal.fair.hand import DealtHand, Participant, deal_hand, end_hand, lock_hand
from fairdeal.fair.published import PublishedHand, publish_hand
from fairdeal.fair.values import HASH_BYTES, ID_BYTES, NOTHING
from fairdeal.fair.verify.verification import VerifySignature

YOU: Final = 0
"""The seat of the person; all others take no part, and have the default."""


class Signer(Protocol):
    """What the table signs with."""

    @property
    def public(self) -> bytes:
        """The public key."""
        ...

    def sign(self, message: bytes) -> bytes:
        """The signature of a message."""
        ...


class PracticeCut:
    """Locks and deals hands to one person's device, and lets that device check them."""

    def __init__(
        self, draw: Callable[[int], bytes], signer: Signer, signature: VerifySignature, text: str = ""
    ) -> None:
        """`draw` gives random bytes; `text` is mixed into the person's numbers."""
        self._draw, self._signer = draw, signer
        self._table = draw(ID_BYTES)
        self._device = Device(self._table, YOU, draw(ID_BYTES), draw, signature, signer.public, text)
        self._before = NOTHING
        self._dealt: DealtHand | None = None

    def deal(self, hand: int, order: Sequence[int], hole: int) -> Sequence[int]:
        """Lock two decks, let the device cut, and return the cards as they come off the deck."""
        device, draw = self._device, self._draw
        decks = make_decks(self._table, hand, (draw(HASH_BYTES), draw(HASH_BYTES)))
        others = [Participant(seat, draw(ID_BYTES), None) for seat in sorted(order) if seat != YOU]
        players = [Participant(YOU, device.pid, device.promise(hand)), *others]
        locked = lock_hand(self._table, hand, decks, hole, order, players, self._before)
        seed = device.answer(locked.public(), self._signer.sign(locked.lock))
        assert seed is not None, "the lock has the device's own promise"
        device.accepted(hand)
        dealt = deal_hand(locked, {YOU: seed})
        device.cut(hand, dealt.seats, dealt.mix, dealt.deal, self._signer.sign(dealt.deal))
        self._dealt = dealt
        return dealt.cards

    def check(self, board: int, shown: Sequence[int]) -> tuple[PublishedHand, Dispute | None]:
        """The person's copy of the proof of the hand that is over, and what the device found wrong; `shown` are seats that showed."""
        dealt = self._dealt
        assert dealt is not None, "a hand was dealt"
        opened = [k for seat in shown for k in dealt.hole_cards(seat)]
        ended = end_hand(dealt, {*dealt.board(board), *opened})
        signatures = [self._signer.sign(each) for each in (dealt.locked.lock, dealt.deal, ended.end)]
        proof = publish_hand(ended, signatures, self._signer.public, dealt.hole_cards(YOU))
        self._before = ended.after
        try:
            self._device.ended(proof)
        except Dispute as wrong:
            return proof, wrong
        return proof, None
