"""
The lobby: what every stake looks like right now.

A fold over what happens at floors and tables. Counts come from the floors; average pot and hands an hour from the hands of the
last ten minutes.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from fairdeal.cash.floor_state import Floor, Pool
from fairdeal.cash.offer import StakeId
from fairdeal.cash.table_events import HandEnded
from fairdeal.kernel import HOUR, MINUTE, Cents, Instant
from fairdeal.room.actor import Actor
from fairdeal.room.cash_kinds import CashHouse

WINDOW: Final = 10 * MINUTE
_HANDS_KEPT_MAX: Final = 5_000


@dataclass(frozen=True, slots=True)
class LobbyRow:
    """One stake as players choose it."""

    stake: StakeId
    tables: int
    players: int
    waiting: int
    average_pot: Cents
    hands_per_hour: int  # of one table


class Lobby:
    """Rows by stake; `version` changes whenever a row may have changed."""

    def __init__(self, house: CashHouse) -> None:
        self._house = house
        self._pools: dict[StakeId, Pool] = {}
        self._hands: dict[StakeId, deque[tuple[Instant, int]]] = {}
        self.version = 0

    def note(self, actor: Actor, events: Iterable[Any], now: Instant) -> None:
        """Something was decided at a floor or a table."""
        if actor.kind.name == "floor":
            self._take(actor.state)
            return
        for event in events:
            if isinstance(event, HandEnded):
                hands = self._hands.setdefault(StakeId(actor.state.stake), deque(maxlen=_HANDS_KEPT_MAX))
                hands.append((now, sum(event.contributed)))
                self.version += 1

    def rebuild(self, floors: Iterable[Actor]) -> None:
        """Start from the floors as they are."""
        for floor in floors:
            self._take(floor.state)

    def row(self, stake: StakeId, now: Instant) -> LobbyRow:
        """One stake."""
        pool = self._pools.get(stake, Pool())
        hands = self._hands.get(stake, deque())
        while hands and hands[0][0] < now - WINDOW:
            hands.popleft()
        average = sum(pot for _, pot in hands) // len(hands) if hands else 0
        tables = len(pool.tables)
        rate = len(hands) * HOUR // WINDOW // max(1, tables)
        return LobbyRow(stake, tables, pool.seated, len(pool.queue), Cents(average), rate)

    def rows(self, now: Instant) -> tuple[LobbyRow, ...]:
        """Every stake on offer, in the order of the offer."""
        return tuple(self.row(stake, now) for stake in self._house.offered)

    def _take(self, floor: Floor) -> None:
        for stake, pool in floor.pools.items():
            if self._pools.get(stake) is not pool:
                self._pools[stake] = pool
                self.version += 1
