"""The felt of games with a layout: chips and bets, and how they change with the table's events."""

from collections.abc import Mapping
from dataclasses import field
from typing import Final, Self

from fairdeal.casino.table.state import Felt, Table
from fairdeal.kernel import Cents, PlayerId
from fairdeal.kernel.values import changed, dataclass

RESULTS_KEPT: Final = 500
"""How many past results a table keeps."""

Bets = tuple[tuple[str, Cents], ...]
"""Amounts on named spots; each spot occurs once."""


@dataclass(frozen=True, slots=True)
class LayoutFelt(Felt):
    """A layout with chips: roulette and baccarat."""

    staged: Mapping[PlayerId, tuple[Bets, ...]] = field(default_factory=dict)  # moves, not yet bets
    bets: Mapping[PlayerId, Bets] = field(default_factory=dict)
    last: Mapping[PlayerId, Bets] = field(default_factory=dict)  # of each player's last round with a bet
    drawn: tuple[int, ...] = ()  # the pocket, or the cards of the coup
    results: tuple[int, ...] = ()  # pockets; or outcomes of this shoe, as places among the spots

    def escrow(self) -> dict[PlayerId, Cents]:
        """The sum of each player's unsettled bets."""
        return {player: Cents(sum(amount for _, amount in bets)) for player, bets in self.bets.items() if bets}

    @property
    def dealt(self) -> tuple[int, ...]:
        """The pocket, or the cards of the coup."""
        return self.drawn

    def with_dealt(self, dealt: tuple[int, ...]) -> Self:
        """The felt with that pocket or those cards."""
        return changed(self, drawn=dealt)

    def opened(self) -> Self:
        """The felt after the betting of a new round opened."""
        return changed(self, staged={}, bets={}, drawn=())

    def closed(self, boxes: tuple[int, ...]) -> Self:
        """The felt at no more bets: chips that were not confirmed are no bets."""
        return changed(self, staged={})

    def lapsed(self) -> Self:
        """The felt after a betting window without bets."""
        return changed(self, staged={})

    def shuffled(self) -> Self:
        """The felt when all cards are in a new shoe: results are those of one shoe."""
        return changed(self, results=())

    def settled(self, result: int) -> Self:
        """The felt when the round is paid; what was bet may be repeated."""
        results = (*self.results, result)[-RESULTS_KEPT:]
        return changed(self, last={**self.last, **self.bets}, bets={}, results=results)

    def voided(self, *, in_round: bool) -> Self:
        """The felt after all bets were returned."""
        return self.opened()

    def left(self, player: PlayerId, *, forgets: bool) -> Self:
        """The felt after a player's visit ended: only confirmed bets are kept."""
        staged = {each: moves for each, moves in self.staged.items() if each != player}
        last = {each: bets for each, bets in self.last.items() if each != player}
        return changed(self, staged=staged, last=last)


def layout_of(table: Table) -> LayoutFelt:
    """The layout of a table that has one."""
    assert isinstance(table.felt, LayoutFelt), table.felt
    return table.felt


def staked_by_spot(felt: LayoutFelt) -> dict[str, Cents]:
    """What all players together bet on each spot."""
    return dict(merged(tuple(chip for bets in felt.bets.values() for chip in bets)))


def merged(chips: Bets) -> Bets:
    """Chips on the same spot counted together, in the order in which the spots were first used."""
    sums: dict[str, int] = {}
    for spot, amount in chips:
        sums[spot] = sums.get(spot, 0) + amount
    return tuple((spot, Cents(amount)) for spot, amount in sums.items())
