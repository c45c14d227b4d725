"""
A deck of the house: 52 cards in an order that follows from one key, and the root that fixes them before anybody's seed is known.

Decks can be made ahead of a hand, off the loop: they depend on the table, the hand's number and the key alone. The key must be 32
bytes of the system's generator, and is used once.
"""

from dataclasses import dataclass
from hashlib import sha256
from typing import Final, NamedTuple

from fairdeal.fair.merkle import Tree, path_to, root_by, tree_of
from fairdeal.fair.stream import Hmac, Stream
from fairdeal.fair.values import (
    CARDS,
    HAND_MAX,
    HASH_BYTES,
    ID_BYTES,
    BadProof,
    check_bytes,
    check_number,
    tagged,
    u8,
    u16,
    u64,
)

_LEAF: Final = b"PFP1/leaf\0"
_SALT: Final = b"PFP1/salt\0"
_PLACES: Final = tuple(u16(place) for place in range(CARDS))
_CARDS: Final = tuple(u8(card) for card in range(CARDS))


class Opening(NamedTuple):
    """One dealt card shown to be the one that the root fixed: the k-th off the deck, which lies at place i."""

    k: int
    i: int
    card: int
    salt: bytes
    path: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Deck:
    """A committed deck with everything that opens it; never published as a whole unless it was not played."""

    number: int  # 0 or 1
    key: bytes
    cards: tuple[int, ...]
    salts: tuple[bytes, ...]
    tree: Tree

    @property
    def root(self) -> bytes:
        """The hash that fixes every card of this deck."""
        return self.tree[-1][0]

    def opening(self, k: int, place: int) -> Opening:
        """What shows that the card at a place is the k-th off the deck."""
        return Opening(k, place, self.cards[place], self.salts[place], path_to(self.tree, place))

    def __repr__(self) -> str:
        """Without key, cards and salts, so that no log and no traceback ever holds them."""
        return f"Deck({self.number}, root={self.root.hex()})"


class Decks(NamedTuple):
    """The two decks of a hand; the players' cut says which is played, the other is opened whole."""

    first: Deck
    second: Deck

    @property
    def roots(self) -> tuple[bytes, bytes]:
        """The roots of both."""
        return self.first.root, self.second.root


def first_of_deck(key: bytes) -> int:
    """The first card of the deck that follows from a key, without the rest of it."""
    return Stream(tagged("deck", key)).uniform(CARDS)


def make_deck(table: bytes, hand: int, number: int, key: bytes) -> Deck:
    """The deck that follows from a key, for one hand of one table."""
    check_bytes(table, ID_BYTES, "a table")
    check_bytes(key, HASH_BYTES, "a deck's key")
    check_number(hand, HAND_MAX, "a hand's number")
    check_number(number, 1, "a deck's number")
    cards = Stream(tagged("deck", key)).shuffle(CARDS)
    salts = salts_of(key)
    begun = sha256(_LEAF + table + u64(hand) + u8(number))
    leaves = []
    for place, card, salted in zip(_PLACES, cards, salts, strict=True):
        leaf = begun.copy()
        leaf.update(place + _CARDS[card] + salted)
        leaves.append(leaf.digest())
    return Deck(number, key, tuple(cards), tuple(salts), tree_of(leaves))


def salts_of(key: bytes) -> list[bytes]:
    """The salts of a deck's cards by place; without them, whoever knows a leaf could try 52 cards."""
    salt = Hmac(tagged("saltkey", key), _SALT).digest
    return [salt(place) for place in _PLACES]


def make_decks(table: bytes, hand: int, keys: tuple[bytes, bytes]) -> Decks:
    """Both decks of a hand."""
    if keys[0] == keys[1]:
        raise BadProof("key_twice", "the two decks of a hand need different keys")
    return Decks(make_deck(table, hand, 0, keys[0]), make_deck(table, hand, 1, keys[1]))


def root_of_opening(table: bytes, hand: int, number: int, opening: Opening) -> bytes:
    """The root that an opened card leads to."""
    leaf = tagged("leaf", table, u64(hand), u8(number), u16(opening.i), u8(opening.card), opening.salt)
    return root_by(leaf, opening.i, opening.path)
