"""
Baccarat roads: how past coups of a shoe are drawn.

The bead plate takes every coup. The big road starts a new column whenever the winner changes; ties are marked on the cell
of the last winner, or wait for the first one. The three derived roads compare columns of the big road one, two and three
to the left: a mark is red where the pattern repeats and blue where it breaks. Ties play no part in them.

Every road is six rows deep. A run that is longer, or meets an earlier one, turns to the right ("dragon tail").
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from fairdeal.casino.baccarat import Spot

ROWS: Final = 6
RED: Final = "red"
BLUE: Final = "blue"


class Cell(NamedTuple):
    """A mark on a road."""

    column: int
    row: int
    mark: str
    ties: int = 0


class Roads(NamedTuple):
    """All five roads, and how often each spot won."""

    bead_plate: tuple[Cell, ...]
    big_road: tuple[Cell, ...]
    big_eye_boy: tuple[Cell, ...]
    small_road: tuple[Cell, ...]
    cockroach_pig: tuple[Cell, ...]
    counts: tuple[tuple[str, int], ...]


def roads_of(outcomes: Sequence[Spot]) -> Roads:
    """The roads of a shoe's coups, in the order in which they were dealt."""
    return _roads_of(tuple(outcomes))


@lru_cache(maxsize=64)
def _roads_of(outcomes: tuple[Spot, ...]) -> Roads:
    """Kept for a while: everybody at a table looks at the same roads."""
    runs = _runs([each.value for each in outcomes if each is not Spot.TIE])
    big_eye_boy, small_road, cockroach_pig = (
        tuple(_laid_out(_runs(list(_derived(runs, offset))))) for offset in (1, 2, 3)
    )
    return Roads(
        tuple(Cell(number // ROWS, number % ROWS, each.value) for number, each in enumerate(outcomes)),
        _big_road(outcomes),
        big_eye_boy,
        small_road,
        cockroach_pig,
        tuple((spot.value, sum(1 for each in outcomes if each is spot)) for spot in Spot),
    )


def _runs(marks: Sequence[str]) -> list[tuple[str, int]]:
    """Runs of equal marks with their lengths: the columns before they turn."""
    runs: list[tuple[str, int]] = []
    for mark in marks:
        if runs and runs[-1][0] == mark:
            runs[-1] = (mark, runs[-1][1] + 1)
        else:
            runs.append((mark, 1))
    return runs


def _big_road(outcomes: Sequence[Spot]) -> tuple[Cell, ...]:
    ties: list[int] = []
    early = 0
    for each in outcomes:
        if each is not Spot.TIE:
            ties.append(early)
            early = 0
        elif ties:
            ties[-1] += 1
        else:
            early += 1
    cells = _laid_out(_runs([each.value for each in outcomes if each is not Spot.TIE]))
    return tuple(cell._replace(ties=count) for cell, count in zip(cells, ties, strict=True))


def _laid_out(runs: Sequence[tuple[str, int]]) -> Iterator[Cell]:
    """Cells of runs in a grid: down the column, and to the right where the way down is barred."""
    taken: set[tuple[int, int]] = set()
    start = 0
    for mark, length in runs:
        while (start, 0) in taken:
            start += 1
        column, row = start, 0
        turned = False
        for number in range(length):
            if number:
                turned = turned or row + 1 == ROWS or (column, row + 1) in taken
                column, row = (column + 1, row) if turned else (column, row + 1)
            taken.add((column, row))
            yield Cell(column, row, mark)
        start += 1


def _derived(runs: Sequence[tuple[str, int]], offset: int) -> Iterator[str]:
    """
    The marks of a derived road, one for each coup from the first that can be compared.

    A coup that begins a column looks whether the last column and the one `offset` before it are equally long. Any other
    looks at the column `offset` to the left: blue only if that one ended just above this row.
    """
    lengths = [length for _, length in runs]
    for column, length in enumerate(lengths):
        for row in range(length):
            if row == 0 and column > offset:
                yield RED if lengths[column - 1] == lengths[column - 1 - offset] else BLUE
            elif row and column >= offset:
                yield BLUE if lengths[column - offset] == row else RED
