"""Payments that providers refuse or take back: no wallet goes below zero, and what is missing is a claim."""

import pytest

from fairdeal.bank.accounts import Purpose
from fairdeal.bank.house import StaffId
from fairdeal.bank.purse.commands import (
    AskDeposit,
    AskWithdrawal,
    ChargeBack,
    CloseAccount,
    DebitPlayer,
    DropDeposit,
    ExcludeSelf,
    RefuseDeposit,
    SettleClaim,
)
from fairdeal.bank.purse.state import Purse, Unpaid
from fairdeal.bank.transfer import Reason
from fairdeal.kernel import Units
from tests.bank.purses import ANN, EURO, NOW, WALLET, deposit, funded, later, limited
from tests.bank.till import Till, units

CLAIM = EURO.account(Purpose.CLAIM, ANN)
OUTSIDE = EURO.account(Purpose.OUTSIDE, "acme")
BOB = StaffId("bob")


def played_away(amount: str) -> Till[Purse]:
    """Ann deposited 100 and has so much of it left."""
    till = funded("100")
    till.does(DebitPlayer(WALLET, Units(units("100") - units(amount)), BOB, "lost at a table"), NOW)
    return till


@pytest.mark.rule("INT-37", edition="publicwin")
@pytest.mark.parametrize(("left", "taken", "owed"), [("100", "100", "0"), ("30", "30", "70"), ("0", "0", "100")])
def test_a_charge_back_takes_what_is_there_and_the_rest_is_a_claim(left: str, taken: str, owed: str) -> None:
    till = played_away(left) if left != "100" else funded("100")

    till.does(ChargeBack("acme", "r0", units(left)), NOW)

    assert till.balance(WALLET) == 0
    assert till.balance(CLAIM) == -units(owed)
    assert till.balance(OUTSIDE) == 0, "the provider has its payment back"
    assert till.state.owed(EURO) == units(owed)
    assert units(taken) + units(owed) == units("100")


def test_a_charge_back_counts_once_and_only_for_a_payment_that_came() -> None:
    till = played_away("30")
    till.does(ChargeBack("acme", "r0", units("30")), NOW)

    till.does(ChargeBack("acme", "r0", units("0")), later(days=1))

    assert till.state.owed(EURO) == units("70")
    assert till.refuses(ChargeBack("acme", "r1", units("0")), NOW).code == "no_such_deposit"
    assert till.refuses(ChargeBack("other", "r0", units("0")), NOW).code == "no_such_deposit"


def test_a_charge_back_needs_to_know_what_the_wallet_holds() -> None:
    assert funded("100").refuses(ChargeBack("acme", "r0"), NOW).code == "facts_missing"


def test_neither_exclusion_nor_a_closed_account_keeps_a_charge_back_out() -> None:
    till = funded("100")
    till.does(ExcludeSelf(None), NOW)
    till.does(CloseAccount("enough"), NOW)

    till.does(ChargeBack("acme", "r0", units("100")), NOW)

    assert till.balance(WALLET) == 0


def test_who_owes_withdraws_nothing_until_it_is_settled() -> None:
    till = played_away("0")
    till.does(ChargeBack("acme", "r0", units("0")), NOW)
    till.does(deposit("150", "r1"), NOW)

    refused = till.refuses(AskWithdrawal("w1", EURO, units("20")), NOW)
    assert (refused.code, dict(refused.numbers)) == ("claim_open", {"owed": units("100")})
    assert till.refuses(SettleClaim(EURO, units("101"), BOB), NOW).code == "amount_above_maximum"

    till.does(SettleClaim(EURO, units("40"), BOB), NOW)
    till.does(SettleClaim(EURO, units("60"), BOB), NOW)
    assert (till.balance(WALLET), till.balance(CLAIM), till.state.claims) == (units("50"), 0, ())
    assert till.refuses(SettleClaim(EURO, units("1"), BOB), NOW).code == "no_claim"
    till.does(AskWithdrawal("w1", EURO, units("20")), NOW)


def test_the_statement_knows_a_charge_back_by_its_reason() -> None:
    till = played_away("30")

    till.does(ChargeBack("acme", "r0", units("30")), NOW)

    assert [each.reason for each in till.posted[-2:]] == [Reason.CHARGE_BACK] * 2


def test_a_refused_payment_is_no_longer_expected_and_its_reason_is_kept() -> None:
    till = limited()
    till.does(AskDeposit("d1", EURO, units("50")), NOW)

    till.does(RefuseDeposit("d1", "acme", "card declined"), NOW)
    till.does(RefuseDeposit("d1", "acme", "card declined"), NOW)

    assert till.state.asked == ()
    assert [(each.because, each.why) for each in till.state.unpaid] == [(Unpaid.REFUSED, "card declined")]
    assert till.refuses(RefuseDeposit("d2", "acme", "no"), NOW).code == "no_such_deposit"


def test_a_deposit_that_was_asked_for_stays_known_whatever_became_of_it() -> None:
    till = limited()
    for name in ("paid", "dropped", "refused", "open"):
        till.does(AskDeposit(name, EURO, units("50")), NOW)
    till.does(deposit("50", "r1", asked="paid"), NOW)
    till.does(DropDeposit("dropped"), NOW)
    till.does(RefuseDeposit("refused", "acme", "no"), NOW)

    assert all(map(till.state.knows_deposit, ("paid", "dropped", "refused", "open")))
    assert not till.state.knows_deposit("never")


def test_only_so_many_unpaid_deposits_are_remembered() -> None:
    till = limited()
    for number in range(60):
        till.does(AskDeposit(f"d{number}", EURO, units("50")), NOW)
        till.does(DropDeposit(f"d{number}"), NOW)

    assert [each.deposit for each in till.state.unpaid] == [f"d{number}" for number in range(10, 60)]
