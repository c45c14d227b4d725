"""The commitment to a deck: published before the deal, so that everybody can verify afterwards that the deck was not changed."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from fairdeal.cards import CARD_COUNT
from fairdeal.play.state import Running

_COMMITMENT: Final = b"fairdeal deck 1\0"


def deck_commitment(deck: Sequence[int], salt: bytes) -> bytes:
    """The salted hash of a deck, published when a hand opens; with deck and salt anybody can verify it afterwards."""
    assert len(deck) == len(set(deck)) == CARD_COUNT, "every hand has a whole deck (CASH-08)"
    return sha256(_COMMITMENT + salt + bytes(deck)).digest()


def locked_deck(running: Running | None) -> bytes:
    """The salt and deck of a hand as bytes, to verify its commitment with; empty without a hand."""
    return b"" if running is None else running.lineup.salt + bytes(running.hand.order.deck)
