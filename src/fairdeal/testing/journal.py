"""A journal for tests and simulations: commits take a set time, and a crash can cut them off."""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum

from fairdeal.kernel import AccountId, Duration, Instant, StreamId, reject
from fairdeal.runtime.ports import Clock, Done, Renewed
from fairdeal.storage.port import Lease, Loaded, Outcome, Refusal, Store, StoreError, Unit

Heard = Callable[[Sequence[Unit], Sequence[Outcome]], None]


class Crash(Exception):
    """Raised when the simulated process crashes; the simulation then opens a new room on what is durable."""


class CrashPoint(StrEnum):
    """Where a crash meets a commit."""

    BEFORE = "before"  # nothing of the group was written
    AFTER = "after"  # all of it was written, without an answer


class SimJournal:
    """Groups what is waiting into one commit, calls back in order."""

    def __init__(self, store: Store, clock: Clock, latency: Callable[[], Duration] = lambda: Duration(0)) -> None:
        self.store = store
        self._clock = clock
        self._latency = latency
        self._waiting: list[tuple[Unit, Done]] = []
        self.commits = 0
        self.crash_at: tuple[int, CrashPoint] | None = None  # which commit, counted from 0, and where
        self.fault: StoreError | None = None  # what the next commit answers instead
        self.full: StoreError | None = None  # what every commit answers instead, while reading and signs of life go on
        self.outage: StoreError | None = None  # what everything answers instead, as long as it lasts
        self.heard: Heard | None = None  # called with every group once it is written

    def submit(self, unit: Unit, done: Done) -> None:
        """Commit with whatever else is waiting when the latency is over."""
        self._waiting.append((unit, done))
        if len(self._waiting) == 1:
            self._clock.at(Instant(self._clock.now() + self._latency()), self._flush)

    def _flush(self) -> None:
        group, self._waiting = self._waiting, []
        number, self.commits = self.commits, self.commits + 1
        crash = self.crash_at[1] if self.crash_at is not None and self.crash_at[0] == number else None
        if crash is CrashPoint.BEFORE:
            raise Crash(f"before commit {number}")
        if (fault := self.fault or self.full or self.outage) is not None:
            self.fault = None
            for _, done in group:
                done(fault)
            return
        units = [unit for unit, _ in group]
        outcomes = self.store.commit(units)
        if self.heard is not None:
            self.heard(units, outcomes)
        if crash is CrashPoint.AFTER:
            raise Crash(f"after commit {number}")
        for (_, done), outcome in zip(group, outcomes, strict=True):
            done(outcome)

    def _read(self) -> None:
        if self.outage is not None:
            raise self.outage

    def claim(self, shard: str, owner: str, at: Instant) -> Lease:
        """Take the right to write."""
        return self.store.claim(shard, owner, at)

    def renew(self, lease: Lease, at: Instant, heard: Renewed) -> None:
        """Note that this process is alive."""
        is_ours = self.outage is not None or self.store.renew(lease, at)
        heard(self.outage if is_ours else reject(Refusal.LOST_LEASE))

    def last_seen(self, shard: str) -> Instant | None:
        """When the holder of a shard was last alive."""
        return self.store.last_seen(shard)

    def load(self, stream: StreamId) -> Loaded:
        """A stream's last snapshot and what came after."""
        self._read()
        return self.store.load(stream)

    def load_many(self, streams: Sequence[StreamId]) -> list[Loaded]:
        """The same of many streams, in their order."""
        self._read()
        return self.store.load_many(streams)

    def streams(self, kind: str) -> list[StreamId]:
        """All streams of a kind."""
        return self.store.streams(kind)

    def entries(self, stream: StreamId, after: int) -> Iterator[tuple[int, Instant, bytes]]:
        """Events of a stream after a version."""
        return self.store.entries(stream, after)

    def balances(self, accounts: list[AccountId]) -> dict[AccountId, int]:
        """Balances of those accounts that exist."""
        self._read()
        return self.store.balances(accounts)
