"""What everybody sees of a roulette table."""

from fairdeal.casino.games.roulette.statistics import Spins
from fairdeal.casino.table.view import FeltView
from fairdeal.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class RouletteView(FeltView):
    """The wheel."""

    pocket: int | None
    colour: str
    spins: Spins
