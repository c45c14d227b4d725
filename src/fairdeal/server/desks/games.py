"""
What the server must know of each game: how its tables are shown to those who follow them, and what players may tell them.

A game of the room that has tables for the socket has one object here; the rest of the server loops over them.
"""

from collections.abc import Callable, Mapping
from typing import Protocol

from fairdeal.cash.offer import StakeId
from fairdeal.cash.streams import FLOORS, TABLES
from fairdeal.cash.table.events import HandVoided, Left, SatDown, TableClosed
from fairdeal.kernel import HandId, PlayerId, RuleId, StreamId, TableId, reject
from fairdeal.play.messages import Act
from fairdeal.present.seats import Faces
from fairdeal.present.tournament_table import hole_cards_of
from fairdeal.protocol import client as inbound
from fairdeal.protocol.fair_client import PromiseSeeds, RevealSeed
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.keys import Key
from fairdeal.runtime.ports import Reply
from fairdeal.server.commands import choice_of, fair_command, table_command
from fairdeal.server.desks.following import Following
from fairdeal.server.desks.lobby import LobbyDesk
from fairdeal.server.desks.table import Desk, TableDesk
from fairdeal.server.desks.tournament_table import EventDesk, TournamentTableDesk
from fairdeal.server.house import ServerHouse
from fairdeal.tournament.dealer.events import DealVoided, TableShut
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.orders import DEALERS, HandAbandoned, director_stream, table_of_stream

Noted = Callable[[Actor, tuple[object, ...]], None]
"""Told of what was written in a stream."""


class Floorman(Protocol):
    """What desks can do for those who follow tables."""

    def bring(self, player: PlayerId, table: TableId) -> None:
        """Who sits down follows the table, with every connection."""
        ...

    def close(self, table: TableId) -> None:
        """A table is gone."""
        ...

    def show_anew(self, table: TableId) -> None:
        """A table has other settings."""
        ...

    def note_void(self, table: TableId, number: int, rule: RuleId) -> None:
        """Keep that a hand or a round was void, for those who come back."""
        ...


class TableGame(Protocol):
    """One game's tables on the socket."""

    @property
    def tables(self) -> str:
        """The prefix of the streams of its tables."""
        ...

    @property
    def written(self) -> Mapping[str, Noted]:
        """Who hears what was written, by the prefix of the stream."""
        ...

    def table_of(self, stream: StreamId) -> TableId:
        """The id of the table with that stream."""
        ...

    def desk(self, actor: Actor) -> Following | None:
        """A desk for an open table."""
        ...

    def send(
        self, actor: Actor, player: PlayerId, message: inbound.TableCommand, reply: Reply, key: Key | None
    ) -> None:
        """A player's command to a table."""
        ...


class CashTables:
    """Cash tables on the socket."""

    tables = TABLES

    def __init__(self, house: ServerHouse, faces: Faces, lobby: LobbyDesk, floorman: Floorman) -> None:
        self._house = house
        self._room = house.room
        self._faces = faces
        self._lobby = lobby
        self._floorman = floorman
        self.written: Mapping[str, Noted] = {TABLES: self._at_table, FLOORS: self._at_floor}

    def table_of(self, stream: StreamId) -> TableId:
        """The id of the table with that stream."""
        return TableId(stream.removeprefix(f"{TABLES}:"))

    def desk(self, actor: Actor) -> Desk | None:
        """A desk for an open table."""
        if not actor.state.stake or actor.state.closed:
            return None
        offered = self._room.cash.house.offered.get(StakeId(actor.state.stake))
        if offered is None:
            return None
        name = next((each.title for each in self._house.editions if each.id == offered.rules.edition), "")
        return TableDesk(actor, offered, name, self._faces, self._room.registry.find)

    def send(
        self, actor: Actor, player: PlayerId, message: inbound.TableCommand, reply: Reply, key: Key | None
    ) -> None:
        """A player's command to a table."""
        self._room.registry.post(actor, table_command(player, message), reply, key)

    def _at_floor(self, floor: Actor, events: tuple[object, ...]) -> None:
        self._lobby.floor_decided(floor.state, events)

    def _at_table(self, actor: Actor, events: tuple[object, ...]) -> None:
        table = self.table_of(actor.stream)
        for event in events:
            match event:
                case SatDown() | Left():
                    self._lobby.send_mine(event.player, StakeId(actor.state.stake))
                    if isinstance(event, SatDown):
                        self._floorman.bring(event.player, table)
                case HandVoided(staff=""):
                    self._floorman.note_void(table, event.number, event.rule)
                case TableClosed():
                    self._floorman.close(table)


class TournamentTables:
    """Tables of tournaments on the socket."""

    tables = DEALERS

    def __init__(self, house: ServerHouse, faces: Faces, floorman: Floorman, event: EventDesk) -> None:
        self._room = house.room
        self._faces = faces
        self._floorman = floorman
        self._event = event
        self.written: Mapping[str, Noted] = {DEALERS: self._at_table}

    def table_of(self, stream: StreamId) -> TableId:
        """The id of the table with that stream."""
        return TableId(stream.removeprefix(f"{DEALERS}:"))

    def desk(self, actor: Actor) -> Desk | None:
        """A desk for an open table."""
        tournament = table_of_stream(actor.stream)[0]
        director = self._room.registry.find(director_stream(tournament))
        if actor.state.closed or director is None or director.state is None:
            return None
        setup = director.state.setup
        hole_cards = hole_cards_of(self._room.tournaments.house.rules_of(setup).poker, setup.family)
        return TournamentTableDesk(actor, tournament, hole_cards, self._faces, self._room.registry.find, self._event)

    def send(
        self, actor: Actor, player: PlayerId, message: inbound.TableCommand, reply: Reply, key: Key | None
    ) -> None:
        """Act at the table; sitting out is the director's business, because it goes along when one is moved."""
        director = director_stream(table_of_stream(actor.stream)[0])
        match message:
            case inbound.Act():
                command: object = Act(player, HandId(message.hand), message.turn, choice_of(message.choice))
                stream = actor.stream
            case PromiseSeeds() | RevealSeed():
                command, stream = fair_command(player, message), actor.stream
            case inbound.SitOut():
                command, stream = ms.SitOut(player), director
            case inbound.ComeBack():
                command, stream = ms.SitIn(player), director
            case _:
                reply(reject("not_in_tournaments"))
                return
        if self._room.registry.find(director) is None:
            reply(reject("no_such_table"))
        else:
            self._room.registry.send(stream, command, reply, key)

    def _at_table(self, actor: Actor, events: tuple[object, ...]) -> None:
        table = self.table_of(actor.stream)
        for event in events:
            match event:
                case DealVoided(staff="", report=HandAbandoned(number=number)):
                    self._floorman.note_void(table, number, event.rule)
                case TableShut():
                    self._floorman.close(table)
