"""
How button and blinds move: the big blind moves forward, everything else follows from it (CASH-04, CASH-05, MTT-46a).

Seats are numbered clockwise. Cash tables and tournaments differ only in who is dealt in, which is given as an argument.
"""

from collections.abc import Collection, Iterator
from itertools import chain

from fairdeal.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class Positions:
    """Button and blinds of a hand, by seat; without a small blind if the last hand's big blind has left."""

    button: int
    small_blind: int | None
    big_blind: int


def first_positions(dealt: Collection[int], button: int) -> Positions:
    """Button and blinds of a table's first hand, with the button at that seat."""
    order = [*(seat for seat in sorted(dealt) if seat > button), *(seat for seat in sorted(dealt) if seat < button)]
    if len(order) == 1:
        return Positions(button, button, order[0])
    return Positions(button, order[0], order[1])


def next_big_blind(seats: int, last_big_blind: int, present: Collection[int]) -> int:
    """The seat of the next big blind: the next present player clockwise from the last one; that seat itself comes last."""
    return next(seat for seat in clockwise(last_big_blind, seats) if seat in present)


def next_positions(
    seats: int,
    last_big_blind: int,
    dealt: Collection[int],
    veterans: Collection[int],
    *,
    small_blind_needs_last_big_blind: bool = True,
    newcomer_may_get_button: bool = False,
) -> Positions:
    """
    Button and blinds of the next hand of a table with that many seats.

    `dealt` are the seats that are dealt in, two or more; `veterans` those whose player was also dealt in in the last hand here. A
    newcomer in the seat of a player who left is no veteran.
    """
    big = next_big_blind(seats, last_big_blind, dealt)
    if len(dealt) == 2:
        other = next(seat for seat in dealt if seat != big)
        return Positions(other, other, big)
    small: int | None = None
    if last_big_blind in dealt and last_big_blind in veterans and last_big_blind != big:
        small = last_big_blind
    elif not small_blind_needs_last_big_blind:
        small = next(seat for seat in counter_clockwise(big, seats) if seat in dealt)
    before = [seat for seat in counter_clockwise(last_big_blind, seats) if seat in dealt and seat not in (small, big)]
    if newcomer_may_get_button:
        return Positions(before[0], small, big)
    return Positions(next((seat for seat in before if seat in veterans), before[0]), small, big)


def clockwise(after: int, seats: int) -> Iterator[int]:
    """All seats once, clockwise from the next one; the seat itself comes last."""
    return chain(range(after + 1, seats), range(after + 1))


def counter_clockwise(before: int, seats: int) -> Iterator[int]:
    """All seats once, counter-clockwise from the one before; the seat itself comes last."""
    return chain(range(before - 1, -1, -1), range(seats - 1, before - 1, -1))
