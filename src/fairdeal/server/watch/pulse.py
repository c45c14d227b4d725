"""How busy the room is: now, and over the last day, looked at every quarter of an hour. It is forgotten at a restart."""

from collections import deque
from dataclasses import dataclass
from typing import Final

from fairdeal.kernel import HOUR, MINUTE, Duration, Instant
from fairdeal.room.room import Room
from fairdeal.tournament.director.state import Status

EVERY: Final = Duration(15 * MINUTE)
KEPT: Final = 24 * HOUR // EVERY + 1


@dataclass(frozen=True, slots=True)
class RoomFigures:
    """What goes on in a room at an instant; players are counted once a table."""

    at: Instant
    connected: int
    cash_players: int
    cash_tables: int
    hands_an_hour: int  # at all cash tables
    waiting: int  # for a seat at a cash table
    tournaments: int  # that are played
    tournament_players: int  # who are still in
    registering: int  # tournaments that take entries
    casino_players: int
    casino_tables: int  # with somebody there

    @property
    def players(self) -> int:
        """Everybody at a table."""
        return self.cash_players + self.tournament_players + self.casino_players

    @property
    def tables(self) -> int:
        """Cash and casino tables where somebody is."""
        return self.cash_tables + self.casino_tables


def figures_of(room: Room) -> RoomFigures:
    """The room as it is."""
    now = room.clock.now()
    cash = room.cash.lobby.rows(now)
    events = [row.summary for row in room.tournaments.lobby.rows(now)]
    played = [each for each in events if each.status is Status.RUNNING]
    casino = [row.players for row in room.casino.lobby.rows() if row.players]
    return RoomFigures(
        now,
        room.presence.connected_count,
        sum(row.players for row in cash),
        sum(row.tables for row in cash),
        sum(row.hands_per_hour * row.tables for row in cash),
        sum(row.waiting for row in cash),
        len(played),
        sum(each.remaining for each in played),
        sum(each.registration_open for each in events),
        sum(casino),
        len(casino),
    )


class Pulse:
    """Keeps the figures of the last day; call `start` once the room has recovered."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.kept: deque[RoomFigures] = deque(maxlen=KEPT)

    def start(self) -> None:
        """Look now, and every quarter of an hour."""
        if self._room.registry.open:
            self.kept.append(figures_of(self._room))
            self._room.clock.at(Instant(self._room.clock.now() + EVERY), self.start)
