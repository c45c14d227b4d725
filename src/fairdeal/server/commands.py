"""Messages of clients as commands of the core, each with the player the connection belongs to."""

from typing import Any, Final

from fairdeal.cash.banzai import Comeback
from fairdeal.cash.floor import commands as floor_commands
from fairdeal.cash.offer import StakeId
from fairdeal.cash.table import commands as table_commands
from fairdeal.kernel import Cents, HandId, PlayerId
from fairdeal.play.messages import Act
from fairdeal.poker import Call, Check, Choice, Fold, RaiseTo
from fairdeal.protocol import client as said

_CHOICES: Final[dict[str, Choice]] = {"fold": Fold(), "check": Check(), "call": Call()}


def choice_of(choice: said.Choice) -> Choice:
    """What a player wants to do."""
    return RaiseTo(choice.to) if choice.kind == "raise" else _CHOICES[choice.kind]


def table_command(player: PlayerId, message: said.TableCommand) -> Any:
    """A command to a table."""
    match message:
        case said.Act():
            return Act(player, HandId(message.hand), message.turn, choice_of(message.choice))
        case said.SitOut():
            return table_commands.TakeBreak(player)
        case said.ComeBack():
            return table_commands.ComeBack(player, message.post)
        case said.PostBlind():
            return table_commands.ChooseEntry(player, message.post)
        case said.SitOutAtBigBlind():
            return table_commands.SitOutAtBigBlind(player, message.on)
        case said.TopUp():
            return table_commands.TopUp(player, Cents(message.amount))
        case said.AutoTopUp():
            return table_commands.SetAutoTopUp(player, message.on)
        case said.Leave():
            return table_commands.Leave(player)
    raise TypeError(f"{type(message).__name__} is no command to a table")


def floor_command(player: PlayerId, message: said.FloorCommand) -> Any:
    """A command to the floor of a stake."""
    stake = StakeId(message.stake)
    match message:
        case said.Join() | said.TakeSeat():
            amount = None if message.buy_in is None else Cents(message.buy_in)
            comeback = None if message.comeback is None else Comeback(message.comeback)
            if isinstance(message, said.Join):
                return floor_commands.Join(player, stake, amount, message.post, comeback)
            return floor_commands.ConfirmBuyIn(player, stake, amount, message.post, comeback)
        case said.LeaveQueue() | said.GiveUpSeat():
            return floor_commands.LeaveQueue(player, stake)
