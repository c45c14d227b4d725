"""The spin of a roulette round, as it is asked for and as it happened."""

from dataclasses import field
from typing import ClassVar

from fairdeal.casino.table.commands import GameCommand
from fairdeal.casino.table.events import GameEvent
from fairdeal.kernel import Instant, RuleId
from fairdeal.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class Spin(GameCommand):
    """Spin the wheel; the pocket is filled by the runtime, or entered by the live dealer."""

    refusal: ClassVar[str] = "no_wheel"

    round: int
    pockets: int
    pocket: int | None = None
    video: int | None = None
    secret: bytes | None = field(default=None, repr=False)  # of the chain, where draws are by PFP-1


@dataclass(frozen=True, slots=True)
class SenseBall(GameCommand):
    """The sensor of a live dealer's wheel reports where the ball lies; the dealer's entry has to agree with it."""

    refusal: ClassVar[str] = "no_wheel"

    round: int
    pocket: int
    video: int | None = None


@dataclass(frozen=True, slots=True)
class BallSensed(GameEvent):
    """The wheel's sensor reported a pocket; it is shown to nobody."""

    durable: ClassVar[bool] = True

    round: int
    pocket: int
    at: Instant
    video: int | None = None


@dataclass(frozen=True, slots=True)
class PocketsDiffer(GameEvent):
    """The dealer entered another pocket than the sensor reported; none of them counts before people have looked."""

    durable: ClassVar[bool] = True

    round: int
    entered: int
    sensed: int
    at: Instant
    rule: RuleId
    video: int | None = None


@dataclass(frozen=True, slots=True)
class Spun(GameEvent):
    """The ball fell into that pocket."""

    durable: ClassVar[bool] = True

    round: int
    pocket: int
    at: Instant
    video: int | None = None
