"""Group commit: many writers, one thread, one answer each."""

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

import psycopg
import pytest

from fairdeal.kernel import Rejection, StreamId
from fairdeal.storage.archive import Archive
from fairdeal.storage.committer import Committer
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.opening import open_store
from fairdeal.storage.port import (
    Clash,
    Committed,
    Outcome,
    Refusal,
    StoreBusy,
    StoreClosed,
    StoreError,
    StoreFull,
    StoreUnavailable,
    Unit,
)
from fairdeal.storage.sql.checkpoint import Checkpointer
from fairdeal.storage.sql.sqlite import SqliteDatabase, SqliteWriter
from fairdeal.storage.sql.store import SqlStore
from tests.contracts.postgres import clean_database
from tests.contracts.units import PATIENCE, Desk, append, record, until
from tests.storage.proxy import Proxy


class Gate(MemoryStore):
    """A store whose disk can be made to wait; it remembers how large the groups were."""

    def __init__(self) -> None:
        super().__init__()
        self.groups: list[int] = []
        self.entered = threading.Semaphore(0)
        self.is_open = threading.Event()
        self.is_open.set()

    def commit(self, units: Sequence[Unit]) -> list[Outcome]:
        self.entered.release()
        if not self.is_open.wait(PATIENCE):
            self.is_open.set()  # a test that failed must not keep the others waiting
            raise AssertionError("the gate was never opened")
        self.groups.append(len(units))
        return super().commit(units)


@pytest.fixture
def gate() -> Gate:
    return Gate()


@pytest.fixture
def desk(gate: Gate) -> Desk:
    return Desk(gate)


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(32) as pool:
        yield pool


def events(desk: Desk, count: int) -> list[Unit]:
    return [desk.unit(append(f"cash:{number}", 0)) for number in range(count)]


def queue_behind(
    gate: Gate, committer: Committer, units: Sequence[Unit], pool: ThreadPoolExecutor
) -> list[Future[Outcome]]:
    """Let the first unit stand at the closed gate, and the others wait behind it."""
    gate.is_open.clear()
    answers = [pool.submit(committer.commit, units[0])]
    assert gate.entered.acquire(timeout=PATIENCE)
    answers += [pool.submit(committer.commit, unit) for unit in units[1:]]
    until(lambda: committer.waiting == len(units) - 1)
    return answers


def test_a_lone_unit_is_written_at_once(gate: Gate, desk: Desk) -> None:
    with Committer(gate) as committer:
        outcomes = [committer.commit(unit) for unit in events(desk, 3)]

    assert outcomes == [Committed((1,))] * 3
    assert gate.groups == [1, 1, 1]


def test_what_waits_while_the_disk_is_busy_is_one_group(gate: Gate, desk: Desk, pool: ThreadPoolExecutor) -> None:
    with Committer(gate) as committer:
        answers = queue_behind(gate, committer, events(desk, 20), pool)
        gate.is_open.set()
        outcomes = [answer.result(PATIENCE) for answer in answers]

    assert outcomes == [Committed((1,))] * 20
    assert gate.groups == [1, 19]


def test_a_group_has_a_limit(gate: Gate, desk: Desk, pool: ThreadPoolExecutor) -> None:
    with Committer(gate, group_max=8) as committer:
        answers = queue_behind(gate, committer, events(desk, 20), pool)
        gate.is_open.set()
        assert all(answer.result(PATIENCE) == Committed((1,)) for answer in answers)

    assert gate.groups == [1, 8, 8, 3]


