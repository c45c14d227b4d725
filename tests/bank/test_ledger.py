"""The ledger's rules: what is refused, that a chain moves whole or not at all, and that nothing is lost or created."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.bank.accounts import OWING, PASSING, Purpose, Tender, parse_account, pot, seat, site_wallet
from fairdeal.bank.ledger import (
    AMOUNT_MAX,
    BALANCE_MAX,
    Book,
    Refusal,
    check_transfer,
    is_listed,
    overdrawn,
    purpose_of,
    trial_balance,
)
from fairdeal.bank.transfer import Reason, Transfer, reversal
from fairdeal.kernel import (
    AccountId,
    Currency,
    EventRef,
    MoneyKind,
    PlayerId,
    Rejection,
    RuleId,
    StreamId,
    TableId,
    Units,
)

EUR = Tender(Currency.EUR, MoneyKind.REAL)
PLAY = Tender(Currency.EUR, MoneyKind.PLAY)
RON = Tender(Currency.RON, MoneyKind.REAL)
WORLD = EUR.account(Purpose.OUTSIDE)
ANN, BOB = site_wallet(EUR, PlayerId("ann")), site_wallet(EUR, PlayerId("bob"))
T1 = TableId("T1")
SEAT_ANN, SEAT_BOB = seat(EUR, T1, PlayerId("ann")), seat(EUR, T1, PlayerId("bob"))
POT = pot(EUR, T1)
RULE = RuleId("BUY-01")
REF = EventRef(StreamId("cash:T1"), 1)


def move(debit: AccountId, credit: AccountId, amount: int, leg: int = 0) -> Transfer:
    return Transfer(REF.leg(leg), debit, credit, Units(amount), Reason.BUY_IN, RULE)


def refused(book: Book, *chain: Transfer) -> Rejection:
    """Post a chain that is refused, and see that nothing moved."""
    balances, changed = dict(book.balances), set(book.changed)
    refusal = book.post(chain)
    assert refusal is not None
    assert (book.balances, book.changed) == (balances, changed)
    return refusal


def test_no_account_holds_or_owes_more_than_a_database_can_count() -> None:
    book = Book({WORLD: 1 - BALANCE_MAX, ANN: BALANCE_MAX - 1, BOB: 5})

    assert refused(book, move(BOB, ANN, 2)).code == Refusal.BALANCE_TOO_LARGE
    assert refused(book, move(WORLD, BOB, 2)).code == Refusal.BALANCE_TOO_LARGE
    assert book.post([move(BOB, ANN, 1), move(WORLD, BOB, 1)]) is None


def test_refusals_by_descending_precedence() -> None:
    """One fault less each time, until the money moves."""
    book = Book({ANN: 100})
    faulty = Transfer(REF, AccountId("?"), AccountId("?"), Units(0), Reason.BUY_IN, RULE)

    assert refused(book, faulty).code == Refusal.AMOUNT_NOT_POSITIVE
    faulty = replace(faulty, amount=Units(AMOUNT_MAX + 1))
    assert refused(book, faulty).code == Refusal.AMOUNT_TOO_LARGE
    faulty = replace(faulty, amount=Units(101))
    assert refused(book, faulty).code == Refusal.NO_SUCH_ACCOUNT
    faulty = replace(faulty, debit=BOB)
    assert refused(book, faulty).code == Refusal.NO_SUCH_ACCOUNT
    faulty = replace(faulty, credit=BOB)
    assert refused(book, faulty).code == Refusal.SAME_ACCOUNT
    faulty = replace(faulty, credit=seat(Tender(Currency.RON, MoneyKind.PLAY), T1, PlayerId("bob")))
    assert refused(book, faulty).code == Refusal.WRONG_CURRENCY
    faulty = replace(faulty, credit=seat(PLAY, T1, PlayerId("bob")))
    assert refused(book, faulty).code == Refusal.WRONG_MONEY_KIND
    faulty = replace(faulty, credit=SEAT_BOB)
    assert refused(book, faulty).code == Refusal.ACCOUNT_NOT_OPEN
    faulty = replace(faulty, debit=ANN)
    assert refused(book, faulty).code == Refusal.INSUFFICIENT_FUNDS
    assert book.post([replace(faulty, amount=Units(100))]) is None
    assert book.balances == {ANN: 0, SEAT_BOB: 100}


def test_a_refusal_names_the_rule_and_the_numbers() -> None:
    book = Book({ANN: 60})

    assert refused(book, move(ANN, SEAT_ANN, 61)) == Rejection(
        Refusal.INSUFFICIENT_FUNDS, RULE, (("balance", 60), ("needed", 61))
    )
    assert refused(book, move(ANN, SEAT_ANN, -5)) == Rejection(Refusal.AMOUNT_NOT_POSITIVE, RULE, (("amount", -5),))
    assert refused(book, move(ANN, SEAT_ANN, AMOUNT_MAX + 1)).numbers == (("most", AMOUNT_MAX),)


@pytest.mark.parametrize("amount", [1, AMOUNT_MAX])
def test_the_least_and_the_most_that_can_be_moved(amount: int) -> None:
    book = Book({ANN: amount})

    assert book.post([move(ANN, SEAT_ANN, amount)]) is None
    assert book.balances[SEAT_ANN] == amount


@pytest.mark.parametrize(
    "text",
    [
        "",
        "site",
        "site:ann:EUR",
        "site:ann:EUR:real:more",
        "sight:ann:EUR:real",
        "site:ann:EURO:real",
        "site:ann:EUR:unreal",
        "SITE:ann:EUR:real",
        " site:ann:EUR:real",
        "site:ann:EUR:real\n",
    ],
)
def test_ids_that_the_chart_does_not_know(text: str) -> None:
    account = AccountId(text)
    book = Book({})

    assert parse_account(text) is None
    assert check_transfer(move(WORLD, account, 1)) == Rejection(Refusal.NO_SUCH_ACCOUNT, RULE)
    assert book.open(account) == Rejection(Refusal.NO_SUCH_ACCOUNT)
    assert not book.balances


def test_a_chain_moves_whole_or_not_at_all() -> None:
    book = Book({ANN: 100, WORLD: -100})

    poor = refused(book, move(ANN, SEAT_ANN, 60), move(SEAT_ANN, POT, 10, 1), move(ANN, SEAT_ANN, 50, 2))

    assert poor.code == Refusal.INSUFFICIENT_FUNDS
    assert book.post([move(ANN, SEAT_ANN, 60), move(SEAT_ANN, POT, 10, 1), move(ANN, SEAT_ANN, 40, 2)]) is None
    assert book.balances == {ANN: 0, WORLD: -100, SEAT_ANN: 90, POT: 10}
    assert book.changed == {ANN, SEAT_ANN, POT}


def test_transfers_of_a_chain_happen_in_order() -> None:
    """What comes in first can go out afterwards, and not the other way round."""
    book = Book({ANN: 10})
    there, on = move(ANN, SEAT_ANN, 10), move(SEAT_ANN, POT, 10, 1)

    assert refused(book, on, there).code == Refusal.INSUFFICIENT_FUNDS
    assert book.post([there, on]) is None
    assert book.balances[POT] == 10


def test_an_empty_chain_is_posted() -> None:
    assert Book({}).post([]) is None


def test_wallets_must_be_opened_and_other_accounts_open_themselves() -> None:
    book = Book({})
    assert refused(book, move(WORLD, ANN, 5)).code == Refusal.ACCOUNT_NOT_OPEN

    assert book.open(ANN) is None
    assert book.open(ANN) is None
    assert book.changed == {ANN}
    assert book.post([move(WORLD, ANN, 5), move(ANN, SEAT_ANN, 5, 1)]) is None
    assert book.balances == {WORLD: -5, ANN: 0, SEAT_ANN: 5}


def test_opening_an_account_again_does_not_empty_it() -> None:
    book = Book({ANN: 5})

    assert book.open(ANN) is None
    assert book.balances == {ANN: 5}
    assert book.changed == set()


@pytest.mark.parametrize("purpose", Purpose)
def test_only_the_house_and_the_world_may_owe(purpose: Purpose) -> None:
    account = EUR.account(purpose, "x")
    book = Book({account: 5})

    refusal = book.post([move(account, POT if purpose is not Purpose.POT else SEAT_ANN, 6)])

    assert (refusal is None) == (purpose in OWING)
    assert purpose_of(account) == purpose
    parsed = parse_account(account)
    assert parsed is not None
    assert parsed.may_owe == (purpose in OWING)


def test_chips_that_move_over_a_table_are_on_no_statement() -> None:
    assert {purpose.value for purpose in PASSING} == {"seat", "pending", "pot", "bet"}
    assert not is_listed(move(SEAT_ANN, POT, 1))
    assert is_listed(move(ANN, SEAT_ANN, 1))
    assert is_listed(move(POT, EUR.account(Purpose.RAKE, "house/1-2"), 1))


def test_a_reversal_undoes_a_chain_last_transfer_first() -> None:
    book = Book({ANN: 100})
    chain = (move(ANN, SEAT_ANN, 60), move(SEAT_ANN, POT, 60, 1))
    undo = reversal(chain, EventRef(StreamId("cash:T1"), 2))

    assert book.post(chain) is None
    assert book.post(undo) is None

    assert book.balances == {ANN: 100, SEAT_ANN: 0, POT: 0}
    assert [each.reverses for each in undo] == [chain[1].ref, chain[0].ref]
    assert [each.ref.leg_number for each in undo] == [0, 1]
    assert {each.reason for each in undo} == {Reason.REVERSAL}


def test_a_reversal_is_refused_where_the_money_has_gone() -> None:
    book = Book({ANN: 100, SEAT_BOB: 0})
    chain = (move(ANN, SEAT_ANN, 60),)
    assert book.post(chain) is None
    assert book.post([move(SEAT_ANN, SEAT_BOB, 1)]) is None

    assert refused(book, *reversal(chain, REF)).code == Refusal.INSUFFICIENT_FUNDS


def test_the_trial_balance_counts_each_tender_for_itself() -> None:
    balances = {ANN: 100, WORLD: -100, site_wallet(RON, PlayerId("ann")): 7, site_wallet(PLAY, PlayerId("ann")): 0}

    assert trial_balance(balances) == {EUR: 0, RON: 7, PLAY: 0}
    assert overdrawn({ANN: -1, BOB: 0, WORLD: -5, POT: -2}) == [ANN, POT]


accounts = st.sampled_from(
    [WORLD, ANN, BOB, SEAT_ANN, SEAT_BOB, POT, site_wallet(RON, PlayerId("ann")), AccountId("odd")]
)
transfers = st.builds(move, accounts, accounts, st.integers(-2, 60))
chains = st.lists(transfers, max_size=6).map(tuple)


@given(st.lists(chains, max_size=12))
def test_whatever_is_posted_nothing_is_lost_or_created_and_nobody_owes(history: list[tuple[Transfer, ...]]) -> None:
    book = Book({ANN: 100, BOB: 50, WORLD: -150})
    posted: list[Transfer] = []
    for chain in history:
        before = dict(book.balances)
        if book.post(chain) is None:
            posted += chain
        else:
            assert book.balances == before

    assert set(trial_balance(book.balances).values()) <= {0}
    assert overdrawn(book.balances) == []
    for account, balance in book.balances.items():
        came_in = sum(each.amount for each in posted if each.credit == account)
        went_out = sum(each.amount for each in posted if each.debit == account)
        assert balance == {ANN: 100, BOB: 50, WORLD: -150}.get(account, 0) + came_in - went_out
    assert book.changed == {account for each in posted for account in (each.debit, each.credit)}


@given(chains)
def test_a_chain_and_its_reversal_leave_everything_as_it_was(chain: tuple[Transfer, ...]) -> None:
    book = Book({ANN: 100, BOB: 50, WORLD: -150})
    if book.post(chain) is None:
        assert book.post(reversal(chain, REF)) is None

    assert {account: balance for account, balance in book.balances.items() if balance} == {
        ANN: 100,
        BOB: 50,
        WORLD: -150,
    }
