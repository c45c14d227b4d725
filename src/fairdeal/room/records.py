"""What hand records of all games have in common."""

from collections.abc import Callable
from typing import Final, NamedTuple

from fairdeal.cards import CARD_COUNT
from fairdeal.fair import Opening
from fairdeal.fair.values import HASH_BYTES
from fairdeal.play.deck import locked_deck
from fairdeal.play.state import Running

SALT_BYTES: Final = 16
VOID_RECORD: Final = b"\0"
"""The public part of the record of a voided hand; only its number is kept."""

Seal = Callable[[str, bytes], bytes]
"""Encrypts or decrypts secret bytes, bound to a label."""

_CUT: Final = b"dealt by PFP-1\0\0"
"""Stands where other hands have the salt of their deck; sixteen random bytes are never these."""
_AUDITED: Final = b"audited PFP-1\0\0\0"
"""The same of a hand whose deck is in a box for the audit key."""
_KEY_BYTES: Final = 32
_SIZE_BYTES: Final = 4
_OPENING_BYTES: Final = 3 + HASH_BYTES * (1 + 6)  # place, card, salt and six nodes
_HEAD: Final = SALT_BYTES + CARD_COUNT  # what a hand was locked with comes before its cards


class Sealed(NamedTuple):
    """
    What is sealed of a hand: the cards that were not shown, and where players cut the deck, how the played one is opened.

    Without an audit key that is the deck's key. With one, the deck and its key are in a box that two people can open, and the openings
    of dealt cards are kept beside it, for their owners' copies.
    """

    cards: bytes
    key: bytes | None = None
    box: bytes | None = None
    openings: tuple[Opening, ...] = ()


def to_seal(running: Running | None, cards: bytes, hand: str = "", audit: Seal | None = None) -> bytes:
    """The bytes to seal of a hand: its deck, how it was locked, and the cards that were not shown."""
    fair = None if running is None else running.lineup.fair
    if running is None or fair is None:
        return locked_deck(running) + cards
    deck = bytes(running.hand.order.deck) + fair.dealt.played.key
    if audit is None:
        return _CUT + deck + cards
    dealt = fair.dealt
    own = [k for seat in dealt.locked.order for k in dealt.hole_cards(seat)]
    box, openings = audit(hand, deck), b"".join(map(_packed, dealt.openings(sorted(own))))
    return _AUDITED + _sized(box) + _sized(openings) + cards


def from_sealed(opened: bytes) -> Sealed:
    """What was sealed of a hand that was played."""
    head, rest = opened[:SALT_BYTES], opened[_HEAD:]
    if head == _AUDITED:
        box, after = _read(opened[SALT_BYTES:])
        openings, cards = _read(after)
        size = len(openings) // _OPENING_BYTES
        rows = (openings[at * _OPENING_BYTES : (at + 1) * _OPENING_BYTES] for at in range(size))
        return Sealed(cards, None, box, tuple(map(_unpacked, rows)))
    if head != _CUT:
        return Sealed(rest)
    return Sealed(rest[_KEY_BYTES:], rest[:_KEY_BYTES])


def _sized(part: bytes) -> bytes:
    return len(part).to_bytes(_SIZE_BYTES, "big") + part


def _read(data: bytes) -> tuple[bytes, bytes]:
    end = _SIZE_BYTES + int.from_bytes(data[:_SIZE_BYTES], "big")
    return data[_SIZE_BYTES:end], data[end:]


def _packed(opening: Opening) -> bytes:
    return bytes((opening.k, opening.i, opening.card)) + opening.salt + b"".join(opening.path)


def _unpacked(row: bytes) -> Opening:
    k, i, card = row[:3]
    hashes = [row[at : at + HASH_BYTES] for at in range(3, len(row), HASH_BYTES)]
    return Opening(k, i, card, hashes[0], tuple(hashes[1:]))
