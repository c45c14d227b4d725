"""Fair draws from one large number."""

from collections import Counter

import pytest

from fairdeal.cash.draw import DRAW_BOUND, Lot


def test_running_through_the_numbers_shows_every_weight_exactly() -> None:
    drawn = Counter(Lot(number).weighted((3, 0, 12, 3)) for number in range(18))

    assert drawn == {0: 3, 2: 12, 3: 3}


def test_a_second_draw_is_independent_of_the_first() -> None:
    pairs: Counter[tuple[int, int]] = Counter()
    for number in range(6 * 5):
        lot = Lot(number)
        pairs[lot.below(6), lot.below(5)] += 1

    assert set(pairs.values()) == {1}
    assert len(pairs) == 30


def test_drawing_from_one_uses_nothing_up() -> None:
    lot = Lot(4)

    assert lot.below(1) == 0
    assert lot.below(7) == 4


def test_the_largest_number_is_as_good_as_any() -> None:
    assert Lot(DRAW_BOUND - 1).below(1 << 20) == (1 << 20) - 1


@pytest.mark.parametrize("number", [-1, DRAW_BOUND])
def test_a_number_out_of_bounds_is_a_bug_of_the_runtime(number: int) -> None:
    with pytest.raises(ValueError, match="DRAW_BOUND"):
        Lot(number)


def test_a_lot_that_is_used_up_says_so_rather_than_favour_somebody() -> None:
    lot = Lot(DRAW_BOUND - 1)
    for _ in range(22):
        lot.below(1 << 20)

    with pytest.raises(AssertionError, match="too many draws"):
        lot.below(1 << 20)
