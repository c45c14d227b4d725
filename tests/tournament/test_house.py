"""What the house may do, each time with a name and a reason."""

from dataclasses import replace

import pytest

from fairdeal.bank.accounts import Purpose
from fairdeal.kernel import Cents, Chips, Instant, RuleId, reject, seconds
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.events import Eliminated, SetupChanged, StartDelayed, Unregistered
from fairdeal.tournament.director.outcomes import Cancelled, Closed, Disqualified, PrizeForfeited, PrizePaid
from fairdeal.tournament.director.state import Status
from fairdeal.tournament.setup import ReBuy
from fairdeal.tournament.structure import BlindStructure, Level
from tests.tournament.directing import EIGHT, POKER, PRICE, PW, U27, Room, player, row

A, B, C, D = (player(number) for number in range(1, 5))
WHO = ("floor-7", "several accounts")


# ---- disqualification


@pytest.mark.rule("MTT-45")
@pytest.mark.rule("MTT-32d")
@pytest.mark.parametrize("edition", POKER)
def test_a_disqualified_player_plays_the_hand_out_folded_and_is_gone(edition: str) -> None:
    room = Room(edition)
    room.start(4)
    (order,) = room.orders()

    (event, _) = room.do(ms.Disqualify(A, *WHO))
    assert isinstance(event, Disqualified)
    assert (event.staff, event.reason, event.rule) == (*WHO, "MTT-45")
    assert room.entrant(A).playing
    assert room.refused(ms.SitIn(A)) == "disqualified"
    events = room.do(room.report(order))

    assert [(event.player, event.rule) for event in events if isinstance(event, Eliminated)] == [(A, "MTT-45")]
    assert room.state.chips == 3000
    assert len(room.orders()[0].places) == 3
    assert room.won(A) == -1000


@pytest.mark.rule("MTT-45")
@pytest.mark.parametrize(("edition", "where"), [(U27, Purpose.SEIZED), (PW, Purpose.STATE_BUDGET)])
def test_a_disqualified_players_prize_goes_where_the_edition_sends_it(edition: str, where: Purpose) -> None:
    room = Room(edition, payouts=(row(2, 65, 35),))
    room.start(3)
    room.bust(C, to=B)
    room.do(ms.Disqualify(A, *WHO))
    room.do(room.report(room.orders()[0]))

    assert room.status() is Status.FINISHED
    (lost,) = room.of(PrizeForfeited)
    assert (lost.player, lost.place, lost.prize.money) == (A, 2, 945)
    assert room.balance(where) == 945
    assert room.won(B) == -1000 + 1755
    room.check_money()


@pytest.mark.rule("MTT-45")
def test_the_house_may_leave_the_prize_to_a_disqualified_player() -> None:
    room = Room(payouts=(row(2, 65, 35),))
    room.start(3)
    room.bust(C, to=B)
    room.do(ms.Disqualify(A, *WHO, forfeit=False))
    room.do(room.report(room.orders()[0]))

    assert {event.player: event.prize.money for event in room.of(PrizePaid)} == {A: 945, B: 1755}


@pytest.mark.rule("MTT-45")
def test_before_the_start_the_entry_comes_back_and_the_player_stays_out() -> None:
    room = Room()
    room.enter(A, B)

    events = room.do(ms.Disqualify(A, *WHO))

    assert [(event.staff, event.rule) for event in events if isinstance(event, Unregistered)] == [("floor-7", "MTT-45")]
    assert room.won(A) == 0
    assert room.tell(ms.Register(A)) == reject("disqualified", RuleId("MTT-45"))


def test_a_disqualified_player_does_not_enter_again() -> None:
    room = Room(late_levels=4, re_entries=3)
    room.start(4)
    room.do(ms.Disqualify(A, *WHO))
    room.do(room.report(room.orders()[0]))

    assert room.refused(ms.Register(A)) == "disqualified"


def test_a_disqualified_player_who_loses_the_last_chips_is_ranked_once() -> None:
    room = Room()
    room.start(4)
    room.do(ms.Disqualify(A, *WHO))
    room.bust(A)

    assert len(room.of(Eliminated)) == 1
    assert room.state.expelled == frozenset()


def test_a_disqualified_player_who_wins_all_chips_forfeits_the_first_prize() -> None:
    room = Room()
    room.start(2)
    room.do(ms.Disqualify(A, *WHO))

    room.bust(B, to=A)

    assert room.status() is Status.FINISHED
    assert [(event.player, event.place) for event in room.of(PrizeForfeited)] == [(A, 1)]
    room.check_money()


