"""What validating a group reads from a store, and the plan of rows the store then writes."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

from fairdeal.kernel import AccountId, EventRef, StreamId
from fairdeal.storage.port import Unit
from fairdeal.storage.shapes import Key, Row

INTEGER_MAX: Final = (1 << 63) - 1


class Head(NamedTuple):
    """The version and digest of the last entry of a stream."""

    version: int
    digest: bytes


class Receipt(NamedTuple):
    """What is stored under a used idempotency key: the hash of its payload, and the result."""

    payload: bytes
    result: bytes


class Posted(NamedTuple):
    """An earlier transfer that a reversal refers to."""

    debit: str
    credit: str
    amount: int


EntryRef = tuple[StreamId, int]
"""An entry of a stream: the stream and the version of its last event."""


class Lookup:
    """Everything a group of units names: ids to read from the store, and other texts and numbers it would store."""

    __slots__ = ("accounts", "keys", "numbers", "reversals", "shards", "streams", "texts")

    def __init__(self) -> None:
        self.shards: set[str] = set()
        self.streams: set[StreamId] = set()
        self.accounts: set[AccountId] = set()
        self.keys: set[str] = set()
        self.reversals: set[EventRef] = set()
        self.texts: set[str] = set()
        self.numbers: list[int] = []

    def are_storable(self) -> bool:
        """Whether every database can hold these texts and numbers."""
        if not "".join([*self.shards, *self.streams, *self.accounts, *self.keys, *self.texts]).isprintable():
            return False
        return not self.numbers or (min(self.numbers) >= 0 and max(self.numbers) <= INTEGER_MAX)


@dataclass(slots=True)
class StoredState:
    """The state of the store that a lookup names; what does not exist is left out."""

    epochs: Mapping[str, int]
    heads: Mapping[StreamId, Head]
    balances: Mapping[AccountId, int]
    receipts: Mapping[str, Receipt]
    posted: Mapping[EventRef, Posted] = field(default_factory=dict)
    reversed: AbstractSet[EventRef] = frozenset()


class Reader(Protocol):
    """Reads the stored state, from within the transaction that will write."""

    def read_state(self, lookup: Lookup) -> StoredState:
        """Everything the store holds of what the lookup names."""
        ...

    def digests(self, refs: Sequence[EntryRef]) -> Mapping[EntryRef, bytes]:
        """Digests of those entries that exist."""
        ...


class CommitPlan:
    """The rows a group writes; streams and accounts apart by whether they existed before."""

    __slots__ = (
        "entries",
        "hands",
        "listings",
        "moved_accounts",
        "moved_streams",
        "new_accounts",
        "new_streams",
        "receipts",
        "sittings",
        "snapshots",
        "transfers",
    )

    def __init__(self) -> None:
        self.entries: list[Row] = []
        self.transfers: list[Row] = []
        self.hands: list[Row] = []
        self.sittings: list[Row] = []
        self.listings: dict[Key, Row] = {}
        self.receipts: list[Row] = []
        self.snapshots: dict[StreamId, Row] = {}
        self.new_streams: list[Row] = []
        self.moved_streams: list[Row] = []
        self.new_accounts: list[Row] = []
        self.moved_accounts: list[Row] = []

    def __bool__(self) -> bool:
        return bool(self.entries or self.receipts or self.new_accounts)


def lookup_of(units: Iterable[Unit]) -> Lookup:
    """The lookup for a group of units: each name once."""
    lookup = Lookup()
    accounts, texts, numbers = lookup.accounts, lookup.texts, lookup.numbers
    for unit in units:
        lookup.shards.add(unit.lease.shard)
        numbers.append(unit.at)
        if unit.key is not None:
            lookup.keys.add(unit.key)
        if unit.opens:
            accounts.update(unit.opens)
        for append in unit.appends:
            lookup.streams.add(append.stream)
            numbers.append(append.after or 0)
            if (record := append.record) is not None:
                texts.update(record.players, (record.hand, record.table, record.edition, record.stake))
                numbers.append(record.number)
            for listing in append.listings:
                texts.update((listing.list, listing.id, listing.label, listing.words))
                numbers.append(listing.at)
        for transfer in unit.transfers:
            accounts.add(transfer.debit)
            accounts.add(transfer.credit)
            numbers.append(transfer.ref.leg_number)
            if transfer.rule is not None:
                texts.add(transfer.rule)
            if transfer.reverses is not None:
                _add_reversal(lookup, transfer.reverses)
    return lookup


def _add_reversal(lookup: Lookup, ref: EventRef) -> None:
    lookup.reversals.add(ref)
    lookup.texts.add(ref.stream)
    lookup.numbers += ref.version, ref.leg_number
