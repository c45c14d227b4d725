"""The command line acts on streams that stand alone; what concerns others is for the room, and is refused whole."""

import pytest

from fairdeal.kernel import Instant, Rejection, StreamId
from fairdeal.room.desk import ServerRequired, act
from fairdeal.storage.memory import MemoryStore
from tests.room import toys
from tests.room.toys import Add, HostedCounter, Whisper

A, NOW = StreamId("counter:a"), Instant(1)


def test_a_command_to_one_stream_is_done_once() -> None:
    store = MemoryStore()
    counter = HostedCounter(A)

    assert act(store, counter, Add(5), NOW, key="ref-1") == (toys.Added(5),)
    assert act(store, counter, Add(5), NOW, key="ref-1") == ()
    again = act(store, counter, Add(6), NOW, key="ref-1")

    assert isinstance(again, Rejection)
    assert again.code == "key_reused"
    assert store.load(A).version == 1


@pytest.mark.parametrize("command", [Add(5, then="counter:b"), Whisper("psst")])
def test_what_concerns_more_than_the_stream_is_refused_and_nothing_is_written(command: object) -> None:
    store = MemoryStore()

    with pytest.raises(ServerRequired):
        act(store, HostedCounter(A), command, NOW)

    assert store.load(A).version == 0


def test_a_kind_that_the_room_audits_is_the_rooms_alone() -> None:
    class Audited(HostedCounter):
        is_audited = True

    with pytest.raises(ServerRequired):
        act(MemoryStore(), Audited(A), Add(5), NOW)
