"""Roulette: the layout, what a pocket pays, and betting at the table (RLT-01 to RLT-21)."""

from dataclasses import replace
from fractions import Fraction

import pytest

from fairdeal.casino.games.layout import commands as lay
from fairdeal.casino.games.layout.events import BetsConfirmed, ChipsPlaced
from fairdeal.casino.games.layout.felt import RESULTS_KEPT, Bets, layout_of, merged
from fairdeal.casino.games.roulette.rules import Wheel
from fairdeal.casino.games.roulette.spin import Spin, Spun
from fairdeal.casino.games.roulette.statistics import spins_of
from fairdeal.casino.games.roulette.view import RouletteView
from fairdeal.casino.table import commands as c
from fairdeal.casino.table.events import BettingClosed, RoundSettled, WindowLapsed
from fairdeal.casino.table.state import Phase
from fairdeal.kernel import Cents, Rejection
from fairdeal.rulebook.ruled import Odds, Ruled
from fairdeal.rulebook.schema.choices import RouletteBet
from tests.casino.tables import ANN, BOB, Bench, edition, every, one, roulette

WHEEL = Wheel(edition().roulette)
ONE = Cents(100)


def net(spot: str, pocket: int, stake: int = 100) -> int:
    """What one bet wins or loses."""
    paid = WHEEL.settle_bet(spot, Cents(stake), pocket)
    return paid.returned + paid.won - stake


def numbers(spot: str) -> list[int]:
    return sorted(WHEEL.fields[spot].numbers)


def of_kind(bet: RouletteBet) -> dict[str, list[int]]:
    return {name: sorted(field.numbers) for name, field in WHEEL.fields.items() if field.bet is bet}


def bet(bench: Bench, spot: str, *chips: int, player: str = "ann") -> None:
    who = ANN if player == "ann" else BOB
    for chip in chips:
        bench.do(lay.PlaceChip(who, bench.table.round, spot, Cents(chip)))


def at_the_table(*pockets: int) -> Bench:
    bench = roulette(*pockets)
    bench.come("ann")
    bench.open()
    return bench


# ---- the wheel


@pytest.mark.rule("RLT-01")
def test_the_ball_rests_in_one_of_37_pockets() -> None:
    assert WHEEL.pockets == 37
    for pocket in range(37):
        bench = at_the_table(pocket)
        bet(bench, "red", 100)
        bench.do(lay.Confirm(ANN, 1))
        assert one(bench.until(Phase.RESULT), Spun).pocket == pocket


@pytest.mark.rule("RLT-01")
@pytest.mark.parametrize("pocket", [-1, 37])
def test_there_is_no_other_pocket(pocket: int) -> None:
    bench = at_the_table()
    bet(bench, "red", 100)
    bench.do(lay.Confirm(ANN, 1))
    bench.close()

    assert bench.refuse(Spin(1, 37, pocket)) == ("no_such_pocket", "RLT-01")
    assert bench.refuse(Spin(1, 37)) == ("entropy_missing", None)


# ---- the layout


@pytest.mark.rule("RLT-10")
def test_straight_up_covers_every_number_and_zero() -> None:
    assert of_kind(RouletteBet.STRAIGHT_UP) == {f"straight-{n}": [n] for n in range(37)}
    assert net("straight-0", 0) == net("straight-17", 17) == 3500


@pytest.mark.rule("RLT-11")
def test_there_are_57_splits_and_none_with_zero() -> None:
    splits = of_kind(RouletteBet.SPLIT)

    beside = {(n, n + 1) for n in range(1, 36) if n % 3}
    above = {(n, n + 3) for n in range(1, 34)}
    assert {tuple(pair) for pair in splits.values()} == beside | above
    assert len(splits) == 57
    assert net("split-16-17", 16) == net("split-14-17", 17) == 1700


