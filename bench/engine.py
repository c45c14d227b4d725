"""
The engine against its peers, in one interleaved run: `python -m bench.engine [--quick] [--json]`.

Each engine lives in a process of its own and works in turn for a short slice, round after round, so that whatever else the machine does
hits all alike; medians are compared. Prints a table of ratios and, with --save, writes bench/results/engine.json.
"""

import json
import subprocess
import sys
from statistics import median
from typing import IO, Final, cast

from bench.interpreter import build, introduce
from bench.saving import SAVE, save
from hatch_build import NotCompiled
from tools import compiled

OURS: Final = ("fairdeal", "fairdeal compiled")
PEERS: Final = {
    "nlhe": ("pokerkit", "open_spiel"),
    "nlhe-two-sizes": (
        "open_spiel",
    ),  # raises by the pot or all-in only: open_spiel is at its best without a list of all amounts
    "plo": ("pokerkit",),
    "rank": ("eval7", "phevaluator"),
    "equity": ("holdem_calc",),
}
UNITS: Final = {
    "nlhe": "hands/s",
    "nlhe-two-sizes": "hands/s",
    "plo": "hands/s",
    "rank": "ranks/s",
    "equity": "times/s",
}
SLICES: Final = {True: (3, 0.3), False: (9, 1.0)}  # rounds and seconds

Rates = dict[str, dict[str, float]]


class Worker:
    """One engine in its own process."""

    def __init__(self, engine: str, *, native: bool) -> None:
        command = [sys.executable, "-m", "bench.workers", engine]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=compiled.environment() if native else None,
        )

    def rate(self, task: str, seconds: float) -> float:
        """How many a second, measured for that long."""
        told, answer = cast("IO[str]", self.process.stdin), cast("IO[str]", self.process.stdout)
        told.write(f"{task} {seconds}\n")
        told.flush()
        line = answer.readline()
        if not line:
            raise SystemExit(f"a worker ended while measuring {task}")
        return float(line)

    def end(self) -> None:
        """Let the process end by itself."""
        cast("IO[str]", self.process.stdin).close()
        self.process.wait(timeout=30)


def measure(*, quick: bool) -> Rates:
    """Median rates by task and engine."""
    rounds, seconds = SLICES[quick]
    native = build_compiled()
    ours = OURS if native else OURS[:1]
    engines = [*ours, *dict.fromkeys(peer for peers in PEERS.values() for peer in peers)]
    workers = {name: Worker(name.split()[0], native=name.endswith("compiled")) for name in engines}
    found: dict[str, dict[str, list[float]]] = {task: {} for task in PEERS}
    for number in range(rounds):
        for task, peers in PEERS.items():
            for name in (*ours, *peers):
                if name == "holdem_calc" and number:
                    continue  # it takes many seconds; once is enough
                found[task].setdefault(name, []).append(workers[name].rate(task, seconds))
    for worker in workers.values():
        worker.end()
    return {task: {name: median(rates) for name, rates in by_name.items()} for task, by_name in found.items()}


def build_compiled() -> bool:
    """Whether the compiled engine could be built."""
    try:
        compiled.build()
    except NotCompiled as reason:
        print(f"compiled engine: not run ({reason})", file=sys.stderr)
        return False
    return True


def ratios(rates: Rates) -> dict[str, dict[str, float]]:
    """How many times as fast ours is as each peer: `nlhe` → `fairdeal / pokerkit` → 97.5."""
    return {
        task: {
            f"{ours} / {peer}": round(by_name[ours] / by_name[peer], 2)
            for ours in OURS
            if ours in by_name
            for peer in PEERS[task]
        }
        for task, by_name in rates.items()
    }


def main(arguments: list[str]) -> int:
    """Measure, write, print."""
    if unknown := set(arguments) - {"--quick", "--json", SAVE}:
        print(
            f"usage: python -m bench.engine [--quick] [--json] [--save]; not {' '.join(sorted(unknown))}",
            file=sys.stderr,
        )
        return 2
    introduce(quiet="--json" in arguments)
    rates = measure(quick="--quick" in arguments)
    result = {
        "python": build(),
        "rates": {task: {name: round(rate, 2) for name, rate in by_name.items()} for task, by_name in rates.items()},
        "ratios": ratios(rates),
    }
    save("engine", result, arguments)
    if "--json" in arguments:
        print(json.dumps(result))
        return 0
    for task, by_name in rates.items():
        print(f"{task}, {UNITS[task]}")
        for name, rate in by_name.items():
            against = "".join(f"{rate / by_name[peer]:>10.1f} x {peer}" for peer in PEERS[task] if name in OURS)
            print(f"  {name:20}{rate:>14,.1f}{against}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
