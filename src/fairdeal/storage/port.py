"""
What the room asks of its memory.

A **stream** is the history of one table, floor, player or tournament: numbered events, each version exactly once. A
**unit** is what one decision writes, whole or not at all: events of one or several streams, the transfers they mean,
snapshots and hand records. A **lease** is the right to write; it carries an epoch, and whoever lost the lease can never
commit again.

Every stream's entries form a hash chain over events, transfers and hand records, so a changed byte is found and named.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Protocol

from fairdeal.bank.transfer import Chain, Transfer
from fairdeal.kernel import AccountId, HandId, Instant, PlayerId, Rejection, StreamId, TableId


class Refusal(StrEnum):
    """Why a unit was not written, in the order of checks; the ledger's own refusals come after these."""

    MALFORMED = "malformed_unit"  # a mistake of the caller, see `Unit`
    LOST_LEASE = "lost_lease"
    KEY_REUSED = "key_reused"  # the same key with another payload
    KEY_UNKNOWN = "key_unknown"  # nothing was written under that key; the answer to a unit that only recalls
    STALE_VERSION = "stale_version"  # somebody else wrote this stream
    NOTHING_TO_REVERSE = "nothing_to_reverse"  # no transfer of that reference moved that amount the other way
    ALREADY_REVERSED = "already_reversed"


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to write, until somebody claims the shard again."""

    shard: str
    epoch: int


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A finished hand as it is kept: the public part in clear, cards nobody showed only encrypted."""

    hand: HandId
    table: TableId
    number: int  # gap-free at its table
    edition: str  # content hash of the rulebook it was played under
    stake: str
    players: tuple[PlayerId, ...]
    public: bytes
    sealed: bytes


@dataclass(frozen=True, slots=True)
class Append:
    """
    Events for the end of one stream, already encoded.

    `after` is the version the writer has seen; None appends whatever the version is (logs that nobody reads before
    writing). There is at least one event; the events take the versions after it, one each. A snapshot is the state
    after the last of them; a hand's record goes with the entry that ended it.
    """

    stream: StreamId
    after: int | None
    events: tuple[bytes, ...]
    snapshot: bytes | None = None
    record: HandRecord | None = None


@dataclass(frozen=True, slots=True)
class Unit:
    """
    What one decision writes.

    With a key, the same key and payload again is answered with the first result and writes nothing; the same key with
    another payload is refused. `former` are payloads that an older program may have given in the place of this one.

    A unit that `recalls` has a key and nothing else: it only asks what became of that key, and never writes.

    A unit has at most one append to a stream. Every transfer's reference names an event of
    one of the appends, one whose `after` is given, and no two transfers have the same. Ids are printable text.

    A unit that was written before, byte for byte, is answered as committed again, so a writer that never heard the
    answer asks once more. Appends without `after` are not recognised that way: give the unit a key.
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


@dataclass(frozen=True, slots=True)
class Committed:
    """The unit is durable; versions are those its streams have now, in the order of the appends."""

    versions: tuple[int, ...]
    result: bytes = b""


@dataclass(frozen=True, slots=True)
class Repeated:
    """The key was used before with the same payload: this was the result, nothing was written now."""

    result: bytes


Outcome = Committed | Repeated | Rejection


@dataclass(frozen=True, slots=True)
class Loaded:
    """A stream as recovery needs it: its last snapshot, and the events after that."""

    stream: StreamId
    version: int
    snapshot: bytes | None = None
    snapshot_version: int = 0
    events: tuple[bytes, ...] = ()
    at: Instant = field(default=Instant(0), compare=False)  # when it was last written


@dataclass(frozen=True, slots=True)
class Line:
    """A posted transfer with its instant, as statements and reports read it."""

    at: Instant
    transfer: Transfer


@dataclass(frozen=True, slots=True)
class Finding:
    """Something a check found wrong, and where: `table:T7@41`, `hand 01K…`, `account seat:…`."""

    where: str
    what: str


class StoreError(Exception):
    """The store could not do its work; nothing the rules could answer."""

    code = "store_error"


class StoreUnavailable(StoreError):
    """The database did not answer in time; whether the last unit was written is only known once it does."""

    code = "store_unavailable"


class StoreFull(StoreError):
    """There is no room left to write; nothing of the unit was written."""

    code = "store_full"


class StoreBusy(StoreError):
    """Too many units wait already; nothing of this one was written."""

    code = "store_busy"


class StoreClosed(StoreError):
    """The store was closed; nothing of the unit was written."""

    code = "store_closed"


PASSING: Final = (StoreUnavailable, StoreFull, StoreBusy)
"""Failures that pass by themselves: the disk has room again, the database is back."""


class Clash(StoreError):
    """A unit breaks what the database holds to be unique, a hand's number for one; nothing of its group was written."""

    code = "store_clash"


