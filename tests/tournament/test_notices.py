"""What a tournament tells its players: every notice has its clause and the numbers of its sentence, and goes to those it concerns."""

from dataclasses import replace
from typing import Any

import pytest

from fairdeal.kernel import Cents, Chips, Instant, PlayerId, TournamentId, seconds
from fairdeal.present.tournament_notice import CODES
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.events import FinalTableReached, Moved
from fairdeal.tournament.director.notices import Notice
from fairdeal.tournament.director.outcomes import Cancelled
from fairdeal.tournament.setup import AddOn, ReBuy, Satellite
from tests.tournament.directing import POKER, PRICE, U27, Room, player


def told(room: Room, code: str) -> list[tuple[PlayerId, Notice]]:
    return [(who, notice) for who, notice in room.told if notice.code == code]


def numbers(notice: Notice) -> dict[str, int]:
    return dict(notice.numbers)


@pytest.mark.rule("MTT-28a")
@pytest.mark.parametrize("edition", POKER)
def test_everybody_is_told_table_seat_and_chips_at_the_start(edition: str) -> None:
    room = Room(edition)
    room.start(13)

    found = told(room, "seated")

    assert {who for who, _ in found} == set(room.state.entrants)
    for who, notice in found:
        entrant = room.entrant(who)
        assert (notice.table, numbers(notice)["seat"]) == (entrant.table, entrant.seat)
        assert numbers(notice)["chips"] == room.setup.stack


@pytest.mark.rule("MTT-26b")
def test_who_is_registered_is_told_of_a_delay_and_until_when_they_may_leave() -> None:
    room = Room()
    room.enter_count(2)
    later = Instant(room.state.starts_at + 600_000)  # type: ignore[operator]
    room.do(ms.DelayStart(later, "ruth", "hall not ready"))

    ((_, first), (_, second)) = told(room, "start_delayed")

    assert first == second
    assert (first.rule, numbers(first)) == ("MTT-26b", {"starts_at": later, "unregister_until": later})


@pytest.mark.rule("MTT-39b")
def test_who_is_registered_is_told_what_the_house_changed() -> None:
    room = Room(late_levels=2)
    room.enter_count(2)
    room.do(ms.ChangeSetup(replace(room.setup, late_levels=4, guarantee=Cents(50_000)), "ruth", "more players"))

    ((_, notice), _) = told(room, "setup_changed")

    assert notice.changed == ("late_levels", "guarantee")
    assert (notice.rule, numbers(notice)["unregister_until"]) == ("MTT-39b", room.state.starts_at)


def test_going_out_is_told_with_the_place_and_by_whom() -> None:
    room = Room(late_levels=0)
    room.start(4)
    room.bust(player(1), to=player(2))

    ((who, notice),) = told(room, "eliminated")

    assert (who, notice.players) == (player(1), (player(2),))
    assert numbers(notice) == {"place": 4, "entries": 4, "provisional": 0}


def test_the_last_one_is_told_that_they_won_and_every_prize_is_told_once() -> None:
    room = Room(late_levels=0)
    room.start(4)
    room.run()

    (champion,) = [who for who, notice in told(room, "won") if numbers(notice)["place"] == 1]
    paid = {who: numbers(notice)["prize"] for who, notice in told(room, "prize_paid")}

    assert room.place(champion) == 1
    assert paid == {who: each.prizes for who, each in room.state.entrants.items() if each.prizes}
    assert {notice.code for _, notice in room.told} <= CODES


def test_a_prize_that_a_review_keeps_back_is_told_as_held() -> None:
    room = Room(late_levels=0)
    room.held = frozenset({player(1), player(2), player(3), player(4)})
    room.start(4)
    room.run()

    assert told(room, "prize_paid") == []
    assert len(told(room, "prize_held")) == sum(each.prizes > 0 for each in room.state.entrants.values())


@pytest.mark.rule("MTT-69")
def test_a_bounty_is_told_with_what_was_paid_and_what_was_added_to_ones_own_head() -> None:
    room = Room(U27, bounty=Cents(400), progressive=True, late_levels=0)
    room.start(4)
    room.bust(player(1), to=player(2))

    ((who, notice),) = told(room, "bounty_won")

    assert (who, notice.players) == (player(2), (player(1),))
    assert numbers(notice) == {"cash": 200, "head": 200}


@pytest.mark.rule("MTT-63")
def test_a_ticket_that_is_won_names_its_target() -> None:
    target = TournamentId("SUNDAY")
    room = Room(satellite=Satellite(Cents(1_500), target), late_levels=0)
    room.start(4)
    room.run()

    found = told(room, "ticket_won")

    assert len(found) == 2
    assert {(notice.other, numbers(notice)["ticket"]) for _, notice in found} == {(target, 1_500)}


@pytest.mark.parametrize("edition", POKER)
def test_a_cancellation_tells_everybody_their_own_parts_also_those_who_are_out(edition: str) -> None:
    room = Room(edition, late_levels=0)
    room.start(6)
    room.bust(player(1), to=player(2))
    room.do(ms.Cancel("ruth", "power cut", ms.Cause.SERVER_FAILURE))
    if room.state.status.value != "cancelled":  # the edition plays on
        room.do(ms.Cancel("ruth", "power cut"))

    found = dict(told(room, "cancelled"))

    assert set(found) == set(room.state.entrants)
    for who, notice in found.items():
        amount = 0 if notice.payout is None else notice.payout.amount
        assert (numbers(notice)["amount"], notice.payout is None or notice.payout.player == who) == (amount, True)
    assert {notice.rule for notice in found.values()} == {room.of(Cancelled)[0].plan.rule}


