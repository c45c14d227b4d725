"""HexaPro lobbies as the room runs them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from fairdeal.bank.purse.commands import RiskMoney, TakeMoneyBack
from fairdeal.bank.transfer import Transfer
from fairdeal.fair import draw_commitment
from fairdeal.fair.values import ID_BYTES
from fairdeal.hexapro.lobby.commands import DrawChance, LobbyCommand, NewDraw, Register, StartGame, VoidGame
from fairdeal.hexapro.lobby.drawing import game16, has_numbers, new_games
from fairdeal.hexapro.lobby.events import GameVoided, LobbyEvent, Registered, Unregistered
from fairdeal.hexapro.lobby.machine import LobbyMachine
from fairdeal.hexapro.lobby.postings import ticket_account
from fairdeal.hexapro.lobby.state import Lobby, game_numbered
from fairdeal.kernel import (
    Cents,
    Decision,
    EventRef,
    Instant,
    MoneyKind,
    PlayerId,
    Rejection,
    Step,
    StreamId,
    Units,
    units_of,
)
from fairdeal.kernel.agenda import JointCommand, Task
from fairdeal.kernel.ids import CHANCE_BYTES
from fairdeal.room.bank.purse import purse_stream
from fairdeal.room.codecs import Coded
from fairdeal.room.fair import FairPorts
from fairdeal.room.records import Seal
from fairdeal.room.tournament import codecs
from fairdeal.room.tournament.house import TournamentHouse
from fairdeal.room.tournament.listings import lobby_listings
from fairdeal.runtime.hosted import Balances, Changes, Hosted, by_player
from fairdeal.runtime.ports import Entropy
from fairdeal.storage.port import Listing

LOBBIES: Final = "hexapro"
"""The prefix of their streams; written down, so never changed."""


@dataclass(frozen=True, slots=True)
class LobbyPorts:
    """What HexaPro lobbies need from the room."""

    house: TournamentHouse
    entropy: Entropy
    balances: Balances
    unseal: Seal
    play_refused: Callable[[PlayerId, MoneyKind], Rejection | None]
    fair: FairPorts | None = None  # multipliers are drawn with the players' seeds


class HostedLobby(Hosted[Lobby, LobbyCommand, LobbyEvent]):
    """One HexaPro lobby: fills games and starts their tournaments."""

    prefix = LOBBIES

    def __init__(self, stream: StreamId, ports: LobbyPorts) -> None:
        super().__init__(stream)
        self._ports = ports

    @property
    def _machine(self) -> LobbyMachine:
        """The machine of the lobby, under the revision of its rulebook that is in force."""
        return self._ports.house.lobbies[self.stream]

    @property
    def durable(self) -> Coded[Lobby, LobbyEvent]:
        """The codec for the events and states of this stream."""
        return codecs.LOBBY

    def open(self) -> Lobby:
        """The opening state: a lobby nobody has entered."""
        return Lobby()

    def decide(self, state: Lobby, command: LobbyCommand, now: Instant) -> Decision[Lobby, LobbyEvent]:
        """The steps that the command causes now, or the rejection."""
        return self._machine.decide(state, command, now)

    def evolve(self, state: Lobby, event: LobbyEvent) -> Lobby:
        """The lobby after the event."""
        return self._machine.evolve(state, event)

    def agenda(self, state: Lobby) -> frozenset[Task[object]]:
        """The tasks the lobby waits for."""
        return self._machine.agenda(state)

    def supply(self, state: Lobby, command: LobbyCommand) -> LobbyCommand:
        """The command with the draw of the wheel or the secret it was committed by, or with who has paid for a game that is voided."""
        entropy = self._ports.entropy
        match command:
            case Register():
                refused = self._ports.play_refused(command.player, self._machine.rules.director.tender.money)
                return replace(command, chance=self._chance(state, command), refused=refused)
            case VoidGame(paid=None):
                secret = self._secret(state, command.number)
                return replace(command, paid=self._paid(state, command.number), secret=secret)
            case StartGame(draw=None, secret=None):
                chance, secret = entropy.bytes(CHANCE_BYTES), self._secret(state, command.number)
                if secret is not None:
                    return replace(command, secret=secret, chance=chance)
                return replace(command, draw=entropy.below(self._machine.rules.wheel.total), chance=chance)
            case _:
                return command

    def _chance(self, state: Lobby, command: Register) -> DrawChance | None:
        """What a registration needs where draws are by PFP-1."""
        fair, rules = self._ports.fair, self._machine.rules
        games = min(max(command.games, 0), self._machine.settings.registrations_max)
        if fair is None or not has_numbers(rules.wheel.total):
            return None
        opened = []
        for number in new_games(state, command.player, games):
            secret, sealed = fair.new_secret(_label(self.stream, number))
            opened.append(NewDraw(number, draw_commitment(game16(self.stream, number), secret), sealed))
        return DrawChance(fair.entropy.bytes(ID_BYTES * games), tuple(opened))

    def _secret(self, state: Lobby, number: int) -> bytes | None:
        """The secret that the draw of a game was committed by; None: it is drawn by the wheel alone."""
        game = game_numbered(state, number)
        if game is None or game.fair is None:
            return None
        return self._ports.unseal(_label(self.stream, number), game.fair.sealed)

    def _paid(self, state: Lobby, number: int) -> frozenset[PlayerId]:
        game = game_numbered(state, number)
        players = () if game is None else game.players
        accounts = {player: ticket_account(self._machine.rules, player, number) for player in players}
        held = self._ports.balances(list(accounts.values()))
        return frozenset(player for player, account in accounts.items() if held.get(account, 0))

    def joint_commands(self, step: Step[Lobby, LobbyEvent]) -> tuple[JointCommand[object], ...]:
        """Commands to the director of a game that starts, and to purses for buy-ins paid or paid back."""
        event = step.event
        tender = self._machine.rules.director.tender
        is_free, place = tender.money is MoneyKind.PLAY, str(self._machine.rules.stream)
        match event:
            case Registered():
                risk = RiskMoney(tender, _cost(event), place)
                return () if is_free else (JointCommand(purse_stream(event.player), risk),)
            case Unregistered():
                back = TakeMoneyBack(tender, _cost(event), place)
                return () if is_free else (JointCommand(purse_stream(event.player), back),)
            case GameVoided() if not is_free:
                back = TakeMoneyBack(tender, units_of(event.buy_in), place)
                return tuple(JointCommand(purse_stream(player), back) for player in event.refunded)
            case _:
                return self._machine.joint_commands(event)

    def transfers(self, event: LobbyEvent, ref: EventRef) -> tuple[Transfer, ...]:
        """The ledger transfers that the event causes."""
        return self._machine.transfers(event, ref)

    def listings(self, steps: Sequence[Step[Lobby, LobbyEvent]], _version: int, _now: Instant) -> tuple[Listing, ...]:
        """The rows of players' draws that a decision adds."""
        return lobby_listings(self.stream, [step.event for step in steps])

    def show(self, step: Step[Lobby, LobbyEvent]) -> Changes:
        """The public and private changes that the step shows to watchers."""
        return Changes(self._machine.public_change(step), by_player(self._machine.private_changes(step)))

    def view(self, state: Lobby, viewer: PlayerId | None) -> object:
        """The lobby as one viewer sees it."""
        return self._machine.view(state, viewer)


def _label(stream: StreamId, number: int) -> str:
    """What the secret of a game is bound to."""
    return f"{stream}/{number}"


def _cost(event: Registered | Unregistered) -> Units:
    return units_of(Cents(event.buy_in * len(event.games)))
