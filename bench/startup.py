"""How long the command line keeps people waiting, against a bare start of Python in the same run."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

RUNS = 15
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


def main() -> None:
    """Print each command's time and how many bare starts of Python it costs."""
    bare = seconds([sys.executable, "-c", "pass"])
    print(f"{'bare python':36}{bare * 1000:8.0f} ms")
    for name, arguments in MEASURED.items():
        taken = seconds([COMMAND, *arguments])
        print(f"{name:36}{taken * 1000:8.0f} ms{taken / bare:8.1f} x")


if __name__ == "__main__":
    main()
