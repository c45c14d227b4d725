"""
The contract between the runtime and a machine: what a game brings so that its streams can be run.

A machine is pure; what it lacks (chance, facts about other streams, its form on disk) is added here, by the game. There is one object
for each stream in memory, and the runtime asks it everything: nothing else knows what kind of stream it is.
"""

# ruff: noqa: ARG002 - answers for machines that need nothing of the kind

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

from fairdeal.bank.transfer import Transfer
from fairdeal.kernel import AccountId, Decision, EventRef, Instant, PlayerId, Rejection, Step, StreamId
from fairdeal.kernel.agenda import JointCommand, Task
from fairdeal.storage.port import HandRecord

S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")

Balances = Callable[[list[AccountId]], dict[AccountId, int]]


class Durable(Protocol[S, E]):
    """How states and events of one kind of stream are written; what was ever written can be read for ever."""

    def encode_event(self, event: E) -> bytes:
        """An event as bytes."""
        ...

    def decode_event(self, data: bytes) -> E:
        """The event again."""
        ...

    def encode_state(self, state: S) -> bytes:
        """A state as bytes."""
        ...

    def decode_state(self, data: bytes) -> S:
        """The state again."""
        ...


@dataclass(frozen=True, slots=True)
class Changes:
    """What an event shows: the same to everybody, and something more to some."""

    public: object | None = None
    private: tuple[tuple[PlayerId, object], ...] = ()


NOTHING: Final = Changes()
"""What an event shows that nobody watches."""


def told_to(private: Mapping[PlayerId, Collection[object]]) -> tuple[tuple[PlayerId, object], ...]:
    """What single players are told, one change after another."""
    return tuple([(player, change) for player, changes in private.items() for change in changes]) if private else ()


class AgendaChange(Protocol):
    """What is new on an agenda, and what is no longer on it."""

    @property
    def added(self) -> Collection[Task[object]]:
        """To be started."""
        ...

    @property
    def removed(self) -> Collection[Task[object]]:
        """To be called off."""
        ...


class Hosted(ABC, Generic[S, C, E]):
    """One machine at one stream, as the runtime runs it. What most machines do not need has an answer already."""

    prefix: ClassVar[str]  # streams are `prefix:name`
    snapshot_every: ClassVar[int] = 1  # events; a stream with a large state is read as a snapshot and some events
    is_audited: ClassVar[bool] = False  # against the ledger, whenever it is read
    is_place: ClassVar[bool] = False  # something is played there
    is_table: ClassVar[bool] = False  # players are connected to it or not
    is_personal: ClassVar[bool] = False  # named after a player: not for everybody's eyes
    stops_in_every_outage: ClassVar[bool] = False  # its clocks stop whichever tables lose their players
    comes_back: ClassVar[int] = 9  # after an outage of the journal those with lower numbers come first: others ask them

    def __init__(self, stream: StreamId) -> None:
        self.stream = stream

    @property
    def name(self) -> str:
        """The stream's name without its prefix."""
        return self.stream[len(self.prefix) + 1 :]

    @property
    @abstractmethod
    def durable(self) -> Durable[S, E]:
        """How it is written."""

    # ---- the rules

    @abstractmethod
    def open(self) -> S:
        """The state before the first event."""

    @abstractmethod
    def decide(self, state: S, command: C, now: Instant) -> Decision[S, E]:
        """What happens, or why not."""

    @abstractmethod
    def evolve(self, state: S, event: E) -> S:
        """The state after the event; used for reading, where nothing is decided."""

    @abstractmethod
    def agenda(self, state: S) -> frozenset[Task[object]]:
        """Everything the state waits for."""

    def agenda_change(self, before: S, after: S) -> AgendaChange | None:
        """What changed on the agenda, where the whole is large or looked at often; None: look at the whole."""
        return None

    # ---- what it lacks, and what it causes

    def supply(self, state: S, command: C) -> C:
        """The command with chance and facts that only the room knows."""
        return command

    def amend(self, command: C, refusal: Rejection) -> C | None:
        """The command anew, where a refusal of others can be helped."""
        return None

    def joint_commands(self, step: Step[S, E]) -> tuple[JointCommand[object], ...]:
        """What other streams must decide in the same commit; asked of events that are written."""
        return ()

    def transfers(self, event: E, ref: EventRef) -> tuple[Transfer, ...]:
        """What the event means in money."""
        return ()

    def opens(self, event: E) -> tuple[AccountId, ...]:
        """Accounts to open in the commit of the event."""
        return ()

    def record(self, step: Step[S, E]) -> HandRecord | None:
        """The record of a hand that the event ends."""
        return None

    # ---- what is seen of it

    def show(self, step: Step[S, E]) -> Changes:
        """What the event shows to those who watch."""
        return NOTHING

    def view(self, state: S, viewer: PlayerId | None) -> Any:
        """What that viewer may see; None is a spectator."""
        return None

    # ---- reading and writing

    def accounts(self, state: S) -> list[AccountId] | None:
        """What the audit asks for, where it is known before."""
        return None

    def audit(self, state: S, balances: Balances) -> None:
        """Fail where ledger and state differ."""

    def weight(self, state: S) -> int:
        """Divides the snapshot frequency for large states."""
        return 1

    # ---- time the room took, and stopping

    def after_silence(self, since: Instant) -> C | None:
        """What a stream is told when the room stood still since an instant."""
        return None

    def after_commit(self, since: Instant) -> C | None:
        """What a stream is told when only a commit of its own took long."""
        return None

    def is_under_way(self, state: S) -> bool:
        """Whether a stop now would cut something: a hand, a round."""
        return False

    # ---- connections of those who sit there

    def disconnected(self, player: PlayerId, at: Instant) -> tuple[JointCommand[object], ...]:
        """Whom to tell what when a player there lost the connection."""
        return ()

    def reconnected(self, player: PlayerId) -> tuple[JointCommand[object], ...]:
        """Whom to tell what when a player there is back."""
        return ()

    def clocks_pause(self) -> C | None:
        """The command that stops its clocks while too many are lost at once."""
        return None

    def clocks_resume(self) -> C | None:
        """The command that lets them run on."""
        return None


AnyHosted = Hosted[Any, Any, Any]
Host = Callable[[StreamId], AnyHosted]
"""Makes the object for a stream."""


def prefix_of(stream: StreamId) -> str:
    """What kind of stream it is: the part of its name before the colon."""
    return stream.partition(":")[0]
