"""
Fair draws from one large number.

The runtime brings one integer drawn uniformly below `DRAW_BOUND`; a `Lot` takes draws off it like digits, each modulo its own
bound, the quotient serving the next. The first draw below `n` is the number modulo `n`, so a test that runs through 0 … n-1 sees
every outcome exactly as often as it weighs. Because the number has hundreds of bits and a draw takes a dozen, no outcome is favoured
by more than one part in 2**SPARE_BITS.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

DRAW_BITS: Final = 512
DRAW_BOUND: Final = 1 << DRAW_BITS
SPARE_BITS: Final = 64


class Lot:
    """Successive independent draws from one number below `DRAW_BOUND`."""

    __slots__ = ("_bound", "_rest")

    def __init__(self, number: int) -> None:
        if not 0 <= number < DRAW_BOUND:
            raise ValueError("a lot needs a number below DRAW_BOUND")
        self._rest = number
        self._bound = DRAW_BOUND

    def below(self, bound: int) -> int:
        """Draw a number from 0 to bound - 1; a bound of 1 uses up no randomness."""
        assert bound > 0, bound
        assert self._bound >> SPARE_BITS >= bound, "too many draws from one lot"
        if bound == 1:
            return 0
        self._rest, drawn = divmod(self._rest, bound)
        self._bound //= bound
        return drawn

    def weighted(self, weights: Sequence[int]) -> int:
        """Draw the index of one of the weights, with probability in proportion to it; a weight of zero is never drawn."""
        sums = list(accumulate(weights))
        return bisect_right(sums, self.below(sums[-1]))