@pytest.mark.rule("RLT-11")
@pytest.mark.parametrize("spot", ["split-0-1", "split-0-2", "split-0-3", "street-0-1", "corner-0"])
def test_no_combination_holds_zero(spot: str) -> None:
    bench = at_the_table()

    assert bench.refuse(lay.PlaceChip(ANN, 1, spot, ONE)) == ("no_such_spot", "RLT-11")


@pytest.mark.rule("RLT-11")
def test_an_operator_may_let_zero_take_part() -> None:
    rules = replace(edition().roulette, zero_in_combinations=Ruled(True, edition().roulette.pays.rule))
    fields = Wheel(rules).fields

    assert sorted(fields["corner-0"].numbers) == [0, 1, 2, 3]
    assert len(fields) == len(WHEEL.fields) + 6
    assert fields["split-0-2"].odds == Odds(17, 1)


@pytest.mark.rule("RLT-12")
def test_twelve_streets_of_three() -> None:
    assert list(of_kind(RouletteBet.STREET).values()) == [[3 * k + 1, 3 * k + 2, 3 * k + 3] for k in range(12)]
    assert net("street-16", 18) == 1100


@pytest.mark.rule("RLT-13")
def test_twenty_two_corners_of_four() -> None:
    corners = of_kind(RouletteBet.CORNER)

    assert len(corners) == 22
    assert all(four == [four[0], four[0] + 1, four[0] + 3, four[0] + 4] for four in corners.values())
    assert all(four[0] % 3 for four in corners.values())
    assert net("corner-13", 17) == 800


@pytest.mark.rule("RLT-14")
def test_eleven_lines_of_six() -> None:
    lines = of_kind(RouletteBet.LINE)

    assert list(lines.values()) == [list(range(3 * k + 1, 3 * k + 7)) for k in range(11)]
    assert net("line-13", 18) == 500


@pytest.mark.rule("RLT-15")
def test_three_columns_of_twelve_without_zero() -> None:
    assert of_kind(RouletteBet.COLUMN) == {
        f"column-{k}": [n for n in range(1, 37) if n % 3 == k % 3] for k in (1, 2, 3)
    }
    assert net("column-3", 36) == 200


@pytest.mark.rule("RLT-16")
def test_three_dozens() -> None:
    assert of_kind(RouletteBet.DOZEN) == {
        "dozen-1": list(range(1, 13)),
        "dozen-2": list(range(13, 25)),
        "dozen-3": list(range(25, 37)),
    }
    assert net("dozen-2", 13) == 200


@pytest.mark.rule("RLT-17")
def test_six_boxes_of_eighteen_in_three_opposite_pairs() -> None:
    boxes = of_kind(RouletteBet.EVEN_MONEY)

    assert set(boxes) == {"red", "black", "even", "odd", "low", "high"}
    for one_box, other in (("red", "black"), ("even", "odd"), ("low", "high")):
        assert sorted(boxes[one_box] + boxes[other]) == list(range(1, 37))
        assert len(boxes[one_box]) == 18
    assert boxes["red"] == [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]
    assert numbers("low") == list(range(1, 19))
    assert net("even", 36) == net("odd", 1) == 100


@pytest.mark.rule("RLT-18")
def test_zero_loses_everything_but_straight_up_zero() -> None:
    for spot in WHEEL.fields:
        assert net(spot, 0) == (3500 if spot == "straight-0" else -100), spot


@pytest.mark.rule("RLT-18")
def test_half_back_on_zero_is_a_switch_of_the_table() -> None:
    rules = replace(edition().roulette, half_back_on_zero=Ruled(True, edition().roulette.half_back_on_zero.rule))
    wheel = Wheel(rules)

    assert wheel.settle_bet("red", Cents(101), 0) == (51, 0)  # the half that does not divide is the player's
    assert wheel.settle_bet("dozen-1", Cents(100), 0) == (0, 0)


VECTORS = {
    "straight-17": 35,
    "split-16-17": 17,
    "street-16": 11,
    "corner-13": 8,
    "line-13": 5,
    "column-2": 2,
    "dozen-2": 2,
    "black": 1,
    "red": -1,
}


