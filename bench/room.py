"""
Rooms of many tables without sockets: `python -m bench.room [--quick] [--json]`.

What an act costs through the actor (letter, judgement, adoption, agenda, frames to six watchers), with the journal in memory and on
SQLite; whether that grows with the number of tables; what a table takes in memory; and how long a killed room of many tables needs
until it deals again. Times are processor time, because the machine may be busy; the restart is wall time, with its processor time
beside it. An act of the bare engine, measured in the same process, is the yardstick. Every measurement has a process of its own,
with the server's settings for garbage collection and threads.
With --save writes bench/results/room.json.
"""

import gc
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import thread_time, time
from typing import Any, Final

from bench.crowd import SEATS, Crowd
from bench.interpreter import build, introduce
from bench.saving import SAVE, save
from fairdeal.poker import CALL, FOLD, Hand, HandOrder, HandRules
from fairdeal.server.serve import settle_process
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.opening import open_store
from fairdeal.storage.port import Store

SIZES: Final = {True: (10, 50, 150), False: (10, 100, 500, 2_000)}
ACTS: Final = {True: 6_000, False: 30_000}
RESTART_TABLES: Final = {True: 100, False: 1_000}
RESTART_BUDGET: Final = 5.0
ACT_BUDGET: Final = 100.0
_ENGINE_HANDS: Final = 400
_PAGE: Final = resource.getpagesize()


# ---- in a process of its own


def play(crowd: Crowd, acts: int) -> dict[str, float]:
    """Processor time of so many acts: of the acts alone, and with everything between them (deals, commits, timers)."""
    spent = 0.0
    hands, begun = crowd.hands, thread_time()
    for _ in range(acts):
        while (act := crowd.next_act()) is None:
            crowd.clock.step()
        at = thread_time()
        crowd.room.table(*act)
        spent += thread_time() - at
    total = thread_time() - begun
    return {
        "act_us": spent / acts * 1e6,
        "acts_per_second": acts / spent,
        "all_us_per_act": total / acts * 1e6,
        "acts_per_second_with_hands": acts / total,
        "hands": crowd.hands - hands,
    }


def bare_act_us() -> float:
    """What one act costs in the engine alone, judged and copied as the table does it."""
    dice = random.Random(1)  # noqa: S311 - not for play
    rules = HandRules(big_blind=50)
    acts, spent = 0, 0.0
    for _ in range(_ENGINE_HANDS):
        deck = list(range(52))
        dice.shuffle(deck)
        hand = Hand(HandOrder.usual(rules, [5_000] * SEATS, deck, small_blind=25))
        while hand.turn >= 0:
            acts += 1
            at = thread_time()
            hand = hand.copy()
            hand.act(CALL if hand.options().can_check or acts % 3 else FOLD)
            spent += thread_time() - at
    return spent / acts * 1e6


