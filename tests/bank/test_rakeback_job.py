"""The monthly payment (RB-03, RB-04): to the cent, exactly once, whatever happens to the job."""

from dataclasses import replace

import pytest

from fairdeal.bank.accounts import Purpose, Tender, accrued_rakeback, parse_account, poker_wallet
from fairdeal.bank.house import Desk, StaffId
from fairdeal.bank.ledger import Book
from fairdeal.bank.rakeback_job import (
    BATCH_MAX,
    BatchPaid,
    MonthPaid,
    MonthPaidLate,
    Owed,
    PayMonth,
    RakebackJob,
    RakebackMachine,
    StartRakeback,
    Total,
)
from fairdeal.bank.transfer import Reason
from fairdeal.kernel import HOUR, Cents, Currency, Instant, MoneyKind, PlayerId, Timer, Units
from fairdeal.rulebook.clause import PW
from tests.bank.test_rakeback import RULES
from tests.bank.till import Till, at, numbers, open_book, poker_of, units

EURO, TEST = (Tender(Currency.EUR, money) for money in (MoneyKind.REAL, MoneyKind.TEST))
BUCHAREST = "Europe/Bucharest"
OPENED = at("2026-11-15 12:00", BUCHAREST)
DUE = at("2026-12-01 00:30", BUCHAREST)
WORLD = EURO.account(Purpose.OUTSIDE, "world")
HOUSE = EURO.account(Purpose.ROUNDING, "rakeback")
PROMOTIONS = EURO.account(Purpose.PROMOTIONS, "rakeback")


def machine() -> RakebackMachine:
    return RakebackMachine(RULES, poker_of(PW).wallet)


def job(owed: dict[str, str], months: tuple[str, ...] = ("2026-11",)) -> Till[RakebackJob]:
    """The job, started in November, in a room where players earned so much in each of those months."""
    balances = {
        accrued_rakeback(EURO, PlayerId(name), month): int(units(amount))
        for month in months
        for name, amount in owed.items()
    }
    balances |= {poker_wallet(EURO, PlayerId(name)): 0 for name in owed}
    till = Till(machine(), RakebackJob(), "rakeback:book", open_book(balances, WORLD))
    till.does(StartRakeback(), OPENED)
    return till


def facts(book: Book, command: PayMonth) -> PayMonth:
    """What the runtime fills in: the next balances of the month after the cursor."""
    found = sorted(
        account
        for account, balance in book.balances.items()
        if balance > 0
        and account > command.cursor
        and (parsed := parse_account(account)) is not None
        and parsed.purpose is Purpose.RAKEBACK
        and parsed.holder.startswith(f"{command.month}/")
    )
    return replace(command, owed=tuple(Owed(each, Units(book.balances[each])) for each in found[:BATCH_MAX]))


def run(till: Till[RakebackJob], now: Instant) -> int:
    """Perform the agenda while something in it is due; how many commits that took."""
    commits = 0
    while (task := till.timers()[0])[0] <= now:
        till.does(facts(till.book, task[1]), now)
        commits += 1
    return commits


def wallet(till: Till[RakebackJob], name: str) -> int:
    return till.balance(poker_wallet(EURO, PlayerId(name)))


@pytest.mark.rule("RB-03")
def test_the_job_waits_for_the_first_of_the_month_at_half_past_midnight_in_bucharest() -> None:
    till = job({"ann": "1"})

    assert till.machine.agenda(till.state) == {Timer(at("2026-11-30 22:30"), PayMonth("2026-11", ""))}


@pytest.mark.rule("RB-03")
def test_in_summer_the_window_follows_the_clocks_on_the_wall() -> None:
    assert machine().window("2026-06") == (at("2026-06-30 21:30"), at("2026-06-30 22:00"))


@pytest.mark.rule("RB-03")
@pytest.mark.rule("RB-02")
def test_the_month_is_paid_to_the_cent_into_the_poker_wallet_and_the_rest_stays_with_the_house() -> None:
    till = job({"ann": "1.4990", "bob": "0.7490", "cat": "0.0099"})

    events = till.does(facts(till.book, PayMonth("2026-11", "")), DUE)

    assert [type(event) for event in events] == [BatchPaid, MonthPaid]
    assert [wallet(till, name) for name in ("ann", "bob", "cat")] == [1_4900, 7400, 0]
    assert till.balance(HOUSE) == 90 + 90 + 99
    assert not any(balance for account, balance in till.book.balances.items() if account.startswith("rakeback:"))
    assert events[1] == MonthPaid("2026-11", (Total(EURO, 3, Cents(223), Cents(0)),), False, DUE, RULES.pay_from.rule)
    assert (events[0].rule, events[0].cut_rule) == ("RB-03", "RB-02")


@pytest.mark.rule("RB-04")
@pytest.mark.parametrize(
    ("earned", "paid"),
    [("299.99", "299.99"), ("299.9999", "299.99"), ("300.00", "450.00"), ("400.00", "600.00"), ("300.01", "450.01")],
)
def test_a_month_of_three_hundred_or_more_gets_half_of_it_on_top(earned: str, paid: str) -> None:
    till = job({"ann": earned})

    run(till, DUE)

    assert wallet(till, "ann") == units(paid)


@pytest.mark.rule("RB-04")
def test_the_bonus_is_the_houses_promotion_not_the_rake() -> None:
    till = job({"ann": "400"})

    run(till, DUE)

    assert till.balance(PROMOTIONS) == -units("200")
    bonus = [transfer for transfer in till.posted if transfer.reason is Reason.BONUS]
    assert [(each.rule, each.amount) for each in bonus] == [("RB-04", units("200"))]