def test_each_writer_gets_its_own_answer(gate: Gate, desk: Desk, pool: ThreadPoolExecutor) -> None:
    units = [desk.unit(append("cash:T1", after)) for after in (0, 1, 7, 2)]
    with Committer(gate) as committer:
        gate.is_open.clear()
        first = pool.submit(committer.commit, units[0])
        assert gate.entered.acquire(timeout=PATIENCE)
        answers = [first]
        for place, unit in enumerate(units[1:]):  # one after another, so that their order is known
            answers.append(pool.submit(committer.commit, unit))
            until(lambda: committer.waiting > place)  # noqa: B023 - asked at once
        gate.is_open.set()
        outcomes = [answer.result(PATIENCE) for answer in answers]

    assert outcomes[:2] == [Committed((1,)), Committed((2,))]
    assert isinstance(outcomes[2], Rejection)
    assert outcomes[2].code == Refusal.STALE_VERSION
    assert outcomes[3] == Committed((3,))


def test_a_full_queue_refuses_and_recovers(gate: Gate, desk: Desk, pool: ThreadPoolExecutor) -> None:
    units = events(desk, 7)
    with Committer(gate, waiting_max=5) as committer:
        answers = queue_behind(gate, committer, units[:6], pool)
        with pytest.raises(StoreBusy, match="5 units wait"):
            committer.commit(units[6], timeout=PATIENCE)
        gate.is_open.set()
        assert all(answer.result(PATIENCE) == Committed((1,)) for answer in answers)
        assert committer.commit(units[6]) == Committed((1,))


def test_closing_writes_what_waits_and_takes_nothing_new(gate: Gate, desk: Desk, pool: ThreadPoolExecutor) -> None:
    units = events(desk, 6)
    committer = Committer(gate)
    answers = queue_behind(gate, committer, units[:5], pool)
    closing = pool.submit(committer.close)
    until(lambda: committer.is_closed)

    with pytest.raises(StoreClosed):
        committer.commit(units[5], timeout=PATIENCE)
    gate.is_open.set()
    closing.result(PATIENCE)

    assert [answer.result(PATIENCE) for answer in answers] == [Committed((1,))] * 5
    committer.close()


def test_a_writer_that_stops_waiting_does_not_take_its_unit_back(gate: Gate, desk: Desk) -> None:
    gate.is_open.clear()
    with Committer(gate) as committer:
        with pytest.raises(StoreUnavailable, match=r"0\.01 seconds"):
            committer.commit(desk.unit(append("cash:T1", 0)), timeout=0.01)
        gate.is_open.set()

    assert gate.load(StreamId("cash:T1")).version == 1


def test_one_unit_that_spoils_the_group_fails_alone(gate: Gate, desk: Desk, pool: ThreadPoolExecutor) -> None:
    units = [desk.unit(append(f"cash:{n}", 0, record=record(f"h{n}", 1, table=f"T{n}"))) for n in range(6)]
    units[3] = desk.unit(append("cash:3", 0, record=record("h0", 1, table="T3")))
    units[4] = cast("Unit", None)  # a mistake of a caller
    with Committer(gate) as committer:
        answers = queue_behind(gate, committer, units, pool)
        gate.is_open.set()
        with pytest.raises(Clash):
            answers[3].result(PATIENCE)
        with pytest.raises(StoreError, match="unexpected: AttributeError"):
            answers[4].result(PATIENCE)
        assert [answers[place].result(PATIENCE) for place in (0, 1, 2, 5)] == [Committed((1,))] * 4


class CountingLoop(asyncio.SelectorEventLoop):
    """An event loop that counts how often another thread woke it."""

    woken = 0

    def call_soon_threadsafe(self, *args: Any, **more: Any) -> asyncio.Handle:  # type: ignore[override]
        self.woken += 1
        return super().call_soon_threadsafe(*args, **more)


def test_tasks_of_a_loop_are_answered_with_one_call_a_group(gate: Gate, desk: Desk) -> None:
    units = events(desk, 200)
    loop = CountingLoop()

    async def commit_all(committer: Committer) -> list[Outcome]:
        gate.is_open.clear()
        tasks = [asyncio.ensure_future(committer.commit_async(unit)) for unit in units]
        await asyncio.sleep(0)  # all of them are in the queue
        gate.is_open.set()
        return await asyncio.gather(*tasks)

    with Committer(gate) as committer:
        outcomes = loop.run_until_complete(commit_all(committer))
    loop.close()

    assert outcomes == [Committed((1,))] * 200
    assert sum(gate.groups) == 200
    assert loop.woken == len(gate.groups) <= 3


