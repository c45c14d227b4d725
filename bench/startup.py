"""
How long people are kept waiting: by the command line, and by a server that opens, cold and after kill -9.

Both against a bare start of Python in the same run. The server is the demo as `fairdeal serve` opens it, with practice partners at
its tables; it is killed while they play.
"""

import os
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
from urllib.error import URLError
from urllib.request import urlopen

RUNS = 15
PLAYED_SECONDS = 30
SERVERS = 3
COMMAND = str(Path(sys.executable).parent / "fairdeal")
MEASURED = {
    "rules list": ("rules", "list"),
    "rules list --json": ("rules", "list", "--json"),
    "rules show BET-13": ("rules", "show", "BET-13"),
    "equity AsAh KdKc": ("equity", "AsAh", "KdKc"),
    "rules diff unibet-2.6 unibet-2.7": ("rules", "diff", "unibet-2.6", "unibet-2.7"),
}


def seconds(command: Sequence[str]) -> float:
    """Median time of running a command to its end."""
    times = []
    for _ in range(RUNS):
        start = perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        times.append(perf_counter() - start)
    return median(times)


@contextmanager
def opened(folder: str) -> Iterator[float]:
    """A server on a folder, killed in the end; how long it took until players could be sent to it."""
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
            yield perf_counter() - start
        finally:
            process.kill()


def is_ready(port: int) -> bool:
    """Whether a server lets players in."""
    try:
        with urlopen(f"http://127.0.0.1:{port}/readyz", timeout=10):
            return True
    except (URLError, OSError):
        return False


def restarts() -> tuple[float, float]:
    """Median seconds until a server is ready: with nothing there, and where it was killed while it played."""
    cold, killed = [], []
    for _ in range(SERVERS):
        with tempfile.TemporaryDirectory() as folder:
            with opened(folder) as taken:
                cold.append(taken)
                time.sleep(PLAYED_SECONDS)
            with opened(folder) as taken:
                killed.append(taken)
    return median(cold), median(killed)


def main() -> None:
    """Print each command's time and how many bare starts of Python it costs."""
    bare = seconds([sys.executable, "-c", "pass"])
    print(f"{'bare python':36}{bare * 1000:8.0f} ms")
    for name, arguments in MEASURED.items():
        taken = seconds([COMMAND, *arguments])
        print(f"{name:36}{taken * 1000:8.0f} ms{taken / bare:8.1f} x")
    cold, killed = restarts()
    print(f"{'server ready, cold':36}{cold * 1000:8.0f} ms{cold / bare:8.1f} x")
    print(
        f"{'server ready, after kill -9':36}{killed * 1000:8.0f} ms{killed / bare:8.1f} x{killed / cold:8.2f} of cold"
    )


if __name__ == "__main__":
    main()