def test_everybody_may_be_disqualified_and_it_still_ends() -> None:
    room = Room()
    room.start(3)
    for who in (A, B, C):
        room.do(ms.Disqualify(who, *WHO))

    room.do(room.report(room.orders()[0]))

    assert room.status() is Status.FINISHED
    assert sorted(room.place(who) for who in (A, B, C)) == [1, 2, 3]
    assert room.balance(Purpose.SEIZED) == 2700


def test_a_disqualified_player_is_offered_no_re_buy() -> None:
    room = Room(re_buy=ReBuy(PRICE, Chips(1000), 9))
    room.start(3)
    room.do(ms.Disqualify(A, *WHO))

    assert any(isinstance(event, Eliminated) for event in room.bust(A, to=B))


def test_a_disqualified_player_waits_while_another_decides_about_a_re_buy() -> None:
    room = Room(re_buy=ReBuy(PRICE, Chips(1000), 9))
    room.start(2)
    room.bust(B, to=A)
    room.do(ms.Disqualify(A, *WHO))
    assert room.entrant(A).playing

    room.do(ms.BuyAgain(B))

    assert room.status() is Status.FINISHED
    assert room.place(B) == 1


@pytest.mark.parametrize("who", [("", "why"), ("staff", " ")])
def test_nothing_is_done_without_a_name_and_a_reason(who: tuple[str, str]) -> None:
    room = Room()
    room.enter_count(3)

    assert room.refused(ms.Disqualify(A, *who)) == "reason_missing"
    assert room.refused(ms.Cancel(*who)) == "reason_missing"
    assert room.refused(ms.DelayStart(Instant(EIGHT + 1), *who)) == "reason_missing"
    assert room.refused(ms.ChangeSetup(room.setup, *who)) == "reason_missing"


def test_only_players_are_disqualified() -> None:
    room = Room()
    room.start(3)
    room.bust(A)

    assert room.refused(ms.Disqualify(A, *WHO)) == "not_playing"
    assert room.refused(ms.Disqualify(player(77), *WHO)) == "not_playing"


# ---- delay, change


@pytest.mark.rule("MTT-26b")
@pytest.mark.parametrize("edition", POKER)
def test_the_start_may_be_delayed(edition: str) -> None:
    room = Room(edition)
    room.enter_count(3)
    told_at, later = room.now, Instant(EIGHT + 900_000)

    (event,) = room.do(ms.DelayStart(later, *WHO))

    assert event == StartDelayed(later, *WHO, RuleId("MTT-26b"), told_at)
    (timer,) = room.timers()
    assert timer.at == later
    room.now = later
    assert room.refused(ms.Start(EIGHT)) == "stale_timer"
    room.start()
    assert room.refused(ms.DelayStart(Instant(later + 1), *WHO)) == "already_started"


def test_a_start_is_delayed_into_the_future_only() -> None:
    room = Room()

    assert room.refused(ms.DelayStart(room.now, *WHO)) == "not_in_the_future"
    assert Room(starts_at=None).refused(ms.DelayStart(EIGHT, *WHO)) == "no_start_time"


@pytest.mark.rule("MTT-27b")
@pytest.mark.parametrize("edition", POKER)
def test_the_house_may_change_parameters(edition: str) -> None:
    room = Room(edition)
    room.start(3)
    blinds = BlindStructure((Level(Chips(100), Chips(200)),), seconds(60))

    (event,) = room.do(ms.ChangeSetup(replace(room.setup, blinds=blinds), *WHO))

    assert isinstance(event, SetupChanged)
    assert (event.staff, event.reason, event.rule) == (*WHO, "MTT-27b")
    room.do(room.report(room.orders()[0]))
    assert room.orders()[0].big_blind_chips == 200


@pytest.mark.rule("MTT-45")
def test_a_guarantee_may_change_until_prizes_are_final() -> None:
    room = Room(late_levels=2, synchronised_breaks=False)
    room.start(3)
    room.do(ms.ChangeSetup(replace(room.setup, guarantee=Cents(9000)), *WHO))
    room.next_level()
    room.next_level()

    assert room.state.prizes is not None
    assert sum(prize.money for prize in room.state.prizes) == 9000
    again = replace(room.state.setup, guarantee=Cents(0))
    assert room.refused(ms.ChangeSetup(again, *WHO)) == "parameter_not_adjustable"


