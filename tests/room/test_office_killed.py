"""kill -9 between request, signature and commit, people who decide in the same instant, and a process that wakes up too late."""

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fairdeal.bank.house import StaffId
from fairdeal.kernel import Duration, Rejection, seconds
from fairdeal.office.docket.commands import Deny, SetRoles, Sign, Withdraw
from fairdeal.office.docket.events import Done
from fairdeal.office.docket.state import STREAM
from fairdeal.office.roles import Role
from fairdeal.room.office.codecs import CODED
from fairdeal.storage.archive import Archive
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.opening import open_store
from fairdeal.storage.verify.check import check
from fairdeal.testing.journal import SimJournal
from tests.room.test_office import CREDIT, FIFTY, FRANK, KEYED, SIGRID, TEN, House


def child(work: Callable[[int], None]) -> tuple[int, int]:
    """A process of its own that does this; its id, and the end of a pipe on which it says that it begins."""
    reads, writes = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(reads)
        try:
            work(writes)
        finally:
            os._exit(0)
    os.close(writes)
    return process, reads


def opened(path: Path) -> Archive:
    return open_store(f"sqlite:///{path}", KEYED)


def done_deeds(store: Archive) -> int:
    return sum(isinstance(CODED.decode_event(data), Done) for _, _, data in store.entries(STREAM, 0))


def both(house: House, number: int, say: Callable[[], object] = lambda: None) -> None:
    """One asks and the other signs, each with a key of their own; whoever got no answer does the same again."""
    ask = house.ask(CREDIT, f"q{number}")
    say()
    assert house.office(ask, f"ask {number}") is None
    say()
    assert house.office(Sign(f"q{number}", FRANK, ask.seen), f"sign {number}") is None
    say()


def killed(path: Path, times: int, seed: int) -> list[int]:
    """Kill a house so often while a credit is asked for and signed; how often nothing was asked by then, or asked, or done."""
    chance, spread, longest = Random(seed), [0, 0, 0], 0.01  # noqa: S311 - a sample
    store = opened(path)
    House(store).staff()
    store.close()
    for number in range(times):

        def work(pipe: int, number: int = number) -> None:
            kept = opened(path)
            both(House(kept, 1_800_000_000_000 + number * 10_000), number, lambda: os.write(pipe, b"x"))
            signal.pause()

        process, pipe = child(work)
        for _ in range(1 + number % 3):  # before it was asked for, between request and signature, after both
            assert os.read(pipe, 1) == b"x"
        began = time.monotonic()
        while time.monotonic() - began < chance.random() * longest:
            pass
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        os.close(pipe)
        store = opened(path)
        house = House(store, 1_800_000_000_000 + number * 10_000 + 5_000)
        was_done = done_deeds(store) - number
        assert was_done in (0, 1)
        spread[2 if was_done else len(house.room.docket.open)] += 1
        assert house.held() == FIFTY + TEN * (number + was_done), "money moved with its signature, or not at all"
        both(house, number)
        assert (done_deeds(store), house.held()) == (number + 1, FIFTY + TEN * (number + 1))
        assert house.room.docket.open == ()
        store.close()
    store = opened(path)
    assert check(store) == []
    store.close()
    return spread


def test_a_killed_house_carries_a_deed_out_once_or_not_at_all(tmp_path: Path) -> None:
    assert sum(killed(tmp_path / "room.db", 6, 1)) == 6


@pytest.mark.soak
def test_a_house_that_is_killed_three_hundred_times_carries_every_deed_out_once(tmp_path: Path) -> None:
    spread = killed(tmp_path / "room.db", 300, 2)

    assert sum(spread) == 300
    assert min(spread) > 10, f"killed before it was asked for, between request and signature, and after both: {spread}"


# ---- the same instant

FIVE = tuple(StaffId(f"frank{number}") for number in range(5))


@pytest.mark.parametrize("seed", range(6))
def test_of_all_who_decide_in_the_same_instant_one_does(seed: int) -> None:
    house = House(MemoryStore()).staff()
    for each in FIVE:
        assert house.office(SetRoles(each, (Role.FINANCE,), "console")) is None
    ask = house.ask(CREDIT)
    assert house.office(ask) is None
    commands: list[Any] = [Sign("q1", each, ask.seen) for each in FIVE[:3]]
    commands += [Deny("q1", FIVE[3], "no"), Withdraw("q1", SIGRID)]
    Random(seed).shuffle(commands)  # noqa: S311 - a sample
    answers: list[Rejection | None] = []

    for command in commands:
        house.room.office(command, answers.append)
    house.clock.advance(0)

    assert sorted("done" if each is None else each.code for each in answers) == ["done", *["no_such_request"] * 4]
    won = commands[answers.index(None)]
    assert house.held() == (FIFTY + TEN if isinstance(won, Sign) else FIFTY)
    assert house.room.docket.open == ()


# ---- a process that slept between signature and commit


def test_a_process_that_wakes_up_too_late_writes_nothing() -> None:
    store = MemoryStore()
    first = House(store).staff()
    ask = first.ask(CREDIT)
    assert first.office(ask) is None
    late: list[object] = []
    assert isinstance(first.journal, SimJournal)
    first.journal._latency = lambda: Duration(seconds(30))
    first.room.office(Sign("q1", FRANK, ask.seen), late.append)  # decided, and not written yet

    second = House(store, first.clock.now() + seconds(10))
    assert second.office(Sign("q1", FRANK, ask.seen)) is None
    first.clock.advance(seconds(60))

    assert late != [None], "nobody is told that it was done by the first"
    assert (second.held(), done_deeds(store)) == (FIFTY + TEN, 1)
    assert check(store) == []


def test_a_process_that_is_stopped_between_signature_and_commit_writes_nothing_when_it_goes_on(tmp_path: Path) -> None:
    """SIGSTOP where the decision is made and the database not yet asked; meanwhile another takes the room over, and signs."""
    path = tmp_path / "room.db"
    store = opened(path)
    house = House(store).staff()
    ask = house.ask(CREDIT)
    assert house.office(ask) is None
    store.close()

    def work(pipe: int) -> None:
        kept = opened(path)
        sleeper = House(kept, 1_800_000_001_000)
        commit = kept.commit

        def late(units: Any) -> Any:
            os.kill(os.getpid(), signal.SIGSTOP)
            return commit(units)

        kept.commit = late  # type: ignore[method-assign]
        answers: list[Any] = []
        with suppress(Exception):
            sleeper.room.office(Sign("q1", FRANK, ask.seen), answers.append)
            sleeper.clock.advance(0)
        os.write(pipe, b"1" if None in answers else b"0")  # whether somebody was told that it was done

    process, pipe = child(work)
    assert os.WIFSTOPPED(os.waitpid(process, os.WUNTRACED)[1])
    store = opened(path)
    second = House(store, 1_800_000_002_000)
    assert (done_deeds(store), second.held()) == (0, FIFTY)
    assert second.office(Sign("q1", FRANK, ask.seen)) is None
    os.kill(process, signal.SIGCONT)
    told = os.read(pipe, 1)
    os.waitpid(process, 0)
    os.close(pipe)

    assert told == b"0"
    assert (done_deeds(store), second.held()) == (1, FIFTY + TEN)
    assert check(store) == []
    store.close()
