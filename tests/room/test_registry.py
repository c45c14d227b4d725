"""One actor class for everything: what it promises, shown with a machine that only counts."""

from dataclasses import dataclass
from typing import Any

import pytest

from fairdeal.bank.accounts import Purpose
from fairdeal.bank.transfer import Reason, Transfer
from fairdeal.kernel import Decision, Duration, EventRef, Instant, PlayerId, Rejection, StreamId, Units, seconds
from fairdeal.kernel.agenda import Timer
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.broadcast import Frame, shown_to
from fairdeal.runtime.gate import Gate
from fairdeal.runtime.hosted import Host
from fairdeal.runtime.limits import MAILBOX_MAX, RECALL
from fairdeal.runtime.ports import Answer
from fairdeal.runtime.registry import Registry
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.port import Append, Committed, StoreUnavailable, Unit
from fairdeal.testing.clock import ManualClock
from fairdeal.testing.journal import Crash, CrashPoint, SimJournal
from tests.room import toys
from tests.room.toys import Add, Break, Pay, Post, Wake, Whisper

A, B, C = StreamId("counter:a"), StreamId("counter:b"), StreamId("counter:c")
LATENCY = Duration(5)


class Bench:
    """A room of counters on a store, with a clock in hand."""

    def __init__(
        self, store: MemoryStore | None = None, clock: ManualClock | None = None, host: Host = toys.HostedCounter
    ) -> None:
        self.store = store or MemoryStore()
        self.clock = clock or ManualClock()
        self.journal = SimJournal(self.store, self.clock, lambda: LATENCY)
        lease = self.journal.claim("all", "test", self.clock.now())
        self.gate = Gate(self.journal)
        self.registry = Registry(self.clock, self.gate, lease)
        self.registry.host(toys.hosts(host))
        self.answers: list[Answer] = []
        self.frames: list[Frame] = []

    def tell(self, stream: StreamId, command: Any, key: str | None = None) -> None:
        self.registry.send(stream, command, self.answers.append, key)

    def settle(self) -> None:
        self.clock.advance(10 * LATENCY)

    def watch(self, stream: StreamId) -> None:
        self.registry.actor(stream).feed.watch("me", self.frames.append)

    def total(self, stream: StreamId) -> int:
        total: int = self.registry.actor(stream).state.total
        return total

    def again(self) -> "Bench":
        """The room after a crash: another process on what is durable."""
        return Bench(self.store, self.clock)


@pytest.fixture
def bench() -> Bench:
    return Bench()


def code(answer: Answer) -> str | None:
    return answer.code if answer is not None else None


def test_nothing_is_shown_or_answered_before_it_is_durable(bench: Bench) -> None:
    bench.watch(A)
    bench.tell(A, Add(3))
    assert (bench.frames, bench.answers, bench.total(A)) == ([], [], 0)

    bench.settle()

    assert [frame.public for frame in bench.frames] == [("+3",)]
    assert (bench.answers, bench.total(A), bench.store.load(A).version) == ([None], 3, 1)


def test_what_is_not_durable_is_done_at_once_and_never_touches_the_journal(bench: Bench) -> None:
    bench.watch(A)
    bench.tell(A, Whisper("psst"))

    assert (bench.answers, bench.journal.commits, bench.store.load(A).version) == ([None], 0, 0)
    assert shown_to(bench.frames[0], PlayerId("p1")) == ("psst",)
    assert shown_to(bench.frames[0], PlayerId("p2")) == ()


def test_a_refusal_reaches_its_sender_and_changes_nothing(bench: Bench) -> None:
    bench.watch(A)
    bench.tell(A, Add(101))
    bench.settle()

    assert [code(answer) for answer in bench.answers] == ["too_much"]
    assert (bench.frames, bench.total(A), bench.journal.commits) == ([], 0, 0)


def test_letters_of_one_actor_are_handled_one_after_the_other(bench: Bench) -> None:
    for amount in (60, 30, 20, 10):
        bench.tell(A, Add(amount))
    bench.settle()

    assert [code(answer) for answer in bench.answers] == [None, None, "too_much", None]
    assert bench.total(A) == 100


def test_many_actors_share_one_commit(bench: Bench) -> None:
    for stream in (A, B, C):
        bench.tell(stream, Add(1))
    bench.settle()

    assert bench.journal.commits == 1


def test_a_joint_decision_is_one_commit_over_both_streams(bench: Bench) -> None:
    bench.tell(A, Add(3, then=B))
    bench.settle()

    assert (bench.total(A), bench.total(B), bench.journal.commits) == (3, 3, 1)


