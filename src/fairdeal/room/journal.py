"""The room's journal on a real store: commits go to the committing thread, answers come back on the event loop."""

import asyncio
import logging
from collections.abc import Iterator, Sequence
from typing import Final

from fairdeal.kernel import AccountId, Instant, StreamId
from fairdeal.room.ports import Done
from fairdeal.storage.committer import Committer
from fairdeal.storage.port import Lease, Loaded, Store, StoreError, Unit

_log: Final = logging.getLogger(__name__)


class CommitterJournal:
    """
    A store and its committer, as the room sees them.

    Answers of one group come back in one turn of the loop, in order. Reads block: they are few, small and local.
    """

    def __init__(self, store: Store, committer: Committer, loop: asyncio.AbstractEventLoop) -> None:
        self._store = store
        self._committer = committer
        self._loop = loop

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

    def renew(self, lease: Lease, at: Instant) -> None:
        """Note that this process is alive, beside everything else."""
        self._loop.run_in_executor(None, self._store.renew, lease, at).add_done_callback(_renewed)

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


def _renewed(done: asyncio.Future[bool]) -> None:
    """Say so where it could not be noted that this process is alive; whoever starts after it takes the outage for longer."""
    if done.cancelled():
        return
    error = done.exception()
    if error is not None:
        _log.warning("not noted as alive: %s", type(error).__name__)
    elif not done.result():
        _log.warning("another process has taken this room")
