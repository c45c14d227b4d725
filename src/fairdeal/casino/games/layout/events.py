"""Events of games with a layout."""

from typing import ClassVar

from fairdeal.casino.games.layout.felt import Bets
from fairdeal.casino.table.events import GameEvent
from fairdeal.kernel import PlayerId, RuleId
from fairdeal.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class ChipsPlaced(GameEvent):
    """Chips were placed on the layout; they are no bets yet."""

    durable: ClassVar[bool] = False

    player: PlayerId
    chips: Bets


@dataclass(frozen=True, slots=True)
class ChipsTaken(GameEvent):
    """The chips placed last, or all unconfirmed ones, were taken back; with a spot only those on it."""

    durable: ClassVar[bool] = False

    player: PlayerId
    everything: bool
    spot: str | None = None


@dataclass(frozen=True, slots=True)
class BetsConfirmed(GameEvent):
    """Chips became bets; `kept` were refused and stay unconfirmed."""

    durable: ClassVar[bool] = True

    player: PlayerId
    round: int
    bets: Bets  # what is added
    rule: RuleId
    kept: Bets = ()


LayoutEvent = ChipsPlaced | ChipsTaken | BetsConfirmed