def test_a_task_that_is_cancelled_disturbs_nobody(gate: Gate, desk: Desk) -> None:
    async def cancel_one(committer: Committer) -> Outcome:
        gate.is_open.clear()
        first, second = (asyncio.ensure_future(committer.commit_async(unit)) for unit in events(desk, 2))
        await asyncio.sleep(0)
        first.cancel()
        gate.is_open.set()
        return await second

    with Committer(gate) as committer:
        assert asyncio.run(cancel_one(committer)) == Committed((1,))

    assert gate.streams("cash") == ["cash:0", "cash:1"]


def test_one_answer_that_is_not_taken_does_not_keep_the_others_from_theirs(
    gate: Gate, desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    def stumble(_: object) -> None:
        raise RuntimeError("stumbled")

    async def listen(committer: Committer, answer: asyncio.Future[object]) -> object:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: caught.append(context["exception"]))
        gate.is_open.clear()
        committer.submit(first, stumble, loop)
        committer.submit(second, answer.set_result, loop)
        gate.is_open.set()
        return await answer

    first, second, third, fourth = events(desk, 4)
    caught: list[Exception] = []
    loop = asyncio.new_event_loop()
    with Committer(gate) as committer:
        assert loop.run_until_complete(listen(committer, loop.create_future())) == Committed((1,))
        committer.submit(third, stumble)
        assert committer.commit(fourth) == Committed((1,))
    loop.close()

    assert [str(error) for error in caught] == ["stumbled"]
    assert [entry.message for entry in caplog.records] == ["an answer was not taken"]


def test_a_loop_that_is_gone_does_not_stop_the_thread(gate: Gate, desk: Desk) -> None:
    first, second = events(desk, 2)
    gate.is_open.clear()
    with Committer(gate) as committer:

        async def walk_away() -> None:
            task = asyncio.ensure_future(committer.commit_async(first))
            await asyncio.sleep(0)
            assert not task.done()

        asyncio.run(walk_away())
        gate.is_open.set()
        assert committer.commit(second, timeout=PATIENCE) == Committed((1,))

    assert gate.streams("cash") == ["cash:0", "cash:1"]


class Clock:
    """Time that passes only while somebody pauses."""

    def __init__(self, when_paused: Callable[[int], None] | None = None) -> None:
        self.now = 0.0
        self.pauses: list[float] = []
        self._when_paused = when_paused

    def __call__(self) -> float:
        return self.now

    def pause(self, seconds: float) -> None:
        self.now += seconds
        self.pauses.append(seconds)
        if self._when_paused is not None:
            self._when_paused(len(self.pauses))


def test_a_database_that_is_gone_is_tried_again_with_growing_pauses(proxy: Proxy, distant_store: Archive) -> None:
    def come_back(pauses: int) -> None:
        proxy.is_down = pauses < 4

    desk, clock = Desk(distant_store), Clock(come_back)
    with Committer(distant_store, clock=clock, pause=clock.pause) as committer:
        proxy.is_down = True
        proxy.cut()
        assert committer.commit(desk.unit(append("cash:T1", 0))) == Committed((1,))

    assert clock.pauses == [0.02, 0.04, 0.08, 0.16]


def test_after_the_deadline_all_of_the_group_is_told_and_the_next_group_tries_afresh(
    proxy: Proxy, distant_store: Archive
) -> None:
    desk, clock = Desk(distant_store), Clock()
    units = events(desk, 3)

    async def commit_all(committer: Committer) -> list[Outcome | BaseException]:
        return await asyncio.gather(*map(committer.commit_async, units), return_exceptions=True)

    with Committer(distant_store, give_up_seconds=1.0, clock=clock, pause=clock.pause) as committer:
        proxy.is_down = True
        proxy.cut()
        failed = asyncio.run(commit_all(committer))
        proxy.is_down = False
        outcomes = asyncio.run(commit_all(committer))

    assert [type(each) for each in failed] == [StoreUnavailable] * 3
    assert 1.0 <= clock.now < 2.1  # one group, or the first unit alone and then the rest
    assert outcomes == [Committed((1,))] * 3


