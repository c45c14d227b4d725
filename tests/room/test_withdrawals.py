"""An approved withdrawal reaches whoever pays it out, again after a restart, until it is sent."""

from fairdeal.bank.accounts import Tender
from fairdeal.bank.cashier import WithdrawalOrder
from fairdeal.bank.house import StaffId
from fairdeal.bank.purse.commands import ApproveWithdrawal, AskWithdrawal, ConfirmSent
from fairdeal.kernel import SECOND, Cents, PlayerId, units_of
from fairdeal.rulebook.clause import U27
from tests.room.evenings import Evening

ANN = PlayerId("ann")


def approved(evening: Evening) -> WithdrawalOrder:
    evening.arrive("ann", seats=False)
    tender = Tender(evening.rules.currency, evening.rules.money)
    amount = units_of(Cents(2_500))
    for command in (AskWithdrawal("w1", tender, amount), ApproveWithdrawal("w1", StaffId("desk"))):
        evening.room.purse(ANN, command, evening.answers.append)
        evening.wait()
    assert evening.answers[-2:] == [None, None]
    return WithdrawalOrder("w1", ANN, tender, amount)


def test_it_is_paid_out_once_and_offered_again_until_it_is_sent() -> None:
    evening = Evening(U27)
    orders: list[WithdrawalOrder] = []
    evening.room.pay_out_by(orders.append)
    order = approved(evening)
    assert orders == [order]

    evening.crash(SECOND)
    evening.room.pay_out_by(orders.append)
    evening.room.open_purse(ANN)
    evening.wait()
    assert orders == [order, order]

    evening.room.purse(ANN, ConfirmSent("w1", "bank", "r1"), evening.answers.append)
    evening.wait()
    evening.crash(SECOND)
    evening.room.pay_out_by(orders.append)
    evening.room.open_purse(ANN)
    evening.wait()
    assert orders == [order, order]


def test_without_a_cashier_it_waits_and_the_room_plays_on() -> None:
    evening = Evening(U27)
    approved(evening)

    assert evening.room.fail_stop_report() == []
