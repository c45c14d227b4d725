"""What the bank's machines write can be read back: commands, events and states are plain values."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, get_args

import msgspec
import pytest

from fairdeal.bank.accounts import site_wallet
from fairdeal.bank.bars import Scope
from fairdeal.bank.holds.commands import ExtendHold, ForfeitHold, LapseHold, ReleaseHold
from fairdeal.bank.holds.events import HoldEvent
from fairdeal.bank.holds.state import Grounds, HoldKind
from fairdeal.bank.house import StaffId
from fairdeal.bank.limits import LimitKind, Period
from fairdeal.bank.purse.commands import (
    ApproveWithdrawal,
    AskDeposit,
    AskWithdrawal,
    BarPlayer,
    CallTime,
    CancelWithdrawal,
    ChargeBack,
    CloseAccount,
    ConfirmSent,
    CreditPlayer,
    DebitPlayer,
    DropDeposit,
    EndPlay,
    ExcludeSelf,
    GiveTicket,
    ImposeLimit,
    LiftBar,
    MoveToPoker,
    MoveToSite,
    OpenPurse,
    PurseCommand,
    RaiseClaim,
    RefillWallet,
    RefuseDeposit,
    RejectWithdrawal,
    ResumeWithdrawal,
    RiskMoney,
    SetLimit,
    SettleClaim,
    StartPlay,
    SuspendWithdrawal,
    TakeMoneyBack,
)
from fairdeal.bank.purse.events import PurseEvent
from fairdeal.bank.rakeback_job import PayMonth, RakebackEvent
from fairdeal.bank.unresolved import ExpireBet, ReturnBet, UnresolvedEvent
from fairdeal.kernel import MINUTE, Instant, RuleId, Units, utc_day
from fairdeal.rulebook.clause import PW, U27
from tests.bank import test_fx, test_holds, test_rakeback_job, test_unresolved
from tests.bank.purses import ANN, EURO, LEI, NOW, REAL, TEST_EURO, deposit, limited
from tests.bank.till import Till, units

BOB = StaffId("bob")
RATE = test_fx.RATE


def purse() -> Till[Any]:
    till = limited()
    steps: list[PurseCommand] = [
        AskDeposit("d1", EURO, units("50")),
        deposit("50", asked="d1"),
        AskDeposit("d2", EURO, units("50")),
        DropDeposit("d2"),
        AskDeposit("d3", EURO, units("50")),
        RefuseDeposit("d3", "acme", "card declined"),
        AskWithdrawal("w1", EURO, units("10")),
        ApproveWithdrawal("w1", BOB),
        ConfirmSent("w1", "acme", "o1"),
        AskWithdrawal("w2", EURO, units("10")),
        RejectWithdrawal("w2", BOB, "no"),
        AskWithdrawal("w3", EURO, units("10")),
        SuspendWithdrawal("w3", "c1", Instant(NOW + MINUTE), RuleId("INT-38")),
        ResumeWithdrawal("w3"),
        CancelWithdrawal("w3"),
        CreditPlayer(site_wallet(LEI, ANN), units("100"), BOB, "gift"),
        GiveTicket("t1", EURO, units("10"), BOB, "gift"),
        DebitPlayer(site_wallet(LEI, ANN), units("10"), BOB, "mistake"),
        RefillWallet(site_wallet(TEST_EURO, ANN), Units(0)),
        MoveToPoker(REAL, units("50"), RATE),
        MoveToSite(REAL, units("5"), RATE),
        ChargeBack("acme", "r0", units("30")),
        SettleClaim(EURO, units("5"), BOB),
        SetLimit(LimitKind.TIME, Period.DAY, None, MINUTE),
        RiskMoney(EURO, units("5"), "T7"),
        TakeMoneyBack(EURO, units("6"), "T7"),
        StartPlay("T7", REAL),
    ]
    for command in steps:
        till.does(command, NOW)
    till.does(CallTime(utc_day(NOW)), Instant(NOW + MINUTE))
    till.does(EndPlay("T7"), Instant(NOW + MINUTE))
    till.does(BarPlayer(Scope.CASINO, None, RuleId("INT-19"), BOB, "colluded"), NOW)
    till.does(LiftBar(Scope.CASINO, BOB, "did not"), NOW)
    till.does(ImposeLimit(LimitKind.LOSS, Period.DAY, EURO, units("20"), BOB, "asked by a relative"), NOW)
    till.does(RaiseClaim(LEI, units("5"), RuleId("INT-37"), BOB, "paid twice"), NOW)
    till.does(ExcludeSelf(None), NOW)
    till.does(CloseAccount("enough"), NOW)
    return till


def holds() -> Till[Any]:
    till = test_holds.holds(PW)
    deadline = till.does(test_holds.place(HoldKind.COMPLAINT, 10_0000, "h1"), NOW).deadline
    till.does(test_holds.place(HoldKind.INVESTIGATION, 10_0000, "h2"), NOW)
    till.does(test_holds.PRIZE, NOW)
    till.does(ForfeitHold("h2", Grounds.FRAUD, BOB, "x", test_holds.WALLET, Units(1)), NOW)
    till.does(ReleaseHold("h2", BOB, "x"), NOW)
    till.does(test_holds.PRIZE, NOW)
    extended = till.does(ExtendHold("h1", 1, BOB, "x"), NOW).deadline
    assert extended > deadline
    till.does(LapseHold("h1", extended), extended)
    return till


def unresolved() -> Till[Any]:
    till = test_unresolved.book_of(U27)
    till.does(replace(test_unresolved.KEEP, bet="bet2", amount=Units(1)), test_unresolved.NOW)
    till.does(ReturnBet("bet2", BOB, "found"), test_unresolved.NOW)
    till.does(ExpireBet("bet1"), test_unresolved.END)
    return till


def rakeback() -> Till[Any]:
    till = test_rakeback_job.job({"ann": "400.0050"})
    late = Instant(test_rakeback_job.DUE + 60 * MINUTE)
    till.does(test_rakeback_job.facts(till.book, PayMonth("2026-11", "")), late)
    return till


def read_back(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value), type=type(value))


@pytest.mark.parametrize(
    ("scenario", "events"),
    [(purse, PurseEvent), (holds, HoldEvent), (unresolved, UnresolvedEvent), (rakeback, RakebackEvent)],
    ids=["purse", "holds", "unresolved", "rakeback"],
)
def test_every_event_and_the_state_survive_being_written(scenario: Callable[[], Till[Any]], events: Any) -> None:
    till = scenario()
    assert {type(event) for event in till.events} == set(get_args(events))
    for value in (*till.events, till.state):
        assert read_back(value) == value


def test_commands_survive_being_written() -> None:
    for command in (OpenPurse(ANN, (site_wallet(EURO, ANN),)), MoveToPoker(REAL, units("1"), RATE), deposit("5")):
        assert read_back(command) == command
