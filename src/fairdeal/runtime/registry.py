"""
The registry of all actors: takes commands, decides, commits, and pursues agendas.

A command is handled in one go: entropy and facts are supplied, and the machine decides. A decision that writes nothing, such as an
act inside a hand, is adopted at once. Otherwise joint commands are decided with it, and one unit is committed over all streams
concerned; only then are the new states adopted. Adopting is the same for both: watchers are shown the changes, and agendas pursued.

A decision that concerns other streams waits until all of them are free at once and reserves none meanwhile, so two such
decisions cannot deadlock. It is decided anew when its turn comes; machines are pure, so nothing is lost.

Delays of the room itself count against no player (X-143). If the process stood still, every stream with timers is sent a command
that shifts its clocks before anything else happens; a stream whose commit took long gets one before its next command.

A machine that raises stops alone: its stream is closed, the rest of the room plays on.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from fairdeal.kernel import Instant, Rejection, StreamId, reject
from fairdeal.kernel.agenda import JointCommand, Timer
from fairdeal.runtime.actor import Actor, AnyStep, BlockedBy, Envelope, StreamDecision
from fairdeal.runtime.agendas import UNDECIDED, Agendas
from fairdeal.runtime.broadcast import Feed
from fairdeal.runtime.hosted import AnyHosted, Changes, Host, prefix_of
from fairdeal.runtime.keys import Key, former_payloads, house_key
from fairdeal.runtime.limits import (
    HISTORY_FRAMES_MAX,
    INSIST_MAX,
    JOINT_STREAMS_MAX,
    LATE,
    MESSAGE_AGAIN,
    RECALL,
    RETRIES_MAX,
)
from fairdeal.runtime.ports import Answer, Clock, Journal, Reply
from fairdeal.runtime.reading import Read, Reader
from fairdeal.runtime.units import is_durable, unit_of
from fairdeal.storage.port import (
    PASSING,
    Committed,
    Lease,
    Outcome,
    Refusal,
    Repeated,
    StoreError,
    Unit,
)

Watch = Callable[[Actor, tuple[object, ...], Instant], None]
"""Called after a decision was adopted, with the actor, its events and the instant."""

Shown = Callable[[Actor, tuple[object, ...], Sequence[Changes]], None]
"""Called after a decision was adopted, with the actor, its events and what each of them shows."""


class Registry:
    """All actors of this process: delivers commands, commits decisions, runs timers and messages between streams."""

    def __init__(self, clock: Clock, journal: Journal, lease: Lease, *, frames_kept: int = HISTORY_FRAMES_MAX) -> None:
        self._hosts: dict[str, Host] = {}
        self._clock = clock
        self._journal = journal
        self._reader = Reader(self.hosted, journal)
        self.lease = lease
        self._frames_kept = frames_kept
        self._actors: dict[StreamId, Actor] = {}
        self._ready: deque[Actor] = deque()
        self._draining = False
        self.open = True
        self._opened_at = clock.now()
        self.adopted: dict[str, Watch] = {}  # called for every decision of a game's own streams, by prefix
        self.written: dict[str, Watch] = {}  # the same, for decisions that were written
        self.shown: dict[str, Shown] = {}  # called last, with what a decision that was written shows, by prefix
        self.watches: list[Watch] = []
        self.watches_of_written: list[Watch] = []
        self.on_failure: Callable[[Actor], None] | None = None
        self.on_lost_lease: Callable[[], None] | None = None  # another process has taken this room
        self.on_silence: list[
            Callable[[Instant], None]
        ] = []  # called with the instant since which the room stood still
        self._agendas = Agendas(clock, self._due, self.send, self.notice_silence)
        self.outside = self._agendas.outside
        self.suspend_timers = self._agendas.suspend_timers
        self.resume_timers = self._agendas.resume_timers

    # ---- finding

    def __iter__(self) -> Iterator[Actor]:
        return iter(tuple(self._actors.values()))

    def __len__(self) -> int:
        return len(self._actors)

    def host(self, hosts: Mapping[str, Host]) -> None:
        """Add the factories that make the `Hosted` of a stream, by stream prefix; each prefix only once."""
        assert not self._hosts.keys() & hosts.keys(), "these prefixes have a host already"
        self._hosts.update(hosts)

    def hosted(self, stream: StreamId) -> AnyHosted:
        """The `Hosted` of a stream, whether its actor is in memory or not."""
        found = self._actors.get(stream)
        return self._hosts[prefix_of(stream)](stream) if found is None else found.hosted

    def hosts(self, stream: StreamId) -> bool:
        """Whether a host is registered for the prefix of that stream."""
        return prefix_of(stream) in self._hosts

    def those(self, prefix: str) -> list[Actor]:
        """The actors in memory whose streams have that prefix."""
        return [actor for actor in self if actor.hosted.prefix == prefix]

    def find(self, stream: StreamId) -> Actor | None:
        """The actor of a stream, if it is in memory."""
        return self._actors.get(stream)

    def actor(self, stream: StreamId) -> Actor:
        """
        The actor of a stream; loaded if it is not in memory, new if it has no history.

        If it is not in memory and the journal does not answer, this raises one of `PASSING` at once.
        """
        found = self._actors.get(stream)
        return self._enter(self._reader.one(stream)) if found is None else found

    def state_of(self, stream: StreamId) -> Any:
        """The state of a stream: of its actor, or else as the journal has it, without keeping it in memory."""
        found = self._actors.get(stream)
        return self._reader.one(stream).state if found is None else found.state

    def actors(self, streams: Sequence[StreamId]) -> list[Actor]:
        """The actors of many streams; those not in memory are read together."""
        for read in self._reader.many([stream for stream in dict.fromkeys(streams) if stream not in self._actors]):
            self._enter(read)
        return [self._actors[stream] for stream in streams]

    def refresh(self, stream: StreamId) -> Actor:
        """The actor of a stream, with what another process may have written; one in a commit stays as it is, which finds out itself."""
        actor = self.actor(stream)
        if not actor.busy and actor.failed is None:
            self._reload(actor)
        return actor

    def _enter(self, read: Read, feed: Feed | None = None) -> Actor:
        feed = feed or Feed(self.lease.epoch, self._frames_kept)
        actor = Actor(read.hosted, read.state, read.version, feed, read.at)
        self._actors[actor.stream] = actor
        if read.fault is None:
            self._agendas.pursue(actor)
        else:
            self._stop(actor, read.fault)
        return actor

    def forget(self, stream: StreamId) -> None:
        """Remove an actor from memory and cancel its timers; it must not be in a commit."""
        actor = self._actors.pop(stream, None)
        if actor is not None:
            assert not actor.busy, stream
            actor.stop()

    # ---- commands

    def send(self, stream: StreamId, command: object, reply: Reply | None = None, key: Key | str | None = None) -> None:
        """Send a command to a stream; `reply` is called with the answer, and with a key it is carried out once only."""
        self.notice_silence()
        try:
            actor = self.actor(stream)
        except PASSING:
            _answer(reply, reject("busy"))
        else:
            self.post(actor, command, reply, key)

    def post(self, actor: Actor, command: object, reply: Reply | None = None, key: Key | str | None = None) -> None:
        """Send a command to an actor in memory: at once if it is idle, otherwise into its mailbox."""
        now = self._clock.now()
        if self._clock.stood is not None:
            self.notice_silence()
            now = self._clock.now()  # not earlier than what was decided meanwhile
        if isinstance(key, str):
            key = house_key(key, command)
        if actor.failed is not None or not self.open:
            _answer(reply, reject("closed"))
        elif self._agendas.suspended and isinstance(command, self._agendas.suspended):
            _answer(reply, reject("restarting"))
        elif self._draining or actor.mailbox or not actor.is_free:
            if len(actor.mailbox) >= actor.hosted.mailbox_max:
                _answer(reply, reject("busy"))
            else:
                self._deliver(actor, Envelope(command, reply, key, arrived=now))
        else:
            self._draining = True
            try:
                self._handle(actor, Envelope(command, reply, key), now)
            finally:
                self._draining = False
            if actor.mailbox:  # decided anew, or blocked by another actor
                self._ready.append(actor)
            if self._ready:
                self._drain()

    def insist(self, stream: StreamId, command: object, key: str | None = None, tries: int = INSIST_MAX) -> None:
        """Send a command, and again every second while the stream is busy or closed, at most `tries` times."""

        def answered(answer: Answer) -> None:
            if answer is not None and answer.code in UNDECIDED and tries > 1 and self.open:
                later = Instant(self._clock.now() + MESSAGE_AGAIN)
                self._clock.at(later, lambda: self.insist(stream, command, key, tries - 1))

        self.send(stream, command, answered, key)

    def _due(self, actor: Actor, command: object, reply: Reply) -> None:
        """Deliver the command of a timer, into a full mailbox too: nobody would send it again."""
        if actor.failed is None and self.open:
            self._deliver(actor, Envelope(command, reply))

    def _deliver(self, actor: Actor, envelope: Envelope) -> None:
        actor.mailbox.append(envelope)
        self._ready.append(actor)
        self._drain()

    def _drain(self) -> None:
        """Handle commands until none can be handled; commands caused by one are handled after it, never inside it."""
        if self._draining:
            return
        self._draining = True
        try:
            while self._ready:
                actor = self._ready.popleft()
                while actor.mailbox and actor.is_free:
                    self._handle(actor, actor.mailbox.pop(0), self._clock.now())
        finally:
            self._draining = False

    def _handle(self, actor: Actor, envelope: Envelope, now: Instant) -> None:
        hosted, state = actor.hosted, actor.state
        parts: dict[StreamId, StreamDecision] = {}
        obstacle: Rejection | BlockedBy | None = None
        try:
            command, arrived = hosted.supply(state, envelope.command), envelope.arrived
            at = now if arrived is None else hosted.counts_at(command, arrived, now)
            decision = hosted.decide(state, command, at)
            if not isinstance(decision, Rejection) and self._writes(decision):
                obstacle = self._join(actor, decision, parts, now)
        except PASSING:  # another stream or a balance could not be read; nothing has happened
            _answer(envelope.reply, reject("busy"))
            return
        except Exception as fault:  # a machine that fails stops alone; everything else would stop the room
            self._fail(actor, fault)
            _answer(envelope.reply, reject("closed"))
            return
        if isinstance(obstacle, BlockedBy):
            envelope.arrived = envelope.arrived or now
            actor.mailbox.insert(0, envelope)
            actor.parked = True
            obstacle.actor.waiters.append(actor)
        elif isinstance(decision, Rejection):
            self._refuse(envelope, decision)
        elif obstacle is not None:  # another stream's; its own machine would have done it
            if not self._amend(actor, envelope, obstacle):
                self._refuse(envelope, obstacle)
        elif parts:
            self._commit(envelope, list(parts.values()))
        else:
            self._adopt(actor, decision, 0, now)
            _answer(envelope.reply, None)

    def _writes(self, decision: Sequence[AnyStep]) -> bool:
        """Whether any event of a decision has to be written before the decision counts."""
        for step in decision:  # noqa: SIM110 - asked at every act
            if is_durable(step.event):
                return True
        return False

    def _join(
        self, actor: Actor, decision: Sequence[AnyStep], parts: dict[StreamId, StreamDecision], now: Instant
    ) -> Rejection | BlockedBy | None:
        """Add a stream's decision and those of its joint commands to `parts`; return what prevented them, or None."""
        part = parts.setdefault(actor.stream, StreamDecision(actor))
        assert len(parts) <= JOINT_STREAMS_MAX, "a decision concerns too many streams"
        for step in decision:
            assert step.before is part.state, "what a decision causes came back to its own stream"
            part.steps.append(step)
            part.state = step.after
            if not is_durable(step.event):
                continue
            part.durable += 1
            for joint in actor.hosted.joint_commands(step):
                obstacle = self._decide_joint(self.actor(joint.to), joint.command, parts, now)
                if obstacle is not None:
                    return obstacle
        return None

    def _decide_joint(
        self, actor: Actor, command: object, parts: dict[StreamId, StreamDecision], now: Instant
    ) -> Rejection | BlockedBy | None:
        """Decide a joint command after what `parts` holds already; return what prevented it, or None."""
        if actor.busy:
            return BlockedBy(actor)
        if actor.failed is not None:
            return reject("closed")
        known, hosted = parts.get(actor.stream), actor.hosted
        state = actor.state if known is None else known.state
        decision = hosted.decide(state, hosted.supply(state, command), now)
        return decision if isinstance(decision, Rejection) else self._join(actor, decision, parts, now)

    def rehearse(self, commands: Sequence[JointCommand[object]]) -> list[StreamDecision] | Rejection:
        """
        Decide commands as one commit would decide them now, and write nothing: the decisions of all streams, or why not.

        A machine that raises is no reason to stop anything here, because nothing was asked of it yet.
        """
        parts: dict[StreamId, StreamDecision] = {}
        try:
            for joint in commands:
                if not self.hosts(joint.to):
                    return reject("no_such_stream")
                obstacle = self._decide_joint(self.actor(joint.to), joint.command, parts, self._clock.now())
                if isinstance(obstacle, BlockedBy):
                    return reject("busy")
                if obstacle is not None:
                    return obstacle
        except PASSING:
            return reject("busy")
        except Exception:  # whatever it is, carrying it out would stop a stream
            return reject("cannot_be_done")
        return list(parts.values())

    def _refuse(self, envelope: Envelope, why: Rejection) -> None:
        """
        Answer with the rejection, unless the journal knows that a command with this key was carried out before a restart.

        A sender who got no answer before a crash sends the command again, and must then hear that it was done.
        """
        key, now = envelope.key, self._clock.now()
        if key is None or envelope.reply is None or now - self._opened_at > RECALL:
            _answer(envelope.reply, why)
            return
        former = former_payloads(envelope.command)
        asked = Unit(self.lease, now, (), key=key.name, payload=key.payload, former=former, recalls=True)
        self._journal.submit(
            asked, lambda outcome: _answer(envelope.reply, None if isinstance(outcome, Repeated) else why)
        )

    # ---- commits

    def _commit(self, envelope: Envelope, parts: list[StreamDecision]) -> None:
        unit = unit_of(self.lease, self._clock.now(), envelope, parts)
        for part in parts:
            part.actor.busy = True
        self._journal.submit(unit, lambda outcome: self._committed(envelope, parts, outcome, unit.at))

    def _committed(
        self, envelope: Envelope, parts: list[StreamDecision], outcome: Outcome | StoreError, since: Instant
    ) -> None:
        self.notice_silence()
        for part in parts:
            part.actor.busy = False
        self._draining = True  # commands that adopting and answering cause come after all of it
        try:
            self._conclude(envelope, parts, outcome, since)
        finally:
            self._draining = False
        for part in parts:
            if not envelope.gives_back:
                self._give_back(part.actor, part.actor.hosted.after_commit, since)
            self._release(part.actor)
        self._drain()

    def _conclude(
        self, envelope: Envelope, parts: list[StreamDecision], outcome: Outcome | StoreError, since: Instant
    ) -> None:
        match outcome:
            case Committed():
                now = self._clock.now()
                for part in parts:
                    self._adopt(part.actor, part.steps, part.durable, now)
                _answer(envelope.reply, None)
            case Repeated():
                _answer(envelope.reply, None)
            case Rejection():
                self._refused(envelope, parts, outcome)
            case _:
                self._lost(envelope, parts, outcome, since)

    def _refused(self, envelope: Envelope, parts: list[StreamDecision], refusal: Rejection) -> None:
        """Handle a refusal of the journal: decide anew where that can help, otherwise reply with the rejection."""
        actor = parts[0].actor
        if refusal.code == Refusal.LOST_LEASE:
            if self.open and self.on_lost_lease is not None:
                self.on_lost_lease()
            self.close()
        elif refusal.code == Refusal.STALE_VERSION and envelope.tries < RETRIES_MAX:
            envelope.tries += 1
            try:
                for part in parts:
                    self._reload(part.actor)
            except PASSING as error:
                self._lost(envelope, parts, error, self._clock.now())
            else:
                actor.mailbox.insert(0, envelope)
            return
        elif self._amend(actor, envelope, refusal):
            return
        _answer(envelope.reply, refusal)

    def _amend(self, actor: Actor, envelope: Envelope, refusal: Rejection) -> bool:
        """Queue the command again as its `Hosted` amends it after this rejection; False if it cannot."""
        amended = actor.hosted.amend(envelope.command, refusal) if envelope.tries < RETRIES_MAX else None
        if amended is None:
            return False
        envelope.tries += 1
        envelope.command = amended
        actor.mailbox.insert(0, envelope)
        return True

    def _reload(self, actor: Actor) -> None:
        """Take the state of a stream from the journal again after another process wrote it."""
        read = self._reader.one(actor.stream)
        if read.fault is not None:
            self._stop(actor, read.fault)
        elif read.version != actor.version:
            actor.state, actor.version = read.state, read.version
            self._agendas.pursue(actor)

    def _lost(self, envelope: Envelope, parts: list[StreamDecision], error: StoreError, since: Instant) -> None:
        """Stop all streams of a unit of which nobody knows whether it was written; they count as stopped since `since`."""
        for part in parts:
            part.actor.away_since = since if isinstance(error, PASSING) else None
            self._fail(part.actor, error)
        _answer(envelope.reply, reject("unknown_outcome"))

    def _adopt(self, actor: Actor, steps: Sequence[AnyStep], durable: int, now: Instant) -> None:
        """Let an actor go on to the state after these steps: show them, pursue its agenda, and tell whoever watches."""
        hosted = actor.hosted
        shown = [hosted.show(step) for step in steps]
        events = tuple([step.event for step in steps])
        before = actor.state
        if steps:
            actor.state = steps[-1].after
        actor.version += durable
        actor.feed.publish(shown)
        self._agendas.follow(actor, before)
        if (note := self.adopted.get(hosted.prefix)) is not None:
            note(actor, events, now)
        for watch in self.watches:
            watch(actor, events, now)
        if durable:
            if (note := self.written.get(hosted.prefix)) is not None:
                note(actor, events, now)
            for watch in self.watches_of_written:
                watch(actor, events, now)
            if (tell := self.shown.get(hosted.prefix)) is not None:
                tell(actor, events, shown)

    def _release(self, actor: Actor) -> None:
        self._ready.append(actor)
        for waiter in actor.waiters:
            waiter.parked = False
            self._ready.append(waiter)
        actor.waiters.clear()

    # ---- time that is given back

    def notice_silence(self) -> bool:
        """Whether the room stood still; if so, every stream with timers has been sent the command that shifts its clocks."""
        if self._draining:
            return False  # asked when this is done
        since = self._clock.stood_since()
        if since is None or not self.open:
            return False
        for call in self.on_silence:
            call(since)
        for actor in self:
            if any(isinstance(task, Timer) for task in actor.tasks):
                self._give_back(actor, actor.hosted.after_silence, since)
                self._ready.append(actor)
        self._drain()
        self._clock.stood_since()  # telling everybody is work too; it must not count as the next silence
        return True

    def _give_back(self, actor: Actor, command: Callable[[Instant], object | None], since: Instant) -> None:
        """Put `command(since)` first in the mailbox, unless the delay is too short; time already given back is not counted twice."""
        now = self._clock.now()
        since = max(since, actor.given_until)
        if actor.failed is None and now - since > LATE and (told := command(since)) is not None:
            actor.given_until = now
            actor.mailbox.insert(0, Envelope(told, gives_back=True))

    # ---- stopping

    def _fail(self, actor: Actor, fault: Exception) -> None:
        self._stop(actor, f"{type(fault).__name__}: {fault}")

    def _stop(self, actor: Actor, why: str) -> None:
        actor.failed = why
        actor.stop()
        while actor.mailbox:
            _answer(actor.mailbox.pop(0).reply, reject("closed"))
        if self.on_failure is not None:
            self.on_failure(actor)

    def revive(self, stream: StreamId) -> Actor:
        """
        Replace a stopped actor by one read from the journal; the caller should send it a recovery command first.

        Its watchers stay and must take a full view. If the stream cannot be read, this raises and changes nothing.
        """
        stopped = self._actors[stream]
        assert stopped.failed is not None, stream
        assert not stopped.busy, stream
        read = self._reader.one(stream)
        stopped.feed.begin_anew()
        revived = self._enter(read, stopped.feed)
        self._release(stopped)
        return revived

    def remind(self, streams: Collection[StreamId]) -> None:
        """Send all agenda messages to these streams again, because they lost what they had not written."""
        for actor in self:
            self._agendas.remind(actor, streams)

    def close(self) -> None:
        """Stop all actors and answer every waiting command as `closed`; the lease is lost or the room closes."""
        self.open = False
        for actor in self:
            actor.stop()
            while actor.mailbox:  # a caller may wait for the answer, for example a recovery
                _answer(actor.mailbox.pop(0).reply, reject("closed"))


def _answer(reply: Reply | None, answer: Answer) -> None:
    if reply is not None:
        reply(answer)
