"""What a machine remembers of its last decision is what it would compute anew."""

import pytest

from fairdeal.casino.games.catalogue import GAMES, ROULETTE
from fairdeal.casino.games.game import Game
from fairdeal.casino.table.commands import Leave
from fairdeal.casino.table.facts import Dealing
from fairdeal.casino.table.machine import CasinoTable
from fairdeal.kernel import PlayerId, events_of
from tests.casino.random_tables import evening
from tests.casino.tables import Bench


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_what_a_machine_remembers_of_a_decision_changes_nothing(game: Game) -> None:
    """A machine that decided gives the states that one which never saw the decision computes."""
    bench = evening(game, Dealing.HOUSE, 8, 80, lambda _: None)
    fresh = CasinoTable(bench.facts)
    table = fresh.initial
    for event in bench.history:
        table = fresh.evolve(table, event)

    assert table == bench.table


def test_an_event_of_another_state_is_not_taken_for_the_one_that_was_decided() -> None:
    bench = Bench(ROULETTE)
    bench.come("ann")
    decision = events_of(bench.machine.decide(bench.table, Leave(PlayerId("ann")), bench.now))
    assert isinstance(decision, tuple)
    (left,) = decision
    alone = bench.machine.evolve(bench.machine.initial, left)
    followed = bench.machine.evolve(bench.table, left)

    assert alone == bench.machine.initial
    assert followed.guests == {}
    assert followed is not alone
