"""Who wins a board."""

import gzip
import json

import pytest

from fairdeal.cards import BadCards, parse_cards
from fairdeal.odds import Game, winners
from tests.shared import shared


def of(*hands: str, board: str) -> tuple[int, ...]:
    return winners([parse_cards(hand) for hand in hands], parse_cards(board))


def test_the_best_hand_wins_and_equal_hands_share() -> None:
    assert of("AsAh", "KdKc", board="2c7d9h3s4s") == (0,)
    assert of("AsKh", "AdKc", "QcQd", board="Ac7d9h3s4s") == (0, 1)


def test_omaha_plays_exactly_two_hole_cards() -> None:
    assert of("AsAh2c2d", "KdKc3c3d", board="4s5s6s7s8s") == (0,)
    assert of("AsAh2c2d", "Ks9s3c3d", board="4s5s6s7s8d") == (1,)


def test_recorded_showdowns() -> None:
    with gzip.open(shared("oracles/handeval/showdown_vectors.jsonl.gz"), "rt", encoding="utf-8") as lines:
        for line in lines:
            vector = json.loads(line)
            hands = [parse_cards(hand) for hand in vector["hands"]]
            found = winners(hands, parse_cards(vector["board"]), game=Game(vector["game"]))
            assert list(found) == vector["winners"], vector


def test_without_a_board_nobody_has_won() -> None:
    with pytest.raises(BadCards) as refused:
        of("AsAh", "KdKc", board="")

    assert refused.value.code == "bad_board"
