"""
How long people are kept waiting: by the command line, and by a server that opens, cold and after kill -9.

Both against a bare start of Python in the same run, by the clock and in processor time. The server is the demo as `fairdeal serve`
opens it, with practice partners at its tables; it is killed while they play. Then a room of 1,000 full tables on SQLite is left as
kill -9 leaves it, and opened until it deals again; that one is the room alone (`bench.restart`), without the web server.
"""

import os
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple
from urllib.error import URLError
from urllib.request import urlopen

from bench.interpreter import introduce
from bench.processes import Used, read_all, used
from bench.room import measure_restart

RUNS = 15
PLAYED_SECONDS = 30
SERVERS = 3
TABLES = 1_000
COMMAND = str(Path(sys.executable).parent / "fairdeal")
MEASURED = {
    "--version": ("--version",),
    "rules list": ("rules", "list"),
    "rules list --json": ("rules", "list", "--json"),
    "rules show BET-13": ("rules", "show", "BET-13"),
    "equity AsAh KdKc": ("equity", "AsAh", "KdKc"),
    "rules diff unibet-2.6 unibet-2.7": ("rules", "diff", "unibet-2.6", "unibet-2.7"),
}


class Taken(NamedTuple):
    """Seconds by the clock and of processor time."""

    wall: float
    cpu: float


def medians(taken: Sequence[Taken]) -> Taken:
    """The median of each."""
    return Taken(median(each.wall for each in taken), median(each.cpu for each in taken))


def children_cpu() -> float:
    """Processor seconds of all ended children of this process."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def command_time(command: Sequence[str]) -> Taken:
    """Median time of running a command to its end."""
    found = []
    for _ in range(RUNS):
        start, cpu = perf_counter(), children_cpu()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        found.append(Taken(perf_counter() - start, children_cpu() - cpu))
    return medians(found)


@contextmanager
def opened(folder: str) -> Iterator[Taken]:
    """A server on a folder, killed in the end; what it took until players could be sent to it, with its child processes."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    start = perf_counter()
    command = [COMMAND, "serve", "--port", str(port), "--database", f"sqlite:///{folder}/room.db"]
    silent, env = subprocess.DEVNULL, {**os.environ, "FAIRDEAL_DATA": folder}
    with subprocess.Popen(command, stdout=silent, stderr=silent, env=env) as process:
        try:
            while not is_ready(port):
                assert process.poll() is None, "the server ended"
                time.sleep(0.02)
            wall = perf_counter() - start
            spent: Used = used(process.pid, [], read_all())
            yield Taken(wall, spent.total)
        finally:
            process.kill()


def is_ready(port: int) -> bool:
    """Whether a server lets players in."""
    try:
        with urlopen(f"http://127.0.0.1:{port}/readyz", timeout=10):
            return True
    except (URLError, OSError):
        return False


def restarts() -> tuple[Taken, Taken]:
    """Median time until a server is ready: with nothing there, and where it was killed while it played."""
    cold, killed = [], []
    for _ in range(SERVERS):
        with tempfile.TemporaryDirectory() as folder:
            with opened(folder) as taken:
                cold.append(taken)
                time.sleep(PLAYED_SECONDS)
            with opened(folder) as taken:
                killed.append(taken)
    return medians(cold), medians(killed)


def show(name: str, taken: Taken, bare: Taken) -> None:
    """A line of the table."""
    times = taken.wall / bare.wall
    print(f"{name:36}{taken.wall * 1000:8.0f} ms{taken.cpu * 1000:8.0f} ms of processor time{times:8.1f} x bare python")


def main() -> None:
    """Print each command's time and how many bare starts of Python it costs."""
    introduce()
    bare = command_time([sys.executable, "-c", "pass"])
    show("bare python", bare, bare)
    for name, arguments in MEASURED.items():
        show(name, command_time([COMMAND, *arguments]), bare)
    cold, killed = restarts()
    show("server ready, cold", cold, bare)
    show("server ready, after kill -9", killed, bare)
    restart = measure_restart(TABLES)
    show(f"first deal, {TABLES:,} tables, kill -9", Taken(restart["first_deal_seconds"], restart["cpu_seconds"]), bare)
    print(
        f"{'':36}imported after {restart['imported_seconds']:.2f} s, read after {restart['read_seconds']:.2f} s; "
        f"{restart['pause_seconds']:.0f} s are the house's pause"
    )


if __name__ == "__main__":
    main()
