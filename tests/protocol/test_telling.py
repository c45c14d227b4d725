"""What happens at a table, as messages: seats instead of places, collected pots, and everybody's own strength."""

import pytest

from fairdeal.cards import parse_cards, rank, rank_omaha
from fairdeal.cash.table.changes import HandStarted
from fairdeal.cash.table.state import CashTable, Dealt, OpenHand
from fairdeal.kernel import Cents, HandId, Instant, PlayerId, RuleId
from fairdeal.play.changes import ActShown, CardsDealt, OwnCards, YourTurn
from fairdeal.poker import Options, events
from fairdeal.present.seats import Face
from fairdeal.present.strength import best_five, strength_of, strength_with, strengths_with
from fairdeal.present.table_changes import CashTablePresenter
from fairdeal.protocol import table as wire

HAND = HandId("H1")
# Seats 2, 5 and 7 in order of play; the button is the last.
OPENED = OpenHand(
    HAND, 9, Instant(0), Dealt((2, 5, 7), 7, 2, 5), (), (), (Cents(100), Cents(60), Cents(100)), b"\x01\x02", "text"
)


def cards(text: str) -> tuple[int, ...]:
    return tuple(parse_cards(text))


def presenter() -> CashTablePresenter:
    found = CashTablePresenter(CashTable("text", (None,) * 9), 2, lambda player: Face(player.upper(), "fox"))
    found.frame_to_wire((HandStarted(OPENED, RuleId("CASH-03")),), {})
    return found


def told(found: CashTablePresenter, *happened: events.HandEvent) -> list[wire.PublicChange]:
    return found.frame_to_wire((ActShown(0, happened, None, None, None),), {})[0]


def test_places_become_seats_and_blinds_have_names() -> None:
    found = presenter()
    posted = (
        events.BlindPosted(0, 1, "CASH-13"),
        events.BlindPosted(1, 2, "CASH-13"),
        events.BlindPosted(2, 2, "CASH-16"),
    )

    changes, _ = found.frame_to_wire((CardsDealt(posted, None),), {})

    seen = [(each.at, each.blind, each.amount) for each in changes if isinstance(each, wire.Posted)]
    assert seen == [(2, "small", 1), (5, "big", 2), (7, "entry", 2)]


def test_side_pots_are_told_when_the_bets_are_collected() -> None:
    found = presenter()
    told(
        found,
        events.Acted(0, 100, "bet", 100, True),
        events.Acted(1, 0, "call", 60, True),
        events.Acted(2, 0, "call", 100, False),
    )

    (board,) = [each for each in told(found, events.BoardDealt(1, cards("As Kd 2c"))) if isinstance(each, wire.Board)]

    assert board.pots == (180, 80)
    assert board.board == ("As", "Kd", "2c")


def test_a_split_pot_is_told_as_it_is_paid() -> None:
    found = presenter()

    (awarded,) = [each for each in told(found, events.PotAwarded(103, 2, (1, 2))) if isinstance(each, wire.Awarded)]

    assert [(each.seat, each.amount) for each in awarded.winners] == [(5, 51), (7, 50)]


def test_ones_own_cards_and_their_strength_go_to_their_owner_only() -> None:
    found = presenter()
    ann, bob = PlayerId("ann"), PlayerId("bob")
    deal = {ann: (OwnCards(HAND, 2, cards("Ah Ac")),), bob: (OwnCards(HAND, 5, cards("7h 2c")),)}
    _, own = found.frame_to_wire((CardsDealt((), None),), deal)
    assert own == {
        ann: [wire.Dealt(hand=HAND, cards=("Ah", "Ac"))],
        bob: [wire.Dealt(hand=HAND, cards=("7h", "2c"))],
    }

    board = ActShown(
        7, (events.Acted(1, -1, "fold", 0, False), events.BoardDealt(1, cards("As Kd 2d"))), None, None, None
    )
    turn = YourTurn(HAND, 4, Options(0, 0, 2, 100, ""))
    changes, own = found.frame_to_wire((board,), {ann: (turn,)})

    assert own.keys() == {ann}, "who has folded has no hand"
    strength, options = own[ann]
    assert isinstance(strength, wire.StrengthChanged)
    assert strength.strength == wire.Strength(category="three_of_a_kind", ranks=("A", "K", "2"))
    assert isinstance(options, wire.OptionsOffered)
    assert "Ah" not in str(changes)


def test_a_hand_opened_and_dealt_in_one_step_has_its_strengths_too() -> None:
    found = CashTablePresenter(CashTable("text", (None,) * 9), 2, lambda player: Face(player.upper(), "fox"))
    ann = PlayerId("ann")
    started = HandStarted(OPENED, RuleId("CASH-03"))
    found.frame_to_wire((started, CardsDealt((), None)), {ann: (OwnCards(HAND, 2, cards("Qc Qd")),)})

    _, own = found.frame_to_wire((ActShown(7, (events.BoardDealt(1, cards("Jc 8c 8d")),), None, None, None),), {})

    (strength,) = own[ann]
    assert isinstance(strength, wire.StrengthChanged)
    assert strength.strength is not None
    assert strength.strength.category == "two_pair"


@pytest.mark.parametrize(
    ("hole", "board", "category"),
    [
        ("Ah Ac", "", None),
        ("Ah Ac", "As Kd 2d", "three_of_a_kind"),
        ("Ah Ac Kh Kc", "As 3d 2d", "three_of_a_kind"),
        ("Ah Kh Qh Jh", "Th 9h 2h", "flush"),
        ("Ah 2c 3c 4c", "Kh Qh Jh Th 9h", "high_card"),
    ],
)
def test_strength_follows_the_game(hole: str, board: str, category: str | None) -> None:
    found = strength_with(cards(hole), cards(board))

    assert (found and found.category) == category


@pytest.mark.parametrize("shown", [3, 4, 5])
def test_strengths_of_a_whole_table_are_those_of_each_player(shown: int) -> None:
    board = cards("Kh Qh 2h 2c 9d")[:shown]
    holdem = [cards("Ah 3h"), cards("Ks Kc"), cards("7c 6d")]
    omaha = [cards("Ah 3h 4c 5c"), cards("Ks Kc 7c 6d"), cards("Jh Th 9h 8h")]

    assert strengths_with(holdem, board) == [strength_of(rank([*hole, *board])) for hole in holdem]
    assert strengths_with(omaha, board) == [strength_of(rank_omaha(hole, board)) for hole in omaha]
    assert strengths_with(holdem, board[:0]) == [None, None, None]


def test_the_best_five_are_those_that_won() -> None:
    hole, board = cards("Ah Ac"), cards("As Kd Qd 2c 3c")

    assert set(best_five(hole, board, rank([*hole, *board]))) == {"Ah", "Ac", "As", "Kd", "Qd"}
    assert best_five(hole, board[:3], 1) == ()
