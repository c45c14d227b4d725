"""What hand records of all games have in common."""

from collections.abc import Callable
from typing import Final, NamedTuple

from fairdeal.cards import CARD_COUNT
from fairdeal.play.deck import locked_deck
from fairdeal.play.state import Running

SALT_BYTES: Final = 16
VOID_RECORD: Final = b"\0"
"""The public part of the record of a voided hand; only its number is kept."""

Seal = Callable[[str, bytes], bytes]
"""Encrypts or decrypts secret bytes, bound to a label."""

_CUT: Final = b"dealt by PFP-1\0\0"
"""Stands where other hands have the salt of their deck; sixteen random bytes are never these."""
_KEY_BYTES: Final = 32
_HEAD: Final = SALT_BYTES + CARD_COUNT  # what a hand was locked with comes before its cards


class Sealed(NamedTuple):
    """What is sealed of a hand: the cards that were not shown, and where players cut the deck, the key of the played one."""

    cards: bytes
    key: bytes | None


def to_seal(running: Running | None, cards: bytes) -> bytes:
    """The bytes to seal of a hand: its deck, how it was locked, and the cards that were not shown."""
    fair = None if running is None else running.lineup.fair
    if running is None or fair is None:
        return locked_deck(running) + cards
    return _CUT + bytes(running.hand.order.deck) + fair.dealt.played.key + cards


def from_sealed(opened: bytes) -> Sealed:
    """What was sealed of a hand that was played."""
    rest = opened[_HEAD:]
    if opened[:SALT_BYTES] != _CUT:
        return Sealed(rest, None)
    return Sealed(rest[_KEY_BYTES:], rest[:_KEY_BYTES])
