"""Many streams are read at once as one by one; a stream that cannot be trusted stays closed alone."""

from pathlib import Path

import pytest

from fairdeal.cash.table.events import HandOpened
from fairdeal.kernel import MINUTE, SECOND, PlayerId, StreamId
from fairdeal.rulebook.clause import U27
from fairdeal.runtime.actor import Actor
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.opening import open_store
from fairdeal.storage.port import Append, Committed, Store, Unit
from tests.room.evenings import Evening
from tests.room.test_registry import A, B, Bench, C
from tests.room.toys import Add


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    return MemoryStore() if request.param == "memory" else open_store(f"sqlite:///{tmp_path / 'room.db'}")


def test_many_streams_are_loaded_as_one_by_one(store: Store) -> None:
    lease = store.claim("all", "test", Bench().clock.now())
    now = Bench().clock.now()
    appends = [
        Append(A, 0, (b"1", b"2"), snapshot=b"at two"),
        Append(B, 0, (b"1",), snapshot=b"at one"),
        Append(C, 0, (b"1",)),
    ]
    assert all(isinstance(each, Committed) for each in store.commit([Unit(lease, now, (each,)) for each in appends]))
    assert isinstance(store.commit([Unit(lease, now, (Append(B, 1, (b"2",)),))])[0], Committed)
    streams = [C, A, StreamId("counter:new"), B, StreamId("counter:\n")]

    loaded = store.load_many(streams)

    assert loaded == [store.load(stream) for stream in streams]
    assert [(each.version, each.snapshot, each.events) for each in loaded] == [
        (1, None, (b"1",)),
        (2, b"at two", ()),
        (0, None, ()),
        (2, b"at one", (b"2",)),
        (0, None, ()),
    ]
    assert [each.at for each in loaded] == [store.load(stream).at for stream in streams]
    assert store.load_many([]) == []
    store.close()


def test_actors_come_in_the_order_they_are_asked_for_and_once() -> None:
    bench = Bench()
    bench.tell(A, Add(1))
    bench.tell(B, Add(2))
    bench.settle()
    after = bench.again().registry
    first = after.actor(B)
    found = after.actors([C, B, A, B])

    assert [actor.stream for actor in found] == [C, B, A, B]
    assert found[1] is found[3] is first
    assert [actor.state.total for actor in found] == [0, 2, 1, 2]


def test_a_table_that_differs_from_the_ledger_stays_closed_and_the_others_play() -> None:
    """A seat's money is taken away behind the room's back; the recovery finds it."""
    evening = Evening(U27)
    evening.arrive(*"abcdef")
    evening.arrive("g", "h", "i", "j")
    tables = evening.store.streams("cash")
    assert len(tables) == 2
    seat = evening.steal()
    broken = next(stream for stream in tables if stream.partition(":")[2] in seat)

    evening.crash(SECOND)
    for name in "abcdefghij":
        evening.room.presence.connect(PlayerId(name), "device")
    evening.events.clear()
    evening.wait(MINUTE)

    assert [stream for stream, _ in evening.room.fail_stop_report()] == [broken]
    assert "differ" in evening.room.fail_stop_report()[0][1]
    dealing = {stream for stream, event in evening.events if isinstance(event, HandOpened)}
    assert dealing == set(tables) - {broken}


def test_after_every_decision_exactly_the_agenda_is_pursued() -> None:
    """Kinds that tell only the change of their agenda must come to the same as those that tell the whole."""
    evening = Evening(U27)
    looked = 0

    def watch(actor: Actor, _events: object, _now: object) -> None:
        nonlocal looked
        looked += 1
        assert actor.tasks.keys() == actor.hosted.agenda(actor.state), actor.stream

    evening.room.registry.watches.append(watch)
    evening.arrive(*"abcdef")
    evening.wait(2 * MINUTE)
    for name in "abcd":  # clocks stop, run on, and run out
        evening.room.presence.disconnect(PlayerId(name), "device")
    evening.wait(30 * SECOND)
    for name in "abcd":
        evening.room.presence.connect(PlayerId(name), "device")
    evening.awake = False
    evening.wait(5 * MINUTE)

    assert looked > 150
    assert evening.room.fail_stop_report() == []
