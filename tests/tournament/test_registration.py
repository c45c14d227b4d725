"""Entering, leaving again, and who cannot."""

from dataclasses import replace
from typing import Any

import pytest

from fairdeal.bank.accounts import Purpose
from fairdeal.bank.fees import FREE_ROLL, Price
from fairdeal.kernel import Cents, Chips, Duration, Instant, Rejection, RuleId, TournamentId, events_of, reject, seconds
from fairdeal.rulebook.schema.choices import OnServerFailure
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.events import Entered, Filled, RegistrationClosed, Started, Unregistered
from fairdeal.tournament.director.machine import TournamentMachine
from fairdeal.tournament.director.outcomes import Cancelled
from fairdeal.tournament.director.state import Means, Status
from fairdeal.tournament.password import PASSWORD, answer_to, opens, password_digest
from fairdeal.tournament.setup import AddOn, BankSetting, MultiBuyIn, ReBuy
from tests.tournament.directing import (
    EIGHT,
    POKER,
    PRICE,
    PW,
    U22,
    U26,
    U27,
    Room,
    T,
    player,
    rulebook_of,
    setup_of,
)

A, B, C = player(1), player(2), player(3)
MINUTE = 60_000


def at(room: Room, minutes: int) -> Room:
    room.now = Instant(EIGHT + minutes * MINUTE)
    return room


# ---- prices


@pytest.mark.rule("MTT-35")
@pytest.mark.parametrize("edition", POKER)
def test_an_entry_is_charged_once_and_divided_into_pool_and_fee(edition: str) -> None:
    room = Room(edition)
    room.enter(A)

    assert room.won(A) == -1000
    assert room.balance(Purpose.PRIZES) == 900
    assert room.balance(Purpose.ENTRY_FEES) == 100
    room.check_money()


@pytest.mark.rule("MTT-35")
def test_another_price_than_the_tournaments_is_refused() -> None:
    room = Room()
    room.fund(A)

    assert room.refused(ms.Register(A, Cents(2500))) == "wrong_buy_in"


def test_an_entry_nobody_can_pay_for_is_not_made() -> None:
    room = Room()
    room.book.open(room.wallet(A))

    assert room.refused(ms.Register(A)) == "insufficient_funds"
    assert room.state.entries == 0


@pytest.mark.rule("MTT-38b")
@pytest.mark.rule("MTT-64")
@pytest.mark.rule("GLO-27")
@pytest.mark.parametrize("edition", POKER)
def test_a_freeroll_costs_nothing_and_pays_what_the_house_adds(edition: str) -> None:
    room = Room(edition, price=FREE_ROLL, added=Cents(5000))
    for number in range(1, 7):
        room.book.open(room.wallet(player(number)))
        room.do(ms.Register(player(number)))

    room.start()
    room.run()

    winner = next(who for who in room.state.entrants if room.place(who) == 1)
    assert room.book.balances[room.wallet(winner)] == 3250 * 100
    assert room.balance(Purpose.PROMOTIONS) == -5000
    room.check_money()


@pytest.mark.rule("MTT-38b")
def test_an_entry_condition_must_be_met() -> None:
    room = Room(price=FREE_ROLL, conditions=("deposited",))

    assert room.refused(ms.Register(A)) == "entry_condition"
    room.do(ms.Register(A, facts=ms.EntryFacts(met=frozenset({"deposited"}))))

    assert room.state.entries == 1


@pytest.mark.rule("MTT-38b")
def test_a_password_is_a_condition_of_which_only_a_digest_is_kept() -> None:
    room = Room(price=FREE_ROLL, conditions=("deposited",), password=password_digest("swordfish", "freeroll"))

    assert room.refused(ms.Register(A)) == "entry_condition"
    assert room.refused(ms.Register(A, facts=ms.EntryFacts(met=frozenset({"deposited"})))) == "wrong_password"
    room.do(ms.Register(A, facts=ms.EntryFacts(met=frozenset({"deposited", PASSWORD}))))

    assert room.state.entries == 1
    assert "swordfish" not in repr(room.state)


def test_only_the_right_password_opens_and_no_two_tournaments_keep_the_same_of_it() -> None:
    kept = password_digest("swordfish", "freeroll")

    assert opens(kept, answer_to(kept, "swordfish"))
    assert not opens(kept, answer_to(kept, "Swordfish"))
    assert not opens(kept, None)
    assert kept != password_digest("swordfish", "another")


