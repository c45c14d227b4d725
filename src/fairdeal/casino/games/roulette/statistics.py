"""Statistics of past spins for a roulette display; they say nothing about the next spin."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

SHOWN: Final = 20
EXTREMES: Final = 4


class Spins(NamedTuple):
    """Past results: the latest first, the numbers that came most and least often, and shares of the boxes."""

    last: tuple[int, ...]
    hot: tuple[tuple[int, int], ...]  # number and how often
    cold: tuple[tuple[int, int], ...]
    spins: int


def spins_of(results: Sequence[int], pockets: int) -> Spins:
    """The statistics of results in the order in which they came; among equals the lower number stands first."""
    return _spins_of(tuple(results), pockets)


@lru_cache(maxsize=64)
def _spins_of(results: tuple[int, ...], pockets: int) -> Spins:
    """Cached, because everybody at a table looks at the same numbers."""
    counts = Counter(results)
    numbers = range(pockets)
    hot = sorted((number for number in numbers if counts[number]), key=lambda number: -counts[number])
    cold = sorted(numbers, key=counts.__getitem__)
    return Spins(
        tuple(reversed(results[-SHOWN:])),
        tuple((number, counts[number]) for number in hot[:EXTREMES]),
        tuple((number, counts[number]) for number in cold[:EXTREMES]) if results else (),
        len(results),
    )
