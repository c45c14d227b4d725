"""
The shoe: several decks of shuffled and cut cards, from which a table deals.

A shoe of the program knows the order of its cards; a commitment to it is published when it is shuffled, and the order when it
is dealt out. A live dealer's shoe is real: its order is unknown, and scanned cards are only counted, so that a card which
cannot be left in it is noticed.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, Protocol

from fairdeal.cards import CARD_COUNT
from fairdeal.kernel.values import changed, dataclass
from fairdeal.rulebook.ruled import Count, Positive, Ruled

SALT_BYTES: Final = 16


class ShoeRules(Protocol):
    """The rules of a card game about its shoe."""

    @property
    def decks(self) -> Ruled[Positive]:
        """How many decks are in the shoe."""

    @property
    def deck_cards(self) -> Ruled[Positive]:
        """How many cards a deck has."""

    @property
    def cut_card_from_back(self) -> Ruled[Positive]:
        """How many cards lie behind the cut card."""

    @property
    def burn_after_shuffle(self) -> Ruled[Count]:
        """How many cards are burnt before the first round of a shoe."""

    @property
    def burn_after_error(self) -> Ruled[Count]:
        """How many cards are burnt after a game error."""

    @property
    def burn_on_dealer_change(self) -> Ruled[Count]:
        """How many cards are burnt when another dealer takes over."""


@dataclass(frozen=True, slots=True)
class Shoe:
    """
    A shoe: its cards in dealing order, and how many have been dealt.

    `order` is empty in a live dealer's shoe; there `seen` counts each card that was scanned.
    """

    number: int
    size: int
    decks: int
    cut_at: int  # number of cards before the cut card
    order: bytes = b""
    salt: bytes = b""
    out: int = 0
    seen: bytes = bytes(CARD_COUNT)

    @property
    def cut_reached(self) -> bool:
        """Whether the cut card has been reached, so that the cards are shuffled after this round."""
        return self.out >= self.cut_at

    @property
    def next_card(self) -> int:
        """The next card; only for a shoe whose order is known."""
        return self.order[self.out]

    def holds(self, card: int) -> bool:
        """Whether the shoe can still contain that card."""
        return self.seen[card] < self.decks

    def after(self, card: int) -> "Shoe":
        """The shoe after that card was dealt."""
        seen = bytearray(self.seen)
        seen[card] += 1
        return changed(self, out=self.out + 1, seen=bytes(seen))

    def without(self, card: int) -> "Shoe":
        """The shoe without counting that card, which was read wrongly."""
        seen = bytearray(self.seen)
        seen[card] -= 1
        return changed(self, out=self.out - 1, seen=bytes(seen))

    def burnt(self, count: int) -> "Shoe":
        """The shoe after `count` cards were burnt."""
        return changed(self, out=min(self.out + count, self.size))

    @property
    def commitment(self) -> str:
        """The salted hash of the order, published at the shuffle so that the order can be checked later."""
        return commitment(self.order, self.salt) if self.order else ""


def commitment(order: bytes, salt: bytes) -> str:
    """The salted hash of an order of cards, as hexadecimal text."""
    return sha256(salt + order).hexdigest()


def new_shoe(rules: ShoeRules, number: int, order: Sequence[int] = (), *, cut: int = 0, salt: bytes = b"") -> Shoe:
    """
    A shoe of shuffled cards, cut and with its cut card in place; without an order it is a live dealer's.

    The cards before the cut go to the back; the cut card then stands one deck (as the edition says) from the back.
    """
    size = shoe_size(rules)
    assert not order or is_complete(rules, order), "a shoe holds each card once a deck"
    return Shoe(
        number,
        size,
        rules.decks.value,
        size - rules.cut_card_from_back.value,
        bytes((*order[cut:], *order[:cut])),
        salt,
    )


def shoe_size(rules: ShoeRules) -> int:
    """How many cards a full shoe holds."""
    return rules.decks.value * rules.deck_cards.value


def full_shoe(rules: ShoeRules) -> list[int]:
    """All cards of a shoe in order, unshuffled."""
    return list(range(CARD_COUNT)) * rules.decks.value


def is_complete(rules: ShoeRules, order: Sequence[int]) -> bool:
    """Whether these are exactly the cards of a shoe."""
    return sorted(order) == sorted(full_shoe(rules))
