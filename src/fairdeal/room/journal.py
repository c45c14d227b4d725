"""The room's journal on a real store: commits go to the committing thread, answers come back on the event loop."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import suppress
from threading import Thread

from fairdeal.kernel import AccountId, Instant, Rejection, StreamId, reject
from fairdeal.runtime.ports import Done, Renewed
from fairdeal.storage.committer import Committer
from fairdeal.storage.port import Lease, Loaded, Refusal, Store, StoreError, Unit


class CommitterJournal:
    """
    A store and its committer, as the room sees them.

    Answers of one group come back in one turn of the loop, in order. Reads block: they are few, small and local.
    """

    def __init__(self, store: Store, committer: Committer, loop: asyncio.AbstractEventLoop) -> None:
        self._store = store
        self._committer = committer
        self._loop = loop
        self._renewing: Thread | None = None

    def submit(self, unit: Unit, done: Done) -> None:
        """Make a unit durable, then call back on the loop."""
        try:
            self._committer.submit(unit, done, self._loop)
        except StoreError as error:
            refused = error
            self._loop.call_soon(lambda: done(refused))

    def claim(self, shard: str, owner: str, at: Instant) -> Lease:
        """Take the right to write."""
        return self._store.claim(shard, owner, at)

    def renew(self, lease: Lease, at: Instant, heard: Renewed) -> None:
        """
        Note that this process is alive, beside everything else.

        Each sign of life has a thread of its own that nobody waits for: a database that does not answer must take none of those
        that others need. Whoever gives signs of life gives the next one after the answer to the last.
        """
        self._renewing = Thread(target=self._renew, args=(lease, at, heard), name="heartbeat", daemon=True)
        self._renewing.start()

    def _renew(self, lease: Lease, at: Instant, heard: Renewed) -> None:
        answer: Rejection | StoreError | None
        try:
            answer = None if self._store.renew(lease, at) else reject(Refusal.LOST_LEASE)
        except StoreError as error:
            answer = error
        with suppress(RuntimeError):  # the loop was closed, and nobody wants to know any more
            self._loop.call_soon_threadsafe(heard, answer)

    def settle(self, seconds: float) -> bool:
        """Wait for the last sign of life, at most so long; whether it has ended."""
        if self._renewing is not None:
            self._renewing.join(seconds)
        return self._renewing is None or not self._renewing.is_alive()

    def last_seen(self, shard: str) -> Instant | None:
        """When the holder of a shard was last alive."""
        return self._store.last_seen(shard)

    def load(self, stream: StreamId) -> Loaded:
        """A stream's last snapshot and what came after."""
        return self._store.load(stream)

    def load_many(self, streams: Sequence[StreamId]) -> list[Loaded]:
        """The same of many streams, in their order."""
        return self._store.load_many(streams)

    def streams(self, kind: str) -> list[StreamId]:
        """All streams of a kind."""
        return self._store.streams(kind)

    def entries(self, stream: StreamId, after: int) -> Iterator[tuple[int, Instant, bytes]]:
        """Events of a stream after a version."""
        return self._store.entries(stream, after)

    def balances(self, accounts: list[AccountId]) -> dict[AccountId, int]:
        """Balances of those accounts that exist."""
        return self._store.balances(accounts)
