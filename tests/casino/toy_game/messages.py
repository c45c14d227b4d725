"""What is asked, and what happens, at a table of the made-up game only."""

from typing import ClassVar

from fairdeal.casino.table.commands import GameCommand
from fairdeal.casino.table.events import GameEvent
from fairdeal.kernel import Cents, PlayerId, RuleId
from fairdeal.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class Back(GameCommand):
    """Stake that much on a colour; once a round."""

    refusal: ClassVar[str] = "no_colours"

    player: PlayerId
    round: int
    red: bool
    amount: Cents


@dataclass(frozen=True, slots=True)
class Backed(GameEvent):
    """Somebody staked that much on a colour."""

    durable: ClassVar[bool] = True

    player: PlayerId
    round: int
    red: bool
    amount: Cents
    rule: RuleId