def test_a_joint_decision_that_one_refuses_happens_nowhere(bench: Bench) -> None:
    bench.tell(B, Add(99))
    bench.settle()
    bench.tell(A, Add(3, then=B))
    bench.settle()

    assert [code(answer) for answer in bench.answers] == [None, "too_much"]
    assert (bench.total(A), bench.total(B)) == (0, 99)


def test_crossing_joint_decisions_do_not_wait_for_each_other(bench: Bench) -> None:
    for _ in range(5):
        bench.tell(A, Add(1, then=B))
        bench.tell(B, Add(1, then=A))
        bench.tell(C, Add(1, then=A))
    bench.clock.advance(seconds(1))

    assert bench.answers == [None] * 15
    assert (bench.total(A), bench.total(B), bench.total(C)) == (15, 10, 5)


def test_a_joint_decision_waits_for_a_busy_stream_and_is_decided_anew(bench: Bench) -> None:
    bench.tell(B, Add(99))
    bench.tell(A, Add(3, then=B))
    assert bench.answers == []

    bench.settle()

    assert [code(answer) for answer in bench.answers] == [None, "too_much"]


def test_a_full_mailbox_refuses(bench: Bench) -> None:
    for _ in range(MAILBOX_MAX + 2):
        bench.tell(A, Add(0))

    assert [code(answer) for answer in bench.answers] == ["busy"]
    bench.clock.advance(seconds(10))
    assert bench.answers.count(None) == MAILBOX_MAX + 1


def test_a_timer_that_meets_a_full_mailbox_is_not_lost(bench: Bench) -> None:
    due = bench.clock.now() + seconds(5)
    bench.tell(A, Wake(due))
    bench.clock.run_until(Instant(due - 1))
    for _ in range(MAILBOX_MAX + 1):
        bench.tell(A, Add(0))
    bench.clock.run_until(Instant(due))
    assert bench.registry.actor(A).busy

    bench.clock.advance(seconds(10))

    assert bench.total(A) == 1


def test_a_timer_of_the_agenda_comes_when_it_is_due_and_once(bench: Bench) -> None:
    bench.tell(A, Wake(bench.clock.now() + seconds(5)))
    bench.clock.advance(seconds(4))
    assert bench.total(A) == 0

    bench.clock.advance(seconds(60))

    assert bench.total(A) == 1


@dataclass(frozen=True)
class AlarmChange:
    """What may have changed: the alarm before, and the alarm now."""

    added: tuple[Timer[Wake], ...]
    removed: tuple[Timer[Wake], ...]


class Alarm(toys.HostedCounter):
    """A counter that knows what changes on its agenda."""

    def agenda_change(self, before: toys.Counter, after: toys.Counter) -> AlarmChange:
        alarms = (before.alarm, after.alarm)
        was, now = ((Timer(Instant(alarm), Wake(alarm)),) if alarm else () for alarm in alarms)
        return AlarmChange(now, was)


def test_a_timer_that_a_change_of_the_agenda_takes_off_and_puts_on_again_still_comes() -> None:
    bench = Bench(host=Alarm)
    bench.tell(A, Wake(bench.clock.now() + seconds(5)))
    bench.clock.advance(seconds(1))

    bench.tell(A, Whisper("meanwhile"))
    bench.clock.advance(seconds(10))

    assert bench.total(A) == 1


def test_timers_and_letters_are_pursued_again_after_a_crash(bench: Bench) -> None:
    due = bench.clock.now() + seconds(5)
    bench.tell(A, Wake(due))
    bench.tell(C, Post(B))
    bench.clock.advance(LATENCY)
    assert bench.registry.actor(B).version == 0  # the letter was sent, its effect is not durable yet

    after = bench.again()
    after.registry.actor(A)
    after.registry.actor(C)
    after.clock.advance(seconds(10))

    assert (after.total(A), after.total(B)) == (1, 1)


@pytest.mark.parametrize(("point", "total"), [(CrashPoint.BEFORE, 0), (CrashPoint.AFTER, 7)])
def test_a_crash_keeps_exactly_what_was_committed(bench: Bench, point: CrashPoint, total: int) -> None:
    bench.journal.crash_at = (0, point)
    bench.tell(A, Add(7, then=B))
    with pytest.raises(Crash):
        bench.settle()

    after = bench.again()

    assert bench.answers == []
    assert (after.total(A), after.total(B)) == (total, total)


