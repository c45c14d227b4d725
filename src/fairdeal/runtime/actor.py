"""
One stream in memory: its state, its mailbox, its timers, its watchers.

An actor is the same class for every machine and holds no rule. It has one writer: while a commit is under way it is
busy, and commands wait.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from fairdeal.kernel import Instant, Step
from fairdeal.kernel.agenda import Task
from fairdeal.runtime.broadcast import Feed
from fairdeal.runtime.hosted import AnyHosted
from fairdeal.runtime.keys import Key
from fairdeal.runtime.ports import Reply


@dataclass(slots=True)
class Envelope:
    """A command in a mailbox, and who waits for its answer; with a key it is never done twice, not even after a crash."""

    command: object
    reply: Reply | None = None
    key: Key | None = None
    tries: int = 0
    gives_back: bool = False  # tells of time the room took, not of anything that happened


class Actor:
    """A machine at work."""

    __slots__ = (
        "away_since", "busy", "failed", "feed", "given_until", "hosted", "last_written", "mailbox", "parked", "state",
        "stream", "tasks",
        "version", "waiters",
    )  # fmt: skip

    def __init__(
        self, hosted: AnyHosted, state: Any, version: int, epoch: int, last_written: Instant = Instant(0)
    ) -> None:
        self.stream = hosted.stream
        self.hosted = hosted
        self.state = state
        self.version = version
        self.last_written = (
            last_written  # before it was read; nothing the machine waits for began to stand still earlier
        )
        self.mailbox: deque[Envelope] = deque()
        self.tasks: dict[Task[object], Callable[[], None]] = {}
        self.feed = Feed(epoch)
        self.waiters: list[Actor] = []  # actors that wait until this one is free
        self.given_until = Instant(0)  # time that the room took before this was given back
        self.busy = False  # a commit of this stream is under way
        self.parked = False  # the first command waits for another actor
        self.failed: str | None = None  # why it stopped
        self.away_since: Instant | None = None  # stopped because the journal failed: it comes back when that does

    def stop(self) -> None:
        """Start nothing any more; what was started is called off."""
        for cancel in self.tasks.values():
            cancel()
        self.tasks.clear()


class StreamDecision:
    """The steps of one decision at one stream."""

    __slots__ = ("actor", "durable", "state", "steps")

    def __init__(self, actor: Actor) -> None:
        self.actor = actor
        self.state = actor.state
        self.steps: list[Step[Any, Any]] = []
        self.durable = 0  # how many of the events are written


class BlockedBy(NamedTuple):
    """A decision cannot be made now: a stream it concerns is busy with a commit."""

    actor: Actor
