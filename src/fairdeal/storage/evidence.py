"""What the judge of a group asks of a store, and what the store is to write."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

from fairdeal.kernel import AccountId, EventRef, StreamId
from fairdeal.storage.port import Unit
from fairdeal.storage.shapes import Row

INTEGER_MAX: Final = (1 << 63) - 1


class Head(NamedTuple):
    """Where a stream ends."""

    version: int
    digest: bytes


class Receipt(NamedTuple):
    """What is known about a key that was used: the hash of its payload, and the result."""

    payload: bytes
    result: bytes


class Posted(NamedTuple):
    """A transfer of the past, as a reversal needs it."""

    debit: str
    credit: str
    amount: int


Place = tuple[StreamId, int]


@dataclass(slots=True)
class Needs:
    """What the judge has to know about a group, and what else the group would have a database keep."""

    shards: set[str] = field(default_factory=set)
    streams: set[StreamId] = field(default_factory=set)
    accounts: set[AccountId] = field(default_factory=set)
    keys: set[str] = field(default_factory=set)
    reversals: set[EventRef] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    numbers: list[int] = field(default_factory=list)

    def are_storable(self) -> bool:
        """Whether every database can hold these texts and numbers."""
        texts = (self.shards, self.streams, self.accounts, self.keys, self.texts)
        if not all("".join(some).isprintable() for some in texts):
            return False
        return not self.numbers or (min(self.numbers) >= 0 and max(self.numbers) <= INTEGER_MAX)


@dataclass(slots=True)
class Evidence:
    """What the store knows of that; what does not exist is left out."""

    epochs: Mapping[str, int]
    heads: Mapping[StreamId, Head]
    balances: Mapping[AccountId, int]
    receipts: Mapping[str, Receipt]
    posted: Mapping[EventRef, Posted] = field(default_factory=dict)
    reversed: AbstractSet[EventRef] = frozenset()


class Reader(Protocol):
    """How the judge asks; a store answers from within the transaction that will write."""

    def evidence(self, needs: Needs) -> Evidence:
        """Everything known about those names."""
        ...

    def digests(self, places: Sequence[Place]) -> Mapping[Place, bytes]:
        """Digests of those entries that exist."""
        ...


@dataclass(slots=True)
class Plan:
    """The rows that a group writes; streams and accounts by whether they existed before."""

    entries: list[Row] = field(default_factory=list)
    transfers: list[Row] = field(default_factory=list)
    hands: list[Row] = field(default_factory=list)
    sittings: list[Row] = field(default_factory=list)
    receipts: list[Row] = field(default_factory=list)
    snapshots: dict[StreamId, Row] = field(default_factory=dict)
    new_streams: list[Row] = field(default_factory=list)
    moved_streams: list[Row] = field(default_factory=list)
    new_accounts: list[Row] = field(default_factory=list)
    moved_accounts: list[Row] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.entries or self.receipts or self.new_accounts)


def needs_of(units: Iterable[Unit]) -> Needs:
    """Everything a group names, each once."""
    needs = Needs()
    accounts, texts, numbers = needs.accounts, needs.texts, needs.numbers
    for unit in units:
        needs.shards.add(unit.lease.shard)
        numbers.append(unit.at)
        if unit.key is not None:
            needs.keys.add(unit.key)
        if unit.opens:
            accounts.update(unit.opens)
        for append in unit.appends:
            needs.streams.add(append.stream)
            numbers.append(append.after or 0)
            if (record := append.record) is not None:
                texts.update(record.players, (record.hand, record.table, record.edition, record.stake))
                numbers.append(record.number)
        for transfer in unit.transfers:
            accounts.add(transfer.debit)
            accounts.add(transfer.credit)
            numbers.append(transfer.ref.leg_number)
            if transfer.rule is not None:
                texts.add(transfer.rule)
            if transfer.reverses is not None:
                _add_reversal(needs, transfer.reverses)
    return needs


def _add_reversal(needs: Needs, ref: EventRef) -> None:
    needs.reversals.add(ref)
    needs.texts.add(ref.stream)
    needs.numbers += ref.version, ref.leg_number