def test_a_command_sent_again_after_a_crash_is_done_once(bench: Bench) -> None:
    bench.journal.crash_at = (0, CrashPoint.AFTER)
    bench.tell(A, Add(7), key="p1/17")
    with pytest.raises(Crash):
        bench.settle()

    after = bench.again()
    after.tell(A, Add(7), key="p1/17")
    after.settle()

    assert (after.answers, after.total(A)) == ([None], 7)


def test_what_was_done_before_a_crash_is_answered_so_although_it_could_not_be_done_again(bench: Bench) -> None:
    bench.journal.crash_at = (0, CrashPoint.AFTER)
    bench.tell(A, Add(toys.LIMIT), key="p1/17")
    with pytest.raises(Crash):
        bench.settle()

    after = bench.again()
    after.tell(A, Add(toys.LIMIT), key="p1/17")
    after.tell(A, Add(toys.LIMIT), key="p1/18")
    after.settle()
    assert [code(answer) for answer in after.answers] == [None, "too_much"]

    after.clock.advance(RECALL + 1)  # by now nobody waits for an answer of the process before
    after.tell(A, Add(toys.LIMIT), key="p1/17")
    assert [code(answer) for answer in after.answers] == [None, "too_much", "too_much"]


def test_the_same_key_with_another_command_is_refused(bench: Bench) -> None:
    bench.tell(A, Add(7), key="p1/17")
    bench.tell(A, Add(8), key="p1/17")
    bench.settle()

    assert [code(answer) for answer in bench.answers] == [None, "key_reused"]


def test_an_epoch_of_its_own_tells_clients_that_the_room_was_recovered(bench: Bench) -> None:
    before = bench.registry.actor(A).feed.epoch

    assert bench.again().registry.actor(A).feed.epoch > before


def test_a_stream_that_another_process_wrote_is_read_again_and_the_letter_decided_anew(bench: Bench) -> None:
    bench.tell(A, Add(1))
    bench.settle()
    other = bench.store.claim("cashier", "other", bench.clock.now())
    foreign = toys.CounterCodec().encode_event(toys.Added(50))
    snapshot = toys.CounterCodec().encode_state(toys.Counter(51))
    outcome = bench.store.commit([Unit(other, bench.clock.now(), (Append(A, 1, (foreign,), snapshot),))])
    assert isinstance(outcome[0], Committed)

    bench.tell(A, Add(49))
    bench.tell(A, Add(1))
    bench.settle()

    assert [code(answer) for answer in bench.answers] == [None, None, "too_much"]
    assert bench.total(A) == 100


def test_whoever_lost_the_lease_writes_nothing_and_closes(bench: Bench) -> None:
    bench.store.claim("all", "another process", bench.clock.now())
    bench.tell(A, Add(1))
    bench.settle()
    bench.tell(A, Whisper("anybody there?"))

    assert [code(answer) for answer in bench.answers] == ["lost_lease", "closed"]
    assert bench.store.load(A).version == 0


def test_a_machine_with_a_bug_stops_alone(bench: Bench) -> None:
    failed: list[StreamId] = []
    bench.registry.on_failure = lambda actor: failed.append(actor.stream)
    bench.tell(A, Break())
    bench.tell(A, Add(1))
    bench.tell(B, Add(1))
    bench.tell(B, Add(1, then=A))
    bench.settle()

    assert [code(answer) for answer in bench.answers] == ["closed", "closed", None, "closed"]
    assert (failed, bench.total(B)) == ([A], 1)


def test_a_commit_of_unknown_outcome_stops_the_stream_until_it_is_read_again(bench: Bench) -> None:
    bench.journal.fault = StoreUnavailable("no answer")
    bench.tell(A, Add(1))
    bench.settle()
    bench.tell(A, Add(1))
    assert [code(answer) for answer in bench.answers] == ["unknown_outcome", "closed"]

    bench.registry.revive(A)
    bench.tell(A, Add(1))
    bench.settle()

    assert (bench.answers[-1], bench.total(A)) == (None, 1)


def test_those_who_watch_a_stream_that_is_read_again_take_a_full_view(bench: Bench) -> None:
    for _ in range(3):
        bench.tell(A, Add(1))
    bench.settle()
    bench.watch(A)
    feed = bench.registry.actor(A).feed
    seen = feed.number
    bench.journal.fault = StoreUnavailable("no answer")
    bench.tell(A, Add(1))
    bench.settle()

    bench.registry.revive(A)
    for _ in range(seen + 2):
        bench.tell(A, Add(1))
        bench.settle()
    feed = bench.registry.actor(A).feed

    assert bench.frames[0].number > seen + 1
    assert [feed.after(feed.epoch, number) for number in range(seen + 1)] == [None] * (seen + 1)


