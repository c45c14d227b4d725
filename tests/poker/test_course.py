"""Posting, dealing, streets, showdown (CASH and SHOW rules a hand carries out), by every edition's rules."""

from dataclasses import replace

import pytest

from fairdeal.cards import describe, parse_cards
from fairdeal.poker import CALL, OMAHA, Hand, HandOrder, HandRules, TableRules
from fairdeal.poker.events import (
    AntePosted,
    BlindPosted,
    BoardDealt,
    HandShown,
    HoleCardsDealt,
    PotAwarded,
    UncalledReturned,
)
from fairdeal.poker.pots import award
from fairdeal.rulebook.clause import PW, EditionId
from fairdeal.testing import play
from tests.poker.tables import POKER, UNIBET, table

every_edition = pytest.mark.parametrize("edition", POKER)


@every_edition
@pytest.mark.rule("CASH-13")
def test_blinds_are_posted_by_the_two_after_the_button(edition: EditionId) -> None:
    hand = play("stacks a=2000 b=2000 c=2000; to the end", table(edition))

    posted = [event for event in hand.events if isinstance(event, BlindPosted)]
    assert posted == [BlindPosted(0, 5, "CASH-13"), BlindPosted(1, 10, "CASH-13")]


@every_edition
@pytest.mark.rule("CASH-13")
def test_a_short_big_blind_does_not_lower_the_call(edition: EditionId) -> None:
    hand = play("stacks a=2000 b=4 c=2000", table(edition))

    assert hand.options("c").to_call == 10
    assert hand.options("c").raise_min == 20


@every_edition
@pytest.mark.rule("CASH-13")
def test_a_short_stack_pays_its_ante_first(edition: EditionId) -> None:
    hand = play("stacks a=2000 b=12 c=2000; ante 5; c folds; a calls", table(edition))

    assert [event for event in hand.events if isinstance(event, AntePosted)][1].amount == 5
    assert hand.hand.put[1] == 12
    assert hand.by_name(hand.result.contributed) == {"a": 12, "b": 12, "c": 5}


@every_edition
def test_a_hand_can_have_no_small_blind(edition: EditionId) -> None:
    hand = play("stacks a=2000 b=2000 c=2000; no small blind", table(edition))

    assert hand.hand.bets == [10, 0, 0]
    assert hand.turn == "b"


@pytest.mark.parametrize("edition", UNIBET)
def test_a_late_post_is_one_live_big_blind(edition: EditionId) -> None:
    """It counts towards a call; in a limped pot its poster may check or raise."""
    hand = play("stacks a=2000 b=2000 c=2000 d=2000 e=2000; late e; c calls; d folds", table(edition))

    assert hand.hand.bets == [5, 10, 10, 0, 10]
    assert hand.options("e").can_check
    assert hand.options("e").raise_min == 20
    assert BlindPosted(4, 10, "CASH-16") in hand.events


@every_edition
@pytest.mark.rule("CASH-14")
@pytest.mark.parametrize(("family", "count"), [("texas", 2), ("omaha", 4)])
def test_hole_cards(edition: EditionId, family: str, count: int) -> None:
    hand = play("stacks a=2000 b=2000; to the end", table(edition, family))

    dealt = [event.cards for event in hand.events if isinstance(event, HoleCardsDealt)]
    assert [len(cards) for cards in dealt] == [count, count]
    assert len({card for cards in dealt for card in cards}) == 2 * count


@every_edition
@pytest.mark.rule("CASH-18")
def test_three_board_cards_then_one_then_one(edition: EditionId) -> None:
    hand = play("stacks a=2000 b=2000; board 2c3d5h7c9d; to the end", table(edition))

    boards = [event.board for event in hand.events if isinstance(event, BoardDealt)]
    assert [len(board) for board in boards] == [3, 4, 5]
    assert boards[-1] == tuple(parse_cards("2c3d5h7c9d"))


