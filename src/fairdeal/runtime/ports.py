"""
What the runtime needs from outside: time, chance, and a journal.

Nothing in the room waits. A commit is handed to the journal with a function to call when it is durable; a timer is a
function to call at an instant. So the same room runs on an event loop and inside the simulator.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from fairdeal.kernel import AccountId, Instant, Rejection, StreamId
from fairdeal.storage.port import Lease, Loaded, Outcome, StoreError, Unit

Done = Callable[[Outcome | StoreError], None]
Answer = Rejection | None
"""What a command came to: refused, or done."""
Reply = Callable[[Answer], None]
Renewed = Callable[[Rejection | StoreError | None], None]
"""What a sign of life came to: it was heard, or somebody else has the right to write, or nobody could tell."""


class Clock(Protocol):
    """Reads the time and calls back at an instant."""

    def now(self) -> Instant:
        """The present."""
        ...

    def at(self, instant: Instant, call: Callable[[], None]) -> Callable[[], None]:
        """Call back once at that instant, or at once if it has passed; the result cancels it."""
        ...

    def soon(self, call: Callable[[], None]) -> None:
        """Call back as soon as the present work is done."""
        ...

    def stood_since(self) -> Instant | None:
        """Since when the room stood still, if it did so for longer than a little; asked once, it is over."""
        ...


class Entropy(Protocol):
    """The only source of chance."""

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each equally likely."""
        ...

    def deck(self) -> tuple[int, ...]:
        """The numbers 0 to 51 in an order of which each is equally likely."""
        ...

    def bytes(self, count: int) -> bytes:
        """That many bytes nobody can guess."""
        ...


class Journal(Protocol):
    """Durable streams and ledger, as the room sees them."""

    def submit(self, unit: Unit, done: Done) -> None:
        """Make a unit durable, then call back; never calls back before it has returned."""
        ...

    def claim(self, shard: str, owner: str, at: Instant) -> Lease:
        """Take the right to write."""
        ...

    def renew(self, lease: Lease, at: Instant, heard: Renewed) -> None:
        """Note that this process is alive, so that the length of an outage is known afterwards; then call back."""
        ...

    def last_seen(self, shard: str) -> Instant | None:
        """When the holder of a shard was last alive."""
        ...

    def load(self, stream: StreamId) -> Loaded:
        """A stream's last snapshot and what came after."""
        ...

    def load_many(self, streams: Sequence[StreamId]) -> list[Loaded]:
        """The same of many streams, in their order."""
        ...

    def streams(self, kind: str) -> list[StreamId]:
        """All streams of a kind."""
        ...

    def entries(self, stream: StreamId, after: int) -> Iterator[tuple[int, Instant, bytes]]:
        """Events of a stream after a version, with their version and instant, oldest first."""
        ...

    def balances(self, accounts: list[AccountId]) -> dict[AccountId, int]:
        """Balances of those accounts that exist."""
        ...