@pytest.mark.rule("MTT-65")
@pytest.mark.parametrize("edition", POKER)
def test_a_chosen_buy_in_buys_chips_in_proportion(edition: str) -> None:
    room = Room(edition, multi_buy_in=MultiBuyIn(Cents(1000), Cents(10_000)))

    room.enter_for(A, 2500)

    assert room.entrant(A).entry.chips == 2500
    assert room.balance(Purpose.PRIZES) == 2250
    assert room.balance(Purpose.ENTRY_FEES) == 250
    assert room.refused(ms.Register(B, Cents(999))) == "wrong_buy_in"
    assert room.refused(ms.Register(B, Cents(10_001))) == "wrong_buy_in"


def test_a_fraction_of_a_cent_is_left_with_the_player() -> None:
    price = Price(Cents(1000), Cents(1000), Cents(50), RuleId("MTT-35"))
    room = Room(PW, price=price, multi_buy_in=MultiBuyIn(Cents(1000), Cents(10_000)))

    room.enter_for(A, 1001)

    assert room.won(A) == -1051  # 1051.05
    assert room.balance(Purpose.ENTRY_FEES) == 50


# ---- who cannot enter


@pytest.mark.rule("MTT-32c")
@pytest.mark.parametrize("edition", POKER)
def test_nobody_enters_twice(edition: str) -> None:
    room = Room(edition)
    room.enter(A)

    assert room.tell(ms.Register(A)) == reject("already_entered", RuleId("MTT-32c"))
    assert room.won(A) == -1000


def test_registration_opens_when_the_lobby_says() -> None:
    room = Room(registration_opens=Instant(EIGHT - 30 * MINUTE))
    room.fund(A)

    assert room.refused(ms.Register(A)) == "registration_not_open"
    at(room, -30).do(ms.Register(A))


def test_a_full_tournament_takes_nobody() -> None:
    room = Room(entries_max=2)
    room.enter(A, B)
    room.fund(C)

    assert room.refused(ms.Register(C)) == "tournament_full"


def test_without_late_registration_the_start_closes_it() -> None:
    room = Room()
    room.start(3)
    room.fund(player(9))

    assert room.refused(ms.Register(player(9))) == "registration_closed"


def test_an_entry_that_comes_with_the_start_is_too_late() -> None:
    room = Room()
    room.fund(A)

    assert at(room, 0).refused(ms.Register(A)) == "registration_closed"


# ---- late registration


@pytest.mark.rule("MTT-32a")
@pytest.mark.parametrize("edition", POKER)
def test_late_registration_lasts_four_levels_to_the_millisecond(edition: str) -> None:
    room = Room(edition, late_levels=4, synchronised_breaks=False)
    room.start(6)
    for _ in range(3):
        room.next_level()
    room.fund(A2)
    room.fund(A3)

    room.now = Instant(EIGHT + 40 * MINUTE - 1)
    room.do(ms.Register(A2))
    room.now = Instant(EIGHT + 40 * MINUTE)

    assert room.tell(ms.Register(A3)) == reject("registration_closed", RuleId("MTT-32a"))
    closed = [event for event in room.next_level() if isinstance(event, RegistrationClosed)]
    assert [(event.at, event.rule) for event in closed] == [(EIGHT + 40 * MINUTE, "MTT-32a")]


A2, A3 = player(20), player(21)


@pytest.mark.rule("MTT-32a")
def test_a_break_stops_the_clock_of_late_registration() -> None:
    room = Room(late_levels=6)
    room.start(6)
    for _ in range(5):
        room.next_level()
    room.fund(A2)
    at(room, 55).do(ms.CallBreak(room.now))
    room.bust(player(1))
    assert room.state.clock.pause is not None
    room.now = Instant(EIGHT + 60 * MINUTE)
    room.do(ms.EndPause(room.now))

    room.now = Instant(EIGHT + 65 * MINUTE - 1)
    room.do(ms.Register(A2))

    assert room.state.clock.level_ends == EIGHT + 65 * MINUTE


@pytest.mark.rule("MTT-32b")
@pytest.mark.parametrize("edition", POKER)
def test_late_registration_closes_when_payouts_begin(edition: str) -> None:
    room = Room(edition, late_levels=4)
    room.start(6)  # two places are paid
    room.fund(A2)
    for number in (1, 2, 3):
        room.bust(player(number), to=player(4))
    assert room.state.registration_open

    events = room.bust(player(5), to=player(4))

    assert [event.rule for event in events if isinstance(event, RegistrationClosed)] == ["MTT-32b"]
    assert room.refused(ms.Register(A2)) == "registration_closed"
    refusal = room.tell(ms.Register(A2))
    assert refusal is not None
    assert refusal.rule == "MTT-32b"
    assert room.state.prizes is not None
    assert [prize.money for prize in room.state.prizes] == [3510, 1890]