def test_a_timer_that_meets_a_stream_which_stands_still_comes_again(bench: Bench) -> None:
    """The timer of a table may need its floor, its player and their purse; nobody else would send it again."""
    bench.journal.fault = StoreUnavailable("no answer")
    bench.tell(B, Add(1))
    bench.settle()
    due = bench.clock.now() + seconds(5)
    bench.tell(A, Wake(due, then=B))
    bench.clock.advance(seconds(8))
    assert bench.total(A) == 0

    bench.registry.revive(B)
    bench.clock.advance(seconds(2))

    assert (bench.total(A), bench.total(B)) == (1, 1)


def test_what_cannot_be_read_now_stops_nothing(bench: Bench) -> None:
    bench.tell(A, Add(1))
    bench.settle()
    bench.journal.outage = StoreUnavailable("gone")
    bench.tell(A, Add(1, then=C))
    bench.tell(C, Add(1))

    assert [code(answer) for answer in bench.answers] == [None, "busy", "busy"]
    assert bench.registry.actor(A).failed is None
    assert not bench.gate.is_open

    bench.journal.outage, bench.gate.is_open = None, True
    bench.tell(A, Add(1, then=C))
    bench.settle()

    assert (bench.total(A), bench.total(C)) == (2, 1)


def test_letters_to_a_stream_that_was_read_again_are_sent_again(bench: Bench) -> None:
    bench.tell(C, Post(B))
    bench.settle()
    assert bench.total(B) == 1

    bench.registry.remind({B})
    bench.settle()

    assert bench.total(B) == 2


def test_what_follows_a_decision_is_told_again_until_the_stream_takes_it(bench: Bench) -> None:
    bench.journal.fault = StoreUnavailable("no answer")
    bench.tell(B, Add(1))
    bench.settle()
    bench.registry.insist(B, Add(7), key="once")
    bench.clock.advance(seconds(3))
    bench.registry.revive(B)
    bench.clock.advance(seconds(3))

    assert bench.total(B) == 7
    bench.registry.insist(B, Add(101))
    bench.clock.advance(seconds(3))
    assert bench.total(B) == 7  # a refusal is an answer


def test_a_refusal_of_the_ledger_can_be_helped_with_what_the_account_has(bench: Bench) -> None:
    purse = toys.TENDER.account(Purpose.HOLD, "counter-a")
    lease = bench.store.claim("mint", "test", Instant(0))
    grant = Transfer(
        EventRef(StreamId("mint:1"), 1), toys.TENDER.account(Purpose.OUTSIDE), purse, Units(40), Reason.GRANT
    )
    bench.store.commit([Unit(lease, Instant(0), (Append(StreamId("mint:1"), 0, (b"x",)),), (grant,))])

    bench.tell(A, Pay(100))
    bench.settle()
    bench.tell(A, Pay(100))
    bench.settle()

    assert [code(answer) for answer in bench.answers] == [None, "insufficient_funds"]
    assert bench.store.balances([purse]) == {purse: 0}


def test_a_command_that_another_stream_refuses_can_be_amended(bench: Bench) -> None:
    bench.tell(B, Add(99))
    bench.settle()
    bench.tell(A, Add(5, then=B, or_alone=True))
    bench.settle()

    assert bench.answers == [None, None]
    assert (bench.total(A), bench.total(B)) == (5, 99)


def test_a_command_that_its_own_machine_refuses_is_not_amended(bench: Bench) -> None:
    bench.tell(A, Add(101, then=B, or_alone=True))
    bench.settle()

    assert [code(answer) for answer in bench.answers] == ["too_much"]


def test_watchers_who_come_back_get_the_rest_or_a_full_view(bench: Bench) -> None:
    for _ in range(3):
        bench.tell(A, Add(1))
    bench.settle()
    feed = bench.registry.actor(A).feed
    rest = feed.after(feed.epoch, 1)

    assert rest is not None
    assert [frame.number for frame in rest] == [2, 3]
    assert feed.after(feed.epoch, 3) == ()
    assert feed.after(feed.epoch - 1, 1) is None
    assert feed.after(feed.epoch, 99) is None


