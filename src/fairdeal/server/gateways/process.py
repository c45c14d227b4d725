"""A gateway process: takes connections at the public port until it is told to stop."""

import asyncio
import logging
import resource
import signal
import socket
from typing import Final

import uvloop

from fairdeal.server.gateways.entrance import Entrance
from fairdeal.server.gateways.relay import Relays
from fairdeal.server.gateways.room_link import RoomLink
from fairdeal.server.http.bounded_protocol import Bounds
from fairdeal.server.http.connections import ConnectionCounter, Proxies
from fairdeal.server.limits import CONNECTIONS_MAX, FILES_SPARED, LINGER_SECONDS, RELAYED_MAX
from fairdeal.server.settings import ServerSettings
from fairdeal.server.socket import check_library

_LOOKS_PER_SECOND: Final = 20
_SPARE_SECONDS: Final = 0.5
_log: Final = logging.getLogger(__name__)


class GatewayProcess:
    """
    One gateway of a server: `number` among its gateways.

    It finds the room at `links_path`, and passes everything that is no game socket on to `pages_path`.
    """

    def __init__(
        self, settings: ServerSettings, number: int, listener: socket.socket, links_path: str, pages_path: str
    ) -> None:
        self._settings = settings
        self._number = number
        self._listener = listener
        self._links_path = links_path
        self._pages_path = pages_path
        self._stop = asyncio.Event()

    async def serve(self, stop_signals: tuple[signal.Signals, ...]) -> None:
        """Serve until one of these signals comes."""
        loop = asyncio.get_running_loop()
        for each in stop_signals:
            loop.add_signal_handler(each, self.stop)
        settings = self._settings
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        relayed_max = RELAYED_MAX if files == resource.RLIM_INFINITY else min(RELAYED_MAX, max(files // 4, 1))
        relays = Relays(loop, self._pages_path, relayed_max)
        link = RoomLink(loop, self._links_path, self._number, settings.messages_per_second, lambda: relays.count)
        bounds = own_bounds(settings, files, relayed_max)
        entrance = Entrance(loop, link, relays, bounds)
        check_library(entrance.socket_protocol)
        link.connect()
        self._listener.setblocking(False)  # noqa: FBT003 - the library's word
        server = await loop.create_server(entrance.first_request, sock=self._listener)
        try:
            await self._stop.wait()
        finally:
            server.close()
            for request in list(entrance.waiting):
                request.abort()
            link.close()
        ends_by = loop.time() + LINGER_SECONDS + _SPARE_SECONDS
        while bounds.connections.total and loop.time() < ends_by:
            await asyncio.sleep(1 / _LOOKS_PER_SECOND)

    def stop(self) -> None:
        """Take no more connections, tell everybody to come back, and end."""
        self._stop.set()


def own_bounds(settings: ServerSettings, files: int, relayed_max: int) -> Bounds:
    """The connection limits of one gateway: no more than its file descriptors allow, of which a relayed connection takes two."""
    most = CONNECTIONS_MAX
    if files != resource.RLIM_INFINITY:
        most = min(CONNECTIONS_MAX, max(files - FILES_SPARED - relayed_max, 1))
    each = settings.connections_per_address
    return Bounds(
        ConnectionCounter(most=most, most_per_address=each), Proxies(settings.trusted_proxies), per_address=each
    )


def run_gateway(
    settings: ServerSettings,
    number: int,
    listener: socket.socket,
    links_path: str,
    pages_path: str,
    stop_signals: tuple[signal.Signals, ...],
) -> None:
    """Be a gateway process until one of these signals comes."""

    async def serve() -> None:
        await GatewayProcess(settings, number, listener, links_path, pages_path).serve(stop_signals)

    uvloop.run(serve())
