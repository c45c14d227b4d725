"""Turns messages of a live table's station into commands of the core, with the person of the connection."""

from typing import Any

from fairdeal.cards import NAMES
from fairdeal.casino.chat import BlockChat, RemoveMessage
from fairdeal.casino.dealer import StepKind
from fairdeal.casino.games.roulette import spin as wheel
from fairdeal.casino.table import commands as table_commands
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.state import Correction, CorrectionKind
from fairdeal.kernel import PlayerId
from fairdeal.protocol import station_client as said

NO_CARD = -1


def card_of(name: str | None) -> int:
    """The number of a card by its name; one that no deck has for everything else."""
    return NAMES.index(name) if name in NAMES else NO_CARD


def station_command(facts: TableFacts, person: str, message: said.StationCommand, video: int | None) -> Any:
    """The command that a message stands for; what the scanner read is looked up elsewhere."""
    match message:
        case said.FinishStep():
            return table_commands.FinishStep(StepKind(message.step), video)
        case said.EnterCard():
            return table_commands.Scan(message.round, card_of(message.card), video)
        case said.CardUnread():
            return table_commands.ScanFailed(message.round, video)
        case said.EnterPocket():
            pockets = facts.casino.roulette.pockets.value
            return wheel.Spin(message.round, pockets, message.pocket, video)
        case said.SenseBall():
            return wheel.SenseBall(message.round, message.pocket, video)
        case said.TakeTable():
            return table_commands.ChangeDealer(person, video)
        case said.AskShuffle():
            return table_commands.AskShuffle(person, message.new_cards)
        case said.BlockChatter():
            return BlockChat(person, PlayerId(message.player), message.reason, message.on)
        case said.RemoveLine():
            return RemoveMessage(person, message.message, message.reason)
        case _:
            return _hold(person, message, video)


def _hold(person: str, message: said.StationCommand, video: int | None) -> Any:
    match message:
        case said.CallPit():
            return table_commands.CallPit(person)
        case said.HoldTable():
            return table_commands.HoldTable(person, message.words)
        case said.ReleaseTable():
            return table_commands.Dismiss(person)
        case said.ProposeCorrection():
            kind = CorrectionKind(message.what)
            is_pocket = kind is CorrectionKind.POCKET_REPLACED
            pocket = NO_CARD if message.pocket is None else message.pocket
            value = pocket if is_pocket else card_of(message.card)
            return table_commands.Propose(person, Correction(kind, value, message.reason), video)
        case said.ApproveCorrection():
            return table_commands.Approve(person, video)
        case said.WithdrawCorrection():
            return table_commands.Withdraw(person)
    raise TypeError(f"{type(message).__name__} is no command of a station")
