"""Who finishes where, and when it is over."""

import pytest

from fairdeal.bank.accounts import Purpose
from fairdeal.kernel import Cents, Instant, Ppm, RuleId
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.events import Eliminated, HandForHandBegan, HandForHandEnded, HandOrdered, RoundBegan
from fairdeal.tournament.director.outcomes import Finished, PrizePaid
from fairdeal.tournament.director.state import Status
from fairdeal.tournament.setup import MultiBuyIn
from fairdeal.tournament.structure import PayoutBand, PayoutRow
from tests.tournament.directing import POKER, U22, U26, U27, Room, player, row

A, B, C, D = (player(number) for number in range(1, 5))
CHOICE = MultiBuyIn(Cents(100), Cents(100_000))


def equal(entries_min: int, places: int) -> PayoutRow:
    """So many equal prizes."""
    return PayoutRow(entries_min, (PayoutBand(places, Ppm(1_000_000 // places)),))


@pytest.mark.rule("MTT-41b")
@pytest.mark.parametrize("edition", POKER)
def test_of_two_who_go_out_in_one_hand_the_larger_stack_finishes_higher(edition: str) -> None:
    room = Room(edition, seats=10, multi_buy_in=CHOICE)
    for number in range(3, 11):
        room.enter_for(player(number), 9000)
    room.enter_for(A, 3000)
    room.enter_for(B, 2000)
    room.start()

    events = room.bust(B, A, to=C)

    assert (room.place(A), room.place(B)) == (9, 10)
    assert [event.rule for event in events if isinstance(event, Eliminated)] == ["MTT-41b", "MTT-41b"]


@pytest.mark.rule("MTT-41c")
@pytest.mark.parametrize("edition", POKER)
def test_a_lot_decides_between_equal_stacks_and_is_written_down(edition: str) -> None:
    firsts = set()
    for seed in range(40):
        room = Room(edition, seed=seed)
        room.checks = False
        room.start(4)
        events = [event for event in room.bust(A, B, to=C) if isinstance(event, Eliminated)]
        assert {(event.drawn, event.rule) for event in events} == {(True, "MTT-41c")}
        firsts.add(events[0].player)

    assert firsts == {A, B}


def test_only_equal_stacks_are_drawn() -> None:
    room = Room(seats=6, multi_buy_in=CHOICE)
    for who, amount in ((A, 1000), (B, 2000), (C, 2000), (D, 9000)):
        room.enter_for(who, amount)
    room.start()

    events = [event for event in room.bust(A, B, C, to=D) if isinstance(event, Eliminated)]

    assert [(event.player == A, event.drawn) for event in events] == [(True, False), (False, True), (False, True)]
    assert room.place(A) == 4
    assert room.place(D) == 1


# ---- the end


@pytest.mark.rule("MTT-41a")
@pytest.mark.rule("MTT-62")
@pytest.mark.parametrize("edition", POKER)
def test_it_ends_when_one_player_has_all_chips(edition: str) -> None:
    room = Room(edition)
    room.start(4)
    room.bust(B, to=A)
    room.bust(C, to=A)
    assert room.status() is Status.RUNNING

    events = room.bust(D, to=A)

    (event,) = [event for event in events if isinstance(event, Finished)]
    assert (event.standing, event.rule) == ((A,), "MTT-41a")
    assert [room.place(who) for who in (A, D, C, B)] == [1, 2, 3, 4]
    assert room.won(A) == 2600
    room.check_money()


@pytest.mark.rule("MTT-41a")
@pytest.mark.parametrize("edition", POKER)
def test_it_ends_when_all_who_are_left_get_the_same_prize(edition: str) -> None:
    room = Room(edition, payouts=(row(2, 100), equal(6, 5)))
    room.start(6)

    room.bust(A, to=B)

    assert room.status() is Status.FINISHED
    assert [room.won(player(number)) for number in range(1, 7)] == [-1000, 80, 80, 80, 80, 80]
    assert room.place(B) == 1
    assert sorted(room.place(who) for who in room.state.entrants) == [1, 2, 3, 4, 5, 6]
    room.check_money()


@pytest.mark.rule("MTT-41a")
def test_it_goes_on_while_prizes_differ() -> None:
    room = Room(payouts=(row(2, 100), row(3, 60, 40)))
    room.start(3)

    room.bust(A)

    assert room.status() is Status.RUNNING


def test_a_hand_that_is_played_when_it_ends_counts_for_nothing() -> None:
    room = Room(payouts=(row(2, 100), equal(12, 10)), hand_for_hand_places=0)
    room.start(12)
    other = room.orders()[1]
    room.bust(room.orders()[0].places[0].player)
    room.bust(room.orders()[0].places[0].player)
    assert room.status() is Status.FINISHED

    assert room.do(room.report(other, busts=[other.places[0].player])) == ()
    assert room.won(other.places[0].player) == 80


# ---- payment


@pytest.mark.rule("MTT-44")
@pytest.mark.rule("MTT-31a")
@pytest.mark.parametrize("edition", POKER)
def test_a_prize_is_credited_with_the_knock_out_and_the_first_at_the_end(edition: str) -> None:
    room = Room(edition, payouts=(row(2, 100), row(3, 50, 30, 20)))
    room.start(4)  # the pool is 36.00
    room.bust(B, to=A)

    room.bust(C, to=A)
    assert room.won(C) == -1000 + 720
    room.bust(D, to=A)

    assert (room.won(D), room.won(A)) == (-1000 + 1080, -1000 + 1800)
    assert {event.rule for event in room.of(PrizePaid)} == {RuleId("MTT-44")}
    room.check_money()


@pytest.mark.rule("MTT-44")
@pytest.mark.rule("INT-14", edition=U22)
@pytest.mark.rule("INT-14", edition=U26)
@pytest.mark.rule("INT-14", edition=U27)
@pytest.mark.parametrize("edition", [U22, U26, U27])
def test_a_review_keeps_a_prize_back(edition: str) -> None:
    room = Room(edition)
    room.start(2)
    room.held = frozenset({A})

    room.bust(B, to=A)

    (event,) = room.of(PrizePaid)
    assert event.held
    assert room.won(A) == -1000
    (joint,) = room.joints
    assert joint.to == f"holds:{room.edition.id}/{A}"
    assert (joint.command.home, joint.command.amount) == (room.wallet(A), 1800 * 100)
    assert joint.command.source in room.book.balances


@pytest.mark.rule("MTT-40")
@pytest.mark.parametrize("edition", POKER)
def test_a_player_who_sits_out_into_the_money_is_paid(edition: str) -> None:
    room = Room(edition, payouts=(row(2, 65, 35),))
    room.start(3)
    room.do(ms.SitOut(C))
    assert room.chair(C).away is not None

    room.bust(B, to=A)
    order = room.orders()[0]
    assert [place.away for place in order.places if place.player == C] == [True]
    room.bust(C, to=A)

    assert room.won(C) == -1000 + 945
    room.check_money()


# ---- hand for hand


def bubble(edition: str, *, paid: int = 10, turned: bool = False) -> Room:
    """Two tables of six, one player short of the last that is not paid; A has 1,500 and B 2,100 chips at the other table."""
    places = PayoutRow(12, falling(paid))
    room = Room(edition, payouts=(row(2, 100), places), multi_buy_in=CHOICE)
    stacks = {A: 1500, B: 2100}
    for number in range(1, 13):
        room.enter_for(player(number), stacks.get(player(number), 5000))
    first = [1, 3, 4, 5, 6, 7]
    second = [2, 8, 9, 10, 11, 12]
    tables = [dict(enumerate(map(player, numbers))) for numbers in (first, second)]
    room.seat(*(reversed(tables) if turned else tables))
    return room


def falling(paid: int) -> tuple[PayoutBand, ...]:
    rest = Ppm(1_000_000 - 50_000 * (paid - 1))
    return (PayoutBand(1, rest), *(PayoutBand(1, Ppm(50_000)) for _ in range(paid - 1)))


@pytest.mark.rule("MTT-43")
@pytest.mark.parametrize("edition", POKER)
def test_hand_for_hand_begins_one_player_before_the_money_and_tables_wait(edition: str) -> None:
    room = bubble(edition)
    one, two = room.orders()
    assert not room.state.hand_for_hand

    events = room.bust(player(3), to=player(4))

    assert [(event.remaining, event.paid, event.rule) for event in events if isinstance(event, HandForHandBegan)] == [
        (11, 10, "MTT-43")
    ]
    assert not any(isinstance(event, HandOrdered) for event in events)
    assert room.orders() == [two]
    events = room.do(room.report(two))
    assert [event.round for event in events if isinstance(event, RoundBegan)] == [1]
    assert [order.round for order in room.orders()] == [1, 1]
    room.do(room.report(room.orders()[0]))
    assert [order.table for order in room.orders()] == [1]
    assert one.round is None


@pytest.mark.rule("MTT-41d")
@pytest.mark.rule("MTT-43")
@pytest.mark.parametrize("edition", POKER)
@pytest.mark.parametrize("turned", [False, True], ids=["small stack at the first table", "at the second"])
def test_in_one_synchronised_hand_chips_decide_and_neither_time_nor_table(edition: str, *, turned: bool) -> None:
    room = bubble(edition, turned=turned)
    room.bust(player(3), to=player(4))
    room.do(room.report(room.orders()[0]))

    room.now = Instant(room.now + 2000)
    assert not [event for event in room.bust(B, to=player(8)) if isinstance(event, Eliminated)]
    assert room.entrant(B).playing
    room.now = Instant(room.now + 3000)
    events = room.bust(A, to=player(4))

    assert [(event.player, event.rule) for event in events if isinstance(event, Eliminated)] == [
        (A, "MTT-41d"),
        (B, "MTT-41d"),
    ]
    assert (room.place(B), room.place(A)) == (10, 11)
    assert room.state.prizes is not None
    assert room.entrant(B).prizes == room.state.prizes[9].money > 0
    assert room.entrant(A).prizes == 0
    assert [event.rule for event in events if isinstance(event, HandForHandEnded)] == ["MTT-43"]
    assert len(room.orders()) == 2
    assert {order.round for order in room.orders()} == {None}
    room.run()
    room.check_money()


@pytest.mark.rule("MTT-43")
def test_a_hand_that_was_running_when_hand_for_hand_began_is_ranked_by_itself() -> None:
    room = bubble(U27)
    room.bust(player(3), to=player(4))

    events = room.bust(B, to=player(8))

    assert [event.rule for event in events if isinstance(event, Eliminated)] == ["MTT-41b"]
    assert room.place(B) == 11
    assert not room.state.hand_for_hand


@pytest.mark.rule("MTT-43")
def test_a_tournament_may_begin_hand_for_hand_play_earlier_or_never() -> None:
    payouts = (row(2, 100), PayoutRow(12, falling(5)))
    early, never = Room(payouts=payouts, hand_for_hand_places=7), Room(payouts=payouts, hand_for_hand_places=0)
    early.start(12)
    never.start(12)
    never.run()

    assert early.state.hand_for_hand
    assert never.of(HandForHandBegan) == []


def test_rounds_are_counted_and_nobody_is_left_behind() -> None:
    room = bubble(U27)
    room.bust(player(3), to=player(4))
    room.do(room.report(room.orders()[0]))
    for _ in range(3):
        for order in room.orders():
            room.do(room.report(order))

    assert [event.round for event in room.of(RoundBegan)] == [1, 2, 3, 4]
    assert {order.number for order in room.orders()} == {room.table(0).hands, room.table(1).hands}


def test_the_escrow_is_empty_at_the_end() -> None:
    room = Room()
    room.start(14)
    room.run()

    assert room.balance(Purpose.PRIZES) == room.balance(Purpose.ENTRY_FEES) == room.balance(Purpose.BOUNTIES) == 0
    assert room.balance(Purpose.FEES) == 1400
