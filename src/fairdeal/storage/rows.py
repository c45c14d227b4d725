"""Conversion between values of the port and table rows."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from fairdeal.bank.ledger import is_listed
from fairdeal.bank.transfer import Reason, Transfer
from fairdeal.kernel import MINUTE, AccountId, EventRef, HandId, Instant, PlayerId, RuleId, StreamId, TableId, Units
from fairdeal.storage.chain import ChainHasher
from fairdeal.storage.port import Append, Damaged, HandRecord, Listing, Loaded, PostedTransfer
from fairdeal.storage.shapes import Row

_pack: Final = msgspec.msgpack.Encoder().encode
_unpack_events: Final = msgspec.msgpack.Decoder(tuple[bytes, ...]).decode
_unpack_players: Final = msgspec.msgpack.Decoder(tuple[str, ...]).decode

QUARTER: Final = 15 * MINUTE
BLOCK: Final = 64
"""Hands of a table that share one index row."""

# A lookup takes a fifth of the time of `reason.value`, and every transfer needs one.
_REASONS: Final = {reason: reason.value for reason in Reason}


def entry_row(append: Append, version: int, at: Instant) -> Row:
    """The row of an append whose last event has that version, without the digest."""
    hand = None if append.record is None else append.record.hand
    return (append.stream, version, len(append.events), at, _pack(append.events), hand)


def transfer_row(transfer: Transfer, at: Instant) -> Row:
    """The row of a transfer."""
    ref, reverses = transfer.ref, transfer.reverses
    return (
        ref.stream,
        ref.version,
        ref.leg_number,
        at,
        transfer.debit,
        transfer.credit,
        transfer.amount,
        _REASONS[transfer.reason],
        transfer.rule,
        None if reverses is None else str(reverses),
        int(is_listed(transfer)),
    )


def hand_row(stream: StreamId, version: int, at: Instant, record: HandRecord) -> Row:
    """The row of a hand that ended with that entry."""
    return (
        record.hand,
        stream,
        version,
        at,
        record.table,
        record.number,
        record.edition,
        record.stake,
        _pack(record.players),
        record.public,
        record.sealed,
    )


def sitting_rows(at: Instant, record: HandRecord) -> list[Row]:
    """Index rows for a hand's players; only the first hand in a quarter of an hour and block of numbers makes new ones."""
    quarter, table, block, hand = at // QUARTER, record.table, record.number // BLOCK, record.hand
    return [(player, quarter, table, block, hand) for player in record.players]


def listing_row(listing: Listing) -> Row:
    """The row of a listing, without its digest."""
    return listing.list, listing.id, listing.at, listing.label, listing.words, listing.body


def listing_of(row: Row) -> Listing:
    """The listing in a row."""
    name, id_, at, label, words, body = row[:6]
    return Listing(name, id_, Instant(at), label, words, body)


def events_of(entry: Row) -> Iterator[tuple[int, Instant, bytes]]:
    """The events of an entry with their versions."""
    stream, version, count, at, body = entry[:5]
    try:
        events = _unpack_events(body)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Damaged(f"{stream}@{version} cannot be read: {error}") from error
    for number, event in enumerate(events, version - count + 1):
        yield number, at, event


def posted_transfer_of(row: Row) -> PostedTransfer:
    """The transfer in a row."""
    stream, version, leg, at, debit, credit, amount, reason, rule, reverses, _ = row
    transfer = Transfer(
        EventRef(StreamId(stream), version, leg),
        AccountId(debit),
        AccountId(credit),
        Units(amount),
        Reason(reason),
        None if rule is None else RuleId(rule),
        None if reverses is None else parse_ref(reverses),
    )
    return PostedTransfer(Instant(at), transfer)


def players_of(hand: Row) -> tuple[PlayerId, ...]:
    """The players of a hand."""
    try:
        return tuple(map(PlayerId, _unpack_players(hand[8])))
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Damaged(f"hand {hand[0]} cannot be read: {error}") from error


def record_of(hand: Row) -> tuple[Instant, HandRecord]:
    """The hand in a row, and when it ended."""
    id_, _, _, at, table, number, edition, stake, _, public, sealed = hand
    return Instant(at), HandRecord(
        HandId(id_), TableId(table), number, edition, stake, players_of(hand), public, sealed
    )


def loaded_of(
    stream: StreamId, version: int, snapshot: Row | None, entry: bytes | None, later: Sequence[Row], chain: ChainHasher
) -> Loaded:
    """Build a loaded stream from its snapshot row, the digest of its entry, and the later entries."""
    events = tuple(event for row in later for _, _, event in events_of(row))
    last = later[-1] if later else None
    if snapshot is None:
        return Loaded(stream, version, events=events, at=Instant(0 if last is None else last[3]))
    # Without the key nothing can be said about it; whoever writes has the key.
    if entry is None or chain.has_snapshot(snapshot[4], entry, snapshot[:4]) is False:
        raise Damaged(f"the snapshot of {stream} at {snapshot[1]} is not the one that was written")
    return Loaded(stream, version, snapshot[3], snapshot[1], events, Instant(snapshot[2] if last is None else last[3]))


def parse_ref(text: str) -> EventRef:
    """Parse a reference `stream@version.leg`; a stream's id may contain both separators."""
    stream, _, place = text.rpartition("@")
    version, _, leg = place.partition(".")
    return EventRef(StreamId(stream), int(version), int(leg))