@every_edition
@pytest.mark.rule("CASH-18")
def test_when_nobody_can_bet_the_rest_of_the_board_is_dealt_at_once(edition: EditionId) -> None:
    hand = play("stacks a=300 b=900 c=300; c all-in 300; a calls; b calls", table(edition))

    assert hand.hand.acts == [300, 0, 0]
    assert len(hand.result.board) == 5


@every_edition
@pytest.mark.rule("SHOW-01")
def test_everybody_left_shows_and_a_lone_survivor_does_not(edition: EditionId) -> None:
    shown = play("stacks a=2000 b=2000 c=2000; c folds; to the end", table(edition))
    alone = play("stacks a=2000 b=2000 c=2000; c folds; a folds", table(edition))

    assert {event.place for event in shown.events if isinstance(event, HandShown)} == {0, 1}
    assert not [event for event in alone.events if isinstance(event, HandShown)]
    assert alone.result.shown == ()


@every_edition
@pytest.mark.rule("SHOW-01")
def test_the_blind_nobody_called_comes_back(edition: EditionId) -> None:
    hand = play("stacks a=2000 b=2000 c=2000; c folds; a folds", table(edition))

    assert UncalledReturned(1, 5) in hand.events
    assert hand.pots == [(10, "b")]


@every_edition
@pytest.mark.rule("SHOW-02")
@pytest.mark.parametrize(
    ("cards", "winners"),
    [("a=AsKs b=QsJd", "a"), ("a=2c3c b=4d5d", "ab"), ("a=Ac2d b=Kc3d", "a")],
    ids=["both hole cards", "playing the board", "one hole card"],
)
def test_texas_takes_the_best_five_of_seven(edition: EditionId, cards: str, winners: str) -> None:
    boards = {"a": "AhKh7c8d2s", "ab": "TsJsQsKsAs"}
    board = "AhQh9c8d5s" if "Ac2d" in cards else boards[winners]
    hand = play(f"stacks a=2000 b=2000; cards {cards}; board {board}; to the end", table(edition))

    assert hand.pots[0][1] == winners


OMAHA_READING = [
    # the first hand's reading is the category and ranks the documents print
    ("AcKdTd8h", "Kc9c6c6hQc", "two_pair", (11, 4, 12)),
    ("Th9h7c6c", "KsKcTcTd5d", "three_of_a_kind", (8, 11, 7)),
    ("AsKdTd8h", "Ks9c6c6hQc", "two_pair", (11, 4, 12)),
]


@every_edition
@pytest.mark.rule("SHOW-03")
@pytest.mark.rule("SHOW-07")
@pytest.mark.parametrize(("cards", "board", "category", "ranks"), OMAHA_READING)
def test_omaha_takes_exactly_two_and_three(
    edition: EditionId, cards: str, board: str, category: str, ranks: tuple[int, ...]
) -> None:
    hand = play(f"stacks a=2000 b=2000; cards a={cards} b=2d2h3d3s; board {board}; to the end", table(edition, "omaha"))
    read = describe(hand.result.ranks[0])

    assert (read.category, read.ranks) == (category, ranks)


@every_edition
@pytest.mark.rule("SHOW-04")
def test_a_weaker_hand_may_win_more_money(edition: EditionId) -> None:
    hand = play(
        "stacks a=100 b=2000 c=2000; cards a=AsAh b=KsKh c=QsQh; board 2c3d5h7c9d; c raises to 1000; a all-in 100; b calls; to the end",
        table(edition),
    )

    assert hand.pots == [(300, "a"), (1800, "b")]
    awarded = [event for event in hand.events if isinstance(event, PotAwarded)]
    assert [(event.amount, event.winners, event.rule) for event in awarded] == [
        (300, (0,), "SHOW-04"),
        (1800, (1,), "SHOW-04"),
    ]


@every_edition
@pytest.mark.rule("SHOW-05")
@pytest.mark.parametrize(
    ("pot", "shares"),
    [(100, (34, 33, 33)), (101, (34, 34, 33)), (99, (33, 33, 33))],
)
def test_odd_cents_go_one_each_clockwise_from_the_button(edition: EditionId, pot: int, shares: tuple[int, ...]) -> None:
    """Places are in that order: with the button on seat 3 they are seats 4, 6, 2."""
    stacks = [0, 0, 0, 0]
    pots = award(stacks, [pot], [[0, 1, 2]], [0], [7, 7, 7, 0])

    assert tuple(stacks[:3]) == shares
    assert pots[0].winners == (0, 1, 2)


