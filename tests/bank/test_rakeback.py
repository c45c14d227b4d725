"""Rakeback, earned hand by hand (RB-01, RB-02, RB-05), from hands that the engine played."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.bank.accounts import Purpose, Tender, accrued_rakeback, pot, rake, seat
from fairdeal.bank.ledger import Book, trial_balance
from fairdeal.bank.rakeback import (
    accrual_chain,
    rakeback_month,
    rakeback_of_fee,
    rakeback_of_hand,
    shown_rakeback,
)
from fairdeal.bank.transfer import Reason, Transfer
from fairdeal.kernel import (
    Cents,
    Currency,
    EventRef,
    Instant,
    MoneyKind,
    PlayerId,
    StreamId,
    TableId,
    Units,
    units_of,
)
from fairdeal.poker import HandResult, rules_for
from fairdeal.rulebook.clause import PW
from fairdeal.rulebook.loader import published_edition
from fairdeal.rulebook.ruled import Blinds
from fairdeal.rulebook.schema.choices import RakebackCut
from fairdeal.rulebook.schema.money import Rakeback
from fairdeal.testing import play
from tests.bank.till import at, open_book, poker_of

EURO = Tender(Currency.EUR, MoneyKind.REAL)
TABLE = TableId("T7")
PLAYERS = [PlayerId(name) for name in "abcd"]
RAKE = rake(EURO, "book", "0.25/0.50")
NOON = at("2026-11-15 12:00")
REF = EventRef(StreamId("table:T7"), 9)
HAND = """
    stacks a=5000 b=5000 c=5000 d=5000
    c raises to 500; d calls; a calls; b calls
    a bets 500; b calls; c folds; d folds
    to the end
"""


def pw_rakeback() -> Rakeback:
    rules = poker_of(PW).rakeback
    assert rules is not None
    return rules


RULES = pw_rakeback()
PER_HAND = replace(RULES, cut_to_cents=replace(RULES.cut_to_cents, value=RakebackCut.HAND))


def cash_hand(money: MoneyKind = MoneyKind.REAL) -> HandResult:
    """The hand of the regulation: pot 30, two put in 10 and two put in 5."""
    result = play(HAND, rules_for(published_edition(PW), "texas", Blinds(Cents(25), Cents(50)), money)).result
    assert result.contributed == (1000, 1000, 500, 500)
    return result


def settled(book: Book, result: HandResult, ended: Instant, earned: Sequence[Units]) -> list[Transfer]:
    """A hand's money: losers pay the pot, the pot pays winners and rake, rake pays what players earned."""
    moves = [
        (seat(EURO, TABLE, p), pot(EURO, TABLE), -net) for p, net in zip(PLAYERS, result.net, strict=True) if net < 0
    ]
    moves += [
        (pot(EURO, TABLE), seat(EURO, TABLE, p), net) for p, net in zip(PLAYERS, result.net, strict=True) if net > 0
    ]
    moves += [(pot(EURO, TABLE), RAKE, result.rake)] if result.rake else []
    chain = [
        Transfer(REF.leg(leg), debit, credit, units_of(Cents(amount)), Reason.HAND)
        for leg, (debit, credit, amount) in enumerate(moves)
    ]
    chain += accrual_chain(RULES, EURO, RAKE, list(zip(PLAYERS, earned, strict=True)), ended, REF.leg(len(chain)))
    assert book.post(chain) is None
    return chain


def seated() -> Book:
    stacks = {seat(EURO, TABLE, player): 50_0000 for player in PLAYERS}
    return open_book(stacks, EURO.account(Purpose.OUTSIDE, "world"))


def owed(book: Book, month: str = "2026-11") -> list[int]:
    return [book.balances.get(accrued_rakeback(EURO, player, month), 0) for player in PLAYERS]


@pytest.mark.rule("RB-01")
@pytest.mark.rule("RB-02")
@pytest.mark.rule("RAKE-11")
def test_the_example_of_the_regulation() -> None:
    result = cash_hand()

    earned = rakeback_of_hand(RULES, Cents(result.rake), result.contributed)

    assert result.rake == 150
    assert earned == (1499, 1499, 749, 749)
    assert [shown_rakeback(each) for each in earned] == [14, 14, 7, 7]


