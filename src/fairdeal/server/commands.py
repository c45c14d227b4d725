"""Turns client messages into commands of the core, with the player of the connection."""

from typing import Any, Final

from fairdeal.cash.banzai import Comeback
from fairdeal.cash.floor import commands as floor_commands
from fairdeal.cash.offer import StakeId
from fairdeal.cash.table import commands as table_commands
from fairdeal.kernel import Cents, HandId, PlayerId
from fairdeal.play.fair.messages import PromiseSeeds, RevealSeed
from fairdeal.play.fair.state import Promise
from fairdeal.play.messages import Act
from fairdeal.poker import Call, Check, Choice, Fold, RaiseTo
from fairdeal.protocol import client as inbound
from fairdeal.protocol import fair_client

_CHOICES: Final[dict[str, Choice]] = {"fold": Fold(), "check": Check(), "call": Call()}


def choice_of(choice: inbound.Choice) -> Choice:
    """The betting choice of a message."""
    return RaiseTo(choice.to) if choice.kind == "raise" else _CHOICES[choice.kind]


def table_command(player: PlayerId, message: inbound.TableCommand) -> Any:
    """The command to a cash table that a message stands for."""
    match message:
        case inbound.Act():
            return Act(player, HandId(message.hand), message.turn, choice_of(message.choice))
        case inbound.SitOut():
            return table_commands.TakeBreak(player)
        case inbound.ComeBack():
            return table_commands.ComeBack(player, message.post)
        case inbound.PostBlind():
            return table_commands.ChooseEntry(player, message.post)
        case inbound.SitOutAtBigBlind():
            return table_commands.SitOutAtBigBlind(player, message.on)
        case inbound.TopUp():
            return table_commands.TopUp(player, Cents(message.amount))
        case inbound.AutoTopUp():
            return table_commands.SetAutoTopUp(player, message.on)
        case inbound.Leave():
            return table_commands.Leave(player)
        case fair_client.PromiseSeeds() | fair_client.RevealSeed():
            return fair_command(player, message)
    raise TypeError(f"{type(message).__name__} is no command to a table")


def fair_command(
    player: PlayerId, message: fair_client.PromiseSeeds | fair_client.RevealSeed
) -> PromiseSeeds | RevealSeed:
    """The command to a poker table, of whatever game, by which a player takes part in the cut of its decks."""
    promises = tuple(Promise(each.hand, bytes.fromhex(each.commitment)) for each in message.promises)
    if isinstance(message, fair_client.PromiseSeeds):
        return PromiseSeeds(player, promises)
    return RevealSeed(player, message.hand, bytes.fromhex(message.seed), promises)


def floor_command(player: PlayerId, message: inbound.FloorCommand) -> Any:
    """The command to the floor of a stake that a message stands for."""
    stake = StakeId(message.stake)
    match message:
        case inbound.Join() | inbound.TakeSeat():
            amount = None if message.buy_in is None else Cents(message.buy_in)
            comeback = None if message.comeback is None else Comeback(message.comeback)
            if isinstance(message, inbound.Join):
                return floor_commands.Join(player, stake, amount, message.post, comeback)
            return floor_commands.ConfirmBuyIn(player, stake, amount, message.post, comeback)
        case inbound.LeaveQueue() | inbound.GiveUpSeat():
            return floor_commands.LeaveQueue(player, stake)
