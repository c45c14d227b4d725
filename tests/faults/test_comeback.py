"""A full disk or a lost database, and back: tables and purses play on, in the same process, and everybody is told why."""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, Protocol

import pytest
from picows import WSHandshakeError

from fairdeal.bank.house import StaffId
from fairdeal.bank.purse.commands import CreditPlayer
from fairdeal.kernel import Duration, PlayerId, Units
from fairdeal.room.cash.house import wallet_of
from fairdeal.room.settings import RoomSettings
from fairdeal.runtime.ports import Answer
from fairdeal.server.opening import DatabaseTimeouts, RunningServer, open_server
from fairdeal.storage.verify.check import check
from tests.contracts.postgres import empty_database
from tests.faults.disks import small_disk
from tests.server.live import (
    HEADS_UP,
    PATIENCE,
    QUICK,
    SIX,
    Guest,
    changes_of,
    dial,
    listening,
    new_guest,
    play_passively,
    run,
    seat_all,
    settings_in,
)
from tests.server.test_pages import fetch
from tests.storage.proxy import Proxy

SHORT: Final = DatabaseTimeouts(give_up_seconds=0.1, answer_seconds=1.0, close_seconds=0.2)
OFTEN: Final = RoomSettings(house=QUICK, heartbeat=Duration(100))


class Trouble(Protocol):
    """Storage that fails and comes back."""

    address: str

    def begin(self) -> None:
        """From now on nothing can be written."""
        ...

    def end(self) -> None:
        """Everything is as before."""
        ...


class FullDisk:
    """A file on a disk that somebody else fills."""

    def __init__(self, folder: Path) -> None:
        self.address = f"sqlite:///{folder / 'room.db'}"
        self._ballast = folder / "ballast"

    def begin(self) -> None:
        with self._ballast.open("wb", buffering=0) as file:
            try:
                while file.write(bytes(4096)):
                    pass
            except OSError:
                os.fsync(file.fileno())

    def end(self) -> None:
        self._ballast.unlink()


class LostDatabase:
    """PostgreSQL behind a wire that is cut."""

    def __init__(self, proxy: Proxy) -> None:
        self.address = proxy.address
        self._proxy = proxy

    def begin(self) -> None:
        self._proxy.is_down = True
        self._proxy.cut()

    def end(self) -> None:
        self._proxy.is_down = False


@pytest.fixture(params=["full disk", "lost database"])
def trouble(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Trouble]:
    if request.param == "full disk":
        with small_disk(tmp_path) as folder:
            yield FullDisk(folder)
    else:
        with empty_database() as address, Proxy(address) as proxy:
            yield LostDatabase(proxy)


@asynccontextmanager
async def at_play(address: str, folder: Path, stake: Any, buy_in: int, people: int) -> AsyncIterator[Any]:
    settings = settings_in(folder, database=address)
    opened = await open_server(settings, room_settings=OFTEN, patience=SHORT)
    async with listening(opened):
        guests = [await new_guest(opened, name) for name in ("Ann", "Bob", "Cid")[:people]]
        table = await seat_all(guests, stake, buy_in)
        playing = [asyncio.ensure_future(play_passively(guest, table)) for guest in guests]
        try:
            await guests[0].wire.until(lambda each: bool(changes_of([each], "handEnded")))
            yield opened, guests
        finally:
            for each in playing:
                each.cancel()


