"""
Anchors: the heads of all chains at an instant, written to a stream of their own.

Keys keep others from forging entries; they do not show that the last entries of a stream were cut off, or that the whole
database was put back to an earlier state. So from time to time the heads of all streams that moved are kept in one entry of the
stream `anchor:house`, and one signed line about that entry is kept elsewhere (`anchor_lines`): everything before it is fixed then.

The first row of that stream closes what was written before there was a key: it lists every head of that time and is keyed
itself. Nothing is hashed anew; chains go on from there with keys. The same row is written again when keys were lost and
others took their place.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

import msgspec

from fairdeal.kernel import Instant, Rejection
from fairdeal.storage.archive import PAGE_ROWS, Archive, Rows, walk
from fairdeal.storage.chain import ANCHORS, GENESIS, NUMBER_BYTES, ChainHasher, is_keyed
from fairdeal.storage.port import Append, Committed, Damaged, Outcome, StoreError, Unit
from fairdeal.storage.rows import events_of
from fairdeal.storage.shapes import Row

SHARD: Final = "anchor"
HEADS_MAX: Final = 5_000
"""Heads per event; an anchor has as many events as it needs."""

Commit = Callable[[Unit], Outcome]


class AnchoredHead(msgspec.Struct, frozen=True, array_like=True):
    """The head of a stream at an anchor; the digest of its snapshot is only set where chains are closed."""

    stream: str
    version: int
    digest: bytes
    snapshot: bytes = b""


class Anchor(msgspec.Struct, frozen=True, tag="anchor"):
    """Heads of the streams that moved since the previous anchor."""

    at: int
    heads: list[AnchoredHead]


class Closing(msgspec.Struct, frozen=True, tag="closing"):
    """All heads when the first key was introduced or lost keys were replaced, and a hash of the receipts without a digest."""

    at: int
    heads: list[AnchoredHead]
    receipts: bytes = b""


class WrongKey(StoreError):
    """The given keys are not those the database was written with."""

    code = "wrong_key"


class NotAnchored(StoreError):
    """An anchor could not be written."""

    code = "not_anchored"


@dataclass(frozen=True, slots=True)
class StoredAnchor:
    """An anchor in the database: the number of its entry, and the digest, which covers all anchors before it."""

    number: int
    at: int
    digest: bytes


@dataclass(slots=True)
class ClosedChains:
    """What a closing covers: its time, the head of every stream at that time, and the hash of the receipts."""

    at: int = 0
    heads: dict[str, AnchoredHead] = field(default_factory=dict)
    receipts: bytes = b""

    def holds(self, stream: str, version: int) -> bool:
        """Whether that entry existed when chains were closed."""
        head = self.heads.get(stream)
        return head is not None and version <= head.version


_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(Anchor | Closing).decode


def close_chains(store: Archive, now: Instant) -> bool:
    """
    Close everything written without a key, once, when a store gets its first key; True if that was done now.

    Raises `WrongKey` if the store was written with other keys than the given ones.
    """
    if not store.chain.is_keyed:
        return False
    with store.reading() as rows:
        last = last_anchor(rows)
        if last is not None:
            if not _holds(rows, store.chain):
                raise WrongKey(
                    "the keys are not those this database was written with; bring them back from where they were kept, "
                    "or if they are lost for good, run `fairdeal ledger new-key`"
                )
            return False
    close_again(store, now)
    return True


def close_again(store: Archive, now: Instant) -> StoredAnchor:
    """Close all chains as they are, whatever key they were made with; from here on the present key is used."""
    with store.reading() as rows:
        snapshots = {row[0]: row[4] for row in walk(rows, "snapshots")}
        heads = [
            AnchoredHead(name, version, digest, snapshots.get(name, b""))
            for name, version, digest in walk(rows, "streams")
        ]
        receipts = receipts_hash(rows)
    events = [Closing(now, some, receipts) for some in _parts(heads)]
    return _write(store, lambda unit: store.commit([unit])[0], map(_encode, events), now)


class Anchorer:
    """Writes anchors; remembers the last heads, so that only streams that moved are written."""

    def __init__(self, store: Archive, commit: Commit | None = None) -> None:
        self._store = store
        self._commit = commit or (lambda unit: store.commit([unit])[0])
        self._known: dict[str, int] | None = None

    def anchor(self, now: Instant) -> StoredAnchor:
        """Write an anchor of all chains as they are now."""
        with self._store.reading() as rows:
            if self._known is None:
                self._known = {head.stream: head.version for _, event in anchor_events(rows) for head in event.heads}
            known = self._known
            moved = [
                AnchoredHead(*row)
                for row in walk(rows, "streams")
                if row[0] != ANCHORS and known.get(row[0], 0) != row[1]
            ]
        events = [Anchor(now, some) for some in _parts(moved)]
        written = _write(self._store, self._commit, map(_encode, events), now)
        known.update((head.stream, head.version) for head in moved)
        return written


def anchor_events(rows: Rows) -> Iterator[tuple[Row, Anchor | Closing]]:
    """Every event of the anchor stream, with the row of its entry."""
    for entry in _entries(rows):
        for event in _events(entry):
            yield entry, event


def anchors_written(rows: Rows) -> Iterator[StoredAnchor]:
    """Every anchor in the database, the oldest first."""
    for entry in _entries(rows):
        yield StoredAnchor(entry[1], entry[3], entry[6])


def last_anchor(rows: Rows) -> StoredAnchor | None:
    """The latest anchor of the database."""
    entry = _last_entry(rows)
    return None if entry is None else StoredAnchor(entry[1], entry[3], entry[6])


def key_number(rows: Rows) -> int | None:
    """The number of the key the last anchor was made with; None if the store never had a key."""
    last = last_anchor(rows)
    return None if last is None or not is_keyed(last.digest) else int.from_bytes(last.digest[:NUMBER_BYTES], "big")


def closed_chains(rows: Rows, chain: ChainHasher) -> ClosedChains | None:
    """The last closing made with one of the given keys; None if there is none."""
    closed: ClosedChains | None = None
    previous = GENESIS
    for entry in _entries(rows):
        digest: bytes = entry[6]
        if is_keyed(digest) and chain.entry_like(digest, previous, entry[:6], [], None) == digest:
            closings = [event for event in _events(entry) if isinstance(event, Closing)]
            if closings:
                closed = ClosedChains(closings[0].at, {}, closings[0].receipts)
                closed.heads = {head.stream: head for each in closings for head in each.heads}
        previous = digest
    return closed


def receipts_hash(rows: Rows) -> bytes:
    """A hash of all receipts that have no digest."""
    found = sha256()
    for row in walk(rows, "receipts"):
        if not row[4]:
            found.update(_encode(row))
    return found.digest()


def _events(entry: Row) -> list[Anchor | Closing]:
    """The events of an entry; `Damaged` if they cannot be read."""
    try:
        return [_decode(body) for _, _, body in events_of(entry)]
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Damaged(f"{entry[0]}@{entry[1]} cannot be read: {error}") from error


def _parts(heads: list[AnchoredHead]) -> list[list[AnchoredHead]]:
    """Heads split into events; one empty event if there are none."""
    return [heads[start : start + HEADS_MAX] for start in range(0, max(1, len(heads)), HEADS_MAX)]


def _entries(rows: Rows) -> Iterator[Row]:
    after = 0
    while page := rows.page("entries", (ANCHORS, after), PAGE_ROWS):
        own = [row for row in page if row[0] == ANCHORS]
        yield from own
        if len(own) < len(page):
            return
        if not page[-1][1] > after:  # the database has lost its order, and would never come to an end
            raise Damaged("the anchors are not in the order of their numbers")
        after = page[-1][1]


def _last_entry(rows: Rows) -> Row | None:
    head = rows.pick("streams", [(ANCHORS,)])
    found = rows.pick("entries", [(ANCHORS, head[0][1])]) if head else []
    return found[0] if found else None


def _holds(rows: Rows, chain: ChainHasher) -> bool:
    """Whether the last row of the anchor stream was made with one of the given keys."""
    entry = _last_entry(rows)
    assert entry is not None, "there is an anchor"
    before = entry[1] - entry[2]
    previous = rows.pick("entries", [(ANCHORS, before)]) if before else []
    digest: bytes = entry[6]
    return chain.entry_like(digest, previous[0][6] if previous else GENESIS, entry[:6], [], None) == digest


def _write(store: Archive, commit: Commit, events: Iterable[bytes], now: Instant) -> StoredAnchor:
    lease = store.claim(SHARD, "anchor", now)
    outcome = commit(Unit(lease, now, (Append(ANCHORS, None, tuple(events)),)))
    if not isinstance(outcome, Committed):
        why = outcome.code if isinstance(outcome, Rejection) else "repeated"
        raise NotAnchored(f"the anchor was not written: {why}")
    with store.reading() as rows:
        (entry,) = rows.pick("entries", [(ANCHORS, outcome.versions[0])])
    return StoredAnchor(entry[1], entry[3], entry[6])
