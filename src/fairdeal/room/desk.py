"""
One command to one stream without a running room, as the operator's command line needs it.

It works for machines that stand alone, such as purses. A command that concerns other streams in the same commit, or makes the
record of a hand, needs the room and is refused here, so that nothing is ever half done.
"""

from dataclasses import replace

from fairdeal.bank.transfer import Transfer
from fairdeal.kernel import EventRef, Instant, Rejection, Steps, StreamId, events_of, reject
from fairdeal.runtime.hosted import C, E, Hosted, S
from fairdeal.runtime.keys import former_payloads, house_key
from fairdeal.runtime.limits import RETRIES_MAX
from fairdeal.runtime.reading import folded
from fairdeal.runtime.units import is_durable
from fairdeal.storage.port import Append, Committed, Refusal, Repeated, Store, Unit

SHARD = "desk"
_AGAIN = (Refusal.STALE_VERSION, Refusal.LOST_LEASE)


def read_state(store: Store, hosted: Hosted[S, C, E]) -> tuple[S, int]:
    """The state and version of a stream, read from the store."""
    loaded = store.load(hosted.stream)
    return folded(hosted, loaded), loaded.version


class ServerRequired(Exception):
    """Raised for a command whose events concern more than their own stream."""

    code = "server_required"


def _payload(stream: StreamId, command: object, key: str) -> bytes:
    """The payload stored under a key: the command, with its stream unless its account already tells the player."""
    payload = house_key(key, command).payload
    return payload if hasattr(command, "account") else f"{stream} ".encode() + payload


def act(
    store: Store, hosted: Hosted[S, C, E], command: C, now: Instant, key: str | None = None
) -> tuple[E, ...] | Rejection:
    """
    Decide a command and commit it; returns its events or the rejection.

    If another process writes the stream meanwhile, it is read and decided anew. With a key, the command is carried out once only.
    """
    answer: Rejection = reject("busy")
    for _ in range(RETRIES_MAX):
        state, version = read_state(store, hosted)
        decision = hosted.decide(state, hosted.supply(state, command), now)
        if isinstance(decision, Rejection) or not decision:
            return events_of(decision)
        _check_alone(hosted, decision)
        events = tuple([step.event for step in decision])
        transfers: list[Transfer] = []
        for number, event in enumerate(events, version + 1):
            transfers += hosted.transfers(event, EventRef(hosted.stream, number))
        encoded = tuple(map(hosted.durable.encode_event, events))
        snapshot = hosted.durable.encode_state(decision[-1].after)
        listings = hosted.listings(decision, version, now)
        append = Append(hosted.stream, version, encoded, snapshot, listings=listings)
        opens = tuple(account for event in events for account in hosted.opens(event))
        unit = Unit(store.claim(SHARD, "command line", now), now, (append,), tuple(transfers), opens)
        if key is not None:
            unit = replace(
                unit, key=key, payload=_payload(hosted.stream, command, key), former=former_payloads(command)
            )
        (outcome,) = store.commit([unit])
        if isinstance(outcome, Committed):
            return events
        if isinstance(outcome, Repeated):
            return ()
        answer = outcome
        if outcome.code not in _AGAIN:
            break
    return answer


def _check_alone(hosted: Hosted[S, C, E], steps: Steps[S, E]) -> None:
    """Raise `ServerRequired` if the stream is audited, or a step has joint commands, makes a hand record or is not durable."""
    if hosted.is_audited:
        raise ServerRequired(f"{hosted.prefix} streams are audited when the room reads them; ask the room")
    for step in steps:
        if hosted.joint_commands(step) or hosted.record(step) is not None or not is_durable(step.event):
            raise ServerRequired(
                f"{type(step.event).__name__} at {hosted.stream} concerns more than this stream; ask the room"
            )
