"""Re-buys with their three limits, and the add-on."""

from dataclasses import replace
from typing import Any

import pytest

from fairdeal.bank.accounts import Purpose
from fairdeal.bank.fees import Price
from fairdeal.bank.transfer import Reason
from fairdeal.kernel import Cents, Chips, EventRef, Instant, RuleId, StreamId, reject, seconds, units_of
from fairdeal.rulebook.schema.choices import ReBuyLimit
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.events import ChipsBought, Eliminated, PauseBegan, PauseCalled, ReBuysDecided
from fairdeal.tournament.director.state import Extra, PauseKind, Status
from fairdeal.tournament.director.view import summary_of
from fairdeal.tournament.setup import AddOn, ReBuy, used_limits
from tests.tournament.directing import POKER, U27, Room, player, row

A, B, C, D, E, F = (player(number) for number in range(1, 7))
AGAIN = Price(Cents(500), Cents(450), Cents(50), RuleId("MTT-66"))


def again(**changes: Any) -> ReBuy:
    return ReBuy(**{"price": AGAIN, "chips": Chips(1500), "until_level": 2, **changes})


@pytest.mark.rule("MTT-66")
@pytest.mark.rule("MTT-67")
@pytest.mark.parametrize(("extra", "reason"), [(Extra.RE_BUY, Reason.RE_BUY), (Extra.ADD_ON, Reason.ADD_ON)])
def test_statements_can_tell_what_chips_were_bought_by(extra: Extra, reason: Reason) -> None:
    room = Room(U27, re_buy=again())
    room.start(3)
    room.bust(A, to=B)
    (bought,) = (event for event in room.do(ms.BuyAgain(A)) if isinstance(event, ChipsBought))
    event = replace(bought, purchase=replace(bought.purchase, extra=extra))

    moved = room.machine.transfers(event, EventRef(StreamId("tournament:T"), 1))

    assert [(each.reason, each.amount) for each in moved] == [
        (reason, units_of(AGAIN.pool)),
        (Reason.FEE, units_of(AGAIN.fee)),
    ]


@pytest.mark.rule("MTT-66")
@pytest.mark.rule("GLO-43")
@pytest.mark.parametrize("edition", POKER)
def test_a_player_without_chips_may_buy_again_and_stays(edition: str) -> None:
    room = Room(edition, re_buy=again())
    room.start(3)
    events = room.bust(A, to=B)
    assert not any(isinstance(event, Eliminated) for event in events)
    assert room.orders() == []  # the table waits

    room.do(ms.BuyAgain(A))

    assert room.chair(A).stack == 1500
    assert room.won(A) == -1500
    assert room.state.chips == 4500
    assert len(room.orders()[0].places) == 3
    assert room.state.purse.supplied == 3 * 900 + 450
    assert room.state.purse.fees == 3 * 100 + 50
    room.check_money()


@pytest.mark.rule("MTT-66")
def test_who_does_not_answer_is_out_when_time_is_up() -> None:
    room = Room(re_buy=again(window=seconds(20)))
    room.start(3)
    room.bust(A, to=B)
    (timer,) = [timer for timer in room.timers() if isinstance(timer.command, ms.EndReBuyTime)]
    assert timer.at == room.now + 20_000
    assert room.refused(timer.command) == "too_early"

    room.now = timer.at
    assert room.refused(ms.BuyAgain(A)) == "re_buy_closed"
    events = room.do(timer.command)

    assert [type(event) for event in events[:2]] == [ReBuysDecided, Eliminated]
    assert room.place(A) == 3
    assert room.refused(timer.command) == "stale_timer"


@pytest.mark.rule("MTT-66")
def test_who_declines_is_out_at_once_but_two_of_one_hand_are_ranked_together() -> None:
    room = Room(re_buy=again())
    room.start(4)
    room.bust(A, to=B)
    room.do(ms.BuyAgain(A))  # A has 1500 now
    room.bust(A, C, to=B)
    assert not [event for event in room.do(ms.DeclineReBuy(A)) if isinstance(event, Eliminated)]
    assert room.refused(ms.DeclineReBuy(A)) == "nothing_to_decide"

    room.do(ms.DeclineReBuy(C))

    assert (room.place(A), room.place(C)) == (3, 4)


@pytest.mark.rule("MTT-66")
@pytest.mark.rule("MTT-44")
@pytest.mark.parametrize("edition", POKER)
def test_who_still_decides_when_payouts_begin_buys_nothing_and_is_paid(edition: str) -> None:
    room = Room(edition, re_buy=again(), seats=3, payouts=(row(2, 100), row(3, 50, 30, 20)))
    room.enter_count(6)
    room.seat({0: A, 1: B, 2: E}, {0: C, 1: D, 2: F})
    room.bust(E, to=B)
    room.do(ms.DeclineReBuy(E))
    room.bust(A, to=B)
    room.bust(C, D, to=F)
    room.do(ms.DeclineReBuy(C))
    assert room.state.prizes is None

    events = room.do(ms.DeclineReBuy(D))

    decided = [event for event in events if isinstance(event, ReBuysDecided)]
    assert [(event.players, event.rule) for event in decided] == [((D,), "MTT-66"), ((A,), "MTT-66")]
    assert room.refused(ms.BuyAgain(A)) == "not_playing"
    assert (room.place(A), room.won(A)) == (3, 1080 - 1000)
    room.check_money()


