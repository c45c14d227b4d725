"""A tournament with other values than its template or its announcement: the keys of a schedule, and nothing else."""

from decimal import Decimal
from typing import Any

import pytest

from fairdeal.kernel import Cents, MoneyKind
from fairdeal.room.tournament.offer import shipped_structures
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from fairdeal.rulebook.loader import published_edition
from fairdeal.rulebook.schema.edition import Poker
from fairdeal.tournament.password import answer_to, is_password_digest, opens, password_digest
from fairdeal.tournament.programme.schedule_text import BadSchedule, override, schedule_of
from fairdeal.tournament.setup import TournamentSetup
from fairdeal.zones import database_zone

ROW: dict[str, Any] = {
    "key": "a",
    "name": "Evening",
    "structure": "turbo",
    "game": "texas",
    "seats": 6,
    "stack": 1500,
    "buy_in": 10,
    "starts": ["20:00"],
    "re_buy": {"chips": 1500, "until_level": 4},
    "late_levels": 4,
}


def poker_of(edition: EditionId) -> Poker:
    poker = published_edition(edition).poker
    assert poker is not None
    return poker


def setup_of(edition: EditionId = U27, **changes: Any) -> TournamentSetup:
    raw = {"tournaments": [{**ROW, **changes}]}
    book = published_edition(edition)
    (series,) = schedule_of(raw, book, MoneyKind.TEST, shipped_structures(), zones=database_zone).series
    return series.setup


def changed(setup: TournamentSetup, edition: EditionId = U27, **row: Any) -> TournamentSetup:
    return override(setup, row, poker_of(edition), shipped_structures())


@pytest.mark.rule("MTT-35")
@pytest.mark.parametrize("edition", [U22, U26, U27, PW])
def test_another_price_is_by_the_editions_fees_and_re_buys_cost_the_same(edition: EditionId) -> None:
    setup = changed(setup_of(edition), edition, buy_in=20, guarantee=Decimal("99.50"))

    assert setup == setup_of(edition, buy_in=20, guarantee=Decimal("99.50"))
    assert setup.re_buy is not None
    assert (setup.price.label, setup.re_buy.price, setup.guarantee) == (20_00, setup.price, Cents(99_50))


def test_another_fee_alone_keeps_the_label() -> None:
    setup = changed(setup_of(), fee=2)

    assert (setup.price.label, setup.price.fee, setup.price.pool) == (10_00, 2_00, 8_00)


def test_a_structure_changes_levels_and_payouts_and_nothing_else() -> None:
    setup = changed(setup_of(), structure="regular")

    assert setup == setup_of(structure="regular")
    assert setup.blinds != setup_of().blinds


def test_no_values_change_nothing() -> None:
    setup = setup_of()

    assert changed(setup) == setup


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ({"colour": "red"}, "it knows no colour"),
        ({"starts": ["21:00"]}, "it knows no starts"),
        ({"password": "sesame"}, "it knows no password"),
        ({"structure": "none"}, 'there is no structure "none"'),
        ({"seats": 40}, "a table has 2 to 10 seats"),
        ({"fee": 11}, "the fee is more than the buy-in"),
        ({"stack": -1}, "stack must be a whole number"),
        ({"game": "chess"}, 'the edition has no game "chess"'),
    ],
)
def test_what_no_tournament_can_have_is_told(row: dict[str, Any], fault: str) -> None:
    with pytest.raises(BadSchedule) as caught:
        changed(setup_of(), **row)

    assert list(caught.value.faults) == [fault]


@pytest.mark.rule("MTT-38b")
def test_a_schedule_may_hold_the_digest_of_a_password_instead_of_it() -> None:
    digest = password_digest("sesame", "a")

    setup = setup_of(password_digest=digest)

    assert setup.password == setup_of(password="sesame").password == digest  # noqa: S106 - it opens nothing
    assert opens(setup.password, answer_to(setup.password, "sesame"))


@pytest.mark.parametrize("text", ["", "sesame", "zz$00", "61$00", "ff$" + "0" * 32, "$"])
def test_what_is_no_digest_is_refused_before_anybody_is_asked_for_the_password(text: str) -> None:
    assert not is_password_digest(text)
    with pytest.raises(BadSchedule):
        setup_of(password_digest=text)
