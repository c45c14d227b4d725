"""
Bars that the house sets: a player is kept from all play and deposits, or from one kind of game, for a while or until it is lifted.

Players keep themselves away by exclusions (`exclusion`), which nobody can shorten; a bar is the house's, rests on a rule, and staff can
lift it.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from fairdeal.kernel import Instant, Rejection, RuleId, reject


class Scope(StrEnum):
    """What a bar keeps a player from; stored, so values never change."""

    ALL = "all"  # a suspension: no play and no deposit; money is kept back by holds only
    CASH = "cash"
    TOURNAMENTS = "tournaments"
    CASINO = "casino"


_GAME_OF: Final = {
    "cash": Scope.CASH,
    "tournament": Scope.TOURNAMENTS,
    "hexapro": Scope.TOURNAMENTS,
    "casino": Scope.CASINO,
}
"""The kind of game by the first word of a place's name."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar with its end; None: until it is lifted."""

    scope: Scope
    until: Instant | None
    rule: RuleId

    def lasts(self, now: Instant) -> bool:
        """Whether the bar is in force at that instant."""
        return self.until is None or self.until > now


Bars = tuple[Bar, ...]


def check_bars(bars: Bars, now: Instant, place: str = "") -> Rejection | None:
    """The rejection if a bar keeps a player from everything or from that place; None: none does."""
    if not bars:
        return None
    scopes = (Scope.ALL, _GAME_OF.get(place.split(":", 1)[0]))
    for bar in bars:
        if bar.scope in scopes and bar.lasts(now):
            code = "suspended" if bar.scope is Scope.ALL else "barred_from_game"
            return reject(code, bar.rule) if bar.until is None else reject(code, bar.rule, until=bar.until)
    return None
