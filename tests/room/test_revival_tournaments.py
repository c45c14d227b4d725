"""Outages of the journal while tournaments are played: directors, dealers and purses come back, and every book balances."""

import pytest

from fairdeal.kernel import MINUTE, SECOND, Duration, Instant
from fairdeal.rulebook.clause import PW, U22, U27, EditionId
from fairdeal.rulebook.loader import published_edition
from fairdeal.storage.port import StoreUnavailable
from fairdeal.testing.tournaments.plan import TournamentPlan
from fairdeal.testing.tournaments.simulation import TournamentRun


class Storms:
    """The journal of a run fails again and again, each time for a while."""

    def __init__(self, run: TournamentRun, *, first: int, every: int, lasts: int, times: int) -> None:
        self._run = run
        self._lasts = Duration(lasts)
        self.stopped: set[str] = set()
        for number in range(times):
            run.clock.at(Instant(run.clock.now() + first + number * every), self._begin)

    def _begin(self) -> None:
        if (journal := self._run._journal) is not None and not self._run._over():
            journal.outage = StoreUnavailable("gone")
            self._run.clock.at(Instant(self._run.clock.now() + self._lasts), self._end)

    def _end(self) -> None:
        room, journal = self._run.room, self._run._journal
        assert room is not None
        assert journal is not None
        self.stopped |= {each.stream.partition(":")[0] for each in room.revival.stopped()}
        journal.outage = None


@pytest.mark.parametrize(
    ("edition", "kind"), [(U22, "freezeout"), (U27, "progressive_bounty"), (PW, "freezeout"), (U27, "hexapro")]
)
def test_a_tournament_goes_on_or_is_settled_as_its_rulebook_says(edition: EditionId, kind: str) -> None:
    run = TournamentRun(TournamentPlan(kind=kind, entrants=12, seed=26, edition=published_edition(edition), seats=4))
    storms = Storms(run, first=5 * MINUTE, every=7 * MINUTE, lasts=49 * SECOND, times=25)

    report = run.run()

    assert not report.violations
    assert report.ledger_difference == 0
    assert {"deal"} <= storms.stopped
    assert run.room is not None
    assert run.room.revival.count > 0
    assert run.room.revival.stopped() == []
