"""Which account a game is played from."""

import pytest

from fairdeal.bank.accounts import Purpose, Tender, poker_wallet, seat, site_wallet
from fairdeal.bank.ledger import Book
from fairdeal.bank.transfer import chain_of
from fairdeal.bank.wallet import accounts_of, buy_in, cash_out, casino_wallet, site_currency, table_wallet
from fairdeal.kernel import Cents, Currency, EventRef, MoneyKind, PlayerId, StreamId, TableId
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from tests.bank.till import open_book, poker_of

ANN, TABLE = PlayerId("ann"), TableId("T7")
EUR, RON = (Tender(currency, MoneyKind.REAL) for currency in (Currency.EUR, Currency.RON))
REF = EventRef(StreamId("table:T7"), 3)
UNIBET = (U22, U26, U27)


def book(site: int = 0, poker: int = 0, currency: Tender = EUR) -> Book:
    wallets = {site_wallet(currency, ANN): site, poker_wallet(EUR, ANN): poker}
    return open_book(wallets, EUR.account(Purpose.OUTSIDE, "world"))


@pytest.mark.rule("WAL-01")
def test_a_buy_in_comes_from_the_poker_wallet_and_from_nowhere_else() -> None:
    wallet = poker_of(PW).wallet
    rich_at_the_site = book(site=1_000_0000)

    refusal = rich_at_the_site.post(chain_of(REF, [buy_in(wallet, MoneyKind.REAL, TABLE, ANN, Cents(10_00))]))

    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("insufficient_funds", "WAL-01")
    assert rich_at_the_site.balances[site_wallet(EUR, ANN)] == 1_000_0000


@pytest.mark.rule("WAL-01")
def test_money_sits_down_from_the_poker_wallet_and_goes_back_there() -> None:
    wallet = poker_of(PW).wallet
    ledger = book(poker=25_0000)

    assert ledger.post(chain_of(REF, [buy_in(wallet, MoneyKind.REAL, TABLE, ANN, Cents(10_00))])) is None
    assert (ledger.balances[poker_wallet(EUR, ANN)], ledger.balances[seat(EUR, TABLE, ANN)]) == (15_0000, 10_0000)
    assert ledger.post(chain_of(REF.leg(1), [cash_out(wallet, MoneyKind.REAL, TABLE, ANN, Cents(10_00))])) is None
    assert ledger.balances[poker_wallet(EUR, ANN)] == 25_0000


@pytest.mark.parametrize("edition", UNIBET)
def test_with_one_wallet_the_site_pays_the_table(edition: EditionId) -> None:
    wallet = poker_of(edition).wallet
    ledger = book(site=10_0000)

    assert ledger.post(chain_of(REF, [buy_in(wallet, MoneyKind.REAL, TABLE, ANN, Cents(10_00))])) is None
    assert ledger.balances[site_wallet(EUR, ANN)] == 0


def test_casino_bets_come_from_the_site_wallet() -> None:
    assert casino_wallet(RON, ANN) == "site:ann:RON:real"


def test_a_new_player_gets_the_wallets_of_every_room_and_kind_of_money_once() -> None:
    wallets = [poker_of(edition).wallet for edition in (*UNIBET, PW)]

    accounts = accounts_of(ANN, wallets, [Currency.EUR], (MoneyKind.REAL, MoneyKind.TEST))

    assert accounts == (
        "site:ann:EUR:real",
        "site:ann:RON:real",
        "poker:ann:EUR:real",
        "site:ann:EUR:test",
        "site:ann:RON:test",
        "poker:ann:EUR:test",
    )


def test_a_casino_alone_gives_a_site_wallet_of_its_currency() -> None:
    assert accounts_of(ANN, [], [Currency.SEK], [MoneyKind.PLAY]) == ("site:ann:SEK:play",)


def test_the_sites_currency_is_the_tables_unless_money_is_exchanged() -> None:
    assert [site_currency(poker_of(edition).wallet) for edition in (U27, PW)] == [Currency.EUR, Currency.RON]
    assert table_wallet(poker_of(PW).wallet, MoneyKind.PLAY, ANN) == "poker:ann:EUR:play"
