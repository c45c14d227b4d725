"""
The contract between the runtime and a machine: what a game implements so that its streams can be run.

A machine is pure; what it lacks (entropy, facts about other streams, its form on disk) is added here, by the game. There is one object
for each stream in memory; nothing else in the runtime depends on what kind of stream it is.
"""

# ruff: noqa: ARG002 - the defaults do not use their parameters

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, NamedTuple, Protocol, TypeVar

from fairdeal.bank.transfer import Transfer
from fairdeal.kernel import AccountId, Decision, EventRef, Instant, PlayerId, Rejection, Step, StreamId
from fairdeal.kernel.agenda import JointCommand, Task
from fairdeal.runtime.limits import MAILBOX_MAX
from fairdeal.storage.port import HandRecord, Listing

S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")

Balances = Callable[[list[AccountId]], dict[AccountId, int]]


class Durable(Protocol[S, E]):
    """Encodes and decodes the events and states of one kind of stream; can decode everything it ever encoded."""

    def encode_event(self, event: E) -> bytes:
        """The event as bytes."""
        ...

    def decode_event(self, data: bytes) -> E:
        """The event that these bytes encode."""
        ...

    def encode_state(self, state: S) -> bytes:
        """The state as bytes, for a snapshot."""
        ...

    def decode_state(self, data: bytes) -> S:
        """The state that these bytes encode."""
        ...


_NONE: Final[Mapping[PlayerId, tuple[object, ...]]] = {}


class Changes(NamedTuple):
    """What an event shows: a public change for every watcher, and private ones for single players."""

    public: object | None = None
    private: Mapping[PlayerId, tuple[object, ...]] = _NONE


NOTHING: Final = Changes()
"""The changes of an event that shows nothing."""


def by_player(private: Iterable[tuple[PlayerId, object]]) -> dict[PlayerId, tuple[object, ...]]:
    """Private changes, each with its player, as `Changes.private` wants them."""
    found: dict[PlayerId, tuple[object, ...]] = {}
    for player, change in private:
        found[player] = (*found.get(player, ()), change)
    return found


class AgendaChange(Protocol):
    """The difference between two agendas: tasks added and tasks removed."""

    @property
    def added(self) -> Collection[Task[object]]:
        """Tasks that only the new agenda has."""
        ...

    @property
    def removed(self) -> Collection[Task[object]]:
        """Tasks that only the old agenda had."""
        ...


