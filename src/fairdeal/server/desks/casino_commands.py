"""Turns client messages to casino tables into commands of the core, with the player of the connection."""

from typing import Any

from fairdeal.casino.chat import Mute, ReportMessage, Say
from fairdeal.casino.games.blackjack import commands as boxes
from fairdeal.casino.games.layout import commands as layout
from fairdeal.casino.table import commands as table_commands
from fairdeal.kernel import Cents, PlayerId
from fairdeal.protocol import casino_client as said


def casino_command(player: PlayerId, message: said.CasinoCommand) -> Any:
    """The command to a casino table that a message stands for."""
    match message:
        case said.VisitCasino():
            return table_commands.Join(player)
        case said.LeaveCasino():
            return table_commands.Leave(player)
        case said.CasinoSay():
            return Say(player, message.text)
        case said.CasinoMute():
            return Mute(player, PlayerId(message.player), message.on)
        case said.CasinoReport():
            return ReportMessage(player, message.message, message.reason)
        case said.PlaceChip() | said.UndoChips() | said.DoubleChips() | said.RepeatLastBet() | said.ConfirmBets():
            return _chips(player, message)
        case said.TakeBox() | said.LeaveBox() | said.QueueForBox() | said.LeaveBoxQueue():
            return _seat(player, message)
        case _:
            return _box(player, message)


def _chips(player: PlayerId, message: said.CasinoCommand) -> layout.LayoutCommand:
    match message:
        case said.PlaceChip():
            return layout.PlaceChip(player, message.round, message.spot, Cents(message.chip))
        case said.UndoChips():
            return layout.Undo(player, message.round, message.everything, message.spot)
        case said.DoubleChips():
            return layout.DoubleChips(player, message.round)
        case said.RepeatLastBet():
            return layout.RepeatLastBet(player, message.round)
        case said.ConfirmBets():
            return layout.Confirm(player, message.round)
    raise TypeError(f"{type(message).__name__} is not about chips")


def _seat(player: PlayerId, message: said.CasinoCommand) -> boxes.SeatCommand:
    match message:
        case said.TakeBox():
            return boxes.TakeSeat(player, message.seat)
        case said.LeaveBox():
            return boxes.LeaveSeat(player)
        case said.QueueForBox():
            return boxes.JoinQueue(player)
        case said.LeaveBoxQueue():
            return boxes.LeaveQueue(player)
    raise TypeError(f"{type(message).__name__} is not about seats")


def _box(player: PlayerId, message: said.CasinoCommand) -> boxes.BoxCommand | boxes.PlayCommand:
    match message:
        case said.PlaceBet():
            return boxes.PlaceBet(player, message.round, Cents(message.amount))
        case said.BetBehind():
            return boxes.BetBehind(player, message.round, message.seat, Cents(message.amount))
        case said.WithdrawBet():
            return boxes.WithdrawBet(player, message.round)
        case said.AnswerFollow():
            return boxes.AnswerFollow(player, message.follows)
        case said.Insure():
            return boxes.Insure(player, message.round, Cents(message.amount))
        case said.DecideBox():
            amount = None if message.amount is None else Cents(message.amount)
            return boxes.Decide(player, message.round, message.turn, boxes.Choice(message.choice), amount)
    raise TypeError(f"{type(message).__name__} is no command to a casino table")
