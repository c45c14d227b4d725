"""
What a state waits for.

A machine's agenda is a set of these. The runtime performs what is new in the set, and after a crash the whole set, so
nothing has to be restored but events. Tasks are values: equal tasks are the same task.
"""

from typing import Generic, TypeVar

from fairdeal.kernel.ids import StreamId
from fairdeal.kernel.instants import Instant
from fairdeal.kernel.values import dataclass

Command = TypeVar("Command", covariant=True)


@dataclass(frozen=True, slots=True)
class Timer(Generic[Command]):
    """
    Send the command to the machine itself at that instant.

    The command names what it is about (hand, turn), so that a late timer meets the same check as a late player. Where a
    machine cares which of several timers of one instant comes first it ranks them: the lowest rank first, whenever they were
    set. Of equal ranks none may matter to another.
    """

    at: Instant
    command: Command
    rank: int = 0

    def __hash__(self) -> int:
        """Of the instant alone: few tasks share it, and every act looks its clock up."""
        return hash(self.at)


@dataclass(frozen=True, slots=True)
class Message(Generic[Command]):
    """Send the command to another machine; it is resent until that machine has it, so it must be idempotent."""

    to: StreamId
    command: Command


@dataclass(frozen=True, slots=True)
class JointCommand(Generic[Command]):
    """A command another machine must decide in the same commit; if it refuses, nothing of the commit happens."""

    to: StreamId
    command: Command


Task = Timer[Command] | Message[Command]
