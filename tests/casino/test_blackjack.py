"""Blackjack hands: totals, the dealer, doubling, splitting, insurance, and what they pay (BJ-01 to BJ-54)."""

from dataclasses import replace

import pytest

from fairdeal.casino.games.blackjack import commands as bj
from fairdeal.casino.games.blackjack.commands import Choice
from fairdeal.casino.games.blackjack.engine import with_soft_17
from fairdeal.casino.games.blackjack.events import (
    Decided,
    HandEnded,
    HoleChecked,
    HoleShown,
    InsuranceAnswered,
    InsuranceOffered,
    TurnBegan,
)
from fairdeal.casino.games.blackjack.felt import boxes_of
from fairdeal.casino.games.blackjack.rules import (
    BLACKJACK,
    CHECK_HOLE,
    DOUBLE,
    HIT,
    INSURANCE,
    OVER,
    PLAYING,
    SPLIT,
    STAND,
    BlackjackRules,
    Round,
)
from fairdeal.casino.games.blackjack.wagers import Payouts, Wager, insurance_max, share_of_double
from fairdeal.casino.paytables import Paid, added
from fairdeal.casino.table.events import CardDealt, RoundSettled
from fairdeal.casino.table.state import Phase
from fairdeal.kernel import Cents, Rejection, RuleId
from fairdeal.rulebook.ruled import Ruled
from fairdeal.rulebook.schema.casino import Blackjack, Casino
from fairdeal.rulebook.schema.choices import SplitBy
from tests.casino.tables import ANN, BOB, Bench, blackjack, cards, edition, every, one

RULES = BlackjackRules(edition().blackjack)


def switched(**values: object) -> Casino:
    """The edition with other values of blackjack, cited as before."""
    rules = edition().blackjack
    changed = {name: Ruled(value, getattr(rules, name).rule) for name, value in values.items()}
    return replace(edition(), blackjack=replace(rules, **changed))  # type: ignore[arg-type]


def hand_of(text: str) -> tuple[int, int, bool]:
    """Best total, hard total and softness of cards in one hand."""
    played = Round(RULES, (0,))
    played.stage = PLAYING
    for card in cards(text):
        played.receiver = played.hands[0]
        played.take(card)
    hand = played.hands[0]
    return hand.total, hand.hard, hand.soft


def dealt(shoe: str, bet: int = 1000, casino: Casino | None = None) -> Bench:
    """Ann alone at the table with that bet; cards come as Ann, dealer up, Ann, dealer down."""
    bench = blackjack(shoe, casino)
    bench.come("ann")
    bench.sit("ann")
    number = bench.open()
    bench.do(bj.PlaceBet(ANN, number, Cents(bet)))
    bench.close()
    bench.tick()
    return bench


def act(bench: Bench, *choices: str, amount: int | None = None) -> None:
    for choice in choices:
        extra = None if amount is None else Cents(amount)
        bench.do(bj.Decide(ANN, bench.table.round, boxes_of(bench.table).turn, Choice(choice), extra))


def played_out(shoe: str, *choices: str, bet: int = 1000, casino: Casino | None = None) -> Bench:
    """A whole round; insurance is declined, and what is not decided stands."""
    bench = dealt(shoe, bet, casino)
    act(bench, *choices)
    bench.until(Phase.RESULT)
    return bench


# ---- totals


@pytest.mark.rule("BJ-11")
@pytest.mark.parametrize(
    ("hand", "total"), [("2c 3d", 5), ("9s Th", 19), ("Js Qs", 20), ("Kc 5c", 15), ("As 9d", 20), ("As 9d 5c", 15)]
)
def test_card_values(hand: str, total: int) -> None:
    assert hand_of(hand)[0] == total


@pytest.mark.rule("BJ-02")
def test_a_hard_total_counts_every_ace_as_one() -> None:
    assert hand_of("As 6d")[1] == 7
    assert hand_of("Ts 6d As") == (17, 17, False)
    assert hand_of("Ts 9d") == (19, 19, False)


