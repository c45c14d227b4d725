"""A player's money in and out: deposits, withdrawals, the desk, refills."""

from dataclasses import replace

import pytest

from fairdeal.bank.accounts import Purpose, site_wallet
from fairdeal.bank.cashier import (
    CASHIER,
    DepositArrived,
    DepositFailed,
    DepositTakenBack,
    PayoutFailed,
    PayoutSent,
    WithdrawalOrder,
    command_of,
)
from fairdeal.bank.house import Desk, StaffId
from fairdeal.bank.limits import LimitKind, Period
from fairdeal.bank.policy import BankPolicy
from fairdeal.bank.purse.checks import Refusal
from fairdeal.bank.purse.commands import (
    ApproveWithdrawal,
    AskDeposit,
    AskWithdrawal,
    CancelWithdrawal,
    ChargeBack,
    CloseAccount,
    ConfirmSent,
    CreditPlayer,
    DebitPlayer,
    DropDeposit,
    ExcludeSelf,
    OpenPurse,
    PurseCommand,
    ReceiveDeposit,
    RefillWallet,
    RefuseDeposit,
    RejectWithdrawal,
    ReportFailed,
    ResumeWithdrawal,
    SuspendWithdrawal,
    TakeTimeOut,
)
from fairdeal.bank.purse.events import DepositReceived, Return
from fairdeal.bank.purse.state import Purse, Stage
from fairdeal.bank.transfer import Reason
from fairdeal.kernel import HOUR, AccountId, Currency, Instant, Message, PlayerId, RuleId, Units
from tests.bank.purses import (
    ANN,
    EURO,
    LEI,
    NOW,
    PLAY_EURO,
    POKER,
    TEST_EURO,
    WALLET,
    deposit,
    funded,
    later,
    limit,
    limited,
    new_purse,
    tight,
)
from tests.bank.till import Till, numbers, units

BOB = StaffId("bob")
OUTSIDE = EURO.account(Purpose.OUTSIDE, "acme")
KEPT = EURO.account(Purpose.WITHDRAWAL, "ann/w1")
ASK = AskWithdrawal("w1", EURO, units("40"))


def test_a_deposit_comes_from_outside_into_the_site_wallet() -> None:
    till = limited()

    event = till.does(deposit("25.50"), NOW)

    assert event == DepositReceived(WALLET, "acme", "r0", EURO, units("25.50"), None, NOW)
    assert (till.balance(WALLET), till.balance(OUTSIDE)) == (units("25.50"), -units("25.50"))


def test_a_callback_delivered_twice_is_one_deposit() -> None:
    till = funded("25")

    assert till.does(deposit("25"), later(days=400)) == ()
    assert till.balance(WALLET) == units("25")


def test_a_callback_is_answered_the_same_after_the_player_has_gone() -> None:
    till = funded("25")
    till.does(ExcludeSelf(None), NOW)

    assert till.does(deposit("25"), NOW) == ()
    assert till.refuses(deposit("25", "r1"), NOW).code == "self_excluded"


@pytest.mark.parametrize("changed", [deposit("26"), deposit("25", tender=LEI)])
def test_the_same_reference_with_another_payload_is_refused(changed: ReceiveDeposit) -> None:
    till = funded("25")

    refusal = till.refuses(changed, NOW)

    assert (refusal.code, numbers(refusal)) == ("reference_reused", {"first": units("25")})


def test_references_belong_to_their_provider() -> None:
    till = funded("25")

    till.does(ReceiveDeposit("other", "r0", EURO, units("25")), NOW)

    assert till.balance(WALLET) == units("50")


