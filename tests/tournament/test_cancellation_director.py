"""A director cancels by the policy: before the start, before the money, in it, at the final table, and after a crash."""

import pytest

from fairdeal.bank.accounts import Purpose
from fairdeal.kernel import Cents, Chips, Rejection, units_of
from fairdeal.rulebook.schema.choices import OnServerFailure, Tickets
from fairdeal.tournament.cancellation.case import Override
from fairdeal.tournament.cancellation.from_tournament import cancellation_case
from fairdeal.tournament.cancellation.plan import Stage, What
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.events import HandReordered
from fairdeal.tournament.director.house import dry_run
from fairdeal.tournament.director.outcomes import Cancelled
from fairdeal.tournament.director.state import Status
from fairdeal.tournament.formats.standard import STANDARD
from fairdeal.tournament.orders import HandPlayed, Left, PlayHand
from fairdeal.tournament.setup import ReBuy, Satellite
from fairdeal.tournament.structure import PayoutRow
from tests.tournament.directing import PRICE, PW, U22, U26, U27, Room, freeroll, hand_id, player, row

UNIBET = (U22, U26, U27)
WITH_BOUNTIES = (U26, U27)
unibet = pytest.mark.parametrize("edition", UNIBET)

TOP_THREE: tuple[PayoutRow, ...] = (row(2, 100), row(3, 50, 30, 20))


def cancelled(room: Room, cause: ms.Cause = ms.Cause.HOUSE) -> Cancelled:
    """Cancel, and see that the ledger has paid what the plan says and holds nothing more for the tournament."""
    room.do(ms.Cancel("S1", "fault", cause))
    return settled(room)


def settled(room: Room) -> Cancelled:
    (event,) = room.of(Cancelled)
    room.check_money()
    assert room.state.status is Status.CANCELLED
    for purpose in (Purpose.PRIZES, Purpose.ENTRY_FEES, Purpose.BOUNTIES):
        assert room.balance(purpose) == 0
    assert isinstance(event, Cancelled)
    return event


def stacks(room: Room, *chips: int) -> None:
    """One hand after which players 1, 2, … have these chips."""
    wanted = {player(number): count for number, count in enumerate(chips, 1)}
    (order,) = room.orders()
    left = tuple(Left(place.seat, Chips(wanted[place.player]), place.bank) for place in order.places)
    room.do(HandPlayed(order.table, order.number, hand_id(order), order.deals_from, left))


@unibet
@pytest.mark.rule("CANC-52")
def test_before_the_start_money_and_tickets_go_back(edition: str) -> None:
    room = Room(edition)
    room.enter_count(2)
    room.fund(player(3))
    ticket = room.give_ticket(player(3), "X", PRICE.total)
    room.do(ms.Register(player(3), ticket="X", facts=ms.EntryFacts(ticket=ms.Ticket("X", PRICE.total))))

    plan = cancelled(room).plan

    assert plan.stage is Stage.BEFORE_START
    assert [room.won(player(number)) for number in (1, 2, 3)] == [0, 0, 0]
    assert room.book.balances[ticket] == 10_0000  # ten euros, in units
    assert plan.left.pool == plan.left.fees == 0


@pytest.mark.rule("CANC-60")
def test_publicwin_keeps_the_ticket_of_a_tournament_that_never_started() -> None:
    room = Room(PW)
    room.enter_count(2)
    room.fund(player(3))
    ticket = room.give_ticket(player(3), "X", PRICE.total)
    room.do(ms.Register(player(3), ticket="X", facts=ms.EntryFacts(ticket=ms.Ticket("X", PRICE.total))))

    plan = cancelled(room).plan

    assert plan.rule == "CANC-60"
    assert [room.won(player(number)) for number in (1, 2, 3)] == [0, 0, 0]
    assert room.book.balances[ticket] == 0


