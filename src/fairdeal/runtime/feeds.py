"""
Feeds: every committed event of chosen kinds of streams, for consumers that process them later.

A consumer takes events when it likes and settles those it has processed; its position is durable, so after a restart it goes on from
there. Events of one stream come in the order of their versions, none missing, none twice in one process; those taken and not settled
when the process ended come again. The room never waits for a consumer: events it does not take in time are dropped from memory and
read from the store instead.
"""

import json
from collections import deque
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from fairdeal.kernel import Instant, StreamId
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.limits import FEED_ENTRIES_MAX
from fairdeal.runtime.ports import Clock, Journal
from fairdeal.runtime.registry import Registry
from fairdeal.runtime.units import is_durable
from fairdeal.storage.port import Append, Committed, Outcome, StoreError, Unit

_SNAPSHOT_EVERY = 64


class Entry(NamedTuple):
    """One committed event with its stream, version and instant."""

    stream: StreamId
    version: int
    at: Instant
    event: object


class Consumer:
    """One consumer's durable position in the feed, and the events that wait for it; made by `Feeds.consumer`."""

    def __init__(
        self, name: str, kinds: Sequence[str], registry: Registry, journal: Journal, clock: Clock, waiting_max: int
    ) -> None:
        self.name = name
        self.kinds = frozenset(kinds)
        self._stream = StreamId(f"consumer:{name}")
        self._registry = registry
        self._journal = journal
        self._clock = clock
        self._waiting_max = waiting_max
        self._waiting: deque[Entry] = deque()
        self._settled, self._saves = self._read()
        self._taken = dict(self._settled)
        # Streams to be read from the store, the oldest first; at the beginning all.
        self._behind: dict[StreamId, None] = dict.fromkeys(
            stream for kind in sorted(self.kinds) for stream in journal.streams(kind)
        )

    @property
    def is_behind(self) -> bool:
        """Whether the next events must be read from the store, because they are not in memory."""
        return bool(self._behind)

    def take(self, most: int) -> list[Entry]:
        """The next events, at most `most`; empty if there are none at present."""
        found: list[Entry] = []
        while (self._behind or self._waiting) and len(found) < most:
            if self._behind:
                found += self._read_on(next(iter(self._behind)), most - len(found))
                continue
            entry = self._waiting.popleft()
            known = self._taken.get(entry.stream, 0)
            if entry.version == known + 1:
                self._taken[entry.stream] = entry.version
                found.append(entry)
            elif entry.version > known:
                self._behind[entry.stream] = None  # another process wrote the versions between
        return found

    def settle(self) -> None:
        """Make the position durable: everything taken so far has been processed."""
        news = {stream: version for stream, version in self._taken.items() if self._settled.get(stream, 0) != version}
        if not news:
            return
        self._saves += 1
        snapshot = _packed(self._taken) if self._saves % _SNAPSHOT_EVERY == 0 else None
        append = Append(self._stream, None, (_packed(news),), snapshot)
        unit = Unit(self._registry.lease, self._clock.now(), (append,))
        self._journal.submit(unit, lambda outcome: self._saved(news, outcome))

    def note(self, entry: Entry) -> None:
        """Add a committed event; called by `Feeds`."""
        if entry.stream in self._behind:
            return
        if len(self._waiting) >= self._waiting_max:
            self._behind.update(dict.fromkeys(waiting.stream for waiting in self._waiting))
            self._behind[entry.stream] = None
            self._waiting.clear()
        else:
            self._waiting.append(entry)

    def _read_on(self, stream: StreamId, most: int) -> list[Entry]:
        decode = self._registry.hosted(stream).durable.decode_event
        rows = islice(self._journal.entries(stream, self._taken.get(stream, 0)), most)
        found = [Entry(stream, version, at, decode(event)) for version, at, event in rows]
        if found:
            self._taken[stream] = found[-1].version
        if len(found) < most:
            del self._behind[stream]
        return found

    def _read(self) -> tuple[dict[StreamId, int], int]:
        loaded = self._journal.load(self._stream)
        settled = {} if loaded.snapshot is None else _unpacked(loaded.snapshot)
        for news in loaded.events:
            settled |= _unpacked(news)
        return settled, loaded.version

    def _saved(self, news: dict[StreamId, int], outcome: Outcome | StoreError) -> None:
        if isinstance(outcome, Committed):
            self._settled |= news


class Feeds:
    """Passes the committed events of a room to its consumers."""

    def __init__(self, registry: Registry, journal: Journal, clock: Clock) -> None:
        self._registry = registry
        self._journal = journal
        self._clock = clock
        self._consumers: dict[str, Consumer] = {}
        registry.watches_of_written.append(self._watch)

    def consumer(self, name: str, kinds: Sequence[str], waiting_max: int = FEED_ENTRIES_MAX) -> Consumer:
        """A consumer of all streams of these kinds, at the position last settled under that name."""
        assert name not in self._consumers, name
        made = Consumer(name, kinds, self._registry, self._journal, self._clock, waiting_max)
        self._consumers[name] = made
        return made

    def dismiss(self, consumer: Consumer) -> None:
        """Stop collecting events for a consumer; its position stays, so it may be made again."""
        del self._consumers[consumer.name]

    def _watch(self, actor: Actor, events: tuple[object, ...], now: Instant) -> None:
        if not self._consumers:
            return
        interested = [each for each in self._consumers.values() if actor.hosted.prefix in each.kinds]
        if not interested:
            return
        durable = [event for event in events if is_durable(event)]
        for version, event in enumerate(durable, actor.version - len(durable) + 1):
            entry = Entry(actor.stream, version, now, event)
            for consumer in interested:
                consumer.note(entry)


def _packed(positions: dict[StreamId, int]) -> bytes:
    return json.dumps(positions, sort_keys=True, separators=(",", ":")).encode()


def _unpacked(data: bytes) -> dict[StreamId, int]:
    positions: dict[StreamId, int] = json.loads(data)
    return positions