def test_a_late_entry_that_makes_more_places_paid_pays_those_who_are_out_in_them() -> None:
    room = Room(late_levels=4)
    room.start(9)  # two places are paid, from ten entries on three
    while room.state.remaining > 3:
        room.bust(_somebody(room))
    assert room.state.registration_open
    room.enter(A2)
    room.run()

    assert sorted(room.won(who) + 1000 for who in room.state.entrants if room.won(who) > -1000) == [1800, 2700, 4500]
    room.check_money()


def _somebody(room: Room) -> Any:
    """A player at a table with more than one other."""
    return max(room.orders(), key=lambda order: len(order.places)).places[0].player


@pytest.mark.rule("MTT-28a")
def test_a_late_player_sits_down_at_one_of_the_smallest_tables() -> None:
    room = Room(late_levels=4)
    room.start(11)
    sizes = {number: table.size for number, table in room.state.floor.tables.items()}
    room.enter(A2)

    assert room.state.floor.tables[min(sizes, key=lambda number: sizes[number])].size == 6
    assert room.chair(A2).stack == 1000


def test_a_late_player_opens_a_table_where_all_are_full_and_others_join() -> None:
    room = Room(late_levels=4)
    room.start(12)
    room.enter(A2)
    assert [table.size for _, table in sorted(room.state.floor.tables.items())] == [6, 6, 1]
    assert room.table(2).order is None

    for order in room.orders():
        room.do(room.report(order))

    assert sorted(table.size for table in room.state.floor.tables.values()) == [4, 4, 5]
    assert room.table(2).order is not None


# ---- re-entry


@pytest.mark.rule("MTT-32c")
def test_a_re_entry_is_a_new_entry_as_often_as_the_lobby_says() -> None:
    room = Room(late_levels=4, re_entries=1)
    room.start(6)
    room.bust(A)
    room.do(ms.Register(A))

    assert room.won(A) == -2000
    assert room.state.entries == 7
    assert room.chair(A).stack == 1000
    room.bust(A)
    assert room.tell(ms.Register(A)) == reject("re_entry_not_offered", RuleId("MTT-32c"), allowed=1)


@pytest.mark.rule("MTT-32c")
def test_without_re_entry_who_is_out_stays_out() -> None:
    room = Room(late_levels=4)
    room.start(6)
    room.bust(A)

    assert room.refused(ms.Register(A)) == "re_entry_not_offered"


# ---- un-registration


@pytest.mark.rule("MTT-33a")
@pytest.mark.rule("MTT-36")
@pytest.mark.parametrize("edition", POKER)
def test_un_registration_closes_when_the_lobby_says(edition: str) -> None:
    room = Room(edition, unregister_before=seconds(300))
    room.enter(A, B, C)

    room.now = Instant(EIGHT - 5 * MINUTE - 1)
    room.do(ms.Unregister(A))
    room.now = Instant(EIGHT - 5 * MINUTE)

    assert room.won(A) == 0
    refusal = room.tell(ms.Unregister(B))
    assert isinstance(refusal, Rejection)
    assert (refusal.code, refusal.rule) == ("unregistration_closed", "MTT-36")
    assert room.won(B) == -1000
    assert room.state.entries == 2
    room.check_money()


@pytest.mark.rule("MTT-36")
def test_nobody_leaves_after_the_start() -> None:
    room = Room(unregister_before=seconds(0))
    room.start(3)

    assert room.tell(ms.Unregister(A)) == reject("unregistration_closed", RuleId("MTT-36"))


@pytest.mark.rule("MTT-33a")
def test_some_tournaments_do_not_let_one_leave() -> None:
    room = Room(unregister_before=None)
    room.enter(A)

    assert room.tell(ms.Unregister(A)) == reject("unregistration_not_offered", RuleId("MTT-33a"))


def test_whoever_is_not_entered_cannot_leave() -> None:
    assert Room().refused(ms.Unregister(A)) == "not_entered"


@pytest.mark.rule("MTT-33b")
@pytest.mark.parametrize("edition", POKER)
def test_a_ticket_is_refunded_as_a_ticket(edition: str) -> None:
    room = Room(edition)
    room.fund(A)
    account = room.give_ticket(A, "gift", Cents(1000))
    facts = ms.EntryFacts(ticket=ms.Ticket("gift", Cents(1000)))
    room.do(ms.Register(A, ticket="gift", facts=facts))
    assert room.book.balances[account] == 0
    assert room.won(A) == 0

    events = room.do(ms.Unregister(A))

    assert room.book.balances[account] == 1000 * 100
    assert [event.rule for event in events if isinstance(event, Unregistered)] == ["MTT-33b"]
    room.check_money()