@pytest.mark.rule("MTT-66")
@pytest.mark.parametrize("edition", POKER)
def test_the_period_ends_with_its_level(edition: str) -> None:
    room = Room(edition, re_buy=again(until_level=2), synchronised_breaks=False)
    room.start(6)
    room.next_level()
    room.bust(A, to=B)
    ends = room.state.clock.level_ends
    assert ends is not None
    room.now = Instant(ends - 1)
    room.do(ms.DeclineReBuy(A))

    room.now = ends
    assert room.tell(ms.BuyAgain(C)) == reject("re_buy_closed", RuleId("MTT-66"), until_level=2)
    room.next_level()
    assert room.refused(ms.BuyAgain(C)) == "re_buy_closed"
    assert any(isinstance(event, Eliminated) for event in room.bust(C, to=B))


@pytest.mark.rule("MTT-66")
def test_who_lost_everything_in_the_period_has_the_whole_window() -> None:
    room = Room(re_buy=again(until_level=1, window=seconds(20)), synchronised_breaks=False)
    room.start(6)
    room.now = Instant(room.now + 10 * 60_000 - 5_000)
    room.bust(A, to=B)
    room.next_level()
    assert room.state.prizes is None

    room.do(ms.BuyAgain(A))

    assert room.chair(A).stack == 1500
    assert room.state.prizes is not None


@pytest.mark.rule("MTT-66")
def test_only_with_few_chips_and_only_so_often() -> None:
    room = Room(re_buy=again(below=Chips(1000), times=1))
    room.start(6)
    assert room.tell(ms.BuyAgain(A)) == reject("too_many_chips", RuleId("MTT-66"), below=1000)
    room.bust(A, to=B)
    room.do(ms.BuyAgain(A))

    assert any(isinstance(event, Eliminated) for event in room.bust(A, to=B))
    assert room.refused(ms.BuyAgain(A)) == "not_playing"


@pytest.mark.rule("MTT-66")
def test_the_number_of_re_buys_counts_for_players_with_chips_too() -> None:
    room = Room(re_buy=again(below=Chips(5000), times=1))
    room.start(3)
    room.do(ms.BuyAgain(A))

    assert room.tell(ms.BuyAgain(A)) == reject("re_buys_used_up", RuleId("MTT-66"), times=1)


@pytest.mark.rule("MTT-66")
def test_chips_bought_during_a_hand_join_the_stack_at_its_end() -> None:
    room = Room(re_buy=again(below=Chips(1001)))
    room.start(3)
    (order,) = room.orders()
    room.do(ms.BuyAgain(A))
    assert (room.chair(A).stack, room.chair(A).bought) == (1000, 1500)
    assert room.orders() == [order]

    events = room.bust(A, to=B)

    assert not any(isinstance(event, Eliminated) for event in events)
    assert (room.chair(A).stack, room.chair(A).bought) == (1500, 0)


def test_the_lobby_counts_re_buys_whenever_chips_came_into_play() -> None:
    room = Room(re_buy=again(below=Chips(5000)))
    room.start(3)
    known = summary_of(room.state)
    room.do(ms.BuyAgain(A))
    once = summary_of(room.state, known)
    room.do(ms.BuyAgain(B))

    assert [known.re_buys, once.re_buys, summary_of(room.state, once).re_buys] == [0, 1, 2]
    assert summary_of(room.state).paid_in == 3 * room.state.setup.price.pool + 2 * AGAIN.pool


def test_without_re_buys_there_are_none() -> None:
    room = Room()
    room.start(3)

    assert room.refused(ms.BuyAgain(A)) == "re_buy_not_offered"
    assert room.refused(ms.BuyAgain(player(99))) == "not_playing"


def test_chips_nobody_can_pay_for_are_not_sold() -> None:
    room = Room(re_buy=again(below=Chips(1001)))
    room.start(3)
    room.book.balances[room.wallet(A)] = 0

    assert room.refused(ms.BuyAgain(A)) == "insufficient_funds"


@pytest.mark.rule("MTT-31b")
def test_prizes_are_not_final_while_chips_are_sold() -> None:
    room = Room(re_buy=again(), synchronised_breaks=False)
    room.start(6)
    assert not room.state.registration_open
    assert room.state.prizes is None
    room.next_level()
    room.next_level()

    assert room.state.prizes is not None