def test_deposit_refusals_by_descending_precedence() -> None:
    """One fault is mended at a time; the code that is told is always that of the first one left."""
    play_lei, sek = PLAY_EURO._replace(currency=Currency.RON), EURO._replace(currency=Currency.SEK)
    stranger = Till(new_purse().machine, Purse(), "purse:ann")
    assert stranger.refuses(ReceiveDeposit("ac me", "", play_lei, Units(-1)), NOW).code == "no_such_purse"

    till = new_purse(BankPolicy(tenders=()))
    till.does(TakeTimeOut(HOUR), NOW)
    till.does(ExcludeSelf(6), NOW)
    till.does(CloseAccount("enough"), NOW)

    walked: list[str] = []

    def told(command: PurseCommand) -> str:
        code = till.refuses(command, NOW).code
        walked.append(code.removesuffix("_day"))
        return code

    assert told(ReceiveDeposit("ac me", "r1", play_lei, Units(-1))) == "bad_name"
    assert told(ReceiveDeposit("acme", "", play_lei, Units(-1))) == "bad_name"
    assert told(ReceiveDeposit("acme", "r1", play_lei, Units(-1))) == "amount_not_positive"
    assert told(ReceiveDeposit("acme", "r1", play_lei, Units(0))) == "amount_not_positive"
    assert told(ReceiveDeposit("acme", "r1", play_lei, Units(10**18 + 1))) == "amount_too_large"
    assert told(ReceiveDeposit("acme", "r1", play_lei, Units(150))) == "fraction_of_cent"
    assert told(ReceiveDeposit("acme", "r1", play_lei, Units(100))) == "wrong_money_kind"
    assert told(ReceiveDeposit("acme", "r1", sek, Units(100))) == "wrong_currency"
    assert told(ReceiveDeposit("acme", "r1", EURO, Units(100))) == "tender_not_offered"
    till.machine.policy = BankPolicy()
    assert told(ReceiveDeposit("acme", "r1", EURO, Units(100))) == "real_money_disabled"
    till.machine.policy = tight(deposit_min=10_00, deposit_max=50_00)
    assert told(ReceiveDeposit("acme", "r1", EURO, Units(100))) == "account_closed"

    till = new_purse(till.machine.policy)
    till.does(ExcludeSelf(6), NOW)
    assert told(ReceiveDeposit("acme", "r1", EURO, Units(100))) == "self_excluded"
    till = new_purse(till.machine.policy)
    till.does(TakeTimeOut(HOUR), NOW)
    assert told(ReceiveDeposit("acme", "r1", EURO, Units(100))) == "time_out_active"

    till = new_purse(till.machine.policy)
    assert told(ReceiveDeposit("acme", "r1", EURO, Units(100))) == "deposit_limit_missing"
    till.does(limit(LimitKind.DEPOSIT, Period.DAY, "20"), NOW)
    assert told(ReceiveDeposit("acme", "r1", EURO, Units(100))) == "amount_below_minimum"
    assert told(ReceiveDeposit("acme", "r1", EURO, units("50.01"))) == "amount_above_maximum"
    assert told(ReceiveDeposit("acme", "r1", EURO, units("20.01"))) == "deposit_limit_day"
    till.does(ReceiveDeposit("acme", "r1", EURO, units("20")), NOW)

    order = list(Refusal)
    assert walked == sorted(walked, key=lambda code: order.index(Refusal(code)))


def test_a_tender_the_house_does_not_offer_is_refused() -> None:
    till = new_purse(BankPolicy(real_money=True, tenders=()))

    assert till.refuses(deposit("10"), NOW).code == "tender_not_offered"


def test_real_money_is_off_by_default_and_then_needs_a_limit() -> None:
    till = limited(policy=BankPolicy())

    assert till.refuses(deposit("10"), NOW).code == "real_money_disabled"
    on = new_purse()
    assert on.refuses(deposit("10"), NOW).code == "deposit_limit_missing"
    on.does(limit(LimitKind.DEPOSIT, Period.WEEK, "50"), NOW)
    on.does(deposit("10"), NOW)
    assert on.refuses(deposit("10", "r1", LEI), NOW).code == "deposit_limit_missing"


def test_test_money_needs_limits_too_but_no_switch() -> None:
    till = new_purse(BankPolicy())

    assert till.refuses(deposit("10", tender=TEST_EURO), NOW).code == "deposit_limit_missing"
    till.does(limit(LimitKind.DEPOSIT, Period.DAY, "10", TEST_EURO), NOW)
    till.does(deposit("10", tender=TEST_EURO), NOW)
    assert till.balance(site_wallet(TEST_EURO, ANN)) == units("10")


def test_asked_deposits_keep_others_from_being_asked_for_until_they_are_forgotten() -> None:
    """Ten open payment pages must not be ten times the limit."""
    till = limited(amount="100")
    asked = till.does(AskDeposit("d1", EURO, units("60")), NOW)

    assert till.refuses(AskDeposit("d2", EURO, units("60")), NOW).code == "deposit_limit_month"
    assert till.timers() == [(asked.until, DropDeposit("d1"))]
    till.does(DropDeposit("d1"), asked.until)
    till.does(AskDeposit("d2", EURO, units("60")), asked.until)

    assert till.does(DropDeposit("d1"), asked.until) == ()


