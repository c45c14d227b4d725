"""A connection that is lost at the worst moment costs nothing, and nothing is written twice."""

from dataclasses import replace

import psycopg
import pytest

from fairdeal.kernel import Instant, Rejection, StreamId
from fairdeal.storage.archive import Archive
from fairdeal.storage.port import Append, Committed, Refusal, StoreUnavailable, Unit
from tests.contracts.units import NOW, Desk, append, at, chair, move, record, wallet
from tests.storage.proxy import Proxy

pytestmark = pytest.mark.usefixtures("no_secret_is_logged")
T1 = StreamId("cash:T1")


def sit_down(desk: Desk) -> Unit:
    """A unit with everything in it, but a key."""
    return desk.unit(
        append(T1, 0, b"sat", snapshot=b"s", record=record("h1", 1)),
        append("log:1", None, b"seen"),
        transfers=(move(at(T1, 1), wallet("ann"), chair("ann"), 60),),
        result=b"done",
    )


def counts(store: Archive) -> tuple[int, int, int]:
    with store.reading() as rows:
        return rows.count("entries"), rows.count("transfers"), rows.count("hands")


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_commit_whose_answer_got_lost_is_asked_again_and_written_once(
    proxy: Proxy, distant_store: Archive, when: str
) -> None:
    desk = Desk(distant_store)
    desk.deposit("ann", 100)
    proxy.lose_commits(when)

    outcome = desk.write(sit_down(desk))

    assert proxy.lost == 1
    assert outcome == Committed((1, 1), b"done")
    assert counts(distant_store) == (3, 2, 1)
    assert distant_store.balances([wallet("ann"), chair("ann")]) == {wallet("ann"): 40, chair("ann"): 60}


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("key", [None, "k1"])
def test_logs_that_nobody_reads_before_writing_are_not_written_twice(
    proxy: Proxy, distant_store: Archive, when: str, key: str | None
) -> None:
    desk = Desk(distant_store)
    proxy.lose_commits(when)

    outcomes = distant_store.commit(
        [desk.unit(append("log:1", None, b"x"), key=key), desk.unit(append("log:1", None, b"y"))]
    )

    assert outcomes == [Committed((1,)), Committed((2,))]
    assert [event for _, _, event in distant_store.entries(StreamId("log:1"))] == [b"x", b"y"]


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_group_that_failed_for_good_may_be_asked_again_later(proxy: Proxy, distant_store: Archive, when: str) -> None:
    desk = Desk(distant_store)
    desk.deposit("ann", 100)
    unit = sit_down(desk)
    proxy.lose_commits(when, times=2)

    with pytest.raises(StoreUnavailable):
        desk.write(unit)

    assert desk.write(unit) == Committed((1, 1), b"done")
    assert counts(distant_store) == (3, 2, 1)


def test_another_group_is_not_taken_for_the_one_that_was_lost(proxy: Proxy, distant_store: Archive) -> None:
    desk = Desk(distant_store)
    proxy.lose_commits("after", times=2)
    with pytest.raises(StoreUnavailable):
        desk.write(desk.unit(append(T1, 0, b"a")))

    other = desk.write(desk.unit(append(T1, 0, b"b")))

    assert other == Rejection(Refusal.STALE_VERSION, None, (("after", 0), ("version", 1)))


def test_a_connection_that_broke_while_idle_is_not_noticed_by_anybody(proxy: Proxy, distant_store: Archive) -> None:
    desk = Desk(distant_store)
    desk.must(desk.unit(append(T1, 0, b"a")))
    distant_store.load(T1)

    proxy.cut()

    desk.must(desk.unit(append(T1, 1, b"b")))
    proxy.cut()
    assert distant_store.load(T1).events == (b"a", b"b")


def test_a_database_that_is_gone_is_unavailable_and_then_back(proxy: Proxy, distant_store: Archive) -> None:
    desk = Desk(distant_store)
    proxy.is_down = True
    proxy.cut()

    with pytest.raises(StoreUnavailable):
        desk.write(desk.unit(append(T1, 0, b"a")))
    with pytest.raises(StoreUnavailable):
        distant_store.load(T1)
    proxy.is_down = False

    desk.must(desk.unit(append(T1, 0, b"a")))


def test_a_server_that_ends_the_session_is_asked_again(distant_store: Archive, proxy: Proxy) -> None:
    desk = Desk(distant_store)
    with psycopg.connect(proxy.address, autocommit=True) as session:
        session.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'fairdeal'")

    desk.must(desk.unit(append(T1, 0, b"a")))


def test_an_instant_later_it_is_another_unit(distant_store: Archive) -> None:
    """What tells units apart is all they write, the instant included."""
    desk = Desk(distant_store)
    unit = desk.unit(Append(T1, 0, (b"a",)))
    desk.must(unit)

    assert isinstance(desk.write(replace(unit, at=Instant(NOW + 1))), Rejection)
