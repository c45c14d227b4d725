"""Bets that could not be returned (TIME-19)."""

import pytest

from fairdeal.bank.accounts import Purpose, Tender, seat, site_wallet
from fairdeal.bank.house import Desk, StaffId
from fairdeal.bank.unresolved import (
    BetExpired,
    ExpireBet,
    KeepBet,
    ReturnBet,
    UnresolvedBook,
    UnresolvedMachine,
)
from fairdeal.kernel import (
    DAY,
    AccountId,
    Currency,
    Instant,
    MoneyKind,
    PlayerId,
    RuleId,
    TableId,
    Timer,
    Units,
)
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from fairdeal.rulebook.schema.choices import Unresolved
from tests.bank.till import Till, at, numbers, open_book, poker_of

ANN, EURO = PlayerId("ann"), Tender(Currency.EUR, MoneyKind.REAL)
STACK, WALLET = seat(EURO, TableId("T7"), ANN), site_wallet(EURO, ANN)
CHARITY, KEPT = EURO.account(Purpose.CHARITY), EURO.account(Purpose.UNRESOLVED, "bet1")
NOW = at("2026-11-15 12:00")
END = Instant(NOW + 90 * DAY)
KEEP = KeepBet("bet1", ANN, STACK, WALLET, Units(12_3400), RuleId("TIME-16"))
UNIBET = (U22, U26, U27)


def book_of(edition: EditionId) -> Till[UnresolvedBook]:
    """The edition's unresolved bets, with one of Ann's just kept."""
    machine = UnresolvedMachine(poker_of(edition).failure.unresolved_bets)
    book = open_book({STACK: 20_0000, WALLET: 0}, EURO.account(Purpose.OUTSIDE, "world"))
    till = Till(machine, UnresolvedBook(), "unresolved:book", book)
    till.does(KEEP, NOW)
    return till


@pytest.mark.rule("TIME-19")
@pytest.mark.parametrize("edition", UNIBET)
def test_after_ninety_days_the_money_goes_to_charity(edition: EditionId) -> None:
    till = book_of(edition)

    assert till.balance(KEPT) == 12_3400
    assert till.machine.agenda(till.state) == {Timer(END, ExpireBet("bet1"))}
    event = till.does(ExpireBet("bet1"), END)

    assert event == BetExpired("bet1", WALLET, Units(12_3400), Unresolved.CHARITY, END, RuleId("TIME-19"))
    assert (till.balance(CHARITY), till.balance(KEPT)) == (12_3400, 0)
    assert till.posted[-1].rule == "TIME-19"


@pytest.mark.rule("TIME-19")
@pytest.mark.parametrize("edition", UNIBET)
def test_not_a_moment_before_and_never_twice(edition: EditionId) -> None:
    till = book_of(edition)

    early = till.refuses(ExpireBet("bet1"), Instant(END - 1))
    till.does(ExpireBet("bet1"), END)
    again = till.refuses(ExpireBet("bet1"), Instant(END + 1))

    assert (early.code, early.rule, numbers(early)) == ("too_early", "TIME-19", {"due": END})
    assert (again.code, again.rule) == ("no_such_bet", "TIME-19")
    assert not till.machine.agenda(till.state)


@pytest.mark.rule("TIME-19")
@pytest.mark.parametrize("edition", UNIBET)
def test_a_bet_that_is_resolved_goes_home_and_never_to_charity(edition: EditionId) -> None:
    till = book_of(edition)

    till.does(ReturnBet("bet1", StaffId("bob"), "table log found"), Instant(END - 1))

    assert (till.balance(WALLET), till.balance(KEPT)) == (12_3400, 0)
    assert till.refuses(ExpireBet("bet1"), END).code == "no_such_bet"
    assert till.refuses(ReturnBet("bet1", StaffId("bob"), "again"), END).code == "no_such_bet"
    assert till.replayed() == till.state


def test_an_edition_without_the_rule_keeps_bets_open() -> None:
    till = book_of(PW)

    assert not till.machine.agenda(till.state)
    assert till.refuses(ExpireBet("bet1"), Instant(END + 1000 * DAY)).code == "bets_do_not_expire"
    till.does(ReturnBet("bet1", StaffId("bob"), "found at last"), Instant(END + 1000 * DAY))
    assert till.balance(WALLET) == 12_3400


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (KEEP, "duplicate_bet"),
        (KeepBet("bet2", ANN, STACK, WALLET, Units(0), RuleId("TIME-16")), "amount_not_positive"),
        (KeepBet("bet2", ANN, STACK, AccountId("nowhere"), Units(1), RuleId("TIME-16")), "no_such_account"),
        (KeepBet("bet2", ANN, STACK, WALLET, Units(10_0000), RuleId("TIME-16")), "insufficient_funds"),
        (ReturnBet("bet2", StaffId("bob"), "why not"), "no_such_bet"),
        (ReturnBet("bet1", StaffId("bob"), "  "), "reason_missing"),
    ],
)
def test_what_cannot_be_is_refused(command: KeepBet | ReturnBet, code: str) -> None:
    assert book_of(U27).refuses(command, NOW).code == code


def test_a_bet_is_kept_once_even_after_it_was_settled() -> None:
    till = book_of(U27)
    till.does(ReturnBet("bet1", StaffId("bob"), "found"), NOW)

    assert till.refuses(KEEP, NOW).code == "duplicate_bet"


def test_players_see_their_own_bets_and_the_desk_all() -> None:
    till = book_of(U27)
    view = till.machine.view

    assert [(bet.bet, end) for bet, end in view(till.state, ANN).waiting] == [("bet1", END)]
    assert view(till.state, PlayerId("cat")).waiting == view(till.state, None).waiting == ()
    assert len(view(till.state, Desk(StaffId("bob"))).waiting) == 1
