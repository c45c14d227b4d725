"""Moving money between the site wallet and the poker wallet (WAL-03 to WAL-05)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.bank.accounts import Purpose, Tender, poker_wallet, site_wallet
from fairdeal.bank.fx import Quote, Terms, check_rate, into_poker, into_site, shown, terms_of, transfer_screen
from fairdeal.bank.house import StaffId
from fairdeal.bank.policy import BankPolicy
from fairdeal.bank.purse.commands import CreditPlayer, ExcludeSelf, MoveToPoker, MoveToSite, OpenPurse
from fairdeal.bank.purse.machine import PurseMachine
from fairdeal.bank.purse.state import Purse
from fairdeal.bank.rates import Rate
from fairdeal.bank.wallet import accounts_of
from fairdeal.kernel import Currency, MoneyKind, PlayerId, Rejection, Units
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from tests.bank.till import Till, at, numbers, poker_of, units

ANN = PlayerId("ann")
REAL, TEST, PLAY = MoneyKind.REAL, MoneyKind.TEST, MoneyKind.PLAY
NOON = at("2026-11-15 12:00", "Europe/Bucharest")
RATE = Rate("EUR/RON", "2026-11-15", 4_6500, 4, "BNR")
DEMO = Rate("EUR/RON", "demo", 4_6500, 4, "made up", demo=True)
LEI, EURO = Tender(Currency.RON, REAL), Tender(Currency.EUR, REAL)
SITE, POKER = site_wallet(LEI, ANN), poker_wallet(EURO, ANN)
FX_LEI, FX_EURO = (tender.account(Purpose.FX, "EUR/RON") for tender in (LEI, EURO))


def pw_terms() -> Terms:
    terms = terms_of(poker_of(PW))
    assert terms is not None
    return terms


TERMS = pw_terms()


def quoted(quote: Quote | Rejection) -> Quote:
    assert isinstance(quote, Quote), quote
    return quote


def purse(lei: str = "500", kind: MoneyKind = REAL, edition: EditionId = PW) -> Till[Purse]:
    """Ann's purse with so many lei at the site."""
    poker = poker_of(edition)
    till = Till(PurseMachine(BankPolicy(real_money=True), terms_of(poker)), Purse(), "purse:ann")
    till.does(OpenPurse(ANN, accounts_of(ANN, [poker.wallet], [Currency.RON], [kind])), NOON)
    till.does(CreditPlayer(site_wallet(Tender(Currency.RON, kind), ANN), units(lei), StaffId("bob"), "opening"), NOON)
    return till


@pytest.mark.rule("WAL-05")
def test_five_hundred_lei_are_shown_as_499_97_and_come_back_as_499_94() -> None:
    till = purse("500")

    there = till.does(MoveToPoker(REAL, units("500"), RATE), NOON)
    back = till.does(MoveToSite(REAL, None, RATE, balance=Units(till.balance(POKER))), NOON)

    assert (there.quote.received, there.quote.shown, there.quote.cost) == (units("107.5204"), 499_97, 3)
    assert (back.quote.received, back.quote.cost) == (units("499.94"), 3)
    assert (there.rule, back.rule) == ("WAL-05", "WAL-05")
    assert (till.balance(SITE), till.balance(POKER)) == (units("499.94"), 0)


@pytest.mark.rule("WAL-05")
def test_the_example_holds_for_every_rate_from_3_to_6() -> None:
    for value in range(3_0000, 6_0001):
        rate = replace(RATE, value=value)
        there = quoted(into_poker(TERMS, units("500"), rate))
        back = quoted(into_site(TERMS, there.received, rate))
        assert (there.shown, back.received) == (499_97, units("499.94")), value


@pytest.mark.rule("WAL-05")
def test_the_difference_stays_on_the_fx_accounts_of_the_house() -> None:
    till = purse("500")

    till.does(MoveToPoker(REAL, units("500"), RATE), NOON)
    assert (till.balance(FX_LEI), till.balance(FX_EURO)) == (units("500"), -units("107.5204"))
    till.does(MoveToSite(REAL, units("107.5204"), RATE), NOON)

    assert (till.balance(FX_LEI), till.balance(FX_EURO)) == (units("0.06"), 0)


@pytest.mark.rule("WAL-05")
@given(
    st.integers(1, 10_000_00),
    st.integers(1, 10_000_00),
    st.integers(3_0000, 6_0000).map(lambda value: replace(RATE, value=value)),
)
def test_more_never_buys_less_and_the_way_there_and_back_never_gains(one: int, other: int, rate: Rate) -> None:
    little, much = sorted((Units(one * 100), Units(other * 100)))
    quotes = [into_poker(TERMS, amount, rate) for amount in (little, much)]
    if isinstance(quotes[0], Rejection):
        assert quotes[0].code == "amount_too_small"
        return
    small, large = map(quoted, quotes)
    assert small.received <= large.received
    assert small.cost >= 0
    back = into_site(TERMS, small.received, rate)
    assert isinstance(back, Rejection) or (back.received <= little and back.cost >= 0)


