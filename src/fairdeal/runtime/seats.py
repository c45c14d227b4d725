"""Sends tables what happens to the connections of their players."""

from collections.abc import Iterable

from fairdeal.kernel import Instant, PlayerId, StreamId
from fairdeal.kernel.agenda import JointCommand
from fairdeal.runtime.registry import Registry


class SeatMessages:
    """Sends each table the commands its game has for a player's disconnection or reconnection, and for outages."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def disconnected(self, player: PlayerId, table: StreamId, at: Instant) -> None:
        """Tell the table that the player is disconnected since `at`."""
        self._send(self._registry.hosted(table).disconnected(player, at))

    def reconnected(self, player: PlayerId, table: StreamId) -> None:
        """Tell the table that the player is connected again, even if it was not told of the disconnection."""
        self._send(self._registry.hosted(table).reconnected(player))

    def pause(self, tables: set[StreamId]) -> None:
        """Stop the clocks of these tables, and of all streams that stop in every outage."""
        for stream in self._with_clocks(tables):
            command = self._registry.hosted(stream).clocks_pause()
            if command is not None:
                self._registry.send(stream, command)

    def resume(self, tables: set[StreamId]) -> None:
        """Let the clocks that `pause` stopped run again."""
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