def test_watches_hear_of_every_adopted_decision(bench: Bench) -> None:
    heard: list[tuple[StreamId, int]] = []

    def watch(actor: Actor, events: tuple[Any, ...], now: Instant) -> None:
        heard.append((actor.stream, len(events)))

    bench.registry.watches.append(watch)
    bench.tell(A, Add(3, then=B))
    bench.tell(A, Add(101))
    bench.settle()

    assert heard == [(A, 1), (B, 1)]


def test_what_a_commit_causes_comes_after_it_and_never_inside_it(bench: Bench) -> None:
    heard: list[tuple[StreamId, str]] = []

    def cause(actor: Actor, events: tuple[Any, ...], now: Instant) -> None:
        if isinstance(events[0], toys.Added) and actor.stream == A:
            bench.registry.send(A, Whisper("now"))

    def note(actor: Actor, events: tuple[Any, ...], now: Instant) -> None:
        heard.append((actor.stream, type(events[0]).__name__))

    bench.registry.watches += [cause, note]
    bench.tell(A, Add(3, then=B))
    bench.settle()

    assert heard == [(A, "Added"), (B, "Added"), (A, "Whispered")]


def test_an_idle_actor_can_be_forgotten_and_comes_back_as_it_was(bench: Bench) -> None:
    bench.tell(A, Add(5))
    bench.settle()
    bench.registry.forget(A)
    assert bench.registry.find(A) is None

    assert bench.total(A) == 5


def test_rejections_are_values(bench: Bench) -> None:
    bench.tell(A, Add(101))

    assert bench.answers == [Rejection("too_much")]


# ---- timers of one instant


class Bells(toys.HostedCounter):
    """Two timers for the instant of its alarm, and a third one once something was added; what rang is in `heard`."""

    heard: list[str]

    def decide(self, state: toys.Counter, command: Any, now: Instant) -> Decision[toys.Counter, Any]:
        if isinstance(command, str):
            self.heard.append(command)
            return ()
        return super().decide(state, command, now)

    def agenda(self, state: toys.Counter) -> frozenset[Any]:
        at = Instant(state.alarm)
        ringing = {Timer(at, "b second", 2), Timer(at, "a third", 3)} if at else set()
        return frozenset(ringing | ({Timer(at, "c first", 1)} if at and state.total else set()))


def bells(heard: list[str]) -> Host:
    def host(stream: StreamId) -> Bells:
        made = Bells(stream)
        made.heard = heard
        return made

    return host


@pytest.mark.parametrize("again", [False, True], ids=["as they were set", "after a crash"])
def test_timers_of_one_instant_fall_due_by_rank_whenever_they_were_set(*, again: bool) -> None:
    heard: list[str] = []
    bench = Bench(host=bells(heard))
    at = bench.clock.now() + seconds(60)
    bench.tell(A, Wake(at))
    bench.settle()
    bench.tell(A, Add(1))  # now the first one is set, last
    bench.settle()
    if again:
        bench.registry.close()
        bench = Bench(bench.store, bench.clock, bells(heard))
        bench.registry.actor(A)

    bench.clock.advance(seconds(60))

    assert heard == ["c first", "b second", "a third"]


def test_a_timer_that_waits_for_another_of_its_instant_does_not_wait_for_one_that_was_called_off() -> None:
    heard: list[str] = []
    bench = Bench(host=bells(heard))
    at = bench.clock.now() + seconds(60)
    bench.tell(A, Add(1))
    bench.settle()
    bench.tell(A, Wake(at))
    bench.settle()
    bench.clock.at(Instant(at - 10 * LATENCY), lambda: bench.tell(A, Add(-1)))

    bench.clock.advance(seconds(61))

    assert heard == ["b second", "a third"]


class SlowToTell(ManualClock):
    """A clock that goes on while a standstill is told of."""

    def stood_since(self) -> Instant | None:
        stood = super().stood_since()
        if stood is not None:
            self._now = Instant(self._now + 7)
        return stood


def test_a_command_after_a_standstill_is_decided_no_earlier_than_what_is_given_back_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bench = Bench(clock=SlowToTell())
    actor = bench.registry.actor(A)
    decide = actor.hosted.decide
    instants: list[Instant] = []

    def noted(state: Any, command: Any, now: Instant) -> Any:
        instants.append(now)
        return decide(state, command, now)

    monkeypatch.setattr(actor.hosted, "decide", noted)
    bench.clock.stall(5_000)
    bench.registry.post(actor, Add(1))

    assert instants[-1] == bench.clock.now()
