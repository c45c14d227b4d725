"""
Blackjack by calculation and by simulation.

The calculation is checked against an oracle for an infinite deck, then asked for these rules and eight decks. What it
says is the edge of the strategy that the casino knows, and the simulation must agree.
"""

import json
import random
from dataclasses import replace

import pytest

from fairdeal.casino.games.blackjack.engine import with_soft_17
from fairdeal.casino.games.blackjack.strategy import BasicStrategy
from fairdeal.casino.simulate import simulate_baccarat, simulate_blackjack, simulate_roulette
from fairdeal.rulebook.ruled import Ruled
from tests.casino.exact_blackjack import Calculation, Cards, Strategy, total_of
from tests.casino.tables import edition
from tests.shared import shared

UPS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)
EDGE = {False: 0.005090382987409794, True: 0.0072253508414786664}
"""What the house keeps of the original bet with basic strategy and eight decks, by `hits soft 17`; see the soak test."""
SIGMAS = 4


def by_table(strategy: BasicStrategy) -> Strategy:
    """The printed strategy as the calculation asks for it."""

    def choose(cards: Cards, up: int, may_split: bool) -> str:
        total, soft = total_of(cards)
        if may_split and strategy.pairs[cards[0]][up] == "P":
            return "P"
        letter = (strategy.soft if soft else strategy.hard)[total][up]
        if len(cards) == 2:
            return letter.upper()
        return {"D": "H", "d": "S"}.get(letter, letter)

    return choose


def hard_hands(total: int) -> list[Cards]:
    """Two different cards of a hard total; pairs have their own lines."""
    return [(low, total - low) for low in range(2, 11) if low < total - low <= 10]


@pytest.mark.parametrize("number", range(4))
def test_the_calculation_agrees_with_the_oracle(number: int) -> None:
    oracle = json.loads(shared("oracles/casino/blackjack_infinite_deck.json").read_text("utf-8"))[number]
    table = Calculation(
        0,
        hits_soft=oracle["dealer_hits_soft17"],
        split_lost=False,
        all_lost=oracle["dealer_blackjack_with_ten_up"] == "enhc",
    )

    assert table.edge() == pytest.approx(-oracle["ev_per_initial_bet"], abs=1e-12)
    names = {f"H{total}": hard_hands(total) for total in range(5, 20)}
    names |= {f"S{total}": [(1, total - 11)] for total in range(13, 21)}
    names |= {f"{card},{card}": [(card, card)] for card in range(1, 11)}
    for name, hands in names.items():
        for up in UPS:
            assert table.best_action(hands, up) == oracle["strategy"][name][str(up)], (name, up)


@pytest.mark.soak
@pytest.mark.parametrize("hits_soft", [False, True])
@pytest.mark.parametrize("split_lost", [False, True])
def test_basic_strategy_is_the_best_by_total_for_eight_decks(hits_soft: bool, split_lost: bool) -> None:
    check_strategy(8, UPS, hits_soft=hits_soft, split_lost=split_lost)


def test_basic_strategy_is_the_best_against_a_six_of_eight_decks() -> None:
    check_strategy(8, (6,), hits_soft=False, split_lost=True)


def check_strategy(decks: int, ups: tuple[int, ...], *, hits_soft: bool, split_lost: bool) -> None:
    """Every line of the table is the best action when the table is followed afterwards."""
    strategy = BasicStrategy(hits_soft=hits_soft, split_lost=split_lost)
    table = Calculation(decks, hits_soft=hits_soft, split_lost=split_lost)
    choose = by_table(strategy)
    for up in ups:
        for total in range(5, 20):
            assert table.best_action(hard_hands(total), up, choose) == strategy.hard[total][up].upper(), (total, up)
        for total in range(13, 21):
            assert table.best_action([(1, total - 11)], up, choose) == strategy.soft[total][up].upper(), (total, up)
        for card in range(1, 11):
            assert table.best_action([(card, card)], up, choose) == strategy.pairs[card][up], (card, up)


@pytest.mark.soak
@pytest.mark.parametrize("hits_soft", [False, True])
def test_the_exact_edge_of_eight_decks(hits_soft: bool) -> None:
    strategy = BasicStrategy(hits_soft=hits_soft, split_lost=True)
    table = Calculation(8, hits_soft=hits_soft)

    assert table.edge(by_table(strategy)) == pytest.approx(EDGE[hits_soft], abs=1e-12)


@pytest.mark.rule("BJ-53")
@pytest.mark.parametrize("hits_soft", [False, True])
def test_the_simulation_agrees_with_the_calculation(hits_soft: bool) -> None:
    simulate_and_compare(100_000, hits_soft=hits_soft, seed=7)


@pytest.mark.soak
@pytest.mark.parametrize("hits_soft", [False, True])
def test_ten_million_rounds_agree_with_the_calculation(hits_soft: bool) -> None:
    """The cut card makes rounds with many small cards rarer; for eight decks that is far below the error of ten million."""
    simulate_and_compare(10_000_000, hits_soft=hits_soft, seed=11)


def simulate_and_compare(rounds: int, *, hits_soft: bool, seed: int) -> None:
    rules = with_soft_17(edition(), hits=hits_soft).blackjack
    report = simulate_blackjack(rules, rounds, random.Random(seed))  # noqa: S311

    assert report.whole.rounds == rounds
    assert abs(report.whole.edge - EDGE[hits_soft]) < SIGMAS * report.whole.standard_error


def test_simulated_roulette_loses_one_thirty_seventh() -> None:
    report = simulate_roulette(edition().roulette, 100_000, random.Random(3))  # noqa: S311

    assert set(report.bets) == {row.bet.value for row in edition().roulette.pays.value}
    for tally in (report.whole, *report.bets.values()):
        assert abs(tally.edge - 1 / 37) < SIGMAS * tally.standard_error


def test_simulated_baccarat_agrees_with_the_exact_chances() -> None:
    report = simulate_baccarat(edition().baccarat, 60_000, random.Random(3))  # noqa: S311

    exact = {"banker": 0.010579057842472012, "player": 0.012350813289166138, "tie": 0.14359628778723826}
    for name, edge in exact.items():
        tally = report.bets[name]
        assert abs(tally.edge - edge) < SIGMAS * tally.standard_error, name
    assert report.whole.edge == pytest.approx(sum(tally.edge for tally in report.bets.values()) / 3)


def test_a_simulated_shoe_without_a_cut_card_is_filled_with_its_discards() -> None:
    rules = edition().blackjack
    thin = replace(rules, cut_card_from_back=Ruled(1, rules.cut_card_from_back.rule))
    report = simulate_blackjack(thin, 3_000, random.Random(5))  # noqa: S311

    assert report.whole.rounds == 3_000


def test_the_same_chance_gives_the_same_figures_and_progress_is_told() -> None:
    told: list[int] = []
    first = simulate_blackjack(edition().blackjack, 12_000, random.Random(5), told.append)  # noqa: S311
    second = simulate_blackjack(edition().blackjack, 12_000, random.Random(5))  # noqa: S311

    assert first == second
    assert told == [10_000, 12_000]
