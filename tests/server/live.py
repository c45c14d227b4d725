"""A real server on a loopback port, and people with real sockets."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
import uvloop
from picows import WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from fairdeal.cash.offer import StakeId
from fairdeal.cash.settings import HouseSettings
from fairdeal.kernel import Duration, PlayerId, seconds
from fairdeal.room.settings import RoomSettings
from fairdeal.room.tournament.house import TournamentSettings
from fairdeal.rulebook.clause import PW, U27
from fairdeal.runtime.loop import LoopClock
from fairdeal.runtime.ports import Entropy
from fairdeal.server.api.purse import open_wallets
from fairdeal.server.auth.cookies import COOKIE
from fairdeal.server.auth.sessions import Device
from fairdeal.server.gateways.meeting import Meeting
from fairdeal.server.gateways.process import GatewayProcess
from fairdeal.server.opening import MakeClock, RunningServer, open_server
from fairdeal.server.serve import make_server
from fairdeal.server.settings import ServerSettings
from fairdeal.tournament.dealer.facts import DealerSettings

PATIENCE: Final = 60.0
GATEWAYS = 0
"""How many gateways servers have unless a story says otherwise; see `tests/server/gateways`."""
QUICK: Final = HouseSettings(
    pause_after_hand=Duration(0), pause_after_showdown=Duration(0), pause_before_first_hand=Duration(0)
)
QUICK_DEALERS: Final = TournamentSettings(dealer=DealerSettings(pause_after_showdown=seconds(1)))
"""In tournaments a showdown is looked at for a moment, because pages are read in it."""
HEADS_UP: Final = StakeId(f"{PW}/test/texas/0.01-0.02/2")
SIX: Final = StakeId(f"{U27}/test/texas/0.02-0.04/6")

Message = dict[str, Any]
_dialled: list[tuple[asyncio.AbstractEventLoop, "Wire"]] = []
_ids = itertools.count(1)  # of all sockets: one player may have several


def settings_in(folder: Path, **changes: Any) -> ServerSettings:
    """Settings of a server that keeps its key in a folder and everything else in memory; a port is found for it."""
    given: dict[str, Any] = {
        "port": 0,
        "database": "memory:",
        "data": str(folder),
        "bots": False,
        "drain_seconds": 0,
        "gateways": GATEWAYS,
    }
    given |= changes
    return ServerSettings(**given)


@asynccontextmanager
async def running(
    settings: ServerSettings,
    house: HouseSettings = QUICK,
    entropy: Entropy | None = None,
    make_clock: MakeClock = LoopClock,
) -> AsyncIterator[RunningServer]:
    """A server that has recovered and listens, until the block ends."""
    room = RoomSettings(house=house, tournaments=QUICK_DEALERS)
    made = await open_server(settings, room_settings=room, entropy=entropy, make_clock=make_clock)
    async with listening(made) as opened:
        yield opened


@asynccontextmanager
async def listening(opened: RunningServer) -> AsyncIterator[RunningServer]:
    """A server that was put together listens, until the block ends; with gateways if `settings_in` was told so."""
    if opened.house.settings.gateways:
        async with listening_with_gateways(opened):
            yield opened
        return
    server = make_server(opened)
    async with _served(opened, server, None):
        yield opened


@asynccontextmanager
async def _served(opened: RunningServer, server: Any, sockets: list[Any] | None) -> AsyncIterator[None]:
    serving = asyncio.ensure_future(server._serve(sockets))
    try:
        while not server.started:
            assert not serving.done(), "the server ended before it listened"
            await asyncio.sleep(0.001)
        yield
    finally:
        server.should_exit = True
        await serving
        await opened.close()


@asynccontextmanager
async def listening_with_gateways(opened: RunningServer) -> AsyncIterator[Meeting]:
    """The same with gateways, which run on the loop of the story: everything but the processes is as in a server."""
    settings = opened.house.settings
    meeting = Meeting(settings)
    opened.port = meeting.port
    server = make_server(opened, links=meeting.links)
    paths = meeting.links_path, meeting.pages_path
    gateways = [GatewayProcess(settings, number, each, *paths) for number, each in enumerate(meeting.public)]
    served = asyncio.gather(*(each.serve(()) for each in gateways))
    try:
        async with _served(opened, server, [meeting.pages]):
            assert opened.links is not None
            while len(opened.links.links) < settings.gateways:
                await asyncio.sleep(0.001)
            yield meeting
    finally:
        for each in gateways:
            each.stop()
        await served
        meeting.close()


class Closed(Exception):
    """The other side has closed before something came."""


class Wire(WSListener):
    """One person's socket: everything that came, and ways to wait for something."""

    def __init__(self) -> None:
        super().__init__()
        self.raw: list[bytes] = []
        self.came: list[Message] = []
        self._news = asyncio.Event()
        self._transport: WSTransport | None = None
        self.is_closed = False

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self.raw.append(frame.get_payload_as_bytes())
            self.came.append(msgspec.json.decode(self.raw[-1]))
            self._news.set()
        elif frame.msg_type == WSMsgType.CLOSE:
            transport.disconnect()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.is_closed = True
        self._news.set()

    def send(self, data: bytes, kind: WSMsgType = WSMsgType.TEXT) -> None:
        """Send bytes as they are."""
        if self.is_closed:
            raise Closed("nothing can be sent")
        assert self._transport is not None
        self._transport.send(kind, data)

    def say(self, kind: str, **fields: Any) -> str:
        """Send a message; its id."""
        name = fields.pop("id", None) or f"c{next(_ids)}"
        self.send(msgspec.json.encode({"type": kind, "id": name, **fields}))
        return str(name)

    async def ask(self, kind: str, **fields: Any) -> Message:
        """Send a message and wait for its answer."""
        name = self.say(kind, **fields)
        return await self.answer(name)

    async def answer(self, name: str) -> Message:
        """The answer to an id; where a step of a table is the answer, what would have been said without it."""
        found = await self.until(
            lambda each: (
                each.get("done") == name or (each.get("id") == name and each["type"] in ("done", "refused", "pong"))
            )
        )
        return {"type": "done", "id": name} if found.get("done") == name else found

    async def until(self, holds: Callable[[Message], bool], after: int = 0) -> Message:
        """The first message for which something holds, from a place on."""
        place = after
        async with asyncio.timeout(PATIENCE):
            while True:
                while place < len(self.came):
                    if holds(self.came[place]):
                        return self.came[place]
                    place += 1
                if self.is_closed:
                    raise Closed(f"the last was {self.came[-1:]}")
                self._news.clear()
                await self._news.wait()

    async def closed(self) -> None:
        """Wait until the other side has closed."""
        async with asyncio.timeout(PATIENCE):
            while not self.is_closed:
                self._news.clear()
                await self._news.wait()

    def leave(self) -> None:
        """Close, as a browser does."""
        assert self._transport is not None
        self._transport.send_close(WSCloseCode.OK)
        self._transport.disconnect()

    def break_off(self) -> None:
        """Lose the connection."""
        assert self._transport is not None
        self._transport.disconnect(graceful=False)


