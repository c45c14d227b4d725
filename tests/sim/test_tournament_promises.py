"""What players pay in is theirs: cancellations the simulator must have seen, and broken promises it must notice."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from fairdeal.bank.accounts import Purpose
from fairdeal.bank.transfer import Reason, Transfer
from fairdeal.hexapro.lobby import events as lobby_events
from fairdeal.kernel import Cents, EventRef, Instant, PlayerId, RuleId, StreamId, Units
from fairdeal.rulebook.clause import PW, U22, U26, U27
from fairdeal.rulebook.loader import published_edition
from fairdeal.storage.memory import MemoryStore
from fairdeal.testing.tournaments.campaign import ALL_STAGES, campaign_plans, wanted_stages
from fairdeal.testing.tournaments.plan import LAST, TournamentPlan
from fairdeal.testing.tournaments.promises import TournamentPromises
from fairdeal.testing.tournaments.simulation import simulate
from fairdeal.tournament.cancellation.plan import Part, Plan, Stage, What
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.events import TournamentEvent
from fairdeal.tournament.director.outcomes import Cancelled
from tests.tournament.directing import Room, player, row

EDITIONS = tuple(published_edition(name) for name in (U22, U26, U27, PW))
A, B, C, D = (player(number) for number in range(1, 5))
TOP_TWO = (row(2, 100), row(3, 60, 40))


def cancelled(**plan: Any) -> dict[str, int]:
    """The stages of a simulated tournament that was cancelled; no promise may have been broken."""
    report = simulate(TournamentPlan(edition=published_edition(U27), unrest=5, **plan))
    assert report.violations == []
    return report.stages


# ---- what must have been tried


@pytest.mark.parametrize("stage", [Stage.BEFORE_START, Stage.BEFORE_MONEY, Stage.FINAL_TABLE])
def test_a_last_phase_is_cancelled(stage: Stage) -> None:
    seats = 4 if stage is not Stage.FINAL_TABLE else 9

    told = cancelled(kind="phased", entrants=20, seed=2, seats=seats, cancel_at=stage, cancel_of=LAST)

    assert told == {f"last phase {stage.value}": 1}


def test_a_tournament_is_cancelled_in_the_middle_of_a_synchronised_hand() -> None:
    plan = {"kind": "freezeout", "entrants": 20, "seed": 2, "seats": 3}

    assert cancelled(**plan, cancel_at=Stage.BEFORE_MONEY, in_round=True) == {"before_money": 1}


@pytest.mark.parametrize("kind", ["hexapro", "extreme"])
def test_a_hexapro_game_is_voided_before_its_draw_and_the_next_one_is_played(kind: str) -> None:
    assert cancelled(kind=kind, entrants=6, seed=1, cancel_at=Stage.BEFORE_START) == {"before_start": 1}


def test_a_campaign_plans_to_cancel_every_kind_at_every_stage() -> None:
    plans = [plan for plan in campaign_plans(EDITIONS, 1, ALL_STAGES) if plan.cancel_at is not None]
    planned = {
        f"{plan.kind}: {phase(plan)}{plan.cancel_at.value}"
        for plan in plans
        if plan.cancel_at is not None and plan.cancel_after is None
    }

    assert wanted_stages(EDITIONS) <= planned
    assert {"phased: last phase before_start", "hexapro: before_start", "vip_bounty: in_the_money"} <= planned


def phase(plan: TournamentPlan) -> str:
    if plan.kind != "phased":
        return ""
    return "last phase " if plan.cancel_of == LAST else "first phase "


# ---- promises that are broken


def faults(room: Room, events: Iterable[TournamentEvent] | None = None, more: Iterable[Transfer] = ()) -> list[str]:
    """What is wrong with a history, as its events and their transfers tell it."""
    found: list[str] = []
    promises = TournamentPromises(MemoryStore(), found.append)
    for number, event in enumerate(room.events if events is None else events, 1):
        promises.follow(room.state.id, event)
        promises.moved(room.machine.transfers(event, EventRef(StreamId("tournament:T1"), number)))
    promises.moved(more)
    return found


def changed(room: Room, **changes: Any) -> Iterator[TournamentEvent]:
    """The history with another plan of cancellation."""
    for event in room.events:
        yield replace(event, plan=replace(event.plan, **changes)) if isinstance(event, Cancelled) else event


def plan_of(room: Room) -> Plan:
    (event,) = room.of(Cancelled)
    plan: Plan = event.plan
    return plan


def without(plan: Plan, *kinds: What) -> tuple[Any, ...]:
    return tuple(
        replace(payout, parts=tuple(part for part in payout.parts if part.what not in kinds)) for payout in plan.payouts
    )


def started(**changes: Any) -> Room:
    """Four play, D is out, and the tournament is cancelled before the money."""
    room = Room(payouts=TOP_TWO, **changes)
    room.start(4)
    room.bust(D, to=A)
    room.do(ms.Cancel("S1", "fault"))
    assert faults(room) == []
    return room


def test_an_entry_that_does_not_come_back_is_noticed() -> None:
    room = Room()
    room.enter(A, B)
    room.do(ms.Cancel("S1", "fault"))
    assert faults(room) == []

    told = faults(room, changed(room, payouts=without(plan_of(room), What.ENTRY)))

    assert told[:2] == ["T1: P1 paid 1000 and has 100 back", "T1: P2 paid 1000 and has 100 back"]
    assert "T1: 180000 units of the players' money went to promotions" in told


def test_a_fee_that_does_not_come_back_is_noticed() -> None:
    room = started()

    told = faults(room, changed(room, payouts=without(plan_of(room), What.FEE)))

    assert told == [f"T1: {who} gets fees of 0 back, not 100" for who in (A, B, C)]


def test_a_share_for_somebody_who_is_out_is_noticed() -> None:
    room = started()
    plan = plan_of(room)
    share = Part(What.BY_CHIPS, Cents(1), RuleId("CANC-53b"))
    payouts = tuple(replace(each, parts=(share,)) if each.player == D else each for each in plan.payouts)

    assert "T1: P4 is out and gets 1" in faults(room, changed(room, payouts=payouts))


def test_a_wrong_stage_is_noticed() -> None:
    room = started()

    assert "T1: 3 left are not in the money" in faults(room, changed(room, stage=Stage.IN_THE_MONEY))


def test_a_pot_that_is_not_shared_is_noticed() -> None:
    room = started()

    told = faults(room, changed(room, payouts=without(plan_of(room), What.BY_CHIPS)))

    assert "T1: 3600 belongs to the players, 1800 is shared" in told
    assert "T1: 180000 units of the players' money went to promotions" in told


def test_a_bounty_that_is_not_paid_is_noticed() -> None:
    room = started(bounty=Cents(2_00))

    told = faults(room, changed(room, payouts=without(plan_of(room), What.BOUNTY)))

    assert "T1: bounties of 600 belong to the players" in told


def test_a_fee_that_nobody_paid_is_noticed() -> None:
    room = started()
    tender = room.tender
    ref = EventRef(StreamId("tournament:T1"), 99)
    fees = tender.account(Purpose.ENTRY_FEES, "T1"), tender.account(Purpose.FEES, "x/y")

    told = faults(room, more=[Transfer(ref, *fees, Units(31_000), Reason.FEE)])

    assert told == ["T1: fees of 41000 were charged, 40000 were paid"]


@pytest.mark.parametrize(("bought", "wrong"), [(True, ["P1/any is no ticket for T1"]), (False, [])])
def test_a_registration_that_pays_for_an_event_is_noticed(wrong: list[str], *, bought: bool) -> None:
    room = Room()
    ref = EventRef(StreamId("tournament:T1"), 99)
    ticket = room.rules.ticket(A, "any")
    origin = room.wallet(A) if bought else room.tender.account(Purpose.OUTSIDE)
    moves = [(origin, ticket), (ticket, room.tender.account(Purpose.PRIZES, "T1"))]

    assert faults(room, more=[Transfer(ref, *move, Units(1), Reason.ENTRY) for move in moves]) == wrong


def test_a_game_that_stays_full_and_its_money_are_noticed() -> None:
    found: list[str] = []
    promises = TournamentPromises(MemoryStore(), found.append)
    lobby = StreamId("hexapro:unibet-2.7/hexapro/10.00/test")
    for who in (A, B, C):
        registered = lobby_events.Registered(PlayerId(who), (1,), (), Cents(10_00), Instant(0), RuleId("HEXA-03"))
        promises.follow_lobby(lobby, registered)

    promises.finish()

    assert found == [
        "registrations of 300000 wait for HexaPro games, and 0 is there for them",
        f"{lobby}: game 1 is full and was not played",
    ]
