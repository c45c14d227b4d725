"""What a table takes from its edition, and that it refuses what it could not play."""

from dataclasses import replace

import pytest

from fairdeal.cash.rules import cash_rules
from fairdeal.cash.table.events import HandOpened
from fairdeal.kernel import Cents, MoneyKind, RuleId
from fairdeal.poker import NoSuchGame
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from fairdeal.rulebook.loader import published_edition
from fairdeal.rulebook.ruled import Blinds, Ruled
from fairdeal.rulebook.schema.choices import FirstButton
from fairdeal.testing.cash import Story
from fairdeal.testing.cash.table import machine_for

SMALL = Blinds(Cents(5), Cents(10))


def changed(**values: object) -> Story:
    """A table whose rulebook differs from 2.7 in these values."""
    rules = machine_for(U27).facts.stake
    changes = {name: replace(getattr(rules, name), value=value) for name, value in values.items()}
    return Story(machine_for(U27, changes=changes))


@pytest.mark.parametrize("edition", [U22, U26, U27, PW])
@pytest.mark.rule("CASH-23", edition=U26, proves="data")
def test_stakes_have_names_of_their_own(edition: EditionId) -> None:
    """Labels collide; the rake of two stakes must never end in one account."""
    poker = published_edition(edition).poker
    assert poker is not None
    keys: list[str] = []
    for family in poker.games.families.value:
        for stake in (SMALL, Blinds(Cents(25), Cents(50)), Blinds(Cents(50), Cents(100))):
            try:
                keys.append(cash_rules(published_edition(edition), family.id, stake).stake_key)
            except NoSuchGame:
                continue

    assert len(keys) == len(set(keys)) >= 6


@pytest.mark.parametrize(
    ("edition", "family", "low", "high"),
    [
        (U22, "texas", 500, 1000),
        (U26, "omaha", 500, 1000),
        (U26, "texas-deepstack", 1000, 10000),
        (U27, "banzai-texas", 100, 100),
        (PW, "texas", 200, 1000),
        (PW, "texas-fixed", 250, 2000),
    ],
)
def test_buy_in_ranges_in_cents(edition: EditionId, family: str, low: int, high: int) -> None:
    rules = cash_rules(published_edition(edition), family, SMALL)

    assert (rules.buy_in_min.value, rules.buy_in_max.value) == (low, high)


def test_a_table_size_the_edition_does_not_have_is_refused() -> None:
    with pytest.raises(NoSuchGame) as refused:
        cash_rules(published_edition(PW), "texas", SMALL, MoneyKind.REAL, 5)

    assert refused.value.code == "no_such_table_size"


def test_blinds_that_no_table_plays_are_refused_and_not_played_wrong() -> None:
    edition = published_edition(U22)
    assert edition.poker is not None
    dead = replace(edition.poker.blinds, dead_blinds=Ruled(value=True, rule=RuleId("CASH-17")))
    operator = replace(edition, poker=replace(edition.poker, blinds=dead))

    with pytest.raises(NoSuchGame) as refused:
        cash_rules(operator, "texas", SMALL)

    assert refused.value.code == "unsupported_blinds"


def test_a_rulebook_may_put_the_first_button_on_the_highest_seat() -> None:
    story = changed(first_button=FirstButton.HIGHEST_SEAT).tell("a, b, c and d sit with 10.00; deal")

    assert story.blinds == (4, 1, 2)


def test_a_rulebook_may_always_want_a_small_blind() -> None:
    story = changed(small_blind_needs_previous_big_blind=False).tell("a, b, c, d and e sit with 10.00")
    story.draw = 0
    story.tell("deal; fold round; c leaves; deal")

    assert story.blinds == (1, 2, 4)


def test_a_rulebook_may_let_newcomers_have_the_button() -> None:
    story = changed(newcomer_may_get_button=True).tell("a, b and c sit with 10.00; d sits at 5 with 10.00")
    story.draw = 0
    story.tell("deal; fold round; b leaves; x sits at 2 with 10.00, posting; deal")

    assert story.blinds == (2, 3, 5)
    assert story.last(HandOpened).open.posts == (1,)
