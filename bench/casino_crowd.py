"""
Crowds at one casino table: from the commit of a result to the last of those who bet, beside a bare fan-out of the same frames.

`python -m bench.casino_crowd [--quick] [--json]`. A server of one process, with a database on disk, has one table: 500 people bet at a
wheel, or 300 behind one seat of blackjack. Their sockets are in the process that measures. When bets close and when a round is paid,
the server notes the instant at which that was written; each socket notes when it was told. Half of the people bet again once the bets
are closed: each must be refused, nobody's bet may be lost, and money must add up.

The bare fan-out is picows alone, which sends each socket a frame as long as the one it got from us, in one loop.
"""

import argparse
import asyncio
import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, WSUpgradeRequest, ws_connect, ws_create_server

from bench.figures import percentile
from bench.interpreter import introduce
from bench.socket_servers import PACE, say
from fairdeal.server.auth.cookies import COOKIE

PEOPLE: Final = {"roulette": {True: 60, False: 500}, "blackjack": {True: 40, False: 300}}
ROUNDS: Final = {True: 2, False: 6}
CHIP: Final = 100
AT_ONCE: Final = 16
LATE: Final = 0.1
"""Seconds from hearing that bets are closed to a late bet; so that late bets do not hold up what is measured."""
RULES: Final = """
[edition]
id = "crowd"
title = "Crowd"
extends = "live-casino"

[casino.roulette.limits]
betting_seconds = 6
pause_seconds = 2

[casino.blackjack.limits]
betting_seconds = 6
pause_seconds = 2
decision_seconds = 1
"""
TABLE: Final = '[[table]]\nid = "{game}"\ngame = "{game}"\nspin_time = 500\ncard_time = 50\nfirst_card_time = 50\n'
_MARKS: Final = (b'"kind":"betsClosed"', b'"kind":"roundPaid"')
_ids: Final = itertools.count(1)


# ---- the servers


async def serve(game: str, people: int) -> None:
    """Our server with one table and so many guests; tells when bets were closed and rounds paid, and at the end what the money is."""
    from fairdeal.bank.accounts import Purpose
    from fairdeal.casino.table.events import BettingClosed, RoundSettled
    from fairdeal.rulebook.clause import U27
    from fairdeal.server.api.purse import open_wallets
    from fairdeal.server.auth.sessions import Device
    from fairdeal.server.opening import open_server
    from fairdeal.server.serve import make_server, settle_process
    from fairdeal.server.settings import ServerSettings

    def note(registry: Any) -> None:
        """Note the instants at which a commit came back; before anybody is told, and told only afterwards."""
        adopt = registry._adopt

        def noting(actor: Any, steps: Any, durable: int, now: Any) -> None:
            at = time.perf_counter()
            adopt(actor, steps, durable, now)
            for event in (step.event for step in steps):
                if isinstance(event, BettingClosed | RoundSettled):
                    paid = len(event.payments) if isinstance(event, RoundSettled) else 0
                    say({"at": at, "kind": type(event).__name__, "round": event.round, "paid": paid})

        registry._adopt = noting

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for name_of, text in (("rules.toml", RULES), ("tables.toml", TABLE.format(game=game))):
            with (folder / name_of).open("w", encoding="utf-8") as file:
                file.write(text)
        books, tables = (U27, str(folder / "rules.toml")), str(folder / "tables.toml")
        where: dict[str, Any] = {"database": f"sqlite:///{folder / 'room.db'}", "data": name, "casino": tables}
        settings = ServerSettings(port=0, bots=False, drain_seconds=0, rulebooks=books, **where, **PACE)
        opened = await open_server(settings)
        note(opened.house.room.registry)
        serving = asyncio.ensure_future(make_server(opened)._serve())
        tokens = []
        for number in range(people):
            entered = await opened.house.auth.guest(f"Guest{number}", "fox", Device("bench", "127.0.0.1"))
            assert entered.session is not None
            await open_wallets(opened.house, entered.session.person.player)
            tokens.append(entered.token)
        settle_process()

        def money() -> int:
            purposes = (Purpose.SITE, Purpose.BET, Purpose.BANKROLL)
            return sum(sum(opened.house.store.accounts(each.value).values()) for each in purposes)

        before = await asyncio.to_thread(money)
        say({"port": opened.port, "tokens": tokens})
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
        say({"difference": await asyncio.to_thread(money) - before})
        await serving


