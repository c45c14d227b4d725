"""
The room: everything that plays in this process, behind one door.

People, bots and the back office come in here. The room knows who sits where, passes commands to the right stream, and
answers each; what is decided, is decided by machines.
"""

from typing import Any

from fairdeal.bank.purse_commands import OpenPurse
from fairdeal.bank.wallet import accounts_of
from fairdeal.cash import floor_messages, player_messages, table_messages
from fairdeal.cash.floor_state import Floor
from fairdeal.cash.guest import Guest, guest_facts
from fairdeal.cash.offer import StakeId
from fairdeal.cash.streams import floor_stream, player_stream, table_stream
from fairdeal.cash.table_events import Left, SatDown
from fairdeal.cash.table_state import CashTable
from fairdeal.kernel import (
    Instant,
    MoneyKind,
    PlayerId,
    Rejection,
    Rounding,
    StreamId,
    TableId,
    Units,
    cents_of,
    reject,
)
from fairdeal.room.actor import Actor
from fairdeal.room.bank_kinds import purse_stream
from fairdeal.room.broadcast import Frame, Sink
from fairdeal.room.cash_kinds import CashHouse, wallet_of
from fairdeal.room.lobby import Lobby
from fairdeal.room.ports import Clock, Journal, Reply
from fairdeal.room.presence import Presence
from fairdeal.room.registry import Registry
from fairdeal.room.settings import RoomSettings