def test_what_somebody_has_paid_for_does_not_change() -> None:
    room = Room()
    room.do(ms.ChangeSetup(replace(room.setup, stack=Chips(2000)), *WHO))
    room.enter(A)

    assert (
        room.refused(ms.ChangeSetup(replace(room.state.setup, stack=Chips(3000)), *WHO)) == "parameter_not_adjustable"
    )
    assert (
        room.refused(ms.ChangeSetup(replace(room.state.setup, starts_at=Instant(5)), *WHO))
        == "parameter_not_adjustable"
    )
    assert room.refused(ms.ChangeSetup(replace(room.state.setup, entries_min=0), *WHO)) == "bad_setup"


@pytest.mark.parametrize(
    ("clause", "change"),
    [
        pytest.param("MTT-34b", {"unregister_before": seconds(600)}, marks=pytest.mark.rule("MTT-34b")),
        pytest.param("MTT-39b", {"guarantee": Cents(5000)}, marks=pytest.mark.rule("MTT-39b")),
        pytest.param("MTT-27b", {"entries_min": 3}, marks=pytest.mark.rule("MTT-27b")),
        pytest.param("MTT-39b", {"guarantee": Cents(5000), "late_levels": 3}, marks=pytest.mark.rule("MTT-39b")),
    ],
)
@pytest.mark.parametrize("edition", POKER)
def test_a_change_cites_its_clause_and_whoever_had_entered_may_leave(
    edition: str, clause: str, change: dict[str, object]
) -> None:
    """Un-registration is not offered, and then it is too late; a tournament that became another one is no trap."""
    room = Room(edition, unregister_before=None)
    room.enter(A, B)
    assert room.refused(ms.Unregister(A)) == "unregistration_not_offered"

    (event,) = room.do(ms.ChangeSetup(replace(room.setup, **change), *WHO))  # type: ignore[arg-type]
    assert isinstance(event, SetupChanged)
    assert (event.rule, event.at) == (clause, room.now)
    room.now = Instant(EIGHT - 1)
    room.enter(C)

    room.do(ms.Unregister(A))
    assert room.won(A) == 0
    assert room.refused(ms.Unregister(C)) in ("unregistration_not_offered", "unregistration_closed")
    room.enter(D)
    room.start()
    assert room.refused(ms.Unregister(B)) == "unregistration_closed"
    room.check_money()


@pytest.mark.rule("MTT-39b")
def test_whoever_entered_before_a_delay_may_leave_until_the_new_start() -> None:
    room = Room(unregister_before=None)
    room.enter(A, B)

    room.do(ms.DelayStart(Instant(EIGHT + 900_000), *WHO))

    room.now = Instant(EIGHT + 899_000)
    room.do(ms.Unregister(A))
    room.check_money()


def test_a_full_sit_and_go_is_not_left_though_it_was_changed() -> None:
    room = Room(starts_at=None, seats=2, synchronised_breaks=False)
    room.enter(A)
    room.do(ms.ChangeSetup(replace(room.setup, added=Cents(100)), *WHO))
    room.enter(B)

    assert room.refused(ms.Unregister(A)) == "unregistration_closed"


# ---- cancelling


@pytest.mark.rule("MTT-26b")
@pytest.mark.parametrize("edition", POKER)
def test_the_house_may_cancel_before_the_start_and_everybody_gets_everything_back(edition: str) -> None:
    room = Room(edition)
    room.enter_count(3)

    event, closed = room.do(ms.Cancel(*WHO))

    assert isinstance(event, Cancelled)
    assert isinstance(closed, Closed)
    assert (event.staff, event.reason, event.cause) == (*WHO, ms.Cause.HOUSE)
    assert [room.won(who) for who in (A, B, C)] == [0, 0, 0]
    assert room.agenda() == frozenset()
    room.check_money()


@pytest.mark.parametrize("edition", POKER)
def test_a_cancelled_tournament_leaves_nothing_in_its_accounts_and_closes_its_tables(edition: str) -> None:
    room = Room(edition, guarantee=Cents(9000))
    room.start(8)
    room.bust(room.orders()[0].places[0].player)
    room.do(ms.Cancel(*WHO))

    room.close_tables()

    assert room.agenda() == frozenset()
    room.check_money()
    assert room.balance(Purpose.PRIZES) == room.balance(Purpose.ENTRY_FEES) == 0
    assert room.refused(ms.Cancel(*WHO)) == "tournament_over"
    assert room.refused(ms.ChangeSetup(room.setup, *WHO)) == "tournament_over"
    assert room.refused(ms.Disqualify(A, *WHO)) == "tournament_over"


def test_the_room_itself_may_cancel_after_a_failure() -> None:
    room = Room()
    room.enter_count(3)

    room.do(ms.Cancel("", "undecided for too long", ms.Cause.SERVER_FAILURE))

    assert room.status() is Status.CANCELLED
