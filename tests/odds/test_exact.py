"""Equity over all boards, against published numbers and against boards dealt one by one."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.cards import BadCards, Card, full_deck, parse_cards
from fairdeal.odds import Equity, Game, exact
from tests.odds.brute import dealt_out


def of(*hands: str, board: str = "", dead: str = "") -> Equity:
    return exact([parse_cards(hand) for hand in hands], parse_cards(board), dead=parse_cards(dead))


def test_aces_against_kings_before_the_flop() -> None:
    found = of("AsAh", "KdKc")

    assert found.boards == 1_712_304
    assert [(hand.won, hand.tied) for hand in found.hands] == [(1_388_072, 6_538), (317_694, 6_538)]
    assert found.hands[0].equity == Fraction(1_388_072 * 2 + 6_538, 2 * 1_712_304)


@pytest.mark.parametrize(
    ("hands", "board", "published"),
    [
        (("AsAc", "7d8d"), "", (0.768322681019, 0.228739756492, 0.0029375624889)),
        (("AdAs", "JcTc"), "", (0.781151594577, 0.215486268793, 0.00336213662994)),
        (("AsAc", "7d8d"), "6d9d2h", (0.437373737374, 0.562626262626, 0.0)),
    ],
)
def test_published_chances_to_win_lose_and_tie(
    hands: tuple[str, ...], board: str, published: tuple[float, float, float]
) -> None:
    """From the examples of another calculator, holdem_calc."""
    found = of(*hands, board=board)

    first, second = found.hands
    assert [first.won / found.boards, second.won / found.boards, first.tied / found.boards] == pytest.approx(
        published, rel=1e-11
    )


def test_omaha_before_the_flop() -> None:
    """Counted once by dealing all boards, which takes half a minute."""
    found = of("AsAhKdKc", "9s8s7h6h")

    assert found.boards == 1_086_008
    assert [(hand.won, hand.tied) for hand in found.hands] == [(587_118, 0), (498_890, 0)]


def test_three_hands_before_the_flop() -> None:
    """Counted once by dealing all boards."""
    found = of("AsKs", "QhJh", "7c7d")

    assert found.boards == 1_370_754
    assert [(hand.won, hand.tied) for hand in found.hands] == [(527_402, 2_511), (432_662, 2_511), (408_179, 2_511)]


def test_on_the_river_there_is_one_board() -> None:
    found = of("AsAh", "KdKc", "2c2d", board="2h2s3h3s3d")

    assert found.boards == 1
    assert [(hand.won, hand.tied) for hand in found.hands] == [(0, 0), (0, 0), (1, 0)]
    assert [float(hand.equity) for hand in found.hands] == [0.0, 0.0, 1.0]


def test_a_board_that_plays_is_shared_by_all() -> None:
    found = of("AsAh", "KdKs", "2h2d", board="TcJcQcKcAc")

    assert [(hand.won, hand.tied, hand.equity) for hand in found.hands] == [(0, 1, Fraction(1, 3))] * 3


def test_ten_hands() -> None:
    hands = ("AsKs", "QhJh", "7c7d", "AhKh", "2c2d", "9s8s", "TdJd", "Ad5d", "QcTc", "6h6s")

    assert of(*hands, board="Th9d2s") == dealt_out([parse_cards(hand) for hand in hands], parse_cards("Th9d2s"))


@st.composite
def deals(draw: st.DrawFn, hole_cards: int) -> tuple[list[list[Card]], list[Card], list[Card]]:
    """Two to four hands, a board, and so many dead cards that boards can be dealt out."""
    deck = draw(st.permutations(full_deck()))
    count = draw(st.integers(2, 4))
    size = draw(st.sampled_from((0, 3, 4, 5)))
    live = draw(st.integers(*{0: (5, 10), 3: (2, 24), 4: (1, 44), 5: (0, 44)}[size]))
    holes, rest = deck[: count * hole_cards], deck[count * hole_cards :]
    hands = [holes[at : at + hole_cards] for at in range(0, len(holes), hole_cards)]
    return hands, rest[:size], rest[size + live :]


@given(deals(2))
def test_holdem_is_what_dealing_every_board_gives(deal: tuple[list[list[Card]], list[Card], list[Card]]) -> None:
    hands, board, dead = deal

    assert exact(hands, board, dead=dead) == dealt_out(hands, board, dead)


@given(deals(4))
def test_omaha_is_what_dealing_every_board_gives(deal: tuple[list[list[Card]], list[Card], list[Card]]) -> None:
    hands, board, dead = deal

    assert exact(hands, board, dead=dead) == dealt_out(hands, board, dead)


@pytest.mark.parametrize(
    ("hands", "dead"),
    [
        (("AsKs", "QsJs"), "2c3c4c5c6c7c8c9c2d3d4d5d6d7d8d9d2h3h4h5h6h7h8h9hTcTd"),
        (("AsKsQs2c", "JsTs9s2d"), "3c4c5c6c7c8c9cTc3d4d5d6d7d8d9dTd3h4h5h6h7h8h9hTh"),
    ],
)
def test_many_flushes_are_what_dealing_every_board_gives(hands: tuple[str, ...], dead: str) -> None:
    """The live cards are mostly spades: flushes, straight flushes and hands that beat them."""
    holes = [parse_cards(hand) for hand in hands]

    assert exact(holes, dead=parse_cards(dead)) == dealt_out(holes, dead=parse_cards(dead))


@given(deals(2), st.permutations(range(4)))
def test_suits_have_no_rank(deal: tuple[list[list[Card]], list[Card], list[Card]], suits: list[int]) -> None:
    hands, board, dead = deal

    def swapped(cards: list[Card]) -> list[Card]:
        return [Card(card - card % 4 + suits[card % 4]) for card in cards]

    other = exact([swapped(hand) for hand in hands], swapped(board), dead=swapped(dead))
    assert other == exact(hands, board, dead=dead)


@given(deals(4))
def test_hands_have_no_order_and_share_the_whole_pot(deal: tuple[list[list[Card]], list[Card], list[Card]]) -> None:
    hands, board, dead = deal

    found = exact(hands, board, dead=dead)
    assert sum(hand.equity for hand in found.hands) == 1
    assert exact(hands[::-1], board, dead=dead).hands == found.hands[::-1]


@pytest.mark.parametrize(
    ("hands", "board", "dead", "game", "code"),
    [
        ((), "", "", None, "too_few_hands"),
        (("AsAh",), "", "", None, "too_few_hands"),
        (("2c2d", "3c3d", "4c4d", "5c5d", "6c6d", "7c7d", "8c8d", "9c9d", "TcTd", "JcJd", "QcQd"), "", "", None, "too_many_hands"),
        (("AsAh", "KdKcKs"), "", "", None, "bad_hole_cards"),
        (("As", "Kd"), "", "", None, "bad_hole_cards"),
        (("AsAh", ""), "", "", None, "bad_hole_cards"),
        (("AsAh", "KdKc"), "", "", Game.OMAHA, "bad_hole_cards"),
        (("AsAhKdKc", "9s8s7h6h"), "", "", Game.HOLDEM, "bad_hole_cards"),
        (("AsAh", "9s8s7h6h"), "", "", None, "mixed_games"),
        (("AsAh", "KdKc"), "2c", "", None, "bad_board"),
        (("AsAh", "KdKc"), "2c3c", "", None, "bad_board"),
        (("AsAh", "KdKc"), "2c3c4c5c6c7c", "", None, "bad_board"),
        (("AsAh", "AsKc"), "", "", None, "duplicate_card"),
        (("AsAh", "KdKc"), "As2c3c", "", None, "duplicate_card"),
        (("AsAh", "KdKc"), "2c3c4c", "4c", None, "duplicate_card"),
    ],
)  # fmt: skip
def test_cards_that_cannot_lie_together_are_refused(
    hands: tuple[str, ...], board: str, dead: str, game: Game | None, code: str
) -> None:
    with pytest.raises(BadCards) as refused:
        exact([parse_cards(hand) for hand in hands], parse_cards(board), dead=parse_cards(dead), game=game)

    assert refused.value.code == code


def test_numbers_that_are_no_cards_are_refused() -> None:
    with pytest.raises(BadCards) as refused:
        exact([[Card(0), Card(52)], parse_cards("KdKc")])

    assert refused.value.code == "bad_card"


def test_a_deck_without_enough_cards_is_refused() -> None:
    deck = full_deck()

    with pytest.raises(BadCards) as refused:
        exact([deck[:2], deck[2:4]], dead=deck[8:])

    assert refused.value.code == "too_few_cards"