@pytest.mark.rule("WAL-05")
@given(st.integers(1, 10**9), st.integers(1, 10**9), st.integers(3_0000, 6_0000))
def test_a_larger_poker_balance_is_never_shown_or_credited_as_less(one: int, other: int, value: int) -> None:
    rate = replace(RATE, value=value)
    little, much = sorted((Units(one), Units(other)))

    assert shown(TERMS, little, rate) <= shown(TERMS, much, rate)
    credited = [quote.received if isinstance(quote, Quote) else 0 for quote in _back(rate, little, much)]
    assert credited == sorted(credited)


def _back(rate: Rate, *amounts: Units) -> list[Quote | Rejection]:
    return [into_site(TERMS, amount, rate) for amount in amounts]


@pytest.mark.rule("WAL-03")
def test_no_more_can_be_moved_than_the_source_wallet_holds() -> None:
    till = purse("500")

    too_much = till.refuses(MoveToPoker(REAL, units("500.01"), RATE), NOON)
    till.does(MoveToPoker(REAL, units("500"), RATE), NOON)
    back = till.refuses(MoveToSite(REAL, units("107.5205"), RATE), NOON)

    assert (too_much.code, too_much.rule) == ("insufficient_funds", "WAL-03")
    assert (back.code, back.rule) == ("insufficient_funds", "WAL-03")
    assert numbers(back) == {"balance": 107_5204, "needed": 107_5205}


@pytest.mark.rule("WAL-03")
@pytest.mark.parametrize(
    ("amount", "code"),
    [
        (0, "amount_not_positive"),
        (-1, "amount_not_positive"),
        (10**18, "amount_too_large"),
        (150, "fraction_of_cent"),
    ],
)
def test_bad_amounts_are_refused_and_nothing_moves(amount: int, code: str) -> None:
    assert purse().refuses(MoveToPoker(REAL, Units(amount), RATE), NOON).code == code


@pytest.mark.rule("WAL-03")
def test_what_becomes_nothing_is_not_moved() -> None:
    """The smallest amount of the poker wallet is worth less than half a ban."""
    till = purse("500")
    till.does(MoveToPoker(REAL, units("500"), RATE), NOON)

    refusal = till.refuses(MoveToSite(REAL, Units(1), RATE), NOON)

    assert (refusal.code, refusal.rule) == ("amount_too_small", "WAL-05")


@pytest.mark.rule("WAL-04")
def test_the_rate_is_that_of_the_day_in_the_editions_zone() -> None:
    till = purse("500")
    last_of_the_day = at("2026-11-15 23:59", "Europe/Bucharest")
    midnight = at("2026-11-15 22:00")

    assert till.does(MoveToPoker(REAL, units("100"), RATE), last_of_the_day).quote.rate == RATE
    stale = till.refuses(MoveToPoker(REAL, units("100"), RATE), midnight)
    assert (stale.code, stale.rule) == ("rate_stale", "WAL-04")


@pytest.mark.rule("WAL-04")
@pytest.mark.parametrize("direction", [MoveToPoker, MoveToSite])
@pytest.mark.parametrize(
    ("rate", "code"),
    [
        (None, "rate_missing"),
        (replace(RATE, pair="RON/EUR"), "rate_missing"),
        (replace(RATE, value=0), "rate_missing"),
        (replace(RATE, decimals=2), "rate_precision"),
        (replace(RATE, day="2026-11-14"), "rate_stale"),
        (replace(RATE, day="2026-11-16"), "rate_stale"),
        (DEMO, "rate_is_demo"),
    ],
)
def test_without_the_rate_of_the_day_nothing_is_exchanged(
    direction: type[MoveToPoker | MoveToSite], rate: Rate | None, code: str
) -> None:
    refusal = purse().refuses(direction(REAL, units("100"), rate), NOON)

    assert (refusal.code, refusal.rule) == (code, "WAL-04")


@pytest.mark.rule("WAL-04")
def test_a_demo_rate_never_goes_stale_and_is_marked_in_the_event() -> None:
    till = purse("500", TEST)

    moved = till.does(MoveToPoker(TEST, units("500"), DEMO), at("2036-01-01 00:00"))

    assert moved.quote.rate.demo
    assert moved.quote.shown == 499_97


