"""
The wheel: which multiplier a drawn number means.

A draw is a number from 0 to one below the sum of all chances. Slots lie side by side in the order of the rulebook's table,
each as wide as its chances, so a number and the published table are all anybody needs to check a draw.
"""

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate

from fairdeal.kernel import RuleId
from fairdeal.rulebook.schema.tournament import HexaPro


@dataclass(frozen=True, slots=True)
class Slot:
    """One multiplier, in hundredths of a buy-in, and the draws that mean it: from `first` on, `chances` of them."""

    multiplier: int
    chances: int
    first: int

    @property
    def last(self) -> int:
        """The highest number whose draw means this slot."""
        return self.first + self.chances - 1


@dataclass(frozen=True, slots=True)
class Wheel:
    """All slots of a game, and the rule that publishes their chances."""

    slots: tuple[Slot, ...]
    ends: tuple[int, ...]  # of each slot, the first draw beyond it
    rule: RuleId

    @property
    def total(self) -> int:
        """How many draws there are, each equally likely."""
        return self.ends[-1]

    def spin(self, draw: int) -> Slot:
        """The slot that a drawn number means."""
        assert 0 <= draw < self.total, draw
        return self.slots[bisect_right(self.ends, draw)]

    def slot_of(self, multiplier: int) -> Slot:
        """The slot with that multiplier."""
        return next(slot for slot in self.slots if slot.multiplier == multiplier)


def wheel_of(game: HexaPro) -> Wheel:
    """The wheel of a game, its slots in the order of the rulebook's table."""
    rows = game.wheel.value
    ends = tuple(accumulate(row.chances for row in rows))
    slots = tuple(Slot(row.multiplier, row.chances, end - row.chances) for row, end in zip(rows, ends, strict=True))
    assert ends[-1] == game.chances_total.value, "the rulebook's reader checks the sum"
    return Wheel(slots, ends, game.wheel.rule)


def multiplier_text(multiplier: int) -> str:
    """A multiplier as players read it: 150 is "1.5x"."""
    whole, part = divmod(multiplier, 100)
    return f"{whole}.{part:02}".rstrip("0") + "x" if part else f"{whole}x"