@pytest.mark.rule("BJ-05")
def test_a_soft_total_counts_one_ace_as_eleven() -> None:
    assert hand_of("As 6d") == (17, 7, True)
    assert hand_of("As Ad 9c") == (21, 11, True)
    assert hand_of("As Ad") == (12, 2, True)


@pytest.mark.rule("BJ-01")
@pytest.mark.parametrize("ten", ["Td", "Jd", "Qd", "Kd"])
def test_blackjack_is_an_ace_and_a_ten_as_first_two_cards(ten: str) -> None:
    bench = played_out(f"As 5c {ten} 9h")

    assert one(bench.history, HandEnded).why == BLACKJACK
    assert bench.money("ann") == 1500


@pytest.mark.rule("BJ-01")
def test_21_of_three_cards_is_no_blackjack() -> None:
    bench = played_out("7s 5c 7d 9h 7h 2c", "hit")

    assert bench.money("ann") == 1000


# ---- winning, losing, pushing


@pytest.mark.rule("BJ-14")
@pytest.mark.parametrize(
    ("shoe", "choices", "won"),
    [
        ("Ts 6c 2d Th Kc", ("stand",), 1000),  # dealer over 21
        ("Ts 9c Td Th", ("stand",), 1000),  # 20 against 19
        ("As 9c Td 9h", (), 1500),  # blackjack against 18
    ],
)
def test_winning_bets(shoe: str, choices: tuple[str, ...], won: int) -> None:
    assert played_out(shoe, *choices).money("ann") == won


@pytest.mark.rule("BJ-15")
@pytest.mark.parametrize(
    ("shoe", "choices"), [("Ts 9c 8d Th", ("stand",)), ("Ts 9c 6d Th Kc", ("hit",)), ("9s Tc 9d Ah", ("stand",))]
)
def test_losing_bets_are_collected(shoe: str, choices: tuple[str, ...]) -> None:
    bench = played_out(shoe, *choices)

    assert bench.money("ann") == -1000
    assert bench.house == 1000


@pytest.mark.rule("BJ-22")
@pytest.mark.parametrize(
    ("shoe", "choices"),
    [("Ts 8c 8d Th", ("stand",)), ("As Kc Kd Ah", ()), ("As Ac Kd Kh", ())],
)
def test_equal_totals_and_two_blackjacks_return_the_bet(shoe: str, choices: tuple[str, ...]) -> None:
    bench = dealt(shoe)
    act(bench, *choices)
    settled = one(bench.until(Phase.RESULT) or bench.history, RoundSettled)

    assert [(each.lost, each.returned, each.won) for each in settled.payments] == [(0, 1000, 0)]


@pytest.mark.rule("BJ-23")
def test_a_dealers_blackjack_beats_21() -> None:
    assert played_out("7s Qc 7d Ah 7h", "hit").money("ann") == -1000


@pytest.mark.rule("BJ-23")
def test_a_blackjack_beats_a_dealers_21_of_three_cards() -> None:
    bench = blackjack("As 2c 7c Kd 3d 7h 7s")
    bench.come("ann", "bob")
    bench.sit("ann", "bob")
    number = bench.open()
    for player in (ANN, BOB):
        bench.do(bj.PlaceBet(player, number, Cents(1000)))
    bench.close()
    bench.until(Phase.RESULT)

    assert (bench.money("ann"), bench.money("bob")) == (1500, -1000)
    assert [event.card for event in every(bench.history, CardDealt)][-1] == cards("7s")[0]


@pytest.mark.rule("BJ-24")
def test_a_player_over_21_loses_at_once_whatever_the_dealer_has() -> None:
    """Ann 22 against the dealer's 23: lost. Bob stands on 12 against it and wins."""
    bench = blackjack("Ts 2d Tc 6d Th 6c 6h 7s")
    bench.come("ann", "bob")
    bench.sit("ann", "bob")
    number = bench.open()
    for player in (ANN, BOB):
        bench.do(bj.PlaceBet(player, number, Cents(1000)))
    bench.close()
    bench.tick()
    act(bench, "hit")
    assert one(every(bench.history, HandEnded), HandEnded).why == "bust"
    assert one(every(bench.history, HandEnded), HandEnded).rule == "BJ-24"
    bench.until(Phase.RESULT)

    felt = bench.boxes()
    assert (felt.seats[0].hands[0].total, felt.dealer_total) == (22, 23)
    assert (bench.money("ann"), bench.money("bob")) == (-1000, 1000)


