"""What the house earned, by rulebook, stake and day."""

import csv
import json

from fairdeal.bank.accounts import Purpose, Tender, accrued_rakeback, entry_fees, fees, pot, rake
from fairdeal.bank.house_report import (
    Source,
    balances_text,
    house_balances,
    house_report,
    report_csv,
    report_json,
    report_text,
)
from fairdeal.bank.ledger import Book
from fairdeal.bank.transfer import Reason, Transfer, reversal
from fairdeal.kernel import (
    Currency,
    Date,
    EventRef,
    Instant,
    MoneyKind,
    PlayerId,
    StreamId,
    TableId,
    TournamentId,
)
from tests.bank.test_statements import Line
from tests.bank.till import BUCHAREST, at, open_book, units

EURO = Tender(Currency.EUR, MoneyKind.REAL)
POT, CUP = pot(EURO, TableId("T7")), entry_fees(EURO, TournamentId("cup"))
SMALL, LARGE = rake(EURO, "book-a", "0.05/0.10"), rake(EURO, "book-b", "NL100")
FREEZEOUT = fees(EURO, "book-a", "freezeout")
ANN = accrued_rakeback(EURO, PlayerId("ann"), "2026-11")
SATURDAY, SUNDAY = at("2026-11-14 12:00"), at("2026-11-15 12:00")


def ref(version: int) -> EventRef:
    return EventRef(StreamId("s"), version)


def posted() -> tuple[Book, list[Line]]:
    """Two hands at a small stake and one at a large one, rakeback, fees, and a hand taken back."""
    hand = Transfer(ref(3), POT, SMALL, units("0.30"), Reason.RAKE)
    (undone,) = reversal([hand], ref(6))
    transfers = [
        (SATURDAY, Transfer(ref(1), POT, SMALL, units("0.50"), Reason.RAKE)),
        (SATURDAY, Transfer(ref(2), SMALL, ANN, units("0.1499"), Reason.RAKEBACK_EARNED)),
        (SUNDAY, hand),
        (SUNDAY, Transfer(ref(4), POT, LARGE, units("3"), Reason.RAKE)),
        (SUNDAY, Transfer(ref(5), CUP, FREEZEOUT, units("10"), Reason.FEE)),
        (SUNDAY, undone),
    ]
    book = open_book({POT: 50_0000, CUP: 10_0000}, EURO.account(Purpose.OUTSIDE, "world"))
    assert book.post([transfer for _, transfer in transfers]) is None
    return book, [Line(Instant(when), transfer) for when, transfer in transfers]


def test_income_is_summed_by_source_and_day() -> None:
    _, lines = posted()

    told = [
        (line.source.kind, line.source.rulebook, line.source.stake, str(line.day), line.taken, line.times, line.net)
        for line in house_report(lines)
    ]

    assert told == [
        ("fees", "book-a", "freezeout", "2026-11-15", units("10"), 1, units("10")),
        ("rake", "book-a", "0.05/0.10", "2026-11-14", units("0.50"), 1, units("0.3501")),
        ("rake", "book-a", "0.05/0.10", "2026-11-15", units("0.30"), 1, 0),
        ("rake", "book-b", "NL100", "2026-11-15", units("3"), 1, units("3")),
    ]


def test_the_lines_add_up_to_the_balances() -> None:
    book, lines = posted()
    sums: dict[Source, int] = {}
    for line in house_report(lines):
        sums[line.source] = sums.get(line.source, 0) + line.net

    assert {each.source: each.balance for each in house_balances(book.balances)} == sums


def test_days_are_those_of_the_zone() -> None:
    late = Line(at("2026-11-14 22:30"), Transfer(ref(1), POT, SMALL, units("1"), Reason.RAKE))

    assert [line.day for line in house_report([late], BUCHAREST)] == [Date(2026, 11, 15)]
    assert [line.day for line in house_report([late])] == [Date(2026, 11, 14)]


def test_the_report_as_text_csv_and_json() -> None:
    book, lines = posted()
    report, balances = house_report(lines), house_balances(book.balances)

    assert report_text(report).splitlines()[2] == (
        "rake  book-a    0.05/0.10  2026-11-14  EUR       real    0.50      1    0.1499   0.00  0.3501"
    )
    rows = list(csv.DictReader(report_csv(report).splitlines()))
    assert (rows[2]["other"], rows[2]["net"], rows[2]["times"]) == ("-0.30", "0.00", "1")
    told = json.loads(report_json(report, balances))
    assert told["lines"][0] == {
        "kind": "fees",
        "rulebook": "book-a",
        "stake": "freezeout",
        "day": "2026-11-15",
        "currency": "EUR",
        "money": "real",
        "taken": "10.00",
        "times": 1,
        "rakeback": "0.00",
        "other": "0.00",
        "net": "10.00",
    }
    assert told["balances"][1]["balance"] == "0.3501"
    assert balances_text(balances).splitlines()[3] == "rake  book-b    NL100      EUR       real      3.00"


def test_a_quiet_day_is_an_empty_report() -> None:
    assert house_report([]) == ()
    assert report_text(()).startswith("kind")
    assert report_csv(()).count("\n") == 1