class Damaged(StoreError):
    """What was read is not what was written; `fairdeal ledger check` says more."""

    code = "store_damaged"


class BadSchema(StoreError):
    """The database is not in the state this program knows; `fairdeal db migrate` says more."""

    code = "bad_schema"


class BadAddress(StoreError):
    """The address of the store is none this program knows."""

    code = "bad_store_address"


class NoKey(StoreError):
    """The database was written with keys, and there are none to go on with; nothing was written."""

    code = "no_key"


class Store(Protocol):
    """Durable streams and ledger. Calls block; `Committer` serves many actors from one thread."""

    def claim(self, shard: str, owner: str, at: Instant) -> Lease:
        """Take the right to write a shard away from whoever had it."""
        ...

    def renew(self, lease: Lease, at: Instant) -> bool:
        """Say that the holder of a lease is alive; False if somebody else has claimed it."""
        ...

    def last_seen(self, shard: str) -> Instant | None:
        """When the holder of a shard was last alive; None if it was never claimed."""
        ...

    def commit(self, units: Sequence[Unit]) -> list[Outcome]:
        """Write all units that the rules admit, in one transaction, in order; answer each one."""
        ...

    def load(self, stream: StreamId) -> Loaded:
        """A stream's last snapshot and what came after; version 0 if it does not exist."""
        ...

    def load_many(self, streams: Sequence[StreamId]) -> list[Loaded]:
        """The same of many streams, in their order."""
        ...

    def streams(self, kind: str) -> list[StreamId]:
        """All streams whose id starts with `kind:`."""
        ...

    def entries(self, stream: StreamId, after: int = 0) -> Iterator[tuple[int, Instant, bytes]]:
        """Events of a stream with their version and instant, oldest first."""
        ...

    def balances(self, accounts: Sequence[AccountId]) -> dict[AccountId, int]:
        """Balances of those accounts that exist, in units."""
        ...

    def accounts(self, purpose: str, holder_prefix: str = "") -> dict[AccountId, int]:
        """Balances of all accounts of a purpose, by the beginning of their holder."""
        ...

    def lines(
        self, account: AccountId, since: Instant, until: Instant, limit: int = 10_000, after: Line | None = None
    ) -> list[Line]:
        """
        Listed transfers of an account from `since` to before `until`, oldest first.

        The next page comes after the last line of the one before.
        """
        ...

    def hand(self, hand: HandId) -> HandRecord | None:
        """A hand's record."""
        ...

    def hands_of(
        self, player: PlayerId, before: Instant, limit: int, before_hand: HandId | None = None
    ) -> list[tuple[Instant, HandRecord]]:
        """
        A player's latest hands before an instant, newest first.

        With the id of the last hand seen, the hands of that very instant that come after it are among them.
        """
        ...

    def keep_edition(self, digest: str, name: str, text: str, at: Instant) -> None:
        """Keep the text of a rulebook that is in force; another text under the same digest is a `Clash`."""
        ...

    def edition_text(self, digest: str) -> str | None:
        """The text of a rulebook that was ever in force."""
        ...

    def close(self) -> None:
        """Let go of files and connections."""
        ...


@dataclass(slots=True)
class Progress:
    """How far a long task has come; the caller shows it."""

    done: int = 0
    total: int = 0
    findings: list[Finding] = field(default_factory=list)
