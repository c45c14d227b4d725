"""Prices of sit & gos and tournaments (FEE-02 to FEE-07), and where an entry's money goes."""

from dataclasses import replace

import pytest

from fairdeal.bank.accounts import Purpose, Tender, bounties, entry_fees, fees, prizes, site_wallet
from fairdeal.bank.fees import (
    FREE_ROLL,
    Entry,
    Price,
    earned_fees_chain,
    entry_chain,
    multi_table_price,
    printed_prices,
    refund_chain,
    sit_and_go_price,
)
from fairdeal.bank.ledger import Book
from fairdeal.bank.transfer import Reason
from fairdeal.kernel import Cents, Currency, EventRef, MoneyKind, PlayerId, Rejection, StreamId, TournamentId, units_of
from fairdeal.poker import NO_RAKE, HandRules, rules_for
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from fairdeal.rulebook.loader import published_edition
from fairdeal.rulebook.ruled import Blinds
from fairdeal.testing import play
from tests.bank.till import open_book, poker_of

UNIBET = (U22, U26, U27)
POKER = (*UNIBET, PW)
EURO = Tender(Currency.EUR, MoneyKind.REAL)
ANN, CUP = PlayerId("ann"), TournamentId("cup")
WALLET = site_wallet(EURO, ANN)
REF = EventRef(StreamId("tournament:cup"), 4)

FIVE_HANDED = [(100, 95, 5), (200, 190, 10), (400, 380, 20), (1000, 950, 50), (2500, 2375, 125)]
FIVE_HANDED_U22 = [*FIVE_HANDED, (5000, 4850, 150), (10000, 9700, 300)]
TWO_HANDED = [
    (100, 97, 3), (200, 194, 6), (400, 388, 12), (1000, 970, 30), (2500, 2425, 75), (5000, 4850, 150),
    (10000, 9700, 300), (20000, 19400, 600),
]  # fmt: skip
MULTI_TABLE_U22 = [
    (100, 90, 10),
    (400, 360, 40),
    (1000, 900, 100),
    (2500, 2250, 250),
    (5000, 4500, 500),
    (10000, 9000, 1000),
]
SIT_AND_GO_PW = [
    (100, 10), (100, 5), (200, 20), (200, 10), (500, 25), (500, 50), (1000, 50), (1000, 100), (2000, 200), (2000, 60),
    (2000, 100),
]  # fmt: skip


def found(price: Price | Rejection) -> Price:
    assert isinstance(price, Price), price
    return price


def paid(price: Price, bounty: int = 0) -> Book:
    """A book after Ann, who had 500, paid that price into the cup."""
    book = open_book({WALLET: 500_0000}, EURO.account(Purpose.OUTSIDE, "world"))
    assert book.post(entry_chain(Entry(CUP, EURO, WALLET, price, Cents(bounty)), REF)) is None
    return book


