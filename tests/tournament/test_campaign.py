"""Whole tournaments of every size: chips, places, prizes, replay, and what a report costs."""

import random
from collections import deque
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fairdeal.tournament
from fairdeal.bank.accounts import Purpose
from fairdeal.bank.fees import Price
from fairdeal.kernel import Cents, Chips, Instant, RuleId, seconds
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.agenda import agenda_between
from fairdeal.tournament.director.events import HandOrdered, Moved, TableBroken, TournamentEvent
from fairdeal.tournament.director.outcomes import PrizePaid
from fairdeal.tournament.director.state import Status
from fairdeal.tournament.setup import AddOn, MultiBuyIn, ReBuy, Satellite
from fairdeal.tournament.structure import parse_structure
from tests.tournament.directing import PRICE, U22, U26, U27, Room, T, player, replayed, report

SCHEDULED = parse_structure(
    (Path(fairdeal.tournament.__file__).parent / "structures" / "payouts-scheduled.toml").read_text("utf-8")
).payouts

KINDS: dict[str, dict[str, Any]] = {
    "freezeout": {},
    "guaranteed": {"guarantee": Cents(50_000)},
    "heads-up tables": {"seats": 2},
    "nine seats": {"seats": 9, "hand_for_hand_places": 3},
    "multi buy-in": {"multi_buy_in": MultiBuyIn(Cents(500), Cents(5000))},
    "late": {"late_levels": 3, "re_entries": 2},
    "re-buy": {
        "re_buy": ReBuy(PRICE, Chips(1000), 3, below=Chips(1001), times=3),
        "add_on": AddOn(PRICE, Chips(2000), 3),
        "late_levels": 2,
    },
    "bounty": {"bounty": Cents(333)},
    "progressive": {"bounty": Cents(333), "progressive": True, "late_levels": 2, "re_entries": 1},
    "satellite": {"satellite": Satellite(Cents(4500), None)},
}


@settings(max_examples=25, deadline=None)
@given(
    kind=st.sampled_from(sorted(KINDS)),
    edition=st.sampled_from([U26, U27]),
    entrants=st.integers(2, 45),
    seed=st.integers(0, 10**6),
)
def test_every_tournament_ends_and_everything_adds_up(kind: str, edition: str, entrants: int, seed: int) -> None:
    room = Room(edition, seed=seed, **KINDS[kind])
    room.start(entrants)
    guests(room, entrants)
    room.run()

    check_end(room)


def guests(room: Room, entrants: int) -> None:
    """For some time people come late, enter again, buy chips, sit out and are thrown out."""
    for number in range(entrants * 2):
        if room.status() is not Status.RUNNING:
            return
        who = player(room.chance.randint(1, entrants + 5))
        if who not in room.state.entrants:
            room.fund(who)
        choices: list[Any] = [ms.Register(who), ms.BuyAgain(who), ms.TakeAddOn(who), ms.SitOut(who), ms.Connect(who)]
        if number % 17 == 16:
            choices.append(ms.Disqualify(who, "floor", "misbehaves"))
        room.tell(room.chance.choice(choices))
        if room.status() is Status.RUNNING:
            room.step()


def check_end(room: Room) -> None:
    """Places are total, the pool is paid to the cent, accounts are empty, and the events lead to this state."""
    state = room.state
    assert state.status is Status.FINISHED
    places = sorted(state.place(finish.out) for each in state.entrants.values() for finish in each.finishes)
    assert places == list(range(1, state.entries + 1))
    assert state.prizes is not None
    paid = sum(event.prize.value for event in room.of(PrizePaid))
    forfeited = room.balance(Purpose.SEIZED)
    assert paid + forfeited == sum(prize.value for prize in state.prizes)
    assert (state.purse.pool, state.purse.fees, state.purse.heads) == (0, 0, 0)
    room.check_money()
    assert room.agenda() == frozenset()
    assert replayed(room) == state