@pytest.mark.rule("WAL-04")
def test_an_amount_of_the_poker_room_is_worded_in_lei() -> None:
    assert shown(TERMS, units("10"), RATE) == 46_50


@pytest.mark.rule("WAL-04")
def test_the_screen_words_the_balance_in_lei_and_marks_a_demo_rate() -> None:
    usual = transfer_screen(TERMS, REAL, units("107.5204"), RATE, NOON)
    demo = transfer_screen(TERMS, TEST, units("107.5204"), DEMO, NOON)
    stale = transfer_screen(TERMS, REAL, units("10"), RATE, at("2026-11-16 12:00"))

    assert (usual.shown, usual.demo, usual.cost, usual.closed) == (499_97, False, 60, None)
    assert (demo.shown, demo.demo) == (499_97, True)
    assert (stale.shown, stale.closed and stale.closed.code) == (None, "rate_stale")
    assert transfer_screen(TERMS, REAL, units("10"), None, NOON).closed is not None


def test_play_money_is_not_exchanged() -> None:
    till = Till(PurseMachine(BankPolicy(), TERMS), Purse(), "purse:ann")
    till.does(OpenPurse(ANN, accounts_of(ANN, [poker_of(PW).wallet], [], [PLAY])), NOON)

    assert till.refuses(MoveToPoker(PLAY, units("5"), DEMO), NOON).code == "wrong_money_kind"


@pytest.mark.parametrize("edition", [U22, U26, U27])
def test_editions_with_one_wallet_move_nothing(edition: EditionId) -> None:
    till = purse("500", edition=edition)

    assert till.refuses(MoveToPoker(REAL, units("5"), RATE), NOON).code == "no_poker_wallet"
    assert till.refuses(MoveToSite(REAL, units("5"), RATE), NOON).code == "no_poker_wallet"


def test_whoever_keeps_away_moves_money_out_of_poker_but_not_in() -> None:
    till = purse("500")
    till.does(MoveToPoker(REAL, units("400"), RATE), NOON)
    till.does(ExcludeSelf(None), NOON)

    assert till.refuses(MoveToPoker(REAL, units("100"), RATE), NOON).code == "self_excluded"
    till.does(MoveToSite(REAL, None, RATE, balance=Units(till.balance(POKER))), NOON)
    assert till.balance(POKER) == 0


def test_moves_are_numbered_by_the_day_but_the_way_out_stays_open() -> None:
    """Half a ban of rounding, a thousand times over, would be money from nowhere."""
    till = purse("500")
    till.machine.policy = BankPolicy(real_money=True, moves_day_max=2)
    for _ in range(2):
        till.does(MoveToPoker(REAL, units("100"), RATE), NOON)

    refusal = till.refuses(MoveToPoker(REAL, units("100"), RATE), NOON)
    assert (refusal.code, numbers(refusal)) == ("too_many_moves", {"most": 2, "resets": at("2026-11-16 00:00")})
    assert till.refuses(MoveToSite(REAL, units("1"), RATE), NOON).code == "too_many_moves"
    till.does(MoveToSite(REAL, None, RATE, balance=Units(till.balance(POKER))), NOON)
    assert till.balance(POKER) == 0


def test_everything_without_a_balance_is_a_question_for_the_runtime() -> None:
    assert purse().refuses(MoveToSite(REAL, None, RATE), NOON).code == "facts_missing"


def test_two_wallets_of_one_currency_are_moved_between_one_for_one() -> None:
    terms = Terms(Currency.EUR, Currency.EUR, None, TERMS.zone)
    till = Till(PurseMachine(BankPolicy(real_money=True), terms), Purse(), "purse:ann")
    till.does(OpenPurse(ANN, (site_wallet(EURO, ANN), POKER)), NOON)
    till.does(CreditPlayer(site_wallet(EURO, ANN), units("20"), StaffId("bob"), "opening"), NOON)

    moved = till.does(MoveToPoker(REAL, units("20")), NOON)
    till.does(MoveToSite(REAL, units("5")), NOON)

    assert (moved.quote.cost, moved.rule) == (0, "WAL-03")
    assert transfer_screen(terms, REAL, units("15"), None, NOON).shown == 15_00
    assert (till.balance(site_wallet(EURO, ANN)), till.balance(POKER)) == (units("5"), units("15"))


def test_a_coarser_poker_ledger_cuts_to_its_own_decimals() -> None:
    """An operator's edition may count the poker wallet in cents."""
    exchange = TERMS.exchange
    assert exchange is not None
    cents = replace(TERMS, exchange=replace(exchange, poker_decimals=replace(exchange.poker_decimals, value=2)))

    assert quoted(into_poker(cents, units("500"), RATE)).received == units("107.52")
    assert check_rate(cents, RATE, REAL, NOON) is None
