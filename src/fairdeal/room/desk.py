"""One command to one stream, without a running room: how the operator's command line acts."""

from typing import Any

from fairdeal.bank.transfer import Transfer
from fairdeal.kernel import EventRef, Instant, Rejection, StreamId, reject
from fairdeal.room.limits import RETRIES_MAX
from fairdeal.room.ports import Kind
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


def _payload(stream: StreamId, command: Any) -> bytes:
    """What a key stands for. A correction names its account, and so its player; other commands are told with their stream."""
    is_named = hasattr(command, "account")
    return (repr(command) if is_named else f"{stream} {command!r}").encode()


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
            return decision
        transfers: list[Transfer] = []
        for number, event in enumerate(decision, version + 1):
            transfers += machine.transfers(event, EventRef(stream, number))
            state = machine.evolve(state, event)
        append = Append(stream, version, tuple(map(kind.encode_event, decision)), kind.encode_state(state))
        opens = tuple(account for event in decision for account in kind.opens(event))
        lease = store.claim(SHARD, "command line", now)
        unit = Unit(lease, now, (append,), tuple(transfers), opens, key, _payload(stream, command) if key else b"")
        (outcome,) = store.commit([unit])
        if isinstance(outcome, Committed):
            return decision
        if isinstance(outcome, Repeated):
            return ()
        answer = outcome
        if outcome.code not in _AGAIN:
            break
    return answer
