"""Tournaments that the house pauses, in a whole room: dealers, crashes and the ledger keep every promise."""

from typing import Any

import pytest

from fairdeal.kernel import HOUR, MINUTE, Instant, Step
from fairdeal.rulebook.clause import PW, U22, U27
from fairdeal.rulebook.loader import published_edition
from fairdeal.rulebook.schema.choices import OnServerFailure
from fairdeal.testing.tournaments.plan import MAIN, TournamentPlan, bill
from fairdeal.testing.tournaments.simulation import TournamentRun, simulate
from fairdeal.tournament.dealer.events import DealOpened
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.events import ChipsAdjusted
from fairdeal.tournament.director.notices import notices
from fairdeal.tournament.director.state import ChipChange, Status

WHO = ("floor", "simulated")


@pytest.mark.rule("MTT-45")
@pytest.mark.parametrize(
    ("edition", "kind", "crashes"),
    [(U27, "progressive_bounty", 0), (U27, "re_buy", 3), (U22, "satellite", 2), (PW, "add_on", 2), (U27, "phased", 1)],
)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_tournament_that_is_paused_again_and_again_keeps_every_promise(
    edition: str, kind: str, crashes: int, seed: int
) -> None:
    plan = TournamentPlan(
        kind=kind,
        entrants=14,
        seed=seed,
        edition=published_edition(edition),
        seats=5,
        crashes=crashes,
        pauses=4,
        unrest=2,
        on_failure=OnServerFailure.RESUME if edition == PW else None,
    )

    report = simulate(plan)

    assert report.violations == []
    assert report.ledger_difference == 0
    assert report.rulings["MTT-45"] >= 2


def test_no_card_is_dealt_in_a_pause_not_even_after_a_crash() -> None:
    run = TournamentRun(TournamentPlan(kind="freezeout", entrants=9, seed=3, edition=published_edition(U27), seats=3))
    room = run.begin()
    (billed,) = bill(run.plan, run.clock.now(), run.people.players)
    room.tournaments.announce(billed.setup, MAIN)
    starts_at = billed.setup.starts_at
    assert starts_at is not None
    run.people.enter(billed, starts_at)
    run.advance(starts_at - run.clock.now() + 4 * MINUTE)
    room.tournaments.send(MAIN, ms.HaltPlay(*WHO))
    run.advance(10_000)  # hands that were ordered are being played
    run.crash()
    run.advance(15 * MINUTE)
    opened: list[Instant] = []
    assert run.room is not None
    room = run.room
    room.registry.watches.append(
        lambda _actor, events, now: opened.extend(now for event in events if isinstance(event, DealOpened))
    )

    run.advance(HOUR)
    state = room.tournaments.find(MAIN)
    assert state is not None
    assert (opened, state.status, state.clock.halt is None) == ([], Status.RUNNING, False)
    room.tournaments.send(MAIN, ms.ResumePlay(*WHO))
    run.advance(3 * HOUR)

    assert opened
    state = room.tournaments.find(MAIN)
    assert state is None or state.over
    assert run.checks.faults == []


@pytest.mark.rule("MTT-45")
@pytest.mark.parametrize("added", [0, 700])
def test_stacks_that_the_house_changes_in_a_pause_are_played_on_with(added: int) -> None:
    """Chips go from one to another, or the sum of all chips changes, and then everybody is told; the ledger and all promises hold."""
    run = TournamentRun(TournamentPlan(kind="freezeout", entrants=9, seed=3, edition=published_edition(U27), seats=3))
    room = run.begin()
    (billed,) = bill(run.plan, run.clock.now(), run.people.players)
    room.tournaments.announce(billed.setup, MAIN)
    starts_at = billed.setup.starts_at
    assert starts_at is not None
    run.people.enter(billed, starts_at)
    run.advance(starts_at - run.clock.now() + 4 * MINUTE)
    room.tournaments.send(MAIN, ms.HaltPlay(*WHO))
    run.advance(15 * MINUTE)
    state = room.tournaments.find(MAIN)
    assert state is not None
    first, second = [each for each in state.entrants.values() if each.table is not None][:2]
    changes = ChipChange(first.player, 1 + added), ChipChange(second.player, -1)
    happened: list[Any] = []
    room.registry.watches.append(lambda _actor, events, _now: happened.extend(events))

    answers: list[Any] = []
    room.tournaments.send(MAIN, ms.AdjustChips(changes, *WHO), answers.append)

    run.advance(10_000)
    assert answers == [None]
    after = room.tournaments.find(MAIN)
    assert after is not None
    (adjusted,) = [each for each in happened if isinstance(each, ChipsAdjusted)]
    told = notices(Step(state, adjusted, after))
    everybody = [player for player, notice in told if notice.code == "chips_in_play_changed"]
    assert [player for player, notice in told if notice.code == "chips_adjusted"] == [first.player, second.player]
    assert len(everybody) == (state.remaining if added else 0)
    assert after.chips == state.chips + added
    assert after.chair_of(after.entrants[first.player]).stack == state.chair_of(first).stack + 1 + added
    assert after.chair_of(after.entrants[second.player]).stack == state.chair_of(second).stack - 1
    room.tournaments.send(MAIN, ms.ResumePlay(*WHO))
    run.advance(3 * HOUR)
    assert run.checks.faults == []
