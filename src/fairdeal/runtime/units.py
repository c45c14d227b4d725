"""The unit that writes a decision: the events of all streams concerned, with their postings, snapshots, records and listings."""

from collections.abc import Sequence

from fairdeal.bank.transfer import Transfer
from fairdeal.kernel import AccountId, EventRef, Instant
from fairdeal.kernel.values import changed
from fairdeal.runtime.actor import Envelope, StreamDecision
from fairdeal.runtime.keys import former_payloads
from fairdeal.storage.port import Append, Lease, Unit


def is_durable(event: object) -> bool:
    """Whether an event is written to its stream; true unless its class says `durable = False`."""
    return getattr(event, "durable", True) is True


def unit_of(lease: Lease, now: Instant, envelope: Envelope, parts: Sequence[StreamDecision]) -> Unit:
    """What has to be written before a decision counts; with the sender's key, it is written once only."""
    appends = []
    transfers: list[Transfer] = []
    opens: list[AccountId] = []
    for part in parts:
        actor, hosted = part.actor, part.actor.hosted
        encode = hosted.durable.encode_event
        events = []
        record = None
        version = actor.version
        for step in part.steps:
            event = step.event
            if not is_durable(event):
                continue
            version += 1
            events.append(encode(event))
            transfers += hosted.transfers(event, EventRef(actor.stream, version))
            opens += hosted.opens(event)
            record = hosted.record(step) or record
        if events:
            every = hosted.snapshot_every * hosted.weight(part.state)
            is_due = version // every > actor.version // every
            snapshot = hosted.durable.encode_state(part.state) if is_due else None
            listings = hosted.listings(part.steps, actor.version, now)
            appends.append(Append(actor.stream, actor.version, tuple(events), snapshot, record, listings))
    unit = Unit(lease, now, tuple(appends), tuple(transfers), tuple(opens))
    if (key := envelope.key) is None:
        return unit
    return changed(unit, key=key.name, payload=key.payload, former=former_payloads(envelope.command))
