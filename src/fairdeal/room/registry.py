"""
The one runtime: letters in, decisions out.

A letter is handled in one go: chance and facts are supplied, the machine decides, joint letters are decided with it, and
if anything durable happened one unit is committed over all streams concerned. Only then are the new states adopted,
shown to watchers, and their agendas pursued. Acts inside a hand have nothing durable and never touch the journal.

A decision that concerns other streams waits until all of them are free at once, holding none meanwhile, so two such
decisions cannot wait for each other. It is decided anew when its turn comes: machines are pure, nothing was lost.

A machine that fails an assertion stops alone: its stream is closed, the rest of the room plays on.
"""

from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from fairdeal.bank.transfer import Transfer
from fairdeal.kernel import AccountId, EventRef, Instant, Rejection, StreamId, reject
from fairdeal.kernel.agenda import Task, Timer
from fairdeal.room.actor import Actor, Waiting
from fairdeal.room.limits import JOINT_STREAMS_MAX, MAILBOX_LETTERS_MAX, RETRIES_MAX
from fairdeal.room.ports import Answer, Changes, Clock, Journal, Kind, Reply
from fairdeal.storage.port import Append, Committed, Lease, Outcome, Refusal, Repeated, StoreError, Unit

Watch = Callable[[Actor, tuple[Any, ...], Instant], None]
"""Told of every adopted decision: the actor, its events, when."""


class Part:
    """What one decision does to one stream."""

    __slots__ = ("actor", "state", "steps")

    def __init__(self, actor: Actor) -> None:
        self.actor = actor
        self.state = actor.state
        self.steps: list[tuple[Any, Any]] = []  # state before, event