def memory_bytes() -> int:
    """Memory of this process that is in use."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE


def acts_worker(address: str, tables: int, acts: int) -> dict[str, Any]:
    """Seat a crowd, let every table begin, and measure."""
    store: Store = MemoryStore() if address == "memory" else open_store(address)
    before = memory_bytes()
    crowd = Crowd(store)
    settle_process()  # when the server does: the room is open, and players come
    begun = thread_time()
    crowd.sit_down(tables)
    seating = (thread_time() - begun) / (tables * SEATS)
    play(crowd, 12 * tables if address == "memory" else tables)
    found: dict[str, Any] = play(crowd, acts)
    found["bytes_per_table"] = (memory_bytes() - before) // tables
    found["seat_us"] = seating * 1e6
    found["bare_act_us"] = bare_act_us()
    assert crowd.room.fail_stop_report() == []
    return found


# ---- asking processes


def ask(*arguments: object) -> dict[str, Any]:
    """What a worker found."""
    return asked([sys.executable, "-m", "bench.room", "--worker", *map(str, arguments)])


def asked(command: list[str]) -> dict[str, Any]:
    """What a command prints as JSON."""
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def measure_restart(tables: int) -> dict[str, Any]:
    """Fill a store on disk with tables in play, leave it as a kill would, and start anew."""
    with tempfile.TemporaryDirectory(prefix="fairdeal-bench-") as folder:
        address = f"sqlite:///{folder}/room.db"
        ask("leave", address, tables)
        return asked([sys.executable, "-m", "bench.restart", address, str(time())])


def leave_worker(address: str, tables: int) -> dict[str, Any]:
    """Seat everybody, play a little, and die in the middle of it."""
    crowd = Crowd(open_store(address))
    crowd.sit_down(tables)
    play(crowd, 3 * tables)
    print(json.dumps({}), flush=True)
    os._exit(0)


def measure(*, quick: bool) -> dict[str, Any]:
    """Everything."""
    sizes = SIZES[quick]
    found: dict[str, Any] = {"memory": {}, "sqlite": {}}
    for tables in sizes:
        found["memory"][tables] = ask("acts", "memory", tables, ACTS[quick])
    middle = sizes[1]
    with tempfile.TemporaryDirectory(prefix="fairdeal-bench-") as folder:
        found["sqlite"][middle] = ask("acts", f"sqlite:///{folder}/room.db", middle, ACTS[quick])
    found["restart"] = measure_restart(RESTART_TABLES[quick])
    return found


def summary(found: dict[str, Any]) -> dict[str, float]:
    """The figures that matter, as ratios where there is something to compare with."""
    by_size = found["memory"]
    smallest, largest = by_size[min(by_size)], by_size[max(by_size)]
    on_disk = next(iter(found["sqlite"].values()))
    return {
        "act_us": round(smallest["act_us"], 1),
        "act_against_bare_engine": round(smallest["act_us"] / smallest["bare_act_us"], 1),
        # Against the engine's own act in the same process, so that a busy machine does not look like growth.
        "growth": round(largest["act_us"] / largest["bare_act_us"] / (smallest["act_us"] / smallest["bare_act_us"]), 2),
        "kib_per_table": round(on_disk["bytes_per_table"] / 1024, 1),
        "first_deal_seconds": round(found["restart"]["first_deal_seconds"], 2),
    }


def main(arguments: list[str]) -> int:
    """Measure, write, print; or be a worker."""
    if arguments[:1] == ["--worker"]:
        print(json.dumps(work(arguments[1:])))
        return 0
    if unknown := set(arguments) - {"--quick", "--json", SAVE}:
        print(
            f"usage: python -m bench.room [--quick] [--json] [--save]; not {' '.join(sorted(unknown))}", file=sys.stderr
        )
        return 2
    introduce(quiet="--json" in arguments)
    found = measure(quick="--quick" in arguments)
    result = {"python": build(), "summary": summary(found), "found": found}
    save("room", result, arguments)
    if "--json" in arguments:
        print(json.dumps(result))
    else:
        show(found)
    return 0


def work(arguments: list[str]) -> dict[str, Any]:
    """What one worker is asked."""
    match arguments:
        case ["acts", address, tables, acts]:
            return acts_worker(address, int(tables), int(acts))
        case ["leave", address, tables]:
            return leave_worker(address, int(tables))
    raise SystemExit(f"no such work: {arguments}")


def show(found: dict[str, Any]) -> None:
    """The figures as a table."""
    print(
        f"{'journal':9}{'tables':>7}{'act':>10}{'x engine':>10}{'acts/s':>10}{'with hands':>12}{'seat':>10}{'a table':>12}"
    )
    for journal in ("memory", "sqlite"):
        for tables, row in found[journal].items():
            times = row["act_us"] / row["bare_act_us"]
            print(
                f"{journal:9}{tables:>7}{row['act_us']:>7.0f} µs{times:>9.1f}x{row['acts_per_second']:>10,.0f}"
                f"{row['acts_per_second_with_hands']:>12,.0f}{row['seat_us']:>7.0f} µs{row['bytes_per_table'] / 1024:>8.0f} KiB"
            )
    told, restart = summary(found), found["restart"]
    print(f"growth of an act from {min(found['memory'])} to {max(found['memory'])} tables: {told['growth']} x")
    print(f"an act takes {told['act_us']} µs (budget {ACT_BUDGET:.0f})")
    print(
        f"restart with {restart['tables']} tables: first deal after {restart['first_deal_seconds']:.2f} s "
        f"(budget {RESTART_BUDGET:.0f}; {restart['pause_seconds']:.0f} s of it are the house's pause), "
        f"{restart['cpu_seconds']:.2f} s of processor time; imported after {restart['imported_seconds']:.2f} s, "
        f"read after {restart['read_seconds']:.2f} s"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
