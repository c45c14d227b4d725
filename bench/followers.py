"""
Followers of a large tournament: what each is sent, what each costs, and whether the players of another table feel them.

`python -m bench.followers [--quick] [--json]`. A server of one process plays a tournament of 2,000 practice partners. Two people at a
cash table act at a steady beat; sockets that follow the tournament lobby, the page of the tournament and a page of its standings come
and go, in a process of their own.

Rounds without, with half of and with all followers are turn about, so that a field that shrinks favours none of them.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field, replace
from statistics import mean
from typing import Any, Final

import msgspec
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from bench.figures import percentile
from bench.interpreter import introduce
from bench.processes import read_all, used
from fairdeal.server.auth.cookies import COOKIE

ENTRANTS: Final = {True: 300, False: 2_000}
FOLLOWERS: Final = {True: 40, False: 200}
SECONDS: Final = {True: 8.0, False: 20.0}
STARTS_IN: Final = {True: 15, False: 60}
SETTLE: Final = 3.0
BEAT: Final = 0.025
"""Seconds from being asked to an act of the two people."""
BYTES_MOST: Final = 4_000
RATIO_MOST: Final = 1.5
_TOURNAMENT: Final = "BENCH"


# ---- the server


async def serve(entrants: int, starts_in: int) -> None:
    """A server of one process with the tournament; says its port once all partners are seated."""
    from fairdeal.cash.settings import HouseSettings
    from fairdeal.kernel import Duration, Instant, TournamentId
    from fairdeal.room.settings import RoomSettings
    from fairdeal.room.tournament.practice.partners import TournamentPractice, TournamentPracticeSettings
    from fairdeal.rulebook.clause import USUAL
    from fairdeal.rulebook.loader import published_edition
    from fairdeal.server.api.purse import open_wallets
    from fairdeal.server.auth.sessions import Device
    from fairdeal.server.opening import open_server
    from fairdeal.server.serve import make_server, settle_process
    from fairdeal.server.settings import ServerSettings
    from fairdeal.testing.tournaments.plan import TournamentPlan, bill
    from fairdeal.tournament.director.state import Status

    no_pause = HouseSettings(
        pause_after_hand=Duration(0), pause_after_showdown=Duration(0), pause_before_first_hand=Duration(0)
    )
    with tempfile.TemporaryDirectory() as folder:
        pace: dict[str, Any] = {"messages_per_second": 1_000_000, "connections_per_address": 1_000_000}
        settings = ServerSettings(port=0, database="memory:", data=folder, bots=False, drain_seconds=0, **pace)
        opened = await open_server(settings, room_settings=RoomSettings(house=no_pause))
        room = opened.house.room
        practice = TournamentPractice(
            room, TournamentPracticeSettings(partners_max=entrants, field=(entrants, entrants))
        )
        practice.start()
        serving = asyncio.ensure_future(make_server(opened)._serve())
        plan = TournamentPlan(kind="freezeout", entrants=entrants, seats=9, seed=4, edition=published_edition(USUAL))
        (billed,) = bill(plan, room.clock.now(), ())
        starts_at = Instant(room.clock.now() + starts_in * 1000)
        setup = replace(billed.setup, starts_at=starts_at, name="Two thousand", unregister_before=None)
        room.tournaments.announce(setup, TournamentId(_TOURNAMENT))
        tokens = []
        for number in range(2):
            entered = await opened.house.auth.guest(f"Guest{number}", "fox", Device("bench", "127.0.0.1"))
            assert entered.session is not None
            await open_wallets(opened.house, entered.session.person.player)
            tokens.append(entered.token)
        while (state := room.tournaments.find(TournamentId(_TOURNAMENT))) is None or state.status is Status.ANNOUNCED:
            await asyncio.sleep(0.2)
        settle_process()
        told = {"port": opened.port, "tokens": tokens, "entrants": state.entries}
        os.write(1, msgspec.json.encode(told) + b"\n")
        await serving


# ---- the sockets


class Socket(WSListener):
    """One connection: counts what it is sent."""

    def __init__(self) -> None:
        super().__init__()
        self.bytes = 0
        self.messages = 0
        self.transport: WSTransport | None = None
        self.is_closed = False

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Keep the way out."""
        self.transport = transport

    def on_ws_disconnected(self, _transport: WSTransport) -> None:
        """It is over."""
        self.is_closed = True

    def on_ws_frame(self, _transport: WSTransport, frame: WSFrame) -> None:
        """Count a message."""
        if frame.msg_type == WSMsgType.TEXT:
            self.messages += 1
            self.bytes += len(frame.get_payload_as_bytes())

    def say(self, kind: str, **fields: Any) -> None:
        """Send a message."""
        assert self.transport is not None
        message = {"type": kind, "id": f"b{time.perf_counter_ns()}", **fields}
        self.transport.send(WSMsgType.TEXT, msgspec.json.encode(message))


