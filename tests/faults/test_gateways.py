"""`fairdeal serve --gateways 2`: people at one table through different gateways, while gateways and the room die."""

import asyncio
import json
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import psutil  # type: ignore[import-untyped]  # it ships no types
import pytest

from fairdeal.server.auth.cookies import COOKIE
from tests.browser.house import DUEL
from tests.faults.serving import Serving
from tests.server.live import PATIENCE, Message, Wire, changes_of, dial, options_in, run


async def until(holds: Callable[[], Any]) -> None:
    """Wait for something that other processes do, while sockets are read."""
    async with asyncio.timeout(PATIENCE):
        while not await asyncio.to_thread(holds):
            await asyncio.sleep(0.05)


class Club:
    """A server with two gateways, and guests who have logged in over HTTP."""

    def __init__(self, folder: Path) -> None:
        rulebook = folder / "duel.toml"
        rulebook.write_text(DUEL, "utf-8")
        self.server = Serving(folder, "--gateways", "2", "--no-bots", "--rulebook", str(rulebook))

    def guest(self, name: str) -> str:
        """Log in as a guest; the session's token."""
        origin = f"http://127.0.0.1:{self.server.port}"
        body = json.dumps({"name": name, "accept": True}).encode()
        headers = {"content-type": "application/json", "origin": origin}
        request = Request(f"{origin}/api/guest", body, headers)  # noqa: S310 - our own address
        with urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310 - the same
            cookies = answer.headers.get_all("set-cookie")
        return str(next(each for each in cookies if each.startswith(COOKIE)).partition("=")[2].partition(";")[0])

    def gateway_of(self, wire: Wire) -> int:
        """The process that holds the other end of a socket."""
        assert wire._transport is not None
        port = wire._transport.underlying_transport.get_extra_info("sockname")[1]
        for child in self.server.children():
            with suppress(psutil.Error):
                for each in psutil.Process(child).net_connections("tcp"):
                    if each.raddr and each.raddr.port == port:
                        return child
        raise AssertionError("nobody holds it")

    async def dial_at(self, token: str, wanted: Callable[[int], bool]) -> Wire:
        """A socket through a gateway of which something holds."""
        while True:
            wire = await dial(self.server.port, token)
            await wire.until(lambda each: each["type"] == "welcome")
            if wanted(self.gateway_of(wire)):
                return wire
            wire.leave()
            await wire.closed()

    def room(self) -> int:
        """The process of the room: only it and the supervisor listen where gateways meet the room."""
        return next(child for child in self.server.children() if self._meeting(child))

    def folder(self) -> Path:
        """Where the processes meet."""
        return self._meeting(self.server.process.pid)[0].parent

    @staticmethod
    def _meeting(process: int) -> list[Path]:
        found = [Path(each.laddr) for each in psutil.Process(process).net_connections("unix") if each.laddr]
        return [path for path in found if path.name == "links" and path.is_socket()]


