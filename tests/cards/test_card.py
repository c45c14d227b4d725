"""Cards in and out of text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.cards import BadCards, card_text, cards_text, full_deck, parse_card, parse_cards, pretty, rank_of, suit_of


@pytest.mark.parametrize("text", ["As", "as", "aS", "A♠", " As "])
def test_many_ways_to_write_a_card(text: str) -> None:
    assert card_text(parse_card(text)) == "As"


@pytest.mark.parametrize("text", ["Th10d", "Th Td", "th,10d", "T♥ 10♦"])
def test_rows_of_cards(text: str) -> None:
    assert cards_text(parse_cards(text)) == "ThTd"


def test_cards_for_people() -> None:
    assert pretty(parse_cards("AsKdTh2c")) == "A♠ K♦ T♥ 2♣"


@pytest.mark.rule("CASH-08", proves="data")
def test_a_deck_has_52_cards_of_13_ranks_and_4_suits() -> None:
    deck = full_deck()

    assert len(set(deck)) == 52
    assert {(rank_of(card), suit_of(card)) for card in deck} == {
        (rank, suit) for rank in range(13) for suit in range(4)
    }


@given(st.lists(st.sampled_from(full_deck()), unique=True))
def test_text_and_back(cards: list[int]) -> None:
    assert parse_cards(cards_text(cards)) == cards


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Ax", "bad_card"),
        ("1s", "bad_card"),
        ("AsK", "bad_card"),
        ("AsAs", "duplicate_card"),
        ("ZZ", "bad_card"),
        ("As??", "bad_card"),
    ],
)
def test_what_is_not_cards_is_refused_with_a_code(text: str, code: str) -> None:
    with pytest.raises(BadCards) as bad:
        parse_cards(text)
    assert bad.value.code == code
