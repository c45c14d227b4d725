"""Dividing money so that it adds up; shares come in the order largest stack first."""

from collections.abc import Sequence
from fractions import Fraction
from math import floor

from fairdeal.kernel import Cents


def cut_down(shares: Sequence[Fraction]) -> tuple[Cents, ...]:
    """Each share cut to whole cents; what is left over goes to the largest stacks, a cent each."""
    whole = [floor(share) for share in shares]
    left = _left_over(shares, whole)
    return tuple(Cents(cents + (place < left)) for place, cents in enumerate(whole))


def to_nearest(shares: Sequence[Fraction]) -> tuple[Cents, ...]:
    """Each share as near as whole cents allow: what is left over goes to the largest fractions, larger stacks first."""
    whole = [floor(share) for share in shares]
    nearest = sorted(range(len(shares)), key=lambda place: whole[place] - shares[place])
    lucky = set(nearest[: _left_over(shares, whole)])
    return tuple(Cents(cents + (place in lucky)) for place, cents in enumerate(whole))


def by_weight(amount: int | Fraction, weights: Sequence[int]) -> tuple[Fraction, ...]:
    """The amount in exact proportion to the weights."""
    total = sum(weights)
    return tuple(Fraction(amount * weight) / total for weight in weights)


def _left_over(shares: Sequence[Fraction], whole: Sequence[int]) -> int:
    total = sum(shares, start=Fraction(0))
    assert total.denominator == 1, "whole cents are shared out"
    return int(total) - sum(whole)
