"""Prize equities by the Independent Chip Model."""

import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, permutations
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.tournament import BadIcm, exact_prize_equities, prize_equities
from tests.shared import shared

chips = st.integers(1, 200_000)


def prizes_of(count: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, 1_000_000), max_size=count).map(lambda prizes: sorted(prizes, reverse=True))


@st.composite
def tables(draw: st.DrawFn, least: int = 1, most: int = 10) -> tuple[list[int], list[int]]:
    stacks = draw(st.lists(chips, min_size=least, max_size=most))
    return stacks, draw(prizes_of(len(stacks)))


def order_by_order(stacks: Sequence[int], prizes: Sequence[int]) -> list[Fraction]:
    """Malmuth and Harville as they wrote it: the chance of every order of finishing."""
    found = [Fraction(0)] * len(stacks)
    for order in permutations(range(len(stacks))):
        left = [sum(stacks[player] for player in order[place:]) for place in range(len(order))]
        chance = prod((Fraction(stacks[player], left[place]) for place, player in enumerate(order)), start=Fraction(1))
        for player, prize in zip(order, prizes, strict=False):
            found[player] += chance * prize
    return found


@given(tables(most=5))
def test_it_is_the_sum_over_all_orders_of_finishing(table: tuple[list[int], list[int]]) -> None:
    assert list(exact_prize_equities(*table)) == order_by_order(*table)


@given(tables())
def test_exact_equities_add_up_to_the_prizes(table: tuple[list[int], list[int]]) -> None:
    stacks, prizes = table

    assert sum(exact_prize_equities(stacks, prizes)) == sum(prizes)


@given(tables())
def test_floats_say_the_same(table: tuple[list[int], list[int]]) -> None:
    assert_near(prize_equities(*table), exact_prize_equities(*table), table[1])


@given(tables())
def test_more_than_twelve_players_are_integrated_and_say_the_same(table: tuple[list[int], list[int]]) -> None:
    """
    Beside players with next to nothing, the equities of ten players are those of ten.

    So the integral, which starts at thirteen players, can be held against exact fractions.
    """
    stacks, prizes = table
    nearly_nothing = [1e-9] * (13 - len(stacks))

    found = prize_equities([*(stack * 10**9 for stack in stacks), *nearly_nothing], prizes)

    assert_near(found[: len(stacks)], exact_prize_equities(stacks, prizes), prizes)


def fractions(*values: int | str) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, values))


def assert_near(found: Sequence[float], exact: Sequence[Fraction], prizes: Sequence[int]) -> None:
    for one, other in zip(found, exact, strict=True):
        assert one == pytest.approx(float(other), abs=1e-12 * sum(prizes))


@given(tables(least=2))
def test_more_chips_are_never_worth_less(table: tuple[list[int], list[int]]) -> None:
    stacks, prizes = table
    by_stack = sorted(zip(stacks, exact_prize_equities(stacks, prizes), strict=True))

    for (less, worth_less), (more, worth_more) in pairwise(by_stack):
        assert worth_less == worth_more if less == more else worth_less <= worth_more


@given(tables(least=2), chips)
def test_winning_chips_raises_the_equity(table: tuple[list[int], list[int]], won: int) -> None:
    stacks, prizes = table
    richer = [stacks[0] + won, *stacks[1:]]

    assert exact_prize_equities(richer, prizes)[0] >= exact_prize_equities(stacks, prizes)[0]


@given(tables(), st.integers(2, 1_000))
def test_only_the_proportion_of_chips_counts(table: tuple[list[int], list[int]], factor: int) -> None:
    stacks, prizes = table

    assert exact_prize_equities([stack * factor for stack in stacks], prizes) == exact_prize_equities(stacks, prizes)


@pytest.mark.parametrize("players", [2, 10, 30, 100])
def test_winner_takes_all_is_by_chips(players: int) -> None:
    stacks = [100 * (number + 1) for number in range(players)]

    found = prize_equities(stacks, [1.0])

    assert found == pytest.approx([stack / sum(stacks) for stack in stacks], rel=1e-12)


@pytest.mark.parametrize(("players", "places"), [(13, 13), (40, 40), (40, 1), (100, 15), (60, 59)])
def test_equal_stacks_share_equally_however_many(players: int, places: int) -> None:
    prizes = [0.0] * (places - 1) + [1.0]  # the hardest case: all on one place

    assert prize_equities([700] * players, prizes) == pytest.approx([1 / players] * players, rel=1e-10)