@unibet
@pytest.mark.rule("CANC-53a")
@pytest.mark.rule("CANC-53b")
def test_before_the_money_those_who_remain_share_the_pot_and_get_their_fees(edition: str) -> None:
    room = Room(edition, payouts=TOP_THREE, guarantee=Cents(1000_00))
    room.start(6)
    room.bust(player(5), player(6), to=player(1))
    stacks(room, 2400, 1800, 1200, 600)

    plan = cancelled(room).plan

    # 54 euros: 6.75 each, and 27 by 40, 30, 20 and 10 %.
    assert plan.stage is Stage.BEFORE_MONEY
    assert [room.won(player(number)) for number in range(1, 7)] == [
        17_55 + 1_00 - 10_00, 14_85 + 1_00 - 10_00, 12_15 + 1_00 - 10_00, 9_45 + 1_00 - 10_00, -10_00, -10_00
    ]  # fmt: skip
    assert room.balance(Purpose.FEES) == 2_00


@unibet
@pytest.mark.rule("CANC-53a")
def test_fees_of_re_buys_come_back_too(edition: str) -> None:
    room = Room(edition, payouts=TOP_THREE, re_buy=ReBuy(PRICE, Chips(1000), until_level=4))
    room.start(5)
    room.bust(player(1), to=player(2))
    room.do(ms.BuyAgain(player(1)))

    payouts = {payout.player: payout for payout in cancelled(room).plan.payouts}

    assert payouts[player(1)].from_fees == 2_00
    assert payouts[player(2)].from_fees == 1_00
    assert sum(payout.from_pool for payout in payouts.values()) == 54_00


@unibet
@pytest.mark.rule("CANC-53c")
def test_a_freerolls_added_pool_is_shared(edition: str) -> None:
    room = Room(edition, payouts=TOP_THREE, added=Cents(100_00), **freeroll())
    room.start(4)
    stacks(room, 1600, 1200, 800, 400)

    plan = cancelled(room).plan

    assert plan.rule == "CANC-53c"
    assert [room.won(player(number)) for number in range(1, 5)] == [32_50, 27_50, 22_50, 17_50]


@unibet
@pytest.mark.rule("CANC-54a")
@pytest.mark.rule("CANC-54c")
def test_at_the_final_table_in_the_money_stacks_are_worth_their_chances(edition: str) -> None:
    room = Room(edition, payouts=TOP_THREE)
    room.start(5)
    room.bust(player(4), player(5), to=player(1))
    stacks(room, 2500, 1500, 1000)

    plan = cancelled(room).plan

    # 45 euros: 22.50, 13.50 and 9.00 by ICM.
    assert plan.stage is Stage.FINAL_TABLE
    shares = {payout.player: payout.of(What.BY_ICM) for payout in plan.payouts}
    assert [shares[player(number)] for number in (1, 2, 3)] == [17_28, 14_74, 12_98]
    assert [room.won(player(number)) for number in range(1, 6)] == [8_28, 5_74, 3_98, -10_00, -10_00]


@unibet
@pytest.mark.rule("CANC-54b")
def test_in_the_money_at_several_tables_the_lowest_prize_each_and_the_rest_by_chips(edition: str) -> None:
    room = Room(edition, seats=2, payouts=(row(2, 100), row(4, 40, 30, 20, 10)))
    room.start(5)
    first, second = room.orders()  # the third table has one player; on the bubble tables wait for each other
    room.do(room.report(first, busts=[first.places[0].player]))
    assert room.state.remaining == 5
    room.do(room.report(second))
    assert room.state.remaining == 4

    case = cancellation_case(STANDARD, room.state, ms.Cause.HOUSE)
    plan = cancelled(room).plan

    assert plan.stage is Stage.IN_THE_MONEY
    assert [payout.of(What.LOWEST_PRIZE) for payout in plan.payouts if payout.amount] == [4_50] * 4
    total = sum(entrant.chips or 0 for entrant in case.remaining)
    for entrant in case.remaining:
        (payout,) = [payout for payout in plan.payouts if payout.player == entrant.player]
        assert payout.of(What.BY_CHIPS) - 27_00 * (entrant.chips or 0) // total in (0, 1)


