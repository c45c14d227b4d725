"""
One measurement at the socket: a server, its drivers, and what both used meanwhile.

Drivers speak only the wire protocol, so the server may be that of another checkout.
"""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any, Final
from urllib.request import urlopen

from bench.figures import SATURATED, check_saturated, percentile
from bench.processes import Used, memory_bytes, read_all, used
from bench.wire import dial

HERE: Final = Path(__file__).parents[1]
SEATS: Final = 6
BARE: Final = "picows alone"
OURS: Final = "fairdeal"
SETTLE_SECONDS: Final = 2.0
ANSWERED: Final = 0.98
"""The part of all acts on schedule that must have been answered for a latency to be one of that rate."""


@dataclass(frozen=True)
class Run:
    """What was seen in so many seconds."""

    name: str
    tables: int
    seconds: float
    acts: int
    due: int
    waits: list[float]  # seconds from the scheduled instant to the echo
    server: Used
    drivers: list[float]  # processor seconds
    kilobytes_per_socket: float = 0.0
    gateways: tuple[float, ...] = ()  # processor seconds of each, which are among the server's child processes
    sockets_left: int | None = None  # still open when it ended

    @property
    def acts_per_second(self) -> float:
        """Acts that came back."""
        return self.acts / self.seconds

    @property
    def busy(self) -> float:
        """The part of a core that the busiest process of the server used."""
        return self.server.busiest / self.seconds

    @property
    def waited(self) -> float:
        """The part of the time for which that process could have run and had no core."""
        return self.server.waited / self.seconds

    @property
    def driver_busy(self) -> float:
        """The part of a core that the busiest driver used."""
        return max(self.drivers) / self.seconds

    def per_act(self, seconds: float) -> float:
        """Microseconds an act."""
        return seconds / max(self.acts, 1) * 1e6

    @property
    def acts_per_core(self) -> float:
        """Acts a second of processor time of all processes of the server."""
        return self.acts / max(self.server.total, 1e-9)

    def figures(self) -> dict[str, Any]:
        """Everything as plain numbers."""
        server = self.server
        found = {
            "tables": self.tables,
            "acts_per_second": round(self.acts_per_second, 1),
            "cpu_us_per_act": round(self.per_act(server.total), 1),
            "user_us_per_act": round(self.per_act(server.user), 1),
            "system_us_per_act": round(self.per_act(server.system), 1),
            "children_us_per_act": round(self.per_act(server.children), 1),
            "acts_per_core": round(self.acts_per_core),
            "server_user_percent": round(100 * server.user / self.seconds, 1),
            "server_system_percent": round(100 * server.system / self.seconds, 1),
            "children_percent": round(100 * server.children / self.seconds, 1),
            "waited_for_a_core_percent": round(100 * self.waited, 1),
            "drivers_percent": [round(100 * each / self.seconds, 1) for each in self.drivers],
        }
        if self.gateways:
            found |= {
                "room_us_per_act": round(self.per_act(server.main), 1),
                "gateways_us_per_act": round(self.per_act(sum(self.gateways)), 1),
                "gateways_percent": [round(100 * each / self.seconds, 1) for each in self.gateways],
            }
        if self.sockets_left is not None:
            found |= {"sockets": self.tables * SEATS, "sockets_left": self.sockets_left}
        if self.waits:
            found |= {
                "due": self.due,
                "p50_ms": round(percentile(self.waits, 50) * 1e3, 2),
                "p99_ms": round(percentile(self.waits, 99) * 1e3, 2),
            }
        return found


def announced(lines: Iterable[bytes]) -> dict[str, Any]:
    """The first line that is JSON: where a server listens. It may log something before."""
    for line in lines:
        if line.startswith(b"{"):
            found: dict[str, Any] = json.loads(line)
            return found
    raise SystemExit("the server ended before it listened")


def read_to_end(lines: Iterable[bytes]) -> None:
    """Read and forget."""
    for _ in lines:
        pass


