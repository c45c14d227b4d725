"""Verifies every stream's hash chain: entries, their transfers and hands, the head, the snapshot."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from fairdeal.storage.anchors import ClosedChains
from fairdeal.storage.archive import Rows, walk, walk_pages
from fairdeal.storage.chain import GENESIS, NUMBER_BYTES, ChainHasher, is_keyed
from fairdeal.storage.port import Damaged
from fairdeal.storage.rows import events_of, players_of
from fairdeal.storage.shapes import Row


class Reporter(Protocol):
    """Receives findings and progress of a check."""

    def found(self, where: str, what: str) -> None:
        """Report a problem."""
        ...

    def advance(self, rows: int) -> None:
        """Count rows as checked."""
        ...


@dataclass(slots=True)
class Coverage:
    """How much a check could verify: entries with a key, and those covered only by a closing row."""

    keyed: int = 0
    plain: int = 0
    sealed_by_lost_keys: int = 0
    closed_at: int | None = None
    anchors: int = 0
    lines: int = 0


class Keys:
    """The keys given to a check, and those missing, each reported once."""

    def __init__(self, chain: ChainHasher, report: Reporter) -> None:
        self.chain = chain
        self._report = report
        self._missed: set[bytes] = set()

    def miss(self, digest: bytes) -> None:
        """Report the unknown key of a digest, once."""
        number = digest[:NUMBER_BYTES]
        if number not in self._missed:
            self._missed.add(number)
            what = "is not here, so what was written with it cannot be checked; name the folder with --data"
            self._report.found(f"key {int.from_bytes(number, 'big')}", what)


def check_chains(rows: Rows, report: Reporter, keys: Keys, closed: ClosedChains | None, coverage: Coverage) -> int:
    """Verify all chains and return how many hands they name."""
    check = _Chains(rows, report, keys, closed, coverage)
    for page in walk_pages(rows, "entries"):
        named = [(row[5],) for row in page if row[5] is not None]
        hands = {row[0]: row for row in rows.pick("hands", named)}
        for entry in page:
            check.entry(entry, hands)
        report.advance(len(page))
    check.end()
    return check.hands


class _Peek:
    """An iterator of rows with a look-ahead of one."""

    def __init__(self, rows: Iterator[Row]) -> None:
        self._rows = rows
        self.next = next(rows, None)

    def pop(self) -> Row:
        row = self.next
        assert row is not None
        self.next = next(self._rows, None)
        return row


class _Chains:
    """Walks entries, transfers, heads and snapshots in parallel, all in the order of their streams."""

    def __init__(
        self, rows: Rows, report: Reporter, keys: Keys, closed: ClosedChains | None, coverage: Coverage
    ) -> None:
        self._report = report
        self._keys = keys
        self._closed = closed
        self._coverage = coverage
        self._transfers = _Peek(walk(rows, "transfers"))
        self._heads = _Peek(walk(rows, "streams"))
        self._snapshots = _Peek(walk(rows, "snapshots"))
        self._stream: str | None = None
        self._version = 0
        self._digests: frozenset[bytes] = frozenset()
        self._snapshot: Row | None = None
        self.hands = 0

    def entry(self, entry: Row, hands: Mapping[str, Row]) -> None:
        """Verify the next entry."""
        stream, version, count, _, _, hand, digest = entry
        if stream != self._stream:
            self._finish_stream()
            self._start_stream(stream)
        where = f"{stream}@{version}"
        self._check_version(where, version, count)
        transfers = self._transfers_of(stream, version, count)
        row = self._hand_of(where, hand, hands)
        self._check_body(where, entry)
        # If this entry was changed, its neighbour still hangs on what was written; if only its digest was changed,
        # the neighbour hangs on what the digest should be. Either way only this entry is named.
        digests = self._digests_for(entry, transfers, row)
        if digest in digests:
            self._digests = frozenset({digest})
        else:
            self._report.found(where, "is not what was written after the entry before it")
            self._digests = frozenset({digest, *digests})
        self._version = version
        self._check_snapshot(version, digest)

    def _digests_for(self, entry: Row, transfers: Sequence[Row], hand: Row | None) -> set[bytes]:
        """The possible digests of an entry, given the possible digests before it."""
        stream, version, digest = entry[0], entry[1], entry[6]
        is_closed = self._closed is not None and self._closed.holds(stream, version)
        if not is_keyed(digest):
            self._coverage.plain += 1
            if self._closed is not None and not is_closed:
                self._report.found(f"{stream}@{version}", "was written without a key, after the house had one")
        elif self._keys.chain.knows(digest):
            self._coverage.keyed += 1
        else:
            self._coverage.sealed_by_lost_keys += 1
            if not is_closed:
                self._keys.miss(digest)
            return {digest}
        made = (self._keys.chain.entry_like(digest, each, entry[:6], transfers, hand) for each in self._digests)
        return {each for each in made if each is not None}

    def end(self) -> None:
        """Finish after the last entry."""
        self._finish_stream()
        self._orphans(None)

    def _start_stream(self, stream: str) -> None:
        self._orphans(stream)
        self._stream, self._version, self._digests = stream, 0, frozenset({GENESIS})
        self._snapshot = None
        if self._snapshots.next is not None and self._snapshots.next[0] == stream:
            self._snapshot = self._snapshots.pop()

    def _finish_stream(self) -> None:
        stream = self._stream
        if stream is None:
            return
        if self._snapshot is not None:
            self._report.found(f"{stream}@{self._snapshot[1]}", "has a snapshot, but no entry ends there")
        head = self._heads.next
        if head is None or head[0] != stream:
            self._report.found(stream, "has entries, but no head")
            return
        _, version, digest = self._heads.pop()
        if version != self._version:
            last, first = max(version, self._version), min(version, self._version)
            self._report.found(
                f"{stream}@{last}", f"is missing in the head or in the entries; the other ends at {first}"
            )
        elif digest not in self._digests:
            self._report.found(f"{stream}@{version}", "the head of the stream has another digest than its last entry")

    def _orphans(self, stream: str | None) -> None:
        """Report heads, snapshots and transfers of earlier streams that have no entries."""
        while (head := self._heads.next) is not None and (stream is None or head[0] < stream):
            self._report.found(f"{head[0]}@{head[1]}", "is missing: the stream has a head, but no entries")
            self._heads.pop()
        while (snapshot := self._snapshots.next) is not None and (stream is None or snapshot[0] < stream):
            self._report.found(f"{snapshot[0]}@{snapshot[1]}", "has a snapshot, but the stream has no entries")
            self._snapshots.pop()
        while (transfer := self._transfers.next) is not None and (stream is None or transfer[0] < stream):
            self._orphan_transfer()

    def _orphan_transfer(self) -> None:
        stream, version, leg = self._transfers.pop()[:3]
        self._report.found(f"{stream}@{version}", f"has transfer {leg}, but no entry holds that event")

    def _check_version(self, where: str, version: int, count: int) -> None:
        first, expected = version - count + 1, self._version + 1
        if first > expected:
            self._report.found(f"{self._stream}@{first - 1}", f"is missing: {expected} to {first - 1} are not there")
        elif first < expected or count < 1:
            self._report.found(where, f"holds the events {first} to {version}, but {expected} is the next one")

    def _transfers_of(self, stream: str, version: int, count: int) -> list[Row]:
        found: list[Row] = []
        while (row := self._transfers.next) is not None and (row[0], row[1]) <= (stream, version):
            if row[0] == stream and row[1] > version - count:
                found.append(self._transfers.pop())
            else:
                self._orphan_transfer()
        return found

    def _hand_of(self, where: str, hand: str | None, hands: Mapping[str, Row]) -> Row | None:
        if hand is None:
            return None
        self.hands += 1
        row = hands.get(hand)
        if row is None:
            self._report.found(f"hand {hand}", f"is missing; it ended with {where}")
            return None
        try:
            players_of(row)
        except Damaged:
            self._report.found(f"hand {hand}", "its players cannot be read")
        return row

    def _check_body(self, where: str, entry: Row) -> None:
        try:
            count = sum(1 for _ in events_of(entry))
        except Damaged:
            self._report.found(where, "its events cannot be read")
            return
        if count != entry[2]:
            self._report.found(where, f"holds {count} events, not {entry[2]}")

    def _check_snapshot(self, version: int, digest: bytes) -> None:
        snapshot = self._snapshot
        if snapshot is not None and snapshot[1] == version:
            if not self._is_snapshot(snapshot, digest):
                self._report.found(f"{self._stream}@{version}", "the snapshot after it is not what was written")
            self._snapshot = None

    def _is_snapshot(self, snapshot: Row, entry: bytes) -> bool:
        """Whether a snapshot matches the digest of that entry."""
        stream, version, digest = snapshot[0], snapshot[1], snapshot[4]
        is_sound = self._keys.chain.has_snapshot(digest, entry, snapshot[:4])
        if self._closed is not None and self._closed.holds(stream, version):
            return is_sound is not False and digest == self._closed.heads[stream].snapshot
        if is_sound is None:
            self._keys.miss(digest)
        return is_sound is not False
