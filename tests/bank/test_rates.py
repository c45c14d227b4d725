"""The operator's file of rates."""

import pytest

from fairdeal.bank.rates import BadRates, Rate, find_rate, parse_rates
from fairdeal.kernel import Date

TEXT = """\
day,pair,rate,source
# November
2026-11-13, EUR/RON, 5.0871, BNR
2026-11-14, EUR/RON, 5.09, BNR   # two decimals are enough
2026-11-14, EUR/SEK, 11, ECB

demo, EUR/RON, 5.0000, made up
"""
RATES = parse_rates(TEXT, 4)


def test_a_file_of_rates_is_read_with_its_comments_left_out() -> None:
    assert (
        Rate("EUR/RON", "2026-11-13", 5_0871, 4, "BNR"),
        Rate("EUR/RON", "2026-11-14", 5_0900, 4, "BNR"),
        Rate("EUR/SEK", "2026-11-14", 11_0000, 4, "ECB"),
        Rate("EUR/RON", "demo", 5_0000, 4, "made up", demo=True),
    ) == RATES


def test_the_rate_of_the_day_comes_before_the_demo_rate() -> None:
    assert find_rate(RATES, "EUR/RON", Date(2026, 11, 13)) == RATES[0]
    assert find_rate(RATES, "EUR/RON", Date(2026, 11, 15)) == RATES[3]


def test_without_a_demo_rate_the_newest_old_one_is_found_and_never_a_future_one() -> None:
    assert find_rate(RATES[:2], "EUR/RON", Date(2026, 12, 24)) == RATES[1]
    assert find_rate(RATES[:2], "EUR/RON", Date(2026, 11, 12)) is None
    assert find_rate(RATES, "EUR/USD", Date(2026, 11, 14)) is None


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("2026-11-13, EUR/RON, 5.0871", "expected day, pair, rate, source"),
        ("2026-11-31, EUR/RON, 5.0871, BNR", '"2026-11-31" is no day'),
        ("13.11.2026, EUR/RON, 5.0871, BNR", '"13.11.2026" is no day'),
        ("2026-11-13, EUR-RON, 5.0871, BNR", '"EUR-RON" is no pair'),
        ("2026-11-13, EUR/EUR, 1, BNR", '"EUR/EUR" is no pair'),
        ("2026-11-13, EUR/XYZ, 5, BNR", '"EUR/XYZ" is no pair'),
        ("2026-11-13, EUR/RON, 5.08711, BNR", "at most 4 decimals"),
        ("2026-11-13, EUR/RON, 0.0000, BNR", "above zero"),
        ("2026-11-13, EUR/RON, -5, BNR", '"-5" is no rate'),
        ("2026-11-13, EUR/RON, 1e3, BNR", '"1e3" is no rate'),
        ("2026-11-13, EUR/RON, ٥, BNR", "is no rate"),
        ("2026-11-13, EUR/RON, 9999999999, BNR", "is no rate"),
        ("2026-11-13, EUR/RON, 5.0871,", "the source of the rate is missing"),
    ],
)
def test_a_bad_line_is_named_by_its_number(line: str, problem: str) -> None:
    with pytest.raises(BadRates) as bad:
        parse_rates(f"# rates\n{line}\n", 4)
    ((number, told),) = bad.value.faults
    assert number == 2
    assert problem in told
    assert str(bad.value).startswith("line 2: ")


def test_all_faults_are_told_at_once_and_a_second_rate_is_one() -> None:
    with pytest.raises(BadRates) as bad:
        parse_rates("x\n2026-11-13,EUR/RON,5,BNR\n2026-11-13,EUR/RON,6,BNR\n", 4)
    assert [number for number, _ in bad.value.faults] == [1, 3]
    assert "a second rate for EUR/RON on 2026-11-13" in str(bad.value)