def test_money_that_arrives_is_judged_by_what_arrived_and_not_by_requests() -> None:
    """What a player asked for and has not paid takes no room from money that is here; the limit holds for what arrives."""
    till = limited(amount="100")
    till.does(AskDeposit("d1", EURO, units("60")), NOW)
    till.does(deposit("60"), NOW)

    refusal = till.refuses(ReceiveDeposit("acme", "r9", EURO, units("60"), "d1"), NOW)
    assert refusal.code == "deposit_limit_month"
    till.does(ReceiveDeposit("acme", "r9", EURO, units("40"), "d1"), NOW)


def test_a_payment_that_names_no_request_settles_the_oldest_one_of_its_amount() -> None:
    till = limited(amount="500")
    for name in ("d1", "d2"):
        till.does(AskDeposit(name, EURO, units("60")), NOW)

    till.does(deposit("61"), NOW)
    assert [each.deposit for each in till.state.asked] == ["d1", "d2"]
    till.does(deposit("60", "r2"), NOW)
    assert [each.deposit for each in till.state.asked] == ["d2"]


def test_an_asked_deposit_has_room_for_itself() -> None:
    till = limited(amount="100")
    till.does(AskDeposit("d1", EURO, units("100")), NOW)

    till.does(deposit("100", asked="d1"), later(hours=1))

    assert (till.state.asked, till.timers()) == ((), [])
    assert till.refuses(deposit("5", "r1"), NOW).code == "deposit_limit_month"


def test_asking_twice_is_asking_once() -> None:
    till = limited()
    till.does(AskDeposit("d1", EURO, units("60")), NOW)

    assert till.does(AskDeposit("d1", EURO, units("60")), NOW) == ()
    assert till.refuses(AskDeposit("d1", EURO, units("61")), NOW).code == "reference_reused"
    assert till.refuses(AskDeposit("d:1", EURO, units("60")), NOW).code == "bad_name"


def test_a_withdrawal_leaves_the_wallet_at_once_and_the_house_when_it_is_sent() -> None:
    till = funded("100")

    till.does(ASK, NOW)
    assert (till.balance(WALLET), till.balance(KEPT)) == (units("60"), units("40"))
    till.does(ApproveWithdrawal("w1", BOB), NOW)
    order = WithdrawalOrder("w1", ANN, EURO, units("40"))
    assert till.machine.agenda(till.state) == {Message(CASHIER, order)}
    till.does(ConfirmSent("w1", "acme", "out-1"), NOW)

    assert (till.balance(KEPT), till.balance(OUTSIDE)) == (0, -units("60"))
    assert not till.machine.agenda(till.state)
    assert till.replayed() == till.state


def test_a_sent_callback_delivered_twice_is_one_payment() -> None:
    till = funded("100")
    for command in (ASK, ApproveWithdrawal("w1", BOB), ConfirmSent("w1", "acme", "out-1")):
        till.does(command, NOW)

    assert till.does(ConfirmSent("w1", "acme", "out-1"), NOW) == ()
    assert till.refuses(ConfirmSent("w1", "acme", "out-2"), NOW).code == "reference_reused"
    assert till.refuses(ReportFailed("w1", "acme", "late"), NOW).code == "withdrawal_is_sent"


