"""Hands of other rooms and other engines, and lines that are no hands."""

import gzip
import json
import random
from typing import Any

import pytest

from fairdeal.poker.history.vectors import answer_line
from tests.shared import shared

FILES = (
    "acpc",
    "ongame_raked",
    "pluribus",
    "random_fixed_limit",
    "random_no_limit",
    "random_omaha",
    "stars_text",
)
SAID_BESIDE = ("expect", "recorded", "checks", "tags", "comment")

VECTOR: dict[str, Any] = {
    "id": "x",
    "variant": "NT",
    "antes": [0, 0, 0],
    "ante_trimming": True,
    "blinds": [5, 10, 0],
    "min_bet": 10,
    "stacks": [100, 100, 100],
    "actions": ["d dh p1 AsAd", "d dh p2 KsKd", "d dh p3 QsQd", "p3 cbr 20", "p1 f", "p2 f"],
}


@pytest.mark.parametrize("file", FILES)
def test_every_vector_agrees(file: str) -> None:
    """Final stacks as recorded, or before the rake where the site took one; the same pots with the same winners."""
    path = shared(f"oracles/replay/{file}.jsonl.gz")
    disagreeing = []
    for line in gzip.decompress(path.read_bytes()).decode().splitlines():
        vector = json.loads(line)
        expected = vector["expect"]
        given = {name: value for name, value in vector.items() if name not in SAID_BESIDE}
        answer = answer_line(json.dumps(given))
        if answer.get("id") != vector["id"] or not agrees(answer, expected):
            disagreeing.append((answer, expected))

    assert disagreeing == []


def agrees(answer: dict[str, Any], expected: dict[str, Any]) -> bool:
    if expected.get("error") or "error" in answer:
        return bool(expected.get("error")) and "error" in answer
    above = [ours - theirs for ours, theirs in zip(answer["finish"], expected["finish"], strict=True)]
    rake = expected.get("rake", 0) if "site_record" in expected["agreed_by"][:1] else 0
    same_stacks = not any(above) or (rake > 0 and sum(above) == rake and min(above) >= 0)
    return same_stacks and ("pots" not in expected or sorted(answer["pots"]) == sorted(expected["pots"]))


def test_an_answer_has_the_id_the_stacks_and_the_pots() -> None:
    assert answer_line(json.dumps(VECTOR)) == {"id": "x", "finish": [95, 90, 115], "pots": [[25, [2]]]}


def test_a_misprinted_card_is_put_up_with_when_the_hand_still_has_a_value() -> None:
    deal = [
        "d dh p1 5dKd",
        "d dh p2 AsAd",
        "p2 cc",
        "p1 cc",
        "d db 5dKs7c",
        "p1 cc",
        "p2 cc",
        "d db Jc",
        "p1 cc",
        "p2 cc",
        "d db 2d",
    ]
    vector = VECTOR | {"antes": [0, 0], "blinds": [5, 10], "stacks": [100, 100], "actions": [*deal, "p1 cc", "p2 cc"]}

    assert answer_line(json.dumps(vector))["finish"] == [110, 90]
    impossible = [action.replace("5dKs7c", "5d5d5d").replace("5dKd", "5d5d") for action in vector["actions"]]
    assert answer_line(json.dumps(vector | {"actions": impossible})) == {"id": "x", "error": "duplicate_card"}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("nonsense", "bad_json"),
        ("[" * 100_000, "bad_json"),
        ("9" * 5000, "bad_json"),
        (b"\xff\xfe\x00", "bad_json"),
        ("[]", "bad_line"),
        ("null", "bad_line"),
        ("{}", "unsupported_variant"),
        ('{"variant": ["NT"]}', "unsupported_variant"),
        ('{"variant": "NT"}', "missing_field"),
    ],
)
def test_a_bad_line_has_an_answer(line: str | bytes, code: str) -> None:
    assert answer_line(line) == {"error": code}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"stacks": 3}, "bad_player_count"),
        ({"stacks": []}, "bad_player_count"),
        ({"stacks": [1] * 1000}, "bad_player_count"),
        ({"stacks": [100, 100, 10**30]}, "bad_field"),
        ({"stacks": [100, 100, 1.5]}, "bad_field"),
        ({"stacks": [100, 100, True]}, "bad_field"),
        ({"stacks": [100, 100, -1]}, "bad_stack"),
        ({"blinds": [5, 10]}, "bad_field"),
        ({"blinds": None}, "bad_field"),
        ({"antes": {}}, "bad_field"),
        ({"ante_trimming": "yes"}, "bad_field"),
        ({"actions": {}}, "bad_field"),
        ({"actions": [None]}, "bad_field"),
        ({"actions": ["p1 f"] * 20_000}, "too_large"),
        ({"actions": ["p1 cbr 9999999999999999999999"]}, "bad_amount"),
        ({"actions": ["d db " + "As" * 100_000]}, "bad_deal"),
        ({"min_bet": "10"}, "unsupported_min_bet"),
        ({"variant": "FT"}, "bad_field"),
        ({"variant": "FT", "small_bet": 10, "big_bet": 10**30}, "bad_field"),
    ],
)
def test_a_bad_vector_keeps_its_id(change: dict[str, Any], code: str) -> None:
    assert answer_line(json.dumps(VECTOR | change)) == {"id": "x", "error": code}


def test_rake_is_not_a_vectors_to_say() -> None:
    assert answer_line(json.dumps(VECTOR | {"rake": "all", "show_in_order": 7})) == answer_line(json.dumps(VECTOR))


def test_any_value_anywhere_gets_an_answer() -> None:
    chance = random.Random("values")  # noqa: S311
    odd: list[Any] = [
        None,
        True,
        -1,
        0,
        3.5,
        10**40,
        "",
        "p1 f",
        [],
        [[]],
        [0] * 50,
        {},
        {"a": 1},
        "\ud800",
        float("nan"),
    ]
    answered = set()
    for _ in range(1500):
        vector = VECTOR | {chance.choice(list(VECTOR)): chance.choice(odd)}
        name = chance.choice(["antes", "blinds", "stacks", "actions"])
        if isinstance(vector[name], list) and vector[name]:
            values = list(vector[name])
            values[chance.randrange(len(values))] = chance.choice(odd)
            vector[name] = values
        answer = answer_line(json.dumps(vector))
        assert json.dumps(answer).isascii()
        answered.add(answer.get("error", "played"))

    assert {"played", "bad_field", "unsupported_variant", "bad_player_count"} <= answered
