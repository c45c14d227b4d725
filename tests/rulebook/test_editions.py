"""The published editions hold what the documents print, and the documents' own claims come out when recomputed."""

from fractions import Fraction

import pytest

from fairdeal.cards import Category
from fairdeal.kernel import PPM_WHOLE, Cents, portion
from fairdeal.rulebook.catalogue import RULES
from fairdeal.rulebook.clause import LC, PUBLISHED, PW, U22, U26, U27, EditionId
from fairdeal.rulebook.loader import published_edition
from fairdeal.rulebook.readings import READINGS
from fairdeal.rulebook.ruled import Odds, Origin
from fairdeal.rulebook.schema.casino import Casino
from fairdeal.rulebook.schema.choices import FeeLabel
from fairdeal.rulebook.schema.edition import Poker
from fairdeal.rulebook.schema.money import RakeRow
from fairdeal.rulebook.schema.tournament import HexaPro
from fairdeal.rulebook.walk import leaves

UNIBET = (U22, U26, U27)
WITH_EXTREME = (U26, U27)
READING_IDS = {reading.id for reading in READINGS}


def poker(edition: EditionId) -> Poker:
    found = published_edition(edition).poker
    assert found is not None
    return found


def casino() -> Casino:
    found = published_edition(LC).casino
    assert found is not None
    return found


def wheel(edition: EditionId, name: str) -> HexaPro:
    found = getattr(poker(edition), name)
    assert isinstance(found, HexaPro)
    return found


WHEELS = [(edition, "hexapro") for edition in UNIBET] + [(edition, "hexapro_extreme") for edition in WITH_EXTREME]
wheels = pytest.mark.parametrize(("edition", "name"), WHEELS)


@pytest.mark.parametrize("edition", PUBLISHED)
def test_every_value_cites_a_rule_that_holds_in_its_edition(edition: EditionId) -> None:
    for leaf in leaves(published_edition(edition)):
        for rule in leaf.rules:
            assert rule in READING_IDS or edition in RULES[rule].sources, leaf.path
        assert set(leaf.see) <= READING_IDS, leaf.path


UNPRINTED = [
    (U27, "poker.seating.weight_played_before", Origin.DEFAULT, "X-19"),
    (U22, "poker.blinds.small_blind_needs_previous_big_blind", Origin.DERIVED, "X-17"),
    (U26, "poker.blinds.missed_blind_holdem", Origin.DEFAULT, "X-13"),
    (PW, "poker.betting.pot_limit", Origin.GAP, "X-29"),
    (PW, "poker.betting.fixed_limit.small_blind_divisor", Origin.GAP, "X-33"),
    (PW, "poker.betting.fixed_limit.big_blind", Origin.CORRECTED, "X-32"),
    (U22, "poker.betting.uncalled_bet_is_returned", Origin.GAP, "X-30"),
    (U22, "poker.buy_in.big_blinds_min", Origin.DEFAULT, "X-41"),
    (PW, "poker.buy_in.big_blinds_min", Origin.GAP, "X-41"),
    (PW, "poker.buy_in.fixed_limit[0.02/0.04].minimum", Origin.CORRECTED, "X-35"),
    (U27, "poker.buy_in.families[texas-deepstack].big_blinds_max", Origin.DERIVED, "X-45"),
    (U27, "poker.connection.decision_seconds", Origin.GAP, "X-08"),
    (PW, "poker.connection.automatic_decision", Origin.CORRECTED, "X-05"),
    (U22, "poker.sit_out.after_connected_timeout", Origin.DEFAULT, "X-142"),
    (U27, "poker.ratholing.short_wallet_is_refused", Origin.GAP, "X-44"),
    (PW, "poker.rake.rounding", Origin.GAP, "X-56"),
    (PW, "poker.wallet.exchange.cost_percent_each_way", Origin.DERIVED, "X-64"),
    (U27, "poker.tournament.hand_for_hand", Origin.DEFAULT, "X-79"),
    (PW, "poker.tournament.break_minute", Origin.CORRECTED, "X-68"),
    (U26, "poker.tournament.break_seconds", Origin.GAP, "X-68"),
    (U26, "poker.tournament.bounties.progressive_cash_percent", Origin.DEFAULT, "X-77"),
    (U27, "poker.hexapro.wheel[25x].prizes", Origin.CORRECTED, "X-87"),
    (U22, "poker.hexapro.after_last_level", Origin.GAP, "X-92"),
    (U22, "poker.cancellation.started.hexapro_fee_percent", Origin.DERIVED, "X-83"),
    (PW, "poker.cancellation.on_failure.otherwise", Origin.DEFAULT, "X-86"),
    (LC, "casino.blackjack.decks", Origin.GAP, "X-105"),
    (LC, "casino.roulette.limits.bet_max", Origin.GAP, "X-100"),
    (LC, "casino.baccarat.payout_rounding", Origin.GAP, "X-127"),
]


