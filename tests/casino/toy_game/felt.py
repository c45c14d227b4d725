"""What lies on the table of the made-up game: who backs which colour, and the card."""

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Self

from fairdeal.casino.table.state import Felt, Table
from fairdeal.kernel import Cents, PlayerId
from fairdeal.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class Backing:
    """What somebody staked on a colour."""

    red: bool
    amount: Cents


@dataclass(frozen=True, slots=True)
class ColoursFelt(Felt):
    backings: Mapping[PlayerId, Backing] = field(default_factory=dict)
    cards: tuple[int, ...] = ()
    reds: int = 0  # rounds that red won, in this shoe

    def escrow(self) -> dict[PlayerId, Cents]:
        return {player: backing.amount for player, backing in self.backings.items()}

    @property
    def dealt(self) -> tuple[int, ...]:
        return self.cards

    def with_dealt(self, dealt: tuple[int, ...]) -> Self:
        return replace(self, cards=dealt)

    def opened(self) -> Self:
        return replace(self, backings={}, cards=())

    def shuffled(self) -> Self:
        return replace(self, reds=0)

    def settled(self, result: int) -> Self:
        return replace(self, backings={}, reds=self.reds + result)

    def voided(self, *, in_round: bool) -> Self:
        return replace(self, backings={})


def colours_of(table: Table) -> ColoursFelt:
    assert isinstance(table.felt, ColoursFelt), table.felt
    return table.felt
