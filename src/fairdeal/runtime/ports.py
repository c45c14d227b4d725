"""
What the room needs from outside: time, chance, and a journal; and what it asks of a machine.

Nothing in the room waits. A commit is handed to the journal with a function to call when it is durable; a timer is a
function to call at an instant. So the same room runs on an event loop and inside the simulator.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from fairdeal.bank.transfer import Transfer
from fairdeal.kernel import AccountId, Decision, EventRef, Instant, PlayerId, Rejection, Step, StreamId
from fairdeal.kernel.agenda import Joint, Task
from fairdeal.storage.port import HandRecord, Lease, Loaded, Outcome, StoreError, Unit

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


@dataclass(frozen=True, slots=True)
class Changes:
    """What an event shows: the same to everybody, and something more to some."""

    public: object | None = None
    private: tuple[tuple[PlayerId, object], ...] = ()


class AgendaChange(Protocol):
    """What is new on an agenda, and what is no longer on it."""

    @property
    def added(self) -> Collection[Task[Any]]:
        """To be started."""
        ...

    @property
    def removed(self) -> Collection[Task[Any]]:
        """To be called off."""
        ...


class RoomMachine(Protocol):
    """A machine as the actor runs it; kinds differ in their states, commands and events."""

    def decide(self, state: Any, command: Any, now: Instant) -> Decision[Any, Any]:
        """What happens, or why not."""
        ...

    def evolve(self, state: Any, event: Any) -> Any:
        """The state after the event."""
        ...

    def agenda(self, state: Any) -> frozenset[Task[Any]]:
        """Everything the state waits for."""
        ...

    def joins(self, event: Any) -> tuple[Joint[Any], ...]:
        """What other machines must decide in the same commit; asked of events that are written."""
        ...

    def transfers(self, event: Any, ref: EventRef) -> tuple[Transfer, ...]:
        """What the event means in money."""
        ...

    def view(self, state: Any, viewer: PlayerId | None) -> Any:
        """What that viewer may see; None is a spectator."""
        ...

    def changes(self, step: Step[Any, Any]) -> Changes:
        """What the event shows to those who watch."""
        ...


@dataclass(frozen=True, slots=True)
class Kind:
    """How one kind of stream is run: its machine, how it is written, what chance and facts its commands lack."""

    name: str  # streams are `name:…`
    machine: Callable[[StreamId], RoomMachine]
    initial: Callable[[StreamId], Any]
    encode_event: Callable[[Any], bytes]
    decode_event: Callable[[bytes], Any]
    encode_state: Callable[[Any], bytes]
    decode_state: Callable[[bytes], Any]
    supply: Callable[[StreamId, Any, Any], Any]  # stream, state, command
    record: Callable[[StreamId, Step[Any, Any]], HandRecord | None]
    amend: Callable[[Any, Rejection], Any | None]  # the command anew, where a refusal of others can be helped
    opens: Callable[[Any], tuple[AccountId, ...]] = lambda _: ()  # accounts to open in the commit of an event
    audit: Callable[[StreamId, Any, Callable[[list[AccountId]], dict[AccountId, int]]], None] | None = None
    accounts: Callable[[StreamId, Any], list[AccountId]] | None = (
        None  # what the audit asks for, where it is known before
    )
    snapshot_every: int = 1  # so many events; streams with large states are read as a snapshot and some events
    weight: Callable[[Any], int] = lambda _: 1  # of a state; one that is heavier is written so many times less often
    # What a stream is told when the room stood still since an instant, and when only a commit of its own took long.
    after_silence: Callable[[Instant], Any] | None = None
    after_commit: Callable[[Instant], Any] | None = None
    # Between two states, where the whole is large or looked at often; nothing: look at the whole.
    agenda_change: Callable[[Any, Any], AgendaChange | None] | None = None