class Player:
    """Somebody who checks or calls whenever asked, over one socket after the other."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.table = ""
        self._playing: asyncio.Task[None] | None = None

    def play(self) -> None:
        """Answer every turn on this socket."""
        self._playing = asyncio.ensure_future(self._play())

    async def _play(self) -> None:
        place = 0
        while True:
            message = await self.wire.until(lambda each: options_in(each) is not None, place)
            place = self.wire.came.index(message) + 1
            options = options_in(message)
            assert options is not None
            self._act(options)

    def _act(self, options: Message) -> None:
        kind = "check" if options["toCall"] == 0 else "call"
        self.wire.say("act", table=self.table, hand=options["hand"], turn=options["turn"], choice={"kind": kind})

    async def see_hands(self, count: int) -> None:
        """Wait for so many more hands to end."""
        place = len(self.wire.came)
        for _ in range(count):
            message = await self.wire.until(lambda each: bool(changes_of([each], "handEnded")), place)
            place = self.wire.came.index(message) + 1

    async def come_back(self, wire: Wire) -> None:
        """Go on over another socket, from where the last one was."""
        await self.stop()
        last = [each for each in self.wire.came if each.get("table") == self.table or each["type"] == "table"][-1]
        self.wire = wire
        seen = {"table": self.table, "epoch": last["epoch"], "number": last["number"]}
        assert (await wire.ask("hello", positions=[seen]))["type"] == "done"
        self.play()

    async def stop(self) -> None:
        """Play no more."""
        if self._playing is not None:
            self._playing.cancel()
            await asyncio.gather(self._playing, return_exceptions=True)


async def duel_stake(wire: Wire) -> str:
    """A stake of two seats."""
    wire.say("watchLobby", on=True)
    lobby = await wire.until(lambda each: each["type"] == "lobby")
    return str(next(row["id"] for row in lobby["stakes"] if row["seats"] == 2 and row["buyInMax"] >= 400))


async def with_club(folder: Path, story: Callable[[Club], Any]) -> None:
    """Tell a story of a club, which is ended with it."""
    club = await asyncio.to_thread(Club, folder)
    try:
        await story(club)
    finally:
        club.server.process.kill()
        club.server.process.wait()


@pytest.mark.rule("TIME-16")
def test_gateways_and_rooms_die_and_whoever_played_plays_on(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        server = club.server
        tokens = [await asyncio.to_thread(club.guest, name) for name in ("Ann", "Bob")]
        ann = Player(await club.dial_at(tokens[0], lambda _: True))
        hers = club.gateway_of(ann.wire)
        bob = Player(await club.dial_at(tokens[1], lambda process: process != hers))
        stake = await duel_stake(ann.wire)
        for player in (ann, bob):
            player.wire.say("join", stake=stake, buyIn=400)
        for player in (ann, bob):
            shown = await player.wire.until(lambda each: each["type"] == "table")
            player.table = shown["table"]["id"]
            player.play()
        assert ann.table == bob.table
        await asyncio.gather(ann.see_hands(1), bob.see_hands(1))
        await until(lambda: server.number("fairdeal_gateway_sockets") == 2)

        # A gateway dies: she is disconnected, he is not; she comes back and resumes where she was.
        os.kill(hers, signal.SIGKILL)
        await ann.wire.closed()
        await ann.come_back(await dial(server.port, tokens[0]))
        assert not bob.wire.is_closed
        await asyncio.gather(ann.see_hands(1), bob.see_hands(1))
        assert not [each for each in ann.wire.came if each["type"] == "rolledBack"]
        await until(lambda: server.number("fairdeal_gateways") == 2)
        assert server.number("fairdeal_gateways_lost") == 1
        assert hers not in server.children()

        # The room dies: gateways do not, everybody is told to come back, and finds out what became of the hand.
        gateways = {club.gateway_of(each.wire) for each in (ann, bob)}
        room = club.room()
        assert room not in gateways
        os.kill(room, signal.SIGKILL)
        for player in (ann, bob):
            goodbye = await player.wire.until(lambda each: each["type"] == "goodbye")
            assert (goodbye["told"]["code"], goodbye["again"]) == ("server_stopping", True)
            await player.wire.closed()
        await until(lambda: server.why() is None)
        assert gateways <= set(server.children())
        for player, token in zip((ann, bob), tokens, strict=True):
            await player.come_back(await dial(server.port, token))
            assert any(each["type"] in ("rolledBack", "table") for each in player.wire.came)
        await asyncio.gather(ann.see_hands(1), bob.see_hands(1))

        # It stops: everybody is told to come back, and nothing is left.
        folder, children = club.folder(), server.children()
        server.process.send_signal(signal.SIGTERM)
        for player in (ann, bob):
            await player.stop()
            assert (await player.wire.until(lambda each: each["type"] == "goodbye"))["again"]
        assert await asyncio.to_thread(server.process.wait, PATIENCE) == 0
        assert not any(psutil.pid_exists(child) for child in children)
        assert not folder.exists()

    run(with_club(tmp_path, story))


def test_a_gateway_that_stands_still_is_replaced_and_its_players_come_back(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        token = await asyncio.to_thread(club.guest, "Ann")
        wire = await club.dial_at(token, lambda _: True)
        gateway = club.gateway_of(wire)
        os.kill(gateway, signal.SIGSTOP)
        await wire.closed()  # killed by the supervisor, whom the room has told
        await until(lambda: gateway not in club.server.children())
        again = await club.dial_at(token, lambda _: True)
        assert (await again.ask("ping"))["type"] == "pong"
        assert "gives no sign of life" in club.server.log()

    run(with_club(tmp_path, story))
