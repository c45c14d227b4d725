"""Whole tournaments in the real room, simulated: campaigns, large fields, the same history, and checks that can fail."""

from dataclasses import replace
from typing import Any

import pytest

from fairdeal.kernel import Chips, Instant, StreamId, TournamentId
from fairdeal.room.tournament.codecs import DIRECTOR_EVENTS
from fairdeal.rulebook.catalogue import RULES
from fairdeal.rulebook.clause import PW, U22, U26, U27
from fairdeal.rulebook.loader import published_edition
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.port import Append, Committed, Lease, Unit
from fairdeal.testing.tournaments.campaign import (
    ENOUGH,
    NO_RULINGS,
    CampaignReport,
    campaign_plans,
    command_of,
    run_campaign,
    wanted_rulings,
    wanted_states,
)
from fairdeal.testing.tournaments.checks import IN_ROUND, TournamentChecks
from fairdeal.testing.tournaments.plan import TournamentPlan, kinds_of
from fairdeal.testing.tournaments.simulation import TournamentRun, simulate
from fairdeal.tournament.director.events import HandOrdered
from fairdeal.tournament.orders import Game, Place, PlayHand
from fairdeal.tournament.rules import BUTTON

EDITIONS = tuple(published_edition(name) for name in (U22, U26, U27, PW))


def plan(kind: str = "freezeout", entrants: int = 12, seed: int = 1, **more: Any) -> TournamentPlan:
    return TournamentPlan(kind=kind, entrants=entrants, seed=seed, edition=published_edition(U27), **more)


def played(count: int, seed: int) -> CampaignReport:
    (*_, report) = run_campaign(EDITIONS, seed, count)
    return report


# ---- campaigns


def check_campaign(report: CampaignReport, count: int) -> None:
    assert report.violations == []
    assert report.missing() == {"types": [], "cancellations": [], "stages": [], "rulings": []}
    assert (report.tournaments, report.ledger_difference) == (count, 0)
    assert report.crashes > 0
    assert report.voided > 0


def test_a_campaign_of_forty_sees_everything_and_breaks_nothing() -> None:
    check_campaign(played(ENOUGH, seed=1), ENOUGH)


@pytest.mark.soak
def test_a_campaign_of_two_thousand_sees_everything_and_breaks_nothing() -> None:
    check_campaign(played(2000, seed=7), 2000)


def test_the_same_seed_gives_the_same_history() -> None:
    first, second, other = (simulate(plan(seed=seed, crashes=2, unrest=5)) for seed in (3, 3, 4))

    assert first.hash == second.hash != other.hash
    assert first.crashes > 0
    assert first.violations == second.violations == other.violations == []


def test_a_campaign_that_is_too_small_or_too_narrow_tells_what_it_missed() -> None:
    report = CampaignReport(EDITIONS)
    report.add(simulate(plan(entrants=2, seats=2)))

    missing = report.missing()

    assert "phased" in missing["types"]
    assert "freezeout" not in missing["types"]
    assert set(missing["cancellations"]) == wanted_states(EDITIONS)
    assert "MTT-26a" not in missing["rulings"]
    assert "MTT-43" in missing["rulings"]


def test_every_executable_rule_is_wanted_or_excused_and_none_is_both() -> None:
    wanted = wanted_rulings(edition.id for edition in EDITIONS)

    assert not wanted & NO_RULINGS.keys()
    assert all(RULES[rule].kind == "E" for rule in NO_RULINGS)
    assert {"CANC-52", "CANC-54d", "CANC-60", "CANC-61 resumed", "CANC-63", IN_ROUND} <= wanted_states(EDITIONS)
    assert wanted_states([published_edition(PW)]) == {"CANC-60", "CANC-61", "CANC-61 resumed", "CANC-63"}


def test_plans_follow_from_the_seed_and_cover_every_kind_of_every_edition() -> None:
    plans = list(campaign_plans(EDITIONS, 1, ENOUGH))

    assert plans == list(campaign_plans(EDITIONS, 1, ENOUGH))
    assert {each.kind for each in plans} == {kind for edition in EDITIONS for kind in kinds_of(edition)}
    assert {each.edition.id for each in plans} == {edition.id for edition in EDITIONS}


def test_a_plan_is_told_as_the_command_that_plays_it_again() -> None:
    aimed = next(each for each in campaign_plans(EDITIONS, 1, ENOUGH) if each.cancel_at is not None)

    assert aimed.cancel_at is not None
    assert command_of(aimed).endswith(f"--unrest 5 --cancel-at {aimed.cancel_at.value}")
    assert "--" not in command_of(plan()).partition("--edition ")[2]


# ---- large fields


def test_three_hundred_entrants_from_the_first_hand_to_the_winner() -> None:
    report = simulate(plan(entrants=300, seed=2))

    assert report.violations == []
    assert report.entrants >= 290  # a few change their minds and come too late
    assert report.pool == report.paid == report.entrants * 900


@pytest.mark.soak
def test_ten_thousand_entrants_from_the_first_hand_to_the_winner() -> None:
    report = simulate(plan(entrants=10_000, seed=2))

    assert report.violations == []
    assert report.entrants >= 9900
    assert report.pool == report.paid == report.entrants * 900


# ---- checks that can fail


def order(number: int, big_blind: int) -> PlayHand:
    places = tuple(Place(seat, f"p{seat}", Chips(1500), 0) for seat in (0, 1, 2))  # type: ignore[arg-type]
    return PlayHand(
        table=0,
        number=number,
        game=Game("x", "texas", "multi_table", 6),
        places=places,
        button=0,
        small_blind=None,
        big_blind=big_blind,
        level=1,
        small_blind_chips=Chips(25),
        big_blind_chips=Chips(50),
        ante_chips=Chips(0),
        deals_from=Instant(0),
        rule=BUTTON,
    )


@pytest.mark.parametrize(("second", "faults"), [(1, 0), (2, 1), (0, 2)])
def test_a_big_blind_that_skips_somebody_or_comes_twice_is_noticed(second: int, faults: int) -> None:
    checks = TournamentChecks(MemoryStore())
    events = tuple(DIRECTOR_EVENTS.encode(HandOrdered(each)) for each in (order(1, 0), order(2, second)))
    unit = Unit(Lease("room", 1), Instant(0), (Append(StreamId("tournament:T"), 0, events),))

    checks.written([unit], [Committed((2,))])

    assert len(checks.faults) == faults


def test_a_place_that_nobody_has_is_noticed() -> None:
    run = TournamentRun(plan(entrants=4))
    run.run()
    name = TournamentId("MAIN")
    state = run.checks.states[name]
    assert run.checks.faults == []

    run.checks.states[name] = replace(state, entries=state.entries + 1)
    run.checks.finish(None)

    assert run.checks.faults == ["MAIN: 5 entries have 4 places"]