VECTORS = [
    ("A-K v 20", "As Tc Kd Qh", (), 1500),
    ("A-K v A-Q", "As Ac Kd Qh", (), 0),
    ("7-7-7 v A-Q", "7s Qc 7d Ah 7h", ("hit",), -1000),
    ("20 v 19", "Ts 9c Td Th", ("stand",), 1000),
    ("18 v 18", "Ts 8c 8d Th", ("stand",), 0),
    ("12 stands, dealer 26", "Ts 6c 2d Th Kc", ("stand",), 1000),
]


@pytest.mark.rule("BJ-25")
@pytest.mark.parametrize(("name", "shoe", "choices", "won"), VECTORS)
def test_payouts(name: str, shoe: str, choices: tuple[str, ...], won: int) -> None:
    assert played_out(shoe, *choices).money("ann") == won


@pytest.mark.rule("BJ-25")
def test_a_fraction_of_a_cent_goes_to_the_player() -> None:
    payouts = Payouts(edition().blackjack)
    natural = Round(RULES, (0,), cards("As 5c Kd 9h"))

    assert payouts.settle(Wager(0, (Cents(1),)), natural) == [Paid(Cents(1), Cents(2))]
    assert payouts.settle(Wager(0, (Cents(25),)), natural) == [Paid(Cents(25), Cents(38))]


# ---- insurance


@pytest.mark.rule("BJ-27")
@pytest.mark.parametrize("up", ["2c", "7c", "Tc", "Kc"])
def test_no_insurance_without_an_ace(up: str) -> None:
    bench = dealt(f"Ts {up} 9d 5h")

    assert every(bench.history, InsuranceOffered) == []
    assert bench.refuse(bj.Insure(ANN, 1, Cents(500))) == ("no_insurance", "BJ-29")


@pytest.mark.rule("BJ-27")
@pytest.mark.parametrize(("hole", "wins"), [("Th", True), ("Jh", True), ("Qh", True), ("Kh", True), ("9h", False)])
def test_insurance_wins_on_a_ten_in_the_hole(hole: str, wins: bool) -> None:
    bench = dealt(f"Ts Ac 9d {hole}")
    assert one(bench.history, InsuranceOffered).rule == "BJ-27"

    happened = bench.do(bj.Insure(ANN, 1, Cents(500)))

    assert one(happened, HoleChecked).blackjack is wins
    assert [(each.lost, each.won) for each in one(happened, HoleChecked).payments] == [(0, 1000) if wins else (500, 0)]


@pytest.mark.rule("BJ-28")
@pytest.mark.parametrize(("bet", "unit", "most"), [(1000, 100, 500), (2500, 100, 1300), (2500, 50, 1250)])
def test_at_most_half_the_bet_in_units(bet: int, unit: int, most: int) -> None:
    rules = edition().blackjack
    limits = replace(rules.limits, bet_unit=Ruled(Cents(unit), rules.limits.bet_unit.rule))
    assert insurance_max(replace(rules, limits=limits), Cents(bet)) == most

    bench = dealt("Ts Ac 9d 9h", bet, replace(edition(), blackjack=replace(rules, limits=limits)))
    assert bench.send(bj.Insure(ANN, 1, Cents(most + unit))) == Rejection(
        "insurance_too_large", RuleId("BJ-28"), (("amount", most + unit), ("most", most))
    )
    assert bench.refuse(bj.Insure(ANN, 1, Cents(most - 1))) == ("not_a_multiple", "BJ-28")
    assert one(bench.do(bj.Insure(ANN, 1, Cents(most))), InsuranceAnswered).amount == most


