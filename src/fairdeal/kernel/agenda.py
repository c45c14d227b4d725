"""
Agendas: the timers and messages a state waits for.

A machine's agenda is a set of tasks. The runtime starts those that are new in the set, and after a crash the whole set, so
only events have to be restored. Tasks are values: equal tasks are the same task.
"""

from typing import Generic, TypeVar

from fairdeal.kernel.ids import StreamId
from fairdeal.kernel.instants import Instant
from fairdeal.kernel.values import dataclass

Command = TypeVar("Command", covariant=True)


@dataclass(frozen=True, slots=True)
class Timer(Generic[Command]):
    """
    A task: send the command to the machine itself at that instant.

    The command names what it is about (hand, turn), so that a late timer meets the same check as a late player. Timers of one
    instant fire by rank, lowest first, in whatever order they were set; the order of equal ranks must not matter.
    """

    at: Instant
    command: Command
    rank: int = 0

    def __hash__(self) -> int:
        """Hashes the instant alone, for speed: every act looks up its timer, and few timers share an instant."""
        return hash(self.at)


@dataclass(frozen=True, slots=True)
class Message(Generic[Command]):
    """A task: send the command to another machine; it is resent until that machine has it, so it must be idempotent."""

    to: StreamId
    command: Command


@dataclass(frozen=True, slots=True)
class JointCommand(Generic[Command]):
    """A command that another machine must decide in the same commit; if it refuses, nothing is committed."""

    to: StreamId
    command: Command


Task = Timer[Command] | Message[Command]
