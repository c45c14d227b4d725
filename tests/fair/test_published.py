"""What is published is a whitelist, and whatever else is sent is refused with a code."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from fairdeal.fair import (
    DRAW,
    ROUND,
    SHOE,
    BadProof,
    end_hand,
    proof_json,
    proof_text,
    publish_void,
    read_proof,
    void_hand,
)
from fairdeal.testing.plan import Dice
from tests.fair.hands import (
    KEY,
    example_dealt,
    example_locked,
    example_published,
    random_hand,
    random_round,
    random_shown,
    signed,
    standalone,
)

Json = dict[str, Any]


def shape(value: Any) -> Any:
    """The names of all fields, however deep."""
    if isinstance(value, dict):
        return {name: shape(each) for name, each in value.items()}
    if isinstance(value, list):
        return [shape(value[0])] if value else []
    return type(value).__name__


def test_a_hand_has_exactly_the_fields_of_the_specification() -> None:
    assert shape(proof_json(example_published())) == {
        "protocol": "str",
        "table": "str",
        "hand": "int",
        "roots": ["str"],
        "hole": "int",
        "order": ["int"],
        "seats": [{"seat": "int", "pid": "str", "flag": "int", "commitment": "str", "seed": "str"}],
        "mix": "str",
        "deck": "int",
        "unused_key": "str",
        "openings": [{"k": "int", "i": "int", "card": "int", "salt": "str", "path": ["str"]}],
        "log": {"before": "str", "after": "str"},
        "lock": "str",
        "deal": "str",
        "end": "str",
        "signatures": ["str"],
        "key": "str",
    }


def test_the_public_form_opens_what_everybody_saw_and_a_copy_ones_own_cards_too() -> None:
    dealt = example_dealt()
    ended = end_hand(dealt, dealt.board(3))

    assert [each.k for each in signed(ended).openings] == [6, 7, 8]
    assert [each.k for each in signed(ended, dealt.hole_cards(5)).openings] == [1, 4, 6, 7, 8]


def test_the_played_key_and_unopened_cards_are_in_no_form() -> None:
    """Neither raw nor in any of the usual spellings; 300 hands."""
    dice = Dice(1)
    for _ in range(300):
        dealt = random_hand(dice)
        shown = random_shown(dice, dealt)
        own = dealt.hole_cards(dealt.locked.order[0])
        text = proof_text(signed(end_hand(dealt, shown), own))
        opened = {dealt.cut.places[k] for k in (*shown, *own)}
        hidden = [dealt.played.key, *(s for i, s in enumerate(dealt.played.salts) if i not in opened)]

        assert not any(secret.hex() in text for secret in hidden)
        assert dealt.unused.key.hex() in text


def proof(kind: str) -> Json:
    if kind == "hand":
        return proof_json(example_published())
    if kind == "void":
        void = void_hand(example_locked(), 1)
        return proof_json(publish_void(void, [KEY.sign(void.locked.lock), KEY.sign(void.void)], KEY.public))
    dice = Dice(5)
    found = random_round(dice, kind, 3)
    while not found.players:
        found = random_round(dice, kind, 3)
    return proof_json(found)


KINDS = ("hand", "void", ROUND, SHOE, DRAW)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_read_back_as_it_was_written(kind: str) -> None:
    text = json.dumps(proof(kind))

    assert proof_json(read_proof(text)) == json.loads(text)
    assert standalone()["verify"](json.loads(text))


def objects(value: Any) -> list[Json]:
    """A JSON object with all objects in it."""
    if isinstance(value, dict):
        return [value, *(found for each in value.values() for found in objects(each))]
    return [found for each in value for found in objects(each)] if isinstance(value, list) else []


@pytest.mark.parametrize("kind", KINDS)
def test_a_field_too_many_or_too_few_is_refused_wherever_it_is(kind: str) -> None:
    verify = standalone()["verify"]
    for at in range(len(objects(proof(kind)))):
        extra = proof(kind)
        objects(extra)[at]["stack"] = 100
        refuse(json.dumps(extra), "unknown_field")
        with pytest.raises((ValueError, KeyError)):
            verify(extra)
        for name in list(objects(proof(kind))[at]):
            if name == "kind" or (at and kind == "void" and name == "seed"):
                continue
            fewer = proof(kind)
            del objects(fewer)[at][name]
            refuse(json.dumps(fewer), "missing_field")
            with pytest.raises((ValueError, KeyError)):
                verify(fewer)


def refuse(text: str, code: str) -> None:
    with pytest.raises(BadProof) as refused:
        read_proof(text)
    assert refused.value.code == code


def changed(change: Callable[[Json], object]) -> str:
    found = proof("hand")
    change(found)
    return json.dumps(found)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not_json"),
        ("{", "not_json"),
        ("[]", "bad_field"),
        ("[" * 100_000, "not_json"),
        ('{"protocol": "PFP-1", "protocol": "PFP-1"}', "field_twice"),
        ('{"hand": 1.5}', "bad_number"),
        ('{"hand": NaN}', "bad_number"),
        ('{"kind": "wheel"}', "unknown_kind"),
        ('{"kind": ["void"]}', "unknown_kind"),
        (" " * (1 << 20) + "{}", "too_long"),
        (changed(lambda hand: hand.update(protocol="PFP-2")), "other_protocol"),
        (changed(lambda hand: hand.update(table="00")), "bad_hex"),
        (changed(lambda hand: hand.update(mix=hand["mix"].upper())), "bad_hex"),
        (changed(lambda hand: hand.update(mix=7)), "bad_hex"),
        (changed(lambda hand: hand.update(hand=True)), "bad_number"),
        (changed(lambda hand: hand.update(hand=-1)), "bad_number"),
        (changed(lambda hand: hand.update(hand=2**64)), "bad_number"),
        (changed(lambda hand: hand.update(deck=2)), "bad_number"),
        (changed(lambda hand: hand["roots"].pop()), "bad_field"),
        (changed(lambda hand: hand.update(roots={})), "bad_field"),
        (changed(lambda hand: hand["seats"].pop()), "bad_field"),
        (changed(lambda hand: hand.update(log=[])), "bad_field"),
        (changed(lambda hand: hand["order"].clear()), "bad_order"),
        (changed(lambda hand: hand.update(hole=0)), "bad_order"),
        (changed(lambda hand: hand["openings"][0]["path"].pop()), "bad_field"),
        (changed(lambda hand: hand["openings"][0].update(card=52)), "bad_number"),
        (changed(lambda hand: hand["seats"][0].update(flag=3)), "bad_number"),
        (changed(lambda hand: hand["signatures"].append("00" * 64)), "bad_field"),
    ],
)
def test_what_is_no_proof_is_refused_with_a_code(text: str, code: str) -> None:
    refuse(text, code)


def test_a_round_that_would_be_the_anchor_is_refused() -> None:
    found = proof(ROUND)
    found["round"] = 0
    refuse(json.dumps(found), "bad_number")
