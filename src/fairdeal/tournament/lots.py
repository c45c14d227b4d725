"""
Fair random draws, as many as a decision needs, derived from 32 random bytes of its command.

How many players tie or move is known only while deciding, so the command's slot holds 32 bytes and the draws follow from
them (SHA-256 in counter mode, rejecting what would favour some results). Every draw's result stands in an event.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, TypeVar

Item = TypeVar("Item")

CHANCE_BYTES: Final = 32
_WORD: Final = 8


class Lots:
    """A deterministic source of fair draws, seeded with the random bytes of a command."""

    __slots__ = ("_block", "_chance", "_count")

    def __init__(self, chance: bytes | None) -> None:
        assert chance is not None, "the runtime fills the slot"
        assert len(chance) == CHANCE_BYTES, len(chance)
        self._chance = chance
        self._count = 0
        self._block = b""

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each equally likely."""
        if bound == 1:
            return 0
        fair = (1 << 8 * _WORD) - (1 << 8 * _WORD) % bound
        while (number := self._word()) >= fair:
            pass
        return number % bound

    def one_of(self, items: Sequence[Item]) -> Item:
        """One of the items, each equally likely."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """The items in random order, every order equally likely (Fisher and Yates)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            place = self.below(last + 1)
            order[last], order[place] = order[place], order[last]
        return order

    def _word(self) -> int:
        if not self._block:
            self._block = sha256(self._chance + self._count.to_bytes(_WORD, "big")).digest()
            self._count += 1
        word, self._block = self._block[:_WORD], self._block[_WORD:]
        return int.from_bytes(word, "big")
