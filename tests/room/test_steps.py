"""Decided once: a step's state after is what replaying its event gives, for every machine that the room runs."""

from collections import Counter
from typing import Any

import pytest

from fairdeal.bank.house import StaffId
from fairdeal.kernel import Duration, Instant, Rejection, StreamId
from fairdeal.kernel.instants import MINUTE
from fairdeal.office.notices import EndNotice, MakeNotice
from fairdeal.office.shelf import PutInForce
from fairdeal.room.bank.holds import HostedHolds
from fairdeal.room.bank.purse import HostedPurse
from fairdeal.room.cash.floor import HostedFloor
from fairdeal.room.cash.player import HostedPlayer
from fairdeal.room.cash.table import HostedTable
from fairdeal.room.casino.conduct import HostedConduct
from fairdeal.room.casino.table import HostedCasinoTable
from fairdeal.room.office.board import HostedBoard
from fairdeal.room.office.docket import HostedDocket
from fairdeal.room.office.papers import HostedPaper
from fairdeal.room.office.shelves import HostedShelf
from fairdeal.room.tournament.dealer import HostedDealer
from fairdeal.room.tournament.director import HostedDirector
from fairdeal.room.tournament.hexapro_lobby import HostedLobby
from fairdeal.room.tournament.programme import HostedProgramme
from fairdeal.rulebook.clause import LC, U27
from fairdeal.rulebook.loader import published_edition
from fairdeal.runtime.hosted import Hosted
from fairdeal.testing.casino.simulation import CasinoPlan, CasinoSimulation
from fairdeal.testing.plan import Plan
from fairdeal.testing.simulator import simulate
from fairdeal.testing.tournaments.plan import TournamentPlan
from fairdeal.testing.tournaments.simulation import simulate as play

CASH = (HostedTable, HostedFloor, HostedPlayer, HostedPurse)
TOURNAMENTS = (HostedDirector, HostedDealer, HostedProgramme)
HEXAPRO = (HostedLobby, HostedDirector, HostedDealer)
CASINO = (HostedCasinoTable, HostedConduct)
HOUSE = (HostedBoard, HostedShelf)


class Replayed:
    """Follows every decision a second time, by `evolve` alone."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *kinds: type[Hosted[Any, Any, Any]]) -> None:
        self.steps: Counter[type] = Counter()
        for kind in kinds:
            monkeypatch.setattr(kind, "decide", self._replaying(kind))

    def _replaying(self, kind: type[Hosted[Any, Any, Any]]) -> Any:
        decide = kind.decide

        def replaying(hosted: Hosted[Any, Any, Any], state: Any, command: Any, now: Instant) -> Any:
            decision = decide(hosted, state, command, now)
            if not isinstance(decision, Rejection):
                before = state
                for step in decision:
                    assert step.before is before
                    assert hosted.evolve(before, step.event) == step.after, step.event
                    before = step.after
                self.steps[kind] += len(decision)
            return decision

        return replaying


def test_cash_games(monkeypatch: pytest.MonkeyPatch) -> None:
    replayed = Replayed(monkeypatch, *CASH)

    report = simulate(Plan(seed=11, players=12, length=Duration(20 * MINUTE), crashes=1, editions=(U27,)))

    assert not report.violations
    assert all(replayed.steps[kind] > 20 for kind in CASH), replayed.steps


@pytest.mark.parametrize(("kind", "machines"), [("progressive_bounty", TOURNAMENTS), ("hexapro", HEXAPRO)])
def test_tournaments(
    kind: str, machines: tuple[type[Hosted[Any, Any, Any]], ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    replayed = Replayed(monkeypatch, *machines)

    report = play(TournamentPlan(kind=kind, entrants=9, seed=5, edition=published_edition(U27), seats=3, crashes=1))

    assert not report.violations
    assert all(replayed.steps[each] for each in machines), replayed.steps


def test_the_casino(monkeypatch: pytest.MonkeyPatch) -> None:
    replayed = Replayed(monkeypatch, *CASINO)

    report = CasinoSimulation(CasinoPlan(seed=3, rounds=60), published_edition(LC)).run()

    assert report.ledger_difference == 0
    assert replayed.steps[HostedCasinoTable] > 500


def test_the_board_the_shelf_and_the_papers(monkeypatch: pytest.MonkeyPatch) -> None:
    replayed = Replayed(monkeypatch, *HOUSE)
    board, shelf = HostedBoard(StreamId("notice:house")), HostedShelf(StreamId("rulebook:own"))
    paper = HostedPaper(StreamId("paper:stakes"))
    made = MakeNotice((("en", "We close at ten."),), Instant(0), Instant(0))
    revision = PutInForce("digest", "Own", "2", "text", "request", StaffId("ann"), None)

    told = board.decide(board.open(), made, Instant(1_000))
    assert not isinstance(told, Rejection)
    assert not isinstance(board.decide(told[-1].after, EndNotice(1), Instant(2_000)), Rejection)
    for kept in (shelf, paper):
        in_force = kept.decide(kept.open(), revision, Instant(1_000))
        assert not isinstance(in_force, Rejection)
        assert in_force[-1].after.revisions[-1].digest == "digest"
        assert isinstance(kept.decide(in_force[-1].after, revision, Instant(2_000)), Rejection)
    assert replayed.steps == {HostedBoard: 2, HostedShelf: 2}  # a paper is decided as a shelf


def test_every_machine_is_tried() -> None:
    """Holds are replayed by `tests.bank.till`, the docket by `tests.office.desk`; a new machine belongs into a list above."""
    known = {*CASH, *TOURNAMENTS, *HEXAPRO, *CASINO, *HOUSE, HostedPaper, HostedHolds, HostedDocket}

    found = {kind for kind in _all(Hosted) if kind.__module__.startswith("fairdeal.")}
    assert {kind for kind in found if not kind.__module__.startswith("fairdeal.testing.")} == known


def _all(kind: type) -> set[type]:
    children: list[type] = kind.__subclasses__()
    return {each for child in children for each in (child, *_all(child))}