class Player(Socket):
    """Somebody at a cash table who acts at a beat, and counts how long the echo of an act takes."""

    def __init__(self) -> None:
        super().__init__()
        self.waits: list[float] = []
        self._sent: dict[str, float] = {}
        self._number = 0

    def on_ws_frame(self, _transport: WSTransport, frame: WSFrame) -> None:
        """Hear the echo of an act, or be asked for the next."""
        if frame.msg_type != WSMsgType.TEXT:
            return
        message = msgspec.json.decode(frame.get_payload_as_bytes())
        began = self._sent.pop(message.get("done") or "", None)
        if began is not None:
            self.waits.append(time.perf_counter() - began)
        options = _options(message)
        if options is not None:
            table = message["table"]["id"] if message["type"] == "table" else message["table"]
            asyncio.get_running_loop().call_later(BEAT, self._act, table, options)

    def _act(self, table: str, options: dict[str, Any]) -> None:
        if self.is_closed or self.transport is None:
            return
        self._number += 1
        name = f"a{id(self)}-{self._number}"
        kind = "check" if options["toCall"] == 0 else "call" if self._number % 3 else "fold"
        act = {"table": table, "hand": options["hand"], "turn": options["turn"], "choice": {"kind": kind}}
        self._sent[name] = time.perf_counter()
        self.transport.send(WSMsgType.TEXT, msgspec.json.encode({"type": "act", "id": name, **act}))


def _options(message: dict[str, Any]) -> dict[str, Any] | None:
    if message["type"] == "frame":
        for change in message["own"]:
            if change["kind"] == "options":
                return dict(change["options"])
    if message["type"] == "table" and message["table"]["own"] is not None:
        found = message["table"]["own"]["options"]
        return None if found is None else dict(found)
    return None


async def dial(kind: type[Socket], port: int, token: str = "") -> Socket:
    """A socket to the server."""
    headers = {"Origin": f"http://127.0.0.1:{port}"}
    if token:
        headers["Cookie"] = f"{COOKIE}={token}"
    _, made = await ws_connect(kind, f"ws://127.0.0.1:{port}/ws", extra_headers=headers, use_aiofastnet=False)
    assert isinstance(made, Socket)
    return made


async def follow(port: int, number: int) -> Socket:
    """Somebody who has the lobby, the page of the tournament and a page of its standings open."""
    made = await dial(Socket, port)
    made.say("watchTournaments", on=True)
    made.say("watchTournament", tournament=_TOURNAMENT, on=True)
    made.say("watchList", tournament=_TOURNAMENT, list="players", on=True, page=number % 5)
    return made


# ---- rounds


@dataclass
class Round:
    """One round: how many followed, what each was sent, what the server used, how long echoes took."""

    followers: int
    seconds: float
    bytes_a_second: float
    most_bytes_a_second: float
    cpu: float  # of a core
    waits: list[float] = field(repr=False)

    @property
    def p99(self) -> float:
        """The 99th percentile of act to echo, in milliseconds."""
        return percentile(self.waits, 99) * 1e3


async def followers_of(port: int, count: int, seconds: float) -> None:
    """So many followers in a process of their own: ready when all are there, they count when they are told to."""
    sockets = [await follow(port, number) for number in range(count)]
    await asyncio.sleep(SETTLE)
    os.write(1, b"ready\n")
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    began, at = [each.bytes for each in sockets], time.perf_counter()
    await asyncio.sleep(seconds)
    took = time.perf_counter() - at
    assert not any(each.is_closed for each in sockets), "a follower was cut off"
    sent = [(each.bytes - first) / took for each, first in zip(sockets, began, strict=True)]
    os.write(1, msgspec.json.encode(sent) + b"\n")


