"""Equity over boards drawn by chance."""

from math import sqrt

import pytest

from fairdeal.cards import BadCards, parse_cards
from fairdeal.odds import exact, sample

CASES = [
    (("AsAh", "KdKc"), ""),
    (("AsKs", "QhJh", "7c7d"), ""),
    (("AsKs", "QhJh", "7c7d"), "2s3s4d"),
    (("AsAhKdKc", "9s8s7h6h"), ""),
    (("AsAhKdKc", "9s8s7h6h"), "Ts5s2c3d"),
]


@pytest.mark.parametrize(("hands", "board"), CASES)
@pytest.mark.parametrize("seed", [1, 2])
def test_drawn_boards_come_within_four_standard_errors(hands: tuple[str, ...], board: str, seed: int) -> None:
    holes = [parse_cards(hand) for hand in hands]
    boards = 40_000

    drawn = sample(holes, parse_cards(board), boards=boards, seed=seed)

    assert drawn.boards == boards
    for found, true in zip(drawn.hands, exact(holes, parse_cards(board)).hands, strict=True):
        error = sqrt(true.equity * (1 - true.equity) / boards)
        assert abs(found.equity - true.equity) < 4 * error
        assert 0 <= found.won + found.tied <= boards


def test_every_live_card_comes_equally_often() -> None:
    """One card to come: aces win unless one of two kings comes, and each of 44 cards must come in its turn."""
    drawn = sample([parse_cards("AsAh"), parse_cards("KdKc")], parse_cards("2c7d9h3s"), boards=200_000, seed=5)

    assert drawn.hands[1].won / 200_000 == pytest.approx(2 / 44, abs=4 * sqrt(2 / 44 / 200_000))


def test_the_same_seed_draws_the_same_boards() -> None:
    hands = [parse_cards("AsKs"), parse_cards("QhJh")]

    first = sample(hands, boards=50_000, seed=7)
    assert sample(hands, boards=50_000, seed=7) == first
    assert sample(hands, boards=50_000, seed=8) != first


def test_a_seed_means_the_same_boards_in_every_release() -> None:
    drawn = sample([parse_cards("AsAh"), parse_cards("KdKc")], boards=1_000, seed=1)

    assert [(hand.won, hand.tied) for hand in drawn.hands] == [(832, 4), (164, 4)]


def test_on_the_river_every_draw_is_the_same_board() -> None:
    drawn = sample([parse_cards("AsAh"), parse_cards("KdKc")], parse_cards("2c7d9h3s4s"), boards=70_000, seed=1)

    assert [(hand.won, hand.tied) for hand in drawn.hands] == [(70_000, 0), (0, 0)]


def test_progress_is_told_until_all_boards_are_done() -> None:
    told: list[tuple[int, int]] = []

    sample(
        [parse_cards("AsAh"), parse_cards("KdKc")],
        boards=100_000,
        seed=1,
        progress=lambda done, total: told.append((done, total)),
    )

    assert len(told) > 1
    assert told == sorted(told)
    assert told[-1] == (100_000, 100_000)
    assert {total for _, total in told} == {100_000}


def test_bad_cards_are_refused_as_in_exact_equity() -> None:
    with pytest.raises(BadCards) as refused:
        sample([parse_cards("AsAh"), parse_cards("KdKc")], parse_cards("2c"), boards=10, seed=1)

    assert refused.value.code == "bad_board"


@pytest.mark.parametrize(("boards", "seed"), [(0, 1), (-5, 1), (10, -1)])
def test_no_boards_or_no_seed_is_a_fault_of_the_caller(boards: int, seed: int) -> None:
    with pytest.raises(ValueError, match="cannot draw"):
        sample([parse_cards("AsAh"), parse_cards("KdKc")], boards=boards, seed=seed)
