"""
Agendas pursued: starts the timers and messages a state waits for, and cancels those it no longer waits for.

A timer sends its command to its own stream, a message to another one. Whoever could not decide on it is asked again every
second, as long as the task is on the agenda.
"""

from collections.abc import Callable, Collection
from typing import Any

from fairdeal.kernel import Instant, StreamId
from fairdeal.kernel.agenda import Message, Task, Timer
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.limits import MESSAGE_AGAIN
from fairdeal.runtime.ports import Answer, Clock, Reply

UNDECIDED = frozenset({"busy", "closed", "unknown_outcome"})
"""Codes after which a command is sent again, because the recipient has not decided on it."""

Due = Callable[[Actor, object, Reply], None]
"""Delivers the command of a timer to its own actor."""

Send = Callable[[StreamId, object, Reply], None]
"""Sends a command to another stream."""


class Agendas:
    """The tasks of all actors; what they hold is in `Actor.tasks`, with the function that cancels each."""

    def __init__(self, clock: Clock, due: Due, send: Send, has_stood: Callable[[], bool]) -> None:
        """`has_stood` tells whether the room stood still, after every stream was given its time back."""
        self._clock = clock
        self._due = due
        self._send_to = send
        self._has_stood = has_stood
        self._held: list[tuple[Actor, Timer[object]]] = []
        self.suspended: tuple[type, ...] = ()
        self.outside: dict[StreamId, Callable[[Any], None]] = {}  # takes messages to addresses that are no streams

    def pursue(self, actor: Actor) -> None:
        """Start the tasks that are new on the agenda and cancel those no longer on it."""
        wanted, tasks = actor.hosted.agenda(actor.state), actor.tasks
        if wanted != tasks.keys():
            new = [task for task in wanted if task not in tasks]
            for task in [task for task in tasks if task not in wanted]:
                tasks.pop(task)()
            self._start_all(actor, new)

    def follow(self, actor: Actor, before: Any) -> None:
        """Update the tasks after a decision, from the agenda's change alone where the `Hosted` can tell it."""
        change = actor.hosted.agenda_change(before, actor.state)
        if change is None:
            self.pursue(actor)
        else:
            # One by one: an operation on sets would look at every task there is.
            added, tasks = change.added, actor.tasks
            for task in change.removed:
                if task not in added and (cancel := tasks.pop(task, None)) is not None:
                    cancel()
            self._start_all(actor, [task for task in added if task not in tasks])

    def _start_all(self, actor: Actor, new: Collection[Task[object]]) -> None:
        # In a fixed order, because sets of strings have none and the same seed must give the same history.
        for task in sorted(new, key=_order) if len(new) > 1 else new:
            actor.tasks[task] = self._start(actor, task)

    def _start(self, actor: Actor, task: Task[object]) -> Callable[[], None]:
        if isinstance(task, Timer):
            return self._clock.at(task.at, lambda: self._timer_fired(actor, task))
        self._clock.soon(lambda: self._send(actor, task))
        return _nothing

    # ---- timers

    def _timer_fired(self, actor: Actor, task: Timer[object]) -> None:
        if self._has_stood() and task not in actor.tasks:
            return  # it has moved
        if task.rank and any(_comes_before(each, task, set_for) for each, set_for in actor.tasks.items()):
            self._clock.soon(lambda: self._timer_fired(actor, task) if task in actor.tasks else None)
            return
        if task in actor.tasks:
            actor.tasks[task] = _nothing  # it has fired: nothing is left to cancel, and no timer waits for it
        if isinstance(task.command, self.suspended):
            self._held.append((actor, task))
        else:
            self._due(actor, task.command, lambda answer: self._due_again(actor, task, answer))

    def _due_again(self, actor: Actor, task: Timer[object], answer: Answer) -> None:
        """Fire a timer again a second later if its stream could not decide, while it is still on the agenda."""

        def again() -> None:
            if task in actor.tasks:
                self._timer_fired(actor, task)

        self._later_if_undecided(answer, again)

    def suspend_timers(self, commands: tuple[type, ...]) -> None:
        """Until `resume_timers`, keep timers with these commands from firing; such commands are rejected as `restarting`."""
        self.suspended = commands

    def resume_timers(self) -> None:
        """End `suspend_timers`; suspended timers that are still on their agenda fire now."""
        held, self._held, self.suspended = self._held, [], ()
        for actor, task in held:
            if task in actor.tasks:
                self._timer_fired(actor, task)

    # ---- messages

    def remind(self, actor: Actor, streams: Collection[StreamId]) -> None:
        """Send all messages of an actor's agenda to these streams again."""
        for task in tuple(actor.tasks):
            if isinstance(task, Message) and task.to in streams:
                self._send(actor, task)

    def _send(self, actor: Actor, message: Message[object]) -> None:
        """Send a message of an agenda; every second again if the recipient could not decide, while it is on the agenda."""

        def again() -> None:
            if message in actor.tasks:
                self._send(actor, message)

        if (take := self.outside.get(message.to)) is not None:
            take(message.command)
        else:
            self._send_to(message.to, message.command, lambda answer: self._later_if_undecided(answer, again))

    def _later_if_undecided(self, answer: Answer, again: Callable[[], None]) -> None:
        if answer is not None and answer.code in UNDECIDED:
            self._clock.at(Instant(self._clock.now() + MESSAGE_AGAIN), again)


def _order(task: Task[object]) -> tuple[int, int, str, str]:
    """Sort key: timers by instant and rank; the repr makes the order of the rest the same in every process."""
    if isinstance(task, Timer):
        return task.at, task.rank, "", repr(task.command)
    return 0, 0, task.to, repr(task.command)


def _comes_before(one: Task[object], other: Timer[object], set_for: Callable[[], None]) -> bool:
    """Whether `one` is a timer of the same instant with a lower rank that has not fired yet."""
    return isinstance(one, Timer) and one.at == other.at and one.rank < other.rank and set_for is not _nothing


def _nothing() -> None:
    """The cancel function of messages and of timers that have fired."""
