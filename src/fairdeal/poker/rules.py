"""
The rules one hand is played by, taken from an edition or written out.

Plain integers for speed; the ids beside them say which rule a refusal or an event rests on.
"""

from dataclasses import dataclass
from typing import Any, Final

from fairdeal.kernel import PPM_WHOLE, Rounding

NO_LIMIT: Final = 0
POT_LIMIT: Final = 1
FIXED_LIMIT: Final = 2

HOLDEM: Final = 2  # hole cards of a player
OMAHA: Final = 4

DOWN: Final = 0
UP: Final = 1
NEAREST: Final = 2
NEAREST_HALF_UP: Final = 3
_ROUNDINGS: Final = {
    Rounding.DOWN: DOWN,
    Rounding.UP: UP,
    Rounding.NEAREST: NEAREST,
    Rounding.NEAREST_HALF_UP: NEAREST_HALF_UP,
}


def rounding_number(rounding: Rounding) -> int:
    """The number that the engine uses for a named rounding."""
    return _ROUNDINGS[rounding]


@dataclass(frozen=True)
class RakeRules:
    """How rake is computed: percentage, rounding, cap, minimum, in this order (RAKE-05)."""

    rate: int  # parts per million
    cap: int
    minimum: int = 0
    rounding: int = DOWN
    halved_for: int = 0  # bit n: the cap is halved when n players are dealt in
    needs_flop: bool = True
    rule: str = "RAKE-02"  # where percentage and cap stand

    def __reduce__(self) -> tuple[Any, ...]:
        """How it is pickled and copied, which a compiled class cannot do by itself."""
        made_of = (self.rate, self.cap, self.minimum, self.rounding, self.halved_for, self.needs_flop, self.rule)
        return RakeRules, made_of

    def take(self, pot: int, dealt_in: int, *, flop: bool) -> int:
        """The rake of a hand with that pot of called bets and number of players dealt in."""
        if self.rate == 0 or pot <= 0 or (self.needs_flop and not flop):
            return 0
        return min(max(min(self._share(pot), self._cap(dealt_in)), self.minimum), pot)

    def decided_by(self, pot: int, dealt_in: int, *, flop: bool) -> str:
        """The rule that decided the amount of rake: no flop, the minimum, the halved cap, or percentage and cap."""
        if self.rate == 0:
            return self.rule
        if self.needs_flop and not flop:
            return "RAKE-03"
        share, cap = self._share(pot), self._cap(dealt_in)
        if min(share, cap) < self.minimum:
            return "RAKE-04"
        return "RAKE-06" if share > cap < self.cap else self.rule

    def _share(self, pot: int) -> int:
        whole, rest = divmod(pot * self.rate, PPM_WHOLE)
        if (
            (self.rounding == UP and rest > 0)
            or (self.rounding == NEAREST and 2 * rest > PPM_WHOLE)
            or (self.rounding == NEAREST_HALF_UP and 2 * rest >= PPM_WHOLE)
        ):
            whole += 1
        return whole

    def _cap(self, dealt_in: int) -> int:
        # Half a cap is cut to whole cents: a cap must not be exceeded.
        return self.cap // 2 if self.halved_for >> dealt_in & 1 else self.cap


NO_RAKE: Final = RakeRules(0, 0)


@dataclass(frozen=True)
class HandRules:
    """How one hand is played; a table uses the same value for every hand."""

    big_blind: int
    hole_cards: int = HOLDEM
    structure: int = NO_LIMIT
    small_bet: int = 0  # fixed limit: bet and raise of the first rounds
    big_bet: int = 0
    low_rounds: int = 2
    bets_max: int = 4
    show_in_order: bool = False  # else all at once
    antes_are_dead: bool = False  # antes go to the main pot and count for no side pot
    foreign: bool = False  # imported: no cap, every raise reopens, unknown and misprinted cards are accepted
    rake: RakeRules = NO_RAKE

    def __reduce__(self) -> tuple[Any, ...]:
        """How they are pickled and copied, which a compiled class cannot do by itself."""
        betting = (self.structure, self.small_bet, self.big_bet, self.low_rounds, self.bets_max)
        made_of = (self.show_in_order, self.antes_are_dead, self.foreign, self.rake)
        return HandRules, (self.big_blind, self.hole_cards, *betting, *made_of)
