"""A room on a store in memory, with a clock in hand: for tests of what only the whole room shows."""

from collections.abc import Callable
from functools import partial
from typing import Any

from fairdeal.bank.accounts import Purpose, Tender
from fairdeal.bank.house import StaffId
from fairdeal.bank.purse.commands import CreditPlayer
from fairdeal.bank.transfer import Reason, Transfer
from fairdeal.cash.floor.commands import Join
from fairdeal.cash.rules import CashRules
from fairdeal.cash.streams import floor_stream, player_stream, table_stream
from fairdeal.cash.table.events import SatDown
from fairdeal.cash.table.state import CashTable, Chair
from fairdeal.kernel import (
    SECOND,
    Cents,
    Duration,
    EventRef,
    Instant,
    MoneyKind,
    PlayerId,
    StreamId,
    TableId,
    Units,
    units_of,
)
from fairdeal.play.changes import YourTurn
from fairdeal.play.messages import Act
from fairdeal.poker import Check, Fold
from fairdeal.room.cash.house import wallet_of
from fairdeal.room.game import Game, GamePorts
from fairdeal.room.room import Room
from fairdeal.room.settings import RoomSettings
from fairdeal.room.wiring import open_room
from fairdeal.rulebook.clause import EditionId
from fairdeal.rulebook.loader import published_edition
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.broadcast import Frame
from fairdeal.runtime.entropy import SystemEntropy
from fairdeal.runtime.ports import Answer
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.port import Append, Committed, Unit
from fairdeal.testing.clock import ManualClock
from fairdeal.testing.journal import Crash, CrashPoint, SimJournal

LATENCY = Duration(5)


class Evening:
    """One room after another on the same store; everything anybody did is written down."""

    more: tuple[Callable[[GamePorts], Game], ...] = ()  # games besides those of every room

    def __init__(self, edition: EditionId, family: str = "texas", settings: RoomSettings | None = None) -> None:
        self.clock = ManualClock()
        self.store = MemoryStore()
        self.edition = edition
        self.settings = settings or RoomSettings()
        self.latency = LATENCY  # of commits
        self.awake = True  # players act when it is their turn
        self.thinking = Duration(SECOND)
        self.answers: list[Answer] = []
        self.events: list[tuple[StreamId, Any]] = []
        self.open()
        self.stake = next(
            stake
            for stake, row in self.room.cash.house.offered.items()
            if (row.rules.family, row.rules.seats.value, row.rules.money) == (family, 6, MoneyKind.TEST)
        )

    def open(self) -> None:
        """A room on what is durable."""
        self.branch = branch = self.clock.branch()
        self.journal = SimJournal(self.store, branch, lambda: self.latency)
        self._cut: Callable[[], None] = branch.cut
        self.room: Room = open_room(
            self.settings,
            [published_edition(self.edition)],
            clock=branch,
            entropy=SystemEntropy(lambda count: bytes(range(256))[:count] * (count // 256 + 1)),
            journal=self.journal,
            seal=lambda _, secret: secret,
            owner="test",
            more=self.more,
        )
        self.room.registry.watches.append(self._note)
        branch.watch(self.room.registry.notice_silence)
        self.room.recover()

    def _note(self, actor: Actor, events: tuple[Any, ...], _now: Instant) -> None:
        """Everybody who sits down, but bots, checks or folds a moment after it is their turn."""
        for event in events:
            self.events.append((actor.stream, event))
            if isinstance(event, SatDown) and not event.bot:
                table = TableId(actor.stream.partition(":")[2])
                self.room.watch(table, event.player, partial(self._act, table, event.player))

    def _act(self, table: TableId, player: PlayerId, frame: Frame) -> None:
        for change in frame.private.get(player, ()):
            if isinstance(change, YourTurn) and self.awake:
                choice = Check() if change.options.can_check else Fold()
                act = Act(player, change.hand, change.turn, choice)
                self.clock.at(Instant(self.clock.now() + self.thinking), partial(self._send, table, act))

    def _send(self, table: TableId, act: Act) -> None:
        """A room that stands still reads what was sent when it goes on."""
        goes_on = self.branch.stands_until
        if self.clock.now() < goes_on:
            self.clock.at(goes_on, partial(self.room.table, table, act))
        else:
            self.room.table(table, act)

    @property
    def rules(self) -> CashRules:
        return self.room.cash.house.offered[self.stake].rules

    def wait(self, duration: int = SECOND) -> None:
        self.clock.advance(duration)

    def crash(self, outage: int, *, at_commit: int | None = None, point: CrashPoint = CrashPoint.BEFORE) -> None:
        """The process dies, at once or at one of its next commits, and another starts after the outage."""
        if at_commit is not None:
            self.journal.crash_at = (self.journal.commits + at_commit, point)
            try:
                self.wait()
            except Crash:
                pass
            else:
                raise AssertionError("nothing was committed")
        self._cut()
        self.wait(outage)
        self.open()

    def arrive(self, *names: str, buy_ins: int = 10, seats: bool = True) -> None:
        """Players with money for so many buy-ins, who sit down if they are to."""
        for player in map(PlayerId, names):
            self.room.presence.connect(player, "device")
            self.room.open_purse(player)
        self.wait()
        for player in map(PlayerId, names):
            amount = units_of(Cents(self.rules.buy_in_max.value * buy_ins))
            self.room.purse(player, CreditPlayer(wallet_of(self.rules, player), amount, StaffId("test"), "to play"))
        self.wait()
        for name in names if seats else ():
            self.join(name)
        self.wait()

    def join(self, name: str) -> None:
        self.room.join(Join(PlayerId(name), self.stake, self.rules.buy_in_max.value), self.answers.append)

    def tell(self, command: Any) -> None:
        """Tell the first table."""
        self.room.table(self.table_id, command, self.answers.append)

    @property
    def table_id(self) -> TableId:
        return next(TableId(stream.partition(":")[2]) for stream in self.store.streams("cash"))

    @property
    def table_stream(self) -> StreamId:
        return table_stream(self.table_id)

    @property
    def table(self) -> CashTable:
        state: CashTable = self.room.registry.actor(self.table_stream).state
        return state

    def chair(self, name: str) -> Chair | None:
        return next((chair for chair in self.table.chairs if chair is not None and chair.player == name), None)

    @property
    def queue(self) -> list[PlayerId]:
        pool = self.room.registry.actor(floor_stream(self.rules)).state.pools.get(self.stake)
        return [] if pool is None else [waiting.player for waiting in pool.queue]

    def tables_of(self, name: str) -> int:
        return len(self.room.registry.actor(player_stream(PlayerId(name))).state.tables)

    def steal(self) -> str:
        """Take the money of a seat away behind the room's back; the account it was on."""
        seat = min(self.store.accounts("seat"))
        other = self.store.claim("thief", "test", self.clock.now())
        charity = Tender(self.rules.currency, self.rules.money).account(Purpose.CHARITY)
        theft = Transfer(EventRef(StreamId("theft:1"), 1), seat, charity, Units(100), Reason.CHARITY)
        append = Append(StreamId("theft:1"), 0, (b"x",))
        outcome = self.store.commit([Unit(other, self.clock.now(), (append,), (theft,))])[0]
        assert isinstance(outcome, Committed), outcome
        return seat

    def all(self, kind: type) -> list[Any]:
        """Every event of a kind so far."""
        return [event for _, event in self.events if isinstance(event, kind)]