@pytest.mark.parametrize(
    ("approve", "command", "because", "why"),
    [
        (False, RejectWithdrawal("w1", BOB, "name differs"), Return.REJECTED, "name differs"),
        (False, CancelWithdrawal("w1"), Return.CANCELLED, ""),
        (True, ReportFailed("w1", "acme", "account closed"), Return.FAILED, "account closed"),
    ],
)
def test_a_withdrawal_that_is_not_paid_comes_back(
    approve: bool, command: PurseCommand, because: Return, why: str
) -> None:
    till = funded("100")
    till.does(ASK, NOW)
    if approve:
        till.does(ApproveWithdrawal("w1", BOB), NOW)

    event = till.does(command, NOW)

    assert (event.because, event.why, till.posted[-1].reason) == (because, why, Reason.REFUND)
    assert (till.balance(WALLET), till.balance(KEPT)) == (units("100"), 0)
    (shown,) = till.machine.view(till.state, ANN).withdrawals
    assert (shown.stage, shown.why) == (Stage.RETURNED, why)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (CancelWithdrawal("w1"), "withdrawal_is_approved"),
        (RejectWithdrawal("w1", BOB, "x"), "withdrawal_is_approved"),
        (ApproveWithdrawal("w1", BOB), "withdrawal_is_approved"),
        (CancelWithdrawal("w9"), "no_such_withdrawal"),
        (ConfirmSent("w9", "acme", "x"), "no_such_withdrawal"),
        (ConfirmSent("w1", "acme", " "), "bad_name"),
        (RejectWithdrawal("w1", BOB, " "), "reason_missing"),
        (AskWithdrawal("w1", EURO, units("41")), "reference_reused"),
        (AskWithdrawal("w/2", EURO, units("41")), "bad_name"),
        (AskWithdrawal("w2", EURO, units("60.01")), "insufficient_funds"),
    ],
)
def test_an_approved_withdrawal_can_only_be_sent_or_fail(command: PurseCommand, code: str) -> None:
    till = funded("100")
    till.does(ASK, NOW)
    till.does(ApproveWithdrawal("w1", BOB), NOW)

    assert till.refuses(command, NOW).code == code


def test_what_was_not_approved_is_not_sent() -> None:
    till = funded("100")
    till.does(ASK, NOW)

    assert till.refuses(ConfirmSent("w1", "acme", "x"), NOW).code == "withdrawal_is_asked"
    assert till.refuses(ReportFailed("w1", "acme", "x"), NOW).code == "withdrawal_is_asked"
    assert till.does(ASK, NOW) == ()


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (AskWithdrawal("w1", PLAY_EURO, Units(-5)), "amount_not_positive"),
        (AskWithdrawal("w1", PLAY_EURO, Units(10**19)), "amount_too_large"),
        (AskWithdrawal("w1", PLAY_EURO, Units(99)), "fraction_of_cent"),
        (AskWithdrawal("w1", PLAY_EURO, Units(100)), "wrong_money_kind"),
        (AskWithdrawal("w1", EURO._replace(currency=Currency.USD), Units(100)), "wrong_currency"),
        (AskWithdrawal("w1", EURO, units("9.99")), "amount_below_minimum"),
        (AskWithdrawal("w1", EURO, units("50000.01")), "amount_above_maximum"),
        (AskWithdrawal("w1", EURO, units("100.01")), "insufficient_funds"),
    ],
)
def test_withdrawal_refusals_by_descending_precedence(command: AskWithdrawal, code: str) -> None:
    assert funded("100").refuses(command, NOW).code == code


def test_whoever_takes_everything_is_not_held_to_the_minimum() -> None:
    till = funded("5")

    assert till.refuses(AskWithdrawal("w1", EURO, units("5")), NOW).code == "amount_below_minimum"
    till.does(AskWithdrawal("w1", EURO, units("5"), balance=units("5")), NOW)
    assert till.balance(WALLET) == 0


@pytest.mark.parametrize("way", [TakeTimeOut(HOUR), ExcludeSelf(None), CloseAccount("enough")])
def test_money_can_always_be_taken_out(way: PurseCommand) -> None:
    till = funded("100")
    till.does(way, NOW)
    till.machine.policy = BankPolicy()  # and the operator turned real money off

    till.does(ASK, NOW)
    till.does(ApproveWithdrawal("w1", BOB), NOW)

    assert till.balance(KEPT) == units("40")


