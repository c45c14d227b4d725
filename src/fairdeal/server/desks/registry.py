"""
The registry of desks: which connection follows which table.

A desk is made when the first connection follows a table, and removed with the table. A player who sits down follows automatically.
"""

from collections.abc import Callable
from typing import Any

from fairdeal.cash.offer import StakeId
from fairdeal.cash.streams import table_stream
from fairdeal.cash.table.events import HandVoided, Left, SatDown, TableClosed
from fairdeal.kernel import Instant, PlayerId, Rejection, StreamId, TableId, TournamentId, reject
from fairdeal.present.seats import Face
from fairdeal.present.tournament_table import hole_cards_of
from fairdeal.protocol import client as inbound
from fairdeal.protocol.codec import encode
from fairdeal.protocol.server import TableGone
from fairdeal.runtime.actor import Actor
from fairdeal.server.client import Account, Client
from fairdeal.server.desks.lobby import LobbyDesk
from fairdeal.server.desks.table import Desk, TableDesk, rolled_back
from fairdeal.server.desks.tournament import is_tournament_table
from fairdeal.server.desks.tournament_table import TournamentTableDesk
from fairdeal.server.house import ServerHouse
from fairdeal.server.limits import TABLES_FOLLOWED_MAX, VOID_KEPT_MAX
from fairdeal.tournament.dealer.events import TableShut
from fairdeal.tournament.orders import director_stream


class DeskRegistry:
    """The desks of all followed tables, and the lobby's."""

    def __init__(self, house: ServerHouse, account: Callable[[PlayerId], Account | None]) -> None:
        self._house = house
        self._room = house.room
        self._account = account
        self._tables: dict[TableId, Desk] = {}
        self._void: dict[TableId, bytes] = {}
        self.lobby = LobbyDesk(house.room, account, self._has_partners)
        self.on_sent: Callable[[int], None] = lambda _: None
        self._room.registry.watches_of_written.append(self._watch)
        self._room.revival.on_back.append(self._came_back)

    def _has_partners(self, stake: StakeId) -> bool:
        """Whether practice partners join players who wait at that stake."""
        partners = self._house.partners
        return partners is not None and stake in partners.stakes

    # ---- coming and going

    def resume(self, client: Client, positions: tuple[inbound.Position, ...]) -> None:
        """Resume a client: follow the tables it names, and every table where its player sits."""
        epoch = self._room.registry.lease.epoch
        known = {TableId(each.table): each for each in positions}
        player = client.player
        mine = () if player is None else self._room.tables_of(player)
        for table in dict.fromkeys([*known, *mine]):
            position = known.get(table)
            if position is not None and position.epoch < epoch and table in self._void:
                client.send(self._void[table])
            after = None if position is None else (position.epoch, position.number)
            if self.follow(client, table, after) is not None:
                client.send(encode(TableGone(table=table)))

    def follow(self, client: Client, table: TableId, after: tuple[int, int] | None = None) -> Rejection | None:
        """Make a client follow a table, from a position if given; returns why not, or None."""
        desk = self.desk(table)
        if desk is None:
            return reject("no_such_table")
        if table not in client.tables and len(client.tables) >= TABLES_FOLLOWED_MAX:
            return reject("too_many_tables", most=TABLES_FOLLOWED_MAX)
        client.tables.add(table)
        desk.follow(client, after)
        return None

    def forget(self, client: Client, table: TableId) -> None:
        """Stop sending a table to a client."""
        client.tables.discard(table)
        desk = self._tables.get(table)
        if desk is not None:
            desk.forget(client)

    def forget_all(self, client: Client) -> None:
        """Forget a disconnected client."""
        self.lobby.forget(client)
        for table in tuple(client.tables):
            self.forget(client, table)

    def desk(self, table: TableId) -> Desk | None:
        """The desk of an open table, made if needed; None if there is no such table."""
        found = self._tables.get(table)
        if found is None:
            found = self._tournament_desk(table) if is_tournament_table(table) else self._cash_desk(table)
            if found is not None:
                self._tables[table] = found
                found.on_sent = self.on_sent
        return found

    def _tournament_desk(self, table: TableId) -> Desk | None:
        registry = self._room.registry
        actor = registry.find(StreamId(f"deal:{table}"))
        director = registry.find(director_stream(TournamentId(table.rpartition("/")[0])))
        if actor is None or actor.state.closed or director is None or director.state is None:
            return None
        setup = director.state.setup
        hole_cards = hole_cards_of(self._room.tournaments.house.rules_of(setup).poker, setup.family)
        return TournamentTableDesk(actor, hole_cards, self.face, registry.find)

    def _cash_desk(self, table: TableId) -> Desk | None:
        actor = self._room.registry.find(table_stream(table))
        if actor is None or not actor.state.stake or actor.state.closed:
            return None
        offered = self._room.house.offered.get(StakeId(actor.state.stake))
        if offered is None:
            return None
        name = next((each.title for each in self._house.editions if each.id == offered.rules.edition), "")
        return TableDesk(actor, offered, name, self.face, self._room.registry.find)

    def face(self, player: PlayerId) -> Face:
        """A player's public name and avatar."""
        return self._house.face(player)

    # ---- after every decision of the room

    def _watch(self, actor: Actor, events: tuple[Any, ...], _now: Instant) -> None:
        kind = actor.kind.name
        if kind == "floor":
            self.lobby.floor_decided(actor.state, events)
        elif kind == "cash":
            for event in events:
                self._at_table(actor, event)
        elif kind == "deal" and any(isinstance(event, TableShut) for event in events):
            self._close(_table_of(actor))

    def _at_table(self, actor: Actor, event: Any) -> None:
        match event:
            case SatDown() | Left():
                stake = StakeId(actor.state.stake)
                self.lobby.send_mine(event.player, stake)
                if isinstance(event, SatDown):
                    self._bring(event.player, _table_of(actor))
            case HandVoided(staff=""):
                table = _table_of(actor)
                self._void[table] = encode(rolled_back(table, event.number, event.rule))
                while len(self._void) > VOID_KEPT_MAX:
                    del self._void[next(iter(self._void))]
            case TableClosed():
                self._close(_table_of(actor))

    def _came_back(self, actor: Actor) -> None:
        """Show a table anew that was revived after an outage."""
        desk = self._tables.get(_table_of(actor))
        if desk is not None and actor.kind.name in ("cash", "deal"):
            desk.show_anew()

    def _bring(self, player: PlayerId, table: TableId) -> None:
        """Make all connections of a player follow the table where they sat down."""
        account = self._account(player)
        for client in tuple(account.clients) if account is not None else ():
            self.follow(client, table)

    def _close(self, table: TableId) -> None:
        desk = self._tables.pop(table, None)
        if desk is None:
            return
        desk.close()
        message = encode(TableGone(table=table))
        for client in desk.clients:
            client.tables.discard(table)
            client.send(message)


def _table_of(actor: Actor) -> TableId:
    return TableId(actor.stream.partition(":")[2])
