"""A cancellation counts what finished hands and the house had decided, whatever other tables were still playing."""

from typing import Any

import pytest

from fairdeal.bank.accounts import Purpose
from fairdeal.kernel import Cents, Chips, PlayerId
from fairdeal.rulebook.schema.choices import OnServerFailure
from fairdeal.tournament.cancellation.plan import Stage, What
from fairdeal.tournament.cancellation.text import table_lines
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.events import Eliminated
from fairdeal.tournament.director.house import dry_run
from fairdeal.tournament.director.outcomes import BountyWon, Cancelled, PrizeForfeited, PrizePaid, VipPaid
from fairdeal.tournament.director.state import Status
from fairdeal.tournament.setup import MultiBuyIn, ReBuy
from tests.tournament.directing import PRICE, PW, U22, U26, U27, Room, player, row

A, B, C, D, E, F = (player(number) for number in range(1, 7))
unibet = pytest.mark.parametrize("edition", [U22, U26, U27])
FIVE_PAID = (row(2, 100), row(6, 40, 25, 15, 12, 8))
TOP_THREE = (row(2, 100), row(3, 50, 30, 20))


def bubble(edition: str = U27, **changes: Any) -> Room:
    """Six at three tables of two in a synchronised hand, five places paid; A and C have most chips."""
    room = Room(edition, seats=2, payouts=FIVE_PAID, multi_buy_in=MultiBuyIn(Cents(10_00), Cents(30_00)), **changes)
    for who, amount in ((A, 30_00), (B, 20_00), (C, 30_00), (D, 15_00), (E, 10_00), (F, 10_00)):
        room.enter_for(who, amount)
    room.seat({0: A, 1: B}, {0: C, 1: D}, {0: E, 1: F})
    assert [order.round for order in room.orders()] == [1, 1, 1]
    return room


def cancelled(room: Room) -> Cancelled:
    """Cancel, as the dry run said, and see that the ledger holds nothing more for the tournament."""
    command = ms.Cancel("S1", "fault")
    dry = dry_run(room.rulebook, room.state, command)
    room.do(command)
    (event,) = room.of(Cancelled)
    room.check_money()
    for purpose in (Purpose.PRIZES, Purpose.ENTRY_FEES, Purpose.BOUNTIES):
        assert room.balance(purpose) == 0
    assert isinstance(event, Cancelled)
    assert event.plan == dry
    return event


def places(room: Room) -> dict[PlayerId, int]:
    return {event.player: room.state.place(event.out) for event in room.of(Eliminated)}


@unibet
@pytest.mark.rule("CANC-54b")
@pytest.mark.rule("MTT-43")
def test_who_lost_all_chips_in_a_finished_hand_is_out_though_other_tables_still_play(edition: str) -> None:
    room = bubble(edition)
    room.bust(B, to=A)
    assert room.state.remaining == 6  # two tables are still playing the synchronised hand

    plan = cancelled(room).plan

    assert plan.stage is Stage.IN_THE_MONEY
    assert places(room) == {B: 6}
    gets = {payout.player: payout for payout in plan.payouts}
    assert gets[B].amount == 0
    assert {gets[who].of(What.LOWEST_PRIZE) for who in (A, C, D, E, F)} == {portion(room, 5)}


@unibet
@pytest.mark.rule("CANC-54b")
@pytest.mark.rule("MTT-41d")
def test_those_who_fell_in_one_synchronised_hand_are_ranked_together_and_paid_their_places(edition: str) -> None:
    room = bubble(edition)
    room.bust(B, to=A)  # 2000 chips
    room.bust(D, to=C)  # 1500 chips, at a higher table

    plan = cancelled(room).plan

    assert places(room) == {D: 6, B: 5}
    assert {event.rule for event in room.of(Eliminated)} == {"MTT-41d"}
    assert [(event.player, event.prize.money) for event in room.of(PrizePaid)] == [(B, portion(room, 5))]
    assert sum(payout.from_pool for payout in plan.payouts) == sum(portion(room, place) for place in range(1, 5))
    assert {payout.of(What.LOWEST_PRIZE) for payout in plan.payouts if payout.amount} == {portion(room, 4)}


def portion(room: Room, place: int) -> int:
    assert room.state.prizes is not None
    return room.state.prizes[place - 1].money


@unibet
@pytest.mark.rule("CANC-53b")
def test_before_the_money_the_pot_is_shared_without_those_who_fell(edition: str) -> None:
    room = Room(edition, seats=2, payouts=(row(2, 100), row(6, 50, 30, 20)), hand_for_hand_places=3)
    room.enter(A, B, C, D, E, F)
    room.seat({0: A, 1: B}, {0: C, 1: D}, {0: E, 1: F})
    room.bust(B, to=A)

    plan = cancelled(room).plan

    assert plan.stage is Stage.BEFORE_MONEY
    gets = {payout.player: payout for payout in plan.payouts}
    assert gets[B].amount == 0
    assert [gets[who].of(What.EQUAL_PART) for who in (A, C, D, E, F)] == [5_40] * 5


@pytest.mark.rule("CANC-56")
@pytest.mark.parametrize("edition", [U26, U27])
def test_a_bounty_of_a_finished_hand_is_won_before_the_tournament_is_cancelled(edition: str) -> None:
    room = bubble(edition, bounty=Cents(3_00))
    head = room.entrant(B).head
    room.bust(B, to=A)

    payouts = {payout.player: payout for payout in cancelled(room).plan.payouts}

    assert [(event.victim, event.player, event.cash) for event in room.of(BountyWon)] == [(B, A, head)]
    assert payouts[A].from_bounties == 9_00
    assert payouts[B].from_bounties == 0