@pytest.mark.rule("MTT-43")
def test_hand_for_hand_and_the_final_table_are_told_to_those_who_still_play() -> None:
    room = Room(late_levels=0, seats=3)
    room.start(30)
    room.run()

    (began,) = {notice for _, notice in told(room, "hand_for_hand_began")}
    final = told(room, "final_table")

    assert began.rule == "MTT-43"
    assert numbers(began)["remaining"] == numbers(began)["paid"] + 1
    assert {numbers(notice)["remaining"] for _, notice in final} == {len(final)}


def test_where_there_was_one_table_from_the_start_nobody_is_told_of_a_final_one() -> None:
    room = Room(late_levels=0)
    room.start(4)
    room.run()

    assert room.of(FinalTableReached)
    assert told(room, "final_table") == []


@pytest.mark.rule("MTT-47b")
def test_a_break_is_told_when_it_is_called_when_it_begins_and_when_it_ends() -> None:
    room = Room(late_levels=0)
    room.start(3)
    room.next_level()
    due = room.state.clock.break_due
    assert due is not None
    room.now = due
    room.do(ms.CallBreak(due))
    (order,) = room.orders()
    room.play(order)
    room.now = room.until()
    room.do(ms.EndPause(room.now))

    found = [notice for who, notice in room.told if who == player(1) and notice.code.startswith("break")]

    assert [notice.code for notice in found] == ["break_called", "break_began", "break_ended"]
    assert (numbers(found[1])["until"], numbers(found[2])["level"]) == (room.now, 2)


@pytest.mark.rule("MTT-66")
def test_who_has_no_chips_is_told_of_the_re_buy_and_until_when() -> None:
    re_buy = ReBuy(PRICE, Chips(1500), until_level=4, window=seconds(20))
    room = Room(re_buy=re_buy, late_levels=4)
    room.start(4)
    room.bust(player(1), to=player(2))

    ((who, notice),) = told(room, "re_buy_offered")

    assert who == player(1)
    until = room.now + re_buy.window
    assert numbers(notice) == {"until": until, "chips": 1500, "price": PRICE.total}


@pytest.mark.rule("MTT-66")
def test_who_sits_with_a_buyer_is_told_at_once_and_whether_the_chips_wait_for_the_end_of_the_hand() -> None:
    room = Room(re_buy=ReBuy(PRICE, Chips(1500), until_level=4), late_levels=4)
    room.start(8)
    buyer = room.entrant(player(1))
    table = room.state.table_of(buyer)
    room.do(ms.BuyAgain(player(1)))

    found = told(room, "chips_bought")

    others = {chair.player for _, chair in table.seated} - {player(1)}
    assert len(room.state.floor.tables) > 1
    assert {who for who, _ in found} == others
    _, notice = found[0]
    assert (notice.rule, notice.table, notice.players) == ("MTT-66", table.number, (player(1),))
    assert numbers(notice) == {"seat": buyer.seat, "chips": 1500, "waits": 1}  # its hand is ordered already


@pytest.mark.rule("MTT-67")
def test_the_add_on_is_told_when_its_break_begins() -> None:
    room = Room(add_on=AddOn(PRICE, Chips(2_000), after_level=1), late_levels=1)
    room.start(3)
    room.next_level()
    for order in room.orders():
        room.play(order)

    found = told(room, "add_on_began")

    assert {who for who, _ in found} == {player(1), player(2), player(3)}
    assert {(numbers(notice)["chips"], numbers(notice)["price"]) for _, notice in found} == {(2_000, PRICE.total)}


@pytest.mark.rule("MTT-45")
def test_the_house_pausing_and_disqualifying_is_told() -> None:
    room = Room(late_levels=0)
    room.start(4)
    room.do(ms.HaltPlay("ruth", "fire alarm"))
    room.do(ms.ResumePlay("ruth", "over"))
    room.do(ms.Disqualify(player(3), "ruth", "collusion"))

    assert len(told(room, "paused")) == len(told(room, "resumed")) == 4
    ((who, notice),) = told(room, "disqualified")
    assert (who, notice.rule, numbers(notice)) == (player(3), "MTT-45", {"forfeit": 1})


def test_everything_that_is_told_in_whole_tournaments_is_a_code_of_the_wire() -> None:
    changes: list[dict[str, Any]] = [
        {"re_buy": ReBuy(PRICE, Chips(1500), until_level=4)},
        {"add_on": AddOn(PRICE, Chips(1500), after_level=2)},
        {"bounty": Cents(400)},
        {"late_levels": 3, "re_entries": 1},
    ]
    for change in changes:
        room = Room(**{"late_levels": 0, **change})
        room.start(20)
        room.run()
        assert {notice.code for _, notice in room.told} <= CODES
        assert len(told(room, "moved")) == len(room.of(Moved))
