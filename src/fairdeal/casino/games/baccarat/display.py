"""What the lobby shows of a baccarat table."""

from dataclasses import dataclass

from fairdeal.casino.games.baccarat.roads import Roads
from fairdeal.casino.games.game import Display


@dataclass(frozen=True, slots=True, kw_only=True)
class BaccaratDisplay(Display):
    """Past results, also as roads."""

    roads: Roads
