"""
Fair random draws, as many as a decision needs.

How many players tie or move is known only while deciding. `Lots` follow from 32 random bytes of the command; `ProvenLots` from a secret
of the tournament's chain and the logs of its tables, and remember what they drew, so that it can be published. What is drawn from is
always counted in one order (players by entry or seat, tables and seats by number), so that a number says who or what it is.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, TypeVar

from fairdeal.fair import LotDraw, PublishedLots, heads_after, lots_stream
from fairdeal.tournament.director.state import LotChain

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

    def number(self, _what: str, of: int) -> int:
        """A number from 0 to of - 1, each equally likely; `what` says what for."""
        return self._below(of)

    def order(self, _what: str, of: int) -> list[int]:
        """The numbers from 0 to of - 1, every order equally likely (Fisher and Yates)."""
        order = list(range(of))
        for last in range(of - 1, 0, -1):
            place = self._below(last + 1)
            order[last], order[place] = order[place], order[last]
        return order

    def one_of(self, what: str, items: Sequence[Item]) -> Item:
        """One of the items, each equally likely."""
        return items[self.number(what, len(items))]

    def shuffled(self, what: str, items: Sequence[Item]) -> list[Item]:
        """The items in random order."""
        return [items[place] for place in self.order(what, len(items))]

    def published(self) -> PublishedLots | None:
        """What is published of what was drawn; None: nothing is."""
        return None

    def _below(self, bound: int) -> int:
        if bound == 1:
            return 0
        fair = (1 << 8 * _WORD) - (1 << 8 * _WORD) % bound
        while (number := self._word()) >= fair:
            pass
        return number % bound

    def _word(self) -> int:
        if not self._block:
            self._block = sha256(self._chance + self._count.to_bytes(_WORD, "big")).digest()
            self._count += 1
        word, self._block = self._block[:_WORD], self._block[_WORD:]
        return int.from_bytes(word, "big")


class ProvenLots(Lots):
    """Draws from the next place of a tournament's chain, kept to be published; where nothing is left to chance, nothing is drawn."""

    __slots__ = ("_chain", "_draws", "_heads", "_secret", "_stream")

    def __init__(self, chance: bytes | None, chain: LotChain, secret: bytes) -> None:
        super().__init__(chance)
        self._chain = chain
        self._secret = secret
        self._heads = heads_after(chain.heads, chain.logs)
        self._stream = lots_stream(secret, chain.place, chain.used + 1, self._heads)
        self._draws: list[LotDraw] = []

    def number(self, what: str, of: int) -> int:
        """A number from 0 to of - 1, each equally likely; `what` says what for."""
        if of == 1:
            return 0
        found = self._stream.uniform(of)
        self._draws.append(LotDraw(what, of, (found,)))
        return found

    def order(self, what: str, of: int) -> list[int]:
        """The numbers from 0 to of - 1 in random order."""
        if of == 1:
            return [0]
        found = self._stream.shuffle(of)
        self._draws.append(LotDraw(what, of, tuple(found)))
        return found

    def published(self) -> PublishedLots | None:
        """What is published of what was drawn; None: nothing was."""
        if not self._draws:
            return None
        chain = self._chain
        logs = tuple(sorted(chain.logs))
        return PublishedLots(
            chain.place,
            chain.used + 1,
            chain.anchor,
            chain.heads,
            self._heads,
            logs,
            self._secret,
            tuple(self._draws),
        )
