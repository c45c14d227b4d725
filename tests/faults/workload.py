"""
Processes made to be killed: they commit hands as fast as they can, and say on their output what they try and what they were told.

Lines of input (`ADDRESS CLIENTS SEED`) start one each, one after another; a process that only waits for them has everything loaded, so
that a kill costs no start of the interpreter. Every seventh hand is sent twice, as somebody does who never heard the answer. With
`--unsafe` SQLite does not wait for the disk, to show that the tests would notice; with `--short-log` its log begins anew many times
a second.
"""

import os
import random
import sqlite3
import sys
import threading

from fairdeal.storage.committer import Committer
from fairdeal.storage.opening import open_store
from fairdeal.storage.port import Committed, Lease
from fairdeal.storage.sql import checkpoint
from fairdeal.storage.sql.sqlite import SqliteDatabase
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


def bear_and_bury() -> None:
    """Start a process for every line of input, wait for its end, say both."""
    for line in sys.stdin:
        address, clients, seed = line.split()
        child = os.fork()
        if child == 0:
            main(address, int(clients), int(seed))
            os._exit(0)
        say("born", child, 0)
        _, status = os.waitpid(child, 0)
        say("dead", child, status)


if __name__ == "__main__":
    if "--unsafe" in sys.argv:
        make_unsafe()
    if "--short-log" in sys.argv:
        shorten_log()
    bear_and_bury()
