"""What postings want to move becomes transfers of one event, each with a reference of its own."""

from fairdeal.bank.accounts import Purpose, Tender
from fairdeal.bank.ledger import Book
from fairdeal.bank.transfer import Move, Reason, Transfer, chain_of, move, moving
from fairdeal.kernel import Cents, Currency, EventRef, MoneyKind, RuleId, StreamId, Units

EUR = Tender(Currency.EUR, MoneyKind.REAL)
HERE, THERE = EUR.account(Purpose.SITE, "ann"), EUR.account(Purpose.POKER, "ann")
REF = EventRef(StreamId("purse:ann"), 7)
RULE = RuleId("WAL-03")


def test_legs_are_numbered_from_the_reference_on() -> None:
    moves = [move(HERE, THERE, Cents(5), Reason.EXCHANGE, RULE), Move(THERE, HERE, Units(3), Reason.REFUND)]

    assert chain_of(REF.leg(2), moves) == (
        Transfer(REF.leg(2), HERE, THERE, Units(500), Reason.EXCHANGE, RULE),
        Transfer(REF.leg(3), THERE, HERE, Units(3), Reason.REFUND, None),
    )


def test_what_may_be_nothing_is_left_out_and_takes_no_number() -> None:
    nothing, something = move(HERE, THERE, Cents(0), Reason.FEE), move(HERE, THERE, Cents(1), Reason.FEE)

    (only,) = chain_of(REF, moving([nothing, something]))

    assert (only.ref, only.amount) == (REF, Units(100))


def test_what_must_not_be_nothing_is_refused_by_the_ledger() -> None:
    book = Book({HERE: 10, THERE: 0})

    for amount in (Cents(0), Cents(-1)):
        refusal = book.post(chain_of(REF, [move(HERE, THERE, amount, Reason.EXCHANGE)]))
        assert refusal is not None
        assert refusal.code == "amount_not_positive"
    assert len(list(moving([move(HERE, THERE, Cents(-1), Reason.EXCHANGE)]))) == 1