class Server:
    """A server in a process of its own, of this tree or of another."""

    def __init__(self, *arguments: str, tree: Path = HERE) -> None:
        command = [sys.executable, "-m", "bench.socket_servers", *arguments]
        environment = dict(os.environ)
        if tree != HERE:
            environment["PYTHONPATH"] = str(tree / "src")
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=tree, env=environment)
        assert self._process.stdout is not None
        try:
            told = announced(self._process.stdout)
        except BaseException:
            self.stop()
            raise
        # A server that logs must not come to a stop because nobody reads it.
        Thread(target=read_to_end, args=(self._process.stdout,), daemon=True).start()
        self.pid = self._process.pid
        self.port: int = told["port"]
        self.tokens: list[str] = told["tokens"]
        self.gateways: list[int] = told.get("gateways", [])

    def number(self, name: str) -> int:
        """A number of its metrics, summed up over labels."""
        with urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=60) as answer:
            text = answer.read().decode()
        return int(sum(map(float, re.findall(rf"^{name}(?:{{.*}})? (\S+)$", text, re.MULTILINE))))

    def stop(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()


class Drivers:
    """Players in so many processes."""

    def __init__(self, specs: list[dict[str, Any]]) -> None:
        command = [sys.executable, "-m", "bench.driver"]
        pipe = subprocess.PIPE
        self._processes = [
            subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1, cwd=HERE) for _ in specs
        ]
        for process, spec in zip(self._processes, specs, strict=True):
            self._tell(process, json.dumps(spec))
        for process in self._processes:
            self._hear(process)
        self.pids = [process.pid for process in self._processes]

    @staticmethod
    def _tell(process: "subprocess.Popen[str]", line: str) -> None:
        assert process.stdin is not None
        process.stdin.write(f"{line}\n")
        process.stdin.flush()

    @staticmethod
    def _hear(process: "subprocess.Popen[str]") -> str:
        assert process.stdout is not None
        if not (line := process.stdout.readline()):
            raise SystemExit("a driver ended")
        return line

    def seat(self) -> None:
        """One after the other, so that tables are not mixed."""
        for process in self._processes:
            self._tell(process, "seat")
            self._hear(process)

    def count(self, begin: float, until: float) -> None:
        """Tell from when until when to count."""
        for process in self._processes:
            self._tell(process, f"count {begin} {until}")

    def found(self) -> list[dict[str, Any]]:
        """What they saw."""
        return [json.loads(self._hear(process)) for process in self._processes]

    def stop(self) -> None:
        """End them."""
        for process in self._processes:
            process.kill()
            process.wait()


def stake_of(server: Server) -> tuple[str, int]:
    """The first stake of the lobby with six seats, and its largest buy-in."""
    (visitor,) = dial(server.port, [""], ["/ws"])
    visitor.say(type="watchLobby", id="lobby", on=True)
    row = next(row for row in visitor.until("lobby")["stakes"] if row["seats"] == SEATS)
    visitor.sock.close()
    return row["id"], row["buyInMax"]


def measure(
    name: str,
    tables: int,
    seconds: float,
    *,
    rate: float | None = None,
    drivers: int = 1,
    gateways: int = 0,
    tree: Path = HERE,
) -> Run:
    """A server with so many tables and gateway processes, driven as fast as possible or at a rate."""
    with ExitStack() as closing:
        room = ["room", str(tables * SEATS), *([str(gateways)] if gateways else [])]
        server = Server("bare", tree=tree) if name == BARE else Server(*room, tree=tree)
        closing.callback(server.stop)
        stake, buy_in = ("", 0) if name == BARE else stake_of(server)
        tokens = server.tokens or [""] * tables * SEATS
        shares = [range(tables * each // drivers, tables * (each + 1) // drivers) for each in range(drivers)]
        before = memory_bytes(server.pid)
        driving = Drivers(
            [
                {
                    "kind": "bare" if name == BARE else "room",
                    "port": server.port,
                    "tokens": tokens[share.start * SEATS : share.stop * SEATS],
                    "first": share.start,
                    "stake": stake,
                    "buyIn": buy_in,
                    "rate": None if rate is None else rate * len(share) / tables,
                }
                for share in shares
            ]
        )
        closing.callback(driving.stop)
        a_socket = (memory_bytes(server.pid) - before) / (tables * SEATS) / 1024
        driving.seat()
        begin = time.monotonic() + SETTLE_SECONDS
        driving.count(begin, begin + seconds)
        time.sleep(begin - time.monotonic())
        first, at = read_all(), time.monotonic()
        time.sleep(begin + seconds - time.monotonic())
        last, took = read_all(), time.monotonic() - at
        found = driving.found()
        return Run(
            name,
            tables,
            took,
            sum(each["acts"] for each in found),
            sum(each["due"] for each in found),
            [wait for each in found for wait in each["waits"]],
            used(server.pid, first, last),
            [used(pid, first, last).total for pid in driving.pids],
            a_socket,
            tuple(used(pid, first, last).total for pid in server.gateways),
            None if name == BARE else server.number("fairdeal_sockets"),
        )


def saturated(make: Callable[[int], Run], *, crowded: bool = False) -> Run:
    """A run with as many drivers as it takes to keep the server busy; raises `NotSaturated` if that is not reached."""
    most = max(2, os.cpu_count() or 1)
    for drivers in range(1, most + 1):
        run = make(drivers)
        if run.busy >= SATURATED or run.driver_busy < SATURATED:
            break  # more drivers help only where a driver was the limit
    check_saturated(run.name, run.busy, run.waited, run.driver_busy, crowded=crowded)
    return run


def kept_up(run: Run) -> bool:
    """Whether the server answered what was due; a latency without that is one of a growing queue."""
    return len(run.waits) >= ANSWERED * run.due and run.due > 0
