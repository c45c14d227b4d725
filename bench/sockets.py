"""
The game socket: an act and its six echoes, against picows alone in the same run; and a full house at human pace.

`python -m bench.sockets [--quick] [--json]`. Servers and drivers are processes of their own. As fast as possible means that whoever is
to act acts at once, at so many tables at the same time; an echo is a frame that reached a client.
"""

import argparse
import asyncio
import gc
import json
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from statistics import quantiles
from typing import Any, Final

import msgspec
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

SEATS: Final = 6
TICKS: Final = os.sysconf("SC_CLK_TCK")
PAGE: Final = os.sysconf("SC_PAGE_SIZE")
THINKING_SECONDS: Final = (1.0, 5.0)
_OPTIONS: Final = b'"kind":"options"'
_DIALS_AT_ONCE: Final = 50


@dataclass
class Speed:
    """How fast echoes came."""

    tables: int
    acts_per_second: float
    echoes_per_second: float
    echoes_per_cpu_second: float  # of the server's own time
    p50_ms: float
    p99_ms: float


@dataclass
class HumanPace:
    """A full house of people who think."""

    tables: int
    sockets: int
    acts_per_second: float
    p50_ms: float
    p99_ms: float
    cpu_percent: float
    kilobytes_per_socket: float


class Server:
    """A server in a process of its own."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "bench.socket_servers", *arguments]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE)
        assert self._process.stdout is not None
        told: dict[str, Any] = msgspec.json.decode(self._process.stdout.readline())
        self.port: int = told["port"]
        self.tokens: list[str] = told["tokens"]

    def cpu_seconds(self) -> float:
        """What the process has worked so far."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory_bytes(self) -> int:
        """What the process holds."""
        return int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]) * PAGE

    def stop(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()


class Tally:
    """What the drivers of one run have seen."""

    def __init__(self) -> None:
        self.counts = False
        self.acts = 0
        self.echoes = 0
        self.waits: list[float] = []


class Player(WSListener):
    """One socket that acts whenever it is asked."""

    def __init__(self, tally: Tally, think: Callable[[], float] | None) -> None:
        super().__init__()
        self._tally = tally
        self._think = think
        self._transport: WSTransport | None = None
        self._acted_at = 0.0
        self.table = asyncio.get_running_loop().create_future()

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Ready."""
        self._transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """An echo, perhaps of one's own act, perhaps with one's turn in it."""
        data = frame.get_payload_as_bytes()
        tally = self._tally
        if data.startswith(b'{"type":"frame"'):
            if tally.counts:
                tally.echoes += 1
                if self._acted_at:
                    tally.waits.append(time.perf_counter() - self._acted_at)
            self._acted_at = 0.0
        elif data.startswith(b'{"type":"table"') and not self.table.done():
            self.table.set_result(msgspec.json.decode(data)["table"]["id"])
        self.asked(transport, data)

    def asked(self, transport: WSTransport, data: bytes) -> None:
        """Act, if the message says that it is one's turn."""
        if _OPTIONS in data:
            own = msgspec.json.decode(data)["own"]
            options = next(change["options"] for change in own if change["kind"] == "options")
            if self._think is None:
                self.act(transport, options)
            else:
                asyncio.get_running_loop().call_later(self._think(), self.act, transport, options)

    def act(self, transport: WSTransport, options: dict[str, Any]) -> None:
        """Check or call."""
        kind = "call" if options["toCall"] else "check"
        self.say(transport, "act", hand=options["hand"], turn=options["turn"], choice={"kind": kind})

    def say(self, transport: WSTransport, kind: str, **fields: Any) -> None:
        """Send a message."""
        table = {"table": self.table.result()} if self.table.done() else {}
        now = time.perf_counter()
        if kind == "act":
            self._acted_at = now
            self._tally.acts += self._tally.counts
        name = f"{id(self):x}-{now * 1e6:.0f}"
        transport.send(WSMsgType.TEXT, msgspec.json.encode({"type": kind, "id": name, **table, **fields}))

    def join(self, stake: str, buy_in: int) -> None:
        """Ask for a seat."""
        assert self._transport is not None
        self.say(self._transport, "join", stake=stake, buyIn=buy_in)


class BarePlayer(Player):
    """One of six that pass a message on in turn; it is as long as a frame of ours."""

    place: int = 0

    def asked(self, transport: WSTransport, data: bytes) -> None:
        """Pass it on, if it is one's turn."""
        if data[-2:-1] == b"%d" % self.place:
            self.pass_on(transport)

    def pass_on(self, transport: WSTransport) -> None:
        """Send it to the next of the six."""
        self._acted_at = time.perf_counter()
        self._tally.acts += self._tally.counts
        padding = b"x" * 330
        following = (self.place + 1) % SEATS
        transport.send(WSMsgType.TEXT, b'{"type":"frame","padding":"%b","turn":%d}' % (padding, following))

    def start(self) -> None:
        """Begin the round."""
        assert self._transport is not None
        self.pass_on(self._transport)


async def dial(port: int, token: str, player: Callable[[], Player], path: str = "/ws") -> Player:
    """A socket for a player."""
    headers = {"Origin": f"http://127.0.0.1:{port}", "Cookie": f"fairdeal_session={token}"}
    address = f"ws://127.0.0.1:{port}{path}"
    _, listener = await ws_connect(
        player, address, extra_headers=headers, use_aiofastnet=False, websocket_handshake_timeout=60
    )
    assert isinstance(listener, Player)
    return listener


async def dial_all(server: Server, make: Callable[[], Player], count: int, paths: list[str]) -> list[Player]:
    """So many sockets, some at a time."""
    tokens = server.tokens or [""] * count
    players: list[Player] = []
    for start in range(0, count, _DIALS_AT_ONCE):
        some = range(start, min(count, start + _DIALS_AT_ONCE))
        players += await asyncio.gather(*(dial(server.port, tokens[each], make, paths[each]) for each in some))
    return players


async def measure(server: Server, tally: Tally, tables: int, seconds: float) -> Speed:
    """Count for a while."""
    await asyncio.sleep(min(1.0, seconds / 4))
    worked, started = server.cpu_seconds(), time.perf_counter()
    tally.counts = True
    await asyncio.sleep(seconds)
    tally.counts = False
    took, worked = time.perf_counter() - started, server.cpu_seconds() - worked
    p50, p99 = percentiles(tally.waits)
    return Speed(tables, tally.acts / took, tally.echoes / took, tally.echoes / max(worked, 0.01), p50, p99)


def percentiles(waits: list[float]) -> tuple[float, float]:
    """Median and 99th percentile, in milliseconds."""
    cuts = quantiles(waits, n=100) if len(waits) > 1 else [0.0] * 99
    return cuts[49] * 1000, cuts[98] * 1000


async def fast_bare(tables: int, seconds: float) -> Speed:
    """Only the fan-out of picows."""
    server = Server("bare")
    tally = Tally()
    try:
        paths = [f"/{each // SEATS}" for each in range(tables * SEATS)]
        players = await dial_all(server, lambda: BarePlayer(tally, None), tables * SEATS, paths)
        for number, player in enumerate(players):
            assert isinstance(player, BarePlayer)
            player.place = number % SEATS
        for player in players[::SEATS]:
            assert isinstance(player, BarePlayer)
            player.start()
        return await measure(server, tally, tables, seconds)
    finally:
        server.stop()


async def fast_room(tables: int, seconds: float) -> Speed:
    """Our server, everybody acting at once."""
    server = Server("room", str(tables * SEATS))
    tally = Tally()
    try:
        players = await dial_all(server, lambda: Player(tally, None), tables * SEATS, ["/ws"] * tables * SEATS)
        await seat(players)
        return await measure(server, tally, tables, seconds)
    finally:
        server.stop()


async def seat(players: list[Player]) -> None:
    """Everybody takes a seat at the smallest hold'em stake of the first rulebook."""
    from fairdeal.cash.offer import offer
    from fairdeal.kernel import MoneyKind
    from fairdeal.server.rulebooks import hosted

    row = next(row for row in offer(hosted(())[0], MoneyKind.TEST).values() if row.rules.seats.value == SEATS)
    for number, player in enumerate(players, 1):
        player.join(row.id, row.rules.buy_in_max.value)
        if number % SEATS == 0:
            await asyncio.wait_for(asyncio.gather(*(each.table for each in players[number - SEATS : number])), 60)


async def human_pace(tables: int, seconds: float) -> HumanPace:
    """A full house of people who think between one and five seconds."""
    server = Server("room", str(tables * SEATS))
    tally = Tally()
    dice = random.Random(1)  # noqa: S311 - not for cards
    try:
        before = server.memory_bytes()
        think = partial(dice.uniform, *THINKING_SECONDS)
        players = await dial_all(server, lambda: Player(tally, think), tables * SEATS, ["/ws"] * tables * SEATS)
        connected = server.memory_bytes()
        await seat(players)
        gc.collect()
        gc.freeze()  # thousands of players in one process: its own collections would look like a slow server
        await asyncio.sleep(2)
        worked = server.cpu_seconds()
        speed = await measure(server, tally, tables, seconds)
        worked = server.cpu_seconds() - worked
        took = seconds + min(1.0, seconds / 4)
        return HumanPace(
            tables,
            len(players),
            speed.acts_per_second,
            speed.p50_ms,
            speed.p99_ms,
            100 * worked / took,
            (connected - before) / len(players) / 1024,
        )
    finally:
        server.stop()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="in under 50 seconds, with a smaller house")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    parser.add_argument("--tables", type=int, default=0, help="tables of the full house")
    arguments = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, hard), hard))
    fast_tables, seconds = (10, 4.0) if arguments.quick else (20, 10.0)
    bare = uvloop.run(fast_bare(fast_tables, seconds))
    ours = uvloop.run(fast_room(fast_tables, seconds))
    house = uvloop.run(human_pace(arguments.tables or (50 if arguments.quick else 1000), 2 * seconds))
    by_clock = ours.echoes_per_second / bare.echoes_per_second
    by_cpu = ours.echoes_per_cpu_second / bare.echoes_per_cpu_second
    if arguments.json:
        told = {"bare": asdict(bare), "room": asdict(ours), "house": asdict(house)}
        print(json.dumps({**told, "ratio": by_clock, "ratio_by_cpu": by_cpu}))
        return
    for name, speed in (("picows alone", bare), ("fairdeal", ours)):
        print(
            f"{name:14}{speed.acts_per_second:10,.0f} acts/s{speed.echoes_per_second:12,.0f} echoes/s"
            f"{speed.echoes_per_cpu_second:12,.0f} a CPU second   p50 {speed.p50_ms:.1f} ms  p99 {speed.p99_ms:.1f} ms"
        )
    print(f"ratio         {by_clock:10.0%} by the clock, {by_cpu:.0%} by the server's own time (must: 50 %)")
    print(
        f"human pace    {house.tables:,} tables, {house.sockets:,} sockets, {house.acts_per_second:,.0f} acts/s: "
        f"p50 {house.p50_ms:.1f} ms  p99 {house.p99_ms:.1f} ms (must: 50), {house.cpu_percent:.0f} % of a core, "
        f"{house.kilobytes_per_socket:.0f} kB a socket"
    )


if __name__ == "__main__":
    main()
