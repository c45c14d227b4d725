"""What happened to the chips on a layout."""

from typing import ClassVar

from fairdeal.casino.games.layout.felt import Bets
from fairdeal.casino.table.events import GameEvent
from fairdeal.kernel import PlayerId, RuleId
from fairdeal.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class ChipsPlaced(GameEvent):
    """Chips lie on the layout; they are no bets yet."""

    durable: ClassVar[bool] = False

    player: PlayerId
    chips: Bets


@dataclass(frozen=True, slots=True)
class ChipsTaken(GameEvent):
    """The last chips that were placed, or all, are off the layout again."""

    durable: ClassVar[bool] = False

    player: PlayerId
    everything: bool


@dataclass(frozen=True, slots=True)
class BetsConfirmed(GameEvent):
    """Chips became bets; `kept` were refused and still lie unconfirmed."""

    durable: ClassVar[bool] = True

    player: PlayerId
    round: int
    bets: Bets  # what is added
    rule: RuleId
    kept: Bets = ()


LayoutEvent = ChipsPlaced | ChipsTaken | BetsConfirmed
