"""A crowd for measuring rooms: everybody sits, everybody acts at once, and time stands still meanwhile."""

from collections import deque
from functools import partial
from typing import Any

from fairdeal.bank.house import StaffId
from fairdeal.bank.purse.commands import CreditPlayer
from fairdeal.cash.floor.commands import Join
from fairdeal.cash.offer import Offered
from fairdeal.cash.settings import HouseSettings
from fairdeal.cash.table.events import HandEnded, SatDown
from fairdeal.kernel import Cents, Duration, Instant, MoneyKind, PlayerId, TableId, units_of
from fairdeal.play.changes import YourTurn
from fairdeal.play.messages import Act
from fairdeal.poker import Call, Check, Fold
from fairdeal.room.cash.house import wallet_of
from fairdeal.room.room import Room
from fairdeal.room.settings import RoomSettings
from fairdeal.room.wiring import open_room
from fairdeal.rulebook.loader import published_edition
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.broadcast import Frame
from fairdeal.runtime.entropy import SystemEntropy
from fairdeal.storage.port import Store
from fairdeal.testing.clock import ManualClock
from fairdeal.testing.journal import SimJournal

EDITION = "unibet-2.7"
SEATS = 6
_STAFF = StaffId("bench")
_BUY_INS = 200

Turn = tuple[TableId, PlayerId, YourTurn]


class Crowd:
    """Six players at each table of a room on a store; hands begin as the clock goes on."""

    def __init__(self, store: Store, **options: Any) -> None:
        """`options` are further ones of `open_room`."""
        self._options = options
        self.clock = ManualClock()
        self.store = store
        self.turns: deque[Turn] = deque()
        self.hands = 0
        self.seated = 0
        self._choices = 0
        self.room = self._open()

    def _open(self) -> Room:
        pauses = HouseSettings(
            pause_after_hand=Duration(1), pause_after_showdown=Duration(1), pause_before_first_hand=Duration(1)
        )
        room = open_room(
            RoomSettings(house=pauses, money=(MoneyKind.TEST,)),
            [published_edition(EDITION)],
            clock=self.clock,
            entropy=SystemEntropy(),
            journal=SimJournal(self.store, self.clock),
            seal=lambda _, secret: secret,
            owner="bench",
            **self._options,
        )
        room.registry.watches.append(self._watch)
        return room

    def sit_down(self, tables: int) -> None:
        """Fill so many tables, spread over all stakes with six seats."""
        offered = [row for row in self.room.cash.house.offered.values() if row.rules.seats.value == SEATS]
        stakes = [row for row in offered if row.rules.banzai is None]
        for first in range(0, tables, len(stakes)):
            wave = range(first, min(tables, first + len(stakes)))  # one table a stake: nobody waits for a mailbox
            for number in wave:
                for seat in range(SEATS):
                    self._join(PlayerId(f"p{number:05}{seat}"), stakes[number % len(stakes)])
            while self.seated < wave.stop * SEATS:
                assert self.clock.step(), "everybody finds a seat"

    def _join(self, player: PlayerId, row: Offered) -> None:
        room, most = self.room, row.rules.buy_in_max.value
        room.presence.connect(player, "device")
        room.open_purse(player)
        money = units_of(Cents(most * _BUY_INS))
        join = Join(player, row.id, most)
        credit = CreditPlayer(wallet_of(row.rules, player), money, _STAFF, "to play")
        room.purse(player, credit, lambda _: room.join(join))

    def _watch(self, actor: Actor, events: tuple[Any, ...], _now: Instant) -> None:
        for event in events:
            if type(event) is SatDown:
                self.seated += 1
                table = TableId(actor.stream.partition(":")[2])
                actor.feed.watch(event.player, partial(self._see, event.player, table))
            elif type(event) is HandEnded:
                self.hands += 1

    def _see(self, player: PlayerId, table: TableId, frame: Frame) -> None:
        for change in frame.private.get(player, ()):
            if type(change) is YourTurn:
                self.turns.append((table, player, change))

    def next_act(self) -> tuple[TableId, Act] | None:
        """What somebody does next; None while nobody is to act. One bet in three is folded, so most hands see a flop or two."""
        if not self.turns:
            return None
        table, player, asked = self.turns.popleft()
        self._choices += 1
        choice = Check() if asked.options.can_check else Fold() if self._choices % 3 == 0 else Call()
        return table, Act(player, asked.hand, asked.turn, choice)