@pytest.mark.parametrize(("edition", "path", "origin", "reading"), UNPRINTED)
def test_what_no_document_prints_says_so(edition: EditionId, path: str, origin: Origin, reading: str) -> None:
    leaf = next(leaf for leaf in leaves(published_edition(edition)) if leaf.path == path)

    assert leaf.origin is origin
    assert reading in leaf.see


@pytest.mark.parametrize("edition", PUBLISHED)
def test_what_was_corrected_keeps_what_was_printed(edition: EditionId) -> None:
    """All but the button sentence, which is garbled beyond quoting."""
    corrected = [leaf for leaf in leaves(published_edition(edition)) if leaf.origin is Origin.CORRECTED]

    assert all(leaf.printed or leaf.see == ("X-16",) for leaf in corrected)


@pytest.mark.rule("HEXA-04", proves="data")
@pytest.mark.rule("HEXT-04", proves="data")
@pytest.mark.rule("HEXT-02", proves="data")
@wheels
def test_chances_sum_and_every_prize_is_multiplier_times_buy_in(edition: EditionId, name: str) -> None:
    game = wheel(edition, name)

    assert sum(slot.chances for slot in game.wheel.value) == game.chances_total.value == 100_000
    for slot in game.wheel.value:
        assert len(slot.prizes) == len(game.buy_ins.value)
        for prize, buy_in in zip(slot.prizes, game.buy_ins.value, strict=True):
            assert Fraction(prize, buy_in) == Fraction(slot.multiplier, 100), (slot.multiplier, buy_in)


@pytest.mark.rule("HEXA-05", proves="data")
@pytest.mark.rule("HEXT-05", proves="data")
@wheels
def test_the_wheel_keeps_6_853_percent(edition: EditionId, name: str) -> None:
    game = wheel(edition, name)

    mean = Fraction(sum(slot.chances * slot.multiplier for slot in game.wheel.value), 100 * game.chances_total.value)
    assert mean == Fraction(279_441, 100_000)
    assert (
        Fraction(game.rake_equivalent_percent.value, PPM_WHOLE)
        == 1 - mean / game.seats.value
        == Fraction(6_853, 100_000)
    )


@pytest.mark.rule("HEXA-06", proves="data")
@pytest.mark.parametrize(
    ("edition", "multiplier", "buy_in", "expected"),
    [
        (U22, 2500, 1000, (25000,)),
        (U26, 2500, 1000, (20000, 3000, 2000)),
        (U27, 2500, 1000, (20000, 3000, 2000)),
        (U22, 10000, 1000, (80000, 12000, 8000)),
        (U27, 150, 500, (750,)),
    ],
)
def test_splits_come_out_in_whole_cents(
    edition: EditionId, multiplier: int, buy_in: int, expected: tuple[int, ...]
) -> None:
    game = wheel(edition, "hexapro")
    split = next(row for row in game.splits.value if row.multiplier == multiplier)
    slot = next(row for row in game.wheel.value if row.multiplier == multiplier)
    prize = slot.prizes[game.buy_ins.value.index(Cents(buy_in))]

    assert tuple(Fraction(prize * share, PPM_WHOLE) for share in split.percents) == expected