def test_the_desk_adds_and_takes_with_its_name_and_a_reason() -> None:
    till = funded("100")

    credited = till.does(CreditPlayer(POKER, units("5"), BOB, "apology"), NOW)
    debited = till.does(DebitPlayer(WALLET, units("30"), BOB, "paid twice"), NOW)

    assert (credited.staff, credited.why, debited.staff, debited.why) == (BOB, "apology", BOB, "paid twice")
    assert (till.balance(POKER), till.balance(WALLET)) == (units("5"), units("70"))
    assert till.balance(EURO.account(Purpose.PROMOTIONS, "desk")) == units("25")


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (CreditPlayer(AccountId("site:cat:EUR:real"), Units(0), BOB, ""), "reason_missing"),
        (CreditPlayer(AccountId("site:cat:EUR:real"), Units(0), BOB, "x"), "wrong_currency"),
        (CreditPlayer(AccountId("nowhere"), Units(100), BOB, "x"), "wrong_currency"),
        (CreditPlayer(WALLET, Units(0), BOB, "x"), "amount_not_positive"),
        (DebitPlayer(WALLET, Units(50), BOB, "x"), "fraction_of_cent"),
        (DebitPlayer(WALLET, units("100.01"), BOB, "x"), "insufficient_funds"),
    ],
)
def test_corrections_that_are_refused(command: PurseCommand, code: str) -> None:
    assert funded("100").refuses(command, NOW).code == code


def test_the_desk_cannot_slip_real_money_in_while_it_is_off() -> None:
    till = new_purse(BankPolicy())

    assert till.refuses(CreditPlayer(WALLET, units("5"), BOB, "x"), NOW).code == "real_money_disabled"
    till.does(CreditPlayer(site_wallet(TEST_EURO, ANN), units("5"), BOB, "x"), NOW)


REFILLED = site_wallet(TEST_EURO, ANN)


def test_a_refill_fills_up_and_nobody_grows_rich_by_clicking() -> None:
    till = new_purse(tight(refill_to=1000_00, refill_day_max=1500_00))

    till.does(RefillWallet(REFILLED, holdings=Units(0)), NOW)
    assert till.balance(REFILLED) == units("1000")
    full = till.refuses(RefillWallet(REFILLED, holdings=units("1000")), NOW)
    assert (full.code, numbers(full)) == (
        "refill_not_needed",
        {"holdings": units("1000"), "fills_to": units("1000")},
    )

    till.does(DebitPlayer(REFILLED, units("1000"), BOB, "lost it all"), NOW)
    assert till.does(RefillWallet(REFILLED, holdings=Units(0)), NOW).amount == units("500")
    till.does(DebitPlayer(REFILLED, units("500"), BOB, "lost it all"), NOW)
    used_up = till.refuses(RefillWallet(REFILLED, holdings=Units(0)), NOW)
    assert (used_up.code, numbers(used_up)["resets"]) == ("refill_used_up", later(hours=12))
    till.does(RefillWallet(REFILLED, holdings=Units(0)), later(hours=12))


def test_money_at_the_tables_counts_as_had() -> None:
    till = new_purse(tight(refill_to=1000_00))

    assert till.does(RefillWallet(REFILLED, holdings=units("999.9999")), NOW).amount == 1


@pytest.mark.parametrize(
    ("account", "code"),
    [
        (WALLET, "wrong_money_kind"),
        (AccountId("poker:ann:EUR:test"), "wrong_money_kind"),
        (AccountId("site:cat:EUR:test"), "wrong_currency"),
    ],
)
def test_only_own_play_and_test_money_is_handed_out(account: AccountId, code: str) -> None:
    assert new_purse().refuses(RefillWallet(account, holdings=Units(0)), NOW).code == code


def test_play_money_comes_to_the_wallet_of_the_tables() -> None:
    till = new_purse()

    till.does(RefillWallet(AccountId("poker:ann:EUR:play"), holdings=Units(0)), NOW)

    assert till.balance(PLAY_EURO.account(Purpose.OUTSIDE, "mint")) == -units("1000")


def test_a_refill_needs_its_fact_and_a_player_who_is_there() -> None:
    till = new_purse()
    assert till.refuses(RefillWallet(REFILLED), NOW).code == "facts_missing"
    till.does(TakeTimeOut(HOUR), NOW)
    assert till.refuses(RefillWallet(REFILLED, holdings=Units(0)), NOW).code == "time_out_active"
    bare = new_purse(BankPolicy(tenders=()))
    assert bare.refuses(RefillWallet(REFILLED, holdings=Units(0)), NOW).code == "tender_not_offered"


def test_a_purse_is_opened_once_and_may_get_more_accounts_later() -> None:
    till = new_purse()
    more = (WALLET, AccountId("site:ann:SEK:real"))

    assert till.does(OpenPurse(ANN, more), NOW).accounts == more[1:]
    assert till.does(OpenPurse(ANN, more), NOW) == ()
    assert more[1] in till.book.balances


