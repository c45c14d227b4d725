"""
The lobby of cash games: one row per stake, as it is now.

A read model of floors and tables. Counts come from the floors; average pot and hands an hour from the hands of the last ten
minutes. A follower gets a full view and then numbered frames with the rows that changed, each stake at most once a second.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from fairdeal.cash.floor.state import Floor, Pool
from fairdeal.cash.offer import StakeId
from fairdeal.cash.table.events import HandEnded
from fairdeal.kernel import SECOND, Cents, Duration, Instant
from fairdeal.room.cash.house import CashHouse
from fairdeal.room.cash.pace import SLICE, Pace
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.broadcast import Feed
from fairdeal.runtime.hosted import Changes
from fairdeal.runtime.ports import Clock

ROW_EVERY: Final = Duration(SECOND)
_EMPTY: Final = Pool()


@dataclass(frozen=True, slots=True)
class LobbyRow:
    """One stake in the lobby: its rules and how it is played now."""

    stake: StakeId
    tables: int
    players: int
    waiting: int
    average_pot: Cents
    hands_per_hour: int  # of one table


@dataclass(frozen=True, slots=True)
class RowsChanged:
    """A lobby frame: the rows that changed."""

    rows: tuple[LobbyRow, ...]


class Lobby:
    """The rows of all stakes; `version` changes whenever a row may have changed, and `feed` sends the changed rows."""

    def __init__(self, house: CashHouse, clock: Clock, epoch: int) -> None:
        self._house = house
        self._clock = clock
        self._pools: dict[StakeId, Pool] = {}
        self._paces: dict[StakeId, Pace] = {}
        self._told: dict[StakeId, LobbyRow] = {}  # as in the last frame
        self._told_at: dict[StakeId, Instant] = {}
        self._due: dict[
            StakeId, tuple[Instant, Callable[[], None]]
        ] = {}  # when the row is next compared, and the function that cancels it
        self.feed = Feed(epoch)
        self.version = 0

    def floor_decided(self, floor: Floor, now: Instant) -> None:
        """Update the rows of a floor after its decision."""
        self._take(floor, now)

    def hand_ended(self, stake: StakeId, event: HandEnded, now: Instant) -> None:
        """Count a hand that ended at a table of the stake."""
        self._pace(stake, now).hand_ended(sum(event.contributed), now)
        self._touch(stake, now)

    def rebuild(self, floors: Iterable[Actor], now: Instant) -> None:
        """Make the rows of these floors from their states, after a recovery."""
        for floor in floors:
            self._take(floor.state, now)

    def row(self, stake: StakeId, now: Instant) -> LobbyRow:
        """The row of one stake."""
        pool = self._pools.get(stake, _EMPTY)
        counts = stake, len(pool.tables), pool.seated, len(pool.queue)
        pace = self._paces.get(stake)
        if pace is None:
            return LobbyRow(*counts, Cents(0), 0)
        return LobbyRow(*counts, pace.average_pot(now), pace.hands_per_hour(now))

    def rows(self, now: Instant) -> tuple[LobbyRow, ...]:
        """The rows of all stakes, in the order of the offer."""
        return tuple(self.row(stake, now) for stake in self._house.offered)

    def view(self) -> tuple[int, int, tuple[LobbyRow, ...]]:
        """The epoch and number of the last frame, and all rows as the frames so far have shown them."""
        blank = (LobbyRow(stake, 0, 0, 0, Cents(0), 0) for stake in self._house.offered)
        return self.feed.epoch, self.feed.number, tuple(self._told.get(row.stake, row) for row in blank)

    # ---- what changes

    def _take(self, floor: Floor, now: Instant) -> None:
        for stake, pool in floor.pools.items():
            if self._pools.get(stake) is not pool:
                self._pools[stake] = pool
                self._pace(stake, now).tables_deal(len(pool.tables) - len(pool.short), now)
                self._touch(stake, now)

    def _pace(self, stake: StakeId, now: Instant) -> Pace:
        pace = self._paces.get(stake)
        if pace is None:
            pace = self._paces[stake] = Pace(now)
        return pace

    def _touch(self, stake: StakeId, now: Instant) -> None:
        """Send the row of a stake now, or when its last frame is a second old."""
        self.version += 1
        self._plan(stake, Instant(max(now, self._told_at.get(stake, Instant(0)) + ROW_EVERY)))

    def _plan(self, stake: StakeId, at: Instant) -> None:
        if (planned := self._due.get(stake)) is not None:
            if planned[0] <= at:
                return
            planned[1]()
        self._due[stake] = at, self._clock.at(at, lambda: self._tell(stake))

    def _tell(self, stake: StakeId) -> None:
        del self._due[stake]
        now = self._clock.now()
        row = self.row(stake, now)
        if row != self._told.get(stake):
            self._told[stake] = row
            self._told_at[stake] = now
            self.version += 1
            self.feed.publish([Changes(public=RowsChanged((row,)))])
        if not self._paces[stake].is_quiet:
            self._plan(stake, Instant(now + SLICE))  # hands leave the window without any event
