"""
Processes made to be killed: they commit hands as fast as they can, and say on their output what they try and what they were told.

Lines of input (`ADDRESS CLIENTS SEED`) start one each, one after another; a process that only waits for them has everything
loaded, so that a kill costs no start of the interpreter. Every seventh hand is sent twice, as somebody does who never heard
the answer. With `--unsafe` SQLite does not wait for the disk, to show that the tests would notice; with `--short-log` its log
begins anew many times a second. With `--writer` each is a supervisor with a room that plays on a loop and a writer process
that commits, and says which processes those are; killed, a room is not started again. With `--pause=FILE` a writer stops
itself before a commit when there is such a file.
"""

import asyncio
import os
import random
import signal
import socket
import sqlite3
import sys
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from fairdeal.server.supervisor import supervisor
from fairdeal.server.supervisor.control import RoomControl
from fairdeal.server.supervisor.supervisor import Supervisor
from fairdeal.server.telemetry import configure_logging
from fairdeal.storage.committer import Committer
from fairdeal.storage.opening import open_store
from fairdeal.storage.port import Committed, Lease, Outcome, Store, Unit
from fairdeal.storage.sql import checkpoint
from fairdeal.storage.sql.sqlite import SqliteDatabase
from fairdeal.storage.writer.link import WriterLink
from fairdeal.storage.writer.process import write_units
from tests.contracts.units import PATIENCE
from tests.faults.hands import NOW, hand_unit, played


def say(word: str, client: int, number: int) -> None:
    """One write to the pipe, so that a line is there whole or not at all."""
    os.write(1, f"{word} {client} {number}\n".encode())


def play(committer: Committer, lease: Lease, client: int, number: int, dice: random.Random) -> None:
    """Play hands until killed."""
    while True:
        number += 1
        unit = hand_unit(lease, client, number)
        say("try", client, number)
        for _ in range(2 if dice.random() < 1 / 7 else 1):
            outcome = committer.commit(unit)
            if not isinstance(outcome, Committed):
                say(f"refused:{outcome}", client, number)
                return
        say("ack", client, number)


def main(address: str, clients: int, seed: int) -> None:
    """Play at all tables at once."""
    store = open_store(address)
    lease = store.claim("load", f"workload {os.getpid()}", NOW)
    committer = Committer(store)
    numbers = [played(store, client) for client in range(clients)]
    threads = [
        threading.Thread(
            target=play,
            args=(committer, lease, client, numbers[client], random.Random(seed * 100 + client)),  # noqa: S311
            daemon=True,
        )
        for client in range(clients)
    ]
    say("ready", 0, 0)
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def supervise(address: str, clients: int, seed: int) -> None:
    """Play in a room whose writer is a process of its own; both may be killed."""
    supervisor.DEATHS_MAX = 1  # type: ignore[misc]
    supervisor.ORPHAN_SECONDS = PATIENCE  # type: ignore[misc]  # an orphan is left to what refuses its units
    with socket.create_server(("127.0.0.1", 0)) as listener:
        control = Supervisor(partial(write, address), listener, PATIENCE).run()
        asyncio.run(play_on_loop(control, address, clients, seed))


def write(address: str, wire: socket.socket) -> None:
    """Be a writer."""
    say("writer", os.getpid(), 0)
    write_units(wire, partial(open_pausing, address))


def open_pausing(address: str) -> Store:
    """A store whose writer stops itself before a commit when it is told to by a file."""
    store = open_store(address)
    for file in (Path(each.partition("=")[2]) for each in sys.argv if each.startswith("--pause=")):
        store.commit = partial(_pause_and_commit, file, store.commit)  # type: ignore[method-assign]
    return store


def _pause_and_commit(
    file: Path, commit: Callable[[Sequence[Unit]], list[Outcome]], units: Sequence[Unit]
) -> list[Outcome]:
    if file.exists():
        say("stopped", os.getpid(), len(units))
        os.kill(os.getpid(), signal.SIGSTOP)
    return commit(units)


async def play_on_loop(control: RoomControl, address: str, clients: int, seed: int) -> None:
    """Play at all tables at once, until killed."""
    say("room", os.getpid(), 0)
    loop = asyncio.get_running_loop()
    control.listen(loop)
    store = open_store(address)
    lease = store.claim("load", f"workload {os.getpid()}", NOW)
    link = WriterLink(loop, control)
    numbers = [played(store, client) for client in range(clients)]
    say("ready", 0, 0)
    await asyncio.gather(
        *(
            play_async(link, lease, client, numbers[client], random.Random(seed * 100 + client))  # noqa: S311
            for client in range(clients)
        )
    )


async def play_async(link: WriterLink, lease: Lease, client: int, number: int, dice: random.Random) -> None:
    """Play hands until killed."""
    while True:
        number += 1
        unit = hand_unit(lease, client, number)
        say("try", client, number)
        for _ in range(2 if dice.random() < 1 / 7 else 1):
            outcome = await link.commit_async(unit)
            if not isinstance(outcome, Committed):
                say(f"refused:{outcome}", client, number)
                return
        say("ack", client, number)


def make_unsafe() -> None:
    """Let SQLite answer before the disk has."""
    connect = SqliteDatabase._connect

    def connect_unsafely(database: SqliteDatabase) -> sqlite3.Connection:
        connection = connect(database)
        connection.execute("PRAGMA synchronous = OFF")
        return connection

    SqliteDatabase._connect = connect_unsafely  # type: ignore[assignment, method-assign]


def shorten_log() -> None:
    """Copy all the time, and begin the log anew whenever there is something in it."""
    checkpoint.PAUSE_SECONDS = 0.005  # type: ignore[misc]
    checkpoint.LOG_PAGES = 20  # type: ignore[misc]


def bear_and_bury(work: Callable[[str, int, int], None]) -> None:
    """Start a process for every line of input, wait for its end, say both."""
    for line in sys.stdin:
        address, clients, seed = line.split()
        child = os.fork()
        if child == 0:
            sys.stdin.close()
            work(address, int(clients), int(seed))
            os._exit(0)
        say("born", child, 0)
        _, status = os.waitpid(child, 0)
        say("dead", child, status)


if __name__ == "__main__":
    configure_logging("info", as_json=False)  # to standard error; the output is for what is tried and acknowledged
    if "--unsafe" in sys.argv:
        make_unsafe()
    if "--short-log" in sys.argv:
        shorten_log()
    bear_and_bury(supervise if "--writer" in sys.argv else main)
