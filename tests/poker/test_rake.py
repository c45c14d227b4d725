"""Rake (RAKE-02 to RAKE-13), by every edition's tables, taken from real hands."""

from dataclasses import replace

import pytest

from fairdeal.kernel import Cents, MoneyKind
from fairdeal.poker import CALL, FOLD, Hand, HandOrder, NoSuchGame, TableRules, rules_for
from fairdeal.poker.events import RakeTaken
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from fairdeal.rulebook.loader import published_edition
from fairdeal.rulebook.ruled import Blinds
from fairdeal.testing import Script, play
from tests.poker.tables import POKER, UNIBET, table

DECK = list(range(52))


def raked(table: TableRules, pot: int, players: int) -> int:
    """The rake of a hand that starts with so many players and whose blinds get it all in for that pot."""
    usual = HandOrder.usual(table.hand, [pot] * players, DECK, small_blind=table.small_blind)
    blinds = (usual.small_blind_at, usual.big_blind_at)
    stacks = [pot // 2 if place in blinds else pot for place in range(players)]
    hand = Hand(replace(usual, stacks=stacks))
    while hand.turn >= 0:
        options = hand.options()
        hand.act(FOLD if hand.turn not in blinds else options.raise_max or CALL)
    assert hand.result is not None
    assert sum(each.amount for each in hand.result.pots) == pot
    return hand.result.rake


VECTORS = [
    # family, blinds, pot, dealt in, U22, U26, U27
    ("texas", (2, 4), 12, 6, 1, 1, 1),
    ("texas", (5, 10), 30, 6, 1, 2, 1),
    ("texas", (5, 10), 290, 6, 10, 11, 10),
    ("texas", (5, 10), 300, 6, 10, 11, 10),
    ("texas", (5, 10), 4000, 4, 100, 100, 100),
    ("texas", (5, 10), 4000, 3, 50, 50, 50),
    ("texas", (50, 100), 6000, 2, 150, 150, 150),
    ("banzai-texas", (5, 10), 700, 3, 7, 12, 12),
    ("banzai-texas", (100, 200), 1000, 5, 10, 25, 20),
]


@pytest.mark.rule("RAKE-02")
@pytest.mark.rule("RAKE-04")
@pytest.mark.rule("RAKE-05")
@pytest.mark.rule("RAKE-06")
@pytest.mark.rule("RAKE-07")
@pytest.mark.rule("RAKE-09")
@pytest.mark.parametrize("edition", UNIBET)
@pytest.mark.parametrize(("family", "blinds", "pot", "players", "u22", "u26", "u27"), VECTORS)
def test_the_printed_vectors(
    edition: EditionId, family: str, blinds: tuple[int, int], pot: int, players: int, u22: int, u26: int, u27: int
) -> None:
    expected = {U22: u22, U26: u26, U27: u27}[edition]

    assert raked(table(edition, family, *blinds), pot, players) == expected


@pytest.mark.rule("RAKE-08")
@pytest.mark.parametrize("edition", UNIBET)
@pytest.mark.parametrize(
    ("blinds", "pot", "rake"),
    [((5, 10), 1000, 30), ((5, 10), 9000, 150), ((10, 25), 2000, 60), ((25, 50), 2000, 70), ((50, 100), 4000, 240)],
)
def test_omaha_tables(edition: EditionId, blinds: tuple[int, int], pot: int, rake: int) -> None:
    assert raked(table(edition, "omaha", *blinds), pot, 4) == rake


@pytest.mark.rule("RAKE-06")
@pytest.mark.parametrize("edition", UNIBET)
@pytest.mark.parametrize(("players", "rake"), [(2, 100), (3, 100), (4, 200), (5, 200), (6, 200)])
def test_the_cap_is_halved_by_players_dealt_in_not_by_players_at_the_flop(
    edition: EditionId, players: int, rake: int
) -> None:
    """Two see the flop every time."""
    assert raked(table(edition, "texas", 25, 50), 20_000, players) == rake


@pytest.mark.rule("RAKE-10")
@pytest.mark.rule("RAKE-05", edition=PW)
@pytest.mark.rule("RAKE-02", edition=PW)
@pytest.mark.parametrize(
    ("pot", "rake"),
    [(3_000, 150), (6_000, 300), (20_000, 300), (1_990, 99)],
    ids=["5 %", "at the cap", "capped", "cut down"],
)
@pytest.mark.parametrize("players", [2, 3, 6, 9])
def test_publicwin_takes_five_percent_up_to_three_euros_whatever_the_table(pot: int, rake: int, players: int) -> None:
    assert raked(table(PW, "texas", 25, 50), pot, players) == rake


@pytest.mark.rule("RAKE-03")
@pytest.mark.parametrize("edition", POKER)
def test_no_flop_no_rake(edition: EditionId) -> None:
    hand = play("stacks a=5000 b=5000 c=5000; c raises to 2000; a raises to 4000; b folds; c folds", table(edition))

    assert hand.result.rake == 0
    assert not [event for event in hand.events if isinstance(event, RakeTaken)]


@pytest.mark.rule("RAKE-03")
@pytest.mark.parametrize("edition", POKER)
def test_an_all_in_before_the_flop_that_runs_out_is_raked(edition: EditionId) -> None:
    hand = play("stacks a=500 b=500 c=500; c all-in 500; a calls; b folds", table(edition))

    assert hand.result.rake > 0
    assert [event.amount for event in hand.events if isinstance(event, RakeTaken)] == [hand.result.rake]


@pytest.mark.rule("RAKE-02")
@pytest.mark.parametrize("edition", POKER)
def test_uncalled_bets_are_not_raked(edition: EditionId) -> None:
    called = play("stacks a=200 b=5000 c=5000; c folds; a all-in 200; b calls", table(edition))
    uncalled = play("stacks a=200 b=5000 c=5000; c folds; a calls; b raises to 4000; a all-in 200", table(edition))

    assert uncalled.result.returned == (1, 3800)
    assert uncalled.result.rake == called.result.rake > 0


@pytest.mark.rule("RAKE-02")
@pytest.mark.parametrize("edition", POKER)
def test_a_bet_that_makes_everybody_fold_after_the_flop_is_not_raked(edition: EditionId) -> None:
    script = "stacks a=5000 b=5000 c=5000; c raises to 300; a calls; b calls; a bets {bet}; b folds; c folds"
    small, large = (play(script.format(bet=bet), table(edition)) for bet in (10, 4000))

    assert large.result.returned == (0, 4000)
    assert [(pot.amount, pot.rake) for pot in large.result.pots] == [(900, small.result.rake)]
    assert large.result.rake == small.result.rake == {U22: 31, U26: 32, U27: 31, PW: 45}[edition]


@pytest.mark.rule("RAKE-02")
def test_of_two_pots_with_equal_remainders_the_main_pot_pays_the_odd_cent() -> None:
    """X-55: two pots of 300 and a rake of 21."""
    hand = play("stacks a=100 b=250 c=250; c all-in 250; a all-in 100; b calls", table(U22))
    main, side = hand.result.pots

    assert (main.amount, side.amount, hand.result.rake) == (300, 300, 21)
    assert (main.rake, side.rake) == (11, 10)


def rule_of_rake(hand: Script) -> str:
    """The rule that the hand's rake names."""
    return next(event.rule for event in hand.events if isinstance(event, RakeTaken))


@pytest.mark.parametrize(
    ("edition", "family", "rule"),
    [(U22, "texas", "RAKE-07"), (U27, "omaha", "RAKE-08"), (U26, "banzai-texas", "RAKE-09"), (PW, "texas", "RAKE-10")],
)
@pytest.mark.rule("RAKE-07", edition=U22)
@pytest.mark.rule("RAKE-08", edition=U27)
@pytest.mark.rule("RAKE-09", edition=U26)
@pytest.mark.rule("RAKE-10", edition=PW)
def test_the_rake_names_the_table_it_stands_in(edition: EditionId, family: str, rule: str) -> None:
    hand = play(
        "stacks a=500 b=500 c=500 d=500; c raises to 30; d calls; a folds; b folds; to the end", table(edition, family)
    )

    assert rule_of_rake(hand) == rule


@pytest.mark.rule("RAKE-04")
@pytest.mark.parametrize("edition", [U22, U27])
def test_the_least_rake_names_its_rule(edition: EditionId) -> None:
    hand = play("stacks a=500 b=500 c=500; c folds; a calls; b checks; to the end", table(edition, "texas", 2, 4))

    assert (hand.result.rake, rule_of_rake(hand)) == (1, "RAKE-04")


@pytest.mark.rule("RAKE-06")
@pytest.mark.parametrize("edition", UNIBET)
def test_a_halved_cap_names_its_rule(edition: EditionId) -> None:
    script = "c all-in 4000; {more}a all-in 4000; b folds"
    three = play("stacks a=4000 b=4000 c=4000; " + script.format(more=""), table(edition))
    four = play("stacks a=4000 b=4000 c=4000 d=4000; " + script.format(more="d folds; "), table(edition))

    assert (three.result.rake, rule_of_rake(three)) == (50, "RAKE-06")
    assert (four.result.rake, rule_of_rake(four)) == (100, "RAKE-07")


@pytest.mark.rule("RAKE-03")
def test_a_hand_without_a_flop_names_why_nothing_is_taken() -> None:
    rake = table(U22).hand.rake

    assert (rake.take(60, 6, flop=False), rake.decided_by(60, 6, flop=False)) == (0, "RAKE-03")


@pytest.mark.rule("RAKE-02")
@pytest.mark.parametrize("edition", POKER)
def test_rake_is_split_over_pots_in_proportion_and_winners_pay_it(edition: EditionId) -> None:
    hand = play(
        "stacks a=100 b=1000 c=1000; cards a=AsAh b=KsKh c=QsQh; board 2c3d5h7c9d; c all-in 1000; a all-in 100; b calls",
        table(edition),
    )
    main, side = hand.result.pots

    assert main.rake + side.rake == hand.result.rake > 0
    assert abs(main.rake * 2100 - hand.result.rake * 300) < 2100
    assert hand.by_name(hand.result.stacks) == {"a": 300 - main.rake, "b": 1800 - side.rake, "c": 0}


@pytest.mark.rule("RAKE-11")
def test_each_players_share_of_the_rake_is_by_what_was_put_in() -> None:
    """Contributions 10, 10, 5 and 5 of a pot of 30."""
    hand = play(
        "stacks a=1000 b=1000 c=1000 d=1000; to the flop; a bets 490; b calls; c calls; d calls;"
        "a bets 500; b calls; c folds; d folds; to the end",
        table(PW, "texas", 5, 10),
    )

    assert hand.result.contributed == (1000, 1000, 500, 500)
    assert hand.result.rake == 150


@pytest.mark.rule("RAKE-13")
def test_play_money_is_not_raked() -> None:
    stake = Blinds(Cents(5), Cents(10))
    rules = rules_for(published_edition(PW), "texas", stake, MoneyKind.PLAY)

    assert raked(rules, 3_000, 4) == 0
    assert raked(rules_for(published_edition(PW), "texas", stake, MoneyKind.TEST), 3_000, 4) == 150


@pytest.mark.parametrize(
    ("edition", "family", "blinds", "code"),
    [
        (U27, "banzai-omaha", (5, 10), "no_such_family"),
        (U22, "texas-deepstack", (5, 10), "no_such_family"),
        (U27, "texas", (10, 25), "no_such_stake"),
        (U22, "texas", (15, 25), "no_such_stake"),
    ],
)
def test_games_an_edition_does_not_offer(edition: EditionId, family: str, blinds: tuple[int, int], code: str) -> None:
    with pytest.raises(NoSuchGame) as missing:
        table(edition, family, *blinds)
    assert missing.value.code == code


@pytest.mark.rule("RAKE-07")
def test_stakes_of_one_label_are_told_apart_by_family_and_blinds() -> None:
    deep = table(U27, "texas-deepstack", 5, 10)

    assert (deep.label, deep.hand.rake.cap) == ("NL100", 200)
    assert (table(U27, "texas", 50, 100).label, table(U27, "banzai-texas", 500, 1000).label) == ("NL100", "NL100")
