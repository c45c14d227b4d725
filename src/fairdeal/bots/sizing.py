"""Bet sizes: natural amounts within the options."""

from fairdeal.bots.spot import Spot
from fairdeal.bots.style import Style
from fairdeal.poker import CALL, FIXED_LIMIT

_ALL_OF_IT = 0.6
"""A bet of this share of the effective stack becomes all-in."""


def raise_to(spot: Spot, wanted: float) -> int:
    """
    A bet or raise to about that amount, or a call where raising is closed.

    Never more than an opponent can match, unless that is less than the least raise; amounts are rounded as people do.
    """
    most = spot.raise_max
    if most == 0:
        return CALL
    least = spot.raise_min
    if spot.structure == FIXED_LIMIT or most == least:
        return most
    effective = spot.effective
    if wanted >= _ALL_OF_IT * effective:
        return max(least, min(most, effective))
    return max(least, min(most, effective, _rounded(int(wanted), spot.big_blind)))


def all_in(spot: Spot) -> int:
    """As much as the options and an opponent's stack allow."""
    return raise_to(spot, spot.effective)


def bet_of(spot: Spot, style: Style, strength: float, wet: float, chance: float) -> int:
    """A bet, or a raise on top of a call, by the style's part of the pot; wet boards make it larger."""
    size = style.bet_size * (1.0 + style.size_varies * (2.0 * chance - 1.0) + style.size_tells * (2.0 * strength - 1.0))
    size = max(0.25, size + 0.12 * wet)
    return raise_to(spot, spot.current + size * (spot.pot + spot.to_call))


def _rounded(amount: int, big_blind: int) -> int:
    """Half big blinds for large amounts, tenths for small ones."""
    step = max(1, big_blind // 2 if amount >= 5 * big_blind else big_blind // 10)
    return amount - amount % step
