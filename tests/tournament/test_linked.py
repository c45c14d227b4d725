"""Satellites and phases: what one tournament does to another."""

from dataclasses import replace
from typing import Any

import pytest

from fairdeal.bank.accounts import Purpose
from fairdeal.bank.fees import FREE_ROLL, Price
from fairdeal.kernel import Cents, Chips, EventRef, Instant, RuleId, StreamId, TournamentId, reject
from fairdeal.kernel.agenda import JointCommand
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.events import Entered, PauseCalled
from fairdeal.tournament.director.outcomes import PhaseEnded, PhaseReceived, PrizePaid, WinnerRefused
from fairdeal.tournament.director.state import Means, PauseKind, Payment, Qualifier, Stake, Status
from fairdeal.tournament.orders import director_stream
from fairdeal.tournament.setup import BadSetup, FirstPhase, LastPhase, Satellite, check_setup
from tests.tournament.directing import POKER, PRICE, U26, U27, Room, T, player, setup_of

A, B, C, D = (player(number) for number in range(1, 5))
TARGET = TournamentId("T2")
BIG = Price(Cents(2000), Cents(1800), Cents(200), RuleId("MTT-35"))


def satellite(edition: str = U27, **changes: Any) -> Room:
    return Room(edition, **{"satellite": Satellite(Cents(2000), TARGET), **changes})


# ---- satellites


@pytest.mark.rule("MTT-63")
@pytest.mark.parametrize("edition", POKER)
def test_a_satellite_pays_entries_and_the_rest_in_money(edition: str) -> None:
    room = satellite(edition)
    room.start(6)  # the pool is 54.00: two entries and 14.00

    for who in (A, B, C):
        room.bust(who, to=player(6))
    assert room.status() is Status.RUNNING
    room.bust(D, to=player(6))

    assert room.status() is Status.FINISHED
    assert {event.player: (event.place, event.prize.ticket, event.prize.money) for event in room.of(PrizePaid)} == {
        D: (3, 0, 1400),
        player(5): (2, 2000, 0),
        player(6): (1, 2000, 0),
    }
    assert room.book.balances[room.rules.ticket(player(6), "T1.1")] == 2000 * 100
    assert room.won(player(6)) == -1000
    assert room.balance(Purpose.PRIZES) == 0
    room.check_money()


@pytest.mark.rule("MTT-63")
def test_a_satellite_is_cheaper_than_what_it_leads_to() -> None:
    check_setup(setup_of(satellite=Satellite(Cents(1001), TARGET)), poker())
    with pytest.raises(BadSetup, match="cheaper"):
        check_setup(setup_of(satellite=Satellite(Cents(1000), TARGET)), poker())


def poker() -> Any:
    return Room().edition.poker


def test_a_package_is_a_prize_without_a_target() -> None:
    room = satellite(satellite=Satellite(Cents(2000), None, "A week in Tallinn"))
    room.start(3)
    room.run()

    assert room.state.tickets == ()
    assert room.balance(Purpose.TICKET) == 2000


@pytest.mark.rule("MTT-63")
@pytest.mark.parametrize("edition", POKER)
def test_winners_are_registered_in_a_target_that_has_not_started(edition: str) -> None:
    room = satellite(edition)
    target = Room(room.edition.id, tournament=TARGET, beside=room, price=BIG)
    room.start(3)  # one entry, 7.00 for the second
    room.run()
    (letter,) = room.letters(ms.SeatWinner)
    assert letter.to == director_stream(TARGET)
    winner = letter.command.player

    target.do(letter.command)

    assert target.entrant(winner).entry.means is Means.SATELLITE
    assert target.joints == [JointCommand(director_stream(T), ms.NoteWinner("T1.1", seated=True))]
    room.do(target.joints[0].command)
    assert room.letters(ms.SeatWinner) == []
    assert room.do(target.joints[0].command) == ()
    assert target.do(letter.command) == ()
    assert target.state.entries == 1
    assert target.balance(Purpose.TICKET) == 0