class Registry:
    """All actors of this process, and the post between them."""

    def __init__(self, kinds: list[Kind], clock: Clock, journal: Journal, lease: Lease) -> None:
        self._kinds = {kind.name: kind for kind in kinds}
        self._clock = clock
        self._journal = journal
        self.lease = lease
        self._actors: dict[StreamId, Actor] = {}
        self._ready: deque[Actor] = deque()
        self._draining = False
        self.open = True
        self.watches: list[Watch] = []
        self.on_failure: Callable[[Actor], None] | None = None

    # ---- finding

    def __iter__(self) -> Iterator[Actor]:
        return iter(tuple(self._actors.values()))

    def __len__(self) -> int:
        return len(self._actors)

    def find(self, stream: StreamId) -> Actor | None:
        """The actor of a stream, if it is in memory."""
        return self._actors.get(stream)

    def actor(self, stream: StreamId) -> Actor:
        """The actor of a stream; loaded if it is not in memory, new if it has no history."""
        found = self._actors.get(stream)
        if found is None:
            found = self._load(stream)
            self._actors[stream] = found
            self._pursue(found)
        return found

    def _load(self, stream: StreamId) -> Actor:
        kind = self._kinds[stream.partition(":")[0]]
        state, version = self._read(stream, kind)
        return Actor(stream, kind, state, version, self.lease.epoch)

    def _read(self, stream: StreamId, kind: Kind) -> tuple[Any, int]:
        loaded = self._journal.load(stream)
        state = kind.initial(stream) if loaded.snapshot is None else kind.decode_state(loaded.snapshot)
        machine = kind.machine(stream)
        for event in loaded.events:
            state = machine.evolve(state, kind.decode_event(event))
        if kind.audit is not None and loaded.version:
            kind.audit(stream, state, self._journal.balances)
        return state, loaded.version

    def forget(self, stream: StreamId) -> None:
        """Take an actor that has nothing to do out of memory."""
        actor = self._actors.pop(stream, None)
        if actor is not None:
            assert not actor.busy, stream
            actor.stop()

    # ---- letters

    def tell(self, stream: StreamId, command: Any, reply: Reply | None = None, key: str | None = None) -> None:
        """Put a command into an actor's mailbox; `reply` hears what came of it."""
        actor = self.actor(stream)
        if actor.failed is not None or not self.open:
            _answer(reply, reject("closed"))
        elif len(actor.mailbox) >= MAILBOX_LETTERS_MAX:
            _answer(reply, reject("busy"))
        else:
            actor.mailbox.append(Waiting(command, reply, key))
            self._ready.append(actor)
            self._drain()

    def _drain(self) -> None:
        """Handle letters until none can be handled; what a letter causes comes after it, never inside it."""
        if self._draining:
            return
        self._draining = True
        try:
            while self._ready:
                actor = self._ready.popleft()
                while actor.mailbox and not (actor.busy or actor.parked or actor.failed):
                    self._handle(actor, actor.mailbox.popleft())
        finally:
            self._draining = False

    def _handle(self, actor: Actor, letter: Waiting) -> None:
        parts: dict[StreamId, Part] = {}
        try:
            hindrance = self._decide(actor, letter.command, parts)
        except Exception as fault:  # a machine that fails stops alone; everything else would stop the room
            self._fail(actor, fault)
            _answer(letter.reply, reject("closed"))
            return
        if isinstance(hindrance, Actor):
            actor.mailbox.appendleft(letter)
            actor.parked = True
            hindrance.waiters.append(actor)
        elif hindrance is not None:
            _answer(letter.reply, hindrance)
        else:
            self._carry_out(letter, list(parts.values()))

    def _decide(self, actor: Actor, command: Any, parts: dict[StreamId, Part]) -> Rejection | Actor | None:
        """Decide, with everything that must be decided together; a refusal, an actor to wait for, or nothing."""
        if actor.busy:
            return actor
        if actor.failed is not None:
            return reject("closed")
        part = parts.setdefault(actor.stream, Part(actor))
        assert len(parts) <= JOINT_STREAMS_MAX, "a decision concerns too many streams"
        machine = actor.machine
        supplied = actor.kind.supply(actor.stream, part.state, command)
        decision = machine.decide(part.state, supplied, self._clock.now())
        if isinstance(decision, Rejection):
            return decision
        for event in decision:
            part.steps.append((part.state, event))
            part.state = machine.evolve(part.state, event)
            for joint in machine.joins(event):
                hindrance = self._decide(self.actor(joint.to), joint.command, parts)
                if hindrance is not None:
                    return hindrance
        return None

    # ---- commits

    def _carry_out(self, letter: Waiting, parts: list[Part]) -> None:
        if not any(is_durable(event) for part in parts for _, event in part.steps):
            self._adopt(parts)
            _answer(letter.reply, None)
            return
        unit = self._unit(letter, parts)
        for part in parts:
            part.actor.busy = True
        self._journal.submit(unit, lambda outcome: self._committed(letter, parts, outcome))

    def _unit(self, letter: Waiting, parts: list[Part]) -> Unit:
        appends = []
        transfers: list[Transfer] = []
        opens: list[AccountId] = []
        for part in parts:
            actor, kind = part.actor, part.actor.kind
            events = []
            record = None
            version = actor.version
            for before, event in part.steps:
                if not is_durable(event):
                    continue
                version += 1
                events.append(kind.encode_event(event))
                transfers += actor.machine.transfers(event, EventRef(actor.stream, version))
                opens += kind.opens(event)
                record = kind.record(actor.stream, before, event) or record
            if events:
                snapshot = kind.encode_state(part.state)
                appends.append(Append(actor.stream, actor.version, tuple(events), snapshot, record))
        key = letter.key
        payload = repr(letter.command).encode() if key else b""
        now = self._clock.now()
        return Unit(self.lease, now, tuple(appends), tuple(transfers), tuple(opens), key=key, payload=payload)

    def _committed(self, letter: Waiting, parts: list[Part], outcome: Outcome | StoreError) -> None:
        for part in parts:
            part.actor.busy = False
        match outcome:
            case Committed():
                self._adopt(parts)
                _answer(letter.reply, None)
            case Repeated():
                _answer(letter.reply, None)
            case Rejection():
                self._refused(letter, parts, outcome)
            case _:
                self._lost(letter, parts, outcome)
        for part in parts:
            self._release(part.actor)
        self._drain()

    def _refused(self, letter: Waiting, parts: list[Part], refusal: Rejection) -> None:
        """The journal refused: decide anew where that can help, otherwise the sender hears why."""
        actor = parts[0].actor
        letter.tries += 1
        if refusal.code == Refusal.LOST_LEASE:
            self.close()
        elif refusal.code == Refusal.STALE_VERSION and letter.tries <= RETRIES_MAX:
            for part in parts:
                self._reload(part.actor)
            actor.mailbox.appendleft(letter)
            return
        elif letter.tries <= RETRIES_MAX and (amended := actor.kind.amend(letter.command, refusal)) is not None:
            letter.command = amended
            actor.mailbox.appendleft(letter)
            return
        _answer(letter.reply, refusal)

    def _reload(self, actor: Actor) -> None:
        """Read a stream again that another process wrote."""
        state, version = self._read(actor.stream, actor.kind)
        if version != actor.version:
            actor.state, actor.version = state, version
            self._pursue(actor)

    def _lost(self, letter: Waiting, parts: list[Part], error: StoreError) -> None:
        """Nobody knows whether the unit was written: the streams stop until they are read again."""
        for part in parts:
            self._fail(part.actor, error)
        _answer(letter.reply, reject("unknown_outcome"))

    def _adopt(self, parts: list[Part]) -> None:
        now = self._clock.now()
        for part in parts:
            actor = part.actor
            shown: list[Changes] = [actor.machine.changes(before, event) for before, event in part.steps]
            events = tuple(event for _, event in part.steps)
            actor.state = part.state
            actor.version += sum(map(is_durable, events))
            actor.feed.publish(shown)
            self._pursue(actor)
            for watch in self.watches:
                watch(actor, events, now)

    def _release(self, actor: Actor) -> None:
        self._ready.append(actor)
        for waiter in actor.waiters:
            waiter.parked = False
            self._ready.append(waiter)
        actor.waiters.clear()

    # ---- agendas

    def _pursue(self, actor: Actor) -> None:
        """Start what is new in the agenda, call off what is no longer there."""
        wanted = actor.machine.agenda(actor.state)
        tasks = actor.tasks
        if wanted == tasks.keys():
            return
        for task in tasks.keys() - wanted:
            tasks.pop(task)()
        # In a fixed order, because sets of strings have none and the same seed must give the same history.
        for task in sorted(wanted - tasks.keys(), key=_order):
            tasks[task] = self._start(actor, task)

    def _start(self, actor: Actor, task: Task[Any]) -> Callable[[], None]:
        if isinstance(task, Timer):
            return self._clock.at(task.at, lambda: self.tell(actor.stream, task.command))
        self._clock.soon(lambda: self.tell(task.to, task.command))
        return _nothing

    # ---- stopping

    def _fail(self, actor: Actor, fault: Exception) -> None:
        actor.failed = f"{type(fault).__name__}: {fault}"
        actor.stop()
        while actor.mailbox:
            _answer(actor.mailbox.popleft().reply, reject("closed"))
        if self.on_failure is not None:
            self.on_failure(actor)

    def revive(self, stream: StreamId) -> Actor:
        """Read a stopped stream again; its first letter should tell it to recover."""
        actor = self._actors.pop(stream)
        assert actor.failed is not None, stream
        assert not actor.busy, stream
        revived = self.actor(stream)
        revived.feed.sinks.update(actor.feed.sinks)
        self._release(actor)
        return revived

    def close(self) -> None:
        """Handle nothing more: this process has lost the right to write, or the room closes."""
        self.open = False
        for actor in self:
            actor.stop()


def is_durable(event: Any) -> bool:
    """Whether an event is written; only those that say so live no longer than a hand."""
    return getattr(event, "durable", True) is True


def _answer(reply: Reply | None, answer: Answer) -> None:
    if reply is not None:
        reply(answer)


def _order(task: Task[Any]) -> tuple[int, str, str]:
    return (task.at, "", repr(task.command)) if isinstance(task, Timer) else (0, task.to, repr(task.command))


def _nothing() -> None:
    """Letters cannot be called off."""