async def dial(port: int, token: str = "", origin: str | None = None) -> Wire:
    """A socket to a server, with a session's cookie."""
    headers = {"Origin": f"http://127.0.0.1:{port}" if origin is None else origin}
    if token:
        headers["Cookie"] = f"{COOKIE}={token}"
    _, wire = await ws_connect(Wire, f"ws://127.0.0.1:{port}/ws", extra_headers=headers, use_aiofastnet=False)
    assert isinstance(wire, Wire)
    _dialled.append((asyncio.get_running_loop(), wire))
    return wire


class Guest:
    """Somebody with test money and a socket."""

    def __init__(self, player: PlayerId, token: str, session: str, wire: Wire) -> None:
        self.player = player
        self.token = token
        self.session = session
        self.wire = wire
        self.place = 0  # how far a story has read


async def new_guest(opened: RunningServer, name: str) -> Guest:
    """Let a guest in, fill their purse and connect them."""
    entered = await opened.house.auth.guest(name, "fox", Device("test", "127.0.0.1"))
    assert entered.session is not None
    player = entered.session.person.player
    await open_wallets(opened.house, player)
    wire = await dial(opened.port, entered.token)
    await wire.until(lambda each: each["type"] == "welcome")
    return Guest(player, entered.token, entered.session.id, wire)


async def seat_all(guests: list[Guest], stake: StakeId, buy_in: int) -> str:
    """Everybody joins the stake; the table once all of them sit there."""
    for guest in guests:
        guest.wire.say("join", stake=stake, buyIn=buy_in)
    shown = [await guest.wire.until(lambda each: each["type"] == "table") for guest in guests]
    tables = {each["table"]["id"] for each in shown}
    assert len(tables) == 1, tables
    return str(tables.pop())


def options_in(message: Message) -> Message | None:
    """The options a message brings, if it brings any."""
    if message["type"] == "frame":
        for change in message["own"]:
            if change["kind"] == "options":
                return dict(change["options"])
    elif message["type"] == "table" and message["table"]["own"] is not None:
        found = message["table"]["own"]["options"]
        return None if found is None else dict(found)
    return None


def tournament_options(message: Message) -> Message | None:
    """The options a message about a tournament's table brings, if any."""
    if message["type"] == "tournamentTable":
        own = message["table"]["own"]
        return None if own is None or own["options"] is None else dict(own["options"])
    found = [each["options"] for each in message.get("own", ()) if each["kind"] == "options"]
    return dict(found[0]) if found else None


def changes_of(messages: list[Message], kind: str) -> list[Message]:
    """All public changes of a kind."""
    return [
        change for each in messages if each["type"] == "frame" for change in each["changes"] if change["kind"] == kind
    ]


async def to_act(guests: list[Guest]) -> tuple[Guest, Message]:
    """Who is to act first, and what they may do."""
    waiting = {
        asyncio.ensure_future(guest.wire.until(lambda each: options_in(each) is not None)): guest for guest in guests
    }
    done, rest = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for each in rest:
        each.cancel()
    first = done.pop()
    options = options_in(first.result())
    assert options is not None
    return waiting[first], options


async def play_passively(guest: Guest, table: str, thinks: float = 0) -> None:
    """Check or call whenever asked, for ever; who never thinks may be refused for speaking too fast after some hands."""
    place = 0
    wire = guest.wire
    while True:
        message = await wire.until(lambda each: options_in(each) is not None, place)
        place = wire.came.index(message) + 1
        options = options_in(message)
        assert options is not None
        kind = "check" if options["toCall"] == 0 else "call"
        await asyncio.sleep(thinks)
        wire.say("act", table=table, hand=options["hand"], turn=options["turn"], choice={"kind": kind})


def run(story: Coroutine[Any, Any, None]) -> None:
    """Run a story on the loop that servers use; sockets it left open are closed."""
    uvloop.run(_tidily(story))


async def _tidily(story: Coroutine[Any, Any, None]) -> None:
    try:
        await story
    finally:
        await break_off_all()


async def break_off_all() -> None:
    """End every socket that was dialled on this loop: one that is left is a fault at the loop's end."""
    loop = asyncio.get_running_loop()
    own = [wire for where, wire in _dialled if where is loop]
    _dialled[:] = [each for each in _dialled if each[0] is not loop]
    for wire in own:
        if not wire.is_closed:
            wire.break_off()
            await wire.closed()