@pytest.mark.rule("RLT-19")
@pytest.mark.parametrize(("spot", "won"), VECTORS.items())
def test_what_17_pays(spot: str, won: int) -> None:
    bench = at_the_table(17)
    bet(bench, spot, 100)
    bench.do(lay.Confirm(ANN, 1))
    bench.until(Phase.RESULT)

    assert bench.money("ann") == 100 * won
    assert bench.house == -100 * won


@pytest.mark.rule("RLT-19")
def test_every_bet_returns_36_of_37() -> None:
    for spot, field in WHEEL.fields.items():
        returned = sum(net(spot, pocket) + 100 for pocket in range(37))
        assert Fraction(returned, 37 * 100) == Fraction(36, 37), spot
        assert field.odds == Odds(36 // len(field.numbers) - 1, 1), spot


# ---- betting


@pytest.mark.rule("RLT-03")
def test_chips_are_stacked_on_a_field() -> None:
    bench = at_the_table()
    bet(bench, "straight-8", 100, 100, 500)

    assert bench.own_chips("ann").staged == (("straight-8", 700),)
    assert bench.refuse(lay.PlaceChip(ANN, 1, "the moon", ONE)) == ("no_such_spot", "RLT-03")


@pytest.mark.rule("RLT-04")
@pytest.mark.rule("RLT-05")
def test_thirty_is_a_chip_of_25_and_one_of_5() -> None:
    bench = at_the_table()
    assert bench.refuse(lay.PlaceChip(ANN, 1, "red", Cents(3000))) == ("no_such_chip", "RLT-04")

    bet(bench, "red", 2500, 500)

    assert bench.own_chips("ann").staged_total == 3000
    confirmed = one(bench.do(lay.Confirm(ANN, 1)), BetsConfirmed)
    assert confirmed.bets == (("red", 3000),)
    assert bench.money("ann") == -3000


@pytest.mark.rule("RLT-06")
def test_last_bet_repeats_the_placement_of_the_round_before() -> None:
    bench = at_the_table(1, 2)
    assert bench.refuse(lay.RepeatLastBet(ANN, 1)) == ("no_previous_bet", "RLT-06")
    bet(bench, "red", 100, 500)
    bet(bench, "straight-5", 100)
    bench.do(lay.Confirm(ANN, 1))
    bench.until(Phase.RESULT)
    bench.open()

    placed = one(bench.do(lay.RepeatLastBet(ANN, 2)), ChipsPlaced)

    assert placed.chips == (("red", 600), ("straight-5", 100))
    assert one(bench.do(lay.Confirm(ANN, 2)), BetsConfirmed).bets == placed.chips


@pytest.mark.rule("RLT-06")
def test_a_round_without_a_bet_does_not_erase_the_last_bet() -> None:
    bench = at_the_table(1)
    bet(bench, "red", 100)
    bench.do(lay.Confirm(ANN, 1))
    bench.until(Phase.RESULT)
    bench.open()
    bench.close()
    bench.open()

    assert one(bench.do(lay.RepeatLastBet(ANN, 2)), ChipsPlaced).chips == (("red", 100),)


@pytest.mark.rule("RLT-06")
def test_rounds_that_others_play_do_not_erase_the_last_bet() -> None:
    bench = at_the_table(1, 2, 3)
    bench.come("bob")
    bet(bench, "red", 100)
    bench.do(lay.Confirm(ANN, 1))
    bench.until(Phase.RESULT)
    for number in (2, 3):
        bench.open()
        bet(bench, "black", 500, player="bob")
        bench.do(lay.Confirm(BOB, number))
        bench.until(Phase.RESULT)
    bench.open()

    assert one(bench.do(lay.RepeatLastBet(ANN, 4)), ChipsPlaced).chips == (("red", 100),)
    assert one(bench.do(lay.RepeatLastBet(BOB, 4)), ChipsPlaced).chips == (("black", 500),)


@pytest.mark.rule("RLT-07")
def test_no_chip_is_placed_or_confirmed_once_the_time_is_over() -> None:
    """The timer's own command may come a moment later: that moment is nobody's."""
    bench = at_the_table(1)
    bet(bench, "red", 100)
    bench.now = bench.table.deadline
    for command in (
        lay.PlaceChip(ANN, 1, "red", Cents(100)),
        lay.Undo(ANN, 1),
        lay.RepeatLastBet(ANN, 1),
        lay.Confirm(ANN, 1),
    ):
        assert bench.refuse(command) == ("betting_closed", "RLT-07")

    assert one(bench.tick(), WindowLapsed).round == 1
    assert bench.money("ann") == 0


@pytest.mark.rule("RLT-08")
def test_chips_that_are_not_confirmed_have_a_bound() -> None:
    bench = at_the_table()
    for number in range(1, 11):
        bet(bench, f"straight-{number}", *[10_000] * 5)

    assert bench.refuse(lay.PlaceChip(ANN, 1, "red", Cents(50))) == ("above_round_maximum", "RLT-08")
    bench.do(lay.Undo(ANN, 1))
    bet(bench, "red", 50)


@pytest.mark.rule("RLT-07")
def test_chips_that_are_not_confirmed_are_no_bets() -> None:
    bench = at_the_table(1)
    bench.come("bob")
    bet(bench, "red", 100)
    bench.do(lay.Confirm(ANN, 1))
    bet(bench, "red", 500)
    bet(bench, "red", 500, player="bob")

    bench.close()
    assert bench.own_chips("ann").staged == bench.own_chips("bob").staged == ()
    settled = one(bench.until(Phase.RESULT), RoundSettled)

    assert [(each.player, each.won) for each in settled.payments] == [(ANN, 100)]
    assert bench.money("bob") == 0
    assert bench.refuse(lay.Confirm(BOB, 1)) == ("betting_closed", "RLT-07")
    bench.open()
    assert bench.refuse(lay.PlaceChip(BOB, 1, "red", ONE)) == ("betting_closed", "RLT-07"), (
        "a late chip is not for the next round"
    )


@pytest.mark.rule("RLT-07")
def test_chips_can_be_taken_back_until_they_are_confirmed() -> None:
    bench = at_the_table()
    assert bench.refuse(lay.Undo(ANN, 1)) == ("nothing_to_undo", "RLT-07")
    assert bench.refuse(lay.Confirm(ANN, 1)) == ("nothing_placed", "RLT-07")
    bet(bench, "red", 100)
    bet(bench, "black", 500)
    bench.do(lay.Undo(ANN, 1))
    bench.do(lay.Confirm(ANN, 1))
    assert layout_of(bench.table).bets == {ANN: (("red", 100),)}
    assert bench.refuse(lay.Undo(ANN, 1)) == ("nothing_to_undo", "RLT-07")

    bet(bench, "even", 100, 100)
    bench.do(lay.Undo(ANN, 1, everything=True))
    assert bench.refuse(lay.Confirm(ANN, 1)) == ("nothing_placed", "RLT-07")


@pytest.mark.rule("RLT-07")
def test_chips_are_taken_off_one_field_and_the_others_stay() -> None:
    bench = at_the_table()
    bet(bench, "red", 100)
    bet(bench, "straight-17", 100)
    bench.do(lay.DoubleChips(ANN, 1))

    def staged() -> Bets:
        return merged(tuple(chip for move in layout_of(bench.table).staged[ANN] for chip in move))

    assert staged() == (("red", 200), ("straight-17", 200))
    bench.do(lay.Undo(ANN, 1, spot="straight-17"))
    assert staged() == (("red", 200), ("straight-17", 100))
    bench.do(lay.Undo(ANN, 1, everything=True, spot="red"))
    assert staged() == (("straight-17", 100),)
    assert bench.refuse(lay.Undo(ANN, 1, spot="red")) == ("nothing_to_undo", "RLT-07")
    bench.do(lay.Undo(ANN, 1))
    assert staged() == ()


@pytest.mark.rule("RLT-08")
def test_one_bet_out_of_limits_rejects_the_whole_submission() -> None:
    bench = at_the_table()
    bet(bench, "black", 500)
    bet(bench, "red", *[10_000] * 6)

    refused = bench.send(lay.Confirm(ANN, 1))

    assert refused == Rejection(
        "above_maximum", bench.facts.limits.bet_max.rule, (("amount", 60_000), ("most", 50_000))
    )
    assert refused.rule == "RLT-08"
    assert layout_of(bench.table).bets == {}
    bench.do(lay.Undo(ANN, 1))
    bench.do(lay.Confirm(ANN, 1))
    assert bench.money("ann") == -50_500


@pytest.mark.rule("RLT-08")
def test_the_limits_count_what_was_confirmed_before() -> None:
    bench = at_the_table()
    bet(bench, "red", *[10_000] * 5)
    bench.do(lay.Confirm(ANN, 1))
    bet(bench, "red", 50)

    assert bench.refuse(lay.Confirm(ANN, 1)) == ("above_maximum", "RLT-08")


@pytest.mark.rule("RLT-08")
def test_a_bet_below_the_minimum_is_rejected() -> None:
    base = edition()
    limits = replace(base.roulette.limits, bet_min=Ruled(Cents(500), base.roulette.limits.bet_min.rule))
    bench = roulette(casino=replace(base, roulette=replace(base.roulette, limits=limits)))
    bench.come("ann")
    bench.open()
    bet(bench, "red", 100, 100)

    refused = bench.send(lay.Confirm(ANN, 1))

    assert isinstance(refused, Rejection)
    assert (refused.code, refused.rule) == ("below_minimum", "RLT-08")
    assert refused.numbers == (("amount", 200), ("least", 500))


@pytest.mark.rule("RLT-08")
def test_all_bets_of_a_round_have_a_limit_too() -> None:
    bench = at_the_table()
    for number in range(1, 11):
        bet(bench, f"straight-{number}", *[10_000] * 5)
    bench.do(lay.Confirm(ANN, 1))
    bet(bench, "red", 50)

    assert bench.refuse(lay.Confirm(ANN, 1)) == ("above_round_maximum", "RLT-08")


@pytest.mark.rule("RLT-08")
def test_a_milder_table_takes_the_bets_that_are_within_limits() -> None:
    base = edition()
    mild = replace(base.roulette, out_of_limits_rejects_all=Ruled(False, base.roulette.limits.bet_max.rule))
    bench = roulette(1, casino=replace(base, roulette=mild))
    bench.come("ann")
    bench.open()
    bet(bench, "black", 500)
    bet(bench, "red", *[10_000] * 6)

    confirmed = one(bench.do(lay.Confirm(ANN, 1)), BetsConfirmed)

    assert confirmed.bets == (("black", 500),)
    assert confirmed.kept == (("red", 60_000),)
    assert bench.refuse(lay.Confirm(ANN, 1)) == ("above_maximum", "RLT-08")


@pytest.mark.rule("RLT-07")
def test_a_table_may_do_without_confirmation() -> None:
    base = edition()
    quick = replace(base.roulette, bets_need_confirmation=Ruled(False, base.roulette.bets_need_confirmation.rule))
    bench = roulette(1, casino=replace(base, roulette=quick))
    bench.come("ann")
    bench.open()

    bench.do(lay.PlaceChip(ANN, 1, "red", ONE))

    assert layout_of(bench.table).bets == {ANN: (("red", 100),)}


def test_betting_ends_when_its_time_is_over_even_if_everybody_has_confirmed() -> None:
    bench = at_the_table(1)
    bet(bench, "red", 100)
    bench.do(lay.Confirm(ANN, 1))
    assert bench.table.phase is Phase.BETTING

    opened_at = bench.now
    closed = one(bench.close(), BettingClosed)

    assert closed.rule == "RLT-07"
    assert bench.now - opened_at == 20_000


def test_a_timer_that_comes_early_or_late_changes_nothing() -> None:
    bench = at_the_table(1)

    assert bench.do(c.CloseBetting(1)) == ()
    assert bench.do(c.CloseBetting(7)) == ()
    assert bench.do(c.OpenBetting(1)) == ()
    assert bench.table.phase is Phase.BETTING


def test_a_bet_without_money_is_refused_by_the_ledger() -> None:
    bench = roulette()
    bench.come("ann", funds=400)
    bench.open()
    bet(bench, "red", 500)

    assert bench.refuse(lay.Confirm(ANN, 1)) == ("insufficient_funds", "RLT-07")
    assert layout_of(bench.table).bets == {}


def test_people_who_are_not_at_the_table_cannot_bet() -> None:
    bench = at_the_table()

    assert bench.refuse(lay.PlaceChip(BOB, 1, "red", ONE)) == ("not_at_table", None)
    bench.do(c.Disconnected(ANN))
    assert bench.refuse(lay.PlaceChip(ANN, 1, "red", ONE)) == ("no_connection", None)


def test_somebody_who_leaves_is_still_paid() -> None:
    bench = at_the_table(1)
    bet(bench, "red", 100)
    bench.do(lay.Confirm(ANN, 1))
    bench.do(c.Leave(ANN))
    bench.until(Phase.RESULT)

    assert bench.money("ann") == 100
    assert not bench.machine.agenda(bench.table)


@pytest.mark.rule("RLT-20")
def test_the_winning_number_is_shown_and_remembered() -> None:
    bench = at_the_table(32, 0)
    for number in (1, 2):
        bet(bench, "red", 100)
        bench.do(lay.Confirm(ANN, number))
        bench.until(Phase.RESULT)
        felt = bench.view().felt
        assert isinstance(felt, RouletteView)
        assert (felt.pocket, felt.colour) == ((32, "red"), (0, "green"))[number - 1]
        bench.open()

    felt = bench.view().felt
    assert isinstance(felt, RouletteView)
    assert felt.pocket is None
    assert felt.spins.last == (0, 32)


# ---- statistics


def test_hot_and_cold_numbers() -> None:
    spins = spins_of([5, 5, 5, 8, 8, 0, 36], 37)

    assert spins.last[:3] == (36, 0, 8)
    assert spins.hot == ((5, 3), (8, 2), (0, 1), (36, 1))
    assert spins.cold == ((1, 0), (2, 0), (3, 0), (4, 0))
    assert spins.spins == 7


def test_statistics_of_nothing_are_empty() -> None:
    assert spins_of([], 37) == ((), (), (), 0)


def test_a_table_remembers_a_limited_number_of_spins() -> None:
    bench = at_the_table(*[7] * 3)
    bench.table = replace(bench.table, felt=replace(layout_of(bench.table), results=(1,) * RESULTS_KEPT))
    bet(bench, "red", 100)
    bench.do(lay.Confirm(ANN, 1))
    bench.until(Phase.RESULT)

    assert len(layout_of(bench.table).results) == RESULTS_KEPT
    assert layout_of(bench.table).results[-2:] == (1, 7)


def test_the_layout_has_as_many_fields_as_the_edition_prints() -> None:
    for row in edition().roulette.pays.value:
        fields = of_kind(row.bet)
        assert len(fields) == row.fields, row.bet
        assert all(len(covered) == row.numbers for covered in fields.values()), row.bet


def test_every_event_the_table_makes_by_itself_has_its_rule() -> None:
    bench = at_the_table(1)
    bet(bench, "red", 100)
    bench.do(lay.Confirm(ANN, 1))
    happened = bench.until(Phase.RESULT)

    assert [event.rule for event in every(happened, BettingClosed)] == ["RLT-07"]
    assert [event.rule for event in every(happened, RoundSettled)] == ["RLT-19"]