class Hosted(ABC, Generic[S, C, E]):
    """One machine with its stream, as the runtime runs it; methods that few machines need have a default."""

    prefix: ClassVar[str]  # streams are `prefix:name`
    snapshot_every: ClassVar[int] = 1  # events; a stream with a large state is read as a snapshot and some events
    is_audited: ClassVar[bool] = False  # against the ledger, whenever it is read
    is_place: ClassVar[bool] = False  # something is played there
    is_table: ClassVar[bool] = False  # it is sent when its players disconnect and reconnect
    is_personal: ClassVar[bool] = False  # named after a player, so its name is not shown to others
    stops_in_every_outage: ClassVar[bool] = False  # its clocks stop whichever tables lose their players
    mailbox_max: ClassVar[int] = MAILBOX_MAX  # commands that may wait; another is rejected as `busy`
    comes_back: ClassVar[int] = 9  # order of revival, low first: others depend on those

    def __init__(self, stream: StreamId) -> None:
        self.stream = stream

    @property
    def name(self) -> str:
        """The stream's name without its prefix."""
        return self.stream[len(self.prefix) + 1 :]

    @property
    @abstractmethod
    def durable(self) -> Durable[S, E]:
        """The codec for the events and states of this stream."""

    # ---- the rules

    @abstractmethod
    def open(self) -> S:
        """The state before the first event."""

    @abstractmethod
    def decide(self, state: S, command: C, now: Instant) -> Decision[S, E]:
        """The steps that the command causes now, or the rejection; changes nothing."""

    def counts_at(self, command: C, arrived: Instant, now: Instant) -> Instant:
        """The instant by which a command is judged that waited in the mailbox: by default when it is decided."""
        return now

    @abstractmethod
    def evolve(self, state: S, event: E) -> S:
        """The state after the event; used to replay a stream from the journal."""

    @abstractmethod
    def agenda(self, state: S) -> frozenset[Task[object]]:
        """All tasks the state waits for: its timers, and messages to other streams."""

    def agenda_change(self, before: S, after: S) -> AgendaChange | None:
        """The difference between the agendas of two states, where computing it is cheaper; None to compare both agendas."""
        return None

    # ---- what it lacks, and what it causes

    def supply(self, state: S, command: C) -> C:
        """The command completed with the entropy and facts it needs, just before it is decided."""
        return command

    def amend(self, command: C, refusal: Rejection) -> C | None:
        """The command to try instead, after another stream or the ledger refused this one; None if nothing helps."""
        return None

    def joint_commands(self, step: Step[S, E]) -> tuple[JointCommand[object], ...]:
        """Commands that other streams must decide in the same commit; called for durable events only."""
        return ()

    def transfers(self, event: E, ref: EventRef) -> tuple[Transfer, ...]:
        """The ledger transfers that the event causes."""
        return ()

    def opens(self, event: E) -> tuple[AccountId, ...]:
        """Accounts to open in the same commit as the event."""
        return ()

    def record(self, step: Step[S, E]) -> HandRecord | None:
        """The record of the hand that this step ends, or None."""
        return None

    def listings(self, steps: Sequence[Step[S, E]], version: int, now: Instant) -> tuple[Listing, ...]:
        """What a decision changes in lists that readers page through; `version` is that of the stream before it."""
        return ()

    # ---- what is seen of it

    def show(self, step: Step[S, E]) -> Changes:
        """The public and private changes that the step shows to watchers."""
        return NOTHING

    def view(self, state: S, viewer: PlayerId | None) -> Any:
        """Everything the viewer may see of the state; viewer None is a watcher without a seat."""
        return None

    # ---- reading and writing

    def accounts(self, state: S) -> list[AccountId] | None:
        """The accounts that `audit` will ask for, so that many streams are read at once; None if not known before."""
        return None

    def audit(self, state: S, balances: Balances) -> None:
        """Raise AssertionError if the state differs from the ledger balances."""

    def weight(self, state: S) -> int:
        """Divides the snapshot frequency for large states."""
        return 1

    # ---- time the room took, and stopping

    def after_silence(self, since: Instant) -> C | None:
        """The command to send when the room stood still since that instant, or None."""
        return None

    def after_commit(self, since: Instant) -> C | None:
        """The command to send when a commit of this stream, begun at that instant, took long, or None."""
        return None

    def is_under_way(self, state: S) -> bool:
        """Whether a stop now would interrupt something, such as a hand or a round."""
        return False

    # ---- connections of those who sit there

    def disconnected(self, player: PlayerId, at: Instant) -> tuple[JointCommand[object], ...]:
        """The commands to send, with their streams, when a player at this table disconnected."""
        return ()

    def reconnected(self, player: PlayerId) -> tuple[JointCommand[object], ...]:
        """The commands to send, with their streams, when a player at this table reconnected."""
        return ()

    def clocks_pause(self) -> C | None:
        """The command that stops this table's clocks during an outage, or None."""
        return None

    def clocks_resume(self) -> C | None:
        """The command that lets this table's clocks run again after an outage, or None."""
        return None


AnyHosted = Hosted[Any, Any, Any]
Host = Callable[[StreamId], AnyHosted]
"""Makes the `Hosted` of a stream."""


def prefix_of(stream: StreamId) -> str:
    """The prefix of a stream's name, before the colon; it names the kind of stream."""
    return stream.partition(":")[0]
