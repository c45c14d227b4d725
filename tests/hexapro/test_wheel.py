"""The wheel, its published odds, and the test that drawn multipliers have to pass."""

import random
from collections import Counter
from fractions import Fraction

import pytest

from fairdeal.hexapro.fit import chi_square_limit, chi_square_tail, fit
from fairdeal.hexapro.odds import odds_of
from fairdeal.hexapro.rules import Product
from fairdeal.hexapro.wheel import Slot, Wheel, multiplier_text, wheel_of
from fairdeal.kernel import RuleId
from fairdeal.rulebook.clause import EditionId
from fairdeal.rulebook.loader import published_edition
from tests.hexapro.lobbies import GAMES, UNIBET, WITH_EXTREME, rules_of

HEXAPRO = {1000_00: 1, 100_00: 5, 25_00: 100, 10_00: 4600, 5_00: 14000, 3_00: 25000, 1_50: 56294}
EXTREME = {1000_00: 1, 125_00: 202, 20_00: 100, 10_00: 3550, 4_00: 12000, 3_00: 41772, 1_00: 42375}
CHANCES = {Product.HEXAPRO: HEXAPRO, Product.EXTREME: EXTREME}


def wheel(product: Product) -> Wheel:
    return rules_of(product=product).wheel


def drawn(wheel: Wheel, draws: int, seed: int) -> Counter[int]:
    chance = random.Random(seed)  # noqa: S311
    return Counter(wheel.spin(chance.randrange(wheel.total)).multiplier for _ in range(draws))


@pytest.mark.rule("HEXA-04")
@pytest.mark.rule("HEXT-04")
@pytest.mark.parametrize(("edition", "product"), GAMES)
def test_every_draw_means_a_multiplier_exactly_as_often_as_published(edition: EditionId, product: Product) -> None:
    wheel = rules_of(edition, product).wheel

    counts = Counter(wheel.spin(draw).multiplier for draw in range(wheel.total))

    assert counts == CHANCES[product]
    assert wheel.total == 100_000


@pytest.mark.parametrize("product", list(Product))
def test_bands_lie_side_by_side_in_the_order_of_the_table(product: Product) -> None:
    turning = wheel(product)

    assert [slot.multiplier for slot in turning.slots] == list(CHANCES[product])
    assert turning.spin(0).multiplier == 1000_00
    for before, after in zip(turning.slots, turning.slots[1:], strict=False):
        assert after.first == before.last + 1
        assert turning.spin(before.last) == before
        assert turning.spin(after.first) == after
    assert turning.spin(99_999) == turning.slots[-1]


@pytest.mark.parametrize("draw", [-1, 100_000])
def test_a_number_that_is_no_draw_is_a_fault(draw: int) -> None:
    with pytest.raises(AssertionError):
        wheel(Product.HEXAPRO).spin(draw)


@pytest.mark.rule("HEXA-05")
@pytest.mark.rule("HEXT-05")
@pytest.mark.parametrize(("edition", "product"), GAMES)
def test_the_house_keeps_the_printed_rake_equivalent_exactly(edition: EditionId, product: Product) -> None:
    for buy_in in published_buy_ins(edition, product):
        odds = odds_of(rules_of(edition, product, buy_in))

        assert odds.kept == Fraction(6853, 100_000)
        assert odds.returned == Fraction(279_441, 300_000)
        assert odds.mean_pool == Fraction(279_441 * buy_in, 100_000)


def published_buy_ins(edition: EditionId, product: Product) -> tuple[int, ...]:
    poker = published_edition(edition).poker
    assert poker is not None
    game = poker.hexapro if product is Product.HEXAPRO else poker.hexapro_extreme
    assert game is not None
    return game.buy_ins.value


@pytest.mark.parametrize(
    ("multiplier", "text"), [(1_50, "1.5x"), (1_00, "1x"), (1000_00, "1000x"), (1_25, "1.25x"), (10_00, "10x")]
)
def test_multipliers_as_players_read_them(multiplier: int, text: str) -> None:
    assert multiplier_text(multiplier) == text


# ---- Pearson's test


@pytest.mark.parametrize(
    ("confidence", "degrees", "limit"),
    [
        (0.99, 1, 6.6349),
        (0.99, 2, 9.2103),
        (0.99, 5, 15.0863),
        (0.99, 6, 16.8119),
        (0.95, 10, 18.3070),
        (0.999, 3, 16.2662),
    ],
)
def test_limits_are_those_of_printed_tables(confidence: float, degrees: int, limit: float) -> None:
    assert chi_square_limit(confidence, degrees) == pytest.approx(limit, abs=1e-4)


