"""
Numbers from a key: HMAC-SHA-256 in counter mode, read as 32-bit words, without bias.

Whoever has the key gets the same numbers in the same order, in any language.
"""

from hashlib import sha256
from struct import unpack
from typing import Final

from fairdeal.fair.values import u64

_BLOCK: Final = 64
_INNER: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER: Final = bytes(byte ^ 0x5C for byte in range(256))
_TAG: Final = b"PFP1/stream\0"
_WORDS: Final = 1 << 32
# By n: words from this value on are passed over, or small numbers would come more often.
_FAIR: Final = (0, *(_WORDS - _WORDS % n for n in range(1, 417)))


class Hmac:
    """HMAC-SHA-256 with one key for many messages; twice as fast as the library's, which begins with the key every time."""

    __slots__ = ("_inner", "_outer")

    def __init__(self, key: bytes, prefix: bytes = b"") -> None:
        """Take the key, and what all messages begin with."""
        padded = (key if len(key) <= _BLOCK else sha256(key).digest()).ljust(_BLOCK, b"\0")
        self._inner = sha256(padded.translate(_INNER) + prefix)
        self._outer = sha256(padded.translate(_OUTER))

    def digest(self, message: bytes) -> bytes:
        """The code of a message, the prefix not repeated in it."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return outer.digest()


class Stream:
    """The numbers that follow from a key, in order; every call takes the next ones."""

    __slots__ = ("_block", "_hmac", "_words")

    def __init__(self, key: bytes) -> None:
        self._hmac = Hmac(key, _TAG)
        self._block = 0
        self._words: list[int] = []  # of the last block, the next one last

    def u32(self) -> int:
        """The next word."""
        if not self._words:
            self._words = [*unpack(">8I", self._hmac.digest(u64(self._block)))][::-1]
            self._block += 1
        return self._words.pop()

    def uniform(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely; takes as many words as it needs."""
        fair = _FAIR[n] if n < len(_FAIR) else _WORDS - _WORDS % n
        while (word := self.u32()) >= fair:
            pass
        return word % n

    def shuffle(self, n: int) -> list[int]:
        """The numbers from 0 to n - 1 in an order that is as likely as any other (Fisher-Yates from the front)."""
        order = list(range(n))
        for place in range(n - 1):
            other = place + self.uniform(n - place)
            order[place], order[other] = order[other], order[place]
        return order
