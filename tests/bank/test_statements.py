"""Statements for players, as text, CSV and JSON."""

import csv
import json
from dataclasses import dataclass

import pytest

from fairdeal.bank.accounts import Purpose, Tender, pending_top_up, poker_wallet, seat, site_wallet
from fairdeal.bank.formats import amount_text
from fairdeal.bank.statements import (
    WORDS,
    Statement,
    make_statement,
    statement_csv,
    statement_json,
    statement_text,
)
from fairdeal.bank.transfer import Reason, Transfer
from fairdeal.kernel import (
    MINUTE,
    AccountId,
    Currency,
    EventRef,
    Instant,
    MoneyKind,
    PlayerId,
    RuleId,
    StreamId,
    TableId,
    Units,
)
from tests.bank.till import BUCHAREST, at, units

EURO = Tender(Currency.EUR, MoneyKind.REAL)
ANN = PlayerId("ann")
WALLET = site_wallet(EURO, ANN)
T7, T8 = TableId("T7"), TableId("T8")
OUTSIDE, CUP = EURO.account(Purpose.OUTSIDE, "acme"), EURO.account(Purpose.PRIZES, "cup")
KEPT = EURO.account(Purpose.WITHDRAWAL, "ann/w1")
NOON = at("2026-11-15 12:00")


@dataclass(frozen=True)
class Line:
    """As a store would hand it over."""

    at: Instant
    transfer: Transfer


def lines(*moves: tuple[AccountId, str, Reason]) -> list[Line]:
    """Postings of Ann's wallet, a minute apart; a minus pays out."""
    found = []
    for number, (other, amount, reason) in enumerate(moves):
        outgoing = amount.startswith("-")
        debit, credit = (WALLET, other) if outgoing else (other, WALLET)
        transfer = Transfer(
            EventRef(StreamId("s"), number + 1), debit, credit, units(amount.lstrip("-")), reason, RuleId("BUY-01")
        )
        found.append(Line(Instant(NOON + number * MINUTE), transfer))
    return found


def evening() -> Statement:
    return make_statement(
        WALLET,
        units("10"),
        lines(
            (OUTSIDE, "100", Reason.DEPOSIT),
            (seat(EURO, T7, ANN), "-40", Reason.BUY_IN),
            (seat(EURO, T8, ANN), "-20", Reason.BUY_IN),
            (pending_top_up(EURO, T7, ANN), "-10", Reason.TOP_UP),
            (seat(EURO, T8, ANN), "35.50", Reason.CASH_OUT),
            (pending_top_up(EURO, T7, ANN), "10", Reason.TOP_UP),
            (seat(EURO, T7, ANN), "12.25", Reason.CASH_OUT),
            (CUP, "-9.50", Reason.ENTRY),
            (seat(EURO, T7, ANN), "-5", Reason.BUY_IN),
            (KEPT, "-30", Reason.WITHDRAWAL),
            (KEPT, "30", Reason.REFUND),
        ),
    )


def test_the_balance_runs_from_opening_to_closing() -> None:
    statement = evening()

    assert [amount_text(line.balance) for line in statement.lines] == [
        "110.00", "70.00", "50.00", "40.00", "75.50", "85.50", "97.75", "88.25", "83.25", "53.25", "83.25",
    ]  # fmt: skip
    assert statement.closing == units("83.25")
    assert make_statement(WALLET, units("3"), []).closing == units("3")


def test_stays_at_tables_are_grouped_from_buy_in_to_cash_out() -> None:
    stays = [(s.table, s.buy_in, s.top_ups, s.cash_out, s.net, s.ended is None) for s in evening().sessions]

    assert stays == [
        ("T7", units("40"), units("10"), units("22.25"), -units("27.75"), False),
        ("T8", units("20"), 0, units("35.50"), units("15.50"), False),
        ("T7", units("5"), 0, 0, -units("5"), True),
    ]


