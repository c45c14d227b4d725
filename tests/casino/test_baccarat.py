"""Baccarat: coups card by card, payouts, betting, roads (BAC-01 to BAC-21)."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import perm

import pytest

from fairdeal.casino.games.baccarat.rules import BANKER, NOBODY, PLAYER, BaccaratRules, Coup, Spot
from fairdeal.casino.games.baccarat.view import BaccaratView
from fairdeal.casino.games.layout import commands as lay
from fairdeal.casino.games.layout.events import BetsConfirmed
from fairdeal.casino.games.layout.felt import layout_of
from fairdeal.casino.table import commands as c
from fairdeal.casino.table.events import BettingClosed, CardDealt, RoundSettled, ShoeShuffled
from fairdeal.casino.table.state import Phase
from fairdeal.kernel import Cents
from fairdeal.rulebook.ruled import Ruled
from tests.casino.tables import ANN, BOB, Bench, baccarat, cards, edition, every, one
from tests.shared import shared

RULES = BaccaratRules(edition().baccarat)


def coup(text: str) -> Coup:
    """A coup dealt from those cards; they must be exactly enough."""
    played = Coup(RULES)
    for card in cards(text):
        assert played.due != NOBODY, "the coup is over"
        played.take(card)
    return played


def of_value(value: int) -> str:
    """A card of that value."""
    return "K" if value == 0 else "A" if value == 1 else str(value)


def two_cards(total: int) -> tuple[str, str]:
    """Two cards of that total: a king and the rest."""
    return "Kh", f"{of_value(total)}d"


def dealt(player: int, banker: int, *thirds: str) -> Coup:
    """A coup whose hands have those totals after two cards."""
    (p1, p2), (b1, b2) = two_cards(player), two_cards(banker)
    return coup(" ".join((p1, b1, p2, b2, *thirds)))


def with_bets(shoe: str, *, player: int = 1000, banker: int = 1000, tie: int = 1000) -> Bench:
    """A coup of those cards with three people who each bet on something."""
    bench = baccarat(shoe)
    people = {"ann": ("player", player), "bob": ("banker", banker), "cat": ("tie", tie)}
    bench.come(*people)
    number = bench.open()
    for who, (spot, amount) in people.items():
        for chip in chips_of(amount):
            bench.do(lay.PlaceChip(type(ANN)(who), number, spot, Cents(chip)))
        bench.do(lay.Confirm(type(ANN)(who), number))
    bench.until(Phase.RESULT)
    return bench


def chips_of(amount: int) -> list[int]:
    found = []
    for chip in sorted(edition().baccarat.limits.chips.value, reverse=True):
        while amount >= chip:
            found.append(int(chip))
            amount -= chip
    return found


# ---- cards and totals


@pytest.mark.rule("BAC-11")
def test_card_values() -> None:
    for text, value in (("Tc", 0), ("Jd", 0), ("Qh", 0), ("Ks", 0), ("Ac", 1), ("2d", 2), ("9s", 9)):
        assert RULES.values[cards(text)[0]] == value


@pytest.mark.rule("BAC-12")
@pytest.mark.parametrize(
    ("hand", "total"), [("9 7", 6), ("5 5 5", 5), ("T 9", 9), ("9 6 9", 4), ("K Q", 0), ("5 5", 0)]
)
def test_totals_are_the_last_digit(hand: str, total: int) -> None:
    played = Coup(RULES)
    for rank in hand.split():
        played.due = PLAYER
        played.take(cards(f"{rank}s")[0])

    assert played.player_total == total


@pytest.mark.rule("BAC-10")
def test_two_cards_to_player_and_two_to_banker() -> None:
    bench = baccarat("4s Kh 5d 6c")
    bench.come("ann")
    number = bench.open()
    bench.do(lay.PlaceChip(ANN, number, "player", Cents(500)))
    bench.do(lay.Confirm(ANN, number))

    given = every(bench.until(Phase.RESULT), CardDealt)

    assert [event.seat for event in given] == [PLAYER, BANKER, PLAYER, BANKER]
    assert [event.card for event in given] == cards("4s Kh 5d 6c")


@pytest.mark.rule("BAC-13")
@pytest.mark.parametrize(("player", "banker"), [(8, 0), (9, 5), (0, 8), (5, 9), (8, 9), (9, 9)])
def test_a_natural_ends_the_coup(player: int, banker: int) -> None:
    played = dealt(player, banker)

    assert played.due == NOBODY
    assert played.is_natural


@pytest.mark.rule("BAC-14")
@pytest.mark.parametrize("player", range(8))
def test_player_draws_up_to_five(player: int) -> None:
    played = dealt(player, 7)

    assert (played.due == PLAYER) == (player <= 5)


@pytest.mark.rule("BAC-15")
@pytest.mark.parametrize("banker", range(8))
@pytest.mark.parametrize("third", range(10))
def test_banker_up_to_two_always_draws_and_seven_never(banker: int, third: int) -> None:
    played = dealt(0, banker, f"{of_value(third)}c")

    if banker <= 2:
        assert played.due == BANKER
    if banker == 7:
        assert played.due == NOBODY


TABLE = {3: "0123456 79", 4: "  234567  ", 5: "    4567  ", 6: "      67  ", 7: "          "}


@pytest.mark.rule("BAC-16")
@pytest.mark.parametrize("banker", TABLE)
def test_banker_looks_at_the_players_third_card(banker: int) -> None:
    drawn = {third for third in range(10) if dealt(2, banker, f"{of_value(third)}c").due == BANKER}

    assert drawn == set(map(int, TABLE[banker].replace(" ", "")))


@pytest.mark.rule("BAC-17")
@pytest.mark.parametrize("player", [6, 7])
@pytest.mark.parametrize("banker", range(8))
def test_banker_draws_up_to_five_when_player_stands(player: int, banker: int) -> None:
    assert (dealt(player, banker).due == BANKER) == (banker <= 5)


@pytest.mark.rule("BAC-18")
def test_no_hand_gets_more_than_three_cards_and_nobody_is_asked() -> None:
    for player, banker, third, last in product(range(8), range(8), range(10), range(10)):
        played = dealt(player, banker)
        for value in (third, last):
            if played.due != NOBODY:
                played.take(cards(f"{of_value(value)}c")[0])
        assert played.due == NOBODY
        assert len(played.player) <= 3
        assert len(played.banker) <= 3


def test_an_edition_without_third_cards_ends_after_four() -> None:
    rules = BaccaratRules(replace(edition().baccarat, cards_per_hand_max=Ruled(2, edition().baccarat.decks.rule)))

    assert Coup(rules, cards("Kh Kd 2h 3d")).due == NOBODY


# ---- payouts

VECTORS = [
    ("P 4+5 v B K+6", "4s Kh 5d 6c", (1000, -1000, -1000)),
    ("3 v 3 after the third card 8", "2s Kh 3d 3c 8h", (0, 0, 8000)),
    ("P stands on 6, B 5 draws 4", "6s 2h Kd 3c 4h", (-1000, 950, -1000)),
    ("P 5 draws 6, B 6 draws 2", "As Kh 4d 6c 6h 2s", (-1000, 950, -1000)),
    ("P 7 stands, B 6 stands", "Ks Kh 7d 6c", (1000, -1000, -1000)),
    ("B natural 8 v P 3", "Ks Kh 3d 8c", (-1000, 950, -1000)),
]


@pytest.mark.rule("BAC-20")
@pytest.mark.rule("BAC-01")
@pytest.mark.parametrize(("name", "shoe", "won"), VECTORS)
def test_payouts(name: str, shoe: str, won: tuple[int, int, int]) -> None:
    bench = with_bets(shoe)

    assert (bench.money("ann"), bench.money("bob"), bench.money("cat")) == won
    assert bench.house == -sum(won)


@pytest.mark.rule("BAC-20")
def test_commission_is_rounded_in_the_players_favour() -> None:
    assert RULES.settle_bet("banker", Cents(50), Spot.BANKER) == (50, 48)
    assert RULES.settle_bet("banker", Cents(150), Spot.BANKER) == (150, 143)
    assert RULES.settle_bet("banker", Cents(100), Spot.BANKER) == (100, 95)


@pytest.mark.rule("BAC-19")
def test_a_tie_returns_the_bets_on_hands() -> None:
    bench = with_bets("6s 6h Kd Kc")

    settled = one(bench.history, RoundSettled)
    assert [(each.lost, each.returned, each.won) for each in settled.payments] == [
        (0, 1000, 0),
        (0, 1000, 0),
        (0, 1000, 8000),
    ]


@pytest.mark.rule("BAC-19")
def test_a_table_may_keep_other_bets_on_a_tie() -> None:
    ruled = edition().baccarat.tie_returns_other_bets
    rules = BaccaratRules(replace(edition().baccarat, tie_returns_other_bets=Ruled(False, ruled.rule)))

    assert rules.settle_bet("player", Cents(100), Spot.TIE) == (0, 0)


# ---- the exact chances


def enumerate_coups(decks: int) -> dict[Spot, int]:
    """How many ordered sequences of six cards end each way, counted with the engine."""
    counts = [16 * decks, *[4 * decks] * 9]
    faces = [cards(f"{of_value(value)}s")[0] for value in range(10)]
    found = dict.fromkeys(Spot, 0)

    def deal(played: Coup, weight: int, left: list[int], size: int, out: int) -> None:
        if played.due == NOBODY:
            found[played.outcome] += weight * perm(size, 6 - out)
            return
        for value in range(10):
            if left[value]:
                rest = left.copy()
                rest[value] -= 1
                then = played.copy()
                then.take(faces[value])
                deal(then, weight * left[value], rest, size - 1, out + 1)

    # The two first cards of a hand can come in either order.
    for p1, p2, b1, b2 in product(range(10), repeat=4):
        if p1 <= p2 and b1 <= b2:
            left = counts.copy()
            weight = 1
            for value in (p1, b1, p2, b2):
                weight *= left[value]
                left[value] -= 1
            weight *= (1 if p1 == p2 else 2) * (1 if b1 == b2 else 2)
            if weight:
                first = Coup(RULES, [faces[value] for value in (p1, b1, p2, b2)])
                deal(first, weight, left, 52 * decks - 4, 4)
    return found


@pytest.mark.rule("BAC-02")
def test_the_exact_chances_of_eight_decks() -> None:
    """Reference values of the rules: 0.458597, 0.446247, 0.095156; edges 1.06 %, 1.24 %, 14.36 %."""
    found = enumerate_coups(8)
    total = sum(found.values())

    assert total == perm(416, 6)
    chance = {spot: Fraction(count, total) for spot, count in found.items()}
    assert [round(float(chance[spot]), 6) for spot in (Spot.BANKER, Spot.PLAYER, Spot.TIE)] == [
        0.458597,
        0.446247,
        0.095156,
    ]
    edges = {
        spot: -sum(
            chance[outcome] * Fraction(sum(RULES.settle_bet(spot, Cents(10_000), outcome)) - 10_000, 10_000)
            for outcome in Spot
        )
        for spot in Spot
    }
    assert [round(float(edges[spot]), 4) for spot in (Spot.BANKER, Spot.PLAYER, Spot.TIE)] == [0.0106, 0.0124, 0.1436]


@pytest.mark.parametrize("decks", [1, pytest.param(6, marks=pytest.mark.soak), 8])
def test_counts_agree_with_the_oracle(decks: int) -> None:
    published = json.loads(shared("oracles/casino/baccarat_exact.json").read_text("utf-8"))
    expected = next(row for row in published if row["decks"] == decks)

    found = enumerate_coups(decks)

    assert found == {
        Spot.BANKER: expected["banker_wins"],
        Spot.PLAYER: expected["player_wins"],
        Spot.TIE: expected["ties"],
    }


@pytest.mark.rule("BAC-02")
def test_the_shoe_holds_eight_decks() -> None:
    bench = baccarat()
    bench.come("ann")
    bench.open()

    shoe = one(bench.history, ShoeShuffled).shoe
    assert sorted(shoe.order) == sorted(list(range(52)) * 8)
    assert shoe.cut_at == 416 - 52


# ---- betting


@pytest.mark.rule("BAC-03")
def test_chips_go_to_player_banker_or_tie() -> None:
    bench = baccarat()
    bench.come("ann")
    number = bench.open()
    for spot in ("player", "banker", "tie"):
        bench.do(lay.PlaceChip(ANN, number, spot, Cents(500)))

    assert bench.refuse(lay.PlaceChip(ANN, number, "dragon", Cents(500))) == ("no_such_spot", "BAC-03")
    assert one(bench.do(lay.Confirm(ANN, number)), BetsConfirmed).bets == (
        ("player", 500),
        ("banker", 500),
        ("tie", 500),
    )


@pytest.mark.rule("BAC-04")
@pytest.mark.rule("BAC-05")
def test_thirty_is_a_chip_of_25_and_one_of_5() -> None:
    bench = baccarat()
    bench.come("ann")
    number = bench.open()
    assert bench.refuse(lay.PlaceChip(ANN, number, "tie", Cents(3000))) == ("no_such_chip", "BAC-04")
    bench.do(lay.PlaceChip(ANN, number, "tie", Cents(2500)))
    bench.do(lay.PlaceChip(ANN, number, "tie", Cents(500)))

    assert bench.own_chips("ann").staged_total == 3000
    bench.do(lay.Confirm(ANN, number))
    assert bench.money("ann") == -3000


@pytest.mark.rule("BAC-06")
def test_last_bet_repeats_the_placement() -> None:
    bench = baccarat("4s Kh 5d 6c")
    bench.come("ann")
    number = bench.open()
    assert bench.refuse(lay.RepeatLastBet(ANN, number)) == ("no_previous_bet", "BAC-06")
    bench.do(lay.PlaceChip(ANN, number, "player", Cents(2500)))
    bench.do(lay.Confirm(ANN, number))
    bench.until(Phase.RESULT)
    bench.open()
    bench.do(lay.RepeatLastBet(ANN, 2))

    assert one(bench.do(lay.Confirm(ANN, 2)), BetsConfirmed).bets == (("player", 2500),)


@pytest.mark.rule("BAC-06")
def test_coups_that_others_play_do_not_erase_the_last_bet() -> None:
    bench = baccarat()
    bench.come("ann", "bob")
    for number, player in ((1, ANN), (2, BOB), (3, BOB)):
        assert bench.open() == number
        bench.do(lay.PlaceChip(player, number, "player", Cents(2500)))
        bench.do(lay.Confirm(player, number))
        bench.until(Phase.RESULT)
    bench.open()
    bench.do(lay.RepeatLastBet(ANN, 4))

    assert one(bench.do(lay.Confirm(ANN, 4)), BetsConfirmed).bets == (("player", 2500),)


@pytest.mark.rule("BAC-07")
def test_unconfirmed_chips_are_no_bets() -> None:
    bench = baccarat("4s Kh 5d 6c")
    bench.come("ann", "bob")
    number = bench.open()
    bench.do(lay.PlaceChip(ANN, number, "player", Cents(500)))
    bench.do(lay.PlaceChip(BOB, number, "player", Cents(500)))
    bench.do(lay.Confirm(ANN, number))
    settled = one(bench.until(Phase.RESULT), RoundSettled)

    assert [each.player for each in settled.payments] == [ANN]
    assert bench.refuse(lay.Confirm(BOB, number)) == ("betting_closed", "BAC-09")
    bench.open()
    assert bench.refuse(lay.Confirm(BOB, 2)) == ("nothing_placed", "BAC-07")


@pytest.mark.rule("BAC-08")
def test_bets_out_of_limits_are_rejected() -> None:
    base = edition()
    limits = replace(base.baccarat.limits, bet_min=Ruled(Cents(500), base.baccarat.limits.bet_min.rule))
    bench = baccarat(casino=replace(base, baccarat=replace(base.baccarat, limits=limits)))
    bench.come("ann")
    number = bench.open()
    bench.do(lay.PlaceChip(ANN, number, "player", Cents(100)))
    bench.do(lay.PlaceChip(ANN, number, "banker", Cents(500)))
    assert bench.refuse(lay.Confirm(ANN, number)) == ("below_minimum", "BAC-08")
    for _ in range(6):
        bench.do(lay.PlaceChip(ANN, number, "player", Cents(10_000)))

    assert bench.refuse(lay.Confirm(ANN, number)) == ("above_maximum", "BAC-08")
    assert layout_of(bench.table).bets == {}


@pytest.mark.rule("BAC-09")
def test_betting_closes_when_everybody_has_confirmed() -> None:
    bench = baccarat()
    bench.come("ann", "bob", "cat")
    number = bench.open()
    bench.do(c.Disconnected(type(ANN)("cat")))  # nobody waits for somebody who cannot press anything
    opened_at = bench.now
    for player in (ANN, BOB):
        bench.do(lay.PlaceChip(player, number, "tie", Cents(500)))
    assert every(bench.do(lay.Confirm(ANN, number)), BettingClosed) == []

    closed = one(bench.do(lay.Confirm(BOB, number)), BettingClosed)

    assert (closed.rule, bench.now) == ("BAC-09", opened_at)


@pytest.mark.rule("BAC-09")
def test_betting_closes_when_the_last_without_a_bet_leaves() -> None:
    bench = baccarat()
    bench.come("ann", "bob", "cat")
    number = bench.open()
    bench.do(lay.PlaceChip(ANN, number, "tie", Cents(500)))
    bench.do(lay.Confirm(ANN, number))
    assert every(bench.do(c.Leave(BOB)), BettingClosed) == []

    assert one(bench.do(c.Leave(type(ANN)("cat"))), BettingClosed).rule == "BAC-09"
    assert bench.table.phase is Phase.CLOSED


@pytest.mark.rule("BAC-09")
def test_betting_goes_on_when_everybody_leaves_or_nobody_has_bet() -> None:
    bench = baccarat()
    bench.come("ann", "bob")
    bench.open()
    bench.do(c.Leave(BOB))
    bench.do(c.Leave(ANN))

    assert bench.table.phase is Phase.BETTING


@pytest.mark.rule("BAC-09")
def test_placing_a_chip_is_not_pressing_the_button() -> None:
    """Bob is gone, so everybody has confirmed; Ann may still add to her bet."""
    bench = baccarat()
    bench.come("ann", "bob")
    number = bench.open()
    bench.do(lay.PlaceChip(ANN, number, "tie", Cents(500)))
    bench.do(lay.Confirm(ANN, number))
    bench.do(c.Disconnected(BOB))
    bench.do(lay.PlaceChip(ANN, number, "tie", Cents(500)))
    assert bench.table.phase is Phase.BETTING

    assert one(bench.do(lay.Confirm(ANN, number)), BettingClosed).rule == "BAC-09"
    assert bench.money("ann") == -1000


@pytest.mark.rule("BAC-09")
def test_betting_closes_when_the_time_is_over() -> None:
    bench = baccarat()
    bench.come("ann", "bob")
    number = bench.open()
    opened_at = bench.now
    bench.do(lay.PlaceChip(ANN, number, "tie", Cents(500)))
    bench.do(lay.Confirm(ANN, number))

    closed = one(bench.close(), BettingClosed)

    assert (closed.rule, bench.now - opened_at) == ("BAC-09", 20_000)


def test_the_view_shows_the_coup_and_the_roads() -> None:
    bench = with_bets("6s 2h Kd 3c 4h")

    felt = bench.view().felt
    assert isinstance(felt, BaccaratView)
    assert (felt.player, felt.banker) == (tuple(cards("6s Kd")), tuple(cards("2h 3c 4h")))
    assert (felt.player_total, felt.banker_total, felt.outcome) == (6, 9, "banker")
    assert felt.roads.counts == (("player", 0), ("banker", 1), ("tie", 0))


# ---- the shoe


def near_the_back(from_back: int, decks: int = 8) -> Bench:
    """A table whose cut card stands that near the back of its shoe."""
    rules = edition().baccarat
    own = replace(
        rules,
        cut_card_from_back=Ruled(from_back, rules.cut_card_from_back.rule),
        decks=Ruled(decks, rules.decks.rule),
    )
    bench = baccarat(casino=replace(edition(), baccarat=own))
    bench.come("ann")
    return bench


def one_coup(bench: Bench) -> None:
    number = bench.open()
    bench.do(lay.PlaceChip(ANN, number, "player", Cents(500)))
    bench.do(lay.Confirm(ANN, number))
    bench.until(Phase.RESULT)


@pytest.mark.rule("BAC-02")
@pytest.mark.parametrize("from_back", [1, 3, 5])
def test_a_coup_never_lacks_cards_wherever_the_cut_card_stands(from_back: int) -> None:
    """Six cards are there when a coup begins, or all are shuffled before it."""
    bench = near_the_back(from_back, decks=1)
    for _ in range(40):
        one_coup(bench)
        shoe = bench.table.shoe
        assert shoe is not None
        assert shoe.out <= shoe.size

    assert not any(event.in_round for event in every(bench.history, ShoeShuffled))
    assert len(every(bench.history, ShoeShuffled)) >= 4


@pytest.mark.rule("BAC-02")
def test_a_shoe_that_runs_out_in_a_coup_is_filled_with_the_discards() -> None:
    """A coup that began before anybody looked how many cards were left goes on."""
    bench = near_the_back(1)
    number = bench.open()
    bench.do(lay.PlaceChip(ANN, number, "player", Cents(500)))
    shoe = bench.table.shoe
    assert shoe is not None
    bench.table = replace(bench.table, shoe=replace(shoe, out=413))
    bench.do(lay.Confirm(ANN, number))
    happened = bench.until(Phase.RESULT)

    refilled = one(happened, ShoeShuffled)
    assert (refilled.in_round, refilled.shoe.size) == (True, 413)
    assert one(happened, RoundSettled).round == number
    assert [event.card for event in every(happened, CardDealt)[:3]] == list(shoe.order[413:])


@pytest.mark.rule("BAC-02")
def test_the_roads_begin_anew_with_a_new_shoe() -> None:
    bench = near_the_back(52)
    one_coup(bench)
    one_coup(bench)
    assert len(layout_of(bench.table).results) == 2
    shoe = bench.table.shoe
    assert shoe is not None
    bench.table = replace(bench.table, shoe=replace(shoe, out=shoe.cut_at))
    bench.open()
    assert bench.table.shoes == 2

    felt = bench.view().felt
    assert isinstance(felt, BaccaratView)
    assert felt.roads.bead_plate == ()
    one_coup(bench)
    assert len(layout_of(bench.table).results) == 1
