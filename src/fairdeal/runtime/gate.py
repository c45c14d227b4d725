"""
The journal, and whether it is there.

Reading holds everybody up, so a journal that did not answer once is asked nothing more until it has heard a sign of life: whoever
needs something that is not in memory hears so at once.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from fairdeal.kernel import AccountId, Instant, StreamId
from fairdeal.runtime.ports import Done, Journal, Renewed
from fairdeal.storage.port import PASSING, Lease, Loaded, StoreUnavailable, Unit

T = TypeVar("T")


class Gate:
    """A journal that refuses to be read while it is away; what it raises then is one of `PASSING`."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.is_open = True

    def submit(self, unit: Unit, done: Done) -> None:
        """Make a unit durable; that waits for nobody, so it is tried in any case."""
        self._journal.submit(unit, done)

    def claim(self, shard: str, owner: str, at: Instant) -> Lease:
        """Take the right to write."""
        return self._journal.claim(shard, owner, at)

    def renew(self, lease: Lease, at: Instant, heard: Renewed) -> None:
        """Give a sign of life; that waits for nobody."""
        self._journal.renew(lease, at, heard)

    def last_seen(self, shard: str) -> Instant | None:
        """When the holder of a shard was last alive."""
        return self._journal.last_seen(shard)

    def load(self, stream: StreamId) -> Loaded:
        """A stream's last snapshot and what came after."""
        return self._ask(lambda: self._journal.load(stream))

    def load_many(self, streams: Sequence[StreamId]) -> list[Loaded]:
        """The same of many streams, in their order."""
        return self._ask(lambda: self._journal.load_many(streams))

    def streams(self, kind: str) -> list[StreamId]:
        """All streams of a kind."""
        return self._ask(lambda: self._journal.streams(kind))

    def entries(self, stream: StreamId, after: int) -> Iterator[tuple[int, Instant, bytes]]:
        """Events of a stream after a version."""
        return self._ask(lambda: self._journal.entries(stream, after))

    def balances(self, accounts: list[AccountId]) -> dict[AccountId, int]:
        """Balances of those accounts that exist."""
        return self._ask(lambda: self._journal.balances(accounts))

    def _ask(self, question: Callable[[], T]) -> T:
        if not self.is_open:
            raise StoreUnavailable("the journal does not answer")
        try:
            return question()
        except PASSING:
            self.is_open = False
            raise
