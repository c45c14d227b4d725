"""What clients are told of a refusal: amounts are cents, whoever refused."""

import pytest

from fairdeal.bank.accounts import Purpose, Tender, site_wallet
from fairdeal.bank.limits import LimitKind, Period
from fairdeal.bank.transfer import Reason, Transfer
from fairdeal.kernel import Currency, EventRef, MoneyKind, PlayerId, RuleId, StreamId, Units, reject
from fairdeal.present.explanation import explanation_to_wire
from fairdeal.server.auth.refused import refused
from tests.bank.purses import NOW, deposit, limit, new_purse
from tests.bank.till import open_book

EUR = Tender(Currency.EUR, MoneyKind.REAL)
ANN = site_wallet(EUR, PlayerId("ann"))
WORLD = EUR.account(Purpose.OUTSIDE)


def test_an_empty_wallet_is_told_in_cents_over_the_socket_and_over_pages() -> None:
    book = open_book({ANN: 12_34_56}, WORLD)
    wanted = Transfer(
        EventRef(StreamId("purse:ann"), 1).leg(0), ANN, WORLD, Units(20_00_00), Reason.BUY_IN, RuleId("BUY-01")
    )

    refusal = book.post((wanted,))

    assert refusal is not None
    assert explanation_to_wire(refusal).numbers == refused(refusal).numbers == {"balance": 12_34, "needed": 20_00}


def test_a_limit_is_told_in_cents_and_its_end_stays_an_instant() -> None:
    till = new_purse()
    till.does(limit(LimitKind.DEPOSIT, Period.DAY, "100"), NOW)
    till.does(deposit("70"), NOW)

    refusal = till.refuses(deposit("30.01", "r1"), NOW)
    numbers = explanation_to_wire(refusal).numbers

    assert numbers == {"limit": 100_00, "used": 70_00, "asked": 30_01, "resets": dict(refusal.numbers)["resets"]}
    assert numbers["resets"] > NOW


@pytest.mark.parametrize(
    ("code", "numbers"),
    [("raise_too_small", {"least": 840}), ("time_limit_day", {"limit": 3_600_000, "used": 3_600_000})],
)
def test_what_tables_and_clocks_count_is_told_as_it_is(code: str, numbers: dict[str, int]) -> None:
    assert explanation_to_wire(reject(code, None, **numbers)).numbers == numbers