async def measure(server: int, port: int, players: list[Player], count: int, seconds: float) -> Round:
    """A round with so many followers, who come before and go after it."""
    command = ["-m", "bench.followers", "--follow", str(port), str(count), str(seconds)]
    pipe = asyncio.subprocess.PIPE
    driver = await asyncio.create_subprocess_exec(sys.executable, *command, stdin=pipe, stdout=pipe)
    assert driver.stdin is not None
    assert driver.stdout is not None
    assert await driver.stdout.readline() == b"ready\n"
    for player in players:
        player.waits.clear()
    before, at = read_all(), time.perf_counter()
    driver.stdin.write(b"go\n")
    sent = msgspec.json.decode(await driver.stdout.readline(), type=list[float])
    took, spent = time.perf_counter() - at, used(server, before, read_all())
    waits = [wait for player in players for wait in player.waits]
    await driver.wait()
    return Round(count, took, mean(sent) if sent else 0.0, max(sent, default=0.0), spent.main / took, waits)


async def drive(server: int, told: dict[str, Any], followers: int, seconds: float) -> list[Round]:
    """Two people play, followers come and go."""
    await asyncio.sleep(SETTLE)  # the start of a large field takes a moment
    players = []
    for token in told["tokens"]:
        player = await dial(Player, told["port"], token)
        assert isinstance(player, Player)
        player.say("hello", protocol=3)
        player.say("join", stake="publicwin/test/texas/0.01-0.02/2", buyIn=200)
        players.append(player)
    await asyncio.sleep(SETTLE)
    assert any(player.waits for player in players), "the two people play"
    rounds = (0, followers, followers // 2, 0, followers // 2, followers)
    return [await measure(server, told["port"], players, count, seconds) for count in rounds]


def figures(rounds: list[Round], followers: int) -> dict[str, float]:
    """What is promised, from all rounds of a kind together."""

    def of(count: int) -> list[Round]:
        return [each for each in rounds if each.followers == count]

    def p99(count: int) -> float:
        return percentile([wait for each in of(count) for wait in each.waits], 99) * 1e3

    def cpu(count: int) -> float:
        return mean(each.cpu for each in of(count))

    half = followers // 2
    return {
        "bytes a second to a follower": mean(each.bytes_a_second for each in of(followers)),
        "most bytes a second to a follower": max(each.most_bytes_a_second for each in of(followers)),
        "p99 without, ms": p99(0),
        "p99 with, ms": p99(followers),
        "p99 ratio": p99(followers) / p99(0),
        "p50 without, ms": percentile([wait for each in of(0) for wait in each.waits], 50) * 1e3,
        "p50 with, ms": percentile([wait for each in of(followers) for wait in each.waits], 50) * 1e3,
        "core without": cpu(0),
        "core with": cpu(followers),
        "µs a second a follower, of half": (cpu(half) - cpu(0)) / half * 1e6,
        "µs a second a follower, of all": (cpu(followers) - cpu(0)) / followers * 1e6,
        "acts": float(sum(len(each.waits) for each in rounds)),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a smaller field, fewer followers, shorter rounds")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--follow", nargs=3, type=float, help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.follow:
        port, count, seconds = wanted.follow
        uvloop.run(followers_of(int(port), int(count), seconds))
        return
    entrants, followers = ENTRANTS[wanted.quick], FOLLOWERS[wanted.quick]
    if wanted.serve:
        uvloop.run(serve(entrants, STARTS_IN[wanted.quick]))
        return
    introduce(quiet=wanted.json)
    command = [sys.executable, "-m", "bench.followers", "--serve", *(["--quick"] if wanted.quick else [])]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as server:
        try:
            assert server.stdout is not None
            told = next(msgspec.json.decode(line) for line in server.stdout if line.startswith(b'{"port"'))
            rounds = uvloop.run(drive(server.pid, told, followers, SECONDS[wanted.quick]))
        finally:
            server.terminate()
    found = {"entrants": float(told["entrants"]), "followers": float(followers), **figures(rounds, followers)}
    if wanted.json:
        print(json.dumps({**found, "load": os.getloadavg()[0]}))
        return
    for name, value in found.items():
        print(f"{name:36}{value:12,.2f}")
    kept = found["most bytes a second to a follower"] <= BYTES_MOST and found["p99 ratio"] <= RATIO_MOST
    print(f"within {BYTES_MOST:,} bytes a second and a ratio of {RATIO_MOST}: {'yes' if kept else 'no'}")


if __name__ == "__main__":
    main()