@pytest.mark.rule("MTT-33b")
def test_money_is_refunded_as_money_fee_included() -> None:
    room = Room()
    room.enter(A)

    room.do(ms.Unregister(A))

    assert room.won(A) == 0
    assert room.state.purse.pool == 0


@pytest.mark.rule("MTT-33c")
@pytest.mark.parametrize("edition", POKER)
def test_a_satellite_winner_who_leaves_gets_a_ticket_and_never_money(edition: str) -> None:
    room = Room(edition)
    room.fund(A)
    account = room.give_ticket(A, "S.1", Cents(1000))
    room.do(ms.SeatWinner(A, "S.1", Cents(1000), satellite=T))
    assert room.entrant(A).entry.means is Means.SATELLITE

    events = room.do(ms.Unregister(A))

    assert room.won(A) == 0
    assert room.book.balances[account] == 1000 * 100
    assert [event.rule for event in events if isinstance(event, Unregistered)] == ["MTT-33c"]


@pytest.mark.parametrize(
    ("ticket", "code"),
    [
        (None, "no_such_ticket"),
        (ms.Ticket("other", Cents(1000)), "no_such_ticket"),
        (ms.Ticket("gift", Cents(999)), "ticket_not_valid"),
        (ms.Ticket("gift", Cents(1000), target=TournamentId("T9")), "ticket_not_valid"),
        (ms.Ticket("gift", Cents(1000), target=T, kind=ms.TicketKind.GAME), "ticket_not_valid"),
        (ms.Ticket("gift", Cents(1000), kind=ms.TicketKind.GAME), "ticket_not_valid"),
        (ms.Ticket("gift", Cents(1000), kind=ms.TicketKind.PACKAGE), "ticket_not_valid"),
    ],
)
def test_a_ticket_must_be_there_and_fit(ticket: ms.Ticket | None, code: str) -> None:
    room = Room()
    room.give_ticket(A, "gift", Cents(1000))

    assert room.refused(ms.Register(A, ticket="gift", facts=ms.EntryFacts(ticket=ticket))) == code


# ---- sit & go, minimum


@pytest.mark.rule("MTT-61")
@pytest.mark.parametrize("edition", POKER)
def test_a_sit_and_go_starts_when_all_seats_are_filled(edition: str) -> None:
    room = Room(edition, starts_at=None, seats=5)
    room.enter_count(4)
    assert room.timers() == []
    room.do(ms.Unregister(player(4)))
    room.enter(player(4))

    room.enter(player(5))

    assert [event.rule for event in room.of(Filled)] == ["MTT-61"]
    assert room.refused(ms.Unregister(A)) == "unregistration_closed"
    (timer,) = room.timers()
    assert timer.at == room.now
    room.do(timer.command)
    assert room.status() is Status.RUNNING
    assert len(room.orders()[0].places) == 5


@pytest.mark.rule("MTT-37")
@pytest.mark.parametrize("edition", POKER)
def test_too_few_entrants_mean_no_tournament_and_all_money_back(edition: str) -> None:
    room = Room(edition, entries_min=4)

    events = room.start(3)

    assert [(event.cause, event.rule) for event in events if isinstance(event, Cancelled)] == [
        (ms.Cause.TOO_FEW, "MTT-37")
    ]
    assert [room.won(player(number)) for number in (1, 2, 3)] == [0, 0, 0]
    assert room.balance(Purpose.PRIZES) == room.balance(Purpose.ENTRY_FEES) == 0
    assert room.refused(ms.Register(player(4))) == "registration_closed"


@pytest.mark.rule("MTT-37")
def test_the_minimum_is_enough() -> None:
    room = Room(entries_min=4)

    room.start(4)

    assert room.status() is Status.RUNNING


@pytest.mark.rule("MTT-26a")
@pytest.mark.parametrize("edition", POKER)
def test_a_tournament_starts_exactly_on_time(edition: str) -> None:
    room = Room(edition)
    room.enter_count(3)
    (timer,) = room.timers()
    assert timer.at == EIGHT

    room.now = Instant(EIGHT - 1)
    assert room.refused(timer.command) == "too_early"
    room.now = EIGHT
    events = room.do(timer.command)

    assert [(event.at, event.rule) for event in events if isinstance(event, Started)] == [(EIGHT, "MTT-26a")]
    assert {order.deals_from for order in room.orders()} == {EIGHT}


