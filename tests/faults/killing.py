"""Kill processes while they commit, and hold what is durable against what was acknowledged."""

import contextlib
import itertools
import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from fairdeal.storage.opening import open_store
from fairdeal.storage.verify.check import check
from tests.faults.hands import assert_whole, fund, played
from tests.faults.servers import RealServer

CLIENTS = 8


@dataclass
class Told:
    """What the killed process had said: the last hand of each table that it tried, and that was acknowledged."""

    tried: dict[int, int] = field(default_factory=dict)
    acknowledged: dict[int, int] = field(default_factory=dict)
    odd: list[str] = field(default_factory=list)
    room: int = 0  # the process that plays, and the one that writes, where they are two
    writer: int = 0
    stopped: int = 0  # a writer that has stopped itself

    def hear(self, word: str, client: int, number: int) -> None:
        if word == "try":
            self.tried[client] = number
        elif word == "ack":
            self.acknowledged[client] = number
        elif word in ("room", "writer"):
            setattr(self, word, client)
        elif word == "stopped":
            self.stopped = client
        elif word != "ready":
            self.odd.append(word)


@dataclass
class Score:
    """What a campaign met."""

    kills: int = 0
    hands: int = 0
    in_flight_written: int = 0
    in_flight_lost: int = 0


class Nursery:
    """Brings up workloads, one at a time; what they say comes through a pipe that outlives them."""

    def __init__(self, *options: str, env: Mapping[str, str] | None = None) -> None:
        command = [sys.executable, "-m", "tests.faults.workload", *options]
        environment = {**os.environ, **(env or {})}
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )

    def start(self, address: str, clients: int, seed: int) -> None:
        """Start a workload."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{address} {clients} {seed}\n")
        self._process.stdin.flush()

    def hear(self, told: Told) -> int | None:
        """Take the next line of the workload; the status it ended with, once it has."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "the workloads are gone"
        word, first, second = line.rsplit(" ", 2)
        if word == "dead":
            return os.waitstatus_to_exitcode(int(second))
        if word != "born":
            told.hear(word, int(first), int(second))
        return None

    def kill_apart(
        self, address: str, seed: int, blows: Sequence[tuple[float, str]], also: Callable[[], None] | None = None
    ) -> Told:
        """Start a workload with a writer of its own; so many seconds after its first hand, kill its room, its writer or both."""
        told = Told()
        self.start(address, CLIENTS, seed)
        while not told.acknowledged:
            assert self.hear(told) is None, "it died by itself"
        timers = [threading.Timer(seconds, _strike, (told, what)) for seconds, what in blows]
        if also is not None:
            timers.append(threading.Timer(blows[0][0], also))
        for timer in timers:
            timer.start()
        while (status := self.hear(told)) is None:
            pass
        for timer in timers:
            timer.join()
        assert status == 128 + signal.SIGKILL, f"it ended with {status}"
        return told

    def kill_soon(self, address: str, seed: int, seconds: float, also: Callable[[], None] | None = None) -> Told:
        """Start a workload, let it work that long after its first hand, kill -9; everything it had said."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        told, pid, timer = Told(), 0, None
        self._process.stdin.write(f"{address} {CLIENTS} {seed}\n")
        self._process.stdin.flush()
        for line in self._process.stdout:
            word, first, second = line.rsplit(" ", 2)
            if word == "born":
                pid = int(first)
            elif word == "dead":
                assert os.waitstatus_to_exitcode(int(second)) == -signal.SIGKILL, "it died of something else"
                return told
            else:
                told.hear(word, int(first), int(second))
            if told.acknowledged and timer is None:
                if also is not None:
                    also()
                timer = threading.Timer(seconds, os.kill, (pid, signal.SIGKILL))
                timer.start()
        raise AssertionError("the workloads are gone")

    def close(self) -> None:
        """No more workloads."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()


def _strike(told: Told, what: str) -> None:
    """Kill -9 what a workload has said it consists of."""
    for each in {"room": ("room",), "writer": ("writer",), "both": ("writer", "room"), "and both": ("room", "writer")}[
        what
    ]:
        with contextlib.suppress(ProcessLookupError):  # a writer that died was not replaced yet
            os.kill(getattr(told, each), signal.SIGKILL)


def hold_against(address: str, told: Told, score: Score) -> None:
    """Nothing acknowledged is lost, nothing is there that was never tried, nothing is half there or there twice."""
    assert told.odd == []
    store = open_store(address)
    try:
        for client in range(CLIENTS):
            written = played(store, client)
            acknowledged, tried = told.acknowledged.get(client, 0), told.tried.get(client, written)
            assert acknowledged <= written <= tried, f"table {client}: {acknowledged} <= {written} <= {tried}"
            score.in_flight_written += tried > acknowledged and written == tried
            score.in_flight_lost += tried > acknowledged and written < tried
            score.hands = max(score.hands, written)
            assert_whole(store, client)
    finally:
        store.close()


def audit(address: str) -> None:
    """The whole check: chains, balances, trial balance."""
    store = open_store(address)
    try:
        assert list(check(store)) == []
    finally:
        store.close()


def _begin(address: str, kills: int, seed: int) -> tuple[random.Random, Score]:
    """Money for every table, the dice of a campaign, and a score of nothing."""
    print(f"campaign of {kills} kills, seed {seed}")  # noqa: T201 - shown when it fails
    store = open_store(address)
    fund(store, CLIENTS)
    store.close()
    return random.Random(seed), Score()  # noqa: S311 - not for cards


def campaign(address: str, kills: int, seed: int, *options: str, server: RealServer | None = None) -> Score:
    """
    Kill the workload that many times, looking after each; with a server, every other time the server first.

    The seed is printed with a failure, and gives the same delays; what the machine does in them is its own.
    """
    dice, score = _begin(address, kills, seed)
    nursery = Nursery(*options)
    for round_number in range(kills):
        also = server.kill_and_restart if server is not None and round_number % 2 else None
        told = nursery.kill_soon(address, seed + round_number, dice.random() * 0.15, also)
        hold_against(address, told, score)
        score.kills += 1
        if round_number % 100 == 99:
            audit(address)
    nursery.close()
    audit(address)
    assert score.in_flight_written + score.in_flight_lost > 0, "no kill met a commit in flight"
    return score


def campaign_apart(address: str, kills: int, seed: int, *options: str, server: RealServer | None = None) -> Score:
    """
    Kill writers, rooms and both at once, that many processes or pairs in all; looking after each room's death.

    A round is a room: up to four writers are killed under it, then the room, or the room and its writer together. With a
    server, every other round has its death too.
    """
    dice, score = _begin(address, kills, seed)
    nursery = Nursery("--writer", *options)
    for round_number in itertools.count():
        if score.kills >= kills:
            break
        blows = [(dice.random() * 0.3, "writer") for _ in range(dice.randrange(5))]
        blows.append((0.3 + dice.random() * 0.1, dice.choice(["room", "both", "and both"])))
        also = server.kill_and_restart if server is not None and round_number % 2 else None
        told = nursery.kill_apart(address, seed + round_number, blows, also)
        hold_against(address, told, score)
        score.kills += len(blows)
        if round_number % 50 == 49:
            audit(address)
    nursery.close()
    audit(address)
    assert score.in_flight_written + score.in_flight_lost > 0, "no kill met a commit in flight"
    return score
