"""
A store in memory, for tests and the simulator.

It keeps the same rows as a database and uses the same validation. Its content is what would survive a crash; `copy`
takes that state.
"""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import itemgetter
from threading import RLock
from typing import Final

from fairdeal.kernel import AccountId, HandId, Instant, PlayerId, StreamId
from fairdeal.storage.archive import Imbalance, Numbering, Rows, WritableRows
from fairdeal.storage.chain import PLAIN, ChainHasher
from fairdeal.storage.commit_plan import CommitPlan, EntryRef, Head, Lookup, Posted, Receipt, StoredState
from fairdeal.storage.port import Clash, HandRecord, Lease, Listing, Loaded, Outcome, PostedTransfer, Unit
from fairdeal.storage.rows import events_of, listing_of, loaded_of, players_of, posted_transfer_of, record_of
from fairdeal.storage.shapes import SHAPES, Key, Row
from fairdeal.storage.validation import validate_group

_KEYS: Final = {name: len(shape.key) for name, shape in SHAPES.items()}
"""The number of key columns per table; they come first."""


class MemoryStore:
    """Rows in dictionaries, by table and key; `tables` is the whole state, the other fields are indexes."""

    def __init__(self, chain: ChainHasher = PLAIN) -> None:
        self.chain = chain
        self.tables: dict[str, dict[Key, Row]] = {name: {} for name in SHAPES}
        self._numbers: set[tuple[str, int]] = set()
        self._reversed: set[str] = set()
        self._entries_of: dict[str, list[Row]] = defaultdict(list)
        self._lines_of: dict[str, list[Row]] = defaultdict(list)
        self._hands_of: dict[str, list[tuple[int, str]]] = defaultdict(list)
        self._lock = RLock()

    def copy(self) -> "MemoryStore":
        """Another store with the same content, as after a crash at this moment."""
        other = MemoryStore(self.chain)
        with self._lock:
            for name, rows in self.tables.items():
                other._put(name, rows.values())
        return other

    def claim(self, shard: str, owner: str, at: Instant) -> Lease:
        """Take over the right to write a shard from its previous holder."""
        with self._lock:
            old = self.tables["leases"].get((shard,))
            epoch = 1 if old is None else old[2] + 1
            self._put("leases", [(shard, owner, epoch, at)])
        return Lease(shard, epoch)

    def renew(self, lease: Lease, at: Instant) -> bool:
        """Renew a lease; False if the shard was claimed by another writer."""
        with self._lock:
            row = self.tables["leases"].get((lease.shard,))
            if row is None or row[2] != lease.epoch:
                return False
            self._put("leases", [(*row[:3], at)])
        return True

    def last_seen(self, shard: str) -> Instant | None:
        """When the lease of a shard was last claimed or renewed; None if never."""
        with self._lock:
            row = self.tables["leases"].get((shard,))
        return None if row is None else Instant(row[3])

    def commit(self, units: Sequence[Unit]) -> list[Outcome]:
        """Validate units in order, write the valid ones, and return one outcome per unit."""
        with self._lock:
            outcomes, plan = validate_group(units, self, self.chain)
            self._check_unique(plan.hands)
            self._write(plan)
        return outcomes

    def read_state(self, lookup: Lookup) -> StoredState:
        """Read the state that a lookup names."""
        leases, streams, accounts = self.tables["leases"], self.tables["streams"], self.tables["accounts"]
        found = StoredState({}, {}, {}, {})
        found.epochs = {shard: leases[shard,][2] for shard in lookup.shards if (shard,) in leases}
        found.heads = {name: Head(*streams[name,][1:]) for name in lookup.streams if (name,) in streams}
        if lookup.accounts:
            found.balances = {account: accounts[account,][1] for account in lookup.accounts if (account,) in accounts}
        if lookup.keys:
            receipts = self.tables["receipts"]
            found.receipts = {key: Receipt(*receipts[key,][1:3]) for key in lookup.keys if (key,) in receipts}
        if lookup.reversals:
            transfers = self.tables["transfers"]
            past = {ref: transfers.get((ref.stream, ref.version, ref.leg_number)) for ref in lookup.reversals}
            found.posted = {ref: Posted(row[4], row[5], row[6]) for ref, row in past.items() if row is not None}
            found.reversed = {ref for ref in lookup.reversals if str(ref) in self._reversed}
        return found

    def digests(self, refs: Sequence[EntryRef]) -> Mapping[EntryRef, bytes]:
        """Digests of those entries that exist."""
        entries = self.tables["entries"]
        return {ref: entries[ref][6] for ref in refs if ref in entries}

    def load(self, stream: StreamId) -> Loaded:
        """A stream's last snapshot and the events after it; version 0 if it does not exist."""
        with self._lock:
            head = self.tables["streams"].get((stream,))
            if head is None:
                return Loaded(stream, 0)
            snapshot = self.tables["snapshots"].get((stream,))
            since = 0 if snapshot is None else snapshot[1]
            entry = self.tables["entries"].get((stream, since))
            later = self._entries_after(stream, since)
        return loaded_of(stream, head[1], snapshot, None if entry is None else entry[6], later, self.chain)

    def load_many(self, streams: Sequence[StreamId]) -> list[Loaded]:
        """Load many streams, in the given order."""
        return [self.load(stream) for stream in streams]

    def streams(self, kind: str) -> list[StreamId]:
        """All streams whose id starts with `kind:`."""
        with self._lock:
            return sorted(name for (name,) in self.tables["streams"] if name.startswith(f"{kind}:"))

    def entries(self, stream: StreamId, after: int = 0) -> Iterator[tuple[int, Instant, bytes]]:
        """Events of a stream with their version and instant, oldest first."""
        with self._lock:
            rows = self._entries_after(stream, after)
        for row in rows:
            yield from (event for event in events_of(row) if event[0] > after)

    def balances(self, accounts: Sequence[AccountId]) -> dict[AccountId, int]:
        """Balances of the accounts that exist, in units."""
        with self._lock:
            known = self.tables["accounts"]
            return {account: known[account,][1] for account in accounts if (account,) in known}

    def accounts(self, purpose: str, holder_prefix: str = "") -> dict[AccountId, int]:
        """Balances of all accounts of a purpose whose holder starts with the prefix."""
        prefix = f"{purpose}:{holder_prefix}"
        with self._lock:
            return {row[0]: row[1] for row in sorted(self.tables["accounts"].values()) if row[0].startswith(prefix)}

    def transfers_of(
        self,
        account: AccountId,
        since: Instant,
        until: Instant,
        limit: int = 10_000,
        after: PostedTransfer | None = None,
    ) -> list[PostedTransfer]:
        """Listed transfers of an account from `since` to before `until`, oldest first."""
        with self._lock:
            rows = sorted(self._lines_of.get(account, ()), key=_line_order)
        if after is not None:
            ref = after.transfer.ref
            seen: tuple[int, str, int, int] = (after.at, ref.stream, ref.version, ref.leg_number)
            rows = rows[bisect_right(rows, seen, key=_line_order) :]
        return [posted_transfer_of(row) for row in rows if since <= row[3] < until][:limit]

    def hand(self, hand: HandId) -> HandRecord | None:
        """A hand's record."""
        with self._lock:
            row = self.tables["hands"].get((hand,))
        return None if row is None else record_of(row)[1]

    def events_that_ended(self, hand: HandId) -> tuple[bytes, ...]:
        """The events that were written together with the end of a hand, encoded; none if there is no such hand."""
        with self._lock:
            row = self.tables["hands"].get((hand,))
            entry = None if row is None else self.tables["entries"].get((row[1], row[2]))
        return () if entry is None else tuple(event for _, _, event in events_of(entry))

    def hands_of(
        self, player: PlayerId, before: Instant, limit: int, before_hand: HandId | None = None
    ) -> list[tuple[Instant, HandRecord]]:
        """A player's latest hands before an instant, newest first."""
        end = (before, before_hand or "")
        with self._lock:
            found = sorted((each for each in self._hands_of.get(player, ()) if each < end), reverse=True)[:limit]
            return [record_of(self.tables["hands"][hand,]) for _, hand in found]

    def listed(self, name: str, limit: int, before: tuple[Instant, str] | None = None) -> list[Listing]:
        """The rows of a list, newest first; `before` is the instant and id of the last row of the previous page."""
        with self._lock:
            rows = [row for key, row in self.tables["listings"].items() if key[0] == name]
        rows.sort(key=itemgetter(2, 1), reverse=True)
        return [listing_of(row) for row in rows if before is None or (row[2], row[1]) < before][:limit]

    def listings(self, name: str, ids: Sequence[str]) -> dict[str, Listing]:
        """The rows of a list with these ids that exist, by id."""
        with self._lock:
            rows = self.tables["listings"]
            return {each: listing_of(rows[name, each]) for each in ids if (name, each) in rows}

    def listed_counts(self, name: str) -> dict[str, int]:
        """How many rows of a list have each label."""
        with self._lock:
            return Counter(row[3] for key, row in self.tables["listings"].items() if key[0] == name)

    def keep_edition(self, digest: str, name: str, text: str, at: Instant) -> None:
        """Store the text of a rulebook in force; another text under the same digest raises `Clash`."""
        with self._lock:
            kept = self.tables["editions"].setdefault((digest,), (digest, name, text, at))
        if kept[2] != text:
            raise Clash(f"another rulebook is kept under the digest {digest}")

    def edition_text(self, digest: str) -> str | None:
        """The text of a rulebook that is or was in force, by digest."""
        with self._lock:
            row = self.tables["editions"].get((digest,))
        return None if row is None else row[2]

    def close(self) -> None:
        """Do nothing: there are no files or connections."""

    @contextmanager
    def reading(self) -> Iterator[Rows]:
        """Open a consistent snapshot for reading while other writers go on."""
        with self._lock:
            frozen = {name: dict(rows) for name, rows in self.tables.items()}
        yield MemoryRows(frozen)

    @contextmanager
    def filling(self) -> Iterator[WritableRows]:
        """Fill an empty store, all or nothing; a store with rows raises `Clash`."""
        with self._lock:
            if any(self.tables.values()):
                raise Clash("the store is not empty")
            fresh = MemoryRows({name: {} for name in SHAPES})
            yield fresh
            for name, rows in fresh.tables.items():
                self._put(name, rows.values())

    def _entries_after(self, stream: str, version: int) -> list[Row]:
        rows = self._entries_of.get(stream, [])
        return rows[bisect_right(rows, version, key=itemgetter(1)) :]

    def _check_unique(self, hands: Sequence[Row]) -> None:
        if not hands:
            return
        ids = {(row[0],) for row in hands}
        numbers = {(row[4], row[5]) for row in hands}
        # The larger side is asked and never walked: a hand costs the same however many there were.
        is_new = self.tables["hands"].keys().isdisjoint(ids) and self._numbers.isdisjoint(numbers)
        if not is_new or not len(ids) == len(numbers) == len(hands):
            raise Clash("a hand's id or its number at the table was there before")

    def _write(self, plan: CommitPlan) -> None:
        written: tuple[tuple[str, Collection[Row]], ...] = (
            ("entries", plan.entries),
            ("transfers", plan.transfers),
            ("hands", plan.hands),
            ("receipts", plan.receipts),
            ("snapshots", plan.snapshots.values()),
            ("listings", plan.listings.values()),
            ("streams", plan.new_streams),
            ("streams", plan.moved_streams),
            ("accounts", plan.new_accounts),
        )
        for name, rows in written:
            if rows:  # none in most tables, of most commits
                self._put(name, rows)
        sittings = self.tables["sittings"]
        for row in plan.sittings:
            sittings.setdefault(row[: _KEYS["sittings"]], row)
        accounts = self.tables["accounts"]
        for account, balance in plan.moved_accounts:
            accounts[account,] = (account, balance, accounts[account,][2])

    def _put(self, table: str, rows: Collection[Row]) -> None:
        kept, width = self.tables[table], _KEYS[table]
        match table:
            case "entries":
                index = self._index_entry
            case "transfers":
                index = self._index_transfer
            case "hands":
                index = self._index_hand
            case _:
                for row in rows:
                    kept[row[:width]] = row
                return
        for row in rows:
            kept[row[:width]] = row
            index(row)

    def _index_entry(self, row: Row) -> None:
        self._entries_of[row[0]].append(row)

    def _index_hand(self, row: Row) -> None:
        self._numbers.add((row[4], row[5]))
        for player in players_of(row):
            self._hands_of[player].append((row[3], row[0]))

    def _index_transfer(self, row: Row) -> None:
        if row[10]:
            self._lines_of[row[4]].append(row)
            self._lines_of[row[5]].append(row)
        if row[9] is not None:
            self._reversed.add(row[9])