def test_a_start_of_another_time_is_stale() -> None:
    room = Room()
    room.enter_count(3)
    room.now = EIGHT

    assert room.refused(ms.Start(Instant(EIGHT - 1))) == "stale_timer"


# ---- announcing


def test_nothing_can_be_asked_of_a_tournament_nobody_announced() -> None:
    machine = TournamentMachine(T, rulebook_of(U27))

    assert events_of(machine.decide(None, ms.Unregister(A), EIGHT)) == reject("no_such_tournament")


def test_announcing_twice_is_harmless_and_announcing_another_is_refused() -> None:
    room = Room()

    assert room.do(ms.Announce(room.setup)) == ()
    assert room.refused(ms.Announce(setup_of(name="Other"))) == "already_announced"


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": 1},
        {"seats": 11},
        {"stack": Chips(0)},
        {"entries_min": 1},
        {"entries_min": 9, "entries_max": 8},
        {"price": Price(Cents(10), Cents(11), Cents(-1), RuleId("MTT-35"))},
        {"bounty": Cents(901)},
        {"guarantee": Cents(-1)},
        {"re_entries": 1},
        {"starts_at": None, "late_levels": 2},
        {"prizes": (Cents(10), Cents(20))},
        {"prizes": (Cents(0),)},
        {"name": " "},
        {"family": "badugi"},
        {"payouts": ()},
        {"multi_buy_in": MultiBuyIn(Cents(2000), Cents(1000))},
        {"multi_buy_in": MultiBuyIn(Cents(1001), Cents(2000))},
        {"multi_buy_in": MultiBuyIn(Cents(1), Cents(2000)), "stack": Chips(100)},
        {"prizes": ()},
        {"unregister_before": Duration(-1)},
        {"re_buy": ReBuy(PRICE, Chips(0), 3)},
        {"re_buy": ReBuy(PRICE, Chips(10), 3, times=0)},
        {"re_buy": ReBuy(PRICE, Chips(10), 3, below=Chips(0))},
        {"re_buy": ReBuy(PRICE, Chips(10), 3, bounty=Cents(5))},
        {"add_on": AddOn(PRICE, Chips(10), 3, window=Duration(0))},
        {"add_on": AddOn(PRICE, Chips(10), 0)},
        {"vips": ((A, Cents(0)),)},
        {"vips": ((A, Cents(5)), (A, Cents(6)))},
        {"progressive": True},
        {"bank": BankSetting(seconds(9), seconds(8))},
        {"bank": BankSetting(seconds(1), seconds(8)), "starts_at": None},
        {"on_failure": OnServerFailure.RESUME},
    ],
    ids=str,
)
def test_an_impossible_tournament_is_not_announced(wrong: dict[str, Any]) -> None:
    machine = TournamentMachine(T, rulebook_of(U27))

    decision = events_of(machine.decide(None, ms.Announce(setup_of(**wrong)), EIGHT))

    assert isinstance(decision, Rejection)
    assert decision.code == "bad_setup"


def test_another_rulebook_than_the_machines_is_refused() -> None:
    machine = TournamentMachine(T, rulebook_of(U27))
    casino = TournamentMachine(T, rulebook_of("live-casino"))

    assert events_of(machine.decide(None, ms.Announce(replace(setup_of(), edition="other")), EIGHT)) == reject(
        "wrong_edition", RuleId("MTT-27b")
    )
    assert events_of(casino.decide(None, ms.Announce(setup_of()), EIGHT)) == reject("no_poker", RuleId("MTT-27b"))


@pytest.mark.rule("MTT-68", proves="data")
@pytest.mark.parametrize(("edition", "accepted"), [(U22, False), (U26, True), (U27, True), (PW, False)])
def test_kinds_an_edition_does_not_have_are_refused(edition: str, accepted: bool) -> None:
    machine = TournamentMachine(T, rulebook_of(edition))

    decision = events_of(machine.decide(None, ms.Announce(setup_of(edition, bounty=Cents(100))), EIGHT))

    assert isinstance(decision, Rejection) is not accepted


def test_the_entry_carries_its_rule_and_where_it_came_from() -> None:
    room = Room()
    room.enter(A)

    (event,) = room.of(Entered)
    assert (event.rule, event.entry.source, event.entry.price) == ("MTT-35", room.wallet(A), PRICE)
