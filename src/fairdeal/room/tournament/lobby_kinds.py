"""How HexaPro lobbies and programmes of tournaments are kept and run."""

from dataclasses import replace
from typing import Any

from fairdeal.bank.purse.commands import RiskMoney, TakeMoneyBack
from fairdeal.bank.transfer import Transfer
from fairdeal.hexapro.lobby import messages as lobby_messages
from fairdeal.hexapro.lobby.machine import LobbyMachine
from fairdeal.hexapro.lobby.postings import ticket_account
from fairdeal.hexapro.lobby.state import Lobby, game_numbered
from fairdeal.hexapro.rules import HexaRules
from fairdeal.kernel import Cents, EventRef, MoneyKind, PlayerId, Rejection, StreamId, Units, units_of
from fairdeal.kernel.agenda import Joint
from fairdeal.kernel.ids import CHANCE_BYTES
from fairdeal.room.bank.kinds import purse_stream
from fairdeal.room.tournament.codecs import LOBBY_EVENTS, LOBBY_STATES, PROGRAMME_EVENTS, PROGRAMME_STATES
from fairdeal.room.tournament.house import TournamentHouse
from fairdeal.room.tournament.kinds import Balances
from fairdeal.runtime.ports import Changes, Entropy, Kind
from fairdeal.storage.port import HandRecord
from fairdeal.tournament.programme.machine import Programme, ProgrammeMachine
from fairdeal.zones import database_zone


class LobbyRunner:
    """A HexaPro lobby as the actor runs it."""

    def __init__(self, machine: LobbyMachine) -> None:
        self._machine = machine
        self.decide = machine.decide
        self.evolve = machine.evolve
        self.agenda = machine.agenda
        self.transfers = machine.transfers
        self.view = machine.view

    def joins(self, event: Any) -> tuple[Joint[Any], ...]:
        """The director of a game that starts, and the purse of whoever stakes money or gets it back."""
        tender = self._machine.rules.director.tender
        place = str(self._machine.rules.stream)
        match event:
            case lobby_messages.Registered():
                risk = RiskMoney(tender, _cost(event), place)
                return (Joint(purse_stream(event.player), risk),) if tender.money is not MoneyKind.PLAY else ()
            case lobby_messages.Unregistered():
                back = TakeMoneyBack(tender, _cost(event), place)
                return (Joint(purse_stream(event.player), back),) if tender.money is not MoneyKind.PLAY else ()
            case lobby_messages.GameVoided() if tender.money is not MoneyKind.PLAY:
                back = TakeMoneyBack(tender, units_of(event.buy_in), place)
                return tuple(Joint(purse_stream(player), back) for player in event.refunded)
            case _:
                return self._machine.joins(event)

    def changes(self, before: Lobby, event: Any) -> Changes:
        """What the event shows."""
        return Changes(self._machine.public_change(before, event), self._machine.private_changes(before, event))


def _cost(event: lobby_messages.Registered | lobby_messages.Unregistered) -> Units:
    return units_of(Cents(event.buy_in * len(event.games)))


def lobby_kind(house: TournamentHouse, entropy: Entropy, balances: Balances) -> Kind:
    """HexaPro lobbies."""

    def paid(rules: HexaRules, state: Lobby, number: int) -> frozenset[PlayerId]:
        game = game_numbered(state, number)
        players = () if game is None else game.players
        accounts = {player: ticket_account(rules, player, number) for player in players}
        held = balances(list(accounts.values()))
        return frozenset(player for player, account in accounts.items() if held.get(account, 0))

    def supply(stream: StreamId, state: Lobby, command: Any) -> Any:
        if isinstance(command, lobby_messages.VoidGame) and command.paid is None:
            return replace(command, paid=paid(house.lobbies[stream].rules, state, command.number))
        if isinstance(command, lobby_messages.StartGame) and command.draw is None:
            total = house.lobbies[stream].rules.wheel.total
            return replace(command, draw=entropy.below(total), chance=entropy.bytes(CHANCE_BYTES))
        return command

    return Kind(
        name="hexapro",
        machine=lambda stream: LobbyRunner(house.lobbies[stream]),
        initial=lambda _: Lobby(),
        encode_event=LOBBY_EVENTS.encode,
        decode_event=LOBBY_EVENTS.decode,
        encode_state=LOBBY_STATES.encode,
        decode_state=LOBBY_STATES.decode,
        supply=supply,
        record=_no_record,
        amend=_never,
    )


class ProgrammeRunner(ProgrammeMachine):
    """A programme as the actor runs it; the lobby of tournaments is a read model of its own."""

    def transfers(self, _event: Any, _ref: EventRef) -> tuple[Transfer, ...]:
        """Nothing."""
        return ()

    def view(self, state: Programme, _viewer: PlayerId | None) -> Programme:
        """Everything in it is public."""
        return state

    def changes(self, _before: Programme, _event: Any) -> Changes:
        """Those concerned hear of it through the lobby."""
        return Changes()


def programme_kind(entropy: Entropy) -> Kind:
    """Programmes."""

    def supply(_stream: StreamId, _state: Programme, command: Any) -> Any:
        needs = getattr(command, "chance", 0) is None
        return replace(command, chance=entropy.bytes(CHANCE_BYTES)) if needs else command

    machine = ProgrammeRunner(database_zone)
    return Kind(
        name="programme",
        machine=lambda _: machine,
        initial=lambda _: Programme(),
        encode_event=PROGRAMME_EVENTS.encode,
        decode_event=PROGRAMME_EVENTS.decode,
        encode_state=PROGRAMME_STATES.encode,
        decode_state=PROGRAMME_STATES.decode,
        supply=supply,
        record=_no_record,
        amend=_never,
        snapshot_every=20,
    )


def _no_record(_stream: StreamId, _before: Any, _event: Any) -> HandRecord | None:
    return None


def _never(_command: Any, _refusal: Rejection) -> Any | None:
    return None