@pytest.mark.parametrize("count", [2, 7, 64])
def test_the_same_chance_gives_the_same_tournament(count: int) -> None:
    def history() -> list[TournamentEvent]:
        room = Room(seed=9)
        room.checks = False
        room.start(count)
        room.run()
        return room.events

    assert history() == history()


def large(entrants: int, seed: int = 5) -> Room:
    """A tournament of that size at six-seat tables, about to be started."""
    room = Room(seed=seed, payouts=SCHEDULED)
    room.checks = False
    room.enter_count(entrants)
    room.start()
    return room


def run_large(room: Room) -> None:
    """Play to the end without ever looking at all tables."""
    orders = deque(event.order for event in room.of(HandOrdered))
    while room.status() is Status.RUNNING:
        clock = room.state.clock
        due = [(at, command) for at, command in timers(room) if at <= room.now or not orders]
        if due:
            at, command = min(due, key=lambda pair: pair[0])
            room.now = Instant(max(room.now, at))
            events = room.do(command)
        else:
            room.now = Instant(room.now + seconds(30) // max(1, room.state.floor.count))
            events = room.play(orders.popleft())
        orders.extend(event.order for event in events if isinstance(event, HandOrdered))
        assert clock.level < 1000


def timers(room: Room) -> list[tuple[Instant, Any]]:
    clock = room.state.clock
    found: list[tuple[Instant, Any]] = []
    if clock.level_ends is not None:
        found.append((clock.level_ends, ms.EndLevel(clock.level)))
    if clock.break_due is not None:
        found.append((clock.break_due, ms.CallBreak(clock.break_due)))
    if clock.pause is not None and clock.pause.until is not None:
        found.append((clock.pause.until, ms.EndPause(clock.pause.until)))
    return found


def test_two_thousand_entrants() -> None:
    room = large(2000)
    run_large(room)
    room.close_tables()

    check_end(room)
    assert len(room.of(TableBroken)) == 333
    assert len(room.of(Moved)) > 1000


@pytest.mark.soak
def test_ten_thousand_entrants() -> None:
    room = large(10_000)
    run_large(room)
    room.close_tables()

    check_end(room)


def test_a_report_costs_the_same_whatever_the_size_of_the_field() -> None:
    """The median of many reports, each decided, evolved and compared for the agenda; ten times the field, the same cost."""
    small, big = (cost_of_a_report(large(entrants)) for entrants in (300, 3000))

    assert big < 2 * small, (small, big)


def cost_of_a_report(room: Room) -> float:
    chance = random.Random(1)  # noqa: S311
    orders = chance.sample(room.orders(), 50)
    reports = [room.filled(report(order)) for order in orders]
    costs = []
    for told in reports * 4:
        before = perf_counter()
        steps = room.machine.decide(room.state, told, room.now)
        assert isinstance(steps, tuple)
        after = steps[-1].after
        assert after is not None
        change = agenda_between(room.state, after)
        costs.append(perf_counter() - before)
        assert len(change.added) == len(change.removed) == 1
    return sorted(costs)[len(costs) // 4]


def test_the_change_of_the_agenda_is_the_change_of_the_whole() -> None:
    """The room asserts it after every event; here the changes alone lead from nothing to every agenda."""
    room = Room(seed=2, late_levels=3, re_entries=1, re_buy=KINDS["re-buy"]["re_buy"])
    room.start(20)
    guests(room, 20)
    room.run()
    state = None
    tasks: set[Any] = set()
    for event in room.events:
        before, state = state, room.machine.evolve(state, event)
        change = room.machine.agenda_change(before, state)
        assert change.removed <= tasks
        tasks = (tasks - change.removed) | change.added
        assert tasks == room.machine.agenda(state)

    assert len(room.events) > 200


def test_an_edition_without_bounties_runs_the_same_campaign() -> None:
    price = Price(Cents(500), Cents(450), Cents(50), RuleId("FEE-04"))
    room = Room(U22, seed=4, price=price, late_levels=2)
    room.start(31)
    guests(room, 31)
    room.run()

    check_end(room)
    assert room.state.id == T
