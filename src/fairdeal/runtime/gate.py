"""
Gate: a journal that refuses reads at once while it does not answer.

A read blocks the whole room. So after one that was not answered, all reads fail at once until a heartbeat was answered again.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from fairdeal.kernel import AccountId, Instant, StreamId
from fairdeal.runtime.ports import Done, Journal, Renewed
from fairdeal.storage.port import PASSING, Lease, Loaded, StoreUnavailable, Unit

T = TypeVar("T")


class Gate:
    """A journal whose reads raise one of `PASSING` at once while it does not answer; writes are passed on."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.is_open = True

    def submit(self, unit: Unit, done: Done) -> None:
        """Make a unit durable; tried even while the gate is closed, because it blocks nothing."""
        self._journal.submit(unit, done)

    def claim(self, shard: str, owner: str, at: Instant) -> Lease:
        """Take the lease of a shard from whoever had it."""
        return self._journal.claim(shard, owner, at)

    def renew(self, lease: Lease, at: Instant, heard: Renewed) -> None:
        """Renew the lease; tried even while the gate is closed, because it blocks nothing."""
        self._journal.renew(lease, at, heard)

    def last_seen(self, shard: str) -> Instant | None:
        """When the holder of a shard last renewed its lease; None if it never had one."""
        return self._journal.last_seen(shard)

    def load(self, stream: StreamId) -> Loaded:
        """A stream's last snapshot and the events after it."""
        return self._ask(lambda: self._journal.load(stream))

    def load_many(self, streams: Sequence[StreamId]) -> list[Loaded]:
        """Snapshots and later events of many streams, in the order asked for."""
        return self._ask(lambda: self._journal.load_many(streams))

    def streams(self, kind: str) -> list[StreamId]:
        """All streams with that prefix."""
        return self._ask(lambda: self._journal.streams(kind))

    def entries(self, stream: StreamId, after: int) -> Iterator[tuple[int, Instant, bytes]]:
        """Events of a stream after a version."""
        return self._ask(lambda: self._journal.entries(stream, after))

    def balances(self, accounts: list[AccountId]) -> dict[AccountId, int]:
        """The balances of these accounts; those that do not exist are left out."""
        return self._ask(lambda: self._journal.balances(accounts))

    def _ask(self, question: Callable[[], T]) -> T:
        if not self.is_open:
            raise StoreUnavailable("the journal does not answer")
        try:
            return question()
        except PASSING:
            self.is_open = False
            raise
