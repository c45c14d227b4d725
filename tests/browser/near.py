"""A room in the test's own process: browsers reach it as any other, and a test can do what only the house can."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final, TypeVar

import uvloop
from playwright.sync_api import Browser

from fairdeal.kernel import Chips, Duration, Instant, PlayerId, TableId, TournamentId, seconds
from fairdeal.rulebook.clause import U27
from fairdeal.rulebook.loader import published_edition
from fairdeal.runtime.loop import LoopClock, steady_ns
from fairdeal.runtime.ports import Answer
from fairdeal.server.api.purse import open_wallets
from fairdeal.server.auth.cookies import COOKIE
from fairdeal.server.auth.sessions import Device
from fairdeal.server.opening import RunningServer, open_server
from fairdeal.server.settings import ServerSettings
from fairdeal.testing.tournaments.plan import TournamentPlan, bill
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.state import Tournament
from fairdeal.tournament.setup import TournamentSetup
from fairdeal.tournament.structure import BlindStructure, Level
from tests.browser.people import PATIENCE_S, Player
from tests.server.live import Wire, break_off_all, dial, listening, running, settings_in, tournament_options

Result = TypeVar("Result")
ALL_IN: Final = BlindStructure((Level(Chips(100), Chips(200)),), seconds(600))
"""Blinds that take a stack of a hundred: two players are all-in before anybody can decide anything."""


House = TypeVar("House", bound="NearHouse")


class HouseClock(LoopClock):
    """The room's clock, which a test can put forward; the room does not count that as standing still."""

    def __init__(self, loop: asyncio.AbstractEventLoop, ahead: int = 0) -> None:
        self._ahead = ahead  # nanoseconds
        super().__init__(loop, steady=lambda: steady_ns() + self._ahead)

    def put_forward(self, by: Duration) -> None:
        """From now on it is that much later; what fell due meanwhile comes at once."""
        nanoseconds = by * 1_000_000
        self._ahead += nanoseconds
        if self._alive:
            self._alive += nanoseconds
        self._set_next()


class Entered:
    """A guest who was let in without a browser; one can be opened as them."""

    def __init__(self, player: PlayerId, name: str, token: str) -> None:
        self.player = player
        self.name = name
        self.token = token

    def at(self, browser: Browser, house: "NearHouse", **how: Any) -> Player:
        """Their browser."""
        found = Player(browser, house.at, **how)
        found.context.add_cookies([{"name": COOKIE, "value": self.token, "url": house.at}])
        return found


