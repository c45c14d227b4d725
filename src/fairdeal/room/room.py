"""
The room: everything that is played in this process, behind one interface.

Players, bots and staff all use it. The room passes each command to the right stream, where a machine decides; it contains no rules
and treats all games alike.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from fairdeal.bank.cashier import CASHIER, WithdrawalOrder
from fairdeal.bank.purse.commands import OpenPurse
from fairdeal.bank.wallet import accounts_of
from fairdeal.cash.floor.commands import Join
from fairdeal.cash.offer import StakeId
from fairdeal.kernel import Instant, PlayerId, StreamId, TableId, reject
from fairdeal.office.docket.agenda import CONSEQUENCES, Consequence
from fairdeal.office.docket.commands import DocketCommand
from fairdeal.office.docket.state import STREAM as OFFICE
from fairdeal.office.docket.state import Docket
from fairdeal.room.bank.purse import purse_stream
from fairdeal.room.cash.game import CashGame
from fairdeal.room.casino.game import CasinoGame
from fairdeal.room.game import Game, GamePorts
from fairdeal.room.office.papers import Papers
from fairdeal.room.office.rehearsal import Rehearsals
from fairdeal.room.office.shelves import Shelves
from fairdeal.room.settings import RoomSettings
from fairdeal.room.tournament.game import TournamentGame
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.announcements import Announcements
from fairdeal.runtime.broadcast import Frame, Sink
from fairdeal.runtime.clean_shutdown import CleanShutdownMark
from fairdeal.runtime.drain import Drain
from fairdeal.runtime.feeds import Feeds
from fairdeal.runtime.gate import Gate
from fairdeal.runtime.heartbeat import Heartbeat
from fairdeal.runtime.keys import Key
from fairdeal.runtime.ports import Reply
from fairdeal.runtime.revival import Revival


class OfficeParts(NamedTuple):
    """What the desk needs of a room: dry runs, rulebooks in force, and papers of what is offered."""

    rehearsals: Rehearsals
    shelves: Shelves
    papers: Papers


class Room:
    """All games, actors and clocks of one process; made by `wiring.open_room`."""

    def __init__(
        self,
        settings: RoomSettings,
        cash: CashGame,
        tournaments: TournamentGame,
        casino: CasinoGame,
        others: Sequence[Game],
        ports: GamePorts,
        journal: Gate,
        office: OfficeParts,
        *,
        down_since: Instant,
    ) -> None:
        clock, registry = ports.clock, ports.registry
        self.settings = settings
        self.cash = cash
        self.tournaments = tournaments
        self.casino = casino
        self.games: tuple[Game, ...] = (cash, tournaments, casino, *others)
        self.clock = clock
        self.journal = journal
        self.rehearsals = office.rehearsals
        self.shelves = office.shelves
        self.papers = office.papers
        self.registry = registry
        self.presence = ports.presence
        self.announcements = Announcements(registry.lease.epoch)
        beginnings = tuple(command for game in self.games for command in game.beginnings)
        self.drain = Drain(registry, clock, self.announcements, beginnings)
        self.clean_shutdown = CleanShutdownMark(registry.lease, journal, clock)
        self.feeds = Feeds(registry, journal, clock)
        self.heartbeat = Heartbeat(registry, journal, clock, settings.heartbeat)
        self.revival = Revival(registry, clock, self._bring_back)
        self.revival.on_back.append(self._came_back)
        self.heartbeat.on_heard = self.revival.look
        self._down_since = down_since
        self.is_recovered = False  # every stream has answered its recovery command
        self._game_of: dict[str, Game] = {}
        registry.on_silence.append(self.presence.stood_still)
        for game in self.games:
            registry.host(game.hosts)
            registry.adopted.update(game.adopted)
            registry.written.update(game.written)
            self._game_of.update(dict.fromkeys(game.hosts, game))
            registry.on_silence.append(game.stood_still)
        self.pay_out_by(lambda _: None)  # approved withdrawals wait for the operator
        self.follow_deeds_by(lambda _: None)  # what deeds lead to outside waits for a server

    # ---- people

    def open_purse(self, player: PlayerId, reply: Reply | None = None) -> None:
        """Open all wallets that the games of this room use for a player; existing ones stay as they are."""
        wallets = {row.rules.wallet.scheme.rule: row.rules.wallet for row in self.cash.house.offered.values()}
        accounts = accounts_of(player, wallets.values(), self.casino.house.currencies, self.settings.money)
        self.registry.send(purse_stream(player), OpenPurse(player, accounts), reply)

    def purse(
        self, player: PlayerId, command: object, reply: Reply | None = None, key: Key | str | None = None
    ) -> None:
        """Send a command to a player's purse."""
        self.registry.send(purse_stream(player), command, reply, key)

    def pay_out_by(self, cashier: Callable[[WithdrawalOrder], None]) -> None:
        """Set the function that pays approved withdrawals; it is called again after every start for those not yet sent."""
        self.registry.outside[CASHIER] = cashier

    def office(self, command: DocketCommand, reply: Reply | None = None, key: Key | str | None = None) -> None:
        """Send a command to the docket."""
        self.registry.send(OFFICE, command, reply, key)

    @property
    def docket(self) -> Docket:
        """The docket as it is now."""
        docket: Docket = self.registry.actor(OFFICE).state
        return docket

    def follow_deeds_by(self, follow: Callable[[Consequence], None]) -> None:
        """Set the function that does what deeds lead to outside; it is called again after every start until it is noted as told."""
        self.registry.outside[CONSEQUENCES] = follow

    def join(self, command: Join, reply: Reply | None = None, key: Key | str | None = None) -> None:
        """Ask for a seat at a stake."""
        self.cash.floor(command.stake, command, reply, key)

    def floor(self, stake: StakeId, command: object, reply: Reply | None = None, key: Key | str | None = None) -> None:
        """Send a command to the floor of a stake."""
        self.cash.floor(stake, command, reply, key)

    # ---- tables

    def find_table(self, table: TableId) -> Actor | None:
        """The actor of an open table of any game, or None."""
        for game in self.games:
            stream = game.table_stream(table)
            if stream is not None:
                return self.registry.find(stream)
        return None

    def table(self, table: TableId, command: object, reply: Reply | None = None, key: Key | str | None = None) -> None:
        """Send a command to a table; the answer is `no_such_table` if it is not open."""
        actor = self.find_table(table)
        if actor is not None:
            self.registry.post(actor, command, reply, key)
        elif reply is not None:
            reply(reject("no_such_table"))

    def watch(self, table: TableId, watcher: object, sink: Sink) -> None:
        """Call the sink with every frame of a table from now on."""
        actor = self.find_table(table)
        if actor is not None:
            actor.feed.watch(watcher, sink)

    def forget(self, table: TableId, watcher: object) -> None:
        """Send no more frames of a table to that watcher."""
        actor = self.find_table(table)
        if actor is not None:
            actor.feed.forget(watcher)

    def view(self, table: TableId, viewer: PlayerId | None) -> tuple[int, int, Any] | None:
        """Epoch and number of a table's last frame, and its view for that viewer; None if it is not open."""
        actor = self.find_table(table)
        if actor is None:
            return None
        return actor.feed.epoch, actor.feed.number, actor.hosted.view(actor.state, viewer)

    def catch_up(self, table: TableId, epoch: int, number: int) -> tuple[Frame, ...] | None:
        """The frames of a table after a position, or None if a full view must be taken."""
        actor = self.find_table(table)
        return None if actor is None else actor.feed.after(epoch, number)

    def tables_of(self, player: PlayerId) -> tuple[TableId, ...]:
        """The cash tables where a player sits."""
        return self.cash.tables_of(player)

    # ---- recovery

    def recover(self, down_since: Instant | None = None, done: Callable[[], None] | None = None) -> None:
        """
        After a start: load everything that was being played and recover it from the outage, then call `done`.

        Nobody may connect before `done` was called, because views could still be from before the outage.

        Open hands are voided and running periods are shifted, so that the outage costs no player time (X-143). By default it began when
        the last process was last seen alive.
        """
        down_since = self._down_since if down_since is None else down_since
        recovery = _Countdown(partial(self._recovered, done))
        planned = self.clean_shutdown.remove()
        self.registry.actor(OFFICE)  # its requests expire whoever looks at them
        for game in self.games:
            game.recover(down_since, recovery.expect, planned=planned)
        recovery.start()

    def _recovered(self, done: Callable[[], None] | None) -> None:
        self.is_recovered = True
        self.heartbeat.start()
        if done is not None:
            done()

    def close(self) -> None:
        """Stop all actors; a drained room also leaves the mark of a clean shutdown for the next start."""
        if self.registry.open:
            if self.drain.is_drained:
                self.clean_shutdown.set()
            self.heartbeat.last()
            self.registry.close()

    def fail_stop_report(self) -> list[tuple[StreamId, str]]:
        """The streams that are stopped now, each with the reason, for staff."""
        return [(each.stream, each.why) for each in self.revival.stopped()]

    def _bring_back(self, actor: Actor, since: Instant, reply: Reply) -> None:
        """Send the recovery command to one stream that was read again after the journal failed."""
        game = self._game_of.get(actor.hosted.prefix)
        if game is None:
            reply(None)  # its agenda is all it needs
        else:
            game.bring_back(actor, max(since, actor.last_written), reply)

    def _came_back(self, actor: Actor) -> None:
        """Tell a revived table which players are connected, because it assumes that none is."""
        if actor.hosted.is_table:
            self.presence.tell_again(actor.stream)

    @property
    def is_playable(self) -> bool:
        """Whether anything can be played: false only if every floor and every table is stopped."""
        places = [actor.failed is None for actor in self.registry if actor.hosted.is_place]
        return not places or any(places)


class _Countdown:
    """Calls a function once all expected replies have been called."""

    def __init__(self, call: Callable[[], None]) -> None:
        self._call = call
        self._waiting = 1

    def expect(self) -> Reply:
        """Make one more reply to wait for."""
        self._waiting += 1
        return lambda _: self.start()

    def start(self) -> None:
        """Count one reply, or the end of expecting; the last one calls the function."""
        self._waiting -= 1
        if self._waiting == 0:
            self._call()