def parts(book: Book) -> tuple[int, ...]:
    """What left the wallet, and what prizes, bounties and fees got, in cents."""
    accounts = (prizes(EURO, CUP), bounties(EURO, CUP), entry_fees(EURO, CUP))
    return (50_000 - book.balances[WALLET] // 100, *(book.balances.get(each, 0) // 100 for each in accounts))


@pytest.mark.parametrize(
    ("edition", "table"),
    [
        pytest.param(U22, FIVE_HANDED_U22, marks=pytest.mark.rule("FEE-02", edition=U22)),
        pytest.param(U26, FIVE_HANDED, marks=pytest.mark.rule("FEE-02", edition=U26)),
        pytest.param(U27, FIVE_HANDED, marks=pytest.mark.rule("FEE-02", edition=U27)),
    ],
)
def test_five_handed_sit_and_gos(edition: EditionId, table: list[tuple[int, int, int]]) -> None:
    rules = poker_of(edition).fees

    for total, pool, fee in table:
        price = found(sit_and_go_price(rules, 5, Cents(total)))
        assert (price.pool, price.fee, price.total, price.rule) == (pool, fee, total, "FEE-02")
        assert parts(paid(price)) == (total, pool, 0, fee)


@pytest.mark.rule("FEE-02")
@pytest.mark.parametrize("edition", [U26, U27])
@pytest.mark.parametrize("total", [5000, 10000])
def test_fifty_and_a_hundred_are_no_longer_offered_five_handed(edition: EditionId, total: int) -> None:
    refusal = sit_and_go_price(poker_of(edition).fees, 5, Cents(total))

    assert isinstance(refusal, Rejection)
    assert (refusal.code, refusal.rule) == ("no_such_price", "FEE-02")


@pytest.mark.rule("FEE-03")
@pytest.mark.parametrize("edition", UNIBET)
@pytest.mark.parametrize(("total", "pool", "fee"), TWO_HANDED)
def test_two_handed_sit_and_gos(edition: EditionId, total: int, pool: int, fee: int) -> None:
    price = found(sit_and_go_price(poker_of(edition).fees, 2, Cents(total)))

    assert (price.pool, price.fee, price.total, price.rule) == (pool, fee, total, "FEE-03")
    assert parts(paid(price)) == (total, pool, 0, fee)


@pytest.mark.rule("FEE-04")
@pytest.mark.parametrize(("total", "pool", "fee"), MULTI_TABLE_U22)
def test_multi_table_fees_as_printed(total: int, pool: int, fee: int) -> None:
    price = found(multi_table_price(poker_of(U22).fees, Cents(total)))

    assert (price.pool, price.fee, price.rule) == (pool, fee, "FEE-04")
    assert parts(paid(price)) == (total, pool, 0, fee)


@pytest.mark.rule("FEE-05")
@pytest.mark.parametrize("edition", [U26, U27])
def test_a_tenth_of_what_is_paid_unless_the_tournament_says_otherwise(edition: EditionId) -> None:
    rules = poker_of(edition).fees

    usual, own = found(multi_table_price(rules, Cents(10_00))), found(multi_table_price(rules, Cents(10_00), Cents(45)))

    assert (usual.pool, usual.fee, usual.total, usual.rule) == (900, 100, 1000, "FEE-05")
    assert (own.pool, own.fee, own.total) == (955, 45, 1000)
    assert parts(paid(usual)) == (1000, 900, 0, 100)
    assert str(usual) == "10 (9.00 + 1.00)"


@pytest.mark.rule("FEE-05")
@pytest.mark.parametrize("edition", [U26, U27])
def test_a_fraction_of_a_cent_of_fee_is_left_in_the_pool(edition: EditionId) -> None:
    price = found(multi_table_price(poker_of(edition).fees, Cents(3_39)))

    assert (price.pool, price.fee, price.total) == (306, 33, 339)
    assert parts(paid(price)) == (339, 306, 0, 33)


@pytest.mark.rule("FEE-07")
@pytest.mark.parametrize(("label", "fee"), SIT_AND_GO_PW)
def test_the_eleven_sit_and_gos_whose_fee_comes_on_top(label: int, fee: int) -> None:
    price = found(sit_and_go_price(poker_of(PW).fees, 6, Cents(label), Cents(fee)))

    assert (price.pool, price.total, price.rule) == (label, label + fee, "FEE-07")
    assert parts(paid(price)) == (label + fee, label, 0, fee)


@pytest.mark.rule("FEE-07")
def test_where_one_label_has_several_fees_the_tournament_names_one() -> None:
    rules = poker_of(PW).fees

    unnamed, wrong = sit_and_go_price(rules, 6, Cents(20_00)), sit_and_go_price(rules, 6, Cents(20_00), Cents(70))

    assert [each.code for each in (unnamed, wrong) if isinstance(each, Rejection)] == ["fee_missing", "no_such_price"]
    assert [str(price) for _, price in printed_prices(rules)][6] == "10 (10.00 + 0.50)"


def test_publicwins_multi_table_fee_comes_on_top_too() -> None:
    price = found(multi_table_price(poker_of(PW).fees, Cents(10_00)))

    assert (price.pool, price.fee, price.total) == (1000, 100, 1100)


@pytest.mark.parametrize("edition", POKER)
def test_every_printed_price_is_paid_and_refunded_to_the_cent(edition: EditionId) -> None:
    rules = poker_of(edition)
    refunds = rules.tournament.refund_in_same_means.rule
    count = 0

    for _, price in printed_prices(rules.fees):
        book = paid(price)
        assert 50_000 - book.balances[WALLET] // 100 == price.total
        assert book.post(refund_chain(Entry(CUP, EURO, WALLET, price), refunds, REF)) is None
        assert parts(book) == (0, 0, 0, 0)
        count += 1
    assert count == {U22: 21, U26: 13, U27: 13, PW: 11}[edition]


@pytest.mark.parametrize("edition", POKER)
def test_a_refund_goes_back_to_what_the_entry_was_paid_with(edition: EditionId) -> None:
    """A ticket comes back as a ticket, never as money."""
    poker = poker_of(edition)
    ticket = EURO.account(Purpose.TICKET, "ann/cup")
    entry = Entry(CUP, EURO, ticket, found(multi_table_price(poker.fees, Cents(10_00))))
    total = units_of(entry.price.total)
    book = open_book({WALLET: 5_0000, ticket: total}, EURO.account(Purpose.OUTSIDE, "world"))

    assert book.post(entry_chain(entry, REF)) is None
    assert book.balances[ticket] == 0
    back = refund_chain(entry, poker.tournament.refund_in_same_means.rule, REF)
    assert book.post(back) is None

    assert (book.balances[ticket], book.balances[WALLET]) == (total, 5_0000)
    assert {(each.reason, each.rule) for each in back} == {(Reason.REFUND, "MTT-33b")}


def test_a_bounty_comes_out_of_the_pool_part_and_goes_back_with_it() -> None:
    price = Price(Cents(10_00), Cents(9_00), Cents(1_00), REFUND)
    entry = Entry(CUP, EURO, WALLET, price, Cents(4_00))
    book = paid(price, 400)

    assert parts(book) == (1000, 500, 400, 100)
    assert [str(each.ref) for each in entry_chain(entry, REF)] == [f"tournament:cup@4.{leg}" for leg in range(3)]
    assert book.post(refund_chain(entry, REFUND, REF)) is None
    assert parts(book) == (0, 0, 0, 0)


REFUND = poker_of(U27).tournament.refund_in_same_means.rule


def test_legs_go_on_from_the_reference_that_is_given() -> None:
    chain = entry_chain(Entry(CUP, EURO, WALLET, Price(Cents(100), Cents(90), Cents(10), REFUND)), REF.leg(5))

    assert [each.ref.leg_number for each in chain] == [5, 6]


@pytest.mark.parametrize("edition", POKER)
def test_a_free_roll_costs_nothing_and_moves_nothing(edition: EditionId) -> None:
    price = found(multi_table_price(poker_of(edition).fees, Cents(0)))

    assert price is FREE_ROLL
    assert price.total == 0
    assert entry_chain(Entry(CUP, EURO, WALLET, price), REF) == ()


@pytest.mark.parametrize("edition", POKER)
@pytest.mark.parametrize(("label", "fee"), [(-100, None), (100, -1), (0, -1)])
def test_prices_below_nothing_are_refused(edition: EditionId, label: int, fee: int | None) -> None:
    refusal = multi_table_price(poker_of(edition).fees, Cents(label), None if fee is None else Cents(fee))

    assert isinstance(refusal, Rejection)
    assert refusal.code == "no_such_price"


def test_a_fee_above_the_total_is_refused() -> None:
    assert isinstance(multi_table_price(poker_of(U27).fees, Cents(100), Cents(101)), Rejection)
    assert found(multi_table_price(poker_of(PW).fees, Cents(100), Cents(101))).total == 201


def test_when_the_tournament_starts_its_fees_become_the_houses() -> None:
    price = found(multi_table_price(poker_of(U27).fees, Cents(10_00)))
    book = paid(price)

    assert book.post(earned_fees_chain(EURO, CUP, "book", "freezeout", price.fee, price.rule, REF)) is None

    assert book.balances[entry_fees(EURO, CUP)] == 0
    assert book.balances[fees(EURO, "book", "freezeout")] == 1_0000


@pytest.mark.rule("FEE-06")
@pytest.mark.parametrize("edition", [U26, U27, PW])
def test_a_tournament_hand_pays_no_rake(edition: EditionId) -> None:
    """The same hand, dealt to the river, at a cash table of the edition and in a tournament."""
    story = "stacks a=5000 b=5000 c=5000; to the end"
    cash = rules_for(published_edition(edition), "texas", Blinds(Cents(50), Cents(100)))
    tournament = replace(cash, hand=HandRules(cash.hand.big_blind))

    raked, free = play(story, cash).result, play(story, tournament).result

    assert tournament.hand.rake is NO_RAKE
    assert raked.rake > 0
    assert (free.rake, sum(free.net)) == (0, 0)
