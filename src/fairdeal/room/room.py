"""
The room: everything that plays in this process, behind one door.

People, bots and the back office come in here. The room knows who sits where, passes commands to the right stream, and
answers each; what is decided, is decided by machines.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from fairdeal.bank.cashier import CASHIER, WithdrawalOrder
from fairdeal.bank.purse.commands import OpenPurse
from fairdeal.bank.wallet import accounts_of
from fairdeal.cash.floor import commands as floor_commands
from fairdeal.cash.floor.state import Floor
from fairdeal.cash.guest import Guest, guest_facts
from fairdeal.cash.offer import StakeId
from fairdeal.cash.player import commands as player_commands
from fairdeal.cash.player.state import CashPlayer
from fairdeal.cash.streams import floor_stream, player_stream, table_stream
from fairdeal.cash.table import commands as table_commands
from fairdeal.cash.table.events import Left, SatDown
from fairdeal.casino.table import commands as casino_commands
from fairdeal.kernel import (
    Instant,
    PlayerId,
    Rejection,
    Rounding,
    StreamId,
    TableId,
    Units,
    cents_of,
    reject,
)
from fairdeal.play.messages import Drop, PauseClocks, ResumeClocks, Return
from fairdeal.room.bank.kinds import play_refused, purse_stream
from fairdeal.room.cash.kinds import CashHouse, wallet_of
from fairdeal.room.cash.lobby import Lobby
from fairdeal.room.cash.queues import Queues
from fairdeal.room.casino.casino import Casino
from fairdeal.room.casino.house import CASINO, CasinoHouse, casino_stream
from fairdeal.room.settings import RoomSettings
from fairdeal.room.tournament.house import TournamentHouse
from fairdeal.room.tournament.tournaments import DEALER, DIRECTOR, Tournaments
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.announcements import Announcements
from fairdeal.runtime.broadcast import Frame, Sink
from fairdeal.runtime.doors import Doors
from fairdeal.runtime.drain import Drain
from fairdeal.runtime.feeds import Feeds
from fairdeal.runtime.gate import Gate
from fairdeal.runtime.heartbeat import Heartbeat
from fairdeal.runtime.keys import Key
from fairdeal.runtime.ports import Clock, Reply
from fairdeal.runtime.presence import Presence
from fairdeal.runtime.registry import Registry
from fairdeal.runtime.revival import Revival
from fairdeal.tournament.director.commands import Connect
from fairdeal.tournament.orders import director_stream, table_of_stream

_PLACES: Final = ("floor", "cash", DIRECTOR, DEALER, CASINO)
"""Kinds of streams at which something is played."""


class Room:
    """One process's part of the house; made by `wiring.open_room`."""

    def __init__(
        self,
        settings: RoomSettings,
        house: CashHouse,
        tournaments: TournamentHouse,
        casino: CasinoHouse,
        clock: Clock,
        journal: Gate,
        registry: Registry,
        *,
        down_since: Instant,
    ) -> None:
        self.settings = settings
        self.house = house
        self.clock = clock
        self.journal = journal
        self.registry = registry
        self.lobby = Lobby(house, clock, registry.lease.epoch)
        self.presence = Presence(clock, _Seats(registry), settings.presence)
        self.tournaments = Tournaments(tournaments, clock, journal, registry, self.presence)
        self.casino = Casino(casino, clock, journal, registry, self.presence)
        self.announcements = Announcements(registry.lease.epoch)
        self.drain = Drain(registry, clock, self.announcements)
        self.doors = Doors(registry.lease, journal, clock)
        self.feeds = Feeds(registry, journal, clock)
        self.queues = Queues(registry, clock, self.presence, settings.queue_patience)
        self.heartbeat = Heartbeat(registry, journal, clock, settings.heartbeat)
        self.revival = Revival(registry, clock, self._bring_back)
        self.revival.on_back.append(self._came_back)
        self.heartbeat.on_heard = self.revival.look
        self._down_since = down_since
        self.is_recovered = False  # everybody has answered after the start
        registry.watches_of_written.append(self._watch)
        registry.watches.append(self.casino.watch)
        registry.on_silence += (self.presence.stood_still, self.queues.stood_still, self.casino.stood_still)
        self.pay_out_by(lambda _: None)  # approved withdrawals wait for the operator

    # ---- people

    def open_purse(self, player: PlayerId, reply: Reply | None = None) -> None:
        """Give a player the wallets of this house; those they have stay as they are."""
        wallets = {row.rules.wallet.scheme.rule: row.rules.wallet for row in self.house.offered.values()}
        accounts = accounts_of(player, wallets.values(), self.casino.house.currencies, self.settings.money)
        self.registry.tell(purse_stream(player), OpenPurse(player, accounts), reply)

    def purse(self, player: PlayerId, command: Any, reply: Reply | None = None, key: Key | str | None = None) -> None:
        """A command to a player's purse."""
        self.registry.tell(purse_stream(player), command, reply, key)

    def pay_out_by(self, cashier: Callable[[WithdrawalOrder], None]) -> None:
        """Who takes approved withdrawals; those that are not sent come again with every start."""
        self.registry.outside[CASHIER] = cashier

    def join(self, command: floor_commands.Join, reply: Reply | None = None, key: Key | str | None = None) -> None:
        """Ask for a seat at a stake."""
        self.floor(command.stake, command, reply, key)

    def floor(self, stake: StakeId, command: Any, reply: Reply | None = None, key: Key | str | None = None) -> None:
        """A command to the floor of a stake."""
        offered = self.house.offered.get(stake)
        if offered is None:
            if reply is not None:
                reply(reject("no_such_stake"))
            return
        self.registry.tell(floor_stream(offered.rules), command, reply, key)

    def table(self, table: TableId, command: Any, reply: Reply | None = None, key: Key | str | None = None) -> None:
        """A command to a table."""
        stream = self._stream(table)
        if self.registry.find(stream) is None:
            if reply is not None:
                reply(reject("no_such_table"))
            return
        self.registry.tell(stream, command, reply, key)

    def watch(self, table: TableId, watcher: object, sink: Sink) -> None:
        """Send every frame of a table to the sink."""
        actor = self.registry.find(self._stream(table))
        if actor is not None:
            actor.feed.watch(watcher, sink)

    def forget(self, table: TableId, watcher: object) -> None:
        """Send a watcher nothing more of a table."""
        actor = self.registry.find(self._stream(table))
        if actor is not None:
            actor.feed.forget(watcher)

    def view(self, table: TableId, viewer: PlayerId | None) -> tuple[int, int, Any] | None:
        """A table as a viewer sees it, with its position: epoch, number, view."""
        actor = self.registry.find(self._stream(table))
        if actor is None:
            return None
        return actor.feed.epoch, actor.feed.number, actor.machine.view(actor.state, viewer)

    def catch_up(self, table: TableId, epoch: int, number: int) -> tuple[Frame, ...] | None:
        """Frames after a position, or None when a full view must be taken."""
        actor = self.registry.find(self._stream(table))
        return None if actor is None else actor.feed.after(epoch, number)

    def _stream(self, table: TableId) -> StreamId:
        """The stream of a table: those of tournaments are named after their tournament, those of the casino are listed."""
        if self.casino.has(table):
            return casino_stream(table)
        return StreamId(f"deal:{table}") if "/" in table else table_stream(table)

    def tables_of(self, player: PlayerId) -> tuple[TableId, ...]:
        """Where a player sits; everybody who sits somewhere is in memory, so nothing is read for it."""
        found = self.registry.find(player_stream(player))
        return () if found is None else tuple(found.state.tables)

    # ---- facts

    def guest(self, player: PlayerId, stake: StakeId) -> Guest:
        """What a floor must know about a player who wants a seat there."""
        rules = self.house.offered[stake].rules
        now = self.clock.now()
        wallet = wallet_of(rules, player)
        held = Units(self.journal.balances([wallet]).get(wallet, 0))
        state: CashPlayer = self.registry.actor(player_stream(player)).state
        purse = self.registry.actor(purse_stream(player))
        refused = play_refused(purse, rules.money, now) or self._sits_enough(state)
        return guest_facts(state, stake, now, wallet=cents_of(held, Rounding.DOWN), refused=refused)

    def _sits_enough(self, state: CashPlayer) -> Rejection | None:
        """Why the house gives a player no further table, whatever the stake."""
        most, tables = self.settings.tables_per_player_max, len(state.tables)
        return reject("house_table_limit", tables=tables, most=most) if tables >= most else None

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
        if kind == "floor":
            self.queues.note(events)
        self.tournaments.watch(actor, events, now)

    # ---- recovery

    def recover(self, down_since: Instant | None = None, done: Callable[[], None] | None = None) -> None:
        """
        After a start: bring back every floor, its tables, and the players at them; then tell all how long we were away.

        `done` hears when everybody has answered: before that nobody may come in, for what they saw might be from before the outage.

        Hands that were open are void, running periods shift, and nobody pays for our outage (X-143). Unless told otherwise, the outage
        began when the process before this one was last seen alive.
        """
        down_since = self._down_since if down_since is None else down_since
        recovery = _Countdown(partial(self._recovered, done))
        actors = self.registry.actors
        floors = actors([stream for stream in self.journal.streams("floor") if stream in self.house.texts])
        tables = actors([table_stream(table) for floor in floors for table in _open_tables(floor.state)])
        chairs = [(chair, table) for table in tables for chair in table.state.chairs if chair is not None]
        for chair, table in chairs:
            self.presence.seated(chair.player, table.stream, known_lost=not chair.bot)
        owners = actors([player_stream(player) for player in sorted({chair.player for chair, _ in chairs})])
        recover_table = partial(table_commands.Recover, planned=self.doors.open())
        told = ((owners, player_commands.Recover), (floors, floor_commands.Recover), (tables, recover_table))
        for kind, command in told:
            for actor in kind:
                # A stream written since has recovered already, by a process that died before all had.
                since = max(down_since, actor.last_written)
                self.registry.tell(actor.stream, command(since), recovery.expect())
        self.lobby.rebuild(floors, self.clock.now())
        self.queues.recovered(floors)
        self.tournaments.recover(down_since, recovery.expect)
        self.casino.recover(down_since, recovery.expect)
        recovery.start()

    def _recovered(self, done: Callable[[], None] | None) -> None:
        self.is_recovered = True
        self.heartbeat.start()
        if done is not None:
            done()

    def close(self) -> None:
        """Handle nothing more; the outage begins now. If the room is drained, the next start knows that nothing failed."""
        if self.registry.open:
            if self.drain.is_drained:
                self.doors.close()
            self.heartbeat.last()
            self.registry.close()

    def fail_stop_report(self) -> list[tuple[StreamId, str]]:
        """Streams that stopped, and why; the desk looks at them."""
        return [(each.stream, each.why) for each in self.revival.stopped()]

    def _bring_back(self, actor: Actor, since: Instant, reply: Reply) -> None:
        """A stream was read again after an outage of the journal: it recovers as after a crash, alone."""
        since = max(since, actor.last_written)
        tell, stream = self.registry.tell, actor.stream
        match actor.kind.name:
            case "player":
                tell(stream, player_commands.Recover(since), reply)
            case "floor":
                self.lobby.rebuild([actor], self.clock.now())
                self.queues.recovered([actor])
                tell(stream, floor_commands.Recover(since), reply)
            case "cash":
                self._seat_again(actor)
                tell(stream, table_commands.Recover(since), reply)
            case kind if kind == CASINO:
                self.casino.bring_back(actor, since, reply)
            case kind if kind in (DIRECTOR, DEALER):
                self.tournaments.bring_back(actor, since, reply)
            case _:
                reply(None)  # its agenda is all it needs

    def _seat_again(self, table: Actor) -> None:
        """Who sits at a table may be another than was last heard: the answer to a commit was lost, not always the commit."""
        chairs = {chair.player: chair for chair in table.state.chairs if chair is not None}
        known = self.presence.seats_at(table.stream)
        for player in sorted(known - chairs.keys()):
            self.presence.left(player, table.stream)
        for player in sorted(chairs.keys() - known):
            self.presence.seated(player, table.stream, known_lost=not chairs[player].bot)

    def _came_back(self, actor: Actor) -> None:
        """A table that has recovered takes everybody for lost; those who are there are told of."""
        if actor.kind.name in ("cash", DEALER, CASINO):
            self.presence.tell_again(actor.stream)

    @property
    def is_playable(self) -> bool:
        """Whether anything can be played: not if every floor and every table stands still."""
        places = [actor.failed is None for actor in self.registry if actor.kind.name in _PLACES]
        return not places or any(places)


