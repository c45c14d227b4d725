"""The room's journal on a store: units go to a queue that commits them elsewhere, answers come back on the event loop."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import suppress
from threading import Thread

from fairdeal.kernel import AccountId, Instant, Rejection, StreamId, reject
from fairdeal.runtime.ports import Done, Renewed
from fairdeal.storage.commit_queue import CommitQueue
from fairdeal.storage.port import Lease, Loaded, Refusal, Store, StoreError, StoreUnavailable, Unit


class CommitterJournal:
    """
    A `Journal` made of a store and the queue of what it shall commit.

    Answers of one group come back in one iteration of the loop, in order. Reads block; they are few, small and local.
    """

    def __init__(self, store: Store, committer: CommitQueue, loop: asyncio.AbstractEventLoop) -> None:
        self._store = store
        self._committer = committer
        self._loop = loop
        self._renewing: Thread | None = None

    def submit(self, unit: Unit, done: Done) -> None:
        """Make a unit durable, then call `done` with the outcome on the loop."""
        try:
            self._committer.submit(unit, done, self._loop)
        except StoreError as error:
            refused = error
            self._loop.call_soon(lambda: done(refused))

    def claim(self, shard: str, owner: str, at: Instant) -> Lease:
        """Take the lease of a shard from whoever had it."""
        return self._store.claim(shard, owner, at)

    def renew(self, lease: Lease, at: Instant, heard: Renewed) -> None:
        """
        Renew the lease in a thread of its own, then call `heard` on the loop.

        A shared thread could be blocked by a database that does not answer. The caller must wait for the answer before it renews again.
        """
        self._renewing = Thread(target=self._renew, args=(lease, at, heard), name="heartbeat", daemon=True)
        self._renewing.start()

    def _renew(self, lease: Lease, at: Instant, heard: Renewed) -> None:
        answer: Rejection | StoreError | None
        try:
            answer = None if self._store.renew(lease, at) else reject(Refusal.LOST_LEASE)
        except StoreError as error:
            answer = error
        with suppress(RuntimeError):  # the loop was closed: nobody waits for the answer
            self._loop.call_soon_threadsafe(self._heard, heard, answer)

    def _heard(self, heard: Renewed, answer: Rejection | StoreError | None) -> None:
        # A database that hears us is no use while nothing that is submitted gets there.
        if answer is None and not self._committer.is_answering:
            answer = StoreUnavailable("what is submitted is not answered")
        heard(answer)

    def settle(self, seconds: float) -> bool:
        """Wait at most `seconds` for the renewal under way; returns whether none is left."""
        if self._renewing is not None:
            self._renewing.join(seconds)
        return self._renewing is None or not self._renewing.is_alive()

    def last_seen(self, shard: str) -> Instant | None:
        """When the holder of a shard last renewed its lease; None if it never had one."""
        return self._store.last_seen(shard)

    def load(self, stream: StreamId) -> Loaded:
        """A stream's last snapshot and the events after it."""
        return self._store.load(stream)

    def load_many(self, streams: Sequence[StreamId]) -> list[Loaded]:
        """Snapshots and later events of many streams, in the order asked for."""
        return self._store.load_many(streams)

    def streams(self, kind: str) -> list[StreamId]:
        """All streams with that prefix."""
        return self._store.streams(kind)

    def entries(self, stream: StreamId, after: int) -> Iterator[tuple[int, Instant, bytes]]:
        """Events of a stream after a version, with their version and instant, oldest first."""
        return self._store.entries(stream, after)

    def balances(self, accounts: list[AccountId]) -> dict[AccountId, int]:
        """The balances of these accounts; those that do not exist are left out."""
        return self._store.balances(accounts)
