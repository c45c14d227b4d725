"""
Whether drawn multipliers fit their published chances: Pearson's test.

The statistic adds up (drawn - expected)² / expected over the slots. If the wheel is fair it follows the chi-square
distribution, so in ninety-nine of a hundred honest samples it stays below that distribution's limit. Slots so rare that fewer
than five draws are expected say nothing alone; they are counted together with their next likelier neighbours.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import erfc, exp, lgamma, log, sqrt
from typing import Final

from fairdeal.hexapro.wheel import Wheel

CONFIDENCE: Final = 0.99
EXPECTED_MIN: Final = 5.0
"""What a cell needs for the chi-square distribution to hold (Cochran)."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One or several slots counted together: how many draws were expected there, and how many fell there."""

    multipliers: tuple[int, ...]
    expected: float
    drawn: int

    @property
    def off(self) -> float:
        """How far the count is from what was expected, in standard deviations of a Poisson count."""
        return (self.drawn - self.expected) / sqrt(self.expected)


@dataclass(frozen=True, slots=True)
class Fit:
    """The result of the test: it fits while the statistic is at most the limit."""

    draws: int
    cells: tuple[Cell, ...]
    statistic: float
    limit: float
    chance: float  # of a statistic at least this large, if the wheel is fair

    @property
    def degrees(self) -> int:
        """Degrees of freedom: one less than cells."""
        return len(self.cells) - 1

    @property
    def fits(self) -> bool:
        """Whether the counts are what a fair wheel gives."""
        return self.statistic <= self.limit


def fit(wheel: Wheel, counts: Mapping[int, int], confidence: float = CONFIDENCE) -> Fit:
    """Test counts by multiplier against the wheel's chances; too few draws to tell anything always fit."""
    assert all(any(slot.multiplier == drawn for slot in wheel.slots) for drawn in counts), counts
    draws = sum(counts.values())
    cells = _cells(wheel, counts, draws)
    degrees = len(cells) - 1
    if degrees == 0:
        return Fit(draws, cells, 0.0, 0.0, 1.0)
    statistic = sum(cell.off**2 for cell in cells)
    return Fit(draws, cells, statistic, chi_square_limit(confidence, degrees), chi_square_tail(statistic, degrees))


def _cells(wheel: Wheel, counts: Mapping[int, int], draws: int) -> tuple[Cell, ...]:
    """Slots from rare to likely, each cell closed as soon as enough is expected in it; what is left joins the last."""
    cells: list[Cell] = []
    open_cell = Cell((), 0.0, 0)
    for slot in sorted(wheel.slots, key=lambda slot: slot.chances):
        own = Cell((slot.multiplier,), draws * slot.chances / wheel.total, counts.get(slot.multiplier, 0))
        open_cell = _together(open_cell, own)
        if open_cell.expected >= EXPECTED_MIN:
            cells.append(open_cell)
            open_cell = Cell((), 0.0, 0)
    if open_cell.multipliers:
        cells.append(_together(cells.pop(), open_cell) if cells else open_cell)
    return tuple(cells)


def _together(one: Cell, other: Cell) -> Cell:
    return Cell(one.multipliers + other.multipliers, one.expected + other.expected, one.drawn + other.drawn)


def chi_square_tail(statistic: float, degrees: int) -> float:
    """
    The chance that a chi-square variable with `degrees` degrees of freedom is above the statistic.

    Whole degrees have a closed form: from one or two degrees upwards in steps of two, each adding one term.
    """
    assert degrees >= 1, degrees
    if statistic <= 0:
        return 1.0
    half = statistic / 2
    shape = 0.5 if degrees % 2 else 1.0
    tail = erfc(sqrt(half)) if degrees % 2 else exp(-half)
    while shape < degrees / 2:
        tail += exp(shape * log(half) - half - lgamma(shape + 1))
        shape += 1
    return min(1.0, tail)


def chi_square_limit(confidence: float, degrees: int) -> float:
    """The value that a chi-square variable stays below with that confidence."""
    assert 0 < confidence < 1, confidence
    low, high = 0.0, 1.0
    while chi_square_tail(high, degrees) > 1 - confidence:
        low, high = high, 2 * high
    for _ in range(80):  # halving leaves less than the last bit
        middle = (low + high) / 2
        if chi_square_tail(middle, degrees) > 1 - confidence:
            low = middle
        else:
            high = middle
    return high
