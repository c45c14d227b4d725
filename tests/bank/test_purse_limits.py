"""Limits players set for themselves: deposits, losses, time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.bank.limits import LimitKind, Period, PlayTime, Tally, period_end, period_start
from fairdeal.bank.policy import BankPolicy
from fairdeal.bank.purse.commands import AskDeposit, CallTime, EndPlay, RiskMoney, SetLimit, StartPlay, TakeMoneyBack
from fairdeal.bank.purse.events import LimitChanged, PlayTimeUsedUp, PutAtRisk
from fairdeal.bank.purse.state import Purse
from fairdeal.bank.purse.view import usage
from fairdeal.kernel import DAY, HOUR, MINUTE, Currency, Duration, Instant, Units, utc_day
from tests.bank.purses import (
    EURO,
    LEI,
    NOW,
    PLAY,
    PLAY_EURO,
    POLICY,
    REAL,
    TEST,
    TEST_EURO,
    deposit,
    later,
    limit,
    limited,
    new_purse,
)
from tests.bank.till import Till, at, numbers, units

LOSS, DEPOSIT, TIME = LimitKind.LOSS, LimitKind.DEPOSIT, LimitKind.TIME
MIDNIGHT = at("2026-11-16 00:00")  # of the Sunday that NOW is in


def risk(amount: str, place: str = "T7") -> RiskMoney:
    return RiskMoney(EURO, units(amount), place)


def back(amount: str, place: str = "T7") -> TakeMoneyBack:
    return TakeMoneyBack(EURO, units(amount), place)


def player(loss: str = "50", period: Period = Period.DAY) -> Till[Purse]:
    """A purse that may play for real money and lose so much."""
    till = limited()
    till.does(limit(LOSS, period, loss), NOW)
    return till


@pytest.mark.parametrize(
    ("period", "code", "resets"),
    [
        (Period.DAY, "deposit_limit_day", "2026-11-16 00:00"),
        (Period.WEEK, "deposit_limit_week", "2026-11-16 00:00"),
        (Period.MONTH, "deposit_limit_month", "2026-12-01 00:00"),
    ],
)
def test_a_deposit_limit_tells_its_numbers_and_when_it_starts_again(period: Period, code: str, resets: str) -> None:
    till = new_purse()
    till.does(limit(DEPOSIT, period, "100"), NOW)
    till.does(deposit("70"), NOW)

    refusal = till.refuses(deposit("30.01", "r1"), NOW)

    assert (refusal.code, refusal.rule) == (code, None)
    assert numbers(refusal) == {
        "limit": units("100"),
        "used": units("70"),
        "asked": units("30.01"),
        "resets": at(resets),
    }
    till.does(deposit("30", "r2"), NOW)
    assert till.refuses(deposit("5", "r3"), Instant(at(resets) - 1)).code == code
    till.does(deposit("5", "r3"), at(resets))


def test_the_tightest_limit_counts_and_the_shortest_period_is_told_first() -> None:
    till = new_purse()
    for period, most in ((Period.DAY, "50"), (Period.WEEK, "60"), (Period.MONTH, "70")):
        till.does(limit(DEPOSIT, period, most), NOW)
    monday, tuesday = MIDNIGHT, at("2026-11-17 12:00")

    assert till.refuses(deposit("80"), NOW).code == "deposit_limit_day"
    till.does(deposit("50"), monday)
    assert till.refuses(deposit("11", "r1"), tuesday).code == "deposit_limit_week"
    assert till.refuses(deposit("21", "r1"), at("2026-11-23 00:00")).code == "deposit_limit_month"
    till.does(deposit("20", "r1"), at("2026-11-23 00:00"))


def test_currencies_are_counted_apart() -> None:
    till = new_purse()
    till.does(limit(DEPOSIT, Period.DAY, "50"), NOW)
    till.does(limit(DEPOSIT, Period.DAY, "20", LEI), NOW)

    till.does(deposit("50"), NOW)

    assert till.refuses(deposit("21", "r1", LEI), NOW).code == "deposit_limit_day"
    till.does(deposit("20", "r1", LEI), NOW)


def test_lowering_is_at_once() -> None:
    till = new_purse()
    till.does(limit(DEPOSIT, Period.DAY, "100"), NOW)
    till.does(deposit("70"), NOW)

    lowered = till.does(limit(DEPOSIT, Period.DAY, "50"), NOW)

    assert isinstance(lowered, LimitChanged)
    assert lowered.effective == NOW
    refusal = numbers(till.refuses(deposit("5", "r1"), NOW))
    assert (refusal["limit"], refusal["used"]) == (units("50"), units("70"))


@pytest.mark.parametrize("raised", ["200", None], ids=["raised", "lifted"])
def test_raising_and_lifting_wait_for_the_cooling_off_period(raised: str | None) -> None:
    till = new_purse()
    till.does(limit(DEPOSIT, Period.DAY, "100"), NOW)

    event = till.does(limit(DEPOSIT, Period.DAY, raised), NOW)

    assert event.effective == later(days=7)
    (shown,) = till.machine.view(till.state, till.state.player).limits
    assert (shown.amount, shown.next_from) == (units("100"), later(days=7))
    assert till.refuses(AskDeposit("d1", EURO, units("150")), Instant(later(days=7) - 1)).code == "deposit_limit_day"
    decision = till.ask(AskDeposit("d1", EURO, units("150")), later(days=7))
    # Lifting the only deposit limit leaves none in force, and then nothing may be paid in.
    assert getattr(decision, "code", None) == ("deposit_limit_missing" if raised is None else None)


def test_the_cooling_off_period_is_the_operators() -> None:
    till = new_purse(BankPolicy(real_money=True, cooling_off=HOUR))
    till.does(limit(DEPOSIT, Period.DAY, "100"), NOW)

    assert till.does(limit(DEPOSIT, Period.DAY, "101"), NOW).effective == later(hours=1)


def test_a_raise_that_waits_is_withdrawn_by_asking_for_what_holds_or_less() -> None:
    till = new_purse()
    till.does(limit(DEPOSIT, Period.DAY, "100"), NOW)
    till.does(limit(DEPOSIT, Period.DAY, "200"), NOW)

    assert till.does(limit(DEPOSIT, Period.DAY, "200"), later(days=3)) == ()
    till.does(limit(DEPOSIT, Period.DAY, "100"), later(days=3))

    assert till.refuses(deposit("150"), later(days=30)).code == "deposit_limit_day"
    assert till.does(limit(DEPOSIT, Period.DAY, "100"), later(days=3)) == ()


def test_another_raise_starts_the_wait_anew() -> None:
    till = new_purse()
    till.does(limit(DEPOSIT, Period.DAY, "100"), NOW)
    till.does(limit(DEPOSIT, Period.DAY, "200"), NOW)

    assert till.does(limit(DEPOSIT, Period.DAY, "300"), later(days=6)).effective == later(days=13)
    assert till.refuses(deposit("101"), later(days=8)).code == "deposit_limit_day"


def test_a_raise_that_came_into_force_is_what_holds() -> None:
    till = new_purse()
    till.does(limit(DEPOSIT, Period.DAY, "100"), NOW)
    till.does(limit(DEPOSIT, Period.DAY, "200"), NOW)

    lowered = till.does(limit(DEPOSIT, Period.DAY, "150"), later(days=8))

    assert lowered.effective == later(days=8)
    assert till.refuses(deposit("151"), later(days=8)).code == "deposit_limit_day"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (limit(DEPOSIT, Period.DAY, "10", PLAY_EURO), "wrong_money_kind"),
        (limit(LOSS, Period.DAY, "10", EURO._replace(currency=Currency.SEK)), "wrong_currency"),
        (SetLimit(LOSS, Period.DAY, EURO, -1), "bad_limit"),
        (SetLimit(LOSS, Period.DAY, EURO, 10**18), "bad_limit"),
        (SetLimit(LOSS, Period.DAY, None, 100), "no_such_limit"),
        (SetLimit(TIME, Period.DAY, None, DAY + 1), "bad_limit"),
        (SetLimit(TIME, Period.WEEK, None, HOUR), "no_such_limit"),
        (SetLimit(TIME, Period.DAY, EURO, HOUR), "no_such_limit"),
    ],
)
def test_limits_that_cannot_be_are_refused(command: SetLimit, code: str) -> None:
    assert new_purse().refuses(command, NOW).code == code


def test_a_limit_of_nothing_lets_nothing_in() -> None:
    till = new_purse()
    till.does(limit(DEPOSIT, Period.DAY, "0"), NOW)

    assert till.refuses(deposit("5"), NOW).code == "deposit_limit_day"


def test_losses_count_net() -> None:
    till = player("50")

    assert isinstance(till.does(risk("40"), NOW), PutAtRisk)
    refusal = till.refuses(risk("10.01"), NOW)
    assert (refusal.code, refusal.rule, numbers(refusal)["used"]) == ("loss_limit_day", None, units("40"))
    till.does(back("35"), NOW)
    till.does(risk("45"), NOW)
    till.does(back("100"), NOW)  # fifty ahead of the day
    till.does(risk("100"), NOW)

    assert till.refuses(risk("0.01"), NOW).code == "loss_limit_day"
    assert till.machine.may_stake(till.state, EURO, units("1"), MIDNIGHT) is None


@pytest.mark.parametrize(
    ("period", "resets"),
    [(Period.WEEK, "2026-11-16 00:00"), (Period.MONTH, "2026-12-01 00:00")],
)
def test_loss_limits_of_longer_periods(period: Period, resets: str) -> None:
    till = player("50", period)
    till.does(risk("50"), NOW)

    refusal = till.refuses(risk("1"), Instant(at(resets) - 1))

    assert (refusal.code, numbers(refusal)["resets"]) == (f"loss_limit_{period}", at(resets))
    till.does(risk("1"), at(resets))


def test_staking_moves_no_money_and_taking_back_is_never_refused() -> None:
    till = player()
    till.does(risk("40"), NOW)
    till.machine.policy = BankPolicy()

    till.does(back("70"), later(days=1))

    assert till.posted == []
    assert till.does(back("0"), NOW) == ()
    assert till.refuses(TakeMoneyBack(EURO, Units(-100), "T7"), NOW).code == "amount_not_positive"


def test_stake_refusals_by_descending_precedence() -> None:
    sek = EURO._replace(currency=Currency.SEK)
    till = new_purse(BankPolicy(tenders=()))

    def told(tender: object, amount: int) -> str:
        refusal = till.machine.may_stake(till.state, tender, amount, NOW)
        assert refusal is not None
        return str(refusal.code)

    assert Till(till.machine, Purse(), "purse:ann").refuses(risk("1"), NOW).code == "no_such_purse"
    assert told(sek, 0) == "amount_not_positive"
    assert told(sek, 10**18) == "amount_too_large"
    assert told(sek, 1) == "fraction_of_cent"
    assert told(sek, 100) == "wrong_currency"
    assert told(EURO, 100) == "tender_not_offered"
    till.machine.policy = BankPolicy()
    assert told(EURO, 100) == "real_money_disabled"
    till.machine.policy = POLICY
    assert told(EURO, 100) == "deposit_limit_missing"
    till.does(limit(DEPOSIT, Period.DAY, "10", LEI), NOW)  # of the same kind of money is enough to play
    till.does(limit(LOSS, Period.DAY, "0.99"), NOW)
    assert told(EURO, 100_00) == "loss_limit_day"
    assert till.machine.may_stake(till.state, EURO, 99_00, NOW) is None


def test_play_money_is_never_counted() -> None:
    till = new_purse(BankPolicy())

    assert till.does(RiskMoney(PLAY_EURO, units("500"), "T7"), NOW) == ()
    assert till.does(TakeMoneyBack(PLAY_EURO, units("500"), "T7"), NOW) == ()
    assert till.does(StartPlay("T7", PLAY), NOW) == ()
    assert till.state == new_purse(BankPolicy()).state


def test_test_money_is_limited_like_real_money_without_the_switch() -> None:
    till = new_purse(BankPolicy())
    stake = RiskMoney(TEST_EURO, units("10"), "T7")

    assert till.refuses(stake, NOW).code == "deposit_limit_missing"
    assert till.machine.may_play(till.state, TEST, NOW).code == "deposit_limit_missing"
    till.does(limit(DEPOSIT, Period.DAY, "10", TEST_EURO), NOW)
    till.does(limit(LOSS, Period.DAY, "9.99", TEST_EURO), NOW)
    assert till.machine.may_play(till.state, TEST, NOW) is None
    assert till.refuses(stake, NOW).code == "loss_limit_day"


def test_an_operator_may_let_test_money_go_without_limits() -> None:
    till = new_purse(BankPolicy(limits_needed_for=(REAL,)))

    till.does(RiskMoney(TEST_EURO, units("10"), "T7"), NOW)


def clocked(minutes: int = 60) -> Till[Purse]:
    till = limited()
    till.does(SetLimit(TIME, Period.DAY, None, minutes * MINUTE), NOW)
    return till


def test_play_time_is_counted_by_the_day_and_several_tables_count_once() -> None:
    till = clocked(60)
    till.does(StartPlay("T7", REAL), NOW)
    till.does(StartPlay("T8", REAL), later(minutes=10))
    till.does(EndPlay("T7"), later(minutes=20))
    till.does(EndPlay("T8"), later(minutes=40))

    assert till.machine.may_play(till.state, REAL, later(minutes=90)) is None
    till.does(StartPlay("T9", REAL), later(minutes=90))
    refusal = till.machine.may_play(till.state, REAL, later(minutes=110))

    assert (refusal.code, refusal.rule) == ("time_limit_day", None)
    assert numbers(refusal) == {"limit": 60 * MINUTE, "used": 60 * MINUTE, "resets": MIDNIGHT}
    till.does(EndPlay("T9"), later(minutes=110))
    assert till.refuses(StartPlay("T9", REAL), later(minutes=111)).code == "time_limit_day"
    till.does(StartPlay("T9", REAL), MIDNIGHT)


def test_when_the_time_is_used_up_the_purse_says_so_once() -> None:
    till = clocked(60)
    till.does(StartPlay("T7", REAL), NOW)
    ((end, command),) = till.timers()

    assert (end, command) == (later(minutes=60), CallTime(utc_day(NOW)))
    assert till.refuses(command, Instant(end - 1)).code == "too_early"
    assert till.does(command, end) == PlayTimeUsedUp(utc_day(NOW), 60 * MINUTE, end)
    assert till.refuses(command, end).code == "stale_timer"
    assert till.timers() == [(Instant(MIDNIGHT + HOUR), CallTime(utc_day(MIDNIGHT)))]
    till.does(EndPlay("T7"), end)
    assert till.timers() == []


def test_a_night_at_the_tables_is_two_days() -> None:
    till = clocked(60)
    till.does(StartPlay("T7", REAL), Instant(MIDNIGHT - 30 * MINUTE))

    assert till.timers() == [(Instant(MIDNIGHT + HOUR), CallTime(utc_day(MIDNIGHT)))]
    assert till.machine.may_play(till.state, REAL, Instant(MIDNIGHT + 59 * MINUTE)) is None
    till.does(CallTime(utc_day(MIDNIGHT)), Instant(MIDNIGHT + HOUR))


def test_a_limit_lowered_during_a_long_night_is_called_at_once() -> None:
    till = clocked(120)
    till.does(StartPlay("T7", REAL), Instant(MIDNIGHT - HOUR))
    now = Instant(MIDNIGHT + 90 * MINUTE)

    till.does(SetLimit(TIME, Period.DAY, None, 30 * MINUTE), now)

    ((end, command),) = till.timers()
    assert end <= now
    assert till.does(command, now) == PlayTimeUsedUp(utc_day(now), 30 * MINUTE, now)


def test_a_raise_that_waits_is_called_at_either_value() -> None:
    till = clocked(60)
    till.does(SetLimit(TIME, Period.DAY, None, 120 * MINUTE), NOW)
    in_force = later(days=7)
    till.does(StartPlay("T7", REAL), Instant(in_force - 10 * MINUTE))

    first, second = till.timers()
    assert till.refuses(first[1], first[0]).code == "too_early"
    assert till.does(second[1], second[0]).limit == 120 * MINUTE


def test_leaving_a_table_twice_or_never_taken_changes_nothing() -> None:
    till = clocked()
    till.does(StartPlay("T7", REAL), NOW)

    assert till.does(StartPlay("T7", REAL), NOW) == ()
    till.does(EndPlay("T7"), NOW)
    assert till.does(EndPlay("T7"), NOW) == ()


def test_a_whole_day_is_no_limit_to_be_called() -> None:
    till = clocked(24 * 60)
    till.does(StartPlay("T7", REAL), NOW)

    assert till.timers() == []


def test_how_much_of_every_limit_is_used() -> None:
    till = player("50")
    till.does(deposit("30"), NOW)
    till.does(AskDeposit("d1", EURO, units("20")), NOW)
    till.does(risk("45"), NOW)
    till.does(SetLimit(TIME, Period.DAY, None, HOUR), NOW)
    till.does(StartPlay("T7", REAL), NOW)

    told = [
        (each.limit.kind, each.most, each.used, each.waiting, each.left)
        for each in usage(till.state, later(minutes=15))
    ]

    assert told == [
        (DEPOSIT, units("10000"), units("30"), units("20"), units("9950")),
        (LOSS, units("50"), units("45"), 0, units("5")),
        (TIME, HOUR, 15 * MINUTE, 0, 45 * MINUTE),
    ]


def test_a_deposit_that_was_only_asked_for_is_not_told_as_used() -> None:
    till = limited(amount="100")
    till.does(deposit("30"), NOW)
    till.does(AskDeposit("d1", EURO, units("60")), NOW)

    refusal = numbers(till.refuses(AskDeposit("d2", EURO, units("20")), NOW))

    assert (refusal["used"], refusal["waiting"], refusal["limit"]) == (units("30"), units("60"), units("100"))


INSTANTS = st.integers(at("2020-01-01 00:00"), at("2030-01-01 00:00")).map(Instant)


@given(st.sampled_from(list(Period)), INSTANTS)
def test_a_period_ends_where_the_next_one_starts(period: Period, now: Instant) -> None:
    end = period_end(period, now)

    assert period_start(period, now) * DAY <= now < end
    assert period_start(period, Instant(end - 1)) == period_start(period, now)
    assert period_start(period, end) * DAY == end


@given(st.lists(st.tuples(INSTANTS, st.integers(-100, 100)), max_size=20), INSTANTS)
def test_a_tally_is_the_sum_of_what_its_period_saw(entries: list[tuple[Instant, int]], now: Instant) -> None:
    entries = sorted(entry for entry in entries if entry[0] <= now)
    tally = Tally()
    for when, amount in entries:
        tally = tally.add(amount, when)

    for period in Period:
        same = [amount for when, amount in entries if period_start(period, when) == period_start(period, now)]
        assert tally.used(period, now) == sum(same)


def test_a_clock_that_goes_back_over_midnight_does_not_empty_the_counters() -> None:
    tally = Tally().add(10, MIDNIGHT)

    assert tally.used(Period.DAY, Instant(MIDNIGHT - 1)) == 10
    assert tally.add(5, Instant(MIDNIGHT - 1)).used(Period.DAY, MIDNIGHT) == 15
    playing = PlayTime().start("T7", MIDNIGHT)
    assert playing.used(Instant(MIDNIGHT - 1)) == Duration(0)