@pytest.mark.rule("RB-03")
def test_before_its_time_nothing_is_paid() -> None:
    till = job({"ann": "5"})

    early = till.refuses(facts(till.book, PayMonth("2026-11", "")), Instant(DUE - 1))

    assert (early.code, early.rule, numbers(early)) == ("too_early", "RB-03", {"due": DUE})


@pytest.mark.rule("RB-03")
def test_a_job_that_runs_twice_pays_once() -> None:
    till = job({"ann": "5"})
    command = facts(till.book, PayMonth("2026-11", ""))

    till.does(command, DUE)
    again = till.refuses(command, DUE)

    assert (again.code, again.rule) == ("already_paid", "RB-03")
    assert wallet(till, "ann") == units("5")
    assert till.timers()[0] == (at("2027-01-01 00:30", BUCHAREST), PayMonth("2026-12", ""))


@pytest.mark.rule("RB-03")
def test_many_players_are_paid_in_batches_and_a_crash_between_them_costs_nobody_anything() -> None:
    names = [f"p{number:04}" for number in range(2 * BATCH_MAX + 7)]
    till = job(dict.fromkeys(names, "2.5050"))
    till.does(facts(till.book, till.timers()[0][1]), DUE)

    # After the crash there are only events and balances; the agenda of the replayed state goes on.
    assert till.replayed() == till.state
    assert till.timers() == [(DUE, PayMonth("2026-11", till.state.cursor))]
    survivor = Till(machine(), till.replayed(), "rakeback:book", till.book)
    survivor.events = list(till.events)
    commits = run(survivor, DUE)

    assert commits == 2
    assert {wallet(survivor, name) for name in names} == {units("2.50")}
    assert survivor.balance(HOUSE) == 50 * len(names)
    assert survivor.events[-1].totals == (Total(EURO, len(names), Cents(250 * len(names)), Cents(0)),)


@pytest.mark.rule("RB-03")
def test_a_full_last_batch_is_followed_by_an_empty_one() -> None:
    till = job({f"p{number:04}": "1" for number in range(BATCH_MAX)})

    assert run(till, DUE) == 2
    assert till.state.month == "2026-12"


@pytest.mark.rule("RB-03")
def test_a_late_payment_is_made_and_says_so_once() -> None:
    till = job({f"p{number:04}": "1" for number in range(BATCH_MAX + 1)})
    late = at("2026-12-01 01:01", BUCHAREST)

    run(till, late)

    said = [event for event in till.events if isinstance(event, MonthPaidLate)]
    closed = at("2026-12-01 01:00", BUCHAREST)
    assert said == [MonthPaidLate("2026-11", DUE, closed, late, RULES.pay_from.rule)]
    assert till.events[-1].late
    assert wallet(till, "p0500") == units("1")


@pytest.mark.rule("RB-03")
def test_the_end_of_the_window_is_still_in_time() -> None:
    till = job({"ann": "1"})

    run(till, at("2026-12-01 01:00", BUCHAREST))

    assert not till.events[-1].late


@pytest.mark.rule("RB-03")
def test_months_missed_during_an_outage_are_all_paid_each_once() -> None:
    till = job({"ann": "10.0050"}, ("2026-11", "2026-12", "2027-01"))

    run(till, at("2027-02-20 09:00", BUCHAREST))

    assert wallet(till, "ann") == units("30")
    months = [(event.month, event.late) for event in till.events if isinstance(event, MonthPaid)]
    assert months == [("2026-11", True), ("2026-12", True), ("2027-01", True)]
    assert till.timers()[0][0] == at("2027-03-01 00:30", BUCHAREST)


def test_real_and_test_money_are_paid_side_by_side_and_counted_apart() -> None:
    till = job({"ann": "2"})
    till.book.balances |= {
        accrued_rakeback(TEST, PlayerId("ann"), "2026-11"): 3_0000,
        poker_wallet(TEST, PlayerId("ann")): 0,
        TEST.account(Purpose.OUTSIDE, "mint"): -3_0000,
    }

    run(till, DUE)

    assert till.balance(poker_wallet(TEST, PlayerId("ann"))) == 3_0000
    assert till.events[-1].totals == (Total(EURO, 1, Cents(200), Cents(0)), Total(TEST, 1, Cents(300), Cents(0)))


def test_without_facts_nothing_is_paid() -> None:
    assert job({"ann": "1"}).refuses(PayMonth("2026-11", ""), DUE).code == "facts_missing"


def test_a_job_is_started_once_and_waits_for_nothing_before() -> None:
    till = Till(machine(), RakebackJob(), "rakeback:book")

    assert till.timers() == []
    till.does(StartRakeback(), OPENED)
    assert till.does(StartRakeback(), Instant(OPENED + 400 * 24 * HOUR)) == ()
    assert till.state.month == "2026-11"


def test_players_see_when_they_are_paid_and_the_desk_how_far_it_is() -> None:
    till = job({"ann": "5"})
    till.does(facts(till.book, PayMonth("2026-11", "")), DUE)
    view = till.machine.view

    assert view(till.state, PlayerId("ann")).due == at("2027-01-01 00:30", BUCHAREST)
    assert view(till.state, PlayerId("ann")).totals is None
    assert view(till.state, Desk(StaffId("bob"))).totals == ()
    assert view(RakebackJob(), None).due is None
