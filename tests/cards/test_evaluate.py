"""Hand rankings (HAND-01 to HAND-13), proven by vectors, by counting all hands, and by other people's evaluators."""

import gzip
import json
import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from phevaluator import evaluate_cards, evaluate_omaha_cards

from fairdeal.cards import Category, cards_text, describe, full_deck, parse_cards, rank, rank_holdem, rank_omaha
from tests.shared import shared
from tools import rank_tables

# Strongest first; each line beats the next.
LADDER = [
    ("HAND-03", "AsKsQsJsTs"),
    ("HAND-03", "6h5h4h3h2h"),
    ("HAND-03", "5h4h3h2hAh"),
    ("HAND-05", "9s9h9d9cAs"),
    ("HAND-05", "9s9h9d9cKs"),
    ("HAND-05", "8s8h8d8cAs"),
    ("HAND-06", "KsKhKd4s4h"),
    ("HAND-06", "QsQhQdAsAh"),
    ("HAND-06", "QsQhQdKsKh"),
    ("HAND-07", "As9s7s5s2s"),
    ("HAND-07", "As9s7s4s3s"),
    ("HAND-07", "Ks9s7s5s4s"),
    ("HAND-08", "AsKdQhJcTs"),
    ("HAND-08", "6s5d4h3c2s"),
    ("HAND-08", "5s4d3h2cAs"),
    ("HAND-09", "TsThTdKs9h"),
    ("HAND-09", "TsThTdKs8h"),
    ("HAND-09", "TsThTdQsJh"),
    ("HAND-10", "KsKh6s6hAd"),
    ("HAND-10", "KsKh6s6hQd"),
    ("HAND-10", "KsKh5s5hAd"),
    ("HAND-10", "QsQhJsJhAd"),
    ("HAND-11", "JsJhAd8c3s"),
    ("HAND-11", "JsJhAd8c2s"),
    ("HAND-11", "JsJhAd7c6s"),
    ("HAND-11", "JsJhKdQcTs"),
    ("HAND-11", "TsThAdKcQs"),
    ("HAND-12", "AsKhQdJc9s"),
    ("HAND-12", "AsKhQdJc8s"),
    ("HAND-12", "AsKhQdTc9s"),
    ("HAND-12", "7s5h4d3c2s"),
]


def ranked(text: str) -> int:
    return rank(parse_cards(text))


@pytest.mark.rule("HAND-01")
@pytest.mark.rule("HAND-03")
@pytest.mark.rule("HAND-05")
@pytest.mark.rule("HAND-06")
@pytest.mark.rule("HAND-07")
@pytest.mark.rule("HAND-08")
@pytest.mark.rule("HAND-09")
@pytest.mark.rule("HAND-10")
@pytest.mark.rule("HAND-11")
@pytest.mark.rule("HAND-12")
def test_each_hand_of_the_ladder_beats_the_next() -> None:
    ranks = [ranked(cards) for _, cards in LADDER]

    assert ranks == sorted(ranks)
    assert len(set(ranks)) == len(ranks)
    assert (ranks[0], ranks[-1]) == (1, 7462)


CATEGORIES = {
    "HAND-03": Category.STRAIGHT_FLUSH, "HAND-05": Category.FOUR_OF_A_KIND, "HAND-06": Category.FULL_HOUSE,
    "HAND-07": Category.FLUSH, "HAND-08": Category.STRAIGHT, "HAND-09": Category.THREE_OF_A_KIND,
    "HAND-10": Category.TWO_PAIR, "HAND-11": Category.ONE_PAIR, "HAND-12": Category.HIGH_CARD,
}  # fmt: skip


@pytest.mark.parametrize(("rule", "cards"), LADDER)
def test_each_hand_is_called_what_it_is(rule: str, cards: str) -> None:
    assert describe(ranked(cards)).category is CATEGORIES[rule]


@pytest.mark.rule("HAND-01")
def test_the_ace_is_low_only_in_the_wheel_and_nothing_wraps() -> None:
    assert describe(ranked("5s4d3h2cAs")).ranks == (3,)
    assert describe(ranked("3s2dAhKcQs")).category is Category.HIGH_CARD


@pytest.mark.rule("HAND-02")
def test_the_strongest_category_counts() -> None:
    """2-3-4-5-6 of hearts is a straight flush, though also a flush, a straight and a high card."""
    assert describe(ranked("2h3h4h5h6h")).category is Category.STRAIGHT_FLUSH
    assert describe(ranked("2h3h4h5h6h6s6d")).category is Category.STRAIGHT_FLUSH


@pytest.mark.rule("HAND-04")
def test_the_royal_flush_is_a_name_and_no_category() -> None:
    royal = describe(ranked("AsKsQsJsTs"))

    assert royal.is_royal
    assert str(royal) == "royal flush, A"
    assert royal.category is Category.STRAIGHT_FLUSH
    assert not describe(ranked("KsQsJsTs9s")).is_royal


