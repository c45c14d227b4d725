"""
The storage port: what the room asks of a store.

A **stream** is the history of one table, floor, player or tournament: numbered events, each version exactly once. A
**unit** is what one decision writes, whole or not at all: events of one or several streams, the transfers they mean,
snapshots and hand records. A **lease** is the right to write; it carries an epoch, and a writer that lost its lease can
never commit again.

Every stream's entries form a hash chain over events, transfers and hand records, so a changed byte is found and named.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Protocol

from fairdeal.bank.transfer import Chain, Transfer
from fairdeal.kernel import AccountId, HandId, Instant, PlayerId, Rejection, StreamId, TableId, values


class Refusal(StrEnum):
    """Why a unit was not written, in the order of checks; the ledger's own refusals come after these."""

    MALFORMED = "malformed_unit"  # a bug of the caller, see `Unit`
    LOST_LEASE = "lost_lease"
    KEY_REUSED = "key_reused"  # the same key with another payload
    KEY_UNKNOWN = "key_unknown"  # nothing was written under that key; the answer to a unit that only recalls
    STALE_VERSION = "stale_version"  # another writer was faster
    NOTHING_TO_REVERSE = "nothing_to_reverse"  # no transfer of that reference moved that amount the other way
    ALREADY_REVERSED = "already_reversed"


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to write a shard, until it is claimed again."""

    shard: str
    epoch: int


@values.dataclass(frozen=True, slots=True)
class HandRecord:
    """A finished hand as stored: the public part in clear, cards that were not shown encrypted."""

    hand: HandId
    table: TableId
    number: int  # gap-free at its table
    edition: str  # content hash of the rulebook it was played under
    stake: str
    players: tuple[PlayerId, ...]
    public: bytes
    sealed: bytes


@values.dataclass(frozen=True, slots=True)
class Listing:
    """
    A row of a list that readers page through: an index of what streams hold, which no decision rests on.

    A later row with the same list and id replaces it.
    """

    list: str
    id: str
    at: Instant  # rows are read by it, the newest first
    label: str  # by which rows are counted
    words: str  # in which readers search
    body: bytes


UNLISTED: Final = "unlisted"
"""The list of streams that are older than the lists they belong in, each by its id; those still to be read come first."""


@values.dataclass(frozen=True, slots=True)
class Append:
    """
    Events for the end of one stream, already encoded.

    `after` is the version the writer has seen; None appends at any version (for logs). There is at least one event; the
    events take the versions after it, one each. A snapshot is the state
    after the last of them; a hand's record goes with the entry that ended it. Listings are what the events change in lists.
    """

    stream: StreamId
    after: int | None
    events: tuple[bytes, ...]
    snapshot: bytes | None = None
    record: HandRecord | None = None
    listings: tuple[Listing, ...] = ()


@values.dataclass(frozen=True, slots=True)
class Unit:
    """
    What one decision writes, whole or not at all.

    With a key (idempotency), the same key and payload again returns the first result and writes nothing; the same key with
    another payload is refused. `former` are equivalent payloads that older program versions may have sent.

    A unit that `recalls` has a key and nothing else: it only asks for the result under that key, and never writes.

    A unit has at most one append to a stream. Every transfer's reference names an event of
    one of the appends, one whose `after` is given, and no two transfers have the same. Ids are printable text.

    A unit that was written before, byte for byte, is answered as committed again, so a writer that missed the answer may
    retry. Appends without `after` are not recognised that way: give the unit a key.
    """

    lease: Lease
    at: Instant
    appends: tuple[Append, ...]
    transfers: Chain = ()
    opens: tuple[AccountId, ...] = ()
    key: str | None = None
    payload: bytes = b""
    result: bytes = b""
    former: tuple[bytes, ...] = ()
    recalls: bool = False


@values.dataclass(frozen=True, slots=True)
class Committed:
    """The unit was written; `versions` are the new versions of its streams, in the order of the appends."""

    versions: tuple[int, ...]
    result: bytes = b""


@dataclass(frozen=True, slots=True)
class Repeated:
    """The key was used before with the same payload: its first result; nothing was written now."""

    result: bytes


Outcome = Committed | Repeated | Rejection


@dataclass(frozen=True, slots=True)
class Loaded:
    """A stream as loaded for recovery: its last snapshot, and the events after it."""

    stream: StreamId
    version: int
    snapshot: bytes | None = None
    snapshot_version: int = 0
    events: tuple[bytes, ...] = ()
    at: Instant = field(default=Instant(0), compare=False)  # when it was last written


@dataclass(frozen=True, slots=True)
class PostedTransfer:
    """A transfer in the ledger with the instant it was posted, for statements and reports."""

    at: Instant
    transfer: Transfer


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem found by an integrity check, and where: `table:T7@41`, `hand 01K…`, `account seat:…`."""

    where: str
    what: str


class StoreError(Exception):
    """Base of all failures of a store (not of rejections by the rules)."""

    code = "store_error"


