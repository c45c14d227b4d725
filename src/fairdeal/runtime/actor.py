"""
Actors: one stream in memory with its state, mailbox, tasks and feed.

The class is the same for every machine and contains no rules. There is one writer: while a commit is under way the actor
is busy, and commands wait in its mailbox.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from fairdeal.kernel import Instant, Step
from fairdeal.kernel.agenda import Task
from fairdeal.runtime.broadcast import Feed
from fairdeal.runtime.hosted import AnyHosted
from fairdeal.runtime.keys import Key
from fairdeal.runtime.ports import Reply

AnyStep = Step[Any, Any]


@dataclass(slots=True)
class Envelope:
    """A command in a mailbox with its reply; one with a key is never carried out twice, not even after a crash."""

    command: object
    reply: Reply | None = None
    key: Key | None = None
    tries: int = 0
    arrived: Instant | None = None  # when it came into the mailbox; None: it is decided as it comes
    gives_back: bool = False  # shifts clocks after a delay of the room itself


class Actor:
    """What runs one machine: its state and version, mailbox, started tasks and feed."""

    __slots__ = (
        "away_since", "busy", "failed", "feed", "given_until", "hosted", "last_written", "mailbox", "parked", "state",
        "stream", "tasks",
        "version", "waiters",
    )  # fmt: skip

    def __init__(
        self, hosted: AnyHosted, state: Any, version: int, feed: Feed, last_written: Instant = Instant(0)
    ) -> None:
        self.stream = hosted.stream
        self.hosted = hosted
        self.state = state
        self.version = version
        self.last_written = (
            last_written  # before it was read; nothing the machine waits for began to stand still earlier
        )
        self.mailbox: list[Envelope] = []  # hardly ever more than one; an empty deque takes ten times the memory
        self.tasks: dict[Task[object], Callable[[], None]] = {}
        self.feed = feed
        self.waiters: list[Actor] = []  # actors that wait until this one is free
        self.given_until = Instant(0)  # delays of the room until this instant have been given back
        self.busy = False  # a commit of this stream is under way
        self.parked = False  # the first command waits for another actor
        self.failed: str | None = None  # why it stopped
        self.away_since: Instant | None = None  # stopped because the journal failed: it comes back when that does

    @property
    def is_free(self) -> bool:
        """Whether it can handle a command now."""
        return not (self.busy or self.parked or self.failed)

    def stop(self) -> None:
        """Cancel all timers and forget all tasks."""
        for cancel in self.tasks.values():
            cancel()
        self.tasks.clear()


class StreamDecision:
    """The part of one decision that concerns one stream: its steps and the state they lead to."""

    __slots__ = ("actor", "durable", "state", "steps")

    def __init__(self, actor: Actor) -> None:
        self.actor = actor
        self.state = actor.state
        self.steps: list[AnyStep] = []
        self.durable = 0  # how many of the events are written


class BlockedBy(NamedTuple):
    """The actor that is busy with a commit and must be waited for before a decision can be made."""

    actor: Actor
