"""Keeping away: time-outs, self-exclusion, closing the account."""

import pytest

from fairdeal.bank.exclusion import ExclusionKind
from fairdeal.bank.house import StaffId
from fairdeal.bank.policy import BankPolicy
from fairdeal.bank.purse.commands import (
    AskDeposit,
    CloseAccount,
    EndPlay,
    ExcludeSelf,
    PurseCommand,
    RiskMoney,
    StartPlay,
    TakeMoneyBack,
    TakeTimeOut,
)
from fairdeal.kernel import DAY, HOUR, Duration, Instant
from tests.bank.purses import EURO, NOW, PLAY, PLAY_EURO, REAL, deposit, funded, later, new_purse
from tests.bank.till import at, numbers, units

SIX_MONTHS_LATER = at("2027-05-15 12:00")
BARRED: list[PurseCommand] = [
    deposit("10", "r1"),
    AskDeposit("d1", EURO, units("10")),
    RiskMoney(EURO, units("10"), "T7"),
    RiskMoney(PLAY_EURO, units("10"), "T7"),
    StartPlay("T7", REAL),
    StartPlay("T7", PLAY),
]
WEEKS = Duration(7 * DAY)


@pytest.mark.parametrize("command", BARRED, ids=lambda command: type(command).__name__)
@pytest.mark.parametrize(
    ("way", "code", "until"),
    [
        (TakeTimeOut(Duration(3 * HOUR)), "time_out_active", later(hours=3)),
        (TakeTimeOut(Duration(6 * WEEKS)), "time_out_active", later(days=42)),
        (ExcludeSelf(6), "self_excluded", SIX_MONTHS_LATER),
    ],
)
def test_whoever_keeps_away_neither_pays_in_nor_plays_until_it_is_over(
    command: PurseCommand, way: PurseCommand, code: str, until: Instant
) -> None:
    till = funded("100")
    till.does(way, NOW)

    refusal = till.refuses(command, Instant(until - 1))

    assert (refusal.code, refusal.rule, numbers(refusal)) == (code, None, {"until": until})
    till.does(command, until)


@pytest.mark.parametrize("command", BARRED, ids=lambda command: type(command).__name__)
def test_for_ever_has_no_end(command: PurseCommand) -> None:
    till = funded("100")
    till.does(ExcludeSelf(None), NOW)

    refusal = till.refuses(command, later(days=365 * 90))

    assert (refusal.code, refusal.numbers) == ("self_excluded", ())


@pytest.mark.parametrize("command", BARRED, ids=lambda command: type(command).__name__)
def test_a_closed_account_neither_pays_in_nor_plays(command: PurseCommand) -> None:
    till = funded("100")
    till.does(CloseAccount("moving away"), NOW)

    assert till.refuses(command, later(days=1000)).code == "account_closed"
    assert till.refuses(CloseAccount("again"), NOW).code == "account_closed"


def test_what_is_at_the_tables_still_comes_home() -> None:
    till = funded("100")
    till.does(StartPlay("T7", REAL), NOW)
    till.does(ExcludeSelf(None), NOW)

    till.does(TakeMoneyBack(EURO, units("25"), "T7"), NOW)
    till.does(EndPlay("T7"), NOW)

    assert till.state.play.places == ()


@pytest.mark.parametrize(
    ("running", "asked"),
    [
        (TakeTimeOut(Duration(2 * DAY)), TakeTimeOut(HOUR)),
        (TakeTimeOut(Duration(2 * DAY)), TakeTimeOut(Duration(2 * DAY))),
        (ExcludeSelf(6), TakeTimeOut(Duration(6 * WEEKS))),
        (ExcludeSelf(12), ExcludeSelf(6)),
        (ExcludeSelf(None), ExcludeSelf(120)),
        (ExcludeSelf(None), ExcludeSelf(None)),
    ],
)
def test_nobody_shortens_it(running: PurseCommand, asked: PurseCommand) -> None:
    till = funded("100")
    till.does(running, NOW)

    assert till.refuses(asked, NOW).code == "exclusion_not_longer"


def test_it_can_be_made_longer_and_starts_anew_when_it_is_over() -> None:
    till = new_purse()
    till.does(TakeTimeOut(HOUR), NOW)
    till.does(ExcludeSelf(6), NOW)
    till.does(ExcludeSelf(None), NOW)
    other = new_purse()
    other.does(TakeTimeOut(Duration(2 * HOUR)), NOW)

    assert till.state.exclusion.until is None  # type: ignore[union-attr]
    assert other.does(TakeTimeOut(HOUR), later(hours=2)).exclusion.until == later(hours=3)
    assert other.state.exclusion.kind is ExclusionKind.TIME_OUT  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("command", "code", "least", "most"),
    [
        (TakeTimeOut(Duration(HOUR - 1)), "bad_time_out", HOUR, 42 * DAY),
        (TakeTimeOut(Duration(42 * DAY + 1)), "bad_time_out", HOUR, 42 * DAY),
        (TakeTimeOut(Duration(-HOUR)), "bad_time_out", HOUR, 42 * DAY),
        (ExcludeSelf(5), "bad_self_exclusion", 6, 120),
        (ExcludeSelf(0), "bad_self_exclusion", 6, 120),
        (ExcludeSelf(121), "bad_self_exclusion", 6, 120),
    ],
)
def test_lengths_out_of_range_are_refused_with_the_range(
    command: PurseCommand, code: str, least: int, most: int
) -> None:
    refusal = new_purse().refuses(command, NOW)

    assert (refusal.code, numbers(refusal)) == (code, {"least": least, "most": most})


def test_the_last_day_of_a_short_month_ends_a_long_ones() -> None:
    till = new_purse()

    until = till.does(ExcludeSelf(6), at("2026-08-31 09:00")).exclusion.until

    assert until == at("2027-02-28 09:00")


def test_the_desk_says_why_it_closes_an_account() -> None:
    till = funded("100")

    assert till.refuses(CloseAccount(" ", StaffId("bob")), NOW).code == "reason_missing"
    closed = till.does(CloseAccount("stolen card", StaffId("bob")), NOW)
    assert (closed.staff, closed.why, closed.at) == ("bob", "stolen card", NOW)


def test_real_money_off_does_not_keep_anybody_from_play_money() -> None:
    till = new_purse(BankPolicy())

    assert till.machine.may_play(till.state, PLAY, NOW) is None
    assert till.machine.may_play(till.state, REAL, NOW).code == "real_money_disabled"
