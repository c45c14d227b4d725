"""The layout after an event of its own."""

from typing import Any, Final

from fairdeal.casino.games.layout.events import BetsConfirmed, ChipsPlaced, ChipsTaken
from fairdeal.casino.games.layout.felt import Bets, layout_of, merged
from fairdeal.casino.table.evolve import Evolve
from fairdeal.casino.table.state import Table
from fairdeal.kernel.values import changed


def _chips_placed(table: Table, event: ChipsPlaced) -> Table:
    felt = layout_of(table)
    moves = (*felt.staged.get(event.player, ()), event.chips)
    return changed(table, felt=changed(felt, staged={**felt.staged, event.player: moves}))


def _chips_taken(table: Table, event: ChipsTaken) -> Table:
    felt = layout_of(table)
    moves = _left(felt.staged.get(event.player, ()), event)
    return changed(table, felt=changed(felt, staged={**felt.staged, event.player: moves}))


def _left(moves: tuple[Bets, ...], event: ChipsTaken) -> tuple[Bets, ...]:
    """The moves that stay: without the last one, without all, or without what one of them or all laid on a spot."""
    if event.spot is None:
        return () if event.everything else moves[:-1]
    touching = [place for place, move in enumerate(moves) if any(spot == event.spot for spot, _ in move)]
    taken = set(touching if event.everything else touching[-1:])
    left = (
        tuple(chip for chip in move if place not in taken or chip[0] != event.spot) for place, move in enumerate(moves)
    )
    return tuple(move for move in left if move)


def _bets_confirmed(table: Table, event: BetsConfirmed) -> Table:
    felt = layout_of(table)
    bets = merged((*felt.bets.get(event.player, ()), *event.bets))
    kept = (event.kept,) if event.kept else ()
    return changed(
        table,
        felt=changed(felt, staged={**felt.staged, event.player: kept}, bets={**felt.bets, event.player: bets}),
    )


EVOLVE: Final[dict[type[Any], Evolve]] = {
    ChipsPlaced: _chips_placed,
    ChipsTaken: _chips_taken,
    BetsConfirmed: _bets_confirmed,
}