@pytest.mark.rule("BJ-29")
def test_insurance_comes_after_the_second_cards_and_before_any_other() -> None:
    bench = dealt("Ts Ac 5d 9h 3c Kd")
    kinds = [type(event) for event in bench.history]
    assert kinds[-5:] == [CardDealt, CardDealt, CardDealt, CardDealt, InsuranceOffered]
    assert bench.refuse(bj.Decide(ANN, 1, 1, Choice.HIT)) == ("stale_turn", "BJ-45")

    bench.do(bj.Insure(ANN, 1, Cents(0)))

    assert bench.refuse(bj.Insure(ANN, 1, Cents(500))) == ("no_insurance", "BJ-29")
    act(bench, "hit")


@pytest.mark.rule("BJ-30")
def test_insurance_and_a_blackjack_cancel_out() -> None:
    bench = dealt("Ts Ac 9d Kh")
    bench.do(bj.Insure(ANN, 1, Cents(500)))

    assert bench.table.phase is Phase.RESULT
    assert bench.money("ann") == 0


@pytest.mark.rule("BJ-30")
def test_losing_insurance_is_collected_at_once_and_play_goes_on() -> None:
    bench = dealt("Ts Ac 9d 7h")
    bench.do(bj.Insure(ANN, 1, Cents(500)))

    assert bench.house == 500
    assert one(bench.history, TurnBegan).seat == 0
    act(bench, "stand")
    assert bench.money("ann") == -500 + 1000


def test_silence_is_no_insurance() -> None:
    bench = dealt("Ts Ac 9d 7h")
    happened = bench.tick()

    answer = one(happened, InsuranceAnswered)
    assert (answer.amount, answer.rule) == (0, "BJ-46")
    assert one(happened, HoleChecked).payments == ()


@pytest.mark.rule("BJ-26")
def test_a_confirmed_extra_bet_is_locked() -> None:
    bench = blackjack("Ts 8s Ac 9d 8d 7h")
    bench.come("ann", "bob")
    bench.sit("ann", "bob")
    number = bench.open()
    for player in (ANN, BOB):
        bench.do(bj.PlaceBet(player, number, Cents(1000)))
    bench.close()
    bench.tick()
    bench.do(bj.Insure(ANN, 1, Cents(500)))

    assert bench.refuse(bj.Insure(ANN, 1, Cents(0))) == ("bet_locked", "BJ-26")
    assert bench.refuse(bj.WithdrawBet(ANN, 1)) == ("bet_locked", "BJ-16")
    assert bench.money("ann") == -1500


# ---- doubling


@pytest.mark.rule("BJ-31")
def test_a_double_brings_exactly_one_card() -> None:
    bench = dealt("5s 6c 6d Th 2c Tc")
    act(bench, "double")

    assert one(bench.history, HandEnded).why == "doubled"
    assert bench.table.phase is Phase.RESULT
    assert bench.money("ann") == 2000  # 13 against the dealer's 26
    assert one(bench.history, HandEnded).rule == "BJ-31"


@pytest.mark.rule("BJ-31")
@pytest.mark.parametrize(("amount", "won"), [(100, 1100), (500, 1500), (1000, 2000)])
def test_a_double_may_be_for_less_but_never_for_more(amount: int, won: int) -> None:
    bench = dealt("5s 6c 6d Th Tc Tc")
    assert bench.refuse(bj.Decide(ANN, 1, 1, Choice.DOUBLE, Cents(1100))) == ("double_too_large", "BJ-31")
    assert bench.refuse(bj.Decide(ANN, 1, 1, Choice.DOUBLE, Cents(0))) == ("double_too_large", "BJ-31")
    assert bench.refuse(bj.Decide(ANN, 1, 1, Choice.DOUBLE, Cents(150))) == ("not_a_multiple", "BJ-28")
    act(bench, "double", amount=amount)

    assert bench.money("ann") == won


