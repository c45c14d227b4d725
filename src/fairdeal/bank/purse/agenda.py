"""The agenda of a purse: its timers, and orders to the cashier."""

from collections.abc import Iterator

from fairdeal.bank.cashier import CASHIER, WithdrawalOrder
from fairdeal.bank.house import tender_of
from fairdeal.bank.limits import LimitKind, Period, find_limit
from fairdeal.bank.purse.commands import CallTime, DropDeposit, PurseCommand, ResumeWithdrawal
from fairdeal.bank.purse.state import Purse, Stage
from fairdeal.kernel import Duration, Message, Task, Timer, utc_day


def tasks(state: Purse) -> Iterator[Task[PurseCommand | WithdrawalOrder]]:
    """The agenda of a purse: expiry of asked deposits, withdrawals to send or suspended, the end of play time."""
    for asked in state.asked:
        yield Timer(asked.until, DropDeposit(asked.deposit))
    for each in state.withdrawals:
        if each.stage is Stage.APPROVED:
            order = WithdrawalOrder(each.withdrawal, state.player, tender_of(each.account), each.amount)
            yield Message(CASHIER, order)
        if each.suspension is not None:
            yield Timer(each.suspension.until, ResumeWithdrawal(each.withdrawal, each.suspension.until))
    yield from _time_calls(state)


def _time_calls(state: Purse) -> set[Timer[PurseCommand]]:
    """Timers for the end of play time; a limit about to change has one for each value, and the wrong one is refused."""
    if not state.limits:
        return set()
    limit = find_limit(state.limits, LimitKind.TIME, Period.DAY, None)
    ends = {
        state.play.used_up_at(Duration(amount), state.time_called)
        for amount in (limit.amount, limit.next_amount)
        if amount is not None
    }
    return {Timer(end, CallTime(utc_day(end))) for end in ends if end is not None}