@pytest.mark.parametrize(
    ("player", "account", "code"),
    [
        ("cat", "site:cat:EUR:real", "not_your_purse"),
        ("ann", "site:cat:EUR:real", "no_such_account"),
        ("ann", "rake:ann:EUR:real", "no_such_account"),
        ("ann", "nowhere", "no_such_account"),
    ],
)
def test_a_purse_holds_only_wallets_of_its_player(player: str, account: str, code: str) -> None:
    assert new_purse().refuses(OpenPurse(PlayerId(player), (AccountId(account),)), NOW).code == code


def test_callbacks_become_commands_of_the_players_purse() -> None:
    till = limited()
    arrived = DepositArrived("acme", "r9", ANN, EURO, units("50"), "d1")

    till.does(AskDeposit("d1", EURO, units("50")), NOW)
    till.does(command_of(arrived), NOW)
    till.does(command_of(arrived), NOW)
    assert till.balance(WALLET) == units("50")
    assert command_of(DepositFailed("acme", ANN, "d1", "no")) == RefuseDeposit("d1", "acme", "no")
    assert command_of(DepositTakenBack("acme", "r9", ANN)) == ChargeBack("acme", "r9")
    for withdrawal, callback in (
        ("w1", PayoutSent("acme", "o1", ANN, "w1")),
        ("w2", PayoutFailed("acme", ANN, "w2", "x")),
    ):
        till.does(AskWithdrawal(withdrawal, EURO, units("20")), NOW)
        till.does(ApproveWithdrawal(withdrawal, BOB), NOW)
        till.does(command_of(callback), NOW)
    assert [each.stage for each in till.state.withdrawals] == [Stage.SENT, Stage.RETURNED]


def test_a_purse_is_shown_to_its_player_and_the_desk_only() -> None:
    till = funded("100")
    view = till.machine.view

    assert view(till.state, ANN) == view(till.state, Desk(BOB))
    assert view(till.state, PlayerId("cat")) is view(till.state, None) is None
    assert view(till.state, ANN).limits == till.state.limits


# ---- complaints


@pytest.mark.rule("INT-38")
def test_a_suspended_payment_goes_on_when_it_is_settled_or_when_its_term_is_over() -> None:
    till, until, rule = funded("100"), later(days=14), RuleId("INT-38")
    till.does(AskWithdrawal("w1", EURO, units("40")), NOW)
    held = SuspendWithdrawal("w1", "c1", until, rule)
    assert till.refuses(replace(held, until=NOW), NOW).code == "not_in_the_future"
    till.does(held, NOW)

    for command in (ApproveWithdrawal("w1", BOB), CancelWithdrawal("w1"), held):
        refusal = till.refuses(command, NOW)
        assert (refusal.code, refusal.rule, numbers(refusal)) == ("payment_suspended", rule, {"until": until})
    assert till.timers()[0] == (until, ResumeWithdrawal("w1", until))
    assert till.refuses(ResumeWithdrawal("w1", until), Instant(until - 1)).code == "too_early"
    assert till.does(ResumeWithdrawal("w1"), NOW).lapsed is False
    assert till.refuses(held, NOW).code == "already_settled", "a complaint suspends a payment once"
    assert till.refuses(ResumeWithdrawal("w1"), NOW).code == "not_suspended"
    assert till.refuses(ResumeWithdrawal("w1", until), until).code == "stale_timer"
    till.does(replace(held, case="c2"), NOW)
    assert till.does(ResumeWithdrawal("w1", until), until).lapsed is True
    till.does(ApproveWithdrawal("w1", BOB), until)
    assert till.refuses(replace(held, case="c3"), NOW).code == "withdrawal_is_approved"
    assert till.refuses(ResumeWithdrawal("none"), NOW).code == "no_such_withdrawal"
    assert till.replayed() == till.state


@pytest.mark.rule("INT-38")
def test_two_people_may_settle_a_suspended_payment_by_refusing_it() -> None:
    till = funded("100")
    till.does(AskWithdrawal("w1", EURO, units("40")), NOW)
    till.does(SuspendWithdrawal("w1", "c1", later(days=14), RuleId("INT-38")), NOW)

    till.does(RejectWithdrawal("w1", BOB, "it was paid in by somebody else"), NOW)

    assert (till.balance(WALLET), till.timers()) == (units("100"), [])
