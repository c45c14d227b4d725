"""How a deck is locked before anybody sees a card, so that everybody can check afterwards that it was not changed."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from fairdeal.cards import CARD_COUNT
from fairdeal.play.state import Running

_COMMITMENT: Final = b"fairdeal deck 1\0"


def deck_commitment(deck: Sequence[int], salt: bytes) -> bytes:
    """What is published of a deck when a hand opens; with deck and salt anybody can check it afterwards."""
    assert len(deck) == len(set(deck)) == CARD_COUNT, "every hand has a whole deck (CASH-08)"
    return sha256(_COMMITMENT + salt + bytes(deck)).digest()


def locked_deck(running: Running | None) -> bytes:
    """Salt and deck, as they were locked when the hand was opened: what its commitment can be checked with."""
    return b"" if running is None else running.lineup.salt + bytes(running.hand.order.deck)