def test_who_may_still_buy_again_is_not_out_and_who_may_not_is() -> None:
    again = ReBuy(PRICE, Chips(1000), until_level=9, times=1)
    room = Room(U27, payouts=TOP_THREE, re_buy=again)
    room.start(5)
    room.bust(A, to=E)
    room.do(ms.BuyAgain(A))
    room.bust(A, B, to=E)  # A has none left to buy, B decides

    payouts = {payout.player: payout for payout in cancelled(room).plan.payouts}

    assert places(room) == {A: 5}
    assert payouts[A].amount == 0
    assert payouts[B].from_fees == 1_00


def test_a_tournament_that_resumes_ranks_nobody_early() -> None:
    room = bubble(PW, on_failure=OnServerFailure.RESUME)
    room.bust(B, to=A)

    room.do(ms.Recover(room.now))

    assert room.of(Eliminated) == room.of(Cancelled) == []
    assert room.state.status is Status.RUNNING


# ---- disqualified in a hand, and VIPs


@unibet
@pytest.mark.rule("MTT-45")
@pytest.mark.parametrize("forfeit", [False, True])
def test_who_is_disqualified_in_a_hand_has_a_place_when_it_is_cancelled(edition: str, *, forfeit: bool) -> None:
    room = Room(edition, payouts=TOP_THREE)
    room.start(4)
    room.bust(D, to=A)
    room.do(ms.Disqualify(B, "S1", "misbehaves", forfeit=forfeit))
    assert room.entrant(B).finishes == ()  # the hand is being played

    plan = cancelled(room).plan

    assert places(room) == {D: 4, B: 3}
    kind = PrizeForfeited if forfeit else PrizePaid
    assert [(event.player, event.place, event.prize.money) for event in room.of(kind)] == [(B, 3, 7_20)]
    assert room.won(B) == (-10_00 if forfeit else 7_20 - 10_00)
    assert sum(payout.from_pool for payout in plan.payouts) == 28_80


@pytest.mark.rule("MTT-70")
@pytest.mark.parametrize("edition", [U26, U27])
def test_a_cancellation_makes_the_knock_out_of_a_vip_final(edition: str) -> None:
    room = Room(edition, vips=((A, Cents(50_00)),), payouts=TOP_THREE, late_levels=2, re_entries=1)
    room.start(6)
    room.bust(A, to=B)
    assert room.of(VipPaid) == []  # A may still enter again

    cancelled(room)

    assert [(event.vip, event.shares, event.rule) for event in room.of(VipPaid)] == [(A, ((B, 50_00),), "MTT-70")]
    assert room.balance(Purpose.PROMOTIONS) == -50_00
    assert room.state.claims == ()


@pytest.mark.rule("CANC-56")
@pytest.mark.parametrize("edition", [U26, U27])
def test_a_bounty_that_nobody_can_win_any_more_is_shared_and_never_the_houses(edition: str) -> None:
    room = Room(edition, payouts=TOP_THREE, bounty=Cents(4_00))
    room.start(4)
    room.do(ms.Disqualify(B, "S1", "misbehaves"))

    payouts = {payout.player: payout for payout in cancelled(room).plan.payouts}

    assert [payouts[who].from_bounties for who in (A, B, C, D)] == [5_34, 0, 5_33, 5_33]
    assert room.balance(Purpose.PROMOTIONS) == 0


# ---- who was never there


def absent(edition: str, **changes: Any) -> Room:
    """Five play, B and C are not there at the start, and C comes a little later."""
    room = Room(edition, payouts=TOP_THREE, **changes)
    room.absent = frozenset({B, C})
    room.start(5)
    room.do(ms.Connect(C))
    room.do(ms.SitOut(D))
    return room


@unibet
@pytest.mark.rule("MTT-40")
@pytest.mark.rule("CANC-53a")
def test_who_was_never_there_forfeits_the_fee_and_keeps_the_share(edition: str) -> None:
    room = absent(edition)

    payouts = {payout.player: payout for payout in cancelled(room).plan.payouts}

    assert {who: payouts[who].from_fees for who in (A, B, C, D, E)} == {A: 1_00, B: 0, C: 1_00, D: 1_00, E: 1_00}
    assert {who: payouts[who].forfeited for who in (A, B, C)} == {A: None, B: "MTT-40", C: None}
    assert payouts[B].from_pool == payouts[A].from_pool == 9_00
    assert room.balance(Purpose.FEES) == 1_00


@pytest.mark.rule("MTT-40", edition=PW)
@pytest.mark.rule("CANC-61")
def test_publicwin_refunds_whoever_was_never_there_like_everybody() -> None:
    room = absent(PW)

    plan = cancelled(room).plan

    assert [payout.forfeited for payout in plan.payouts] == [None] * 5
    assert [room.won(who) for who in (A, B, C, D, E)] == [0] * 5


@unibet
@pytest.mark.rule("MTT-40")
def test_who_was_never_there_and_lasts_into_the_money_is_paid(edition: str) -> None:
    room = absent(edition)
    room.bust(C, D, E, to=A)
    room.bust(B, to=A)

    assert [(event.player, event.prize.money) for event in room.of(PrizePaid)][1] == (B, 13_50)


def test_the_dry_run_says_what_is_forfeited_and_why() -> None:
    room = absent(U27)

    lines = list(table_lines(cancelled(room).plan))

    assert lines[2].endswith("(CANC-53b); what was paid is forfeited (MTT-40)")
