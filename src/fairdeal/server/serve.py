"""Running a server until it is told to stop."""

import asyncio
import gc
import os
import resource
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Final

import uvicorn
import uvloop

from fairdeal.server.announcements import follow
from fairdeal.server.api.routes import api_routes
from fairdeal.server.app import make_app
from fairdeal.server.gateways.gateway_link import GatewayLinks
from fairdeal.server.gateways.meeting import BACKLOG, Meeting, listen
from fairdeal.server.gateways.process import run_gateway
from fairdeal.server.http.bounded_protocol import Bounds, http_protocol
from fairdeal.server.http.connections import ConnectionCounter, Proxies
from fairdeal.server.http.relayed_protocol import relayed_protocol
from fairdeal.server.levers.runner import ErrandRunner
from fairdeal.server.limits import CONNECTIONS_MAX, FILES_SPARED, IDLE_SECONDS
from fairdeal.server.logger import structlog
from fairdeal.server.opening import USUAL, RunningServer, assemble, open_vault
from fairdeal.server.redaction import Redactor, log_failures, secrets_of
from fairdeal.server.settings import BadSettings, ServerSettings
from fairdeal.server.socket import SocketAcceptor, check_library, socket_protocol
from fairdeal.server.supervisor.control import RoomControl
from fairdeal.server.supervisor.forking import STOP_SIGNALS
from fairdeal.server.supervisor.gateways import Gateways
from fairdeal.server.supervisor.supervisor import STOP_NOW, STOP_SOON, Supervisor
from fairdeal.server.telemetry import configure_logging
from fairdeal.storage.chain import ChainHasher
from fairdeal.storage.opening import MEMORY, open_store
from fairdeal.storage.writer.link import WriterLink
from fairdeal.storage.writer.process import write_units

_SWITCH_SECONDS: Final = 0.0001
_GARBAGE_AFTER: Final = (50_000, 20, 50)
_GOODBYE_SECONDS: Final = 5
STOP_SECONDS: Final = 15
"""Most seconds a stop takes after the drain time for hands."""
_UNFINISHED: Final = 75
_SPARE_SECONDS: Final = 5
"""How much longer the supervisor waits than the room, which ends itself, needs in any case."""
_log: Final = structlog.get_logger("fairdeal.server")


def settle_process() -> None:
    """Tune this process: file descriptor limit, thread switch interval, garbage collection."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    # Threads that answer the loop, and the loop that answers them, must not wait their usual turn.
    sys.setswitchinterval(_SWITCH_SECONDS)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_GARBAGE_AFTER)


class _Server(uvicorn.Server):
    """uvicorn that disconnects players in order before it closes."""

    def __init__(self, config: uvicorn.Config, opened: RunningServer, signals: tuple[signal.Signals, ...]) -> None:
        super().__init__(config)
        self._opened = opened
        self._signals = signals
        self._is_told = False

    async def startup(self, sockets: list[Any] | None = None) -> None:
        await super().startup(sockets)
        if self.started and not self._opened.port:
            self._opened.port = self.servers[0].sockets[0].getsockname()[1]

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle stop signals ourselves: uvicorn would re-raise them before everything is closed."""
        loop = asyncio.get_running_loop()

        def told(number: int, _frame: object) -> None:
            # At once, also while the loop waits for something: from now on this process ends, one way or the other.
            if not self._is_told:
                self._is_told = True
                end_after(self._opened.house.settings.drain_seconds + STOP_SECONDS)
            loop.call_soon_threadsafe(self._told_to_stop, number == STOP_NOW)

        before = {number: signal.signal(number, told) for number in self._signals}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _told_to_stop(self, is_hurried: bool) -> None:  # noqa: FBT001 - a callback of the loop
        if self.should_exit or is_hurried:
            self.force_exit = True
        else:
            _log.info("stopping once the hands under way are over; tell me again to stop at once")
        self.should_exit = True

    async def shutdown(self, sockets: list[Any] | None = None) -> None:
        await self._opened.stop(lambda: self.force_exit)
        await super().shutdown(sockets)


def end_after(seconds: float) -> None:
    """
    Exit this process after `seconds`, whatever still runs.

    Every step of stopping has a limit of its own; this is a backstop, for example for a library's thread in a system call. What
    was answered is durable, so nothing is lost that a crash would not lose.
    """

    def end() -> None:
        _log.error("something did not end; stopped without it")
        os._exit(_UNFINISHED)

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()


def make_server(
    opened: RunningServer,
    signals: tuple[signal.Signals, ...] = STOP_SIGNALS,
    *,
    links: socket.socket | None = None,
    replace_gateway: Callable[[int], None] = lambda _: None,
) -> uvicorn.Server:
    """
    The HTTP server with the game socket, on one port; any of `signals` stops it, the second one at once.

    With a socket for `links` it has gateway processes: they connect there, and pass HTTP connections on to it.
    """
    house = opened.house
    settings = house.settings
    acceptor = SocketAcceptor(house, opened.gateway)
    bounds = _bounds(settings, has_gateways=links is not None)
    opened.metrics.watch_connections(bounds.connections)
    if links is not None:
        opened.links = GatewayLinks(house.loop, links, opened.gateway, acceptor, bounds, replace_gateway)
        opened.metrics.watch_gateways(opened.links)
    sockets = socket_protocol(acceptor.accept)
    check_library(sockets)
    config = uvicorn.Config(
        make_app(house, opened.metrics, api_routes(house)),
        host=settings.host,
        port=settings.port,
        http=http_protocol(bounds) if links is None else relayed_protocol(bounds),
        ws=sockets,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=True,
        backlog=BACKLOG,
        proxy_headers=False,  # whom a proxy names is found out where connections are counted
        timeout_keep_alive=int(IDLE_SECONDS),
        timeout_graceful_shutdown=_GOODBYE_SECONDS,
    )
    return _Server(config, opened, signals)