@unibet
@pytest.mark.rule("CANC-54d")
def test_a_satellites_entries_become_money(edition: str) -> None:
    room = Room(edition, satellite=Satellite(ticket=Cents(27_00), target=None))
    room.start(5)
    room.bust(player(3), player(4), player(5), to=player(1))
    stacks(room, 3000, 2000)

    plan = cancelled(room).plan

    # An entry worth 27 and 18 in money, by 60 and 40 % of the chips.
    assert [payout.of(What.BY_ICM) for payout in plan.payouts[:2]] == [23_40, 21_60]
    assert not any(payout.tickets for payout in plan.payouts)
    assert room.balance(Purpose.TICKET) == 0


@pytest.mark.rule("CANC-56")
@pytest.mark.parametrize("edition", WITH_BOUNTIES)
def test_those_who_remain_get_their_own_bounty(edition: str) -> None:
    room = Room(edition, payouts=TOP_THREE, bounty=Cents(4_00), progressive=True)
    room.start(5)
    room.bust(player(5), to=player(1))

    payouts = {payout.player: payout for payout in cancelled(room).plan.payouts}

    assert [payouts[player(number)].from_bounties for number in range(1, 6)] == [6_00, 4_00, 4_00, 4_00, 0]


@pytest.mark.rule("CANC-61")
@pytest.mark.rule("CANC-62")
def test_publicwin_resume_annuls_the_running_hand_and_deals_it_anew() -> None:
    room = Room(PW, payouts=TOP_THREE, on_failure=OnServerFailure.RESUME)
    room.start(5)
    stacks(room, 1400, 600, 1000, 1000, 1000)
    (before,) = room.orders()

    events = room.do(ms.Recover(room.now))

    (reordered,) = [event for event in events if isinstance(event, HandReordered)]
    (after,) = room.orders()
    assert reordered.rule == "CANC-62"
    assert isinstance(after, PlayHand)
    assert after.attempt == before.attempt + 1
    assert after.places == before.places
    assert room.state.status is Status.RUNNING
    assert [room.won(player(number)) for number in range(1, 6)] == [-10_00] * 5


@pytest.mark.rule("CANC-61")
@pytest.mark.rule("CANC-62")
def test_publicwin_cancel_after_a_crash_returns_everybodys_entry_whatever_the_hand() -> None:
    room = Room(PW, payouts=TOP_THREE, on_failure=OnServerFailure.CANCEL_AND_REFUND)
    room.start(5)
    room.bust(player(5), to=player(1))

    room.do(ms.Recover(room.now))

    assert settled(room).plan.rule == "CANC-61"
    assert [room.won(player(number)) for number in range(1, 6)] == [0] * 5


@pytest.mark.rule("CANC-61")
def test_publicwin_a_prize_already_paid_is_kept_and_deducted() -> None:
    room = Room(PW, payouts=TOP_THREE)
    room.start(5)
    room.bust(player(4), player(5), to=player(1))
    room.bust(player(3), to=player(2))

    cancelled(room, ms.Cause.HOUSE)

    assert [room.won(player(number)) for number in range(1, 6)] == [0] * 5
    assert room.entrant(player(3)).prizes == 9_00
    assert room.balance(Purpose.PROMOTIONS) == 0


@unibet
@pytest.mark.rule("CANC-54c")
def test_chips_in_a_hand_that_is_being_played_count_as_before_it(edition: str) -> None:
    room = Room(edition, payouts=TOP_THREE)
    room.start(3)
    stacks(room, 1500, 900, 600)

    case = cancellation_case(STANDARD, room.state, ms.Cause.SERVER_FAILURE)

    assert room.orders()
    assert [(entrant.player, entrant.chips) for entrant in case.remaining] == [
        (player(1), 1500), (player(2), 900), (player(3), 600)
    ]  # fmt: skip


def test_a_disqualified_player_gets_nothing() -> None:
    room = Room(U27, payouts=TOP_THREE)
    room.start(5)
    room.do(ms.Disqualify(player(2), "S1", "cheating"))

    payouts = {payout.player: payout for payout in cancelled(room).plan.payouts}

    assert payouts[player(2)].amount == 0
    assert sum(payout.from_pool for payout in payouts.values()) == 45_00


# ---- what the house decides, and what a review keeps back


