"""A tournament's row in the lobby is sent when it is another one, and at no other time."""

import pytest

from fairdeal.rulebook.loader import published_edition
from fairdeal.testing.tournaments.plan import TournamentPlan
from fairdeal.testing.tournaments.simulation import TournamentRun
from fairdeal.tournament.director import changes
from fairdeal.tournament.director.state import Tournament
from fairdeal.tournament.director.view import Summary, summary_of


@pytest.mark.parametrize("kind", ["freezeout", "re_buy"])
def test_every_event_shows_the_row_exactly_if_the_row_changed(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0
    plain = changes.public_change

    def compared(before: Tournament | None, after: Tournament) -> Summary | None:
        nonlocal asked
        asked += 1
        found, row = plain(before, after), summary_of(after)
        assert found == (row if before is None or row != summary_of(before) else None)
        return found

    monkeypatch.setattr("fairdeal.tournament.director.machine.public_change", compared)
    report = TournamentRun(
        TournamentPlan(kind=kind, entrants=20, seed=5, edition=published_edition("unibet-2.7"), seats=5)
    ).run()

    assert not report.violations
    assert asked > 100
