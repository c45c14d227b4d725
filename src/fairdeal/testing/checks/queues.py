"""
Checks that nobody waits who could be seated (CASH-02, CASH-10, CASH-11).

Queues and reserved seats are followed from the floor's events, free seats from the tables'. A player may not wait while a table
that deals, or would deal with them, has a free seat, nor while enough players wait to open a new table.
"""

from collections.abc import Collection, Iterator
from typing import Any, Final

from fairdeal.cash.floor.events import BuyInAsked, QueueJoined, QueueLeft, ReservationEnded, SeatGiven, TurnedAway
from fairdeal.cash.offer import StakeId
from fairdeal.kernel import SECOND, Instant, PlayerId, StreamId, TableId
from fairdeal.testing.checks.seats import Seat
from fairdeal.testing.checks.violated import fail

Chairs = tuple[TableId, list[Seat | None]]

PATIENCE: Final = 20 * SECOND
"""How long a player who could sit may still wait: seats are given at once, but commits and crashes may come between."""


class Queues:
    """Who waits at which stake, and for whom a seat is reserved."""

    def __init__(self) -> None:
        self._waiting: dict[StakeId, dict[PlayerId, None]] = {}
        self._kept: dict[tuple[StakeId, PlayerId], TableId] = {}
        self._seatable: dict[tuple[StakeId, PlayerId], Instant] = {}

    def told(self, event: Any) -> None:
        """Follow an event of a floor: who waits, and for whom a seat is reserved."""
        match event:
            case QueueJoined():
                self._waiting.setdefault(event.stake, {})[event.player] = None
            case BuyInAsked():
                self._waiting.get(event.stake, {}).pop(event.player, None)
                self._kept[event.stake, event.player] = event.table
            case SeatGiven() | QueueLeft() | TurnedAway() | ReservationEnded():
                self._waiting.get(event.stake, {}).pop(event.player, None)
                self._kept.pop((event.stake, event.player), None)

    def begin_anew(self) -> None:
        """Count waiting times from zero, after a crash or a standstill of the process."""
        self._seatable.clear()

    def kept_at(self, table: TableId) -> int:
        """How many seats of a table are reserved."""
        return sum(each == table for each in self._kept.values())

    def check(
        self,
        stake: StakeId,
        known: Collection[PlayerId],
        tables: Collection[Chairs],
        players_min: int,
        now: Instant,
        stream: StreamId,
    ) -> None:
        """Fail if the floor has another queue for a stake, or if a player in it could have sat for longer than `PATIENCE`."""
        queue = list(self._waiting.get(stake, ()))
        if sorted(known) != sorted(queue):
            fail("queue", f"the floor knows {sorted(known)} in the queue of {stake}, there are {sorted(queue)}", stream)
        found = set(self._who_could_sit(queue, tables, players_min))
        if not found and len(queue) >= players_min:
            found = set(queue)
        for player in queue:
            key = (stake, player)
            if player not in found:
                self._seatable.pop(key, None)
            elif now - self._seatable.setdefault(key, now) > PATIENCE:
                fail("seating", f"{player} waits for {stake} and could sit (CASH-10)", stream)

    def _who_could_sit(
        self, queue: Collection[PlayerId], tables: Collection[Chairs], players_min: int
    ) -> Iterator[PlayerId]:
        for table, seats in tables:
            taken = [seat for seat in seats if seat is not None]
            kept = self.kept_at(table)
            present = sum(seat.out_since is None for seat in taken) + kept
            if len(taken) + kept < len(seats) and present + 1 >= players_min:
                sitting = {seat.player for seat in taken}
                yield from (player for player in queue if player not in sitting)
