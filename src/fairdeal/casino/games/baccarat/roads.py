"""
Baccarat roads: how past coups of a shoe are drawn.

The bead plate takes every coup. The big road starts a new column whenever the winner changes; ties are marked on the cell
of the last winner, or wait for the first one. The three derived roads compare columns of the big road one, two and three
to the left: a mark is red where the pattern repeats and blue where it breaks. Ties play no part in them.

Every road is six rows deep. A run that is longer, or meets an earlier one, turns to the right ("dragon tail").
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from fairdeal.casino.games.baccarat.rules import Spot

ROWS: Final = 6
RED: Final = "red"
BLUE: Final = "blue"

_NAMES: Final = {spot: spot.value for spot in Spot}
_TIE: Final = Spot.TIE.value


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
    """Cached, because everybody at a table looks at the same roads."""
    names = [_NAMES[each] for each in outcomes]
    runs = _runs([name for name in names if name != _TIE])
    big_eye_boy, small_road, cockroach_pig = (_laid_out(_runs(_derived(runs, offset))) for offset in (1, 2, 3))
    return Roads(
        tuple(map(_bead, range(len(names)), names)),
        _marked(_laid_out(runs), _ties(names)),
        big_eye_boy,
        small_road,
        cockroach_pig,
        tuple((name, names.count(name)) for name in _NAMES.values()),
    )


@lru_cache(maxsize=1024)
def _bead(number: int, name: str) -> Cell:
    return Cell(number // ROWS, number % ROWS, name)


def _runs(marks: list[str]) -> list[tuple[str, int]]:
    """Runs of equal marks with their lengths: the columns before they turn."""
    return [(mark, len(list(run))) for mark, run in groupby(marks)]


def _ties(names: Sequence[str]) -> list[int]:
    """Ties on the cell of each winner; those before the first winner stand on it."""
    ties: list[int] = []
    early = 0
    for name in names:
        if name != _TIE:
            ties.append(early)
            early = 0
        elif ties:
            ties[-1] += 1
        else:
            early += 1
    return ties


def _marked(cells: tuple[Cell, ...], ties: Sequence[int]) -> tuple[Cell, ...]:
    """The cells with the ties that stand on them."""
    return tuple(cell._replace(ties=count) if count else cell for cell, count in zip(cells, ties, strict=True))


class _Grid(NamedTuple):
    cells: tuple[Cell, ...] = ()
    tails: frozenset[tuple[int, int]] = frozenset()  # of runs that turned: all that can stand in a later column's way
    start: int = 0  # where the next run begins, unless a tail is there


def _laid_out(runs: Sequence[tuple[str, int]]) -> tuple[Cell, ...]:
    """The cells of runs in a grid: down the column, and to the right where the cell below is taken or missing."""
    return _grid(tuple(runs)).cells


@lru_cache(maxsize=1024)
def _grid(runs: tuple[tuple[str, int], ...]) -> _Grid:
    """The grid of these runs; cached by prefix, because a coup only changes the last run or begins one."""
    if not runs:
        return _Grid()
    cells, tails, start = _grid(runs[:-1])
    mark, length = runs[-1]
    while (start, 0) in tails:
        start += 1
    depth = next((row for row in range(1, ROWS) if (start, row) in tails), ROWS)
    down = min(length, depth)
    column = tuple(Cell(start, row, mark) for row in range(down))
    tail = tuple(Cell(start + step, depth - 1, mark) for step in range(1, 1 + length - down))
    if tail:
        tails |= {(cell.column, cell.row) for cell in tail}
    return _Grid((*cells, *column, *tail), tails, start + 1)


def _derived(runs: Sequence[tuple[str, int]], offset: int) -> list[str]:
    """
    The marks of a derived road, one for each coup from the first that can be compared.

    A coup that begins a column looks whether the last column and the one `offset` before it are equally long. Any other
    looks at the column `offset` to the left: blue only if that one ended just above this row.
    """
    lengths = [length for _, length in runs]
    marks: list[str] = []
    for column in range(offset, len(lengths)):
        if column > offset:
            marks.append(RED if lengths[column - 1] == lengths[column - 1 - offset] else BLUE)
        rows = [RED] * (lengths[column] - 1)
        ended = lengths[column - offset]
        if ended < lengths[column]:
            rows[ended - 1] = BLUE
        marks += rows
    return marks