class Bare(WSListener):
    """A socket of the bare fan-out: the first one asks for it."""

    everybody: list[WSTransport] = []  # noqa: RUF012 - one process, one crowd

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Join."""
        self.everybody.append(transport)

    def on_ws_frame(self, _transport: WSTransport, frame: WSFrame) -> None:
        """Send everybody a frame of the lengths that were asked for, in turn."""
        if frame.msg_type != WSMsgType.TEXT:
            return
        lengths = msgspec.json.decode(frame.get_payload_as_bytes(), type=list[int])
        frames = [b"x" * length for length in lengths]
        say({"at": time.perf_counter()})
        for transport, data in zip(self.everybody, itertools.cycle(frames), strict=False):
            transport.send(WSMsgType.TEXT, data)


async def bare() -> None:
    """Only the fan-out."""

    def enter(_request: WSUpgradeRequest) -> WSListener:
        return Bare()

    server = await ws_create_server(enter, "127.0.0.1", 0, use_aiofastnet=False, read_buffer_init_size=2048)
    say({"port": server.sockets[0].getsockname()[1]})
    await asyncio.Event().wait()


# ---- the people


class Person(WSListener):
    """One socket: bets in every round, and notes when it was told that bets are closed and the round is paid."""

    def __init__(self) -> None:
        super().__init__()
        self.transport: WSTransport | None = None
        self.told: dict[bytes, list[tuple[float, bytes]]] = defaultdict(list)
        self.answers: Counter[str] = Counter()
        self.bets: list[dict[str, Any]] = []
        self.again: list[dict[str, Any]] = []
        self._round = 0
        self._late: set[str] = set()

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Keep the way out."""
        self.transport = transport

    def on_ws_frame(self, _transport: WSTransport, frame: WSFrame) -> None:
        """Note when something came; bet when bets open."""
        if frame.msg_type != WSMsgType.TEXT:
            return
        at, data = time.perf_counter(), frame.get_payload_as_bytes()
        for mark in _MARKS:
            if mark in data:
                self.told[mark].append((at, data))
        if data.startswith(b"x"):
            self.told[b"x"].append((at, b""))
        elif b'"kind":"betsOpened"' in data:
            self._round = msgspec.json.decode(data)["moment"]["round"]
            self._say(self.bets)
        elif _MARKS[0] in data:
            asyncio.get_running_loop().call_later(LATE, self._say, self.again, True)
        elif data.startswith((b'{"type":"done"', b'{"type":"refused"')):
            self._answered(msgspec.json.decode(data))

    def _answered(self, message: dict[str, Any]) -> None:
        code = message["type"] if message["type"] == "done" else message["told"]["code"]
        self.answers[f"late: {code}" if message["id"] in self._late else code] += 1

    def _say(self, messages: list[dict[str, Any]], late: bool = False) -> None:  # noqa: FBT001, FBT002 - for `call_later`
        for each in messages:
            self.say(late=late, **each, round=self._round)

    def heard(self, mark: bytes, number: int) -> tuple[float, int]:
        """When this one was told of it in that round, and how long the frame was."""
        (found,) = [
            (at, len(data)) for at, data in self.told[mark] if msgspec.json.decode(data)["moment"]["round"] == number
        ]
        return found

    def say(self, *, late: bool = False, **message: Any) -> None:
        """Send a message."""
        assert self.transport is not None
        name = f"c{next(_ids)}"
        if late:
            self._late.add(name)
        self.transport.send(WSMsgType.TEXT, msgspec.json.encode({**message, "id": name}))


async def dial(port: int, token: str = "") -> Person:
    """Somebody's socket."""
    headers = {"Origin": f"http://127.0.0.1:{port}"} | ({"Cookie": f"{COOKIE}={token}"} if token else {})
    _, made = await ws_connect(Person, f"ws://127.0.0.1:{port}/ws", extra_headers=headers, use_aiofastnet=False)
    assert isinstance(made, Person)
    return made


async def come(game: str, port: int, tokens: list[str]) -> list[Person]:
    """Everybody is at the table; at blackjack the first sits, and the others bet behind."""
    people: list[Person] = []
    for first in range(0, len(tokens), AT_ONCE):
        people += await asyncio.gather(*(dial(port, token) for token in tokens[first : first + AT_ONCE]))
    for number, person in enumerate(people):
        person.say(type="watch", table=game)
        person.say(type="visitCasino", table=game)
        if game == "roulette":
            spot = ("red", "black", f"straight-{number % 37}")[number % 3]
            chip = {"type": "placeChip", "table": game, "spot": spot, "chip": CHIP}
            person.bets = [chip, {"type": "confirmBets", "table": game}]
            person.again = [chip] if number % 2 else []
        elif number == 0:
            person.say(type="takeBox", table=game, seat=0)
            person.bets = [{"type": "placeBet", "table": game, "amount": CHIP}]
        else:
            behind = {"type": "betBehind", "table": game, "seat": 0, "amount": CHIP}
            person.bets = [behind]
            person.again = [behind] if number % 2 else []
    return people