class Room:
    """One process's part of the house; made by `wiring.open_room`."""

    def __init__(
        self,
        settings: RoomSettings,
        house: CashHouse,
        clock: Clock,
        journal: Journal,
        registry: Registry,
        *,
        down_since: Instant,
    ) -> None:
        self.settings = settings
        self.house = house
        self.clock = clock
        self.journal = journal
        self.registry = registry
        self.lobby = Lobby(house)
        self.presence = Presence(clock, _Seats(registry), settings.presence)
        self._down_since = down_since
        registry.watches.append(self._watch)
        self._beat()

    # ---- people

    def open_purse(self, player: PlayerId, reply: Reply | None = None) -> None:
        """Give a player the wallets of this house; those they have stay as they are."""
        wallets = {row.rules.wallet.scheme.rule: row.rules.wallet for row in self.house.offered.values()}
        accounts = accounts_of(player, wallets.values(), (), self.settings.money)
        self.registry.tell(purse_stream(player), OpenPurse(player, accounts), reply)

    def purse(self, player: PlayerId, command: Any, reply: Reply | None = None, key: str | None = None) -> None:
        """A command to a player's purse."""
        self.registry.tell(purse_stream(player), command, reply, key)

    def join(self, command: floor_messages.Join, reply: Reply | None = None, key: str | None = None) -> None:
        """Ask for a seat at a stake."""
        self.floor(command.stake, command, reply, key)

    def floor(self, stake: StakeId, command: Any, reply: Reply | None = None, key: str | None = None) -> None:
        """A command to the floor of a stake."""
        offered = self.house.offered.get(stake)
        if offered is None:
            if reply is not None:
                reply(reject("no_such_stake"))
            return
        self.registry.tell(floor_stream(offered.rules), command, reply, key)

    def table(self, table: TableId, command: Any, reply: Reply | None = None, key: str | None = None) -> None:
        """A command to a table."""
        stream = table_stream(table)
        if self.registry.find(stream) is None:
            if reply is not None:
                reply(reject("no_such_table"))
            return
        self.registry.tell(stream, command, reply, key)

    def watch(self, table: TableId, watcher: object, sink: Sink) -> None:
        """Send every frame of a table to the sink."""
        actor = self.registry.find(table_stream(table))
        if actor is not None:
            actor.feed.watch(watcher, sink)

    def forget(self, table: TableId, watcher: object) -> None:
        """Send a watcher nothing more of a table."""
        actor = self.registry.find(table_stream(table))
        if actor is not None:
            actor.feed.forget(watcher)

    def view(self, table: TableId, viewer: PlayerId | None) -> tuple[int, int, Any] | None:
        """A table as a viewer sees it, with its position: epoch, number, view."""
        actor = self.registry.find(table_stream(table))
        if actor is None:
            return None
        return actor.feed.epoch, actor.feed.number, actor.machine.view(actor.state, viewer)

    def catch_up(self, table: TableId, epoch: int, number: int) -> tuple[Frame, ...] | None:
        """Frames after a position, or None when a full view must be taken."""
        actor = self.registry.find(table_stream(table))
        return None if actor is None else actor.feed.after(epoch, number)

    def tables_of(self, player: PlayerId) -> tuple[TableId, ...]:
        """Where a player sits."""
        return tuple(self.registry.actor(player_stream(player)).state.tables)

    # ---- facts

    def guest(self, player: PlayerId, stake: StakeId) -> Guest:
        """What a floor must know about a player who wants a seat there."""
        rules = self.house.offered[stake].rules
        now = self.clock.now()
        wallet = wallet_of(rules, player)
        held = Units(self.journal.balances([wallet]).get(wallet, 0))
        state = self.registry.actor(player_stream(player)).state
        return guest_facts(
            state, stake, now, wallet=cents_of(held, Rounding.DOWN), refused=self._refused(player, rules.money, now)
        )

    def _refused(self, player: PlayerId, money: MoneyKind, now: Instant) -> Rejection | None:
        if money is MoneyKind.PLAY:
            return None
        purse = self.registry.actor(purse_stream(player))
        machine: Any = purse.machine
        refusal: Rejection | None = machine.may_play(purse.state, money, now)
        return refusal

    # ---- after every decision

    def _watch(self, actor: Actor, events: tuple[Any, ...], now: Instant) -> None:
        kind = actor.kind.name
        if kind == "cash":
            for event in events:
                if isinstance(event, SatDown):
                    self.presence.seated(event.player, actor.stream)
                elif isinstance(event, Left):
                    self.presence.left(event.player, actor.stream)
        if kind in ("cash", "floor"):
            self.lobby.note(actor, events, now)

    # ---- recovery

    def _beat(self) -> None:
        """Be alive, again and again."""
        now = self.clock.now()
        if self.registry.open:
            self.journal.renew(self.registry.lease, now)
            self.clock.at(Instant(now + self.settings.heartbeat), self._beat)

    def recover(self, down_since: Instant | None = None) -> None:
        """
        After a start: bring back every floor, its tables, and the players at them; then tell all how long we were away.

        Hands that were open are void, running periods shift, and nobody pays for our outage (X-143). Unless told otherwise, the outage
        began when the process before this one was last seen alive.
        """
        down_since = self._down_since if down_since is None else down_since
        floors = [self.registry.actor(stream) for stream in self.journal.streams("floor") if stream in self.house.texts]
        tables = [self.registry.actor(table_stream(table)) for floor in floors for table in _open_tables(floor.state)]
        players = sorted({player for table in tables for player in _players(table.state)})
        for actor in tables:
            for player in _players(actor.state):
                self.presence.seated(player, actor.stream)
        for player in players:
            self.registry.tell(player_stream(player), player_messages.Recover(down_since))
        for floor in floors:
            self.registry.tell(floor.stream, floor_messages.Recover(down_since))
        for table in tables:
            self.registry.tell(table.stream, table_messages.Recover(down_since))
        self.lobby.rebuild(floors)

    def fail_stop_report(self) -> list[tuple[StreamId, str]]:
        """Streams that stopped, and why; the desk looks at them."""
        return [(actor.stream, actor.failed) for actor in self.registry if actor.failed is not None]


def _open_tables(floor: Floor) -> list[TableId]:
    return sorted(table for pool in floor.pools.values() for table in pool.tables)


def _players(table: CashTable) -> list[PlayerId]:
    return [chair.player for chair in table.chairs if chair is not None]


class _Seats:
    """Tells tables about connections."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def dropped(self, player: PlayerId, table: StreamId) -> None:
        self._registry.tell(table, table_messages.Drop(player))

    def returned(self, player: PlayerId, table: StreamId) -> None:
        self._registry.tell(table, table_messages.Return(player))

    def pause(self, tables: set[StreamId]) -> None:
        for table in sorted(tables):
            self._registry.tell(table, table_messages.PauseClocks())

    def resume(self, tables: set[StreamId]) -> None:
        for table in sorted(tables):
            self._registry.tell(table, table_messages.ResumeClocks())