@pytest.mark.rule("BJ-31")
def test_only_the_first_two_cards_can_be_doubled() -> None:
    bench = dealt("2s 6c 3d Th 2c")
    act(bench, "hit")

    assert bench.refuse(bj.Decide(ANN, 1, 2, Choice.DOUBLE)) == ("cannot_double", "BJ-31")


@pytest.mark.rule("BJ-31")
def test_a_casino_may_do_without_doubles() -> None:
    bench = dealt("5s 6c 6d Th", casino=switched(double_allowed=False))

    assert bench.refuse(bj.Decide(ANN, 1, 1, Choice.DOUBLE)) == ("cannot_double", "BJ-31")


@pytest.mark.rule("BJ-32")
def test_a_dealers_blackjack_takes_the_original_bet_only() -> None:
    bench = played_out("5s Kc 6d Ah 9c", "double")

    settled = one(bench.history, RoundSettled)
    assert [(each.lost, each.returned) for each in settled.payments] == [(1000, 1000)]
    assert bench.money("ann") == -1000


@pytest.mark.rule("BJ-32")
def test_the_doubling_amount_of_a_bust_hand_comes_back_too() -> None:
    assert played_out("Ts Kc 6d Ah 9c", "double").money("ann") == -1000
    lost = switched(double_returned_although_bust=False)
    assert played_out("Ts Kc 6d Ah 9c", "double", casino=lost).money("ann") == -2000


@pytest.mark.rule("BJ-32")
def test_a_table_may_keep_doubling_amounts() -> None:
    kept = switched(double_returned_on_dealer_blackjack=False)

    assert played_out("5s Kc 6d Ah 9c", "double", casino=kept).money("ann") == -2000


@pytest.mark.rule("BJ-32")
def test_split_stakes_are_lost_to_a_dealers_blackjack_and_doubles_are_not() -> None:
    """X-108: two split stakes of ten, one of them doubled: twenty lost, ten back; or ten lost, as the table says."""
    shoe = "8s Kc 8d Ah 3c Tc 9c"
    assert played_out(shoe, "split", "double", "stand").money("ann") == -2000
    returned = switched(split_lost_on_dealer_blackjack=False)
    assert played_out(shoe, "split", "double", "stand", casino=returned).money("ann") == -1000


# ---- splitting


@pytest.mark.rule("BJ-33")
@pytest.mark.parametrize(("first", "second"), [("8s", "8d"), ("Ts", "Kd"), ("Js", "Qd"), ("As", "Ad")])
def test_cards_of_one_value_can_be_split(first: str, second: str) -> None:
    bench = dealt(f"{first} 6c {second} Th 2c 3c")
    act(bench, "split")

    assert every(bench.history, Decided)[0].extras == ((ANN, 1000),)
    assert len(bench.boxes().seats[0].hands) == 2


@pytest.mark.rule("BJ-33")
def test_other_cards_cannot_be_split() -> None:
    assert dealt("8s 6c 9d Th").refuse(bj.Decide(ANN, 1, 1, Choice.SPLIT)) == ("cannot_split", "BJ-33")
    by_rank = dealt("Ts 6c Kd Th", casino=switched(split_by=SplitBy.RANK))
    assert by_rank.refuse(bj.Decide(ANN, 1, 1, Choice.SPLIT)) == ("cannot_split", "BJ-33")


@pytest.mark.rule("BJ-34")
def test_the_first_hand_is_played_to_its_end_before_the_second_gets_a_card() -> None:
    bench = dealt("8s 6c 8d Th 2c 5c 3c Kd Kc")
    act(bench, "split", "hit")
    given = [(event.hand, event.card) for event in every(bench.history, CardDealt) if event.seat == 0]
    assert given == list(zip((0, 0, 0, 0), cards("8s 8d 2c 5c"), strict=True))

    act(bench, "stand")

    last = every(bench.history, CardDealt)[-1]
    assert (last.hand, last.card) == (1, cards("3c")[0])