async def until(holds: Callable[[], Any]) -> None:
    """Wait for something that nobody tells of."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.005)


async def credited(opened: RunningServer, guest: Guest) -> Answer:
    """What a purse says to money."""
    answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
    wallet = wallet_of(opened.house.room.cash.house.offered[SIX].rules, PlayerId(guest.player))
    command = CreditPlayer(wallet, Units(100), StaffId("test"), "to try")
    opened.house.room.purse(guest.player, command, answer.set_result)
    return await answer


@pytest.mark.rule("TIME-16")
def test_tables_and_purses_play_on_and_the_clause_is_told(trouble: Trouble, tmp_path: Path) -> None:
    async def story() -> None:
        async with at_play(trouble.address, tmp_path, SIX, 400, 3) as (opened, guests):
            room = opened.house.room
            trouble.begin()
            await until(lambda: any(each.stream.startswith("cash:") for each in room.revival.stopped()))
            answer = await credited(opened, guests[0])
            assert answer is not None
            assert all(each.returns for each in room.revival.stopped())
            before = [len(guest.wire.came) for guest in guests]

            trouble.end()
            for guest, place in zip(guests, before, strict=True):
                await guest.wire.until(lambda each: bool(changes_of([each], "handEnded")), place)
            await until(lambda: not room.revival.stopped())

            assert await credited(opened, guests[0]) is None
            told = [each["told"] for each in guests[0].wire.came if each["type"] == "rolledBack"]
            assert {(each["code"], each["rule"]) for each in told} <= {("hand_rolled_back", "TIME-16")}
            assert list(check(opened.house.store)) == []

    run(story())


@pytest.mark.rule("TIME-17")
def test_where_the_rulebook_says_so_everybody_is_cashed_out(trouble: Trouble, tmp_path: Path) -> None:
    async def story() -> None:
        async with at_play(trouble.address, tmp_path, HEADS_UP, 200, 2) as (opened, guests):
            room = opened.house.room
            trouble.begin()
            await until(lambda: any(each.stream.startswith("cash:") for each in room.revival.stopped()))
            place = len(guests[0].wire.came)
            trouble.end()
            await until(lambda: not room.tables_of(guests[0].player))
            await until(lambda: not room.revival.stopped())

            shown = await guests[0].wire.until(lambda each: each["type"] == "table", place)
            assert shown["table"]["seats"] == [None, None]
            assert list(check(opened.house.store)) == []

    run(story())


def test_nobody_is_sent_to_a_server_whose_database_is_lost_until_it_is_back(trouble: Trouble, tmp_path: Path) -> None:
    async def story() -> None:
        async with at_play(trouble.address, tmp_path, SIX, 400, 3) as (opened, guests):
            trouble.begin()
            await until(opened.house.room.revival.stopped)
            await until(lambda: not opened.house.room.heartbeat.is_heard)
            status, body = await fetch(opened.port, "/readyz")
            told = json.loads(body)
            assert (status, told["status"], told["why"]) == (503, "not ready", "database")
            assert told["streams_stopped"] == told["streams_returning"] > 0
            assert (await fetch(opened.port, "/healthz"))[0] == 200
            numbers = (await fetch(opened.port, "/metrics"))[1]
            assert b"fairdeal_database_answers 0.0" in numbers
            with pytest.raises(WSHandshakeError):
                await dial(opened.port, guests[0].token)

            trouble.end()
            await until(lambda: opened.house.room.revival.count and not opened.house.room.revival.stopped())
            status, body = await fetch(opened.port, "/readyz")
            assert (status, json.loads(body)["status"]) == (200, "ready")
            assert b"fairdeal_streams_stopped 0.0" in (await fetch(opened.port, "/metrics"))[1]

    run(story())


def test_a_room_of_which_one_table_stands_still_is_ready_and_says_so(tmp_path: Path) -> None:
    async def story() -> None:
        async with at_play("memory:", tmp_path, SIX, 400, 3) as (opened, guests):
            registry = opened.house.room.registry
            table = next(actor for actor in registry if actor.hosted.prefix == "cash")
            registry._fail(table, AssertionError("for the test"))
            purse = next(actor for actor in registry if actor.hosted.prefix == "purse")
            registry._fail(purse, AssertionError("for the test"))

            status, body = await fetch(opened.port, "/readyz")
            told = json.loads(body)

            assert (status, told["status"], told["why"]) == (200, "degraded", None)
            assert told["stopped"] == [table.stream]
            assert told["stopped_by_kind"] == {"cash": 1, "purse": 1}
            assert guests[0].player not in body.decode()
            for actor in registry:
                if actor.hosted.prefix == "floor":
                    registry._fail(actor, AssertionError("for the test"))
            status, body = await fetch(opened.port, "/readyz")
            assert (status, json.loads(body)["why"]) == (503, "nothing to play")

    run(story())
