"""Running a server until it is told to stop."""

import asyncio
import gc
import resource
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

import structlog
import uvicorn
import uvloop

from fairdeal.server.announcements import Board, follow
from fairdeal.server.api import api_routes
from fairdeal.server.app import make_app
from fairdeal.server.opening import Opened, open_server
from fairdeal.server.settings import BadSettings, ServerSettings
from fairdeal.server.socket import Door, socket_protocol
from fairdeal.server.telemetry import configure_logging

_SWITCH_SECONDS: Final = 0.0001
_GARBAGE_AFTER: Final = (50_000, 20, 50)
_KEEP_ALIVE_SECONDS: Final = 75
_GOODBYE_SECONDS: Final = 5
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
_BACKLOG: Final = 4096
_log: Final = structlog.get_logger("fairdeal.server")


def settle_process() -> None:
    """Make this process fit to serve many: files for sockets, quick turns between threads, rare collections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    # The committing thread answers the loop and the loop the thread, many times a second; neither may wait its usual turn.
    sys.setswitchinterval(_SWITCH_SECONDS)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_GARBAGE_AFTER)


class _Server(uvicorn.Server):
    """uvicorn, which says goodbye to players before it closes."""

    def __init__(self, config: uvicorn.Config, opened: Opened) -> None:
        super().__init__(config)
        self._opened = opened

    async def startup(self, sockets: list[Any] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._opened.port = self.servers[0].sockets[0].getsockname()[1]

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End in good order when told to; uvicorn's own way would have the signal kill us before everything is closed."""
        loop = asyncio.get_running_loop()
        for number in _SIGNALS:
            loop.add_signal_handler(number, self._told_to_stop, number)
        try:
            yield
        finally:
            for number in _SIGNALS:
                loop.remove_signal_handler(number)

    def _told_to_stop(self, number: signal.Signals) -> None:
        if not self.should_exit:
            _log.info("stopping once the hands under way are over; tell me again to stop at once")
        elif not self.force_exit:
            number = signal.SIGINT  # the second time counts, whichever signal it is
        self.handle_exit(number, None)

    async def shutdown(self, sockets: list[Any] | None = None) -> None:
        await self._opened.stop(lambda: self.force_exit)
        await super().shutdown(sockets)


def make_server(opened: Opened) -> uvicorn.Server:
    """The HTTP server and the game socket of an opened house, on one port."""
    house = opened.house
    settings = house.settings
    door = Door(house, opened.gateway)
    config = uvicorn.Config(
        make_app(house, opened.metrics, api_routes(house)),
        host=settings.host,
        port=settings.port,
        http="httptools",
        ws=socket_protocol(door.enter),
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=True,
        backlog=_BACKLOG,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        timeout_keep_alive=_KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=_GOODBYE_SECONDS,
    )
    return _Server(config, opened)


def listen(settings: ServerSettings) -> socket.socket:
    """The port of a server; one that cannot be had is a `BadSettings`."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        where = f"{settings.host}, port {settings.port}"
        raise BadSettings(
            f"cannot listen at {where} ({error.strerror}); free it or choose another with --port"
        ) from None
    return listener


async def run(settings: ServerSettings) -> None:
    """Open, serve until told to stop, and close."""
    # The port before the room: whoever opens a room takes it from the process that has it.
    listener = listen(settings)
    try:
        await _run(settings, listener)
    finally:
        listener.close()


async def _run(settings: ServerSettings, listener: socket.socket) -> None:
    opened = await open_server(settings)
    board = Board(opened.house.room.announcements, opened.house.clock.now)
    opened.tasks.append(asyncio.get_running_loop().create_task(follow(opened.house.store, board.show)))
    try:
        settle_process()
        where = settings.public_url or f"http://{settings.host}:{listener.getsockname()[1]}"
        rulebooks = [edition.id for edition in opened.house.editions]
        _log.info("open", at=where, rulebooks=rulebooks, bots=len(opened.house.bot_faces))
        await make_server(opened).serve([listener])
    finally:
        await opened.close()
        _log.info("closed")


def main(settings: ServerSettings) -> None:
    """Run a server in this process."""
    configure_logging(settings.log_level, as_json=settings.log_json)
    uvloop.run(run(settings))