@pytest.mark.rule("MTT-33d")
@pytest.mark.parametrize("edition", POKER)
def test_a_satellite_that_ends_during_late_registration_seats_its_winners_in_the_running_target(edition: str) -> None:
    room = satellite(edition)
    target = Room(room.edition.id, tournament=TARGET, beside=room, price=BIG, late_levels=3)
    target.enter(*map(player, range(11, 15)))
    target.start()
    room.start(3)
    room.run()
    (letter,) = room.letters(ms.SeatWinner)

    (event, *_) = target.do(letter.command)

    assert isinstance(event, Entered)
    assert event.spot is not None
    assert target.chair(letter.command.player).stack == 1000


@pytest.mark.rule("MTT-33d")
def test_a_winner_who_cannot_be_seated_keeps_the_ticket() -> None:
    room = satellite()
    target = Room(room.edition.id, tournament=TARGET, beside=room, price=BIG)
    target.enter(*map(player, range(11, 15)))
    target.start()
    room.start(3)
    room.run()
    (letter,) = room.letters(ms.SeatWinner)

    (event,) = target.do(letter.command)

    assert isinstance(event, WinnerRefused)
    assert (event.code, event.rule) == ("registration_closed", "MTT-32a")
    assert target.joints == [JointCommand(director_stream(T), ms.NoteWinner("T1.1", seated=False))]
    room.do(target.joints[0].command)
    assert room.letters(ms.SeatWinner) == []
    assert room.balance(Purpose.TICKET) == 2000


@pytest.mark.parametrize("value", [1999, 2001])
def test_a_ticket_of_another_price_seats_nobody(value: int) -> None:
    room = Room(price=BIG)

    (event,) = room.do(ms.SeatWinner(A, "S.1", Cents(value), TournamentId("S")))

    assert isinstance(event, WinnerRefused)
    assert event.code == "ticket_not_valid"


def test_who_is_entered_already_keeps_the_ticket() -> None:
    room = Room(price=BIG)
    room.enter(A)

    (event,) = room.do(ms.SeatWinner(A, "S.1", Cents(2000), TournamentId("S")))

    assert isinstance(event, WinnerRefused)
    assert event.code == "already_entered"


def test_a_guaranteed_satellite_has_its_seats_whatever_comes() -> None:
    room = satellite(guarantee=Cents(6000))
    room.start(4)
    room.run()

    assert sum(event.prize.ticket > 0 for event in room.of(PrizePaid)) == 3
    assert room.balance(Purpose.PROMOTIONS) == -(6000 - 3600)


# ---- phases


LAST = TournamentId("T9")
OTHER = TournamentId("T8")


def first(edition: str = U27, **changes: Any) -> Room:
    return Room(edition, phase=FirstPhase(2, LAST), payouts=(), synchronised_breaks=False, **changes)


def last_setup(edition: str = U27) -> dict[str, Any]:
    return {"price": FREE_ROLL, "phase": LastPhase((T, OTHER)), "starts_at": Instant(22 * 3_600_000)}


@pytest.mark.rule("MTT-71a")
@pytest.mark.parametrize("edition", [U26, U27])
def test_a_first_phase_ends_with_its_level_and_survivors_go_on_with_their_chips(edition: str) -> None:
    room = first(edition)
    room.start(8)
    room.next_level()
    events = room.next_level()
    assert [event.kind for event in events if isinstance(event, PauseCalled)] == [PauseKind.PHASE_END]
    out = room.orders()[0].places[0].player
    room.bust(out)
    assert room.status() is Status.RUNNING
    room.do(room.report(room.orders()[0]))

    (event,) = room.of(PhaseEnded)
    assert room.status() is Status.FINISHED
    assert {each.player for each in event.qualifiers} == set(room.state.entrants) - {out}
    assert sum(each.chips for each in event.qualifiers) == 8000
    assert (event.pool, event.next, event.rule) == (7200, LAST, "MTT-71a")
    there = room.tender.account(Purpose.PRIZES, LAST)
    assert room.book.balances[there] == 7200 * 100
    assert room.book.balances[room.tender.account(Purpose.ENTRY_FEES, LAST)] == 800 * 100
    (letter,) = room.letters(ms.Advance)
    assert letter == replace(letter, to=director_stream(LAST))
    paid = {who: Payment(pool=PRICE.pool, fee=PRICE.fee, source=room.wallet(who)) for who in map(player, range(1, 9))}
    staked = tuple(Stake(who, (payment,)) for who, payment in paid.items())
    assert letter.command == ms.Advance(T, event.qualifiers, Cents(7200), Cents(800), staked)


