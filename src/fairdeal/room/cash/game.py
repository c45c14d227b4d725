"""
The cash games of a room: floors, tables and players, and their recovery after a restart.

Nothing is decided here. This is what follows a decision outside its commit: presence is told of seats, the lobby of everything.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from fairdeal.cash.floor import commands as floor_commands
from fairdeal.cash.floor.state import Floor
from fairdeal.cash.guest import Guest, guest_facts
from fairdeal.cash.offer import StakeId
from fairdeal.cash.player import commands as player_commands
from fairdeal.cash.player.machine import PlayerMachine
from fairdeal.cash.player.state import CashPlayer
from fairdeal.cash.streams import FLOORS, PLAYERS, TABLES, floor_stream, player_stream, table_stream
from fairdeal.cash.table import commands as table_commands
from fairdeal.cash.table.events import HandEnded, HandOpened, Left, RulebookAdopted, SatDown, TableClosed
from fairdeal.kernel import Instant, PlayerId, Rejection, Rounding, StreamId, TableId, Units, cents_of, reject
from fairdeal.room.bank.purse import play_refused, purse_stream
from fairdeal.room.cash.floor import HostedFloor
from fairdeal.room.cash.house import CashHouse, wallet_of
from fairdeal.room.cash.lobby import Lobby
from fairdeal.room.cash.player import HostedPlayer
from fairdeal.room.cash.queues import Queues
from fairdeal.room.cash.table import HostedTable, TablePorts
from fairdeal.room.forgetting import forget_later
from fairdeal.room.game import Expect, GamePorts
from fairdeal.room.settings import RoomSettings
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.hosted import Host
from fairdeal.runtime.keys import Key
from fairdeal.runtime.ports import Reply
from fairdeal.runtime.registry import Watch


class CashGame:
    """All cash games of a room, as a `Game`."""

    beginnings = (table_commands.StartHand,)

    def __init__(self, house: CashHouse, settings: RoomSettings, ports: GamePorts) -> None:
        self.house = house
        self.lobby = Lobby(house, ports.clock, ports.registry.lease.epoch)
        self.on_adopted: Callable[[Actor, str], None] = lambda _table, _digest: None
        """Called for a table that plays by another revision from its next hand on, with the hash of it."""
        self._most_tables = settings.tables_per_player_max
        self._clock = ports.clock
        self._journal = ports.journal
        self._registry = ports.registry
        self._presence = ports.presence
        self._queues = Queues(ports.registry, ports.clock, ports.presence, settings.queue_patience)
        tables = TablePorts(
            house, ports.entropy, ports.journal.balances, ports.seal, ports.presence.disconnected_since, ports.fair
        )
        self._makes_decks = ports.fair is not None
        players = PlayerMachine(house.offered)
        self.hosts: Mapping[str, Host] = {
            TABLES: lambda stream: HostedTable(stream, tables),
            FLOORS: lambda stream: HostedFloor(stream, house, ports.entropy, self.guest),
            PLAYERS: lambda stream: HostedPlayer(stream, players),
        }
        self.adopted: Mapping[str, Watch] = {}
        self.written: Mapping[str, Watch] = {TABLES: self._at_table, FLOORS: self._at_floor}

    def table_stream(self, table: TableId) -> StreamId | None:
        """The stream of an open cash table, or None; open tables are always in memory."""
        stream = table_stream(table)
        return None if self._registry.find(stream) is None else stream

    # ---- commands and questions

    def floor(self, stake: StakeId, command: object, reply: Reply | None = None, key: Key | str | None = None) -> None:
        """Send a command to the floor of a stake."""
        offered = self.house.offered.get(stake)
        if offered is None:
            if reply is not None:
                reply(reject("no_such_stake"))
            return
        self._registry.send(floor_stream(offered.rules), command, reply, key)

    def offer(self, closed: Sequence[str]) -> None:
        """Offer all stakes but these from now on; their tables close by order of their floors."""
        self.house.close(closed)
        self.lobby.version += 1

    def open_tables(self) -> Counter[StakeId]:
        """How many tables are open at each stake."""
        rows = self.lobby.rows(self._clock.now())
        return Counter({row.stake: row.tables for row in rows})

    def tables_of(self, player: PlayerId) -> tuple[TableId, ...]:
        """The tables where a player sits; reads nothing, because players with a seat are in memory."""
        found = self._registry.find(player_stream(player))
        return () if found is None else tuple(found.state.tables)

    def guest(self, player: PlayerId, stake: StakeId) -> Guest:
        """The facts a floor needs about a player who wants a seat at a stake."""
        rules = self.house.offered[stake].rules
        now = self._clock.now()
        wallet = wallet_of(rules, player)
        held = Units(self._journal.balances([wallet]).get(wallet, 0))
        state: CashPlayer = self._registry.actor(player_stream(player)).state
        purse = self._registry.actor(purse_stream(player))
        refused = play_refused(purse, rules.money, now, TABLES) or self._sits_enough(state)
        return guest_facts(state, stake, now, wallet=cents_of(held, Rounding.DOWN), refused=refused)

    def _sits_enough(self, state: CashPlayer) -> Rejection | None:
        """The rejection if the player sits at as many tables as the operator allows, or None."""
        most, tables = self._most_tables, len(state.tables)
        return reject("house_table_limit", tables=tables, most=most) if tables >= most else None

    # ---- after every decision

    def _at_table(self, table: Actor, events: tuple[object, ...], now: Instant) -> None:
        for event in events:
            match event:
                case SatDown():
                    self._presence.seated(event.player, table.stream)
                case Left():
                    self._presence.left(event.player, table.stream)
                case HandOpened() if self._makes_decks:
                    hosted: HostedTable = table.hosted  # type: ignore[assignment]  # that is what hosts these streams
                    self._clock.soon(partial(hosted.prepare, event.open.number + 1))
                case HandEnded():
                    self.lobby.hand_ended(StakeId(table.state.stake), event, now)
                case RulebookAdopted():
                    self.on_adopted(table, event.edition)
                case TableClosed():
                    forget_later(self._registry, self._clock, table.stream)

    def _at_floor(self, floor: Actor, events: tuple[object, ...], now: Instant) -> None:
        self.lobby.floor_decided(floor.state, now)
        self._queues.note(events)

    def stood_still(self, since: Instant) -> None:
        """Restart the waiting time of all disconnected players, because the room stood still."""
        self._queues.stood_still(since)

    # ---- recovery

    def recover(self, down_since: Instant, expect: Expect, *, planned: bool) -> None:
        """Load every floor, its tables and their players, and send each the recovery command with the start of the outage."""
        actors = self._registry.actors
        floors = actors([stream for stream in self._journal.streams(FLOORS) if stream in self.house.revisions])
        tables = actors([table_stream(table) for floor in floors for table in _open_tables(floor.state)])
        chairs = [(chair, table) for table in tables for chair in table.state.chairs if chair is not None]
        for chair, table in chairs:
            self._presence.seated(chair.player, table.stream, known_lost=not chair.bot)
        owners = actors([player_stream(player) for player in sorted({chair.player for chair, _ in chairs})])
        recover_table = partial(table_commands.Recover, planned=planned)
        told = ((owners, player_commands.Recover), (floors, floor_commands.Recover), (tables, recover_table))
        for streams, command in told:
            for actor in streams:
                # A stream written since has recovered already, by a process that died before all had.
                since = max(down_since, actor.last_written)
                self._registry.send(actor.stream, command(since), expect())
        self.lobby.rebuild(floors, self._clock.now())
        self._queues.recovered(floors)

    def bring_back(self, actor: Actor, since: Instant, reply: Reply) -> None:
        """Send the recovery command to one stream that was read again after the journal failed."""
        command: object
        match actor.hosted.prefix:
            case prefix if prefix == PLAYERS:
                command = player_commands.Recover(since)
            case prefix if prefix == FLOORS:
                self.lobby.rebuild([actor], self._clock.now())
                self._queues.recovered([actor])
                command = floor_commands.Recover(since)
            case _:
                self._seat_again(actor)
                command = table_commands.Recover(since, alone=True)
        self._registry.send(actor.stream, command, reply)

    def _seat_again(self, table: Actor) -> None:
        """Correct presence by the seats of a revived table: the last commit may have been written although its answer was lost."""
        chairs = {chair.player: chair for chair in table.state.chairs if chair is not None}
        known = self._presence.seats_at(table.stream)
        for player in sorted(known - chairs.keys()):
            self._presence.left(player, table.stream)
        for player in sorted(chairs.keys() - known):
            self._presence.seated(player, table.stream, known_lost=not chairs[player].bot)


def _open_tables(floor: Floor) -> list[TableId]:
    return sorted(table for pool in floor.pools.values() for table in pool.tables)
