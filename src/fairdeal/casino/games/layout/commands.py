"""Commands of games with a layout: placing, undoing, repeating and confirming chips."""

from typing import ClassVar

from fairdeal.casino.table.commands import GameCommand
from fairdeal.kernel import Cents, PlayerId
from fairdeal.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class PlaceChip(GameCommand):
    """Put a chip on a spot; it is no bet before it is confirmed."""

    refusal: ClassVar[str] = "game_has_no_layout"

    player: PlayerId
    round: int
    spot: str
    chip: Cents


@dataclass(frozen=True, slots=True)
class Undo(GameCommand):
    """Take back the last chip that is not confirmed, or all of them; with a spot the last one there, or all there."""

    refusal: ClassVar[str] = "game_has_no_layout"

    player: PlayerId
    round: int
    everything: bool = False
    spot: str | None = None


@dataclass(frozen=True, slots=True)
class RepeatLastBet(GameCommand):
    """Place the chips of the last bet again."""

    refusal: ClassVar[str] = "game_has_no_layout"

    player: PlayerId
    round: int


@dataclass(frozen=True, slots=True)
class Confirm(GameCommand):
    """Confirm the placed chips, so that they become bets."""

    refusal: ClassVar[str] = "game_has_no_layout"

    player: PlayerId
    round: int


@dataclass(frozen=True, slots=True)
class DoubleChips(GameCommand):
    """Place as much again on every spot as lies there, confirmed or not."""

    refusal: ClassVar[str] = "game_has_no_layout"

    player: PlayerId
    round: int


LayoutCommand = PlaceChip | Undo | RepeatLastBet | DoubleChips | Confirm
