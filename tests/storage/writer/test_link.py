"""The room's end of a writer: order, limits, and nothing lost or doubled when the writer dies, stops or never comes."""

import asyncio
import socket
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from fairdeal.kernel import Instant, Rejection, StreamId
from fairdeal.storage.anchors import Anchorer, anchors_written, close_chains
from fairdeal.storage.chain import ChainHasher
from fairdeal.storage.commit_queue import Answer, CommitQueue
from fairdeal.storage.committer import Committer
from fairdeal.storage.port import Committed, Refusal, StoreBusy, StoreClosed, StoreError, StoreUnavailable, Unit
from fairdeal.storage.verify.check import check
from fairdeal.storage.writer import link as linking
from fairdeal.storage.writer.link import WriterLink
from tests.contracts.units import PATIENCE, Desk, append
from tests.storage.writer.threads import Gate, ThreadWriters, closed


def run(story: Coroutine[Any, Any, None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(PATIENCE):
            await story

    asyncio.run(bounded())


async def until(holds: Callable[[], Any]) -> None:
    """Wait for something that another thread does."""
    while not holds():
        await asyncio.sleep(0.001)


def events(desk: Desk, count: int, size: int = 5) -> list[Unit]:
    return [desk.unit(append(f"cash:{number}", 0, bytes(size))) for number in range(count)]


def submit_all(link: WriterLink, units: list[Unit]) -> list[Answer]:
    """Submit units; the answers, as they come."""
    came: list[Answer] = []
    for unit in units:
        link.submit(unit, came.append)
    return came


def test_both_kinds_of_queue_keep_the_same_promise() -> None:
    kinds: list[type[CommitQueue]] = [Committer, WriterLink]
    promised = {name for name in dir(CommitQueue) if not name.startswith("_")}

    for kind in kinds:
        assert promised - set(dir(kind)) <= {"is_closed", "restarts"}, kind  # those two are values of each object


def test_what_waits_while_the_disk_is_busy_is_one_group_and_is_answered_at_once_and_in_order() -> None:
    async def story() -> None:
        gate = Gate()
        link = WriterLink(asyncio.get_running_loop(), ThreadWriters(gate))
        units = events(Desk(gate), 20)
        gate.is_open.clear()
        came: list[tuple[int, int]] = []
        turns = 0

        def count_turns() -> None:
            nonlocal turns
            turns += 1
            if len(came) < len(units):
                asyncio.get_running_loop().call_soon(count_turns)

        link.submit(units[0], lambda _: came.append((0, turns)))
        await until(lambda: gate.entered.acquire(blocking=False))
        for number, unit in enumerate(units[1:], 1):
            link.submit(unit, lambda _, number=number: came.append((number, turns)))  # type: ignore[misc]
        assert link.waiting == 20
        count_turns()
        gate.is_open.set()
        await until(lambda: len(came) == 20)

        assert gate.groups == [1, 19]
        assert [number for number, _ in came] == list(range(20))
        assert len({turn for _, turn in came[1:]}) == 1
        assert link.waiting == 0
        assert await closed(link)

    run(story())


def test_more_than_a_group_comes_as_several_and_more_than_the_socket_holds_comes_whole() -> None:
    async def story() -> None:
        gate = Gate()
        link = WriterLink(asyncio.get_running_loop(), ThreadWriters(gate, group_max=8))
        units = [*events(Desk(gate), 30, size=100_000)]
        came = submit_all(link, units)
        await until(lambda: len(came) == 30)

        assert came == [Committed((1,))] * 30
        assert max(gate.groups) <= 8
        loaded = [gate.load(StreamId(f"cash:{number}")).events for number in range(30)]
        assert loaded == [(bytes(100_000),)] * 30
        assert await closed(link)

    run(story())


def test_a_frame_larger_than_every_limit_goes_alone() -> None:
    async def story() -> None:
        gate = Gate()
        link = WriterLink(asyncio.get_running_loop(), ThreadWriters(gate), waiting_bytes_max=1_000)
        large, small = Desk(gate).unit(append("cash:1", 0, bytes(5_000_000))), events(Desk(gate, "other"), 1)[0]

        came = submit_all(link, [large])
        with pytest.raises(StoreBusy, match="1000 bytes wait"):
            link.submit(small, came.append)
        await until(lambda: came)
        assert await link.commit_async(small) == Committed((1,))
        assert await closed(link)

    run(story())


def test_a_full_queue_refuses_and_recovers() -> None:
    async def story() -> None:
        gate = Gate()
        link = WriterLink(asyncio.get_running_loop(), ThreadWriters(gate), waiting_max=5)
        units = events(Desk(gate), 6)
        gate.is_open.clear()
        came = submit_all(link, units[:5])
        with pytest.raises(StoreBusy, match="5 units wait"):
            link.submit(units[5], came.append)
        gate.is_open.set()
        await until(lambda: len(came) == 5)

        assert await link.commit_async(units[5]) == Committed((1,))
        assert await closed(link)

    run(story())


def test_another_thread_gets_its_answer_and_its_refusals() -> None:
    async def story() -> None:
        gate = Gate()
        link = WriterLink(asyncio.get_running_loop(), ThreadWriters(gate), waiting_max=1)
        first, second, third = events(Desk(gate), 3)
        assert await asyncio.to_thread(link.commit, first) == Committed((1,))
        gate.is_open.clear()
        with pytest.raises(StoreUnavailable, match=r"0\.01 seconds"):
            await asyncio.to_thread(link.commit, second, 0.01)
        with pytest.raises(StoreBusy):
            await asyncio.to_thread(link.commit, third)
        gate.is_open.set()
        assert await closed(link)
        with pytest.raises(StoreClosed):
            await asyncio.to_thread(link.commit, third)

        assert gate.load(StreamId("cash:1")).version == 1

    run(story())


def test_one_unit_that_is_none_fails_alone() -> None:
    async def story() -> None:
        gate = Gate()
        link = WriterLink(asyncio.get_running_loop(), ThreadWriters(gate))
        desk = Desk(gate)
        good = events(desk, 2)
        desk.now = Instant(1 << 80)
        came = submit_all(link, [good[0], None, good[1], desk.unit(append("cash:9", 0))])  # type: ignore[list-item]
        await until(lambda: len(came) == 4)

        (unframable,) = [each for each in came if isinstance(each, Rejection)]
        assert unframable.code == Refusal.MALFORMED
        came.remove(unframable)
        assert (came[0], came[2]) == (Committed((1,)), Committed((1,)))
        assert isinstance(came[1], StoreError)
        assert await closed(link)

    run(story())


def test_an_answer_that_is_not_taken_does_not_keep_the_others_from_theirs() -> None:
    async def story() -> None:
        gate, loop = Gate(), asyncio.get_running_loop()
        caught: list[Exception] = []
        loop.set_exception_handler(lambda _, context: caught.append(context["exception"]))
        link = WriterLink(loop, ThreadWriters(gate))
        first, second = events(Desk(gate), 2)

        def stumble(_: object) -> None:
            raise RuntimeError("stumbled")

        link.submit(first, stumble)
        assert await link.commit_async(second) == Committed((1,))
        assert [str(error) for error in caught] == ["stumbled"]
        assert await closed(link)

    run(story())


@pytest.mark.parametrize("when", ["dies_before", "dies_after"])
def test_a_writer_that_dies_with_a_group_is_replaced_and_everything_is_written_once(when: str) -> None:
    async def story() -> None:
        gate = Gate()
        writers = ThreadWriters(gate)
        link = WriterLink(asyncio.get_running_loop(), writers)
        desk = Desk(gate)
        units = [*events(desk, 10), *(desk.unit(append("cash:0", after)) for after in (1, 2))]
        setattr(gate, when, 2)
        came = submit_all(link, units)
        await until(lambda: len(came) == 12)

        assert came == [*[Committed((1,))] * 10, Committed((2,)), Committed((3,))]
        assert (link.restarts, writers.started) == (2, 3)
        assert gate.load(StreamId("cash:0")).version == 3
        assert await closed(link)
        assert writers.join()

    run(story())


def test_a_keyed_unit_whose_writer_died_is_applied_once_and_a_log_without_a_version_may_repeat_itself() -> None:
    async def story() -> None:
        gate = Gate()
        link = WriterLink(asyncio.get_running_loop(), ThreadWriters(gate))
        desk = Desk(gate)
        gate.dies_after = 1
        keyed = desk.unit(append("cash:1", 0), key="k1", payload=b"p", result=b"r")
        assert await link.commit_async(keyed) == Committed((1,), b"r")
        gate.dies_after = 1
        assert await link.commit_async(desk.unit(append("log:1", None))) == Committed((2,))
        assert gate.load(StreamId("cash:1")).version == 1
        assert await closed(link)

    run(story())


def test_an_anchor_that_is_written_twice_says_the_same_and_the_ledger_is_whole() -> None:
    async def story() -> None:
        gate = Gate(ChainHasher({1: bytes(range(32))}))
        close_chains(gate, Instant(1))
        link = WriterLink(asyncio.get_running_loop(), ThreadWriters(gate))
        desk = Desk(gate)
        desk.deposit("ann", 100)
        gate.dies_after = 1
        await asyncio.to_thread(Anchorer(gate, link.commit).anchor, Instant(2))
        desk.deposit("ann", 100)
        await asyncio.to_thread(Anchorer(gate, link.commit).anchor, Instant(3))

        with gate.reading() as rows:
            assert len(list(anchors_written(rows))) == 1 + 2 + 1
        assert list(check(gate)) == []
        assert await closed(link)

    run(story())


def test_writers_that_die_at_once_are_started_with_growing_pauses() -> None:
    async def story() -> None:
        gate = Gate()
        writers = ThreadWriters(gate, refuses=4)
        link = WriterLink(asyncio.get_running_loop(), writers)
        began = asyncio.get_running_loop().time()

        assert await link.commit_async(events(Desk(gate), 1)[0]) == Committed((1,))
        assert asyncio.get_running_loop().time() - began >= 0.02 + 0.04 + 0.08
        assert (link.restarts, writers.started) == (4, 5)
        assert await closed(link)

    run(story())


def test_where_no_writer_comes_units_are_given_up_and_later_ones_written() -> None:
    async def story() -> None:
        gate = Gate()
        writers = ThreadWriters(gate, refuses=10**6)
        link = WriterLink(asyncio.get_running_loop(), writers, give_up_seconds=0.05, spare_seconds=0)
        first, second = events(Desk(gate), 2)
        with pytest.raises(StoreUnavailable):
            await link.commit_async(first)
        writers.refuses = 0

        assert await link.commit_async(second) == Committed((1,))
        assert gate.load(StreamId("cash:0")).version == 0
        assert await closed(link)

    run(story())


class StoppedWriters(ThreadWriters):
    """Writers of which the first reads nothing: a process that was stopped."""

    def __init__(self, store: Gate) -> None:
        super().__init__(store)
        self.stopped: socket.socket | None = None

    def request(self, use: Callable[[socket.socket], None]) -> None:
        if self.stopped is not None:
            super().request(use)
            return
        ours, self.stopped = socket.socketpair()
        asyncio.get_running_loop().call_soon(use, ours)


def test_a_writer_that_is_stopped_holds_up_nobody_and_is_given_up(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(linking, "SILENT_SECONDS", 0.05)

    async def story() -> None:
        gate = Gate()
        writers = StoppedWriters(gate)
        link = WriterLink(asyncio.get_running_loop(), writers, waiting_max=20, give_up_seconds=0.1, spare_seconds=0.1)
        assert link.is_answering
        units = events(Desk(gate), 21, size=100_000)  # far more than a socket holds
        came = submit_all(link, units[:20])
        assert link.is_answering
        with pytest.raises(StoreBusy):
            link.submit(units[20], came.append)
        await until(lambda: not link.is_answering)
        await until(lambda: came)

        assert [type(each) for each in came] == [StoreUnavailable] * 20
        assert await link.commit_async(units[20]) == Committed((1,))
        assert link.is_answering
        assert gate.streams("cash") == ["cash:20"]
        assert writers.stopped is not None
        writers.stopped.close()
        assert await closed(link)

    run(story())
    assert "20 units are given up" in caplog.text


def test_closing_writes_what_waits_and_takes_nothing_new() -> None:
    async def story() -> None:
        gate = Gate()
        writers = ThreadWriters(gate)
        link = WriterLink(asyncio.get_running_loop(), writers)
        units = events(Desk(gate), 6)
        gate.is_open.clear()
        came = submit_all(link, units[:5])
        closing = asyncio.ensure_future(closed(link))
        await until(lambda: link.is_closed)
        with pytest.raises(StoreClosed):
            link.submit(units[5], came.append)
        gate.is_open.set()

        assert await closing
        assert came == [Committed((1,))] * 5
        assert writers.join()

    run(story())


def test_a_writer_that_dies_while_it_is_closed_is_replaced_for_what_waits() -> None:
    async def story() -> None:
        gate = Gate()
        writers = ThreadWriters(gate)
        link = WriterLink(asyncio.get_running_loop(), writers)
        units = events(Desk(gate), 5)
        gate.is_open.clear()
        gate.dies_before = 1
        came = submit_all(link, units)
        closing = asyncio.ensure_future(closed(link))
        await until(lambda: link.is_closed)
        gate.is_open.set()

        assert await closing
        assert came == [Committed((1,))] * 5
        assert writers.started == 2

    run(story())


def test_closing_leaves_a_writer_alone_that_never_answers() -> None:
    async def story() -> None:
        gate = Gate()
        link = WriterLink(asyncio.get_running_loop(), ThreadWriters(gate), close_seconds=0.05)
        gate.is_open.clear()
        came = submit_all(link, events(Desk(gate), 2))
        await until(lambda: gate.entered.acquire(blocking=False))

        assert not await closed(link)
        await until(lambda: came)
        assert [type(each) for each in came] == [StoreUnavailable] * 2
        gate.is_open.set()

    run(story())


class LostDatabase(Gate):
    """A store whose database is gone."""

    def __init__(self) -> None:
        super().__init__()
        self.is_lost = threading.Event()

    def commit(self, units: Any) -> Any:
        if self.is_lost.is_set():
            self.entered.release()
            raise StoreUnavailable("gone")
        return super().commit(units)


def test_closing_gives_a_database_that_is_gone_up_early_and_tells_everybody() -> None:
    async def story() -> None:
        store = LostDatabase()
        desk = Desk(store)
        store.is_lost.set()
        writers = ThreadWriters(store, group_max=1, give_up_seconds=10 * PATIENCE, close_seconds=0.1)
        link = WriterLink(asyncio.get_running_loop(), writers)
        came = submit_all(link, events(desk, 3))
        await until(lambda: store.entered.acquire(blocking=False))

        assert await closed(link)
        assert [type(each) for each in came] == [StoreUnavailable] * 3

    run(story())


def test_a_database_that_is_gone_at_the_start_is_waited_for_and_given_up_by_the_writer() -> None:
    async def story() -> None:
        store = LostDatabase()
        desk = Desk(store)
        store.is_lost.set()
        writers = ThreadWriters(store, give_up_seconds=0.05)
        link = WriterLink(asyncio.get_running_loop(), writers)
        first, second = events(desk, 2)
        with pytest.raises(StoreUnavailable, match="gone"):
            await link.commit_async(first)
        store.is_lost.clear()

        assert await link.commit_async(second) == Committed((1,))
        assert (link.restarts, writers.started) == (0, 1)
        assert await closed(link)

    run(story())


def test_a_room_that_is_gone_leaves_a_writer_that_ends() -> None:
    async def story() -> None:
        gate = Gate()
        writers = ThreadWriters(gate)
        link = WriterLink(asyncio.get_running_loop(), writers)
        gate.is_open.clear()
        submit_all(link, events(Desk(gate), 4))
        await until(lambda: gate.entered.acquire(blocking=False))
        assert link._connection is not None
        link._connection.close()  # as a killed process does
        gate.is_open.set()

        assert await asyncio.to_thread(writers.join)
        assert sum(gate.groups) >= 1

    run(story())
