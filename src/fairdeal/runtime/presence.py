"""
Presence: which players are connected, and what tables are sent when that changes.

A player may be connected by several devices and is disconnected with the last of them. Tables are sent that only after a short
grace, so that a page reload passes unnoticed. The grace costs nobody time: the disconnection counts from its own instant, and a
table whose clock runs out meanwhile can ask for it. When a large part of all seats disconnects at once, the cause is likely the
server or the network; then all clocks are stopped until enough players are back.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from fairdeal.kernel import Duration, Instant, PlayerId, StreamId, seconds
from fairdeal.kernel.instants import shifted
from fairdeal.runtime.ports import Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class PresenceSettings:
    """The grace after a disconnection and when an outage is assumed; settings of the operator, not of a rulebook."""

    grace: Duration = seconds(2)
    outage_seats_percent: int = 30  # clocks stop when more than this part of all seats …
    outage_seats_min: int = 5  # … and at least this number …
    outage_window: Duration = seconds(10)  # … disconnect within this
    outage_max: Duration = seconds(120)  # clocks run again after this, whoever is back


class Seats(Protocol):
    """Sends tables what happens to the connections of their players."""

    def disconnected(self, player: PlayerId, table: StreamId, at: Instant) -> None:
        """Tell the table that the player is disconnected since `at`."""
        ...

    def reconnected(self, player: PlayerId, table: StreamId) -> None:
        """Tell the table that the player is connected again, even if it was not told of the disconnection."""
        ...

    def pause(self, tables: set[StreamId]) -> None:
        """Stop the clocks of these tables."""
        ...

    def resume(self, tables: set[StreamId]) -> None:
        """Let the clocks of these tables run again."""
        ...


class Presence:
    """Tracks connections and seats by player, tells tables who disconnects and reconnects, and detects outages."""

    def __init__(self, clock: Clock, seats: Seats, settings: PresenceSettings) -> None:
        self._clock = clock
        self._seats = seats
        self._settings = settings
        # Tuples, because nearly everybody has one of each, and a set of one takes four times the memory.
        self._connections: dict[PlayerId, tuple[object, ...]] = {}
        self._tables: dict[PlayerId, tuple[StreamId, ...]] = {}
        self._disconnected: dict[
            PlayerId, Instant
        ] = {}  # without a connection, with a seat or within the grace; since when
        self._leaving: dict[PlayerId, Callable[[], None]] = {}  # disconnected, within the grace; cancels its timer
        self._losses: deque[tuple[Instant, PlayerId, int]] = deque()
        self._seat_count = 0
        self._paused = False
        self._paused_since = Instant(0)
        self._end_outage: Callable[[], None] | None = None
        self.on_gone: Callable[[PlayerId], None] | None = (
            None  # called for every player whose grace is over, with a seat or without
        )

    def is_connected(self, player: PlayerId) -> bool:
        """Whether any device of the player is connected, or the grace of the last one still runs."""
        return player in self._connections or player in self._leaving

    def disconnected_since(self, player: PlayerId) -> Instant | None:
        """Since when a player with a seat is disconnected, even within the grace; None if connected."""
        return self._disconnected.get(player)

    @property
    def connected_count(self) -> int:
        """How many players have at least one connection."""
        return len(self._connections)

    def is_paused(self) -> bool:
        """Whether clocks are stopped because too many players are disconnected."""
        return self._paused

    # ---- connections

    def connect(self, player: PlayerId, connection: object) -> None:
        """Add a connection of the player; if it is the first, tables are told that the player is back."""
        devices = self._connections.get(player, ())
        if connection not in devices:
            self._connections[player] = (*devices, connection)
        if (cancel := self._leaving.pop(player, None)) is not None:
            cancel()
        if self._disconnected.pop(player, None) is not None:
            # Within the grace too: a table may have asked.
            for table in sorted(self._tables.get(player, ())):
                self._seats.reconnected(player, table)
            self._check_end()

    def disconnect(self, player: PlayerId, connection: object) -> None:
        """Remove a connection of the player; the grace starts with the last one."""
        if player not in self._connections:
            return
        if devices := tuple(each for each in self._connections[player] if each != connection):
            self._connections[player] = devices
            return
        del self._connections[player]
        self._disconnected[player] = self._clock.now()
        self._start_grace(player)
        if seats := len(self._tables.get(player, ())):
            self._note_loss(player, seats)

    def _start_grace(self, player: PlayerId) -> None:
        until = Instant(self._disconnected[player] + self._settings.grace)
        self._leaving[player] = self._clock.at(until, lambda: self._end_grace(player))

    def _end_grace(self, player: PlayerId) -> None:
        del self._leaving[player]
        if self.on_gone is not None:
            self.on_gone(player)
        for table in sorted(self._tables.get(player, ())):
            self._seats.disconnected(player, table, self._disconnected[player])
        if player not in self._tables:
            del self._disconnected[player]

    # ---- seats

    def seated(self, player: PlayerId, table: StreamId, *, known_lost: bool = False) -> None:
        """Note that the player sits there; a disconnected one is reported to the table at once unless `known_lost`."""
        tables = self._tables.get(player, ())
        if table not in tables:
            self._tables[player] = (*tables, table)
            self._seat_count += 1
        if not self.is_connected(player):
            since = self._disconnected.setdefault(player, self._clock.now())
            if not known_lost:
                self._seats.disconnected(player, table, since)

    def left(self, player: PlayerId, table: StreamId) -> None:
        """Note that the player no longer sits there."""
        tables = self._tables.get(player, ())
        if table in tables:
            tables = self._tables[player] = tuple(each for each in tables if each != table)
            self._seat_count -= 1
        if not tables:
            self._tables.pop(player, None)
            if player not in self._leaving:
                self._disconnected.pop(player, None)
            self._check_end()

    def tell_again(self, table: StreamId) -> None:
        """Tell a table that was recovered which of its players are connected, and whether clocks are stopped."""
        for player in sorted(player for player, tables in self._tables.items() if table in tables):
            if self.is_connected(player):
                self._seats.reconnected(player, table)
            else:
                self._seats.disconnected(player, table, self._disconnected.get(player, self._clock.now()))
        if self._paused:
            self._seats.pause({table})

    def seats_at(self, table: StreamId) -> set[PlayerId]:
        """The players who sit at a table, as far as `seated` and `left` were called."""
        return {player for player, tables in self._tables.items() if table in tables}

    # ---- outages

    def _note_loss(self, player: PlayerId, seats: int) -> None:
        now, settings = self._clock.now(), self._settings
        self._losses.append((now, player, seats))
        while self._losses and self._losses[0][0] < now - settings.outage_window:
            self._losses.popleft()
        lost = sum(count for _, each, count in self._losses if each in self._disconnected)
        if self._paused or lost < settings.outage_seats_min:
            return
        if lost * 100 > self._seat_count * settings.outage_seats_percent:
            self._paused, self._paused_since = True, now
            self._seats.pause(self._all_tables())
            self._end_outage = self._clock.at(Instant(now + settings.outage_max), self._resume)

    def _check_end(self) -> None:
        """End the outage once the part of seats that is disconnected is below the threshold again."""
        if self._paused:
            away = sum(len(self._tables.get(player, ())) for player in self._disconnected)
            if away * 100 <= self._seat_count * self._settings.outage_seats_percent:
                self._resume()

    def _resume(self) -> None:
        if not self._paused:
            return
        self._paused = False
        self._losses.clear()
        self._give_back(self._paused_since)
        if self._end_outage is not None:
            self._end_outage()
            self._end_outage = None
        self._seats.resume(self._all_tables())

    def stood_still(self, since: Instant) -> None:
        """Shift all running graces, and the instants of their disconnections, by the time the room stood still."""
        self._give_back(since)
        for player, cancel in tuple(self._leaving.items()):
            cancel()
            self._start_grace(player)

    def _give_back(self, stood_since: Instant) -> None:
        """Shift disconnections that tables have not been told of; tables shift the others themselves."""
        now = self._clock.now()
        for player in self._leaving:
            self._disconnected[player] = shifted(self._disconnected[player], stood_since, now)

    def _all_tables(self) -> set[StreamId]:
        return {table for tables in self._tables.values() for table in tables}