@pytest.mark.rule("MTT-71a")
@pytest.mark.parametrize("edition", [U26, U27])
def test_the_last_phase_is_played_for_the_prizes_of_all_first_phases(edition: str) -> None:
    room = first(edition)
    final = Room(room.edition.id, tournament=LAST, beside=room, **last_setup())
    room.start(6)
    room.next_level()
    room.next_level()
    room.do(room.report(room.orders()[0]))
    (letter,) = room.letters(ms.Advance)
    assert final.timers() == []  # it waits for the other first phase

    final.do(letter.command)
    room.do(final.joints[0].command)
    assert room.letters(ms.Advance) == []
    assert final.do(letter.command) == ()
    final.do(ms.Advance(OTHER, (Qualifier(A, Chips(30_500)), Qualifier(player(99), Chips(400))), Cents(0)))
    (timer,) = final.timers()
    final.now = timer.at
    final.do(timer.command)

    assert final.state.entries == 7
    assert sum(place.stack for order in final.orders() for place in order.places) == 5000 + 30_500 + 400
    for who in [*map(player, range(1, 7)), player(99)]:
        final.book.balances.setdefault(final.wallet(who), 0)
    final.run()
    assert final.balance(Purpose.PRIZES) == 0
    assert sum(event.prize.money for event in final.of(PrizePaid)) == 5400


@pytest.mark.rule("MTT-71b")
@pytest.mark.parametrize("edition", [U26, U27])
def test_nobody_enters_the_last_phase_directly(edition: str) -> None:
    room = Room(edition, **last_setup())

    assert room.tell(ms.Register(A)) == reject("satellite_only", RuleId("MTT-71b"))
    assert room.refused(ms.Advance(TournamentId("T5"), (Qualifier(A, Chips(5)),), Cents(0))) == "no_such_phase"


@pytest.mark.rule("MTT-71c")
@pytest.mark.parametrize("edition", [U26, U27])
def test_of_several_stacks_only_the_largest_goes_forward(edition: str) -> None:
    sources = (T, OTHER, TournamentId("T7"))
    room = Room(edition, **{**last_setup(), "phase": LastPhase(sources)})
    for source, chips in zip(sources, (12_000, 30_500, 18_000), strict=True):
        room.do(ms.Advance(source, (Qualifier(A, Chips(chips)), Qualifier(B, Chips(100))), Cents(0)))

    assert room.entrant(A).entry.chips == 30_500
    assert room.state.chips == 30_600
    assert room.state.entries == 2
    assert {event.rule for event in room.of(PhaseReceived)} == {"MTT-71c"}


@pytest.mark.rule("MTT-71a")
def test_nobody_who_came_from_a_first_phase_leaves_the_last() -> None:
    room = Room(**last_setup())
    room.do(ms.Advance(T, (Qualifier(A, Chips(5)),), Cents(0)))

    assert room.refused(ms.Unregister(A)) == "unregistration_not_offered"


def test_a_first_phase_with_one_survivor_ends_at_once() -> None:
    room = first()
    room.start(2)

    room.bust(A, to=B)

    (event,) = room.of(PhaseEnded)
    assert event.qualifiers == (Qualifier(B, Chips(2000)),)


