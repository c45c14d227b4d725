"""
What must hold at every step of a simulation.

`Checks.watch` is called with every adopted decision and checks only what changed; `sweep` checks everything from time to time.
The first check that fails raises `Violated` and ends the run.
"""

from collections.abc import Callable, Sequence
from typing import Any

from fairdeal.cash.floor.events import BuyInAsked, ReservationEnded, SeatGiven
from fairdeal.cash.offer import StakeId
from fairdeal.cash.player.events import AbsenceExpired, SitOutSpread
from fairdeal.cash.streams import table_stream
from fairdeal.cash.table.view import TableView
from fairdeal.kernel import SECOND, Instant, PlayerId, StreamId, TableId
from fairdeal.kernel.agenda import Task, Timer
from fairdeal.room.cash.house import CashHouse
from fairdeal.room.room import Room
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.broadcast import Frame
from fairdeal.runtime.limits import LATE
from fairdeal.storage.port import Outcome, Store, Unit
from fairdeal.testing.checks.books import Books, Standstill
from fairdeal.testing.checks.buy_ins import BuyIns
from fairdeal.testing.checks.clocks import check_limit
from fairdeal.testing.checks.queues import Chairs, Queues
from fairdeal.testing.checks.rulings import Rulings
from fairdeal.testing.checks.tables import TableCheck
from fairdeal.testing.checks.violated import Violated, fail
from fairdeal.testing.mirror import Mirror
from fairdeal.testing.network import Network
from fairdeal.testing.plan import Dice
from fairdeal.testing.story import Story

__all__ = ["Checks", "Violated"]

STUCK = 20 * SECOND
"""A timer overdue, or a message unanswered, for longer than this counts as stuck."""


OnEvents = Callable[[StreamId, tuple[Any, ...]], object]
"""Hears of the events of every decision, also of one that was written by a process which died before it adopted it."""