def _line_order(row: Row) -> tuple[int, str, int, int]:
    return row[3], row[0], row[1], row[2]


class MemoryRows:
    """The tables of a memory store as rows; only `add` changes them."""

    def __init__(self, tables: dict[str, dict[Key, Row]]) -> None:
        self.tables = tables
        self._sorted: dict[str, list[Key]] = {}

    def count(self, table: str) -> int:
        """How many rows a table has."""
        return len(self.tables[table])

    def page(self, table: str, after: Key | None, limit: int) -> list[Row]:
        """The next rows in the order of their key."""
        keys = self._sorted.get(table)
        if keys is None:
            keys = self._sorted[table] = sorted(self.tables[table])
        start = 0 if after is None else bisect_right(keys, after)
        return [self.tables[table][key] for key in keys[start : start + limit]]

    def pick(self, table: str, keys: Sequence[Key]) -> list[Row]:
        """The rows with these keys that exist, in any order."""
        rows = self.tables[table]
        return [rows[key] for key in keys if key in rows]

    def imbalances(self) -> list[Imbalance]:
        """Accounts whose balance is not the sum of their transfers, missing accounts included."""
        posted: dict[str, int] = defaultdict(int)
        for row in self.tables["transfers"].values():
            posted[row[4]] -= row[6]
            posted[row[5]] += row[6]
        balances = {row[0]: row[1] for row in self.tables["accounts"].values()}
        names = sorted(posted.keys() | balances.keys())
        compared = (Imbalance(name, balances.get(name, 0), posted.get(name, 0)) for name in names)
        return [each for each in compared if each.balance != each.posted or each.account not in balances]

    def numberings(self) -> list[Numbering]:
        """Tables whose hands are not numbered from 1 without a gap."""
        numbers: dict[str, list[int]] = defaultdict(list)
        for row in self.tables["hands"].values():
            numbers[row[4]].append(row[5])
        all_of = (Numbering(table, len(each), min(each), max(each)) for table, each in sorted(numbers.items()))
        return [each for each in all_of if (each.first, each.last) != (1, each.hands)]

    def faults(self) -> list[str]:
        """Always empty: there is no database to check."""
        return []

    def add(self, table: str, rows: Sequence[Row]) -> None:
        """Insert rows into a table."""
        self._sorted.pop(table, None)
        self.tables[table].update((row[: _KEYS[table]], row) for row in rows)
