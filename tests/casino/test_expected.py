"""What the house can expect of the bets of a round, against exact figures and against simulated rounds."""

import random

import pytest

from fairdeal.bank.accounts import Tender
from fairdeal.casino.games.blackjack.felt import BoxesFelt
from fairdeal.casino.games.blackjack.records import EDGE, VARIANCE
from fairdeal.casino.games.blackjack.wagers import Wager
from fairdeal.casino.games.catalogue import BACCARAT, BLACKJACK, ROULETTE
from fairdeal.casino.games.game import Game
from fairdeal.casino.games.layout.felt import LayoutFelt
from fairdeal.casino.simulate import simulate_blackjack
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.state import Table
from fairdeal.kernel import Cents, Currency, MoneyKind, PlayerId, TableId
from fairdeal.rulebook.clause import LC
from fairdeal.rulebook.loader import published_edition
from tests.casino.test_exact import EDGE as EXACT

CASINO = published_edition(LC).casino
ANN, BOB = PlayerId("ann"), PlayerId("bob")


def facts_of(game: Game) -> TableFacts:
    assert CASINO is not None
    return TableFacts(TableId("T"), Tender(Currency.EUR, MoneyKind.TEST), CASINO, game)


def bets(**of: dict[str, int]) -> Table:
    return Table(
        LayoutFelt(
            bets={
                PlayerId(who): tuple((spot, Cents(stake)) for spot, stake in those.items()) for who, those in of.items()
            }
        )
    )


@pytest.mark.rule("RLT-19")
def test_a_number_and_a_colour_are_expected_to_bring_a_thirty_seventh_and_scatter_as_they_should() -> None:
    number = ROULETTE.expected(facts_of(ROULETTE), bets(ann={"straight-17": 100}))
    colour = ROULETTE.expected(facts_of(ROULETTE), bets(ann={"red": 100}))

    assert number.mean == pytest.approx(100 / 37)
    assert colour.mean == pytest.approx(100 / 37)
    assert number.variance == pytest.approx(3_600**2 * (1 / 37) * (36 / 37))
    assert colour.variance == pytest.approx(200**2 * (18 / 37) * (19 / 37))


def test_bets_of_one_spin_win_and_lose_together() -> None:
    both = ROULETTE.expected(facts_of(ROULETTE), bets(ann={"red": 1_000}, bob={"black": 1_000}))
    assert both.mean == pytest.approx(2_000 / 37)
    assert both.variance == pytest.approx(2_000**2 * (1 / 37) * (36 / 37))  # only zero takes both


@pytest.mark.rule("BAC-20")
@pytest.mark.parametrize(("spot", "edge"), [("banker", 0.010579), ("player", 0.012351), ("tie", 0.143596)])
def test_baccarat_bets_are_expected_to_bring_the_published_edge(spot: str, edge: float) -> None:
    expected = BACCARAT.expected(facts_of(BACCARAT), bets(ann={spot: 10_000}))
    assert expected.mean / 10_000 == pytest.approx(edge, abs=2e-5)


@pytest.mark.parametrize("hits_soft", [False, True])
def test_the_edge_of_blackjack_is_the_exact_one(hits_soft: bool) -> None:
    assert EDGE[hits_soft] == pytest.approx(EXACT[hits_soft], abs=1e-6)


def test_the_scatter_of_blackjack_is_that_of_simulated_rounds() -> None:
    assert CASINO is not None
    whole = simulate_blackjack(CASINO.blackjack, 20_000, random.Random(5)).whole  # noqa: S311
    assert whole.standard_error**2 * whole.rounds == pytest.approx(VARIANCE, rel=0.05)


def test_bets_on_one_seat_count_as_one_and_other_seats_apart() -> None:
    wagers = {
        ANN: Wager(2, (Cents(1_000),)),
        BOB: Wager(2, (Cents(500),)),
        PlayerId("cat"): Wager(5, (Cents(200),)),
    }
    felt = BoxesFelt(seats=(None,) * 7, idle=(0,) * 7, wagers=wagers)
    expected = BLACKJACK.expected(facts_of(BLACKJACK), Table(felt))

    assert expected.mean == pytest.approx(1_700 * EDGE[False])
    assert expected.variance == pytest.approx(VARIANCE * (1_500**2 + 200**2))
