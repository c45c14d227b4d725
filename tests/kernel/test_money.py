"""Money divides exactly, rounds as named, and adds up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.kernel import (
    Cents,
    InexactDivision,
    Ppm,
    Rounding,
    Units,
    cents_of,
    divide,
    divide_exactly,
    portion,
    share_evenly,
    share_out,
    units_of,
)

AMOUNTS = st.integers(0, 10**12)


@pytest.mark.parametrize(
    ("rounding", "of_7", "of_6", "of_5"),
    [
        (Rounding.DOWN, 1, 1, 1),
        (Rounding.UP, 2, 2, 2),
        (Rounding.NEAREST, 2, 1, 1),
        (Rounding.NEAREST_HALF_UP, 2, 2, 1),
    ],
)
def test_each_rounding_does_what_it_is_called(rounding: Rounding, of_7: int, of_6: int, of_5: int) -> None:
    """Seven, six and five quarters: above, at and below the half."""
    assert (of_7, of_6, of_5) == tuple(divide(amount, 4, rounding) for amount in (7, 6, 5))


@given(AMOUNTS, st.integers(1, 10**6), st.sampled_from(Rounding))
def test_rounding_never_moves_a_whole_unit(amount: int, by: int, rounding: Rounding) -> None:
    assert abs(divide(amount, by, rounding) * by - amount) < by


@pytest.mark.parametrize(("amount", "by"), [(-1, 3), (1, 0), (1, -2)])
def test_nonsense_is_not_divided(amount: int, by: int) -> None:
    with pytest.raises(ValueError, match="cannot divide"):
        divide(amount, by, Rounding.DOWN)


def test_exact_division_refuses_a_remainder() -> None:
    assert divide_exactly(300, 100) == 3
    with pytest.raises(InexactDivision, match="301 is not a multiple of 100"):
        divide_exactly(301, 100)


def test_a_portion_is_parts_per_million() -> None:
    """3.5 % of 2.90 is 10.15 cents."""
    assert portion(290, Ppm(35_000), Rounding.NEAREST) == 10
    assert portion(290, Ppm(35_000), Rounding.UP) == 11


@given(AMOUNTS, st.integers(1, 50))
def test_even_shares_add_up_and_differ_by_one_at_most(amount: int, count: int) -> None:
    shares = share_evenly(amount, count)

    assert sum(shares) == amount
    assert max(shares) - min(shares) <= 1
    assert list(shares) == sorted(shares, reverse=True)


@given(AMOUNTS, st.lists(st.integers(0, 10**6), min_size=1, max_size=12).filter(any))
def test_shares_by_weight_add_up_and_are_within_one_of_their_due(amount: int, weights: list[int]) -> None:
    shares = share_out(amount, weights)

    assert sum(shares) == amount
    assert all(
        abs(share * sum(weights) - amount * weight) < sum(weights)
        for share, weight in zip(shares, weights, strict=True)
    )


def test_what_is_left_goes_to_the_largest_remainders_first_among_equals() -> None:
    assert share_out(10, [1, 1, 1]) == (4, 3, 3)
    assert share_out(100, [333, 333, 334]) == (33, 33, 34)


@pytest.mark.parametrize("weights", [[0, 0], [1, -1, 3]])
def test_weights_that_mean_nothing_are_refused(weights: list[int]) -> None:
    with pytest.raises(ValueError, match="cannot share"):
        share_out(10, weights)


@given(AMOUNTS)
def test_cents_survive_the_ledger(amount: int) -> None:
    assert cents_of(units_of(Cents(amount))) == amount


def test_fractions_of_a_cent_need_a_rounding() -> None:
    with pytest.raises(InexactDivision):
        cents_of(Units(1_499))
    assert cents_of(Units(1_499), Rounding.DOWN) == 14
