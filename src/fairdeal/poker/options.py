"""What a player may do: the same value draws the buttons and judges the click."""

from dataclasses import dataclass
from typing import Any, Final, final


@final
@dataclass(init=False)
class Options:
    """
    The choices of the player to act.

    Folding is always possible (BET-04). `to_call` is what a call adds, at most the stack; zero means check. A bet or raise goes
    to an amount from `raise_min` to `raise_max`; both are zero when it is closed, and `closed_by` names the rule.
    """

    place: Final[int]
    to_call: Final[int]
    raise_min: Final[int]
    raise_max: Final[int]
    closed_by: Final[str]

    # Written out, because one is made at every act: the constructor of a frozen dataclass takes longer than the act itself.
    def __init__(self, place: int, to_call: int, raise_min: int, raise_max: int, closed_by: str) -> None:
        self.place = place
        self.to_call = to_call
        self.raise_min = raise_min
        self.raise_max = raise_max
        self.closed_by = closed_by

    def __reduce__(self) -> tuple[Any, ...]:
        """How they are pickled and copied, which a compiled class cannot do by itself."""
        return Options, (self.place, self.to_call, self.raise_min, self.raise_max, self.closed_by)

    @property
    def can_check(self) -> bool:
        """Whether staying in costs nothing (BET-05)."""
        return self.to_call == 0

    @property
    def can_raise(self) -> bool:
        """Whether any bet or raise is allowed."""
        return self.raise_max > 0

    def allows(self, act: int) -> bool:
        """Whether an act of the engine is one of these choices."""
        return act in (-1, 0) or self.raise_min <= act <= self.raise_max
