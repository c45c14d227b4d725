"""
Which units of a group are written, and what rows that makes.

This is the one judge of all stores. A store reads what the judge asks for, set by set; the judge decides in plain
Python; the store writes the rows of the plan. A refused unit leaves no trace, and a later unit of the group sees what
the earlier ones did.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import compress
from typing import Final

from fairdeal.bank.accounts import OWING
from fairdeal.bank.ledger import Book, check_transfer, purpose_of
from fairdeal.bank.transfer import Transfer
from fairdeal.kernel import EventRef, Rejection, StreamId, reject
from fairdeal.storage.chain import GENESIS, Chain, payload_digest
from fairdeal.storage.evidence import Evidence, Head, Needs, Place, Plan, Posted, Reader, Receipt, needs_of
from fairdeal.storage.port import Append, Committed, Outcome, Refusal, Repeated, Unit
from fairdeal.storage.rows import entry_row, hand_row, sitting_rows, transfer_row
from fairdeal.storage.shapes import Row


def decide(units: Sequence[Unit], reader: Reader, chain: Chain) -> tuple[list[Outcome], Plan]:
    """Judge a group: the answer to each unit, and what to write, with digests of that chain."""
    fit, needs = _examine(units)
    evidence = reader.evidence(needs)
    stale = list(_stale_places(compress(units, fit), evidence.heads))
    admission = Admission(evidence, reader.digests(stale) if stale else {}, chain, needs.reversals)
    malformed = reject(Refusal.MALFORMED)
    outcomes = [admission.admit(unit) if ok else malformed for unit, ok in zip(units, fit, strict=True)]
    return outcomes, admission.plan()


def _examine(units: Sequence[Unit]) -> tuple[list[bool], Needs]:
    """Which units are what `Unit` says a unit is, and everything these name."""
    fit: list[bool] = []
    needs = needs_of(_shaped(units, fit))
    if not needs.are_storable():  # somebody's fault, and only now is it worth while to find out whose
        fit = [ok and needs_of([unit]).are_storable() for unit, ok in zip(units, fit, strict=True)]
        needs = needs_of(compress(units, fit))
    return fit, needs


def _shaped(units: Sequence[Unit], fit: list[bool]) -> Iterator[Unit]:
    """Units whose parts fit together, one at a time, so that each is looked at twice while it is at hand."""
    for unit in units:
        fit.append(_is_shaped(unit))
        if fit[-1]:
            yield unit


def _is_shaped(unit: Unit) -> bool:
    """Whether the parts of the unit fit together."""
    spans: dict[StreamId, tuple[int, int]] = {}
    for append in unit.appends:
        if not append.events or append.stream in spans:
            return False
        after, record = append.after, append.record
        spans[append.stream] = _NOWHERE if after is None else (after, after + len(append.events))
        if record is not None and len(set(record.players)) != len(record.players):
            return False
    refs = set()
    for transfer in unit.transfers:
        ref = transfer.ref
        after, last = spans.get(ref.stream, _NOWHERE)
        if not after < ref.version <= last:
            return False
        refs.add((ref.stream, ref.version, ref.leg_number))
    return len(refs) == len(unit.transfers)


def _stale_places(units: Iterable[Unit], heads: Mapping[StreamId, Head]) -> Iterator[Place]:
    """Entries that tell whether an append that comes too late was written before."""
    for unit in units:
        for append in unit.appends:
            head = heads.get(append.stream)
            if head is not None and append.after is not None and append.after < head.version:
                yield append.stream, append.after
                yield append.stream, append.after + len(append.events)


class Admission:
    """Judges unit after unit, each on what the earlier ones left."""

    __slots__ = (
        "_before",
        "_book",
        "_chain",
        "_digests",
        "_epochs",
        "_heads",
        "_plan",
        "_posted",
        "_receipts",
        "_reversed",
        "_to_reverse",
    )

    def __init__(
        self,
        evidence: Evidence,
        digests: Mapping[Place, bytes],
        chain: Chain,
        to_reverse: AbstractSet[EventRef] = frozenset(),
    ) -> None:
        self._before = evidence
        self._epochs = evidence.epochs
        self._heads = dict(evidence.heads)
        self._book = Book(evidence.balances)
        self._receipts = dict(evidence.receipts)
        self._digests = dict(digests)
        self._chain = chain
        self._posted = dict(evidence.posted)
        self._reversed = set(evidence.reversed)
        self._to_reverse = to_reverse
        self._plan = Plan()

    def admit(self, unit: Unit) -> Outcome:
        """Take the unit into the plan, or say why not; the unit is fit."""
        stale = self._check_versions(unit)
        if stale is not None and (written := self._written(unit)) is not None:
            return written
        epoch = self._epochs.get(unit.lease.shard)
        if epoch != unit.lease.epoch:
            return reject(Refusal.LOST_LEASE, epoch=epoch or 0)
        if unit.key is not None and (receipt := self._receipts.get(unit.key)) is not None:
            if all(receipt.payload != payload_digest(each) for each in (unit.payload, *unit.former)):
                return reject(Refusal.KEY_REUSED)
            return Repeated(receipt.result)
        if unit.recalls:
            return reject(Refusal.KEY_UNKNOWN)
        refusal = stale or (self._check_reversals(unit) if self._to_reverse else None) or self._post(unit)
        if refusal is not None:
            return refusal
        versions = self._append_all(unit)
        if unit.key is not None:
            self._receipts[unit.key] = receipt = Receipt(payload_digest(unit.payload), unit.result)
            row = (unit.key, receipt.payload, receipt.result, unit.at)
            self._plan.receipts.append((*row, self._chain.receipt(row)))
        return Committed(versions, unit.result)

    def plan(self) -> Plan:
        """What to write; ask once, after the last unit."""
        plan, before, book = self._plan, self._before, self._book
        for stream, head in sorted(self._heads.items()):
            old = before.heads.get(stream)
            if old is None:
                plan.new_streams.append((stream, head.version, head.digest))
            elif old is not head:
                plan.moved_streams.append((stream, head.version, head.digest))
        for account in sorted(book.changed):
            balance = book.balances[account]
            if account in before.balances:
                plan.moved_accounts.append((account, balance))
            else:
                plan.new_accounts.append((account, balance, int(purpose_of(account) in OWING)))
        return plan

    def _written(self, unit: Unit) -> Committed | None:
        """The answer if this very unit was written before, by an attempt whose answer got lost."""
        if any(check_transfer(transfer) for transfer in unit.transfers):
            return None
        by_stream = _by_stream(_transfer_rows(unit))
        versions = []
        for append in unit.appends:
            stream, after = append.stream, append.after
            if after is None:
                versions.append(self._heads.get(stream, _NOTHING).version)
                continue
            last = after + len(append.events)
            previous = self._digests.get((stream, after), GENESIS)
            entry, hand = _entry_rows(unit, append, last)
            digest = self._digests.get((stream, last))
            moved = by_stream.get(stream, [])
            if digest is None or digest != self._chain.entry_like(digest, previous, entry, moved, hand):
                return None
            versions.append(last)
        return Committed(tuple(versions), unit.result)

    def _check_versions(self, unit: Unit) -> Rejection | None:
        for append in unit.appends:
            version = self._heads.get(append.stream, _NOTHING).version
            if append.after is not None and append.after != version:
                return reject(Refusal.STALE_VERSION, version=version, after=append.after)
        return None

    def _check_reversals(self, unit: Unit) -> Rejection | None:
        mine = set()
        for transfer in unit.transfers:
            ref = transfer.reverses
            if ref is None:
                continue
            if self._posted.get(ref) != (transfer.credit, transfer.debit, transfer.amount):
                return reject(Refusal.NOTHING_TO_REVERSE, transfer.rule)
            if ref in self._reversed or ref in mine:
                return reject(Refusal.ALREADY_REVERSED, transfer.rule)
            mine.add(ref)
        return None

    def _post(self, unit: Unit) -> Rejection | None:
        refusal = self._open_and_post(unit) if unit.opens else self._book.post(unit.transfers)
        if refusal is None and self._to_reverse:
            self._remember(unit.transfers)
        return refusal

    def _open_and_post(self, unit: Unit) -> Rejection | None:
        book = self._book
        opened = [account for account in unit.opens if account not in book.balances]
        refusal = next(filter(None, map(book.open, unit.opens)), None) or book.post(unit.transfers)
        if refusal is not None:
            for account in opened:
                book.balances.pop(account, None)
                book.changed.discard(account)
        return refusal

    def _remember(self, transfers: Sequence[Transfer]) -> None:
        """Keep what a later reversal of the same group has to know."""
        for transfer in transfers:
            if transfer.ref in self._to_reverse:
                self._posted[transfer.ref] = Posted(transfer.debit, transfer.credit, transfer.amount)
            if transfer.reverses is not None:
                self._reversed.add(transfer.reverses)

    def _append_all(self, unit: Unit) -> tuple[int, ...]:
        """Plan all entries of the unit; the streams' new versions."""
        rows = _transfer_rows(unit)
        if len(unit.appends) == 1:
            return (self._append(unit, unit.appends[0], rows),)
        by_stream = _by_stream(rows)
        return tuple([self._append(unit, append, by_stream.get(append.stream, [])) for append in unit.appends])

    def _append(self, unit: Unit, append: Append, transfers: list[Row]) -> int:
        """Plan the entry, and what goes with it; the stream's new version."""
        plan, stream = self._plan, append.stream
        head = self._heads.get(stream, _NOTHING)
        version = head.version + len(append.events)
        entry, hand = _entry_rows(unit, append, version)
        digest = self._chain.entry(head.digest, entry, transfers, hand)
        plan.entries.append((*entry, digest))
        plan.transfers += transfers
        if append.record is not None and hand is not None:
            plan.hands.append(hand)
            plan.sittings += sitting_rows(unit.at, append.record)
        if append.snapshot is not None:
            snapshot = (stream, version, unit.at, append.snapshot)
            plan.snapshots[stream] = (*snapshot, self._chain.snapshot(digest, snapshot))
        self._digests[stream, head.version] = head.digest
        self._digests[stream, version] = digest
        self._heads[stream] = Head(version, digest)
        return version


_NOTHING: Final = Head(0, GENESIS)
_NOWHERE: Final = (0, -1)


def _transfer_rows(unit: Unit) -> list[Row]:
    """The unit's transfers as rows, in the order of their key."""
    at = unit.at
    return sorted([transfer_row(transfer, at) for transfer in unit.transfers])


def _by_stream(rows: list[Row]) -> dict[StreamId, list[Row]]:
    """The rows of each stream, in their order; a unit may concern thousands of streams."""
    found: dict[StreamId, list[Row]] = {}
    for row in rows:
        found.setdefault(row[0], []).append(row)
    return found


def _entry_rows(unit: Unit, append: Append, version: int) -> tuple[Row, Row | None]:
    """The append's entry, still without digest, and its hand."""
    entry, record = entry_row(append, version, unit.at), append.record
    return entry, None if record is None else hand_row(append.stream, version, unit.at, record)
