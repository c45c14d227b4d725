"""What the judge of a group asks of a store, and what the store is to write."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from fairdeal.kernel import AccountId, EventRef, StreamId
from fairdeal.storage.port import Unit
from fairdeal.storage.shapes import Row


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
    """What the judge has to know about a group."""

    shards: set[str] = field(default_factory=set)
    streams: set[StreamId] = field(default_factory=set)
    accounts: set[AccountId] = field(default_factory=set)
    keys: set[str] = field(default_factory=set)
    reversals: set[EventRef] = field(default_factory=set)


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
    hand_players: list[Row] = field(default_factory=list)
    receipts: list[Row] = field(default_factory=list)
    snapshots: dict[StreamId, Row] = field(default_factory=dict)
    new_streams: list[Row] = field(default_factory=list)
    moved_streams: list[Row] = field(default_factory=list)
    new_accounts: list[Row] = field(default_factory=list)
    moved_accounts: list[Row] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.entries or self.receipts or self.new_accounts)


def needs_of(units: Sequence[Unit]) -> Needs:
    """Everything a group names, each once."""
    needs = Needs()
    accounts = needs.accounts
    for unit in units:
        needs.shards.add(unit.lease.shard)
        if unit.key is not None:
            needs.keys.add(unit.key)
        for append in unit.appends:
            needs.streams.add(append.stream)
        accounts.update(unit.opens)
        for transfer in unit.transfers:
            accounts.add(transfer.debit)
            accounts.add(transfer.credit)
            if transfer.reverses is not None:
                needs.reversals.add(transfer.reverses)
    return needs