def _bounds(settings: ServerSettings, *, has_gateways: bool = False) -> Bounds:
    """The connection limits: no more than file descriptors allow, which gateways hold instead of the room."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = CONNECTIONS_MAX
    if files != resource.RLIM_INFINITY and not has_gateways:
        most = min(CONNECTIONS_MAX, max(files - FILES_SPARED, 1))
    each = settings.connections_per_address
    if each < 1:
        raise BadSettings(f"connections_per_address is {each}; write a number from 1 on")
    return Bounds(
        ConnectionCounter(most=most, most_per_address=each), Proxies(settings.trusted_proxies), per_address=each
    )


async def run(
    settings: ServerSettings, listener: socket.socket | Meeting, redactor: Redactor, control: RoomControl
) -> None:
    """Serve until told to stop: answer at once (503 until recovered) and recover meanwhile."""
    loop = asyncio.get_running_loop()
    control.listen(loop)
    make_queue = None if settings.database == MEMORY else partial(_link_to_writer, loop, control)
    opened = assemble(settings, make_queue=make_queue)
    redactor.learn(*secrets_of(settings))  # new keys among them
    board = opened.house.board
    assert board is not None, "a server that runs has one"
    opened.tasks.append(loop.create_task(follow(opened.house.store, board.show)))
    opened.tasks.append(loop.create_task(ErrandRunner(opened.house).run()))
    signals = (STOP_SOON, STOP_NOW)
    if isinstance(listener, Meeting):
        listener.close_public()
        pages, opened.port = listener.pages, listener.port
        server = make_server(opened, signals, links=listener.links, replace_gateway=control.replace_gateway)
    else:
        pages, opened.port = listener, listener.getsockname()[1]
        server = make_server(opened, signals)
    opening = loop.create_task(_open(opened, server))
    try:
        await server.serve([pages])
    finally:
        opening.cancel()
        (failure,) = await asyncio.gather(opening, return_exceptions=True)
        await opened.close()
        _log.info("closed")
    if isinstance(failure, Exception):
        raise failure


def _link_to_writer(loop: asyncio.AbstractEventLoop, control: RoomControl) -> WriterLink:
    return WriterLink(loop, control, give_up_seconds=USUAL.give_up_seconds, close_seconds=USUAL.close_seconds)


async def _open(opened: RunningServer, server: uvicorn.Server) -> None:
    """Recover and admit players; if that fails, stop the server."""
    settings = opened.house.settings
    try:
        await opened.recover()
    except BaseException:
        server.should_exit = True
        raise
    settle_process()
    where = settings.public_url or f"http://{settings.host}:{opened.port}"
    rulebooks = [edition.id for edition in opened.house.editions]
    _log.info("open", at=where, rulebooks=rulebooks, partners=opened.practice is not None)


def write(settings: ServerSettings, redactor: Redactor, wire: socket.socket) -> None:
    """Be the writer process of a room, until that hangs up."""
    vault = open_vault(settings)
    redactor.learn(*secrets_of(settings))
    chain = ChainHasher(vault.derive("chain"))
    write_units(
        wire,
        partial(open_store, settings.database, chain, answer_seconds=USUAL.answer_seconds),
        give_up_seconds=USUAL.give_up_seconds,
        close_seconds=USUAL.close_seconds,
    )


def main(settings: ServerSettings) -> None:
    """Run a server, in processes that this one supervises; failures are logged without secrets."""
    redactor = configure_logging(settings.log_level, as_json=settings.log_json, secrets=secrets_of(settings))
    log_failures()
    gc.set_threshold(*_GARBAGE_AFTER)  # already while recovering, which makes much and drops little of it
    if settings.database.startswith("postgresql"):
        import fairdeal.storage.sql.postgres  # noqa: F401, PLC0415 - once, and not in every room and writer
    # The port before the room: whoever opens a room takes it from the process that has it.
    listener = Meeting(settings) if settings.gateways else listen(settings)
    try:
        stop_seconds = settings.drain_seconds + STOP_SECONDS + _SPARE_SECONDS
        gateways = _gateways(settings, listener) if isinstance(listener, Meeting) else None
        room_listener = listener.pages if isinstance(listener, Meeting) else listener
        control = Supervisor(partial(write, settings, redactor), room_listener, stop_seconds, gateways).run()
        uvloop.run(run(settings, listener, redactor, control))
    finally:
        listener.close()


def _gateways(settings: ServerSettings, meeting: Meeting) -> Gateways:
    """What gateway processes are started with."""

    def serve(number: int) -> None:
        listener = meeting.enter_gateway(number)
        settle_process()
        run_gateway(settings, number, listener, meeting.links_path, meeting.pages_path, (STOP_SOON, STOP_NOW))

    return Gateways(settings.gateways, serve, meeting.close_public)