@pytest.mark.parametrize("degrees", range(1, 9))
def test_the_tail_falls_from_one_to_nothing(degrees: int) -> None:
    tails = [chi_square_tail(x / 4, degrees) for x in range(400)]

    assert tails[0] == 1
    assert tails == sorted(tails, reverse=True)
    assert tails[-1] < 1e-14


@pytest.mark.rule("HEXA-04")
@pytest.mark.rule("HEXT-04")
@pytest.mark.parametrize("product", list(Product))
def test_a_hundred_thousand_draws_fit(product: Product) -> None:
    found = fit(wheel(product), drawn(wheel(product), 100_000, seed=1))

    assert found.draws == 100_000
    assert found.fits
    assert found.statistic < found.limit
    assert found.chance > 0.01
    assert sum(cell.drawn for cell in found.cells) == 100_000


def test_honest_samples_fail_about_as_often_as_the_test_says() -> None:
    turning = wheel(Product.HEXAPRO)

    failed = sum(not fit(turning, drawn(turning, 500, seed)).fits for seed in range(400))

    assert 0 < failed <= 12  # four in four hundred expected


@pytest.mark.parametrize("product", list(Product))
def test_a_wheel_that_pays_a_little_less_than_published_is_caught(product: Product) -> None:
    """One draw in fifty that means a rich slot is turned to the poorest one."""
    turning = wheel(product)
    chance = random.Random(2)  # noqa: S311
    poorest = turning.slots[-1].multiplier
    counts: Counter[int] = Counter()
    for _ in range(100_000):
        multiplier = turning.spin(chance.randrange(turning.total)).multiplier
        counts[poorest if chance.random() < 0.02 else multiplier] += 1

    found = fit(turning, counts)

    assert not found.fits
    assert found.chance < 0.01
    worst = max(found.cells, key=lambda cell: cell.off)
    assert worst.multipliers == (poorest,)
    assert worst.off > 3


def test_a_wheel_that_never_draws_its_best_slots_is_caught() -> None:
    turning = wheel(Product.HEXAPRO)
    counts = drawn(turning, 400_000, seed=3)
    counts[1_50] += counts.pop(1000_00) + counts.pop(100_00)

    assert not fit(turning, counts).fits


def test_exact_proportions_fit_perfectly() -> None:
    found = fit(wheel(Product.EXTREME), {multiplier: 10 * chances for multiplier, chances in EXTREME.items()})

    assert found.statistic == pytest.approx(0)
    assert found.chance == pytest.approx(1)
    assert found.degrees == 6


def test_rare_slots_are_counted_with_their_neighbours() -> None:
    found = fit(wheel(Product.HEXAPRO), drawn(wheel(Product.HEXAPRO), 10_000, seed=4))

    assert found.cells[0].multipliers == (1000_00, 100_00, 25_00)
    assert all(cell.expected >= 5 for cell in found.cells)


def test_what_is_left_at_the_end_joins_the_last_cell() -> None:
    even = Wheel((Slot(1, 1, 0), Slot(2, 1, 1), Slot(3, 1, 2)), (1, 2, 3), RuleId("HEXA-04"))

    assert [cell.multipliers for cell in fit(even, {1: 4, 2: 4, 3: 4}).cells] == [(1, 2, 3)]


@pytest.mark.parametrize("draws", [0, 1, 8])
def test_too_few_draws_tell_nothing(draws: int) -> None:
    found = fit(wheel(Product.HEXAPRO), {1_50: draws})

    assert found.fits
    assert found.degrees == 0
    assert found.chance == 1


@pytest.mark.soak
@pytest.mark.parametrize("product", list(Product))
def test_ten_million_draws_fit_and_a_slight_bias_does_not(product: Product) -> None:
    turning = wheel(product)
    counts = drawn(turning, 10_000_000, seed=5)

    assert fit(turning, counts).fits
    assert fit(turning, counts).degrees == 6
    moved = counts[turning.slots[-1].multiplier] // 500
    counts[turning.slots[-1].multiplier] += moved
    counts[turning.slots[-2].multiplier] -= moved
    assert not fit(turning, counts).fits


def test_editions_agree_on_their_wheels() -> None:
    hexapro = {wheel_of_edition(edition, Product.HEXAPRO) for edition in UNIBET}
    extreme = {wheel_of_edition(edition, Product.EXTREME) for edition in WITH_EXTREME}

    assert len(hexapro) == len(extreme) == 1


def wheel_of_edition(edition: EditionId, product: Product) -> Wheel:
    poker = published_edition(edition).poker
    assert poker is not None
    game = poker.hexapro if product is Product.HEXAPRO else poker.hexapro_extreme
    assert game is not None
    return wheel_of(game)