@pytest.mark.parametrize("players", [13, 25, 60])
def test_many_players_share_all_prizes(players: int) -> None:
    stacks = [(number * 7919) % 5_003 + 1 for number in range(players)]
    prizes = [1_000.0 / (place + 1) for place in range(players // 2)]

    found = prize_equities(stacks, prizes)

    assert sum(found) == pytest.approx(sum(prizes), rel=1e-12)
    ordered = [worth for _, worth in sorted(zip(stacks, found, strict=True))]
    assert ordered == sorted(ordered)


def test_the_place_of_a_player_in_the_list_does_not_matter() -> None:
    stacks = [(number * 7919) % 5_003 + 1 for number in range(20)]
    prizes = [50.0, 30.0, 20.0, 10.0, 5.0]

    assert prize_equities(stacks[::-1], prizes)[::-1] == pytest.approx(prize_equities(stacks, prizes), rel=1e-12)


def test_players_without_chips_share_the_last_places() -> None:
    assert exact_prize_equities([0, 5_000, 0, 3_000], [50, 30, 20, 10]) == fractions(15, "85/2", 15, "75/2")
    assert exact_prize_equities([0, 1, 0], [50, 30]) == fractions(15, 50, 15)
    assert exact_prize_equities([0, 1, 2, 0], [50, 30]) == fractions(0, "110/3", "130/3", 0)
    assert prize_equities([0, 5_000, 0, 3_000], [50, 30, 20, 10]) == pytest.approx([15, 42.5, 15, 37.5])


def test_when_nobody_has_chips_all_share() -> None:
    assert exact_prize_equities([0, 0, 0], [60, 30]) == fractions(30, 30, 30)
    assert prize_equities([0, 0, 0], [60, 30]) == (30, 30, 30)


def test_without_prizes_nothing_is_worth_anything() -> None:
    assert exact_prize_equities([5, 3], []) == fractions(0, 0)
    assert prize_equities([5] * 20, []) == (0,) * 20


def test_prizes_may_be_fractions() -> None:
    third = Fraction(1, 3)

    assert exact_prize_equities([1, 1, 2], [third, third, third]) == (third, third, third)


@pytest.mark.parametrize(
    ("stacks", "prizes", "worth"),
    [
        ((5000, 3000, 2000), (50, 30, 20), (38.392857, 32.75, 28.857143)),  # final table
        ((750, 450, 300), (560, 84, 56), (317.50, 217.70, 164.80)),  # HexaPro 100x: 80/12/8 of 700
        ((600, 500, 400), (700, 140, 35), (337.27, 292.73, 245.00)),  # HexaPro Extreme 125x: 80/16/4 of 875
        ((750, 450, 300), (70,), (35, 21, 14)),  # HexaPro 10x: winner takes all
    ],
)
def test_vectors_of_the_cancellation_policy(
    stacks: tuple[int, ...], prizes: tuple[int, ...], worth: tuple[float, ...]
) -> None:
    assert [float(each) for each in exact_prize_equities(stacks, prizes)] == pytest.approx(worth, abs=0.005)
    assert prize_equities(stacks, prizes) == pytest.approx(worth, abs=0.005)


def test_published_examples() -> None:
    for example in json.loads(shared("oracles/icm/icm_published.json").read_text("utf-8")):
        found = prize_equities(example["stacks"], example["payouts"])
        assert found == pytest.approx(example["reference"], abs=2e-6), example["source"]


@pytest.mark.parametrize(
    ("stacks", "prizes", "code"),
    [
        ([], [], "no_players"),
        ([1.0] * 1_001, [1.0], "too_many_players"),
        ([1.0, 2.0], [3.0, 2.0, 1.0], "too_many_prizes"),
        ([-1.0, 2.0], [1.0], "bad_stack"),
        ([float("nan"), 2.0], [1.0], "bad_stack"),
        ([float("inf"), 2.0], [1.0], "bad_stack"),
        ([10**400, 2.0], [1.0], "bad_stack"),
        ([1e-300, 2.0], [1.0], "bad_stack"),
        ([1.0, 2.0], [-1.0], "bad_prize"),
        ([1.0, 2.0], [float("nan")], "bad_prize"),
        ([1.0, 2.0], [10**400], "bad_prize"),
    ],
)
def test_stacks_and_prizes_no_tournament_has_are_refused(stacks: list[float], prizes: list[float], code: str) -> None:
    with pytest.raises(BadIcm) as refused:
        prize_equities(stacks, prizes)

    assert refused.value.code == code


def test_fractions_are_for_final_tables() -> None:
    assert sum(exact_prize_equities(range(1, 13), range(12, 0, -1))) == 78
    with pytest.raises(BadIcm) as refused:
        exact_prize_equities([1] * 13, [1])

    assert refused.value.code == "too_many_players"