@wheels
def test_every_split_of_every_prize_is_whole_cents(edition: EditionId, name: str) -> None:
    game = wheel(edition, name)
    splits = {row.multiplier: row.percents for row in game.splits.value}
    for slot in game.wheel.value:
        for prize in slot.prizes:
            assert all(prize * share % PPM_WHOLE == 0 for share in splits[slot.multiplier])
            assert sum(prize * share // PPM_WHOLE for share in splits[slot.multiplier]) == prize


@pytest.mark.rule("HEXT-07", proves="data")
@pytest.mark.parametrize(("multiplier", "depth"), [(100, 5), (300, 10), (400, 10), (1000, 15), (2000, 15), (12500, 25)])
def test_extreme_stacks_are_so_many_big_blinds_deep(multiplier: int, depth: int) -> None:
    game = wheel(U27, "hexapro_extreme")
    chips = next(row.chips for row in game.stacks.value if row.multiplier == multiplier)

    assert chips == depth * game.levels.value[0].big_blind


@pytest.mark.rule("CANC-55", proves="data")
def test_the_fee_inside_a_hexapro_buy_in() -> None:
    policy = poker(U27).cancellation.started
    assert policy is not None
    rate, rounding = policy.hexapro_fee_percent.value, policy.hexapro_fee_rounding.value

    fees = [portion(buy_in, rate, rounding) for buy_in in wheel(U27, "hexapro").buy_ins.value]
    assert fees == [7, 14, 34, 69, 171, 343, 685]


FEE_TABLES = ("five_handed", "two_handed", "sit_and_go", "multi_table")


@pytest.mark.rule("FEE-01", proves="data")
@pytest.mark.rule("FEE-02", proves="data")
@pytest.mark.rule("FEE-03", proves="data")
@pytest.mark.rule("FEE-04", proves="data")
@pytest.mark.rule("FEE-07", proves="data")
@pytest.mark.parametrize("edition", [*UNIBET, PW])
def test_fee_tables_add_up_to_their_labels(edition: EditionId) -> None:
    fees = poker(edition).fees
    rows = [row for name in FEE_TABLES if (table := getattr(fees, name)) is not None for row in table.value]

    assert rows
    for row in rows:
        assert row.label == row.pool + (row.fee if fees.label_is.value is FeeLabel.TOTAL else 0)


@pytest.mark.parametrize(
    ("edition", "name", "percents"),
    [
        (U22, "five_handed", {5, 3}),
        (U26, "five_handed", {5}),
        (U27, "five_handed", {5}),
        (U22, "two_handed", {3}),
        (U22, "multi_table", {10}),
        (PW, "sit_and_go", {3, 5, 10}),
    ],
)
def test_fees_are_the_percentages_the_documents_speak_of(edition: EditionId, name: str, percents: set[int]) -> None:
    table = getattr(poker(edition).fees, name)

    assert {Fraction(100 * row.fee, row.label) for row in table.value} == percents


def rake_rows(edition: EditionId) -> list[RakeRow]:
    rake = poker(edition).rake
    return [row for table in (rake.holdem, rake.omaha, rake.banzai) if table is not None for row in table.value]


@pytest.mark.rule("CASH-23", proves="data")
@pytest.mark.rule("BUY-06", proves="data")
@pytest.mark.parametrize("edition", UNIBET)
def test_a_stake_label_is_the_largest_starting_stack_in_euros(edition: EditionId) -> None:
    depths = {"banzai": 10, "texas-deepstack": 1000, "omaha-shortstack": 20}
    for row in rake_rows(edition):
        assert row.blinds is not None
        assert int(row.label[2:]) * 100 == depths.get(row.table, 100) * row.blinds.big, row.label
        assert row.label[:2] == ("PL" if row.table.startswith("omaha") else "NL")


@pytest.mark.parametrize(("edition", "twins"), [(U22, 0), (U26, 4), (U27, 4)])
def test_labels_collide_so_stakes_are_keyed_by_table_and_blinds(edition: EditionId, twins: int) -> None:
    rows = rake_rows(edition)

    assert len({(row.table, row.blinds) for row in rows}) == len(rows)
    assert len(rows) - len({row.label for row in rows}) == twins


RAKE_VECTORS = [
    # edition, table, big blind, percent in ppm, cap
    (U22, "texas", 4, 20_000, 50),
    (U27, "texas", 10, 35_000, 100),
    (U27, "texas-deepstack", 10, 35_000, 200),
    (U22, "texas", 25, 45_000, 200),
    (U26, "texas", 50, 55_000, 200),
    (U26, "texas", 400, 60_000, 300),
    (U22, "omaha", 10, 30_000, 150),
    (U27, "omaha", 25, 30_000, 250),
    (U27, "omaha-shortstack", 50, 30_000, 150),
    (U26, "omaha", 50, 35_000, 300),
    (U22, "banzai", 200, 10_000, 300),
    (U26, "banzai", 200, 25_000, 100),
    (U27, "banzai", 200, 20_000, 100),
    (U27, "banzai", 1000, 25_000, 200),
]


@pytest.mark.rule("RAKE-07", proves="data")
@pytest.mark.rule("RAKE-08", proves="data")
@pytest.mark.rule("RAKE-09", proves="data")
@pytest.mark.parametrize(("edition", "table", "big_blind", "percent", "cap"), RAKE_VECTORS)
def test_rake_tables(edition: EditionId, table: str, big_blind: int, percent: int, cap: int) -> None:
    row = next(r for r in rake_rows(edition) if r.table == table and r.blinds is not None and r.blinds.big == big_blind)

    assert (row.percent, row.cap) == (percent, cap)


def test_fixed_limit_buy_ins_are_25_and_200_high_limits_where_the_print_is_sound() -> None:
    table = poker(PW).buy_in.fixed_limit
    assert table is not None
    sound = [row for row in table.value if row.limits.big <= 50]

    assert len(sound) == 7
    assert all((row.minimum, row.maximum) == (25 * row.limits.big, 200 * row.limits.big) for row in sound)


@pytest.mark.parametrize("edition", UNIBET)
def test_decision_time_and_extra_make_the_thirty_seconds_of_clause_10(edition: EditionId) -> None:
    clock = poker(edition).connection

    assert clock.decision_seconds.value + clock.reconnect_extra_seconds.value == clock.return_seconds.value


@pytest.mark.rule("HAND-02", proves="data")
@pytest.mark.parametrize("edition", [*UNIBET, PW])
def test_the_order_of_hands_is_the_one_the_engine_ranks_by(edition: EditionId) -> None:
    assert [category.value for category in poker(edition).showdown.ranking.value] == [each.value for each in Category]


@pytest.mark.rule("RLT-19", proves="data")
def test_every_roulette_bet_returns_36_of_37() -> None:
    roulette = casino().roulette
    for row in roulette.pays.value:
        returned = Fraction(row.numbers * (row.pays.pays + row.pays.per), row.pays.per * roulette.pockets.value)
        assert returned == Fraction(36, 37), row.bet
    assert len(roulette.red_numbers.value) == 18


@pytest.mark.rule("BAC-20", proves="data")
def test_the_bankers_misprint_is_corrected_and_kept_on_record() -> None:
    banker = casino().baccarat.banker_pays

    assert banker.value == Odds(19, 20)
    assert (banker.origin, banker.printed) == (Origin.CORRECTED, "95 : 1")


def test_an_edition_is_frozen() -> None:
    with pytest.raises(AttributeError):
        poker(U27).sit_out.removal_seconds = poker(PW).sit_out.removal_seconds  # type: ignore[misc]
