"""The spin of a roulette round, as it is asked for and as it happened."""

from typing import ClassVar

from fairdeal.casino.table.commands import GameCommand
from fairdeal.casino.table.events import GameEvent
from fairdeal.kernel import Instant
from fairdeal.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class Spin(GameCommand):
    """Let the ball run; the pocket comes from the runtime, or from the dealer's wheel."""

    refusal: ClassVar[str] = "no_wheel"

    round: int
    pockets: int
    pocket: int | None = None
    video: int | None = None


@dataclass(frozen=True, slots=True)
class Spun(GameEvent):
    """The ball lies in a pocket."""

    durable: ClassVar[bool] = True

    round: int
    pocket: int
    at: Instant
    video: int | None = None
