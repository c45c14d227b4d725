"""
A dealer by program at the demo's live tables: they are dealt as people deal, step by step, while somebody is there.

Where a person has taken the table at the station, the program leaves it alone, until nobody has stood there for a while.
"""

from collections.abc import Callable
from typing import Any, Final

from fairdeal.bots.live_dealer import AutomaticDealer, Dice, EnterPocket, Finish, Misread, ShowCard
from fairdeal.casino.games.roulette.spin import Spin
from fairdeal.casino.table import commands as c
from fairdeal.casino.table.state import Table
from fairdeal.kernel import SECOND, Duration, Instant, MoneyKind, TableId
from fairdeal.room.casino.house import casino_stream
from fairdeal.room.room import Room
from fairdeal.storage.port import PASSING

NAME: Final = "Practice dealer"
PACE: Final = Duration(1_200)
RETURNS_AFTER: Final = Duration(30 * SECOND)
"""How long a table stands without its dealer before the program deals again; whoever loads the page anew is back by then."""


class DemoDealer:
    """
    Deals at all live tables for money that is worth nothing; call `start` once the room has recovered.

    `is_left` says whether the person who deals at a table has handed it over, or stands at no station of it.
    """

    def __init__(self, room: Room, dice: Dice, is_left: Callable[[TableId], bool] = lambda _: False) -> None:
        self._room = room
        self._dice = dice
        self._is_left = is_left
        self._left_since: dict[TableId, Instant] = {}
        self._dealers: dict[TableId, AutomaticDealer] = {}
        self._is_looking = False

    def start(self) -> None:
        """Begin to deal."""
        for table in self._room.casino.house.setups:
            self._come(table)
        self._room.casino.on_changed.append(self._come)

    def _come(self, table: TableId) -> None:
        """Deal at a live table from now on, or, where it is closed, no more."""
        casino = self._room.casino.house
        setup = casino.setups[table]
        if setup.closed or setup.money is MoneyKind.REAL or not casino.machines[table].facts.is_live:
            self._dealers.pop(table, None)
            return
        self._dealers.setdefault(table, AutomaticDealer(self._dice))
        if not self._is_looking:
            self._is_looking = True
            self._wait()

    def _wait(self) -> None:
        self._room.clock.at(Instant(self._room.clock.now() + PACE), self._look)

    def _look(self) -> None:
        self._is_looking = self._room.registry.open and bool(self._dealers)
        if not self._is_looking:
            return
        for table, dealer in tuple(self._dealers.items()):
            try:
                self._act(table, dealer)
            except PASSING:
                continue  # the journal is away; the next look may find it back
        self._wait()

    def _act(self, table: TableId, dealer: AutomaticDealer) -> None:
        actor = self._room.registry.find(casino_stream(table))
        if actor is None:
            return
        state: Table = actor.state
        if not (any(state.guests.values()) or state.in_round):
            return
        if state.station.dealer != NAME:
            if state.station.dealer == "" or self._returns(table):
                self._room.table(table, c.ChangeDealer(NAME))
            return
        command = self._command(table, state, dealer)
        if command is not None:
            self._room.table(table, command)

    def _returns(self, table: TableId) -> bool:
        """Whether the person who dealt there has been gone for long enough."""
        if not self._is_left(table):
            self._left_since.pop(table, None)
            return False
        now = self._room.clock.now()
        if now - self._left_since.setdefault(table, now) < RETURNS_AFTER:
            return False
        del self._left_since[table]
        return True

    def _command(self, table: TableId, state: Table, dealer: AutomaticDealer) -> Any:
        setup = self._room.casino.house.setups[table]
        video = None if setup.video is None else max(0, self._room.clock.now() - setup.video.clock_at)
        match dealer.act(self._room.casino.step(table).kind):
            case Finish(step):
                return c.FinishStep(step, video)
            case ShowCard(card) if state.shoe is not None and not state.shoe.holds(card):
                return None  # somebody else's shoe holds no more of it; the next look draws another card
            case ShowCard(card):
                return c.Scan(state.round, card, video)
            case Misread():
                return c.ScanFailed(state.round, video)
            case EnterPocket(pocket):
                pockets = self._room.casino.house.machines[table].facts.casino.roulette.pockets.value
                return Spin(state.round, pockets, pocket, video)
        return None
