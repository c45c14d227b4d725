"""
The tree at hand against another commit, turn about: `python -m bench.against COMMIT [--pairs 7]`.

The other commit is checked out beside it and prepared like a clone; then both do the same work, one after the other, again and again.
What is printed are medians of the ratios of pairs, in processor time: more than 1 is faster than before. The work is described by what
both trees have: `bench.crowd`, `bench.casino` and the command line.

- act: a decision of a player through the actor, with frames to six watchers
- hand: what a hand costs besides its acts: opening, end, record, commit
- spin: a roulette round in a whole room
- tournament: 60 players at tables of five, of which all but one break
"""

import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Final

HERE: Final = Path(__file__).parents[1]
TABLES, ACTS, ROUNDS = 20, 4_000, 300
TOURNAMENT: Final = ("tournament", "simulate", "--entrants", "60", "--seats", "5", "--seed", "3")
WORK: Final = f"""
import gc, json
from time import thread_time
from bench.casino import in_room
from bench.crowd import Crowd
from bench.room import play
from fairdeal.storage.memory import MemoryStore

crowd = Crowd(MemoryStore())
crowd.sit_down({TABLES})
play(crowd, 12 * {TABLES})
gc.collect(); gc.freeze()
found = play(crowd, {ACTS})
spin = in_room()
for _ in range(30): spin()
begun = thread_time()
for _ in range({ROUNDS}): spin()
spent = thread_time() - begun
hand = (found["all_us_per_act"] - found["act_us"]) * {ACTS} / found["hands"]
print(json.dumps(dict(act=found["act_us"], hand=hand, spin=spent / {ROUNDS} * 1e6)))
"""


def measure(tree: Path) -> dict[str, float]:
    """Microseconds of each kind of work in one tree; seconds of the tournament."""
    python = tree / ".venv" / "bin" / "python"
    done = subprocess.run([python, "-c", WORK], cwd=tree, check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(done.stdout)
    before = _spent()
    subprocess.run([tree / ".venv" / "bin" / "fairdeal", *TOURNAMENT], cwd=tree, check=True, capture_output=True)
    return {**found, "tournament": (_spent() - before) * 1e6}


def _spent() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def prepared(commit: str, folder: Path) -> Path:
    """A clone of that commit, with everything installed."""
    tree = folder / "before"
    subprocess.run(["git", "clone", "--quiet", HERE, tree], check=True)
    subprocess.run(["git", "-C", tree, "checkout", "--quiet", "--detach", commit], check=True)
    subprocess.run(["sh", "tools/setup.sh", "test"], cwd=tree, check=True, capture_output=True)
    return tree


def main(arguments: list[str]) -> int:
    """Compare; nothing is kept."""
    pairs = int(arguments[arguments.index("--pairs") + 1]) if "--pairs" in arguments else 7
    with tempfile.TemporaryDirectory(prefix="fairdeal-against-") as folder:
        other = prepared(arguments[0], Path(folder))
        found = [(measure(other), measure(HERE)) for _ in range(pairs)]
    for what in found[0][0]:
        ratios = [before[what] / after[what] for before, after in found]
        now = median(after[what] for _, after in found)
        print(
            f"{what:12} {median(ratios):.2f} times as fast ({min(ratios):.2f} to {max(ratios):.2f}), now {now:,.0f} µs"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