@pytest.mark.rule("HAND-13")
def test_suits_never_break_ties() -> None:
    assert ranked("AsKd9h7c2s") == ranked("AhKc9d7s2h")
    assert ranked("AsKsQsJs9s") == ranked("AhKhQhJh9h")


def test_all_five_card_hands_have_the_known_frequencies() -> None:
    """The numbers of every textbook; they sum to 2,598,960."""
    counts = Counter(rank(cards) for cards in combinations(full_deck(), 5))
    by_category = Counter[str]()
    for number, count in counts.items():
        by_category[describe(number).category] += count

    assert len(counts) == 7462
    assert by_category == {
        "straight_flush": 40,
        "four_of_a_kind": 624,
        "full_house": 3_744,
        "flush": 5_108,
        "straight": 10_200,
        "three_of_a_kind": 54_912,
        "two_pair": 123_552,
        "one_pair": 1_098_240,
        "high_card": 1_302_540,
    }


def test_descriptions_are_in_order_and_distinct() -> None:
    described = [describe(number) for number in range(1, 7463)]

    assert len(set(described)) == 7462
    assert [each.category for each in described] == sorted(
        (each.category for each in described), key=list(Category).index
    )
    with pytest.raises(ValueError, match="ranks go from 1 to 7462"):
        describe(7463)


HANDS = st.lists(st.sampled_from(full_deck()), min_size=7, max_size=7, unique=True)


@given(HANDS)
def test_the_best_of_seven_is_the_best_of_its_fives_and_sixes(cards: list[int]) -> None:
    assert rank(cards) == min(rank(five) for five in combinations(cards, 5))
    assert rank(cards[:6]) == min(rank(five) for five in combinations(cards[:6], 5))


@given(HANDS)
def test_another_evaluator_agrees(cards: list[int]) -> None:
    assert rank(cards) == evaluate_cards(*[cards_text([card]) for card in cards])


@given(st.lists(st.sampled_from(full_deck()), min_size=9, max_size=9, unique=True))
def test_omaha_is_the_best_of_two_and_three_and_another_evaluator_agrees(cards: list[int]) -> None:
    hole, board = cards[:4], cards[4:]
    best = min(rank([*two, *three]) for two in combinations(hole, 2) for three in combinations(board, 3))

    assert rank_omaha(hole, board) == best
    assert best == evaluate_omaha_cards(*[cards_text([card]) for card in [*board, *hole]])


def test_a_hand_has_five_to_seven_cards() -> None:
    with pytest.raises(ValueError, match="five to seven cards, not 4"):
        rank(parse_cards("AsKsQsJs"))


def test_published_ranks_agree() -> None:
    path = shared("oracles/handeval/rank_vectors.jsonl.gz")
    with gzip.open(path, "rt") as lines:
        vectors = [json.loads(line) for line in lines]

    assert len(vectors) == 3_000
    for vector in vectors:
        assert (ranked(vector["cards"]), describe(ranked(vector["cards"])).category) == (
            vector["rank"],
            vector["category"],
        )


def test_published_showdowns_agree() -> None:
    path = shared("oracles/handeval/showdown_vectors.jsonl.gz")
    with gzip.open(path, "rt") as lines:
        vectors = [json.loads(line) for line in lines]

    for vector in vectors:
        best = rank_omaha if vector["game"] == "omaha" else rank_holdem
        ranks = [best(parse_cards(hand), parse_cards(vector["board"])) for hand in vector["hands"]]
        assert [place for place, each in enumerate(ranks) if each == min(ranks)] == vector["winners"]


def test_the_tables_are_what_the_generator_makes() -> None:
    assert rank_tables.TARGET.read_text("utf-8") == rank_tables.module()


@pytest.mark.soak
def test_many_hands_agree_with_another_evaluator() -> None:
    chance = random.Random(7)  # noqa: S311
    deck = full_deck()
    for _ in range(300_000):
        cards = chance.sample(deck, 7)
        assert rank(cards) == evaluate_cards(*[cards_text([card]) for card in cards])


@pytest.mark.soak
def test_all_seven_card_hands_have_the_known_frequencies() -> None:
    """Counted over rank sums and suits, 133,784,560 hands in all."""
    by_category = Counter[str]()
    deck = full_deck()
    names = [describe(number).category for number in range(1, 7463)]
    for cards in combinations(deck, 7):
        by_category[names[rank(cards) - 1]] += 1

    assert by_category["straight_flush"] == 41_584
    assert by_category["four_of_a_kind"] == 224_848
    assert by_category["full_house"] == 3_473_184
    assert by_category["flush"] == 4_047_644
    assert by_category["straight"] == 6_180_020
    assert by_category["three_of_a_kind"] == 6_461_620
    assert by_category["two_pair"] == 31_433_400
    assert by_category["one_pair"] == 58_627_800
    assert by_category["high_card"] == 23_294_460
