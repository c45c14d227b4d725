"""
A dealer who does what the station of a live table asks for, with cards and numbers from a seeded source.

Whoever runs it sends what it decides: over the socket to a running server, or to a room in a simulation.
"""

from dataclasses import dataclass
from typing import Any, Final, Protocol

from fairdeal.cards import CARD_COUNT
from fairdeal.casino.dealer import BY_THE_DEALER, StepKind

POCKETS: Final = 37
DECKS: Final = 8


class Dice(Protocol):
    """Where a dealer's chance comes from, such as `random.Random` with a seed."""

    def random(self) -> float:
        """A number from 0 to below 1."""
        ...

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0 to below `stop`."""
        ...

    def shuffle(self, x: list[Any], /) -> None:
        """Put a list into another order."""
        ...


@dataclass(frozen=True, slots=True)
class Finish:
    """Confirm the step."""

    step: StepKind


@dataclass(frozen=True, slots=True)
class ShowCard:
    """Draw that card over the scanner."""

    card: int


@dataclass(frozen=True, slots=True)
class Misread:
    """Draw a card over the scanner that it cannot read."""


@dataclass(frozen=True, slots=True)
class EnterPocket:
    """Enter the pocket in which the ball lies."""

    pocket: int


Deed = Finish | ShowCard | Misread | EnterPocket


class AutomaticDealer:
    """Deals from a shoe of its own, shuffled anew at every shuffle; `misreads` is the chance that a scan fails."""

    def __init__(self, dice: Dice, misreads: float = 0.0) -> None:
        self._dice = dice
        self._misreads = misreads
        self._shoe: list[int] = []

    def act(self, step: StepKind) -> Deed | None:
        """What the dealer does now; None: nothing, the table waits for others."""
        if step is StepKind.SHUFFLE or not self._shoe:
            self._shoe = [card for card in range(CARD_COUNT) for _ in range(DECKS)]
            self._dice.shuffle(self._shoe)
        if step in BY_THE_DEALER:
            return Finish(step)
        if step is StepKind.SPIN:
            return EnterPocket(self._dice.randrange(POCKETS))
        if step is StepKind.SCAN:
            return Misread() if self._dice.random() < self._misreads else ShowCard(self._shoe.pop())
        return None