@pytest.mark.parametrize(("edition", "policy", "told"), [(PW, 0, 10_0000), (U27, 10_0000, 0)])
def test_the_house_may_decide_otherwise_on_tickets_and_signs_it(edition: str, policy: int, told: int) -> None:
    room = Room(edition)
    room.fund(player(1))
    ticket = room.give_ticket(player(1), "X", PRICE.total)
    room.do(ms.Register(player(1), ticket="X", facts=ms.EntryFacts(ticket=ms.Ticket("X", PRICE.total))))
    otherwise = Tickets.LOST if policy else Tickets.RETURNED
    command = ms.Cancel("S1", "goodwill", tickets=otherwise)
    dry = dry_run(room.rulebook, room.state, command)

    room.do(command)

    plan = settled(room).plan
    assert plan == dry
    assert plan.override == Override(tickets=otherwise, staff="S1", reason="goodwill")
    assert room.book.balances[ticket] == told


@pytest.mark.rule("CANC-57")
def test_a_running_tournament_that_is_refunded_by_decision_returns_every_cent() -> None:
    room = Room(U27, payouts=TOP_THREE)
    room.start(5)
    command = ms.Cancel("S1", "the wrong structure", refund=True)
    dry = dry_run(room.rulebook, room.state, command)

    room.do(command)

    plan = settled(room).plan
    assert plan == dry
    assert [payout.amount for payout in plan.payouts] == [PRICE.total] * 5
    assert (plan.left.pool, plan.left.fees, plan.left.bounties) == (0, 0, 0)


def test_a_review_keeps_back_what_a_cancelled_tournament_gave_but_not_what_was_paid() -> None:
    room = Room(U27, payouts=TOP_THREE, bounty=Cents(300))
    room.start(5)
    room.held = frozenset({player(2)})
    room.do(ms.Cancel("S1", "fault"))

    (event,) = room.of(Cancelled)
    payout = next(each for each in event.plan.payouts if each.player == player(2))
    kept = [(joint.to, joint.command.amount, joint.command.rule) for joint in room.joints]

    assert event.held == (player(2),)
    assert room.won(player(2)) == payout.from_fees - PRICE.total  # the fee alone came back
    assert kept == [
        (event.books.holds(player(2)), units_of(payout.prize), "CANC-53b"),
        (event.books.holds(player(2)), units_of(Cents(300)), "CANC-56"),
    ]
    # The joint commands move exactly what the tournament's accounts still hold.
    assert (room.balance(Purpose.PRIZES), room.balance(Purpose.BOUNTIES)) == (payout.prize, 300)


@pytest.mark.parametrize("edition", [U27, PW])
def test_a_refund_before_the_start_is_nobodys_winnings(edition: str) -> None:
    room = Room(edition)
    room.enter_count(3)
    room.held = frozenset({player(1), player(2), player(3)})

    assert cancelled(room).held == ()
    assert [room.won(player(number)) for number in (1, 2, 3)] == [0, 0, 0]


def test_a_tournament_that_is_over_has_no_dry_run() -> None:
    room = Room(U27)
    room.do(ms.Cancel("S1", "fault"))

    refusal = dry_run(room.rulebook, room.state, ms.Cancel("S1", "again"))

    assert isinstance(refusal, Rejection)
    assert refusal.code == "tournament_over"


@unibet
@pytest.mark.rule("CANC-53b")
def test_chips_that_were_bought_in_a_hand_and_wait_for_its_end_count(edition: str) -> None:
    again = ReBuy(PRICE, Chips(1000), until_level=4, below=Chips(1001))
    room = Room(edition, payouts=TOP_THREE, re_buy=again)
    room.start(4)
    room.do(ms.BuyAgain(player(1)))
    assert (room.chair(player(1)).stack, room.chair(player(1)).bought) == (1000, 1000)

    payouts = {payout.player: payout for payout in cancelled(room).plan.payouts}

    # 45 euros: 5.625 each, and 22.50 by two and three times one of five parts.
    shares = [payouts[player(number)].from_pool for number in range(1, 5)]
    assert shares == [14_63, 10_13, 10_12, 10_12]
