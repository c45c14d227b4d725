"""A small machine for tests of the runtime: a counter that can hand over to another counter, jointly or by letter."""

import json
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar

from fairdeal.bank.accounts import Purpose, Tender
from fairdeal.bank.transfer import Reason, Transfer
from fairdeal.kernel import (
    Currency,
    Decision,
    EventRef,
    Instant,
    MoneyKind,
    PlayerId,
    Rejection,
    Step,
    StreamId,
    Units,
    Verdict,
    followed,
    reject,
)
from fairdeal.kernel.agenda import JointCommand, Message, Task, Timer
from fairdeal.runtime.hosted import Changes, Host, Hosted

TENDER = Tender(Currency.EUR, MoneyKind.TEST)


@dataclass(frozen=True, slots=True)
class Add:
    amount: int
    then: str = ""  # a stream that must add the same in the same commit
    or_alone: bool = False  # if that one refuses, add without it


@dataclass(frozen=True, slots=True)
class Whisper:
    """Changes the state and is never stored."""

    word: str


@dataclass(frozen=True, slots=True)
class Wake:
    at: int
    then: str = ""  # a stream that must add one in the same commit


@dataclass(frozen=True, slots=True)
class Post:
    """Send a letter: the other counter adds one."""

    to: str


@dataclass(frozen=True, slots=True)
class Pay:
    amount: int


@dataclass(frozen=True, slots=True)
class Break:
    """A bug."""


@dataclass(frozen=True, slots=True)
class Added:
    durable: ClassVar[bool] = True

    amount: int
    then: str = ""


@dataclass(frozen=True, slots=True)
class Whispered:
    durable: ClassVar[bool] = False

    word: str


@dataclass(frozen=True, slots=True)
class AlarmSet:
    durable: ClassVar[bool] = True

    at: int
    then: str = ""


@dataclass(frozen=True, slots=True)
class Posted:
    durable: ClassVar[bool] = True

    to: str


@dataclass(frozen=True, slots=True)
class Paid:
    durable: ClassVar[bool] = True

    amount: int


@dataclass(frozen=True, slots=True)
class Counter:
    total: int = 0
    alarm: int = 0
    posted: str = ""
    word: str = ""  # never stored
    then: str = ""


EVENTS = {kind.__name__: kind for kind in (Added, AlarmSet, Posted, Paid)}
LIMIT = 100


class CounterCodec:
    def encode_event(self, event: Any) -> bytes:
        return json.dumps([type(event).__name__, asdict(event)]).encode()

    def decode_event(self, data: bytes) -> Any:
        return EVENTS[json.loads(data)[0]](**json.loads(data)[1])

    def encode_state(self, state: Counter) -> bytes:
        return json.dumps([state.total, state.alarm, state.posted, "", state.then]).encode()

    def decode_state(self, data: bytes) -> Counter:
        return Counter(*json.loads(data))


class HostedCounter(Hosted[Counter, Any, Any]):
    prefix = "counter"

    @property
    def durable(self) -> CounterCodec:
        return CounterCodec()

    def open(self) -> Counter:
        return Counter()

    def decide(self, state: Counter, command: Any, now: Instant) -> Decision[Counter, Any]:
        return followed(state, self._verdict(state, command, now), self.evolve)

    def _verdict(self, state: Counter, command: Any, now: Instant) -> Verdict[Any]:
        match command:
            case Add(amount, then, _):
                return reject("too_much") if state.total + amount > LIMIT else (Added(amount, then),)
            case Whisper(word):
                return (Whispered(word),)
            case Wake(at, then):
                return (Added(1, then), AlarmSet(0)) if now >= at else (AlarmSet(at, then),)
            case Post(to):
                return (Posted(to),)
            case Pay(amount):
                return (Paid(amount),)
            case _:
                raise AssertionError("a bug")

    def evolve(self, state: Counter, event: Any) -> Counter:
        match event:
            case Added(amount):
                return replace(state, total=state.total + amount)
            case Whispered(word):
                return replace(state, word=word)
            case AlarmSet(at, then):
                return replace(state, alarm=at, then=then)
            case Posted(to):
                return replace(state, posted=to)
            case _:
                return state

    def agenda(self, state: Counter) -> frozenset[Task[object]]:
        tasks: set[Task[object]] = set()
        if state.alarm:
            tasks.add(Timer(Instant(state.alarm), Wake(state.alarm, state.then)))
        if state.posted:
            tasks.add(Message(StreamId(state.posted), Add(1)))
        return frozenset(tasks)

    def joint_commands(self, step: Step[Counter, Any]) -> tuple[JointCommand[object], ...]:
        event = step.event
        if isinstance(event, Added) and event.then:
            return (JointCommand(StreamId(event.then), Add(event.amount)),)
        return ()

    def transfers(self, event: Any, ref: EventRef) -> tuple[Transfer, ...]:
        if isinstance(event, Paid):
            purse = TENDER.account(Purpose.HOLD, str(self.stream).replace(":", "-"))
            return (Transfer(ref, purse, TENDER.account(Purpose.CHARITY), Units(event.amount), Reason.CHARITY),)
        return ()

    def view(self, state: Counter, viewer: PlayerId | None) -> int:
        return state.total

    def show(self, step: Step[Counter, Any]) -> Changes:
        event = step.event
        if isinstance(event, Added):
            return Changes(public=f"+{event.amount}")
        if isinstance(event, Whispered):
            return Changes(private={PlayerId("p1"): (event.word,)})
        return Changes()

    def amend(self, command: Any, refusal: Rejection) -> Any | None:
        """Pay what there is; add alone what another would not add."""
        if isinstance(command, Add) and command.or_alone:
            return Add(command.amount)
        balance = dict(refusal.numbers).get("balance", 0)
        return Pay(balance) if isinstance(command, Pay) and balance else None


def hosts(host: Host = HostedCounter) -> dict[str, Host]:
    return {"counter": host}
