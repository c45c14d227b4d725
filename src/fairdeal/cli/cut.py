"""The players' cut at a practice table in the terminal: two decks locked, your own number, and the check of every deal."""

from collections.abc import Callable, Sequence
from typing import IO, Final

from fairdeal.fair import (
    NOTHING,
    DealtHand,
    Device,
    Dispute,
    Participant,
    deal_hand,
    end_hand,
    lock_hand,
    make_decks,
    proof_text,
    publish_hand,
)
from fairdeal.runtime.signing import RoomKey, is_signed

YOU: Final = 0
"""The seat of the person at the terminal; all others take no part, and have the default."""


class OwnCut:
    """Locks and deals hands by PFP-1 to one person's device, and lets that device check them."""

    def __init__(self, draw: Callable[[int], bytes], text: str = "", proofs: IO[str] | None = None) -> None:
        """`draw` gives random bytes; `text` is mixed into the person's numbers; `proofs` takes own copies, one a line."""
        self._draw, self._proofs = draw, proofs
        self._key = RoomKey(draw(32))
        self._table = draw(16)
        self._device = Device(self._table, YOU, draw(16), draw, is_signed, self._key.public, text)
        self._before = NOTHING
        self._dealt: DealtHand | None = None

    def deal(self, hand: int, order: Sequence[int], hole: int) -> Sequence[int]:
        """Lock two decks, let the device cut, and return the cards as they come off the deck."""
        device = self._device
        decks = make_decks(self._table, hand, (self._draw(32), self._draw(32)))
        others = [Participant(seat, self._draw(16), None) for seat in sorted(order) if seat != YOU]
        players = [Participant(YOU, device.pid, device.promise(hand)), *others]
        locked = lock_hand(self._table, hand, decks, hole, order, players, self._before)
        seed = device.answer(locked.public(), self._key.sign(locked.lock))
        assert seed is not None, "the lock has the device's own promise"
        device.accepted(hand)
        dealt = deal_hand(locked, {YOU: seed})
        device.cut(hand, dealt.seats, dealt.mix, dealt.deal, self._key.sign(dealt.deal))
        self._dealt = dealt
        return dealt.cards

    def check(self, board: int, shown: Sequence[int]) -> str:
        """Check the hand that is over, and say in a line what was found; `shown` are the seats whose cards everybody saw."""
        dealt = self._dealt
        assert dealt is not None, "a hand was dealt"
        opened = [k for seat in shown for k in dealt.hole_cards(seat)]
        ended = end_hand(dealt, {*dealt.board(board), *opened})
        signatures = [self._key.sign(each) for each in (dealt.locked.lock, dealt.deal, ended.end)]
        proof = publish_hand(ended, signatures, self._key.public, dealt.hole_cards(YOU))
        self._before = ended.after
        if self._proofs is not None:
            self._proofs.write(f"{proof_text(proof)}\n")
        try:
            self._device.ended(proof)
        except Dispute as wrong:
            return f"check failed at {wrong.step}: {wrong}"
        return f"checked: your number was in the cut, deck {2 - dealt.cut.deck} was opened whole, {len(proof.openings)} cards fit"
