"""
Who is connected.

A player may be connected by several devices and is lost with the last of them; a short grace lets a page reload pass
unnoticed. When a large part of all seats is lost at once, the fault is likely ours or the network's, and every clock is
stopped until they are back.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from fairdeal.kernel import Duration, Instant, PlayerId, StreamId, seconds
from fairdeal.room.ports import Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class PresenceSettings:
    """Patience with connections; the house's own, no rule names it."""

    grace: Duration = seconds(2)
    outage_seats_percent: int = 30  # more than this part of all seats …
    outage_seats_min: int = 5  # … and at least so many …
    outage_window: Duration = seconds(10)  # … lost within this: nobody's clock runs
    outage_max: Duration = seconds(120)  # clocks run again after this, whoever is back


class Seats(Protocol):
    """Tells tables about the connections of those who sit there."""

    def dropped(self, player: PlayerId, table: StreamId) -> None:
        """The player is gone."""
        ...

    def returned(self, player: PlayerId, table: StreamId) -> None:
        """The player is back."""
        ...

    def pause(self, tables: set[StreamId]) -> None:
        """Stop all clocks."""
        ...

    def resume(self, tables: set[StreamId]) -> None:
        """Let all clocks run."""
        ...


class Presence:
    """Connections by player, seats by player, and the watch for outages."""

    def __init__(self, clock: Clock, seats: Seats, settings: PresenceSettings) -> None:
        self._clock = clock
        self._tell = seats
        self._settings = settings
        self._connections: dict[PlayerId, set[object]] = {}
        self._tables: dict[PlayerId, set[StreamId]] = {}
        self._leaving: dict[PlayerId, Callable[[], None]] = {}  # within their grace
        self._away: set[PlayerId] = set()  # with a seat and without a connection
        self._losses: deque[tuple[Instant, PlayerId, int]] = deque()
        self._seat_count = 0
        self._paused = False
        self._end_outage: Callable[[], None] | None = None
        self.on_gone: Callable[[PlayerId], None] | None = (
            None  # told of everybody whose grace is over, with a seat or without
        )

    def is_connected(self, player: PlayerId) -> bool:
        """Whether any device of the player is connected, or was a moment ago."""
        return player in self._connections or player in self._leaving

    @property
    def connected_count(self) -> int:
        """Players with at least one connection."""
        return len(self._connections)

    def is_paused(self) -> bool:
        """Whether clocks stand still because too many were lost."""
        return self._paused

    # ---- connections

    def connect(self, player: PlayerId, connection: object) -> None:
        """A device of the player is connected."""
        self._connections.setdefault(player, set()).add(connection)
        if (cancel := self._leaving.pop(player, None)) is not None:
            cancel()
        elif player in self._away:
            self._away.discard(player)
            for table in sorted(self._tables.get(player, ())):
                self._tell.returned(player, table)
            self._check_end()

    def disconnect(self, player: PlayerId, connection: object) -> None:
        """A device of the player is gone; the last one starts the grace."""
        devices = self._connections.get(player, set())
        devices.discard(connection)
        if devices or player not in self._connections:
            return
        del self._connections[player]
        now = self._clock.now()
        self._leaving[player] = self._clock.at(
            Instant(now + self._settings.grace), lambda: self._lose(player, len(self._tables.get(player, ())))
        )

    def _lose(self, player: PlayerId, seats: int) -> None:
        del self._leaving[player]
        if self.on_gone is not None:
            self.on_gone(player)
        if not seats:
            return
        self._away.add(player)
        self._note_loss(player, seats)
        for table in sorted(self._tables[player]):
            self._tell.dropped(player, table)

    # ---- seats

    def seated(self, player: PlayerId, table: StreamId, *, known_lost: bool = False) -> None:
        """The player has a chair there; the table is told at once of one without a connection, unless it knows."""
        tables = self._tables.setdefault(player, set())
        self._seat_count += table not in tables
        tables.add(table)
        if not self.is_connected(player):
            self._away.add(player)
            if not known_lost:
                self._tell.dropped(player, table)

    def left(self, player: PlayerId, table: StreamId) -> None:
        """The chair is free again."""
        tables = self._tables.get(player, set())
        if table in tables:
            tables.discard(table)
            self._seat_count -= 1
        if not tables:
            self._tables.pop(player, None)
            self._away.discard(player)
            self._check_end()

    def tell_again(self, table: StreamId) -> None:
        """A table has forgotten who is connected: tell it of everybody who sits there, and of clocks that stand still."""
        for player in sorted(player for player, tables in self._tables.items() if table in tables):
            (self._tell.returned if self.is_connected(player) else self._tell.dropped)(player, table)
        if self._paused:
            self._tell.pause({table})

    def seats_at(self, table: StreamId) -> set[PlayerId]:
        """Who sits at a table, as far as is known here."""
        return {player for player, tables in self._tables.items() if table in tables}

    # ---- outages

    def _note_loss(self, player: PlayerId, seats: int) -> None:
        now, settings = self._clock.now(), self._settings
        self._losses.append((now, player, seats))
        while self._losses and self._losses[0][0] < now - settings.outage_window:
            self._losses.popleft()
        lost = sum(count for _, each, count in self._losses if each in self._away)
        if self._paused or lost < settings.outage_seats_min:
            return
        if lost * 100 > self._seat_count * settings.outage_seats_percent:
            self._paused = True
            self._tell.pause(self._all_tables())
            self._end_outage = self._clock.at(Instant(now + settings.outage_max), self._resume)

    def _check_end(self) -> None:
        """The outage is over when no more are away than an ordinary evening has."""
        if self._paused:
            away = sum(len(self._tables.get(player, ())) for player in self._away)
            if away * 100 <= self._seat_count * self._settings.outage_seats_percent:
                self._resume()

    def _resume(self) -> None:
        if not self._paused:
            return
        self._paused = False
        self._losses.clear()
        if self._end_outage is not None:
            self._end_outage()
            self._end_outage = None
        self._tell.resume(self._all_tables())

    def _all_tables(self) -> set[StreamId]:
        return {table for tables in self._tables.values() for table in tables}
