"""Events and states of a casino table are plain data: they are written and read back, and survive a crash."""

from dataclasses import replace

import pytest

from fairdeal.casino.games.blackjack.felt import BoxesFelt
from fairdeal.casino.games.catalogue import GAMES
from fairdeal.casino.games.game import Game
from fairdeal.casino.games.layout.felt import LayoutFelt, layout_of
from fairdeal.casino.table.facts import Dealing
from fairdeal.casino.table.rounds import escrow
from fairdeal.casino.table.state import Table
from fairdeal.room.casino.table import EVENTS, STATES
from tests.casino.random_tables import evening
from tests.casino.tables import Bench

TABLES = [(game, dealing) for game in GAMES for dealing in Dealing]


def look(bench: Bench) -> None:
    assert STATES.decode(STATES.encode(bench.table)) == kept(bench.table)


def kept(table: Table) -> Table:
    """A table without what is not written: chips that are no bets, and what was said."""
    felt = replace(table.felt, staged={}) if isinstance(table.felt, LayoutFelt) else table.felt
    return replace(table, felt=felt, chat=replace(table.chat, messages=(), sent={}))


@pytest.mark.parametrize(("game", "dealing"), TABLES)
def test_everything_reads_back_the_same(game: Game, dealing: Dealing) -> None:
    bench = evening(game, dealing, 2, 120, look)

    written = [event for event in bench.history if event.durable]
    assert len(written) > 20
    for event in written:
        assert EVENTS.decode(EVENTS.encode(event)) == event


@pytest.mark.parametrize(("game", "dealing"), TABLES)
def test_durable_events_alone_keep_everything_that_matters(game: Game, dealing: Dealing) -> None:
    """Chips that are no bets, connections and chat are lost in a crash; bets, cards, decisions and seats are not."""
    compared = 0

    def crash(bench: Bench) -> None:
        nonlocal compared
        table = bench.machine.initial
        for event in bench.history:
            if event.durable:
                table = bench.machine.evolve(table, event)
        assert escrow(table) == escrow(bench.table)
        assert (table.phase, table.round, table.deadline) == (
            bench.table.phase,
            bench.table.round,
            bench.table.deadline,
        )
        assert table.shoe == bench.table.shoe
        if isinstance(table.felt, BoxesFelt):
            assert table.felt == bench.table.felt
        else:
            assert (layout_of(table).drawn, layout_of(table).results) == (
                layout_of(bench.table).drawn,
                layout_of(bench.table).results,
            )
        compared += 1

    evening(game, dealing, 4, 60, crash)
    assert compared >= 60