@pytest.mark.rule("BJ-35")
def test_split_hands_stand_hit_or_double() -> None:
    bench = dealt("8s 6c 8d Th 2c 5c 3c Kd Kc")
    act(bench, "split")
    assert set(bench.own_boxes("ann").options) == {"stand", "hit", "double"}
    act(bench, "double", "double")
    bench.until(Phase.RESULT)

    assert bench.money("ann") == 4000  # 15 and 21 against a dealer who goes over


@pytest.mark.rule("BJ-35")
def test_a_table_may_forbid_doubles_after_a_split() -> None:
    bench = dealt("8s 6c 8d Th 2c", casino=switched(double_after_split=False))
    act(bench, "split")

    assert bench.refuse(bj.Decide(ANN, 1, 2, Choice.DOUBLE)) == ("cannot_double", "BJ-31")


@pytest.mark.rule("BJ-36")
def test_nobody_splits_twice() -> None:
    bench = dealt("8s 6c 8d Th 8c")
    act(bench, "split")

    assert bench.refuse(bj.Decide(ANN, 1, 2, Choice.SPLIT)) == ("cannot_split", "BJ-36")


@pytest.mark.rule("BJ-36")
def test_an_operator_may_allow_more_splits() -> None:
    bench = dealt("8s 6c 8d Th 8c 2c 3c 4c Kd Kc", casino=switched(splits_max=2))
    act(bench, "split", "split", "stand", "stand", "stand")

    felt = bench.boxes()
    assert [hand.total for hand in felt.seats[0].hands] == [10, 11, 12]
    assert bench.money("ann") == 3000


@pytest.mark.rule("BJ-37")
def test_split_aces_get_one_card_each_and_make_no_blackjack() -> None:
    bench = dealt("As 6c Ad Th Kc 5c Tc")
    happened = bench.do(bj.Decide(ANN, 1, 1, Choice.SPLIT))

    assert [(event.hand, event.why) for event in every(happened, HandEnded)] == [(0, "split_ace"), (1, "split_ace")]
    assert every(happened, TurnBegan) == []
    assert bench.money("ann") == 2000  # 21 and 16 against 26, both at one to one


@pytest.mark.rule("BJ-37")
def test_a_ten_and_an_ace_after_splitting_tens_count_21() -> None:
    bench = dealt("Ts 6c Kd Th Ac 9c Tc")
    happened = bench.do(bj.Decide(ANN, 1, 1, Choice.SPLIT))
    assert one(happened, HandEnded).why == "twenty_one"
    act(bench, "stand")

    assert bench.money("ann") == 2000


@pytest.mark.rule("BJ-37")
def test_a_split_21_does_not_push_against_a_dealers_blackjack() -> None:
    assert played_out("As Kc Ad Ah Kc Tc", "split").money("ann") == -2000


# ---- drawing


@pytest.mark.rule("BJ-52")
@pytest.mark.parametrize("shoe", ["As 6c Kd Th", "5s 6c 6d Th Kd", "As 6c 5d Th 5c"])
def test_no_more_cards_on_21(shoe: str) -> None:
    bench = dealt(shoe)
    if bench.table.phase is Phase.PLAYING:
        act(bench, "hit")

    assert bench.own_boxes("ann").options == ()
    assert every(bench.history, HandEnded)[-1].rule == "BJ-52"


@pytest.mark.rule("BJ-52")
def test_a_hard_total_below_21_may_draw() -> None:
    bench = dealt("Ts 6c Td Th Ac")
    act(bench, "hit")

    assert bench.boxes().seats[0].hands[0].total == 21


@pytest.mark.rule("BJ-52")
def test_a_table_may_let_soft_21_draw() -> None:
    bench = dealt("As 6c 5d Th 5c", casino=switched(stands_at_21=False))
    act(bench, "hit")

    assert "hit" in bench.own_boxes("ann").options


