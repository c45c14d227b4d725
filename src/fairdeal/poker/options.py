"""What a player may do: the value that draws the buttons is the value that judges the click."""

from typing import NamedTuple


class Options(NamedTuple):
    """
    The choices of the player to act.

    Folding is always possible (BET-04). `to_call` is what a call adds, at most the stack; zero means check. A bet or raise goes
    to an amount from `raise_min` to `raise_max`; both are zero when it is closed, and `closed_by` names the rule.
    """

    place: int
    to_call: int
    raise_min: int
    raise_max: int
    closed_by: str

    @property
    def can_check(self) -> bool:
        """Whether staying in costs nothing (BET-05)."""
        return self.to_call == 0

    @property
    def can_raise(self) -> bool:
        """Whether any bet or raise is open."""
        return self.raise_max > 0

    def allows(self, act: int) -> bool:
        """Whether an act of the engine is one of these choices."""
        return act in (-1, 0) or self.raise_min <= act <= self.raise_max
