"""
What fair dealing costs: acts and hands of a room without the cut, with it, and with played decks sealed to an audit key.

`python -m bench.fair`: the three are measured in turns in one process, so that a busy machine slows all of them alike. Nobody takes
part in the cut, so lock, cut and proof are all that is added; decks are made ahead, as in a room.
"""

import sys
from statistics import median
from time import thread_time
from typing import Any, Final

from bench.crowd import Crowd
from fairdeal.runtime.audit_key import AuditSeal, new_audit_key
from fairdeal.runtime.signing import RoomKey
from fairdeal.storage.memory import MemoryStore

TABLES: Final = 10
ACTS: Final = 600
TURNS: Final = 12


def rooms() -> dict[str, Crowd]:
    """A room of each kind, with players at its tables."""
    key = RoomKey(bytes(range(32)))
    options: dict[str, dict[str, Any]] = {
        "without": {},
        "cut": {"signer": key},
        "cut, audited": {"signer": key, "audit": AuditSeal(new_audit_key().public)},
    }
    found = {name: Crowd(MemoryStore(), **each) for name, each in options.items()}
    for crowd in found.values():
        crowd.sit_down(TABLES)
        play(crowd, 12 * TABLES)
    return found


def play(crowd: Crowd, count: int) -> tuple[list[float], float]:
    """Seconds of each of so many acts, and of everything else in between for each hand."""
    each: list[float] = []
    hands, begun = crowd.hands, thread_time()
    for _ in range(count):
        while (act := crowd.next_act()) is None:
            crowd.clock.step()
        at = thread_time()
        crowd.room.table(*act)
        each.append(thread_time() - at)
    return each, (thread_time() - begun - sum(each)) / max(1, crowd.hands - hands)


def main() -> int:
    """Measure in turns, and print microseconds by kind of room."""
    crowds = rooms()
    acts: dict[str, list[float]] = {name: [] for name in crowds}
    hands: dict[str, list[float]] = {name: [] for name in crowds}
    for _ in range(TURNS):
        for name, crowd in crowds.items():
            each, rest = play(crowd, ACTS)
            acts[name].append(median(each))
            hands[name].append(rest)
    print(f"{'µs of one core':16} {'act':>8} {'hand':>8}")
    for name in crowds:
        print(f"{name:16} {median(acts[name]) * 1e6:8.0f} {median(hands[name]) * 1e6:8.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
