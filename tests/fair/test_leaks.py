"""What is published opens no card that was not shown: every hidden leaf is tried with all cards and every salt there is."""

import json
from hashlib import sha256

import pytest

from fairdeal.fair import end_hand, make_deck, proof_json
from fairdeal.testing.plan import Dice
from tests.fair.hands import EXAMPLE_TABLE, random_hand, random_shown, signed


def check_that_no_guess_is_right(dice: Dice, number: int) -> None:
    """One hand: every leaf that was not opened is tried with 52 cards and all salts that its proof tells."""
    dealt = random_hand(dice, number=number)
    published = proof_json(signed(end_hand(dealt, random_shown(dice, dealt))))
    unused = make_deck(EXAMPLE_TABLE, number, 1 - published["deck"], bytes.fromhex(published["unused_key"]))
    salts = [*unused.salts, *(bytes.fromhex(each["salt"]) for each in published["openings"])]
    opened = {each["i"] for each in published["openings"]}
    places = [place for place in range(52) if place not in opened]
    leaves = {dealt.played.tree[0][place] for place in places}
    start = b"PFP1/leaf\0" + EXAMPLE_TABLE + number.to_bytes(8, "big") + bytes([published["deck"]])

    right = set()
    for place in places:
        for card in range(52):
            begun = sha256(start + place.to_bytes(2, "big") + bytes([card]))
            for salt in salts:
                guess = begun.copy()
                guess.update(salt)
                assert guess.digest() not in leaves
        begun = sha256(start + place.to_bytes(2, "big") + bytes([dealt.played.cards[place]]))
        begun.update(dealt.played.salts[place])
        right.add(begun.digest())
    assert right == leaves  # with the right salt a guess would be seen


@pytest.mark.parametrize("seed", range(4))
def test_no_hidden_leaf_falls_to_guessing_with_published_salts(seed: int) -> None:
    dice = Dice(seed)
    for number in range(1, 4):
        check_that_no_guess_is_right(dice, number)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10, 20))
def test_no_hidden_leaf_of_ten_thousand_hands_falls_to_guessing(seed: int) -> None:
    dice = Dice(seed)
    for number in range(1, 1_001):
        check_that_no_guess_is_right(dice, number)


def test_leaves_beside_an_opened_card_are_published_and_stay_shut() -> None:
    """A path shows the leaf beside it; with 52 cards and every salt of the proof it cannot be told which card that is."""
    dice = Dice(9)
    dealt = random_hand(dice)
    text = json.dumps(proof_json(signed(end_hand(dealt, dealt.board()))))
    opened = {dealt.cut.places[k] for k in dealt.board()}
    beside = {place ^ 1 for place in opened} - opened

    assert any(dealt.played.tree[0][place].hex() in text for place in beside)
    assert not any(dealt.played.salts[place].hex() in text for place in beside)