class Told:
    """What a server process tells on its standard output."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process

    async def next(self) -> dict[str, Any]:
        """The next line of JSON; what the server logs is passed over."""
        assert self.process.stdout is not None
        line = b""
        while not line.startswith(b"{"):
            line = await asyncio.get_running_loop().run_in_executor(None, self.process.stdout.readline)
            assert line, "the server has ended"
        return dict(msgspec.json.decode(line))


@contextmanager
def started(*words: str) -> Iterator[Told]:
    """One of the servers, in a process of its own."""
    command = [sys.executable, "-m", "bench.casino_crowd", *words]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            yield Told(process)
        finally:
            process.terminate()


class Crowd:
    """What was measured with one crowd: delays of each socket by round, lengths of frames, and answers."""

    def __init__(self) -> None:
        self.delays: list[list[float]] = []
        self.lengths: list[list[int]] = []
        self.answers: Counter[str] = Counter()
        self.difference = 0
        self.paid: list[int] = []


async def measure(game: str, count: int, rounds: int) -> Crowd:
    """So many people bet for some rounds."""
    found = Crowd()
    with started("--serve", game, str(count)) as server:
        opened = await server.next()
        people = await come(game, opened["port"], opened["tokens"])
        written: list[dict[str, Any]] = []
        while sum(1 for each in written if each["paid"] == count) < rounds:
            written.append(await server.next())
        await asyncio.sleep(1)
        assert server.process.stdin is not None
        server.process.stdin.write(b"end\n")
        server.process.stdin.flush()
        while "difference" not in (told := await server.next()):
            written.append(told)
        found.difference = told["difference"]
    whole = {each["round"] for each in written if each["paid"] == count}
    for mark, kind in zip(_MARKS, ("BettingClosed", "RoundSettled"), strict=True):
        moments = [each for each in written if each["kind"] == kind]
        for moment in moments:
            if moment["round"] not in whole:
                continue
            heard = [person.heard(mark, moment["round"]) for person in people]
            found.delays.append([at - moment["at"] for at, _ in heard])
            found.lengths.append([length for _, length in heard])
    found.paid = [each["paid"] for each in written if each["paid"] == count]
    for person in people:
        found.answers += person.answers
    return found


async def fan_out(count: int, lengths: list[list[int]]) -> list[list[float]]:
    """The same frames, sent by picows alone."""
    delays = []
    with started("--bare") as server:
        port = (await server.next())["port"]
        people: list[Person] = []
        for first in range(0, count, AT_ONCE):
            people += await asyncio.gather(*(dial(port) for _ in range(min(AT_ONCE, count - first))))
        for number, each in enumerate(lengths):
            assert people[0].transport is not None
            people[0].transport.send(WSMsgType.TEXT, msgspec.json.encode(each))
            began = (await server.next())["at"]
            while any(len(person.told[b"x"]) <= number for person in people):
                await asyncio.sleep(0.01)
            delays.append([person.told[b"x"][number][0] - began for person in people])
            await asyncio.sleep(0.2)
    return delays


def figures(crowd: Crowd, alone: list[list[float]]) -> dict[str, float]:
    """Milliseconds: the last of all in the median and worst round, the 99th percentile of all, and the same of the bare fan-out."""

    def last(rounds: list[list[float]]) -> list[float]:
        return [max(each) * 1e3 for each in rounds]

    def p99(rounds: list[list[float]]) -> float:
        return percentile([wait * 1e3 for each in rounds for wait in each], 99)

    return {
        "p99, ms": p99(crowd.delays),
        "last, median, ms": percentile(last(crowd.delays), 50),
        "last, worst, ms": max(last(crowd.delays)),
        "bare p99, ms": p99(alone),
        "bare last, median, ms": percentile(last(alone), 50),
        "ratio of p99": p99(crowd.delays) / p99(alone),
        "longest frame, bytes": float(max(max(each) for each in crowd.lengths)),
        "usual frame, bytes": percentile([float(length) for each in crowd.lengths for length in each], 50),
        "rounds": float(len(crowd.paid)),
        "late bets refused": float(crowd.answers["late: betting_closed"]),
        "late bets taken": float(crowd.answers["late: done"]),
        "ledger difference": float(crowd.difference),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="smaller crowds, fewer rounds")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    parser.add_argument("--serve", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--bare", action="store_true", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.serve:
        uvloop.run(serve(wanted.serve[0], int(wanted.serve[1])))
        return
    if wanted.bare:
        uvloop.run(bare())
        return
    introduce(quiet=wanted.json)
    found: dict[str, dict[str, float]] = {}
    for game, people in PEOPLE.items():
        count, rounds = people[wanted.quick], ROUNDS[wanted.quick]
        crowd = uvloop.run(measure(game, count, rounds))
        alone = uvloop.run(fan_out(count, crowd.lengths))
        found[f"{count} at {game}"] = figures(crowd, alone)
    if wanted.json:
        print(json.dumps({**found, "load": os.getloadavg()[0]}))
        return
    for crowd_name, values in found.items():
        print(crowd_name)
        for name, value in values.items():
            print(f"  {name:28}{value:12,.2f}")


if __name__ == "__main__":
    main()
