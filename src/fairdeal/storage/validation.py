"""
Decides which units of a group are written, and plans the rows.

All stores share this code. A store reads what the lookup names, set by set; the validator decides in plain Python; the
store writes the rows of the plan. A refused unit leaves no trace, and a later unit of the group sees the effects of
earlier ones.
"""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import compress
from typing import Final

from fairdeal.bank.accounts import OWING
from fairdeal.bank.ledger import Book, check_transfer, purpose_of
from fairdeal.bank.transfer import Transfer
from fairdeal.kernel import EventRef, Rejection, StreamId, reject
from fairdeal.storage.chain import GENESIS, ChainHasher, payload_digest
from fairdeal.storage.commit_plan import (
    CommitPlan,
    EntryRef,
    Head,
    Lookup,
    Posted,
    Reader,
    Receipt,
    StoredState,
    lookup_of,
)
from fairdeal.storage.port import Append, Committed, Outcome, Refusal, Repeated, Unit
from fairdeal.storage.rows import entry_row, hand_row, listing_row, sitting_rows, transfer_row
from fairdeal.storage.shapes import Row


def validate_group(units: Sequence[Unit], reader: Reader, chain: ChainHasher) -> tuple[list[Outcome], CommitPlan]:
    """Validate a group of units: the outcome of each, and the rows to write with digests made by `chain`."""
    fit, lookup = _examine(units)
    stored = reader.read_state(lookup)
    stale = _stale_refs(compress(units, fit), stored.heads)
    validator = GroupValidator(stored, reader.digests(stale) if stale else {}, chain, lookup.reversals)
    outcomes = [validator.validate(unit) if ok else _MALFORMED for unit, ok in zip(units, fit, strict=True)]
    return outcomes, validator.plan()


def _examine(units: Sequence[Unit]) -> tuple[list[bool], Lookup]:
    """Which units are well-formed (see `Unit`), and the lookup for those."""
    fit = [_is_shaped(unit) for unit in units]
    lookup = lookup_of(compress(units, fit))
    if not lookup.are_storable():  # one unit is at fault; finding out which costs another pass
        fit = [ok and lookup_of([unit]).are_storable() for unit, ok in zip(units, fit, strict=True)]
        lookup = lookup_of(compress(units, fit))
    return fit, lookup


def _is_shaped(unit: Unit) -> bool:
    """Whether appends, records and transfers of a unit are consistent with each other."""
    spans: dict[StreamId, tuple[int, int]] = {}
    for append in unit.appends:
        if not append.events or append.stream in spans:
            return False
        after, record = append.after, append.record
        spans[append.stream] = _NOWHERE if after is None else (after, after + len(append.events))
        if record is not None and len(set(record.players)) != len(record.players):
            return False
    if not unit.transfers:
        return True
    refs = set()
    for transfer in unit.transfers:
        ref = transfer.ref
        after, last = spans.get(ref.stream, _NOWHERE)
        if not after < ref.version <= last:
            return False
        refs.add((ref.stream, ref.version, ref.leg_number))
    return len(refs) == len(unit.transfers)


def _stale_refs(units: Iterable[Unit], heads: Mapping[StreamId, Head]) -> list[EntryRef]:
    """Entries that show whether an append with an old version is a retry of one already written."""
    found: list[EntryRef] = []
    for unit in units:
        for append in unit.appends:
            head = heads.get(append.stream)
            if head is not None and append.after is not None and append.after < head.version:
                found.append((append.stream, append.after))
                found.append((append.stream, append.after + len(append.events)))
    return found


class GroupValidator:
    """Validates units one after the other, each against the state the earlier ones left."""

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
        stored: StoredState,
        digests: Mapping[EntryRef, bytes],
        chain: ChainHasher,
        to_reverse: AbstractSet[EventRef] = frozenset(),
    ) -> None:
        self._before = stored
        self._epochs = stored.epochs
        self._heads = dict(stored.heads)
        self._book = Book(stored.balances)
        self._receipts = dict(stored.receipts)
        self._digests = dict(digests)
        self._chain = chain
        self._posted = dict(stored.posted)
        self._reversed = set(stored.reversed)
        self._to_reverse = to_reverse
        self._plan = CommitPlan()

    def validate(self, unit: Unit) -> Outcome:
        """Add a well-formed unit to the plan, or return why not."""
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

    def plan(self) -> CommitPlan:
        """The rows to write; call once, after the last unit."""
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
        """The outcome if this very unit was committed before by an attempt whose answer was lost."""
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
        """Remember transfers that a later reversal in the same group refers to."""
        for transfer in transfers:
            if transfer.ref in self._to_reverse:
                self._posted[transfer.ref] = Posted(transfer.debit, transfer.credit, transfer.amount)
            if transfer.reverses is not None:
                self._reversed.add(transfer.reverses)

    def _append_all(self, unit: Unit) -> tuple[int, ...]:
        """Plan all entries of the unit and return the streams' new versions."""
        rows = _transfer_rows(unit)
        if len(unit.appends) == 1:
            return (self._append(unit, unit.appends[0], rows),)
        by_stream = _by_stream(rows)
        return tuple([self._append(unit, append, by_stream.get(append.stream, [])) for append in unit.appends])

    def _append(self, unit: Unit, append: Append, transfers: list[Row]) -> int:
        """Plan one entry with its transfers, hand and snapshot; return the stream's new version."""
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
        for listing in append.listings:
            row = listing_row(listing)
            plan.listings[row[:2]] = (*row, self._chain.listing(row))
        self._digests[stream, head.version] = head.digest
        self._digests[stream, version] = digest
        self._heads[stream] = Head(version, digest)
        return version


_MALFORMED: Final = reject(Refusal.MALFORMED)
_NOTHING: Final = Head(0, GENESIS)
_NOWHERE: Final = (0, -1)


def _transfer_rows(unit: Unit) -> list[Row]:
    """The unit's transfers as rows, in the order of their key."""
    at = unit.at
    if not unit.transfers:
        return []
    return sorted([transfer_row(transfer, at) for transfer in unit.transfers])


def _by_stream(rows: list[Row]) -> dict[StreamId, list[Row]]:
    """Group rows by stream, keeping their order; one pass, because a unit may touch thousands of streams."""
    found: dict[StreamId, list[Row]] = {}
    for row in rows:
        found.setdefault(row[0], []).append(row)
    return found


def _entry_rows(unit: Unit, append: Append, version: int) -> tuple[Row, Row | None]:
    """The row of the append's entry, without its digest, and the row of its hand."""
    entry, record = entry_row(append, version, unit.at), append.record
    return entry, None if record is None else hand_row(append.stream, version, unit.at, record)