def _open_tables(floor: Floor) -> list[TableId]:
    return sorted(table for pool in floor.pools.values() for table in pool.tables)


class _Countdown:
    """Calls once everybody it expects has answered."""

    def __init__(self, call: Callable[[], None]) -> None:
        self._call = call
        self._waiting = 1

    def expect(self) -> Reply:
        """One more whose answer is waited for."""
        self._waiting += 1
        return lambda _: self.start()

    def start(self) -> None:
        """One less: somebody has answered, or nobody more is expected."""
        self._waiting -= 1
        if self._waiting == 0:
            self._call()


class _Seats:
    """Tells tables about connections."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def dropped(self, player: PlayerId, table: StreamId, at: Instant) -> None:
        self._registry.tell(table, casino_commands.Drop(player) if _is_casino(table) else Drop(player, at))

    def returned(self, player: PlayerId, table: StreamId) -> None:
        self._registry.tell(table, casino_commands.Return(player) if _is_casino(table) else Return(player))
        if table.startswith("deal:"):
            # Who was only absent plays again; that is the director's business (MTT-28b).
            self._registry.tell(director_stream(table_of_stream(table)[0]), Connect(player))

    def pause(self, tables: set[StreamId]) -> None:
        for stream in [*_with_clocks(tables), *self._players()]:
            self._registry.tell(stream, PauseClocks())

    def resume(self, tables: set[StreamId]) -> None:
        for stream in [*_with_clocks(tables), *self._players()]:
            self._registry.tell(stream, ResumeClocks())

    def _players(self) -> list[StreamId]:
        """Streams that keep the time of sit-outs everywhere."""
        return [actor.stream for actor in self._registry if actor.kind.name == "player"]


def _with_clocks(tables: set[StreamId]) -> list[StreamId]:
    """Tables whose clocks stop in an outage of the network; no rule stops those of the casino."""
    return sorted(table for table in tables if not _is_casino(table))


def _is_casino(stream: StreamId) -> bool:
    return stream.startswith(f"{CASINO}:")