class SmallDisk(SqliteDatabase):
    """A file that may only grow so far."""

    def __init__(self, path: Path, pages: int) -> None:
        super().__init__(path)
        self._pages = pages

    def writer(self) -> SqliteWriter:
        session = self._connect()
        session.execute(f"PRAGMA max_page_count = {self._pages}")
        self.session = session
        return SqliteWriter(session, Checkpointer(self._path))


def test_a_full_disk_writes_nothing_and_works_again_once_there_is_room(file: Path) -> None:
    open_store(f"sqlite:///{file}").close()
    disk = SmallDisk(file, pages=60)
    store = SqlStore(disk)
    desk = Desk(store)
    large = desk.unit(append("cash:T1", 0, bytes(1_000_000)), append("log:1", 0))

    with Committer(store) as committer:
        with pytest.raises(StoreFull):
            committer.commit(large)
        assert store.streams("cash") == store.streams("log") == []
        assert committer.commit(desk.unit(append("cash:T2", 0))) == Committed((1,))
        disk.session.execute("PRAGMA max_page_count = 100000")
        assert committer.commit(large) == Committed((1, 1))
    store.close()


def test_a_full_disk_of_a_server() -> None:
    address = clean_database()
    desk = Desk(open_store(address))
    with psycopg.connect(address, autocommit=True) as session:
        session.execute(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql "
            "AS $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END $$"
        )
        session.execute("CREATE TRIGGER full_disk BEFORE INSERT ON entries EXECUTE FUNCTION full_disk()")
        try:
            with Committer(desk.store) as committer, pytest.raises(StoreFull, match="no space left"):
                committer.commit(desk.unit(append("cash:T1", 0)))
        finally:
            session.execute("DROP FUNCTION full_disk CASCADE")

    assert desk.store.streams("cash") == []
    desk.must(desk.unit(append("cash:T1", 0)))
    desk.store.close()


def test_closing_gives_a_database_that_is_gone_up_early_and_tells_everybody(
    proxy: Proxy, distant_store: Archive, pool: ThreadPoolExecutor
) -> None:
    """A stop must not wait as long for a database as play does."""
    desk = Desk(distant_store)
    proxy.is_down = True
    proxy.cut()
    committer = Committer(distant_store, group_max=1, give_up_seconds=10 * PATIENCE, close_seconds=0.1)
    waiting = [pool.submit(committer.commit, desk.unit(append(f"cash:{number}", 0))) for number in range(3)]
    until(lambda: committer.waiting == 2)

    assert pool.submit(committer.close).result(PATIENCE)

    for each in waiting:
        with pytest.raises(StoreUnavailable):
            each.result(PATIENCE)


def test_closing_leaves_a_call_alone_that_never_returns(gate: Gate, desk: Desk, pool: ThreadPoolExecutor) -> None:
    gate.is_open.clear()
    committer = Committer(gate, close_seconds=0.05)
    waiting = pool.submit(committer.commit, desk.unit(append("cash:1", 0)))
    assert gate.entered.acquire(timeout=PATIENCE)

    assert not pool.submit(committer.close).result(PATIENCE)

    gate.is_open.set()
    assert isinstance(waiting.result(PATIENCE), Committed)


def test_closing_waits_for_a_slow_disk_as_long_as_it_writes(gate: Gate, desk: Desk, pool: ThreadPoolExecutor) -> None:
    committer = Committer(gate, group_max=1, close_seconds=0.05)
    written = queue_behind(gate, committer, events(desk, 8), pool)
    closing = pool.submit(committer.close)
    gate.is_open.set()

    assert closing.result(PATIENCE)
    assert [type(each.result(PATIENCE)) for each in written] == [Committed] * 8
