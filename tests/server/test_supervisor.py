"""The supervisor: what it does when a room or a writer dies, when it is told to stop, and when it is killed itself."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import psutil  # type: ignore[import-untyped]  # it ships no types
import pytest

from tests.contracts.units import PATIENCE, until


class Program:
    """A program under a supervisor, in a process group of its own, as a shell starts it."""

    def __init__(self, room: str, stop_seconds: float = PATIENCE, gateways: int = 0) -> None:
        command = [sys.executable, "-m", "tests.server.supervised", room, str(stop_seconds)]
        command += [str(gateways)] if gateways else []
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, process_group=0
        )
        self.port = int(self.next("port")[0])

    def next(self, word: str) -> list[str]:
        """What follows the next line that begins with a word; lines before it are passed over."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            first, *rest = line.split()
            if first == word:
                return rest
        raise AssertionError(f"it ended without {word}: {self.errors()}")

    def ask(self, what: bytes) -> int:
        """Which process answers at its port."""
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE) as wire:
            wire.sendall(what)
            return int(wire.recv(100))

    def errors(self) -> str:
        """Everything it logged, once it has ended."""
        assert self.process.stderr is not None
        return self.process.stderr.read()

    def status(self) -> int:
        """What it ends with."""
        return self.process.wait(PATIENCE)


@contextmanager
def started(room: str, stop_seconds: float = PATIENCE, gateways: int = 0) -> Iterator[Program]:
    program = Program(room, stop_seconds, gateways)
    try:
        yield program
    finally:
        program.process.kill()
        program.process.communicate()


def is_gone(pid: int) -> bool:
    return not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE


def test_a_room_that_is_killed_is_followed_by_another_at_the_same_port_and_nobody_is_refused() -> None:
    with started("play") as program:
        first, *drawn = program.next("room")
        writer = int(program.next("writer")[0])
        assert program.ask(b"who") == int(first)
        os.kill(int(first), signal.SIGKILL)
        answered = program.ask(b"who")  # at once: the socket never closed
        second, *drawn_again = program.next("room")

        assert answered == int(second) != int(first)
        assert not set(drawn) & set(drawn_again), "chance is shared over a fork"
        assert is_gone(writer)
        assert int(program.next("writer")[0]) != writer


def test_a_room_that_is_killed_again_and_again_is_given_up_with_the_signal() -> None:
    with started("die") as program:
        assert program.status() == 128 + signal.SIGKILL
        assert program.process.stdout is not None
        assert len(program.process.stdout.readlines()) == 5
        assert "given up" in program.errors()


def test_a_room_that_ends_by_itself_ends_the_program_with_its_status() -> None:
    with started("fail") as program:
        assert program.status() == 3
        assert program.process.stdout is not None
        assert len(program.process.stdout.readlines()) == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_to_all_processes_is_counted_once_and_the_second_stops_at_once(number: signal.Signals) -> None:
    """A terminal sends Ctrl-C to the whole group, and so does a service manager."""
    with started("play") as program:
        program.next("room")
        writer = program.next("writer")
        os.killpg(program.process.pid, number)
        assert program.next("told") == ["soon"]
        os.killpg(program.process.pid, number)
        assert program.next("told") == ["now"]

        assert program.next("hung-up") == writer  # it has outlived both signals, and ended when the room did
        assert program.status() == 0
        assert "told" not in program.process.communicate()[0]


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, -signal.SIGTERM), (signal.SIGINT, 0)])
def test_a_signal_before_the_room_hears_any_ends_the_program_as_if_it_were_one_process(
    number: signal.Signals, status: int
) -> None:
    with started("stay_deaf") as program:
        program.next("room")
        program.process.send_signal(number)

        assert program.status() == status


def test_a_room_that_does_not_stop_in_time_is_killed() -> None:
    with started("play", stop_seconds=0.05) as program:
        program.next("room")
        program.process.send_signal(signal.SIGTERM)

        assert program.status() == 128 + signal.SIGKILL
        assert "did not end" in program.errors()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere children notice by themselves that they are orphans")
def test_with_the_supervisor_everything_ends() -> None:
    with started("play") as program:
        room, writer = int(program.next("room")[0]), int(program.next("writer")[0])
        program.process.kill()

        until(lambda: is_gone(room) and is_gone(writer))
        with socket.create_server(("127.0.0.1", program.port)):
            pass


def test_a_writer_that_dies_is_replaced_and_one_that_is_stopped_can_be() -> None:
    with started("play") as program:
        room = int(program.next("room")[0])
        first = int(program.next("writer")[0])
        os.kill(first, signal.SIGKILL)
        second = int(program.next("writer")[0])
        os.kill(second, signal.SIGSTOP)
        assert program.ask(b"replace") == room

        assert int(program.next("writer")[0]) not in (first, second)
        assert is_gone(second)
        assert program.ask(b"who") == room


def begun(program: Program, gateways: int) -> tuple[int, dict[str, int]]:
    """The processes of the room and of the gateways, which begin at once and in no order."""
    room = 0
    found: dict[str, int] = {}
    assert program.process.stdout is not None
    while not room or len(found) < gateways:
        first, *rest = program.process.stdout.readline().split()
        if first == "room":
            room = int(rest[0])
        elif first == "gateway":
            found[rest[0]] = int(rest[1])
    return room, found


def test_a_gateway_that_is_killed_or_stands_still_is_replaced_and_the_others_are_left_alone() -> None:
    with started("play", gateways=2) as program:
        _, first = begun(program, 2)
        assert set(first) == {"0", "1"}
        os.kill(first["0"], signal.SIGKILL)
        assert program.next("gateway")[0] == "0"
        os.kill(first["1"], signal.SIGSTOP)
        program.ask(b"replace gateway")
        assert program.next("gateway")[0] == "1"
        assert is_gone(first["1"])


def test_gateways_outlive_a_room_that_is_killed_and_end_after_the_last_one() -> None:
    with started("play", gateways=2) as program:
        room, gateways = begun(program, 2)
        os.kill(room, signal.SIGKILL)
        program.next("room")
        assert not any(is_gone(each) for each in gateways.values())
        program.process.send_signal(signal.SIGTERM)
        program.next("told")
        assert not any(is_gone(each) for each in gateways.values())  # hands under way are played through them
        program.process.send_signal(signal.SIGTERM)
        ended = {program.next("gateway-ended")[0] for _ in range(2)}

        assert ended == {"0", "1"}
        assert program.status() == 0


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere children notice by themselves that they are orphans")
def test_with_the_supervisor_gateways_end() -> None:
    with started("play", gateways=1) as program:
        _, gateways = begun(program, 1)
        program.process.kill()

        until(lambda: is_gone(gateways["0"]))
