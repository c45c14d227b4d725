"""What is published opens no card that was not shown: every hidden leaf is tried with all cards and every salt there is."""

import json
from hashlib import sha256

import pytest

from fairdeal.fair import end_hand, make_deck, proof_json
from fairdeal.testing.plan import Dice
from tests.fair.hands import EXAMPLE_TABLE, random_hand, random_shown, signed


@pytest.mark.parametrize("seed", range(4))
def test_no_hidden_leaf_falls_to_guessing_with_published_salts(seed: int) -> None:
    dice = Dice(seed)
    for number in range(1, 4):
        dealt = random_hand(dice, number=number)
        shown = random_shown(dice, dealt)
        published = proof_json(signed(end_hand(dealt, shown)))
        unused = make_deck(EXAMPLE_TABLE, number, 1 - published["deck"], bytes.fromhex(published["unused_key"]))
        salts = [*unused.salts, *(bytes.fromhex(each["salt"]) for each in published["openings"])]
        opened = {each["i"] for each in published["openings"]}
        leaves = {leaf for place, leaf in enumerate(dealt.played.tree[0][:52]) if place not in opened}
        places = [place for place in range(52) if place not in opened]
        start = b"PFP1/leaf\0" + EXAMPLE_TABLE + number.to_bytes(8, "big") + bytes([published["deck"]])

        guesses = {
            sha256(start + place.to_bytes(2, "big") + bytes([card]) + salt).digest()
            for place in places
            for card in range(52)
            for salt in salts
        }
        right = {
            sha256(
                start + place.to_bytes(2, "big") + bytes([dealt.played.cards[place]]) + dealt.played.salts[place]
            ).digest()
            for place in places
        }
        assert right == leaves  # a guess with the right salt would be seen
        assert not guesses & leaves


def test_leaves_beside_an_opened_card_are_published_and_stay_shut() -> None:
    """A path shows the leaf beside it; with 52 cards and every salt of the proof it cannot be told which card that is."""
    dice = Dice(9)
    dealt = random_hand(dice)
    text = json.dumps(proof_json(signed(end_hand(dealt, dealt.board()))))
    opened = {dealt.cut.places[k] for k in dealt.board()}
    beside = {place ^ 1 for place in opened} - opened

    assert any(dealt.played.tree[0][place].hex() in text for place in beside)
    assert not any(dealt.played.salts[place].hex() in text for place in beside)
