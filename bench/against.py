"""
The tree at hand against another commit, turn about: `python -m bench.against COMMIT [--sockets] [--compiled] [--pairs 7]`.

The other commit is checked out in a temporary folder; then both do the same work, one after the other, again and again, in the same
interpreter and with the same libraries, each with its own source. What is printed are medians of the ratios of pairs: more than 1 is
faster than before. Nothing is saved.

Without `--sockets` it is processor time of the work described in `bench.against_work`. With `--sockets` it is the game socket: the
server is that of each tree, the driver always ours. Both servers are driven as fast as possible, for processor time an act and, where
both were saturated, acts a second; and at a fixed rate (`--rate`), for latency. With `--compiled` the tree at hand is the compiled one.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Final

from bench.figures import SATURATED, NotSaturated, percentile
from bench.interpreter import introduce
from bench.socket_runs import OURS, kept_up, measure, saturated
from tools import compiled

HERE: Final = Path(__file__).parents[1]
WORK: Final = HERE / "bench" / "against_work.py"
PAIRS_MIN: Final = 7
RATE: Final = 1_000.0
FAST_TABLES, RATE_TABLES = 40, 100
SECONDS: Final = 4.0

Figures = dict[str, float]
BIGGER_IS_BETTER: Final = frozenset({"acts a second"})


def in_process(tree: Path) -> Figures:
    """Microseconds of each kind of work in one tree."""
    path = os.pathsep.join((str(tree / "src"), str(tree)))
    done = subprocess.run(
        [sys.executable, "-P", WORK],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": path},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    found: Figures = json.loads(done.stdout)
    return found


def at_socket(tree: Path, rate: float) -> Figures:
    """Microseconds of processor time and of latency of one tree's server; what could not be measured is left out."""
    found: Figures = {}
    try:
        fast = saturated(lambda drivers: measure(OURS, FAST_TABLES, SECONDS, drivers=drivers, tree=tree), crowded=True)
    except NotSaturated as reason:
        print(f"refused: {reason}", file=sys.stderr)
    else:
        found["CPU an act"] = fast.per_act(fast.server.total)
        if fast.busy >= SATURATED:
            found["acts a second"] = fast.acts_per_second
    steady = measure(OURS, RATE_TABLES, SECONDS, rate=rate, tree=tree)
    found["CPU an act at the rate"] = steady.per_act(steady.server.total)
    if kept_up(steady):
        found["p50 at the rate"] = percentile(steady.waits, 50) * 1e6
        found["p99 at the rate"] = percentile(steady.waits, 99) * 1e6
    return found


def compared(pairs: list[tuple[Figures, Figures]]) -> dict[str, tuple[list[float], float, float]]:
    """By what was measured in both of a pair: how many times as fast as before in each pair, and the medians before and after."""
    found = {}
    for what in dict.fromkeys(what for before, after in pairs for what in before if what in after):
        both = [(before[what], after[what]) for before, after in pairs if what in before and what in after]
        faster = [after / before if what in BIGGER_IS_BETTER else before / after for before, after in both]
        found[what] = (faster, median(each for each, _ in both), median(each for _, each in both))
    return found


def show(pairs: list[tuple[Figures, Figures]]) -> None:
    """A line for each kind of work."""
    for what, (faster, before, after) in compared(pairs).items():
        unit = "" if what in BIGGER_IS_BETTER else " µs"
        print(
            f"{what:24}{median(faster):6.2f} times as fast ({min(faster):.2f} to {max(faster):.2f} in {len(faster)} pairs), "
            f"before {before:,.0f}{unit}, now {after:,.0f}{unit}"
        )


def checked_out(commit: str, folder: Path) -> Path:
    """That commit in a folder of its own; names of commits are those of this tree."""
    tree = folder / "before"
    named = subprocess.run(
        ["git", "-C", HERE, "rev-parse", "--verify", f"{commit}^{{commit}}"],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    subprocess.run(["git", "clone", "--quiet", "--no-checkout", HERE, tree], check=True)
    subprocess.run(["git", "-C", tree, "checkout", "--quiet", "--detach", named.stdout.strip()], check=True)
    return tree


def compiled_tree(folder: Path) -> Path:
    """The tree at hand with the compiled package in the place of its source."""
    compiled.build()
    tree = folder / "compiled"
    tree.mkdir()
    (tree / "src").symlink_to(compiled.TARGET)
    (tree / "bench").symlink_to(HERE / "bench")
    return tree


def main() -> None:
    """Compare; nothing is saved."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commit")
    parser.add_argument("--sockets", action="store_true", help="the game socket instead of work inside a process")
    parser.add_argument("--compiled", action="store_true", help="measure the compiled package")
    parser.add_argument("--pairs", type=int, default=PAIRS_MIN, help="at least seven")
    parser.add_argument("--rate", type=float, default=RATE, help="acts a second for latency at the socket")
    wanted = parser.parse_args()
    if wanted.pairs < PAIRS_MIN:
        parser.error(f"{wanted.pairs} pairs say too little; at least {PAIRS_MIN}")
    introduce()
    work: Callable[[Path], Figures] = (lambda tree: at_socket(tree, wanted.rate)) if wanted.sockets else in_process
    with tempfile.TemporaryDirectory(prefix="fairdeal-against-") as folder:
        other = checked_out(wanted.commit, Path(folder))
        ours = compiled_tree(Path(folder)) if wanted.compiled else HERE
        pairs = []
        for number in range(wanted.pairs):
            trees = (other, ours) if number % 2 == 0 else (ours, other)  # neither is always the first
            found = {tree: work(tree) for tree in trees}
            pairs.append((found[other], found[ours]))
    show(pairs)


if __name__ == "__main__":
    main()
