"""Telling tables about the connections of those who sit there."""

from collections.abc import Iterable

from fairdeal.kernel import Instant, PlayerId, StreamId
from fairdeal.kernel.agenda import JointCommand
from fairdeal.runtime.registry import Registry


class SeatMessages:
    """Sends each table what its game wants to hear of a connection."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def dropped(self, player: PlayerId, table: StreamId, at: Instant) -> None:
        """The player is gone since then."""
        self._send(self._registry.hosted(table).disconnected(player, at))

    def returned(self, player: PlayerId, table: StreamId) -> None:
        """The player is back, after a loss the table was told of or not."""
        self._send(self._registry.hosted(table).reconnected(player))

    def pause(self, tables: set[StreamId]) -> None:
        """Stop all clocks."""
        for stream in self._with_clocks(tables):
            command = self._registry.hosted(stream).clocks_pause()
            if command is not None:
                self._registry.send(stream, command)

    def resume(self, tables: set[StreamId]) -> None:
        """Let all clocks run."""
        for stream in self._with_clocks(tables):
            command = self._registry.hosted(stream).clocks_resume()
            if command is not None:
                self._registry.send(stream, command)

    def _with_clocks(self, tables: set[StreamId]) -> list[StreamId]:
        everywhere = [actor.stream for actor in self._registry if actor.hosted.stops_in_every_outage]
        return [*sorted(tables), *everywhere]

    def _send(self, messages: Iterable[JointCommand[object]]) -> None:
        for message in messages:
            self._registry.send(message.to, message.command)
