"""Consumers get every committed event once and in order, however slow they are, and go on after a restart."""

from fairdeal.cash.table.events import HandEnded
from fairdeal.kernel import MINUTE, Instant, StreamId
from fairdeal.rulebook.clause import U27
from fairdeal.runtime.feeds import Consumer, Entry, Feeds
from fairdeal.storage.port import Append, Committed, Unit
from tests.room import toys
from tests.room.evenings import Evening
from tests.room.test_registry import A, B, Bench
from tests.room.toys import Add, Whisper


class Fed(Bench):
    """Counters with a feed."""

    def feed(self, **more: int) -> Consumer:
        return Feeds(self.registry, self.journal, self.clock).consumer("statistics", ["counter"], **more)

    def add(self, stream: StreamId, *amounts: int) -> None:
        for amount in amounts:
            self.tell(stream, Add(amount))
            self.settle()


def places(entries: list[Entry]) -> list[tuple[str, int]]:
    return [(entry.stream, entry.version) for entry in entries]


def test_committed_events_come_in_order_with_their_places() -> None:
    bench = Fed()
    consumer = bench.feed()
    bench.add(A, 1, 2)
    bench.add(B, 3)
    bench.tell(A, Whisper("nothing durable"))
    bench.add(A, 4)
    taken = consumer.take(10)

    assert places(taken) == [(A, 1), (A, 2), (B, 1), (A, 3)]
    assert [entry.event for entry in taken] == [toys.Added(amount) for amount in (1, 2, 3, 4)]
    assert consumer.take(10) == []


def test_what_was_there_before_the_consumer_comes_first() -> None:
    bench = Fed()
    bench.add(A, 1, 2, 3)
    consumer = bench.feed()
    bench.add(A, 4)
    bench.add(B, 5)

    assert places(consumer.take(2)) == [(A, 1), (A, 2)]
    assert sorted(places(consumer.take(10))) == [(A, 3), (A, 4), (B, 1)]


def test_a_consumer_goes_on_after_a_restart_from_what_it_has_settled() -> None:
    bench = Fed()
    consumer = bench.feed()
    bench.add(A, 1, 2)
    bench.add(B, 3)
    assert len(consumer.take(2)) == 2
    consumer.settle()
    bench.settle()
    assert places(consumer.take(5)) == [(B, 1)]  # taken, and never settled

    again = Fed(bench.store, bench.clock)
    again.add(A, 4)
    assert sorted(places(again.feed().take(10))) == [(A, 3), (B, 1)]


def test_a_slow_consumer_holds_nothing_up_and_misses_nothing() -> None:
    bench = Fed()
    consumer = bench.feed(waiting_max=4)
    for _ in range(10):
        bench.add(A, 1)
        bench.add(B, 1)
    was_behind = consumer.is_behind
    taken = consumer.take(100)

    assert (was_behind, consumer.is_behind) == (True, False)
    assert sorted(places(taken)) == [(stream, version) for stream in (A, B) for version in range(1, 11)]
    bench.add(B, 1)
    assert places(consumer.take(5)) == [(B, 11)]


def test_versions_that_another_process_wrote_are_not_missed() -> None:
    bench = Fed()
    consumer = bench.feed()
    bench.add(A, 1)
    assert len(consumer.take(10)) == 1
    other = bench.store.claim("cashier", "other", bench.clock.now())
    codec = toys.CounterCodec()
    append = Append(A, 1, (codec.encode_event(toys.Added(7)),), codec.encode_state(toys.Counter(8)))
    assert isinstance(bench.store.commit([Unit(other, bench.clock.now(), (append,))])[0], Committed)
    bench.add(A, 2)

    assert places(consumer.take(10)) == [(A, 2), (A, 3)]


def test_positions_survive_many_settlements() -> None:
    bench = Fed()
    consumer = bench.feed()
    for _ in range(70):
        bench.add(A, 1)
        consumer.take(10)
        consumer.settle()
        bench.settle()
    loaded = bench.store.load(StreamId("consumer:statistics"))

    assert loaded.snapshot is not None
    assert Fed(bench.store, bench.clock).feed().take(10) == []


def test_a_consumer_of_the_room_hears_of_every_hand() -> None:
    evening = Evening(U27)
    consumer = evening.room.feeds.consumer("hands", ["cash"])
    evening.arrive("a", "b", "c")
    evening.wait(3 * MINUTE)
    hands = [entry for entry in consumer.take(10_000) if isinstance(entry.event, HandEnded)]

    assert [entry.event for entry in hands] == evening.all(HandEnded)
    assert hands
    assert hands[0].at > Instant(0)
    evening.room.feeds.dismiss(consumer)
    evening.wait(MINUTE)
    assert consumer.take(10) == []
