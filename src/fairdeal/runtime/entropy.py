"""
Entropy: the only place in the program that draws cards, spins and seats.

Bytes come from the operating system's generator in blocks, because a system call per card would take longer than the hand.
Draws use rejection sampling, so that all results are equally likely.
"""

import os
from collections.abc import Callable
from typing import Final

_BLOCK: Final = 4096
_CARDS: Final = 52
# By bound: bytes from this value on are rejected when a number below the bound is drawn, or small numbers would come more often.
_FAIR: Final = (0, *(256 - 256 % bound for bound in range(1, _CARDS + 1)))


class SystemEntropy:
    """Uniform random numbers, decks and bytes from a source of bytes; by default the operating system's generator."""

    __slots__ = ("_block", "_place", "_source")

    def __init__(self, source: Callable[[int], bytes] = os.urandom) -> None:
        self._source = source
        self._block = b""
        self._place = 0

    def bytes(self, count: int) -> bytes:
        """`count` unpredictable bytes, never given out before."""
        if count > _BLOCK:
            return self._source(count)
        if self._place + count > len(self._block):
            self._block = self._source(_BLOCK)
            self._place = 0
        start = self._place
        self._place += count
        return self._block[start : self._place]

    def below(self, bound: int) -> int:
        """A uniform random number from 0 to bound - 1; raises ValueError if there is none."""
        if bound <= 0:
            raise ValueError(f"there is no number below {bound}")
        size = (bound.bit_length() + 7) // 8
        fair = (1 << 8 * size) - (1 << 8 * size) % bound
        while (number := int.from_bytes(self.bytes(size), "big")) >= fair:
            pass
        return number % bound

    def deck(self) -> tuple[int, ...]:
        """All 52 cards in uniform random order (Fisher-Yates shuffle)."""
        cards = list(range(_CARDS))
        bound = _CARDS
        drawn = self.bytes(64)  # enough nine times in ten
        while True:
            for byte in drawn:
                if byte < _FAIR[bound]:
                    place = byte % bound
                    bound -= 1
                    cards[bound], cards[place] = cards[place], cards[bound]
                    if bound == 1:
                        return tuple(cards)
            drawn = self.bytes(16)
