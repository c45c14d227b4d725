"""
The casino for its followers: the lobby, its tables on the socket, and the commands of players.

Rows are read a few times a second, however much was decided, and sent where they changed.
"""

from collections.abc import Mapping
from typing import Final

from fairdeal.casino.table.events import Joined, RoundVoided
from fairdeal.kernel import Instant, PlayerId, Rejection, StreamId, TableId, reject
from fairdeal.present.casino import row_to_wire
from fairdeal.present.casino_felt import is_shown
from fairdeal.present.seats import Faces
from fairdeal.protocol import casino_client as said
from fairdeal.protocol import client as inbound
from fairdeal.protocol.casino import CasinoRow
from fairdeal.protocol.casino_server import CasinoLobbyShown, CasinoRowsChanged
from fairdeal.protocol.codec import encode
from fairdeal.protocol.fair_client import PromiseSeeds, RevealSeed
from fairdeal.room.bank.purse import PURSES
from fairdeal.room.casino.house import CASINO, table_of
from fairdeal.room.room import Room
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.keys import Key
from fairdeal.runtime.ports import Reply
from fairdeal.server.client import Client
from fairdeal.server.commands import fair_command
from fairdeal.server.desks.casino_commands import casino_command
from fairdeal.server.desks.casino_table import CasinoTableDesk
from fairdeal.server.desks.following import Following
from fairdeal.server.desks.games import Floorman, Noted
from fairdeal.server.desks.tournament import Acceptance
from fairdeal.server.house import ServerHouse
from fairdeal.server.limits import LOBBY_PAUSE_MS

_PASSING: Final = (
    said.PlaceChip,
    said.UndoChips,
    said.DoubleChips,
    said.RepeatLastBet,
    said.CasinoSay,
    said.CasinoMute,
)
"""Commands that write nothing, and so need no key that outlives a restart."""


class CasinoTables:
    """Casino tables on the socket."""

    tables = CASINO

    def __init__(self, house: ServerHouse, faces: Faces, floorman: Floorman) -> None:
        self._room = house.room
        self._faces = faces
        self._floorman = floorman
        self._desks: dict[TableId, CasinoTableDesk] = {}
        house.room.casino.on_changed.append(self._changed)
        self.written: Mapping[str, Noted] = {CASINO: self._at_table, PURSES: self._at_purse}

    def _changed(self, table: TableId) -> None:
        """Show a table anew that has other settings; who looks at one that is closed is told that it is gone."""
        if self._room.casino.house.setups[table].closed:
            self._desks.pop(table, None)
            self._floorman.close(table)
        else:
            self._floorman.show_anew(table)

    def table_of(self, stream: StreamId) -> TableId:
        """The id of the table with that stream."""
        return table_of(stream)

    def desk(self, actor: Actor) -> Following | None:
        """A desk for a table whose game has messages."""
        house, room = self._room.casino.house, self._room
        table = table_of(actor.stream)
        if not is_shown(house.machines[table].view(actor.state, None).felt):
            return None
        desk = self._desks[table] = CasinoTableDesk(
            actor, lambda: house.setups[table], self._faces, room.registry.find, room.journal.balances, room.clock
        )
        return desk

    def send(
        self, actor: Actor, player: PlayerId, message: inbound.TableCommand, reply: Reply, _key: Key | None
    ) -> None:
        """Take promises and seeds; whatever else players say at poker tables means nothing here."""
        if isinstance(message, PromiseSeeds | RevealSeed):
            self._room.registry.post(actor, fair_command(player, message), reply, None)
        else:
            reply(reject("not_in_casino"))

    def _at_table(self, actor: Actor, events: tuple[object, ...]) -> None:
        for event in events:
            if isinstance(event, Joined):
                self._floorman.bring(event.player, self.table_of(actor.stream))
            elif isinstance(event, RoundVoided):
                self._floorman.note_void(self.table_of(actor.stream), event.round, event.rule)

    def _at_purse(self, actor: Actor, _events: tuple[object, ...]) -> None:
        """Money of a player has moved, here or anywhere else: what can be bet at a table is another amount now."""
        for desk in self._desks.values():
            desk.money_moved(PlayerId(actor.hosted.name))


class CasinoDesk:
    """Sends the lobby of the casino to its followers, and takes commands to its tables."""

    def __init__(self, room: Room, check_acceptance: Acceptance) -> None:
        self._room = room
        self._check_acceptance = check_acceptance
        self._followers: set[Client] = set()
        self._rows: dict[str, CasinoRow] = {}
        self._read = -1  # version of the lobby
        self._is_due = False

    # ---- the lobby

    def follow(self, client: Client) -> None:
        """Send the lobby, and its changes from now on."""
        self._refresh()
        self._followers.add(client)
        client.send(encode(CasinoLobbyShown(at=self._room.clock.now(), tables=tuple(self._rows.values()))))
        self._plan()

    def forget(self, client: Client) -> None:
        """Stop sending the lobby to a client."""
        self._followers.discard(client)

    def _plan(self) -> None:
        if self._followers and not self._is_due:
            self._is_due = True
            clock = self._room.clock
            clock.at(Instant(clock.now() + LOBBY_PAUSE_MS), self._publish)

    def _publish(self) -> None:
        self._is_due = False
        before = self._rows.keys()
        changed = self._refresh()
        if before - self._rows.keys():  # a table is closed
            for client in tuple(self._followers):
                self.follow(client)
        elif changed and self._followers:
            message = encode(CasinoRowsChanged(at=self._room.clock.now(), tables=changed))
            for client in tuple(self._followers):
                client.send(message)
        self._plan()

    def _refresh(self) -> tuple[CasinoRow, ...]:
        """Read the rows again if anything may have changed; return the changed ones."""
        casino = self._room.casino
        if casino.lobby.version == self._read:
            return ()
        self._read = casino.lobby.version
        rows: dict[str, CasinoRow] = {}
        rows |= {row.table: row_to_wire(row, casino.house.setups[row.table].name) for row in casino.lobby.rows()}
        changed = tuple(row for table, row in rows.items() if self._rows.get(table) != row)
        self._rows = rows
        return changed

    # ---- commands of people

    def to_table(self, player: PlayerId, message: said.CasinoCommand, reply: Reply, key: Key | None) -> None:
        """Pass a player's command to a casino table; a visit needs acceptance of the rulebook."""
        casino, table = self._room.casino, TableId(message.table)
        actor = self._room.find_table(table) if casino.has(table) else None
        if actor is None:
            reply(reject("no_such_table"))
            return
        if isinstance(message, said.VisitCasino) and (refused := self._not_accepted(player, table)) is not None:
            reply(refused)
            return
        command = casino_command(player, message)
        self._room.registry.post(actor, command, reply, None if isinstance(message, _PASSING) else key)

    def _not_accepted(self, player: PlayerId, table: TableId) -> Rejection | None:
        """Why a player may not visit a table whose rulebook they have not accepted, or None."""
        facts = self._room.casino.house.machines[table].facts
        return self._check_acceptance(player, facts.edition, facts.limits.bet_min.rule)
