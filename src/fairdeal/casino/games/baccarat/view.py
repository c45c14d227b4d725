"""What everybody sees of a baccarat table."""

from fairdeal.casino.games.baccarat.roads import Roads
from fairdeal.casino.table.view import FeltView
from fairdeal.kernel import Ruling
from fairdeal.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class BaccaratView(FeltView):
    """The coup and the roads of the shoe."""

    player: tuple[int, ...]
    banker: tuple[int, ...]
    player_total: int
    banker_total: int
    outcome: str | None
    roads: Roads
    draws: str | None = None  # the hand that gets the next card
    reasons: tuple[Ruling, ...] = ()  # why third cards are drawn or not