class NearHouse:
    """The room, on a thread of its own."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self._folder = folder
        self._settings = settings
        self._ready = Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ended: asyncio.Event | None = None
        self._opened: RunningServer | None = None
        self._folding: list[asyncio.Future[None]] = []
        self._acting: TableId | None = None  # only there somebody folds; None: everywhere
        self._released: asyncio.Event | None = None
        self._ahead = 0  # milliseconds by which the clock was put forward
        self._thread = self._new_thread()

    def _new_thread(self) -> Thread:
        return Thread(target=lambda: uvloop.run(self._run()))

    async def _run(self) -> None:
        self._loop, self._ended, self._released = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()
        async with self._serving() as self._opened:
            self._ready.set()
            await self._ended.wait()
            for each in self._folding:
                each.cancel()
            await break_off_all()

    def _serving(self) -> AbstractAsyncContextManager[RunningServer]:
        """The server, for as long as the block lasts: with hands that follow each other at once, or just as its settings say."""
        # Clocks are put forward by hours here: nobody is asked how long they have played unless a test wants it.
        settings = settings_in(self._folder, **{"reality_check_minutes": 0, **self._settings})
        return self._opening(settings) if self._settings else running(settings, make_clock=self._clock)

    def _clock(self, loop: asyncio.AbstractEventLoop) -> HouseClock:
        return HouseClock(loop, self._ahead * 1_000_000)

    @asynccontextmanager
    async def _opening(self, settings: ServerSettings) -> AsyncIterator[RunningServer]:
        async with listening(await open_server(settings, make_clock=self._clock)) as opened:
            yield opened

    def start(self) -> None:
        """Serve."""
        self._thread.start()
        assert self._ready.wait(PATIENCE_S), "the room does not open"

    def stop(self) -> None:
        """Close."""
        assert self._loop is not None
        assert self._ended is not None
        self._loop.call_soon_threadsafe(self._ended.set)
        self._thread.join()

    def restart(self) -> None:
        """Be away for a moment, and open again with what was written; for a house with a port and a database of its own."""
        self.stop()
        self._ready.clear()
        self._thread = self._new_thread()
        self.start()

    @property
    def opened(self) -> RunningServer:
        """The server."""
        assert self._opened is not None
        return self._opened

    @property
    def at(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.opened.port}"

    def do(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Do something on the room's own loop."""
        assert self._loop is not None
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE_S)

    def read(self, look: Callable[[], Result]) -> Result:
        """Read something on the room's own loop."""

        async def reading() -> Result:
            return look()

        return self.do(reading())

    @property
    def now(self) -> Instant:
        """The room's clock."""
        return self.opened.house.room.clock.now()

    def put_forward(self, by: int) -> None:
        """Put the room's clock forward by so many milliseconds; nobody may be deciding anything."""
        clock = self.opened.house.clock
        assert isinstance(clock, HouseClock)
        self._ahead += max(0, by)
        self.read(lambda: clock.put_forward(Duration(max(0, by))))

    def let_in(self, name: str, *, folds: bool = False) -> Entered:
        """Let a guest in, who has accepted the rulebooks in force, with a full purse; connected, and folding, if told to."""

        async def letting() -> Entered:
            entered = await self.opened.house.auth.guest(name, "fox", Device("test", "127.0.0.1"))
            assert entered.session is not None
            player = entered.session.person.player
            await open_wallets(self.opened.house, player)
            if folds:
                self._folding.append(asyncio.ensure_future(self._fold(await dial(self.opened.port, entered.token))))
            return Entered(player, name, entered.token)

        return self.do(letting())

    def keep_playing(self, playing: "asyncio.Future[None]") -> None:
        """Let somebody play for as long as the room is open; called on its loop."""
        self._folding.append(playing)

    def let_fold(self, table: TableId | None) -> None:
        """Those who fold do so at one table only until it is said otherwise; None: at every table."""

        def letting() -> None:
            assert self._released is not None
            self._acting = table
            self._released.set()
            self._released = asyncio.Event()

        self.read(letting)

    async def _fold(self, wire: Wire) -> None:
        """Go to every table one sits at, and fold whenever asked, for ever."""
        place = 0
        seen: set[str] = set()
        while True:
            message = await wire.until(lambda _: True, place)
            place += 1
            if message["type"] == "ownTournaments":
                tables = {each["table"] for each in message["play"]["tournaments"]} - {None} - seen
                seen |= tables
                for table in tables:
                    wire.say("watch", table=table)
            options = tournament_options(message) if message["type"].startswith("tournament") else None
            if options is not None:
                table = message["table"] if message["type"] == "tournamentFrame" else message["table"]["id"]
                while self._acting not in (None, table):
                    assert self._released is not None
                    await self._released.wait()
                wire.say("act", table=table, hand=options["hand"], turn=options["turn"], choice={"kind": "fold"})

    # ---- tournaments

    def setup(self, name: str, starts_in: Duration | None, **changes: Any) -> TournamentSetup:
        """A freezeout for two or more by the usual rulebook, or by another `edition`; without a start a sit & go."""
        plan = TournamentPlan(
            kind="freezeout" if starts_in is not None else "sit_and_go",
            entrants=2,
            seats=changes.pop("seats", 6),
            seed=1,
            edition=published_edition(changes.pop("edition", U27)),
        )
        (billed,) = bill(plan, self.now, ())
        starts_at = None if starts_in is None else Instant(self.now + starts_in)
        return replace(billed.setup, name=name, starts_at=starts_at, **changes)

    def announce(self, setup: TournamentSetup, tournament: str) -> TournamentId:
        """Put a tournament into the lobby."""
        found = TournamentId(tournament)
        self.answered(lambda reply: self.opened.house.room.tournaments.announce(setup, found, reply))
        return found

    def send(self, tournament: TournamentId, command: Any) -> None:
        """What a player or the house asks of a director, who does it."""
        self.answered(lambda reply: self.opened.house.room.tournaments.send(tournament, command, reply))

    def enter(self, tournament: TournamentId, *guests: Entered) -> None:
        """Register guests."""
        for guest in guests:
            self.send(tournament, ms.Register(guest.player))

    def answered(self, ask: Callable[[Callable[[Answer], None]], None]) -> None:
        """Ask the room for something, which it does."""

        async def asking() -> Answer:
            answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
            ask(answered.set_result)
            return await answered

        refused = self.do(asking())
        assert refused is None, refused

    def until(self, tournament: TournamentId, holds: Callable[[Tournament], bool]) -> Tournament:
        """The state of a tournament as soon as something holds of it."""

        async def waiting() -> Tournament:
            async with asyncio.timeout(PATIENCE_S):
                while True:
                    state = self.opened.house.room.tournaments.find(tournament)
                    assert state is not None, "it was announced"
                    if holds(state):
                        return state
                    await asyncio.sleep(0.01)

        return self.do(waiting())


@contextmanager
def near(folder: Path, **settings: Any) -> Iterator[NearHouse]:
    """A room in this process, with these settings beside those of tests, until the block ends."""
    with open_for_a_while(NearHouse(folder, **settings)) as house:
        yield house


@contextmanager
def open_for_a_while(house: House) -> Iterator[House]:
    """A house that serves until the block ends."""
    house.start()
    try:
        yield house
    finally:
        house.stop()