class Checks:
    """All checks of a running simulation."""

    def __init__(self, store: Store, network: Network, dice: Dice, story: Story) -> None:
        self.network = network
        self.story = story
        self.books = Books(store)
        self.downtime = Standstill()
        self.stalls = Standstill()  # the process stood still and went on
        self.rulings = Rulings()
        self.tables: dict[StreamId, TableCheck] = {}
        self.stakes: dict[TableId, str] = {}
        self.buy_ins = BuyIns(self.stakes)
        self.queues = Queues()
        self.acts = self.hands = self.voided = self.frames = 0
        self.table_time = 0  # milliseconds of open tables
        self._dice = dice
        self.on_events: OnEvents | None = None
        self._room: Room | None = None
        self._asked: dict[tuple[StakeId, PlayerId], Instant] = {}
        self._absences: dict[tuple[StreamId, Instant], tuple[Instant, int]] = {}
        self._waiting: dict[tuple[StreamId, Any], Instant] = {}  # overdue tasks, and since when
        self._views: dict[StreamId, Mirror] = {}
        self._died_at: Instant | None = None  # and no other process has recovered since

    @property
    def house(self) -> CashHouse:
        """The stakes and their rules."""
        assert self._room is not None
        return self._room.cash.house

    # ---- processes

    def attach(self, room: Room) -> None:
        """Watch a room that was opened, from now on."""
        self._room = room
        room.registry.watches.append(self.watch)
        room.registry.on_failure = self._failed

    def died(self, now: Instant, *, written: bool) -> None:
        """Note that the process died; `written` says that its last commit is durable although it was not adopted."""
        room = self._room
        assert room is not None
        if written:
            for unit in self.books.last:
                for append in unit.appends:
                    if room.registry.hosts(append.stream):  # what no machine runs, no machine reads again
                        decode = room.registry.hosted(append.stream).durable.decode_event
                        self._unheard(append.stream, [decode(event) for event in append.events], unit.at)
        self._died_at = self._died_at or now
        for table in self.tables.values():
            table.died()
        self._waiting.clear()
        self._views.clear()
        self.queues.begin_anew()

    def recovered(self, now: Instant) -> None:
        """Another process has read everything and begins to recover."""
        assert self._room is not None
        if self._died_at is not None:
            self.downtime.note(self._died_at, now)
            self._died_at = None
        for actor in self._room.registry:
            self.books.check_version(actor.stream, actor.version)
            if actor.hosted.prefix == "cash":
                self.tables[actor.stream].loaded(actor.state)

    def stood(self, since: Instant, until: Instant) -> None:
        """Note that the process stands still for that period, which counts for nobody if it is long enough to notice."""
        if until - since > LATE:
            self.stalls.note(since, until)
        self.queues.begin_anew()

    def slack(self, since: Instant) -> int:
        """How much longer a period may last: the room knows its outages only to a heartbeat, and errs the player's way."""
        return 5 * SECOND * self.downtime.count_since(since) + self.downtime.within(since, Instant(since + (1 << 40)))

    # ---- every step

    def written(self, units: Sequence[Unit], outcomes: Sequence[Outcome]) -> None:
        """A group was committed."""
        self.books.written(units, outcomes)

    def watch(self, actor: Actor, events: tuple[Any, ...], now: Instant) -> None:
        """A decision was adopted."""
        stream, kind = actor.stream, actor.hosted.prefix
        self.story.tell(now, stream, events)
        if self.on_events is not None:
            self.on_events(stream, events)
        if kind == "cash":
            table = self.tables.get(stream)
            if table is None:
                table = self.tables[stream] = TableCheck(stream, self)
                self.stakes[table.table] = actor.state.stake
            table.follow(actor, events, now)
            edition = table.current.edition
            for event in events:
                self.rulings.told(event, edition, stream)
        elif kind == "floor":
            self._floor(stream, events, now)
        elif kind == "player":
            self._player(stream, events, now)

    def sent(self, stream: StreamId, frame: Frame) -> None:
        """A frame went out."""
        self.frames += 1
        self.story.sent(stream, frame)

    def table_closed(self, table: TableCheck, now: Instant) -> None:
        """A table is gone."""
        self.table_time += now - table.opened_at

    def _unheard(self, stream: StreamId, events: list[Any], now: Instant) -> None:
        self.story.tell(now, stream, tuple(events))
        if self.on_events is not None:
            self.on_events(stream, tuple(events))
        kind = stream.partition(":")[0]
        if kind == "cash":
            table = self.tables.get(stream)
            if table is None:
                table = self.tables[stream] = TableCheck(stream, self)
                self.stakes[table.table] = events[0].stake
            table.replay(events, now)
        elif kind == "floor":
            self._floor(stream, tuple(events), now)
        elif kind == "player":
            self._player(stream, tuple(events), now)

    def _failed(self, actor: Actor) -> None:
        fail("fail-stop", f"{actor.stream} stopped: {actor.failed}", actor.stream)

    # ---- floors and players

    def _floor(self, stream: StreamId, events: tuple[Any, ...], now: Instant) -> None:
        edition = stream.partition(":")[2].partition("/")[0]
        for event in events:
            self.rulings.told(event, edition, stream)
            self.queues.told(event)
            match event:
                case BuyInAsked():
                    self._asked[event.stake, event.player] = event.at
                case SeatGiven():
                    self._asked.pop((event.stake, event.player), None)
                    self.buy_ins.given(self.house.offered[event.stake].rules, event, stream)
                case ReservationEnded():
                    self._check_lapse(event, now, stream)

    def _check_lapse(self, event: ReservationEnded, now: Instant, stream: StreamId) -> None:
        since = self._asked.pop((event.stake, event.player))
        limit = self.house.settings.reservation
        lapsed = event.rule is not None and event.rule.startswith(("BUY", "RAT", "BZ"))
        if lapsed:
            live = now - since - self._stood_still(since, now)
            check_limit(f"{event.player}'s kept seat lapsed", live, limit, self.slack(since), stream)

    def _player(self, stream: StreamId, events: tuple[Any, ...], now: Instant) -> None:
        for event in events:
            self.rulings.told(event, None, stream)
            match event:
                case SitOutSpread():
                    self._absences[stream, event.since] = (event.since, event.limit)
                case AbsenceExpired():
                    self._check_absence(stream, event, now)

    def _check_absence(self, stream: StreamId, event: AbsenceExpired, now: Instant) -> None:
        """
        The one timer of a sit-out everywhere (TIME-05); its beginning moves with every outage.

        So it is found again as the one that has lasted long enough, if there is one.
        """
        open_ones = [each for key, each in self._absences.items() if key[0] == stream]
        lived = [now - since - self._stood_still(since, now) - limit for since, limit in open_ones]
        if not any(over > -500 for over in lived):
            fail("clocks", f"removed everywhere {-max(lived, default=0)} ms early", stream)
        for table in event.tables:
            check = self.tables.get(table_stream(table))
            if check is not None and check.clocks.paused_since is not None:
                fail("clocks", "removed everywhere while clocks stood", stream, check.stream)

    def _stood_still(self, since: Instant, now: Instant) -> int:
        """How much of a period the room was down or stood still."""
        return self.downtime.within(since, now) + self.stalls.within(since, now)

    # ---- now and then

    def sweep(self, now: Instant) -> None:
        """Check everything: no task is stuck, no waiting player is forgotten, and all views of a table agree."""
        room = self._room
        if room is None or self._died_at is not None or self.network.stands:
            return
        waiting = self._waiting
        self._waiting = {}
        for actor in room.registry:
            for task in actor.tasks:
                if self._is_due(task, now):
                    since = waiting.get((actor.stream, task), now)
                    self._waiting[actor.stream, task] = since
                    if now - since > STUCK:
                        fail("agenda", f"nothing came of {task} since {now - since} ms", actor.stream)
            if actor.tasks.keys() != actor.hosted.agenda(actor.state):
                fail("agenda", f"{actor.tasks.keys() ^ actor.hosted.agenda(actor.state)} is not pursued", actor.stream)
            if actor.hosted.prefix == "cash" and actor.state.chairs and not actor.state.closed:
                self._look_at(room, actor, now)
            elif actor.hosted.prefix == "floor" and not actor.busy:
                self._look_at_floor(room, actor, now)
            elif actor.hosted.prefix == "player" and not actor.busy:
                self._look_at_player(room, actor)

    def _is_due(self, task: Task[Any], now: Instant) -> bool:
        """Whether a task should have been done; what a table is asked to do may have to wait for the end of its hand."""
        if isinstance(task, Timer):
            return task.at < now - STUCK
        table = self.tables.get(task.to)
        return table is None or table.open is None

    def _look_at(self, room: Room, actor: Actor, now: Instant) -> None:
        """Check one table as a random player and as a watcher see it."""
        table = self.tables[actor.stream]
        turn = table.clocks.turn
        if turn is not None and table.clocks.paused_since is None and now > turn.deadline + STUCK:
            fail("clocks", f"a turn is over since {now - turn.deadline} ms: {turn}", actor.stream)
        players = [seat.player for seat in table.seats if seat is not None]
        viewer = self._dice.choice([*players, None]) if players else None
        found = room.view(table.table, viewer)
        assert found is not None
        epoch, number, view = found
        table.cards.viewed(viewer, view)
        if table.mirror is None:
            table.mirror = Mirror(epoch, number, view)
        self._compare(table, table.mirror, view, "a client that follows every frame")
        self._catch_up(room, table, view)
        if table.stream not in self._views or self._dice.random() < 0.7:
            self._views[table.stream] = Mirror(epoch, number, view)

    def _catch_up(self, room: Room, table: TableCheck, view: TableView) -> None:
        """A client that was away since some earlier sweep takes the rest, or a full view."""
        old = self._views.get(table.stream)
        frames = None if old is None else room.catch_up(table.table, old.epoch, old.number)
        if old is not None and frames is not None:
            for frame in frames:
                old.fold(frame)
            self._compare(table, old, view, "a client that comes back")

    def _compare(self, table: TableCheck, mirror: Mirror, view: TableView, who: str) -> None:
        found = mirror.differences(view)
        if found:
            fail("views", f"{who} sees {'; '.join(found)}", table.stream)

    def _look_at_floor(self, room: Room, actor: Actor, now: Instant) -> None:
        """Check that floor and tables agree on seats, and that nobody waits who could sit."""
        for stake, pool in actor.state.pools.items():
            open_tables: list[Chairs] = []
            for table, known in pool.tables.items():
                check = self.tables.get(table_stream(table))
                other = room.registry.find(table_stream(table))
                if check is None or other is None or other.busy:
                    continue
                players = sorted(seat.player for seat in check.seats if seat is not None)
                if sorted(known.players) != players:
                    fail("seats", f"the floor knows {known.players} at {table}, there are {players}", actor.stream)
                if check.closing is None:
                    open_tables.append((table, check.seats))
            queue = [waiting.player for waiting in pool.queue]
            players_min = self.house.offered[stake].rules.players_min.value
            self.queues.check(stake, queue, open_tables, players_min, now, actor.stream)

    def _look_at_player(self, room: Room, actor: Actor) -> None:
        """Check that a player's stream and the tables agree on sitting out."""
        for table, sitting in actor.state.tables.items():
            other = room.registry.find(table_stream(table))
            if other is None or other.busy:
                continue
            chair = next((each for each in other.state.chairs if each and each.player == actor.state.player), None)
            if chair is None:
                fail("seats", f"{actor.state.player} does not sit at {table}", actor.stream, other.stream)
            out = chair.sit_out is not None or chair.sits_out_next is not None
            knows = room.cash.house.offered[sitting.stake].rules.everywhere is not None
            if (sitting.out_since is not None) != out or (
                knows and sitting.at_big_blind != chair.sits_out_at_big_blind
            ):
                fail("seats", f"{chair} at {table}, by the player's own stream {sitting}", actor.stream, other.stream)

    # ---- the end

    def finish(self, now: Instant) -> None:
        """Check the end, when everybody has left: no hand is open, no chips are left, and the books agree with the store."""
        assert self._died_at is None, "a run ends with a room: without one, nothing that is open can end"
        for table in self.tables.values():
            if table.open is not None:
                fail("hands", f"hand {table.open.number} never ended", table.stream)
            if not table.closed:
                self.table_closed(table, now)
        self.books.check_all()
        for account, balance in self.books.balances.items():
            if (
                balance
                and account.startswith(("seat:", "pending:", "pot:"))
                and not any(
                    seat is not None for table in self.tables.values() if table.table in account for seat in table.seats
                )
            ):
                fail("ledger", f"{account} holds {balance} after everybody left")