@pytest.mark.rule("BJ-53")
@pytest.mark.parametrize(
    ("dealer", "hits_soft", "total"),
    [
        ("6c Th 5c", False, 21),
        ("7c Th", False, 17),
        ("6c Ah", False, 17),
        ("6c Ah 2c", True, 19),
        ("6c Ah Tc", True, 17),
        ("2c 2h 2d 2s 9c", False, 17),
        ("6c 5h 6d", True, 17),
    ],
)
def test_the_dealer_draws_to_17(dealer: str, hits_soft: bool, total: int) -> None:
    up, hole, *drawn = dealer.split()
    bench = dealt(f"Ts {up} 8d {hole} {' '.join(drawn)}", casino=with_soft_17(edition(), hits=hits_soft))
    act(bench, "stand")

    felt = bench.boxes()
    assert felt.dealer == tuple(cards(dealer))
    assert felt.dealer_total == total


@pytest.mark.rule("BJ-54")
@pytest.mark.parametrize(("shoe", "choices"), [("Ts 6c 6d Th Kc", ("hit",)), ("As 6c Kd Th", ())])
def test_the_dealer_does_not_draw_when_nothing_depends_on_it(shoe: str, choices: tuple[str, ...]) -> None:
    """All bust, or only blackjacks; the hole card is shown all the same."""
    bench = dealt(shoe)
    act(bench, *choices)

    felt = bench.boxes()
    assert felt.dealer == tuple(cards("6c Th"))
    assert one(bench.history, HoleShown).card == cards("Th")[0]


@pytest.mark.rule("BJ-54")
def test_a_table_may_draw_without_need() -> None:
    bench = dealt("Ts 6c 6d Th Kc 5c", casino=switched(dealer_draws_without_need=True))
    act(bench, "hit")

    assert bench.boxes().dealer_total == 21


@pytest.mark.rule("BJ-48")
def test_the_dealer_looks_under_an_ace_only() -> None:
    ace = dealt("Ts Ac 9d Kh")
    assert one(ace.tick(), HoleChecked).rule == "BJ-48"
    assert ace.table.phase is Phase.RESULT

    ten = dealt("Ts Kc 2d Ah 5c")
    assert ten.table.phase is Phase.PLAYING
    act(ten, "hit", "stand")
    assert every(ten.history, HoleChecked) == []
    assert ten.money("ann") == -1000


# ---- the engine


def test_a_round_is_the_sum_of_its_inputs() -> None:
    inputs = (*cards("8s Ac 8d 5h"), CHECK_HOLE, SPLIT, *cards("3c"), DOUBLE, *cards("9c 2c"), HIT, *cards("Th"), STAND)
    played = Round(RULES, (3,), (*inputs, *cards("Kc 5d")))

    assert played.stage == OVER
    assert [hand.total for hand in played.hands] == [20, 20]
    assert played.dealer.total == 21
    paid = added(Payouts(edition().blackjack).settle(Wager(3, (Cents(10), Cents(10)), (Cents(10), Cents(0))), played))
    assert paid == (0, 0)


def test_options_are_empty_while_a_card_is_due() -> None:
    played = Round(RULES, (0,), cards("8s 7c 8d 5h"))
    assert played.options() == (STAND, HIT, DOUBLE, SPLIT)
    played.act(HIT)

    assert played.options() == ()
    assert played.receiver is played.hands[0]


def test_the_first_card_may_be_the_hole_card() -> None:
    rules = BlackjackRules(switched(first_dealer_card_is_up=False).blackjack)
    played = Round(rules, (0,), cards("8s 7c 8d Ah"))

    assert (played.hole_card, played.up_card) == tuple(cards("7c Ah"))
    assert played.stage == INSURANCE


def test_a_partial_double_is_shared_in_proportion() -> None:
    rules: Blackjack = edition().blackjack
    assert share_of_double(rules, extra=Cents(5000), stake=Cents(5000), behind=Cents(1000)) == 1000
    assert share_of_double(rules, extra=Cents(2500), stake=Cents(5000), behind=Cents(1000)) == 500
    assert share_of_double(rules, extra=Cents(100), stake=Cents(5000), behind=Cents(1000)) == 0
