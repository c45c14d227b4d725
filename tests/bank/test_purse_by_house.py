"""What the house does to a player's purse: bars, limits that the player cannot raise, and claims."""

import pytest

from fairdeal.bank.bars import Scope
from fairdeal.bank.house import StaffId
from fairdeal.bank.limits import LimitKind, Period
from fairdeal.bank.purse.commands import (
    AskWithdrawal,
    BarPlayer,
    DebitPlayer,
    ImposeLimit,
    LiftBar,
    RaiseClaim,
    RiskMoney,
    SetLimit,
    SettleClaim,
    StartPlay,
)
from fairdeal.kernel import Instant, RuleId
from tests.bank.purses import EURO, NOW, REAL, WALLET, deposit, funded, later, limited, tight
from tests.bank.till import units

SAM = StaffId("sam")
RULE = RuleId("INT-17")
WHY = "blocked the detection"


def bar(scope: Scope, until: Instant | None = None) -> BarPlayer:
    return BarPlayer(scope, until, RULE, SAM, WHY)


@pytest.mark.rule("INT-17")
def test_a_suspended_player_neither_plays_nor_pays_in_and_is_paid_out() -> None:
    till = funded("100")
    till.does(bar(Scope.ALL), NOW)

    for asked in (
        RiskMoney(EURO, units("5"), "cash:T7"),
        StartPlay("tournament:t1", REAL),
        deposit("5", "r1"),
    ):
        refusal = till.refuses(asked, NOW)
        assert (refusal.code, refusal.rule) == ("suspended", RULE), asked
    till.does(AskWithdrawal("w1", EURO, units("20")), NOW)
    till.does(LiftBar(Scope.ALL, SAM, "looked into"), NOW)
    till.does(RiskMoney(EURO, units("5"), "cash:T7"), NOW)


def test_the_house_pays_out_more_than_a_player_may_ask_for_at_once() -> None:
    till = funded("100", policy=tight(withdrawal_max=50_00))
    assert till.refuses(AskWithdrawal("w1", EURO, units("100"), units("100")), NOW).code == "amount_above_maximum"

    till.does(AskWithdrawal("w1", EURO, units("100"), units("100"), by_house=True), NOW)

    assert till.state.withdrawals[0].amount == units("100")


@pytest.mark.parametrize(
    ("scope", "barred", "free"),
    [
        (Scope.CASH, "cash:T7", "casino:r1"),
        (Scope.TOURNAMENTS, "tournament:t1", "cash:T7"),
        (Scope.TOURNAMENTS, "hexapro:x", "cash:T7"),
        (Scope.CASINO, "casino:r1", "tournament:t1"),
    ],
)
@pytest.mark.rule("INT-19")
def test_a_ban_keeps_a_player_from_that_game_only(scope: Scope, barred: str, free: str) -> None:
    till = funded("100")
    till.does(bar(scope), NOW)

    assert till.refuses(RiskMoney(EURO, units("5"), barred), NOW).code == "barred_from_game"
    till.does(RiskMoney(EURO, units("5"), free), NOW)


def test_a_bar_with_an_end_ends_by_itself() -> None:
    till = funded("100")
    till.does(bar(Scope.ALL, later(days=1)), NOW)

    assert dict(till.refuses(RiskMoney(EURO, units("5"), "cash:T7"), NOW).numbers) == {"until": later(days=1)}
    till.does(RiskMoney(EURO, units("5"), "cash:T7"), later(days=1))


def test_a_limit_of_the_house_stays_whatever_the_player_sets() -> None:
    till = limited()
    till.does(ImposeLimit(LimitKind.DEPOSIT, Period.DAY, EURO, units("20"), SAM, WHY), NOW)
    till.does(SetLimit(LimitKind.DEPOSIT, Period.DAY, EURO, units("500")), NOW)

    assert till.refuses(deposit("21"), NOW).code == "deposit_limit_day"
    till.does(deposit("20"), NOW)
    till.does(ImposeLimit(LimitKind.DEPOSIT, Period.DAY, EURO, None, SAM, WHY), NOW)
    till.does(deposit("21", "r1"), NOW)


@pytest.mark.rule("INT-37")
def test_a_wallet_that_is_short_owes_a_claim_and_never_goes_below_zero() -> None:
    till = funded("30")

    till.does(DebitPlayer(WALLET, units("30"), SAM, WHY), NOW)
    till.does(RaiseClaim(EURO, units("12"), RuleId("INT-37"), SAM, WHY), NOW)

    assert (till.balance(WALLET), till.state.owed(EURO)) == (0, units("12"))
    till.does(deposit("50", "r1"), NOW)
    till.does(SettleClaim(EURO, units("12"), SAM), NOW)
    assert (till.balance(WALLET), till.state.claims) == (units("38"), ())


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (BarPlayer(Scope.ALL, None, RULE, SAM, " "), "reason_missing"),
        (bar(Scope.ALL, NOW), "not_in_the_future"),
        (LiftBar(Scope.ALL, SAM, WHY), "not_barred"),
        (ImposeLimit(LimitKind.TIME, Period.DAY, EURO, 5, SAM, WHY), "no_such_limit"),
        (ImposeLimit(LimitKind.LOSS, Period.DAY, EURO, -1, SAM, WHY), "bad_limit"),
        (RaiseClaim(EURO, units("0"), RULE, SAM, WHY), "amount_not_positive"),
    ],
)
def test_what_cannot_be_meant_is_refused(command: BarPlayer, code: str) -> None:
    assert funded("30").refuses(command, NOW).code == code