def test_one_survivor_wins_the_last_phase_without_a_hand() -> None:
    room = Room(**{**last_setup(), "phase": LastPhase((T,))})
    room.book.balances[room.tender.account(Purpose.PRIZES, T)] = 1800 * 100
    room.book.balances[room.tender.account(Purpose.OUTSIDE)] = -1800 * 100
    room.book.open(room.wallet(A))
    room.do(ms.Advance(T, (Qualifier(A, Chips(5)),), Cents(1800)))

    room.start()

    assert room.status() is Status.FINISHED
    assert room.book.balances[room.wallet(A)] == 1800 * 100


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"phase": FirstPhase(0, LAST)}, "ends before"),
        ({"phase": FirstPhase(2, LAST), "late_levels": 3}, "outlasts"),
        ({"phase": FirstPhase(2, LAST), "guarantee": Cents(5)}, "last phase"),
        ({"phase": LastPhase(()), "price": FREE_ROLL}, "nobody"),
        ({"phase": LastPhase((T,)), "price": PRICE}, "directly"),
        ({"phase": FirstPhase(2, LAST), "bounty": Cents(5)}, "bounties"),
    ],
)
def test_impossible_phases_are_refused(wrong: dict[str, Any], told: str) -> None:
    with pytest.raises(BadSetup, match=told):
        check_setup(setup_of(**wrong), poker())


def test_money_of_a_phase_moves_with_its_event_alone() -> None:
    room = first()
    room.start(2)
    room.bust(A, to=B)
    (event,) = room.of(PhaseEnded)

    chain = room.machine.transfers(event, EventRef(StreamId("tournament:T1"), 7))

    assert [(transfer.ref.leg_number, transfer.amount) for transfer in chain] == [(0, 1800 * 100), (1, 200 * 100)]


@pytest.mark.rule("MTT-71a")
@pytest.mark.parametrize("edition", [U26, U27])
def test_from_a_first_phase_that_is_cancelled_nobody_comes(edition: str) -> None:
    room = first(edition)
    final = Room(edition, tournament=LAST, **{**last_setup(), "phase": LastPhase((T,))})
    room.start(4)
    room.do(ms.Cancel("S1", "fault"))
    (letter,) = room.letters(ms.Advance)
    assert (letter.to, letter.command.qualifiers, letter.command.pool) == (director_stream(LAST), (), 0)

    final.do(letter.command)
    room.do(ms.NoteAdvance())

    assert room.letters(ms.Advance) == []
    assert room.do(ms.NoteAdvance()) == ()  # an answer may come twice
    assert [timer.at for timer in final.timers()] == [final.state.starts_at]  # it waits for nobody any more


def test_a_last_phase_cannot_be_cancelled_while_players_and_money_are_on_their_way_to_it() -> None:
    final = Room(**last_setup())

    assert final.refused(ms.Cancel("S1", "fault")) == "phases_running"


@pytest.mark.rule("MTT-71a")
def test_a_last_phase_may_gain_first_phases_and_never_lose_one() -> None:
    """Players and money of a first phase that is no longer named would find no way in."""
    final = Room(**last_setup())
    more = LastPhase((T, OTHER, TournamentId("T7")))

    fewer = ms.ChangeSetup(replace(final.setup, phase=LastPhase((T,))), "S1", "changed plans")
    assert final.tell(fewer) == reject("parameter_not_adjustable", RuleId("MTT-27b"), count=1)
    final.do(ms.ChangeSetup(replace(final.setup, phase=more), "S1", "another day"))

    assert final.state.setup.phase == more


@pytest.mark.rule("MTT-71a")
def test_a_first_phase_that_was_entered_leads_to_where_it_led() -> None:
    room = first()
    elsewhere = ms.ChangeSetup(replace(room.setup, phase=FirstPhase(2, OTHER)), "S1", "changed plans")
    room.enter(A, B)

    assert room.refused(elsewhere) == "parameter_not_adjustable"
    room.do(ms.ChangeSetup(replace(room.setup, phase=FirstPhase(3, LAST)), "S1", "a longer day"))