class StoreUnavailable(StoreError):
    """The database did not answer in time; whether the last unit was written is only known once it does."""

    code = "store_unavailable"


class StoreFull(StoreError):
    """The disk is full; nothing of the unit was written."""

    code = "store_full"


class StoreBusy(StoreError):
    """The commit queue is full; nothing of the unit was written."""

    code = "store_busy"


class StoreClosed(StoreError):
    """The store was closed; nothing of the unit was written."""

    code = "store_closed"


PASSING: Final = (StoreUnavailable, StoreFull, StoreBusy)
"""Transient failures: they end when the disk has space or the database is back."""


class Clash(StoreError):
    """A unit violates a uniqueness constraint, such as a hand's number; nothing of its group was written."""

    code = "store_conflict"


class Damaged(StoreError):
    """Stored data is corrupt; `fairdeal ledger check` says more."""

    code = "store_damaged"


class BadSchema(StoreError):
    """The database has another schema than this program; `fairdeal db migrate` says more."""

    code = "bad_schema"


class BadAddress(StoreError):
    """The address is not that of a store (`sqlite:`, `postgresql:` or `memory:`)."""

    code = "bad_store_address"


class NoKey(StoreError):
    """The database was written with keys and none were given; nothing was written."""

    code = "no_key"


class Store(Protocol):
    """A durable store of streams and ledger. Calls block; `Committer` serves many actors from one thread."""

    def claim(self, shard: str, owner: str, at: Instant) -> Lease:
        """Take over the right to write a shard from its previous holder."""
        ...

    def renew(self, lease: Lease, at: Instant) -> bool:
        """Renew a lease; False if the shard was claimed by another writer."""
        ...

    def last_seen(self, shard: str) -> Instant | None:
        """When the lease of a shard was last claimed or renewed; None if never."""
        ...

    def commit(self, units: Sequence[Unit]) -> list[Outcome]:
        """Validate units in order, write the valid ones in one transaction, and return one outcome per unit."""
        ...

    def load(self, stream: StreamId) -> Loaded:
        """A stream's last snapshot and the events after it; version 0 if it does not exist."""
        ...

    def load_many(self, streams: Sequence[StreamId]) -> list[Loaded]:
        """Load many streams, in the given order."""
        ...

    def streams(self, kind: str) -> list[StreamId]:
        """All streams whose id starts with `kind:`."""
        ...

    def entries(self, stream: StreamId, after: int = 0) -> Iterator[tuple[int, Instant, bytes]]:
        """Events of a stream with their version and instant, oldest first."""
        ...

    def balances(self, accounts: Sequence[AccountId]) -> dict[AccountId, int]:
        """Balances of the accounts that exist, in units."""
        ...

    def accounts(self, purpose: str, holder_prefix: str = "") -> dict[AccountId, int]:
        """Balances of all accounts of a purpose whose holder starts with the prefix."""
        ...

    def transfers_of(
        self,
        account: AccountId,
        since: Instant,
        until: Instant,
        limit: int = 10_000,
        after: PostedTransfer | None = None,
    ) -> list[PostedTransfer]:
        """
        Listed transfers of an account from `since` to before `until`, oldest first.

        `after` is the last transfer of the previous page.
        """
        ...

    def hand(self, hand: HandId) -> HandRecord | None:
        """A hand's record."""
        ...

    def events_that_ended(self, hand: HandId) -> tuple[bytes, ...]:
        """The events that were written together with the end of a hand, encoded; none if there is no such hand."""
        ...

    def hands_of(
        self, player: PlayerId, before: Instant, limit: int, before_hand: HandId | None = None
    ) -> list[tuple[Instant, HandRecord]]:
        """
        A player's latest hands before an instant, newest first.

        `before_hand` is the last hand of the previous page: hands of the same instant that follow it are included.
        """
        ...

    def listed(self, name: str, limit: int, before: tuple[Instant, str] | None = None) -> list[Listing]:
        """
        The rows of a list, newest first.

        `before` is the instant and id of the last row of the previous page.
        """
        ...

    def listings(self, name: str, ids: Sequence[str]) -> dict[str, Listing]:
        """The rows of a list with these ids that exist, by id."""
        ...

    def listed_counts(self, name: str) -> dict[str, int]:
        """How many rows of a list have each label."""
        ...

    def keep_edition(self, digest: str, name: str, text: str, at: Instant) -> None:
        """Store the text of a rulebook in force; another text under the same digest raises `Clash`."""
        ...

    def edition_text(self, digest: str) -> str | None:
        """The text of a rulebook that is or was in force, by digest."""
        ...

    def close(self) -> None:
        """Close files and connections."""
        ...


@dataclass(slots=True)
class Progress:
    """Progress of a long task: units done, total, and findings so far."""

    done: int = 0
    total: int = 0
    findings: list[Finding] = field(default_factory=list)
