"""What the purse refuses does not hang: auto top-ups pass, queues move on."""

from fairdeal.bank.accounts import Tender
from fairdeal.bank.limits import LimitKind, Period
from fairdeal.bank.purse.commands import SetLimit, TakeTimeOut
from fairdeal.cash.floor.events import TurnedAway
from fairdeal.cash.table.commands import Leave, SetAutoTopUp
from fairdeal.cash.table.events import RefillPassed
from fairdeal.kernel import HOUR, MINUTE, Duration, PlayerId, units_of
from fairdeal.rulebook.clause import U27
from tests.room.evenings import Evening


def test_an_auto_top_up_that_the_purse_refuses_passes() -> None:
    evening = Evening(U27)
    evening.arrive("a", "b", "c")
    for name in "abc":
        evening.tell(SetAutoTopUp(PlayerId(name), on=True))
        evening.room.purse(PlayerId(name), TakeTimeOut(Duration(HOUR)), evening.answers.append)
    evening.wait(5 * MINUTE)

    assert any(answer is None for answer in evening.answers)
    assert evening.all(RefillPassed)
    assert not any(chair is not None and chair.refill_due for chair in evening.table.chairs)


def test_a_queued_player_whose_purse_refuses_the_seat_makes_way() -> None:
    evening = Evening(U27)
    evening.arrive(*"abcdef")
    evening.arrive("g", "h", seats=False)
    evening.join("g")
    evening.join("h")
    evening.wait()
    assert evening.queue == ["g", "h"]
    tender = Tender(evening.rules.currency, evening.rules.money)
    limit = SetLimit(LimitKind.LOSS, Period.DAY, tender, units_of(evening.rules.buy_in_min.value) // 2)
    evening.room.purse(PlayerId("g"), limit, evening.answers.append)
    evening.wait()

    evening.tell(Leave(PlayerId("a")))
    evening.wait(5 * MINUTE)  # until the hand is over

    turned_away = evening.all(TurnedAway)
    assert [(event.player, event.code) for event in turned_away] == [("g", "loss_limit_day")]
    assert (evening.queue, evening.tables_of("h")) == ([], 1)
