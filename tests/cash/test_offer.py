"""Which stakes an edition offers (CASH-07, CASH-09, CASH-23, CASH-24, BUY-06, BZ-01, BZ-05)."""

from fractions import Fraction

import pytest

from fairdeal.cash.floor.commands import Join
from fairdeal.cash.offer import StakeId, counter_scope, floors, offer, stake_id
from fairdeal.kernel import Cents, MoneyKind, PlayerId, Rejection
from fairdeal.rulebook.clause import LC, PW, U22, U26, U27, EditionId
from fairdeal.rulebook.loader import published_edition
from fairdeal.rulebook.ruled import Blinds
from fairdeal.rulebook.schema.choices import Structure, Variant
from tests.cash.lobby import Lobby, stake_named, stakes_of

UNIBET = (U22, U26, U27)
FAMILIES = {
    U22: {"texas", "omaha", "banzai-texas", "banzai-omaha"},
    U26: {"texas", "omaha", "banzai-texas", "banzai-omaha", "texas-deepstack", "omaha-shortstack"},
    U27: {"texas", "omaha", "banzai-texas", "texas-deepstack", "omaha-shortstack"},
    PW: {"texas", "omaha", "texas-fixed", "omaha-fixed"},
}


@pytest.mark.rule("CASH-07")
@pytest.mark.rule("BZ-01")
@pytest.mark.parametrize("edition", FAMILIES)
def test_one_can_join_every_family_of_the_edition_and_no_other(edition: EditionId) -> None:
    offered = stakes_of(edition)
    assert {row.rules.family for row in offered.values()} == FAMILIES[edition]

    for family in FAMILIES[edition]:
        lobby = Lobby(edition, family, next(r.rules.stake.big for r in offered.values() if r.rules.family == family))
        assert not isinstance(lobby.join("ann"), Rejection)
        elsewhere = Join(PlayerId("ann"), StakeId("nowhere"), guest=lobby.guest("ann"), draw=0)
        refused = lobby.send(elsewhere)
        assert isinstance(refused, Rejection)
        assert (refused.code, refused.rule) == ("no_such_stake", "CASH-07")


@pytest.mark.rule("CASH-07", edition=PW, proves="data")
def test_only_publicwin_has_fixed_limit_and_play_money() -> None:
    for edition in UNIBET:
        assert all(row.rules.structure is not Structure.FIXED_LIMIT for row in stakes_of(edition).values())
        assert not stakes_of(edition, MoneyKind.PLAY)
    play = stakes_of(PW, MoneyKind.PLAY)

    assert {row.rules.money for row in play.values()} == {MoneyKind.PLAY}
    assert {row.rules.hand.rake.rate for row in play.values()} == {0}
    assert len(play) == len(stakes_of(PW))


def test_test_money_is_offered_like_real_money() -> None:
    for edition in FAMILIES:
        assert len(stakes_of(edition, MoneyKind.TEST)) == len(stakes_of(edition))


def test_an_edition_without_poker_offers_nothing() -> None:
    assert offer(published_edition(LC)) == {}


@pytest.mark.rule("CASH-09", proves="data")
@pytest.mark.rule("BZ-05", proves="data")
def test_seats_of_every_family() -> None:
    def seats(edition: EditionId, *, banzai: bool) -> set[int]:
        return {
            row.rules.seats.value for row in stakes_of(edition).values() if (row.rules.banzai is not None) == banzai
        }

    assert [seats(edition, banzai=False) for edition in (*UNIBET, PW)] == [{6}, {6}, {6}, {2, 6, 9}]
    assert [seats(edition, banzai=True) for edition in (*UNIBET, PW)] == [{6}, {5}, {5}, set()]


@pytest.mark.rule("CASH-23", proves="data")
@pytest.mark.rule("BUY-06", proves="data")
@pytest.mark.parametrize("edition", UNIBET)
def test_the_number_in_a_label_is_the_largest_normal_stack_in_euros(edition: EditionId) -> None:
    for row in stakes_of(edition).values():
        rules = row.rules
        prefix = "PL" if rules.structure is Structure.POT_LIMIT else "NL"
        assert row.label == f"{prefix}{Fraction(rules.buy_in_max.value, 100)}", row.id


@pytest.mark.rule("CASH-23", edition=U26, proves="data")
def test_labels_collide_and_ids_do_not() -> None:
    offered = stakes_of(U26)
    same = [row.id for row in offered.values() if row.label == "NL100"]

    assert same == [
        "unibet-2.6/real/texas/0.50-1.00/6",
        "unibet-2.6/real/banzai-texas/5.00-10.00/5",
        "unibet-2.6/real/texas-deepstack/0.05-0.10/6",
    ]
    assert all(stake == row.id == stake_id(row.rules) for stake, row in offered.items())


@pytest.mark.rule("BUY-06", proves="data")
@pytest.mark.parametrize("edition", [U26, U27])
def test_the_odd_rows_are_deepstack_and_shortstack(edition: EditionId) -> None:
    deep = stakes_of(edition)[stake_named(edition, "texas-deepstack", 10)].rules
    short = stakes_of(edition)[stake_named(edition, "omaha-shortstack", 50)].rules

    assert (deep.label, deep.buy_in_max.value // deep.big_blind) == ("NL100", 1000)
    assert (short.label, short.buy_in_max.value // short.big_blind) == ("PL10", 20)


@pytest.mark.rule("BUY-03", proves="data")
def test_fixed_limit_tables_are_those_of_the_buy_in_table() -> None:
    limits = {row.rules.stake for row in stakes_of(PW).values() if row.rules.structure is Structure.FIXED_LIMIT}

    assert len(limits) == 12
    assert Blinds(Cents(50), Cents(100)) not in limits  # the table has no such row


def test_where_the_rulebook_names_no_stakes_the_house_does() -> None:
    mine = (Blinds(Cents(7), Cents(14)),)
    offered = offer(published_edition(PW), house_stakes=mine)
    blinds = {row.rules.stake for row in offered.values() if row.rules.structure is Structure.NO_LIMIT}

    assert blinds == set(mine)
    assert {row.label for row in offered.values() if row.rules.family == "texas"} == {"0.07/0.14"}


@pytest.mark.rule("CASH-24", proves="data")
def test_banzai_omaha_borrows_rows_and_takes_its_own_prefix() -> None:
    offered = stakes_of(U26)
    labels = {
        row.rules.variant: row.label
        for row in offered.values()
        if row.rules.stake_key.endswith("/1.00-2.00") and row.rules.banzai
    }

    assert labels == {Variant.HOLDEM: "NL20", Variant.OMAHA: "PL20"}


def test_floors_part_families_and_money() -> None:
    by_floor = floors(stakes_of(PW))

    assert set(by_floor) == {f"floor:publicwin/{family}/real" for family in FAMILIES[PW]}
    assert sum(map(len, by_floor.values())) == len(stakes_of(PW))


def test_counters_are_kept_by_edition_and_money() -> None:
    assert counter_scope(stake_named(U26, "texas", 10)) == counter_scope(stake_named(U26, "banzai-texas", 1000))
    assert counter_scope(stake_named(U26, "texas", 10)) == "unibet-2.6/real"
