"""
One command to one stream, without a running room: how the operator's command line acts.

It is for machines that stand alone, purses for one. What concerns other streams in the same commit, or leaves the record of a hand,
needs the room: here it is refused, so that nothing is ever half done.
"""

from dataclasses import replace
from typing import Any

from fairdeal.bank.transfer import Transfer
from fairdeal.kernel import EventRef, Instant, Rejection, Steps, StreamId, events_of, reject
from fairdeal.runtime.keys import former_words, house_key
from fairdeal.runtime.limits import RETRIES_MAX
from fairdeal.runtime.ports import Kind
from fairdeal.runtime.registry import is_durable
from fairdeal.storage.port import Append, Committed, Refusal, Repeated, Store, Unit

SHARD = "desk"
_AGAIN = (Refusal.STALE_VERSION, Refusal.LOST_LEASE)


def read_state(store: Store, kind: Kind, stream: StreamId) -> tuple[Any, int]:
    """A stream's state and version."""
    loaded = store.load(stream)
    machine = kind.machine(stream)
    state = kind.initial(stream) if loaded.snapshot is None else kind.decode_state(loaded.snapshot)
    for event in loaded.events:
        state = machine.evolve(state, kind.decode_event(event))
    return state, loaded.version


class NeedsRoom(Exception):
    """A command whose events concern more than their own stream."""

    code = "needs_room"


def _said(stream: StreamId, command: Any, key: str) -> bytes:
    """What a key stands for. A correction names its account, and so its player; other commands are told with their stream."""
    said = house_key(key, command).said
    return said if hasattr(command, "account") else f"{stream} ".encode() + said


def act(
    store: Store, kind: Kind, stream: StreamId, command: Any, now: Instant, key: str | None = None
) -> tuple[Any, ...] | Rejection:
    """
    Decide and commit; what happened, or why not.

    If somebody else writes the stream meanwhile, it is read and decided anew. With a key, the same command again is not done twice.
    """
    answer: Rejection = reject("busy")
    for _ in range(RETRIES_MAX):
        state, version = read_state(store, kind, stream)
        machine = kind.machine(stream)
        decision = machine.decide(state, kind.supply(stream, state, command), now)
        if isinstance(decision, Rejection) or not decision:
            return events_of(decision)
        _check_alone(kind, stream, decision)
        events = tuple([step.event for step in decision])
        transfers: list[Transfer] = []
        for number, event in enumerate(events, version + 1):
            transfers += machine.transfers(event, EventRef(stream, number))
        append = Append(stream, version, tuple(map(kind.encode_event, events)), kind.encode_state(decision[-1].after))
        opens = tuple(account for event in events for account in kind.opens(event))
        unit = Unit(store.claim(SHARD, "command line", now), now, (append,), tuple(transfers), opens)
        if key is not None:
            unit = replace(unit, key=key, payload=_said(stream, command, key), former=former_words(command))
        (outcome,) = store.commit([unit])
        if isinstance(outcome, Committed):
            return events
        if isinstance(outcome, Repeated):
            return ()
        answer = outcome
        if outcome.code not in _AGAIN:
            break
    return answer


def _check_alone(kind: Kind, stream: StreamId, steps: Steps[Any, Any]) -> None:
    """Nothing of what happens may need another stream, a hand's record, or a state that lives only in the room."""
    machine = kind.machine(stream)
    if kind.audit is not None:
        raise NeedsRoom(f"{kind.name} streams are audited when the room reads them; ask the room")
    for step in steps:
        if machine.joins(step.event) or kind.record(stream, step) is not None or not is_durable(step.event):
            raise NeedsRoom(f"{type(step.event).__name__} at {stream} concerns more than this stream; ask the room")