def test_nobody_buys_chips_once_payouts_begin() -> None:
    room = Room(re_buy=again(below=Chips(100_000)))
    room.start(5)  # two places are paid
    for who in (A, B, C):
        room.bust(who, to=D)
        room.do(ms.DeclineReBuy(who))

    assert room.state.prizes is not None
    assert room.refused(ms.BuyAgain(D)) == "re_buy_closed"


def test_the_limits_a_tournament_uses() -> None:
    assert used_limits(again()) == (ReBuyLimit.PERIOD,)
    assert len(used_limits(again(below=Chips(1), times=3))) == 3


# ---- add-on


def with_add_on(edition: str = U27, **changes: Any) -> Room:
    price = Price(Cents(800), Cents(800), Cents(0), RuleId("MTT-67"))
    offer = AddOn(price, Chips(2000), after_level=2, window=seconds(120))
    return Room(edition, add_on=offer, re_buy=again(), synchronised_breaks=False, **changes)


@pytest.mark.rule("MTT-67")
@pytest.mark.rule("GLO-01")
@pytest.mark.parametrize("edition", POKER)
def test_the_add_on_is_offered_once_to_everybody_when_re_buys_end(edition: str) -> None:
    room = with_add_on(edition)
    room.start(6)
    assert room.refused(ms.TakeAddOn(A)) == "add_on_not_open"
    room.next_level()
    events = room.next_level()
    assert [(event.kind, event.rule) for event in events if isinstance(event, PauseCalled)] == [
        (PauseKind.ADD_ON, "MTT-67")
    ]
    assert room.refused(ms.TakeAddOn(A)) == "add_on_not_open"  # the hand is still being played
    events = room.do(room.report(room.orders()[0]))
    assert any(isinstance(event, PauseBegan) for event in events)

    room.do(ms.TakeAddOn(A))

    assert room.chair(A).stack == 3000
    assert room.won(A) == -1800
    assert room.refused(ms.TakeAddOn(A)) == "add_on_taken"
    until = room.until()
    room.now = until
    assert room.refused(ms.TakeAddOn(B)) == "add_on_not_open"
    room.do(ms.EndPause(until))
    assert room.state.prizes is not None
    assert sum(prize.money for prize in room.state.prizes) == 6 * 900 + 800
    assert room.status() is Status.RUNNING
    room.check_money()


def at_the_bubble(room: Room) -> None:
    """Six entrants, two paid places, three left, and nobody who still decides."""
    room.start(6)
    for who in (D, E, F):
        room.bust(who, to=A)
        room.do(ms.DeclineReBuy(who))


@pytest.mark.rule("MTT-67")
@pytest.mark.rule("MTT-31b")
@pytest.mark.parametrize("edition", POKER)
def test_an_add_on_that_was_called_is_off_when_the_last_hand_before_it_makes_prizes_final(edition: str) -> None:
    room = with_add_on(edition)
    at_the_bubble(room)
    room.next_level()
    room.next_level()
    assert room.pause().kind is PauseKind.ADD_ON

    events = room.bust(C, to=A)

    assert [(event.kind, event.rule) for event in events if isinstance(event, PauseCalled)] == [
        (PauseKind.BREAK, "MTT-31b")
    ]
    assert any(isinstance(event, PauseBegan) for event in events)
    assert room.tell(ms.TakeAddOn(A)) == reject("add_on_not_open", RuleId("MTT-67"))
    room.run()
    room.check_money()
    assert room.balance(Purpose.PRIZES) == 0


@pytest.mark.rule("MTT-67")
def test_an_add_on_is_over_when_prizes_become_final_while_it_is_offered() -> None:
    room = with_add_on()
    at_the_bubble(room)
    room.next_level()
    room.next_level()
    room.do(room.report(room.orders()[0]))
    room.do(ms.TakeAddOn(A))

    room.do(ms.Disqualify(C, "floor", "two accounts", forfeit=True))

    assert room.state.prizes is not None
    assert room.refused(ms.TakeAddOn(B)) == "add_on_not_open"
    room.run()
    assert sum(prize.money for prize in room.state.prizes) == 6 * 900 + 800
    assert room.balance(Purpose.PRIZES) == 0


@pytest.mark.rule("MTT-67")
def test_without_an_add_on_there_is_none() -> None:
    room = Room()
    room.start(3)

    assert room.refused(ms.TakeAddOn(A)) == "add_on_not_offered"


def test_a_tournament_with_everything_sold_ends_with_empty_accounts() -> None:
    room = with_add_on(late_levels=2, re_entries=1)
    room.start(11)
    for _ in range(400):
        if room.status() is not Status.RUNNING:
            break
        for who in list(room.state.entrants):
            if room.chance.random() < 0.2:
                room.tell(ms.BuyAgain(who))
                room.tell(ms.TakeAddOn(who))
            if room.chance.random() < 0.05:
                room.tell(ms.Register(who))
        room.step()

    room.run()
    room.check_money()
    assert room.balance(Purpose.PRIZES) == room.balance(Purpose.ENTRY_FEES) == 0
    assert len(room.of(ChipsBought)) > 3
