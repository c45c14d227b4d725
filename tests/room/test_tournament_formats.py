"""Formats keep out of each other's way in a room that has them all."""

import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any

from fairdeal.rulebook.clause import U27
from fairdeal.rulebook.loader import published_edition
from fairdeal.testing.tournaments.plan import TournamentPlan
from fairdeal.testing.tournaments.simulation import TournamentRun
from fairdeal.tournament.dealer.machine import DealerMachine
from fairdeal.tournament.director.machine import TournamentMachine
from fairdeal.tournament.programme.machine import ProgrammeMachine

MACHINES = (TournamentMachine, DealerMachine, ProgrammeMachine)


def stack(frame: FrameType | None) -> Iterator[FrameType]:
    while frame is not None:
        yield frame
        frame = frame.f_back


def hexapro_calls(kind: str, entrants: int) -> set[str]:
    """Functions of HexaPro that directors, dealers and the programme run while a tournament of that kind is played."""
    run = TournamentRun(TournamentPlan(kind=kind, entrants=entrants, seed=5, edition=published_edition(U27)))
    found: set[str] = set()

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        is_hexapro = event == "call" and "/fairdeal/hexapro/" in frame.f_code.co_filename
        if is_hexapro and any(isinstance(each.f_locals.get("self"), MACHINES) for each in stack(frame)):
            found.add(frame.f_code.co_name)

    sys.setprofile(note)
    try:
        report = run.run(None)
    finally:
        sys.setprofile(None)
    assert report.hands > 0
    assert not report.violations
    return found


def test_a_standard_tournament_runs_without_a_line_of_hexapro() -> None:
    assert hexapro_calls("freezeout", 5) == set()


def test_what_a_hexapro_game_runs_is_noticed() -> None:
    """The test above can fail."""
    assert hexapro_calls("hexapro", 3) >= {"rules", "hand_rules", "takes", "pool_transfers", "reports_end_to"}