@every_edition
@pytest.mark.rule("SHOW-05")
@pytest.mark.rule("HAND-13")
def test_equal_hands_share_whatever_their_suits(edition: EditionId) -> None:
    hand = play("stacks a=2000 b=2000; cards a=AsKd b=AhKc; board QsJs2d7h9h; to the end", table(edition))

    assert hand.pots[0][1] == "ab"


@pytest.mark.rule("SHOW-06")
def test_the_last_to_bet_on_the_river_shows_first() -> None:
    """Button 1, players 2, 4, 5; on the river 2 checks, 4 bets, 5 raises, 2 folds, 4 calls: 5 shows, then 4."""
    hand = play(
        "stacks s2=2000 s4=2000 s5=2000 s1=2000; s5 calls; s1 folds; s2 calls; s4 checks; to the river;"
        "s2 checks; s4 bets 20; s5 raises to 60; s2 folds; s4 calls",
        table(PW),
    )

    assert [hand.names[place] for place in hand.result.shown] == ["s5", "s4"]


@pytest.mark.rule("SHOW-06")
def test_the_others_follow_clockwise() -> None:
    hand = play("stacks a=2000 b=2000 c=2000; to the river; a checks; b bets 20; c calls; a calls", table(PW))

    assert [hand.names[place] for place in hand.result.shown] == ["b", "c", "a"]


@pytest.mark.rule("SHOW-06")
def test_without_a_river_bet_the_first_left_of_the_button_shows_first() -> None:
    hand = play(
        "stacks s2=2000 s4=2000 s5=2000 s1=2000; s5 calls; s1 folds; s2 calls; s4 checks;"
        "s2 checks; s4 bets 20; s5 calls; s2 calls; to the end",
        table(PW),
    )

    assert [hand.names[place] for place in hand.result.shown] == ["s2", "s4", "s5"]


@pytest.mark.rule("SHOW-08")
def test_when_no_betting_is_possible_the_cards_decide() -> None:
    hand = play(
        "stacks a=100 b=100 c=100; cards a=AsKs b=AhKh c=2d7c; board QdJc3d4h9s; c all-in 100; a calls; b calls",
        table(PW),
    )

    assert hand.pots == [(300, "ab")]


@every_edition
@pytest.mark.rule("CASH-24")
def test_omaha_keeps_every_betting_rule_of_texas(edition: EditionId) -> None:
    """The undersized all-in, told with four cards."""
    hand = play(
        "stacks a=2000 b=2000 c=2000 d=28; to the flop; a checks; b bets 10; c calls; d all-in 18; a folds",
        table(edition, "omaha"),
    )

    assert hand.options("b").closed_by == "BET-13"
    assert hand.rules.hole_cards == OMAHA


def test_tables_come_from_the_edition() -> None:
    assert isinstance(table(PW), TableRules)
    assert table(PW).hand.show_in_order
    assert not table(UNIBET[0]).hand.show_in_order


@pytest.mark.rule("BET-15")
def test_dead_antes_lie_in_the_main_pot() -> None:
    """Whoever is all-in for least can win every ante, and nobody can win them in a side pot."""
    rules = HandRules(20, antes_are_dead=True)
    deck = [*parse_cards("AsAhKsKhQsQh"), *parse_cards("2c3d5h7c9d")]
    deck += [card for card in range(52) if card not in deck]  # type: ignore[misc]
    usual = HandOrder.usual(rules, [105, 1005, 1005], deck, small_blind=10)
    hand = Hand(replace(usual, antes=(5, 5, 5)))
    while hand.turn >= 0:
        hand.act(hand.options().raise_max or CALL)
    assert hand.result is not None

    assert [(pot.amount, pot.winners) for pot in hand.result.pots] == [(315, (0,)), (1800, (1,))]
