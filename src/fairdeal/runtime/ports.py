"""
What the runtime needs from outside: a clock, entropy and a journal.

Nothing in the room blocks. A commit is handed to the journal with a callback for when it is durable; a timer is a
callback at an instant. So the same room runs on an event loop and inside the simulator.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from fairdeal.kernel import AccountId, Instant, Rejection, StreamId
from fairdeal.storage.port import Lease, Loaded, Outcome, StoreError, Unit

Done = Callable[[Outcome | StoreError], None]
Answer = Rejection | None
"""The answer to a command: the rejection, or None if it was carried out."""
Reply = Callable[[Answer], None]
Renewed = Callable[[Rejection | StoreError | None], None]
"""Called with the outcome of a renewal: None if it succeeded, a rejection if another process has the lease, or the store's error."""


class Clock(Protocol):
    """Tells the time and calls back at an instant."""

    @property
    def stood(self) -> Instant | None:
        """What `stood_since` will report, as far as `now` has noticed."""
        ...

    def now(self) -> Instant:
        """The current instant."""
        ...

    def at(self, instant: Instant, call: Callable[[], None]) -> Callable[[], None]:
        """Call back once at that instant, or soon if it has passed; returns a function that cancels it."""
        ...

    def soon(self, call: Callable[[], None]) -> None:
        """Call back as soon as the current work is done."""
        ...

    def stood_since(self) -> Instant | None:
        """Since when the room stood still if that was noticeably long, else None; reported once only."""
        ...


class Entropy(Protocol):
    """The only source of randomness."""

    def below(self, bound: int) -> int:
        """A uniform random number from 0 to bound - 1."""
        ...

    def deck(self) -> tuple[int, ...]:
        """The numbers 0 to 51 in uniform random order."""
        ...

    def bytes(self, count: int) -> bytes:
        """`count` unpredictable bytes."""
        ...


class Journal(Protocol):
    """Durable streams and ledger, as the room uses them; writes call back, reads block."""

    def submit(self, unit: Unit, done: Done) -> None:
        """Make a unit durable, then call `done` with the outcome; never before `submit` has returned."""
        ...

    def claim(self, shard: str, owner: str, at: Instant) -> Lease:
        """Take the lease of a shard from whoever had it."""
        ...

    def renew(self, lease: Lease, at: Instant, heard: Renewed) -> None:
        """Store that this process is alive, so that the length of an outage is known afterwards; then call `heard`."""
        ...

    def last_seen(self, shard: str) -> Instant | None:
        """When the holder of a shard last renewed its lease; None if it never had one."""
        ...

    def load(self, stream: StreamId) -> Loaded:
        """A stream's last snapshot and the events after it."""
        ...

    def load_many(self, streams: Sequence[StreamId]) -> list[Loaded]:
        """Snapshots and later events of many streams, in the order asked for."""
        ...

    def streams(self, kind: str) -> list[StreamId]:
        """All streams with that prefix."""
        ...

    def entries(self, stream: StreamId, after: int) -> Iterator[tuple[int, Instant, bytes]]:
        """Events of a stream after a version, with their version and instant, oldest first."""
        ...

    def balances(self, accounts: list[AccountId]) -> dict[AccountId, int]:
        """The balances of these accounts; those that do not exist are left out."""
        ...
