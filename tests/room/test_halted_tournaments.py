"""Tournaments that the house pauses, in a whole room: dealers, crashes and the ledger keep every promise."""

import pytest

from fairdeal.kernel import HOUR, MINUTE, Instant
from fairdeal.rulebook.clause import PW, U22, U27
from fairdeal.rulebook.loader import published_edition
from fairdeal.rulebook.schema.choices import OnServerFailure
from fairdeal.testing.tournaments.plan import MAIN, TournamentPlan, bill
from fairdeal.testing.tournaments.simulation import TournamentRun, simulate
from fairdeal.tournament.dealer.events import DealOpened
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.state import Status

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