def test_a_stay_that_began_before_the_statement_says_so() -> None:
    (stay,) = make_statement(WALLET, Units(0), lines((seat(EURO, T7, ANN), "12", Reason.CASH_OUT))).sessions

    assert (stay.started, stay.cash_out) == (None, units("12"))
    assert "before" in statement_text(
        make_statement(WALLET, Units(0), lines((seat(EURO, T7, ANN), "12", Reason.CASH_OUT)))
    )


def test_a_top_up_that_comes_back_does_not_end_the_stay() -> None:
    wallet_lines = lines(
        (seat(EURO, T7, ANN), "-40", Reason.BUY_IN),
        (pending_top_up(EURO, T7, ANN), "-10", Reason.TOP_UP),
        (pending_top_up(EURO, T7, ANN), "10", Reason.TOP_UP),
    )

    (stay,) = make_statement(WALLET, units("50"), wallet_lines).sessions

    assert (stay.ended, stay.net) == (None, -units("40"))


def test_the_statement_as_text() -> None:
    text = statement_text(evening(), BUCHAREST)

    assert text.splitlines()[:5] == [
        "Statement in EUR (real money), times in Europe/Bucharest",
        "",
        "when              what                 where  amount  balance",
        "                  Opening balance                       10.00",
        "2026-11-15 14:00  Deposit                     100.00   110.00",
    ]
    assert "2026-11-15 14:10  Withdrawal returned          30.00    83.25" in text
    assert text.splitlines()[-1] == "T7     2026-11-15 14:08  open                5.00     0.00      0.00   -5.00"


def test_the_statement_as_csv() -> None:
    rows = list(csv.DictReader(statement_csv(evening()).splitlines()))

    assert rows[1] == {
        "at": "2026-11-15T12:01:00.000Z",
        "key": "buy_in_out",
        "words": "Buy-in",
        "place": "T7",
        "amount": "-40.00",
        "balance": "70.00",
        "ref": "s@2.0",
        "rule": "BUY-01",
        "name": "",
    }
    assert len(rows) == 11


def test_the_statement_as_json() -> None:
    told = json.loads(statement_json(evening()))

    assert list(told) == ["account", "currency", "money", "opening", "closing", "lines", "sessions"]
    assert (told["account"], told["opening"], told["closing"]) == ("site:ann:EUR:real", "10.00", "83.25")
    assert told["lines"][7]["key"] == "entry_out"
    assert told["lines"][7]["place"] == "cup"
    assert told["sessions"][2] == {
        "table": "T7",
        "started": "2026-11-15T12:08:00.000Z",
        "ended": None,
        "buy_in": "5.00",
        "top_ups": "0.00",
        "cash_out": "0.00",
        "net": "-5.00",
    }


@pytest.mark.parametrize("reason", list(Reason))
@pytest.mark.parametrize("amount", ["1", "-1"])
def test_every_reason_has_words_in_both_directions(reason: Reason, amount: str) -> None:
    (line,) = make_statement(WALLET, units("5"), lines((OUTSIDE, amount, reason))).lines

    assert line.words == WORDS[line.key]


def test_an_unresolved_bet_that_comes_home_is_told_as_one() -> None:
    kept = EURO.account(Purpose.UNRESOLVED, "bet1")

    (line,) = make_statement(WALLET, Units(0), lines((kept, "1", Reason.REFUND))).lines

    assert line.key == "bet_returned"


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (0, "0.00"),
        (1, "0.0001"),
        (-1, "-0.0001"),
        (107_5204, "107.5204"),
        (-499_9700, "-499.97"),
        (10**15, "100000000000.00"),
    ],
)
def test_amounts_as_decimals(amount: int, text: str) -> None:
    assert amount_text(amount) == text


def test_a_line_of_another_account_is_a_mistake() -> None:
    with pytest.raises(AssertionError):
        make_statement(poker_wallet(EURO, ANN), Units(0), lines((OUTSIDE, "1", Reason.DEPOSIT)))