@pytest.mark.rule("RB-02")
def test_a_share_is_cut_to_a_hundredth_of_a_percent_before_it_is_multiplied() -> None:
    """85.71 % and 14.28 % of 0.90; six sevenths uncut would earn 0.7714."""
    assert rakeback_of_hand(RULES, Cents(300), [6000, 1000]) == (7713, 1285)


@pytest.mark.rule("RB-02")
@pytest.mark.rule("RAKE-11")
def test_what_is_earned_moves_from_the_rake_to_the_players_accounts_of_the_month() -> None:
    book, result = seated(), cash_hand()

    chain = settled(book, result, NOON, rakeback_of_hand(RULES, Cents(result.rake), result.contributed))

    assert owed(book) == [1499, 1499, 749, 749]
    assert book.balances[RAKE] == 1_5000 - 4496
    assert trial_balance(book.balances) == {EURO: 0}
    assert len({str(transfer.ref) for transfer in chain}) == len(chain)
    assert {transfer.rule for transfer in chain if transfer.reason is Reason.RAKEBACK_EARNED} == {"RB-01"}


@pytest.mark.rule("RB-02")
@pytest.mark.parametrize(
    ("rules", "cents"),
    [(RULES, [149, 149, 74, 74]), (PER_HAND, [140, 140, 70, 70])],
    ids=["by the month", "by the hand"],
)
def test_ten_such_hands(rules: Rakeback, cents: list[int]) -> None:
    result = cash_hand()
    month = [10 * each for each in rakeback_of_hand(rules, Cents(result.rake), result.contributed)]

    assert [shown_rakeback(Units(each)) for each in month] == cents


@pytest.mark.rule("RB-05")
def test_tournament_hands_and_fees_earn_nothing() -> None:
    tournament = play("stacks a=5000 b=5000 c=5000 d=5000; blinds 25/50; to the end").result

    assert rakeback_of_hand(RULES, Cents(tournament.rake), tournament.contributed) == (0, 0, 0, 0)
    assert rakeback_of_fee(RULES, Cents(10_00)) == 0


def test_an_operators_edition_may_count_tournaments() -> None:
    generous = replace(RULES, tournaments_count=replace(RULES.tournaments_count, value=True))

    assert rakeback_of_fee(generous, Cents(1_01)) == 3030
    assert rakeback_of_fee(replace(generous, cut_to_cents=PER_HAND.cut_to_cents), Cents(1_01)) == 3000


@pytest.mark.rule("RAKE-13")
def test_play_money_pays_no_rake_and_earns_none() -> None:
    book, result = seated(), cash_hand(MoneyKind.PLAY)

    earned = rakeback_of_hand(RULES, Cents(result.rake), result.contributed)
    settled(book, result, NOON, earned)

    assert (result.rake, earned) == (0, (0, 0, 0, 0))
    assert RAKE not in book.balances
    assert owed(book) == [0, 0, 0, 0]


@pytest.mark.rule("RB-03")
def test_the_month_is_that_of_the_payments_zone_when_the_hand_ended() -> None:
    book, result = seated(), cash_hand()
    last, first = at("2026-11-30 23:59", "Europe/Bucharest"), at("2026-12-01 00:00", "Europe/Bucharest")
    earned = rakeback_of_hand(RULES, Cents(result.rake), result.contributed)

    assert [rakeback_month(RULES, each) for each in (last, first)] == ["2026-11", "2026-12"]
    settled(book, result, first, earned)
    assert (owed(book, "2026-11"), owed(book, "2026-12")) == ([0, 0, 0, 0], list(earned))


@given(st.integers(0, 300), st.lists(st.integers(0, 20_000), min_size=2, max_size=9))
def test_no_hand_earns_more_than_its_part_of_the_rake(taken: int, contributed: list[int]) -> None:
    earned = rakeback_of_hand(RULES, Cents(taken), contributed)
    cut = rakeback_of_hand(PER_HAND, Cents(taken), contributed)

    assert sum(earned) <= 30 * taken  # units: 30 % of hundredths
    assert all(0 <= less <= more and less % 100 == 0 for less, more in zip(cut, earned, strict=True))
    assert sorted(earned) == [each for _, each in sorted(zip(contributed, earned, strict=True))]


def test_a_hand_without_rake_moves_nothing() -> None:
    assert rakeback_of_hand(RULES, Cents(0), [500, 500]) == (0, 0)
    assert accrual_chain(RULES, EURO, RAKE, [(PLAYERS[0], Units(0))], NOON, REF) == ()
