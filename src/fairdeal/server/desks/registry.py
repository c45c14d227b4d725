"""
The registry of desks: which connection follows which table.

A desk is made when the first connection follows a table, and removed with the table. A player who sits down follows automatically.
"""

from collections.abc import Callable, Iterable, Iterator

from fairdeal.cash.offer import StakeId
from fairdeal.kernel import Instant, PlayerId, Rejection, RuleId, TableId, TournamentId, reject
from fairdeal.present.seats import Face
from fairdeal.protocol import client as inbound
from fairdeal.protocol.codec import encode
from fairdeal.protocol.server import TableGone
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.keys import Key
from fairdeal.runtime.ports import Reply
from fairdeal.server.client import Account, Client
from fairdeal.server.desks.casino import CasinoTables
from fairdeal.server.desks.following import Following
from fairdeal.server.desks.games import CashTables, TableGame, TournamentTables
from fairdeal.server.desks.lobby import LobbyDesk
from fairdeal.server.desks.own_tournaments import OwnTournamentsDesk
from fairdeal.server.desks.table import rolled_back
from fairdeal.server.desks.tournament_pages import TournamentPages
from fairdeal.server.desks.tournament_table import TournamentTableDesk
from fairdeal.server.house import ServerHouse
from fairdeal.server.limits import TABLES_FOLLOWED_MAX, VOID_KEPT_MAX


class DeskRegistry:
    """The desks of all followed tables, and the lobby's."""

    def __init__(self, house: ServerHouse, account: Callable[[PlayerId], Account | None]) -> None:
        self._house = house
        self._room = house.room
        self._account = account
        self._tables: dict[TableId, Following] = {}
        self._void: dict[TableId, bytes] = {}
        self.lobby = LobbyDesk(house.room, account, self._has_partners)
        self.on_sent: Callable[[int], None] = lambda _: None
        self.pages = TournamentPages(house.room, self.face)
        self.pages.tables = self._tournament_tables
        self.on_followed: Callable[[], None] = lambda: None
        cash = CashTables(house, self.face, self.lobby, self)
        tournaments = TournamentTables(house, self.face, self, self.pages)
        games: tuple[TableGame, ...] = (cash, tournaments, CasinoTables(house, self.face, self))
        self.own = OwnTournamentsDesk(house.room, self.pages, self.face, account, self.follow, self.forget)
        self._games = {game.tables: game for game in games}
        self._written = {prefix: noted for game in games for prefix, noted in game.written.items()}
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
        room = self._room
        mine = () if player is None else (*room.tables_of(player), *room.casino.visits_of(player))
        seats = () if player is None else room.tournaments.tables_of(player)
        for table in dict.fromkeys([*known, *mine, *seats]):
            position = known.get(table)
            if position is not None and position.epoch < epoch and table in self._void:
                client.send(self._void[table])
            after = None if position is None else (position.epoch, position.number)
            is_gone = self.follow(client, table, after) is not None
            if is_gone and (table in known or table not in seats):
                client.send(encode(TableGone(table=table, instead=self._instead(client, table))))
            elif is_gone and player is not None:  # its dealer has not come yet
                self.own.bring(player, table)

    def watch(self, client: Client, table: TableId) -> Rejection | None:
        """
        Make a client follow a table it asks for; returns why not, or None.

        Whoever asks for a table of a tournament they play in that is not open, no longer or not yet, comes to where they sit.
        """
        refused = self.follow(client, table)
        if refused is None or self.desk(table) is not None or client.player is None:
            return refused
        seat = self._room.tournaments.seat_beside(client.player, table)
        if seat is None:
            return refused
        if seat != table:
            client.send(encode(TableGone(table=table, instead=seat)))
        self.own.bring(client.player, seat)
        return None

    def _instead(self, client: Client, table: TableId) -> TableId | None:
        """Where the player of a client sits instead of at a table that is gone, in the tournament it belonged to."""
        seat = None if client.player is None else self._room.tournaments.seat_beside(client.player, table)
        return None if seat == table else seat

    def follow(self, client: Client, table: TableId, after: tuple[int, int] | None = None) -> Rejection | None:
        """Make a client follow a table, from a position if given; returns why not, or None."""
        desk = self.desk(table)
        if desk is None:
            return reject("no_such_table")
        if table not in client.tables and len(client.tables) >= TABLES_FOLLOWED_MAX:
            return reject("too_many_tables", most=TABLES_FOLLOWED_MAX)
        client.tables.add(table)
        desk.follow(client, after)
        self.on_followed()
        return None

    def _tournament_tables(self) -> Iterator[tuple[TournamentId, Iterable[Client]]]:
        """The tournaments of all tables that are followed, each with those who follow the table."""
        for desk in self._tables.values():
            if isinstance(desk, TournamentTableDesk) and desk.clients:
                yield desk.tournament, desk.clients

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

    def desk(self, table: TableId) -> Following | None:
        """The desk of an open table, made if needed; None if there is no such table."""
        found = self._tables.get(table)
        if found is None:
            actor = self._room.find_table(table)
            game = None if actor is None else self._games.get(actor.hosted.prefix)
            found = None if actor is None or game is None else game.desk(actor)
            if found is not None:
                self._tables[table] = found
                found.on_sent = self.on_sent
        return found

    def send(self, player: PlayerId, message: inbound.TableCommand, reply: Reply, key: Key | None) -> None:
        """A player's command to a table, of whatever game."""
        table = TableId(message.table)
        desk = self._tables.get(table)
        actor = self._room.find_table(table) if desk is None else self._room.registry.find(desk.stream)
        game = None if actor is None else self._games.get(actor.hosted.prefix)
        if actor is None or game is None:
            reply(reject("no_such_table"))
        else:
            game.send(actor, player, message, reply, key)

    def face(self, player: PlayerId) -> Face:
        """A player's public name and avatar."""
        return self._house.face(player)

    # ---- after every decision of the room

    def _watch(self, actor: Actor, events: tuple[object, ...], _now: Instant) -> None:
        noted = self._written.get(actor.hosted.prefix)
        if noted is not None:
            noted(actor, events)

    def _came_back(self, actor: Actor) -> None:
        """A table plays again after an outage; who was there all the time must not look at what was before it."""
        game = self._games.get(actor.hosted.prefix)
        desk = None if game is None else self._tables.get(game.table_of(actor.stream))
        if desk is not None:
            desk.show_anew()

    def show_anew(self, table: TableId) -> None:
        """Send a table whose settings changed to those who follow it."""
        desk = self._tables.get(table)
        if desk is not None:
            desk.show_anew()

    def bring(self, player: PlayerId, table: TableId) -> None:
        """Who sits down follows the table, with every connection."""
        account = self._account(player)
        for client in tuple(account.clients) if account is not None else ():
            self.follow(client, table)

    def note_void(self, table: TableId, number: int, rule: RuleId) -> None:
        """Keep that a hand or a round was void, for those who come back."""
        self._void[table] = encode(rolled_back(table, number, rule))
        while len(self._void) > VOID_KEPT_MAX:
            del self._void[next(iter(self._void))]

    def close(self, table: TableId) -> None:
        """A table is gone, and those who followed it are told."""
        desk = self._tables.pop(table, None)
        if desk is None:
            return
        desk.close()
        for client in desk.clients:
            client.tables.discard(table)
            client.send(encode(TableGone(table=table, instead=self._instead(client, table))))
